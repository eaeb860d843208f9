"""The conformance cases, judged in this process through the catalog that the servers serve."""

import pytest

from conformance import run_ddd


@pytest.fixture(scope="module")
def call() -> run_ddd.Call:
    return run_ddd.catalog_call()


@pytest.mark.parametrize("topic", run_ddd.topics())
def test_every_case_gives_the_expected_facts(topic: str, call: run_ddd.Call) -> None:
    tally, complaints = run_ddd.run(run_ddd.cases([f"{topic}/"]), call)
    assert tally
    assert not complaints, "\n".join([f"{len(complaints)} complaints:", *complaints[:10]])
