"""Offsets and positions of a source text."""

from hypothesis import given
from hypothesis import strategies as st

from budgets import examples
from loomsmith.ddd.text import Source, cut_utf16, utf16_length

TEXTS = st.text(alphabet="ab\t\r\n\ufeff\U0001f600\ud800é", max_size=40)


def test_lines_end_at_lf_at_cr_lf_and_at_a_lone_cr():
    source = Source("a\nb\r\nc\rd\n")
    assert source.line_starts == [0, 2, 5, 7, 9]
    assert [source.line_text(line) for line in range(source.line_count)] == ["a", "b", "c", "d", ""]


def test_an_empty_text_has_one_empty_line():
    source = Source("")
    assert source.line_count == 1
    assert source.position(0) == (0, 0)
    assert source.offset(0, 0) == 0


def test_a_character_beyond_the_basic_plane_counts_two_units_and_a_tab_one():
    source = Source("\t\U0001f600x\n\U0001f600\U0001f600y")
    assert source.position(1) == (0, 1)
    assert source.position(2) == (0, 3)
    assert source.position(6) == (1, 4)
    assert source.offset(0, 3) == 2
    assert source.offset(1, 4) == 6


def test_a_character_inside_a_surrogate_pair_counts_as_its_start():
    assert Source("a\U0001f600b").offset(0, 2) == 1


def test_a_byte_order_mark_is_a_character_of_the_first_line():
    assert Source("\ufeffsystem").position(1) == (0, 1)


def test_offsets_and_positions_beyond_the_text_count_as_its_ends():
    source = Source("ab\ncd")
    assert source.position(99) == (1, 2)
    assert source.position(-3) == (0, 0)
    assert source.offset(7, 3) == 5
    assert source.offset(-1, 3) == 0
    assert source.offset(0, 99) == 2
    assert source.offset(0, -5) == 0


def test_a_range_covers_both_ends_of_a_span():
    assert Source("ab\ncd").range((1, 4)) == ((0, 1), (1, 1))


def test_a_cut_splits_no_character():
    assert cut_utf16("a\U0001f600b", 2) == "a"
    assert cut_utf16("a\U0001f600b", 3) == "a\U0001f600"
    assert cut_utf16("abc", 10) == "abc"


@given(TEXTS, st.integers(0, 20))
@examples(200)
def test_a_cut_is_the_longest_start_that_fits(text, units):
    cut = cut_utf16(text, units)
    assert text.startswith(cut)
    assert utf16_length(cut) <= units
    assert cut == text or utf16_length(text[: len(cut) + 1]) > units


@given(TEXTS)
@examples(200)
def test_positions_agree_with_counting_by_hand(text):
    source = Source(text)
    line = character = 0
    for offset, letter in enumerate(text):
        assert source.position(offset) == (line, character)
        assert source.line_of(offset) == line
        if letter == "\n" or (letter == "\r" and text[offset + 1 : offset + 2] != "\n"):
            line, character = line + 1, 0
        else:
            character += 2 if letter > "\uffff" else 1
    assert source.position(len(text)) == (line, character)
    assert source.line_count == line + 1


@given(TEXTS)
@examples(200)
def test_a_position_leads_back_to_its_offset_within_a_line(text):
    source = Source(text)
    for line in range(source.line_count):
        start, end = source.line_span(line)
        for offset in range(start, end + 1):
            assert source.offset(*source.position(offset)) == offset
