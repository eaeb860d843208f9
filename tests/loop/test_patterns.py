"""Patterns are RE2's, less what other engines read differently."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgets import examples
from loomsmith.loop.patterns import PatternError, compile_pattern


@pytest.mark.parametrize(
    "source",
    [
        "[a&&b]",
        "[a--b]",
        "[a~~b]",
        "[^]&&a]",
        "[[:alpha:]--x]",
        r"[\]&&a]",
        r"\<a",
        r"a\>",
        r"\b{start}x",
        "x[--a]",
    ],
)
def test_what_engines_read_differently_is_refused(source: str) -> None:
    with pytest.raises(PatternError, match="different things to different engines"):
        compile_pattern(source)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("a&&b", "a&&b"),
        ("a--b", "a--b"),
        (r"\\<a", "\\<a"),
        (r"\Q[a--b]\E", "[a--b]"),
        (r"[a&\&b]", "&"),
        ("[&]&", "&&"),
    ],
)
def test_the_same_signs_elsewhere_are_themselves(source: str, text: str) -> None:
    assert compile_pattern(source).found_in(text)


@pytest.mark.parametrize("source", ["(?x)a b", "a{1001}", "(a)\\1", "(?=a)", "[", "(" * 2000])
def test_what_the_engine_does_not_know_is_refused_with_its_reason(
    source: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(PatternError, match="is not accepted: "):
        compile_pattern(source)
    assert capfd.readouterr() == ("", "")


def test_a_pattern_that_defeats_backtracking_is_answered_at_once() -> None:
    assert not compile_pattern("(a+)+$").found_in("a" * 100_000 + "b")
    assert not compile_pattern("(?:a?){500}a{500}b").found_in("a" * 500)


@examples(150)
@given(st.text("ab[]^-&~\\<>{}()*+?|:Qb0sdE.", max_size=20), st.text(max_size=10))
def test_any_pattern_is_compiled_or_refused(source: str, text: str) -> None:
    with suppress(PatternError):
        compile_pattern(source).found_in(text)
