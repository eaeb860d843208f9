"""Every config is written in both forms so that it loads again to an equal model."""

import json

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from budgets import examples
from loomsmith.loop.config import loads
from loomsmith.loop.config.json_schema import json_schema
from loomsmith.loop.config.markdown_writer import to_markdown
from loomsmith.loop.config.model import (
    Config,
    Constraints,
    ConstraintSet,
    Goal,
    Graph,
    Information,
    Node,
    Providers,
    SkillPolicy,
)
from loomsmith.loop.config.yaml_writer import to_yaml
from loop.config.models import CONFIGS, TRICKY

SCHEMA = Draft202012Validator(json_schema())


def _assert_round_trip(config: Config) -> None:
    assert loads(to_yaml(config)) == config
    assert loads(to_markdown(config), "markdown") == config


@examples(150)
@given(CONFIGS)
def test_every_config_survives_both_forms_and_the_schema_accepts_it(config: Config) -> None:
    _assert_round_trip(config)
    data = config.as_json()
    SCHEMA.validate(data)
    assert loads(json.dumps(data)) == config


@pytest.mark.parametrize("text", TRICKY)
def test_a_tricky_string_survives_wherever_it_stands(text: str) -> None:
    _assert_round_trip(
        Config(
            name=text,
            version=text,
            description=text,
            information=(Information(text, text, text),),
            goals=(Goal(text, text, (text, "plain")),),
            validations=(),
            constraints=Constraints(ConstraintSet(rules=(text,)), {text: ConstraintSet(rules=(text,))}),
        )
    )


def test_writing_keeps_empty_lists_that_mean_something() -> None:
    config = Config(
        "n",
        goals=(),
        validations=(),
        skills=SkillPolicy(acquisition_order=()),
        providers=Providers(cascade={"strong": (), "odd key": ()}),
    )
    assert "- goals: []" in to_markdown(config)
    _assert_round_trip(config)
    _assert_round_trip(Config("n", goals=(), validations=(), providers=Providers(cascade={"strong": ()})))


def test_a_config_near_the_limit_of_values_is_written_within_the_limit() -> None:
    nodes = tuple(Node(f"n{i}", "builder", "Lay one more row of bricks") for i in range(9_000))
    _assert_round_trip(Config("wall", goals=(), validations=(), graph=Graph(nodes)))


def test_the_markdown_form_reads_like_a_document() -> None:
    config = Config(
        "lockkeeper",
        goals=(Goal("gates-greased", "Both lock gates are greased before the\nspring opening"),),
        validations=(),
        constraints=Constraints(ConstraintSet(rules=("Log: one line per gate",), max_seconds=300)),
    )
    text = to_markdown(config)
    assert text.startswith("# lockkeeper\n\n- version: 0.1.0\n")
    assert (
        "### gates-greased\n- description: Both lock gates are greased before the\n  spring opening\n" in text
    )
    assert '- global:\n  - rules: ["Log: one line per gate"]\n  - max_seconds: 300\n' in text
