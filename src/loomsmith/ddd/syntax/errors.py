"""Faults of syntax, as lexer and parser report them."""

from __future__ import annotations

from dataclasses import dataclass

from loomsmith.ddd.text import Span

LEX_ERROR = "loom.lex-error"
PARSE_ERROR = "loom.parse-error"


@dataclass(frozen=True, slots=True)
class SyntaxFault:
    """One syntactic fault: its code, the offsets of what cannot stand there, and what to do about it."""

    code: str
    span: Span
    message: str
