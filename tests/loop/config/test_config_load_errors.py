"""A config that does not fit the model is refused with the field, the line and column, and what to write."""

import pytest

from loomsmith.loop.config import Config, ConfigError, loads
from loomsmith.loop.config.errors import MOST_TOLD, Fault

HEAD = "name: n\ngoals: []\nvalidations: []\n"


def _refusal(text: str, grammar: str) -> ConfigError:
    with pytest.raises(ConfigError) as refusal:
        loads(text, "markdown" if grammar == "markdown" else "yaml", "loop")
    return refusal.value


def _fault(text: str, grammar: str = "yaml") -> Fault:
    return _refusal(text, grammar).faults[0]


@pytest.mark.parametrize(
    ("line", "field", "column", "message"),
    [
        ("stop_gate: {}", "stop_gate", 1, "unknown key; did you mean stop_gates?"),
        (
            "graph: {nodes: [{id: a, role: b, instruction: c}]}",
            "graph.nodes[0].role",
            31,
            "expected one of builder",
        ),
        ("graph: {nodes: {}}", "graph.nodes", 16, "expected a list, got a mapping"),
        ("graph: []", "graph", 8, "expected a mapping, got a list"),
        ("description: [a]", "description", 14, "expected a string, got a list"),
        ("stop_gates: {max_cost_usd: .inf}", "stop_gates.max_cost_usd", 28, "expected a finite number"),
        (
            f"stop_gates: {{max_cost_usd: {'9' * 400}}}",
            "stop_gates.max_cost_usd",
            28,
            "expected a finite number",
        ),
        ("stop_gates: {max_tokens: 18446744073709551616}", "stop_gates.max_tokens", 26, "0 to 2^64 - 1"),
        ("schedules: [manual]", "schedules[0]", 13, "expected a mapping with type: cron"),
        ("schedules: [{type: 5}]", "schedules[0].type", 20, "expected one of cron"),
        ("schedules: [{type: cron, expr: 5}]", "schedules[0].expr", 32, "expected a string, got 5"),
        ("schedules: [{type: cron}]", "schedules[0].expr", 13, "missing"),
        ("constraints: {per_node: [a]}", "constraints.per_node", 25, "expected a mapping, got a list"),
        ("providers: {cascade: {cheap: p}}", "providers.cascade.cheap", 30, "expected a list"),
        ("skills: {explore: }", "skills.explore", 19, "expected true or false, got nothing"),
        ("skills: {explore: ~}", "skills.explore", 19, "expected true or false, got null (~)"),
        ("<<: {name: m}", "<<", 1, "unknown key"),
    ],
)
def test_fault_names_field_and_place(line: str, field: str, column: int, message: str) -> None:
    fault = _fault(HEAD + line + "\n")
    assert (fault.field, fault.place) == (field, (4, column))
    assert message in fault.message


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("stop_gates: {max_iterations: '3'}", "write the number without quotes"),
        ("stop_gates: {stop_on_overall_success: yes}", "yes, no, on and off are strings"),
        ("schedules: [{type: cron, expr: 5}]", "write it in quotes"),
        ("schedules: [manual]", "write { type: manual }"),
        ("providers: {providers: [{id: a, command: c, kind: Claude}]}", "did you mean claude"),
        ("graph: {nodes: [{id: a, role: judge, instruction: c, goals: g}]}", "write [g]"),
        ("stop_gates: {iterations: 1}", "known here: max_iterations, max_revisions_per_node"),
        ("<<: {name: m}", "merge keys are not part of YAML 1.2"),
    ],
)
def test_fault_says_what_to_write(line: str, hint: str) -> None:
    assert hint in _fault(HEAD + line + "\n").hint


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("# n\n\n## Graph\n- nodes:\n  - a\n", (5, 5), "expected a mapping"),
        ("# n\n- goals: [1]\n", (2, 11), "expected a mapping"),
        ("# n\n## Graph\n### a\n- role: b\n", (4, 9), "expected one of builder"),
        ("# n\n## Grap\n- a: b\n", (2, 1), "unknown key; did you mean graph?"),
        ("# n\n### a\n", (2, 1), "before any ## section"),
        ("# n\n## Context\n### a\n", (3, 1), "takes no ### entries"),
        ("# n\n## Goals\n- a: b\n", (3, 3), "put its entries under ### headings"),
        ("# n\n- goals: x\n## Goals\n### a\n", (4, 1), "something else than a list"),
        ("# n\n- graph: x\n## Graph\n- concurrency:\n", (3, 1), "something else than a mapping"),
        ("# n\n- a\n", (2, 3), "takes fields"),
        ("# n\n- a: b\n- c\n", (3, 3), "side by side"),
        ("# n\n- a: b\n  - c\n", (3, 5), "deeper than the one before it"),
        ("# n\n- a:\n    - b: c\n  - d: e\n", (4, 5), "matches no bullet before it"),
        ("# n\n  - a: b\n- c: d\n", (3, 3), "matches no bullet before it"),
    ],
)
def test_markdown_fault_names_the_place(text: str, place: tuple[int, int], message: str) -> None:
    with pytest.raises(ConfigError) as refusal:
        loads(text, "markdown")
    assert [fault.place for fault in refusal.value.faults if message in fault.message] == [place]


