"""`match` as an expression, and the heads of arms that statements share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.syntax.nodes import Arm, Await, Match, VariantArm
from loomsmith.ddd.syntax.parser.expressions import FORMS, expression, name_chain
from loomsmith.ddd.syntax.parser.types import type_atom
from loomsmith.ddd.vocabulary.words import PLAIN_NAME

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from loomsmith.ddd.syntax.nodes import Expr
    from loomsmith.ddd.syntax.parser.cursor import Cursor


def _match(c: Cursor, tail: int) -> Expr:
    """`match { condition => value ... else => value }` or `match subject { Type name => value ... }`."""
    start = c.at
    c.at += 1
    subject = None if c.kinds[c.at] == "{" else scrutinee(c)
    c.expect("{", "that opens the arms of 'match'")
    arm: Callable[[Cursor], Arm | VariantArm] = _condition_arm if subject is None else _variant_arm
    arms: list[Arm | VariantArm] = []
    otherwise: Expr | None = None
    kinds = c.kinds
    while kinds[c.at] != "}":
        if kinds[c.at] == "else":
            c.at += 1
            c.expect("=>", "after 'else'")
            otherwise = expression(c)
            c.match(",")
            if kinds[c.at] != "}":
                c.fail("'else' is the last arm of 'match': expected '}'")
            break
        arms.append(arm(c))
        c.match(",")
    c.expect("}")
    return c.finish(Match(subject, arms, otherwise), start)


def scrutinee(c: Cursor) -> Expr:
    """`"await"? NameChain`."""
    start = c.at
    # `await` is no name here, whatever follows.
    if c.match("await"):
        return c.finish(Await(name_chain(c)), start)
    return name_chain(c)


def _condition_arm(c: Cursor) -> Arm:
    start = c.at
    condition = expression(c, lambdas=False)
    c.expect("=>", "between a condition and its value")
    return c.finish(Arm(condition, expression(c)), start)


def _variant_arm(c: Cursor) -> VariantArm:
    start = c.at
    variant, binding, spans = variant_head(c)
    return c.finish(VariantArm(variant, binding, expression(c)), start, **spans)


def variant_head(c: Cursor) -> Any:
    """`TypeAtom Id? "=>"`: the type, the binding or `None`, and the spans to give the arm."""
    variant = type_atom(c)
    at = c.at
    if c.kinds[at] == "=>":
        c.at += 1
        return variant, None, {}
    name = c.name(PLAIN_NAME, "the value of the arm")
    c.expect("=>", "after the type of the arm")
    return variant, c.word(name), {"binding": c.span(name)}


FORMS["match"] = _match
