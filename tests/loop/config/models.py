"""Hypothesis strategies for configs, made from the table of fields, so that they cover every field."""

from typing import Any

from hypothesis import strategies as st

from loomsmith.loop.config.kinds import (
    FieldSpec,
    Flag,
    Integer,
    Kind,
    ListOf,
    MapOf,
    Real,
    Record,
    Tagged,
    Text,
    Word,
    fields_of,
)
from loomsmith.loop.config.model import Config

TRICKY = [
    '', ' ', '42', '4.0', 'true', 'yes', 'null', '~', 'a: b', '- a', '-', 'a\nb', 'a\n\nb', 'a\n  b',
    'a\n- b', '\n', 'a\n', ' a', 'a ', 'a\r', 'a\r\nb', '# x', 'a # b', '[x] y', '[a]', '{a: b}', '"q"',
    "'q'", '*a', '&a b', '!t a', '! 5', '%a', '@a', '`a`', '|', '>', '? a', ': a', 'a:', '--- a', '---',
    '...', '```', '```\na', '<<', '\\d+', '\t', '(?m)^## ', 'é', '\x85', '\u2028', '\ufeff', '\x00', '\x1f',
    '\x7f', '\uffff', '😀', 'a\x85b', 'a\n```\nb', '0x10', '017', '1e400', '.inf', '2026-01-02', '12:30',
    'global:', 'a: ', 'a -> b', 'n:', 'two words', 'a\u3000',
]  # fmt: skip

CHARACTERS = st.characters(codec="utf-8") | st.sampled_from(
    "ab:-#\"'\\[]{},&*!|>%@` \t\n\r\x85\u2028\ufeff\x00"
)
STRINGS = st.sampled_from(TRICKY) | st.text(CHARACTERS, max_size=12)
KEYS = STRINGS.filter(lambda key: len(key.encode()) <= 512) | st.just("k" * 512) | st.just("\x01" * 400)


def of_kind(kind: Kind) -> st.SearchStrategy[Any]:
    """Values of a kind."""
    match kind:
        case Text(optional):
            return st.none() | STRINGS if optional else STRINGS
        case Integer(_, lowest, highest, optional):
            numbers = st.integers(lowest, highest) | st.integers(lowest, min(highest, 9))
            return st.none() | numbers if optional else numbers
        case Real(optional):
            reals = st.floats(allow_nan=False, allow_infinity=False) | st.sampled_from(
                [0.0, -0.0, 1.0, 1e-7, 1e300]
            )
            return st.none() | reals if optional else reals
        case Flag():
            return st.booleans()
        case Word(words):
            return st.sampled_from(words)
        case ListOf(member):
            return st.lists(of_kind(member), max_size=3).map(tuple)
        case MapOf(value):
            return st.dictionaries(KEYS, of_kind(value), max_size=3)
        case Record(record):
            return of_record(record)
        case Tagged(_, variants):
            return st.one_of(*(of_record(variant) for variant in variants))


def of_record(record: Any) -> st.SearchStrategy[Any]:
    """Records with each field at its default or anything else."""
    return st.builds(record, **{spec.attribute: _of_field(spec) for spec in fields_of(record)})


def _of_field(spec: FieldSpec) -> st.SearchStrategy[Any]:
    values = of_kind(spec.kind)
    return values if spec.required else st.just(spec.default) | values


CONFIGS: st.SearchStrategy[Config] = of_record(Config)
