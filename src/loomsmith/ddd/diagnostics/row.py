"""The rows of the diagnostics table."""

from __future__ import annotations

from dataclasses import dataclass

PARSE = "parse"
LINK = "scope-link"
AST = "ast-validate"
IR = "ir-validate"
PHASES = (PARSE, LINK, AST, IR)

ERROR = "error"
WARNING = "warning"
INFO = "info"
SEVERITIES = (ERROR, WARNING, INFO)

Variant = tuple[str, str]
"""A phase and a severity in which a code may be told."""

PARSE_ERROR: Variant = (PARSE, ERROR)
LINK_ERROR: Variant = (LINK, ERROR)
AST_ERROR: Variant = (AST, ERROR)
AST_WARNING: Variant = (AST, WARNING)
AST_INFO: Variant = (AST, INFO)
IR_ERROR: Variant = (IR, ERROR)
IR_WARNING: Variant = (IR, WARNING)
IR_INFO: Variant = (IR, INFO)


@dataclass(frozen=True, slots=True)
class Row:
    """One code: what it means, for people who met it, and in which phases and severities it is told.

    `explanation` is prose in whole sentences: its first sentence says what is wrong, the others why the rule
    exists and what to do. `wrong` is a short model that raises the code and `right` the same model put right,
    both complete, since tests validate them; either may be empty where no text of a user can show it.
    Neither names the code or the severity again. Most codes are errors of the checks on the tree, hence the
    default of `variants`.
    """

    code: str
    explanation: str
    wrong: str = ""
    right: str = ""
    variants: tuple[Variant, ...] = (AST_ERROR,)
