"""Whatever text or file is given as a config: a config comes out, or an error that says where."""

import contextlib
import json
import os
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from budgets import examples
from loomsmith.loop.config import Config, ConfigError, load, loads
from loomsmith.loop.config.findings import findings
from loomsmith.loop.config.markdown_writer import to_markdown
from loomsmith.loop.config.yaml_writer import to_yaml
from loomsmith.loop.plan import PlanError, plan_graph
from loop.config.models import CONFIGS

MINIMAL = "name: n\ngoals: []\nvalidations: []\n"

PIECES = st.sampled_from(
    [
        "name", "goals", "validations", "graph", "nodes", "detector", "type", "mode", ": ", ":", "- ",
        "-", "\n", "\r\n", "  ", "    ", "\t", "{", "}", "[", "]", ",", "&a ", "*a", "!!str ", "! ",
        "<<: ", "? ", "|", ">", "#", '"', "'", "---\n", "...", "%YAML 1.2\n", "\\u", "0x1", "1e9", "~",
        "null", "true", "# ", "## ", "### ", "```", "\x00", "\ufeff", "\x85", "\u2028", "C. Goals",
        "Graph", "overall", "é", "😀",
    ]
)  # fmt: skip
SOUP = st.lists(PIECES | st.text(max_size=4), max_size=40).map("".join)


def _load(text: str, grammar: str) -> Config | None:
    try:
        return loads(text, "markdown" if grammar == "markdown" else "yaml")
    except ConfigError:
        return None


@examples(300)
@given(SOUP, st.sampled_from(["yaml", "markdown"]))
def test_any_text_gives_a_config_or_an_error(text: str, grammar: str) -> None:
    _load(text, grammar)


@examples(100)
@given(CONFIGS, st.integers(0, 10_000), st.integers(0, 40), SOUP, st.booleans())
def test_a_config_with_a_piece_torn_out_gives_a_config_or_an_error(
    config: Config, start: int, length: int, patch: str, markdown: bool
) -> None:
    text = to_markdown(config) if markdown else to_yaml(config)
    start %= len(text)
    torn = text[:start] + patch + text[start + length :]
    loaded = _load(torn, "markdown" if markdown else "yaml")
    if loaded is not None:
        assert loads(to_yaml(loaded)) == loaded
        assert loads(to_markdown(loaded), "markdown") == loaded


@examples(100)
@given(CONFIGS)
def test_any_config_can_be_examined_and_planned_or_refused(config: Config) -> None:
    for finding in findings(config):
        assert finding.message
    with contextlib.suppress(PlanError):
        json.dumps(plan_graph(config.graph).as_json(), allow_nan=False)


@pytest.mark.parametrize("size", [8, 12])
def test_an_alias_bomb_is_refused_before_it_goes_off(size: int) -> None:
    levels = "\n".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, size))
    with pytest.raises(ConfigError, match="100,000 values"):
        loads(f"a0: &a0 [x]\n{levels}\n")


def test_a_recursive_alias_is_refused() -> None:
    with pytest.raises(ConfigError, match="inside the value it names") as refusal:
        loads("name: n\ngoals: &g [*g]\n")
    assert (refusal.value.line, refusal.value.column) == (2, 12)


@pytest.mark.parametrize(
    "text", ["[" * 100_000, "{a: " * 50_000, "- " * 50_000, '{"a":' * 50_000, "!a " * 5000]
)
def test_deep_nesting_is_refused(text: str) -> None:
    with pytest.raises(ConfigError):
        loads(text)


def test_deep_markdown_is_refused() -> None:
    bullets = "".join(f"{' ' * depth}- a:\n" for depth in range(1000))
    with pytest.raises(ConfigError, match="levels deep"):
        loads(f"## Graph\n{bullets}", "markdown")


@pytest.mark.parametrize("grammar", ["yaml", "markdown"])
def test_a_config_of_too_many_values_is_refused(grammar: str) -> None:
    text = MINIMAL + "default_skills: [" + "a," * 150_000 + "]" if grammar == "yaml" else "- a\n" * 150_000
    with pytest.raises(ConfigError, match="100,000 values"):
        loads(text, "yaml" if grammar == "yaml" else "markdown")


@pytest.mark.parametrize(
    "text", ["a: \x00", "\x07", '"\\ud800"', '{"name": "\\ud800"}', "name: \ud800", "{]"]
)
def test_texts_with_impossible_characters_are_refused(text: str) -> None:
    assert _load(text, "yaml") is None