def test_a_yaml_syntax_fault_names_the_place() -> None:
    fault = _fault("name: n\ngoals: [}\n")
    assert fault.place == (2, 9)
    assert "not a YAML config" in fault.message


def test_all_faults_are_told_up_to_a_number() -> None:
    with pytest.raises(ConfigError) as refusal:
        loads("goals: {}\nvalidations: []\ngraph: []\n", source="loop")
    assert [fault.field for fault in refusal.value.faults] == ["name", "goals", "graph"]
    assert len(str(refusal.value).splitlines()[0]) < 200
    with pytest.raises(ConfigError, match="and 40 more") as refusal:
        loads(HEAD + "pre_execution: [" + "1, " * (MOST_TOLD + 40) + "]")
    assert len(refusal.value.faults) == MOST_TOLD


def test_a_tag_that_makes_a_string_is_heeded_and_others_are_not() -> None:
    config = loads(
        HEAD + 'version: ! 1.0\ndescription: !!int "7"\nstop_gates: !x {max_iterations: !!float 3}\n'
    )
    assert (config.version, config.description, config.stop_gates.max_iterations) == ("1.0", "7", 3)
    for tagged in ("! 3", "!!str 3", "&a ! 3", "! &a 3"):
        with pytest.raises(ConfigError, match="got the string"):
            loads(HEAD + f"stop_gates: {{max_iterations: {tagged}}}\n")


def test_an_explicit_null_stands_for_an_empty_list_or_object() -> None:
    config = loads(
        HEAD.replace("goals: []", "goals: ~") + "graph: null\nconstraints: {per_node: ~, global: ~}\n"
    )
    assert config == Config("n", goals=(), validations=())


@pytest.mark.parametrize(
    ("bullet", "value"),
    [
        ("42 # the answer", "42"),
        ("true", "true"),
        ("", ""),
        ("a: b", "a: b"),
        ("{a: b}", "{a: b}"),
        ("[a, b]", "[a, b]"),
        ("low heat # tail", "low heat"),
        ("~", "~"),
    ],
)
def test_a_markdown_string_takes_the_text_of_what_is_no_string(bullet: str, value: str) -> None:
    text = f"# n\n- goals: []\n- validations: []\n- version: {bullet}\n"
    assert loads(text, "markdown").version == value


def test_markdown_leaves_in_inline_lists_keep_their_text_too() -> None:
    text = "# n\n- goals: []\n- validations: []\n## Constraints\n- global:\n  - rules: [1.50, a: b, ~, x]\n"
    assert loads(text, "markdown").constraints.global_.rules == ("1.50", "a: b", "~", "x")


def test_markdown_optional_strings_are_absent_where_null_is_parsed() -> None:
    text = "# n\n- validations:\n- goals:\n## Information\n### k\n- value: ~\n- note: ~\n"
    [fact] = loads(text, "markdown").information
    assert (fact.value, fact.note) == ("~", None)


@pytest.mark.parametrize("value", ["5", "~", "", "true", "[a-z]", "a: b"])
def test_markdown_strings_in_tagged_objects_must_be_strings(value: str) -> None:
    text = f"# n\n- goals:\n- validations:\n## Schedules\n### file_change\n- path: {value}\n"
    assert "expected a string" in _fault(text, "markdown").message


LONG = "x" * 300


@pytest.mark.parametrize(
    ("text", "grammar"),
    [
        (f"# n\n### {LONG}\n", "markdown"),
        (f"# n\n## {LONG}\n### a\n", "markdown"),
        (f"# n\n## Stop gates\n### {LONG}\n", "markdown"),
        (f"# n\n## {LONG}\n- a\n- b\n", "markdown"),
        ("# n\n## Stop gates\n- a: 1\n- b\n", "markdown"),
        (f"# n\n- {LONG}: 1\n- goals:\n- validations:\n", "markdown"),
        (HEAD + f"{LONG}: 1\n", "yaml"),
        (HEAD + f"name: {LONG}\n{LONG}: 1\n{LONG}: 2\n", "yaml"),
        (HEAD + f"stop_gates: {{max_iterations: {LONG}}}\n", "yaml"),
        (HEAD + f"constraints: {{per_node: {{{LONG}: {LONG}}}}}\n", "yaml"),
        (HEAD + f"providers: {{providers: [{{id: a, command: b, kind: {LONG}}}]}}\n", "yaml"),
    ],
)
def test_the_first_line_of_an_error_is_short_whatever_stands_in_the_text(text: str, grammar: str) -> None:
    first, *_ = str(_refusal(text, grammar)).split("\n")
    assert first.startswith("loop:")
    assert len(first) <= 200


@pytest.mark.parametrize("heading", ["F - Stop gates", "10 ) stop-gates", "- Stop gates", "6 . STOP  GATES"])
def test_an_ordinal_may_stand_off_its_mark(heading: str) -> None:
    text = f"# n\n- goals:\n- validations:\n## {heading}\n- max_iterations: 4\n"
    assert loads(text, "markdown").stop_gates.max_iterations == 4
