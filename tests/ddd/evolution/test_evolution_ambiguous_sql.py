"""SQL of a migration block that does not say in which module it runs."""

from typing import Any

import pytest

from loomsmith.ddd import toolkit

TWO_MODULES = """
system Clinic {
  subdomain Care { context Visits { aggregate Visit { note: string } } }
  subdomain Money { context Bills { aggregate Bill { sum: money } } }
  storage pg { type: postgres }
  resource visits { for: Visits, kind: state, use: pg }
  resource bills { for: Bills, kind: state, use: pg }
  deployable back { platform: node contexts: [Visits, Bills] dataSources: [visits, bills] }
}
"""
NO_MODULE = 'system Clinic { subdomain Care { context Visits { } } } migration "tidy" { sql "SELECT 1" }'


@pytest.mark.parametrize("source", [TWO_MODULES + 'migration "tidy" { sql "SELECT 1" }', NO_MODULE])
def test_it_is_refused_with_one_error(source: str) -> None:
    report: Any = toolkit.diff(source)
    assert report["ok"] is False
    assert report["migrations"] == []
    (found,) = report["diagnostics"]
    assert found["code"] == "loom.migration-scope-ambiguous"
    assert (found["severity"], found["phase"], "range" in found) == ("error", "ir-validate", False)
    assert "'tidy'" in found["message"]


def test_a_step_that_names_an_aggregate_says_where_it_runs() -> None:
    report: Any = toolkit.diff(TWO_MODULES + 'migration "tidy" { sql "SELECT 1" Bill.sum = money("1") }')
    assert report["ok"] is True
    assert {m["module"]: m["steps"][-1]["op"] for m in report["migrations"]}["Money"] == "sqlExec"