def test_a_long_key_is_refused_by_its_length_in_bytes() -> None:
    loads(MINIMAL + f"constraints: {{per_node: {{{'k' * 512}: }}}}\n")
    with pytest.raises(ConfigError, match="512 bytes"):
        loads(MINIMAL + f"constraints: {{per_node: {{? {'é' * 257} : }}}}\n")
    with pytest.raises(ConfigError, match="512 bytes"):
        loads(f"## Constraints\n- per_node:\n  - {'k' * 513}:\n", "markdown")


def test_text_that_only_looks_like_a_list_costs_one_value() -> None:
    rules = "    - [x] [y] [z] done\n" * 40_000
    head = "# n\n- goals:\n- validations:\n## Constraints\n- global:\n  - rules:\n"
    config = loads(head + rules, "markdown")
    assert len(config.constraints.global_.rules) == 40_000


NO_YAML = r'"description": "\ud83d\ude00"'
"""Good JSON with a pair of escapes that YAML does not accept."""


@pytest.mark.parametrize(
    "members",
    ['"a": 1, "a": 2', '"a": NaN', '"a": -Infinity', '"a": 1e999', r'"a": "\udc00"', r'"\ud800": 1', '"a"'],
)
def test_a_json_text_must_be_strict(members: str) -> None:
    with pytest.raises(ConfigError, match="nor is it JSON"):
        loads(f"{{{NO_YAML}, {members}}}")


def test_json_that_is_no_yaml_is_read_with_numbers_as_written() -> None:
    config = loads(
        f'{{{NO_YAML}, "name": 1.10, "goals": [], "validations": [], "stop_gates": {{"max_cost_usd": 1E1}}}}'
    )
    assert (config.name, config.description, config.stop_gates.max_cost_usd) == ("1.10", "😀", 10.0)


def test_without_libyaml_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(yaml, "CSafeLoader")
    with pytest.raises(ConfigError, match="without libyaml"):
        loads(MINIMAL)


def test_a_config_larger_than_the_limit_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "loop.yaml"
    path.write_text(MINIMAL + "# " + "x" * 10_000_000)
    with pytest.raises(ConfigError, match="larger") as refusal:
        load(str(path))
    assert str(path) in str(refusal.value)


def test_a_folder_a_pipe_and_a_missing_file_are_refused_at_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.yaml"
    os.mkfifo(pipe)
    for path in (tmp_path, pipe, tmp_path / "nowhere.yaml", Path("\0"), Path("\0/a.yaml")):
        with pytest.raises(ConfigError) as refusal:
            load(str(path))
        assert str(refusal.value).startswith(str(path))


def test_the_path_of_no_file_is_answered_with_the_configs_of_nearly_that_name(tmp_path: Path) -> None:
    for name in ("loop.yaml", "loop.md", "loop.py"):
        (tmp_path / name).write_text(MINIMAL)
    with pytest.raises(ConfigError) as refusal:
        load(str(tmp_path / "loop.yml"))
    assert refusal.value.faults[0].hint.startswith(f"did you mean {tmp_path / 'loop.yaml'}")
    assert "loop.py" not in str(refusal.value)
    with pytest.raises(ConfigError, match=f"there is no folder {tmp_path / 'lost'}"):
        load(str(tmp_path / "lost" / "loop.yaml"))


def test_a_file_that_is_not_utf8_is_refused_with_the_place(tmp_path: Path) -> None:
    path = tmp_path / "loop.yaml"
    path.write_bytes(b"name: n\ndescription: caf\xe9\n")
    with pytest.raises(ConfigError, match="UTF-8") as refusal:
        load(str(path))
    assert (refusal.value.line, refusal.value.column) == (2, 17)


@pytest.mark.parametrize(
    ("name", "head"),
    [("loop.md", "\ufeff# n\r\n- goals: []\r\n- validations:\r\n"), ("l", "\ufeff" + MINIMAL)],
)
def test_a_byte_order_mark_is_dropped(tmp_path: Path, name: str, head: str) -> None:
    path = tmp_path / name
    path.write_bytes(head.encode())
    assert load(str(path)).name == "n"


@pytest.mark.parametrize(
    ("name", "works"), [("a.MD", True), ("a.markdown", True), ("a.md.txt", False), ("md", False)]
)
def test_the_file_name_chooses_the_grammar(tmp_path: Path, name: str, works: bool) -> None:
    path = tmp_path / name
    path.write_text("# n\n- goals: []\n- validations: []\n")
    if works:
        assert load(str(path)).name == "n"
    else:
        with pytest.raises(ConfigError):
            load(str(path))
