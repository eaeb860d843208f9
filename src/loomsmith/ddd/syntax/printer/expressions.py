"""Types, statements and expressions as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.printer.layout import (
    PRINTERS,
    STEP,
    UNBROKEN,
    block,
    listed,
    prints,
    quoted,
    show,
    template_text,
    with_commas,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

# Types


@prints(n.TypeRef)
def _type(node: n.TypeRef, indent: int) -> str:
    return " or ".join(show(atom, indent) for atom in (node.head, *node.alternatives))


@prints(n.TypeAtom)
def _type_atom(node: n.TypeAtom, indent: int) -> str:
    base = " ".join([show(node.base, indent), *node.carriers])
    return f"{base}{'[]' if node.array else ''}{'?' if node.optional else ''}"


@prints(n.PrimitiveType)
def _primitive_type(node: n.PrimitiveType, indent: int) -> str:
    return node.name


@prints(n.SlotType)
def _slot_type(node: n.SlotType, indent: int) -> str:
    return "slot"


@prints(n.ActionType)
def _action_type(node: n.ActionType, indent: int) -> str:
    return "action" if node.arg is None else f"action({show(node.arg, indent)})"


@prints(n.SelfIdType)
def _self_id_type(node: n.SelfIdType, indent: int) -> str:
    return "Self id"


@prints(n.IdType)
def _id_type(node: n.IdType, indent: int) -> str:
    return f"{node.target.text} id"


@prints(n.NamedType)
def _named_type(node: n.NamedType, indent: int) -> str:
    return node.target.text


@prints(n.MissingType, n.Missing)
def _missing(node: n.MissingType | n.Missing, indent: int) -> str:
    return ""


# Statements


def statements(header: str, body: Sequence[n.Stmt], indent: int) -> str:
    """`header { ... }` with one statement a line."""
    return block(header, [show(statement, indent + STEP) for statement in body], indent)


def message(text: str | None) -> str:
    """A ` message "..."` clause, or nothing."""
    return "" if text is None else f" message {quoted(text)}"


@prints(n.Precondition)
def _precondition(node: n.Precondition, indent: int) -> str:
    return f"precondition {show(node.expr, indent)}{message(node.message)}"


@prints(n.Requires, n.RequiresProp)
def _requires(node: n.Requires | n.RequiresProp, indent: int) -> str:
    return f"requires {show(node.expr, indent)}"


@prints(n.Let)
def _let(node: n.Let, indent: int) -> str:
    return f"let {node.name} = {show(node.expr, indent)}"


@prints(n.Emit)
def _emit(node: n.Emit, indent: int) -> str:
    return f"emit {_fields(f'{node.event.text} {{', node.fields, indent)}"


@prints(n.For)
def _for(node: n.For, indent: int) -> str:
    return statements(f"for {node.var} in {show(node.source, indent)}", node.body, indent)


@prints(n.IfLet)
def _if_let(node: n.IfLet, indent: int) -> str:
    text = statements(f"if let {node.var} = {show(node.source, indent)}", node.then_body, indent)
    return text if node.else_body is None else statements(f"{text} else", node.else_body, indent)


@prints(n.Return)
def _return(node: n.Return, indent: int) -> str:
    return f"return {show(node.value, indent)}"


@prints(n.MatchStatement)
def _match_statement(node: n.MatchStatement, indent: int) -> str:
    arms = [show(arm, indent + STEP) for arm in node.arms]
    if node.else_body is not None:
        arms.append(_arm_body("else", node.else_body, indent + STEP))
    return block(f"match {show(node.subject, indent)}", with_commas(arms), indent)


@prints(n.StmtArm)
def _statement_arm(node: n.StmtArm, indent: int) -> str:
    return _arm_body(_pattern(node, indent), node.body, indent)


def _pattern(arm: n.StmtArm | n.VariantArm, indent: int) -> str:
    variant = show(arm.variant, indent)
    return variant if arm.binding is None else f"{variant} {arm.binding}"


def _arm_body(pattern: str, body: Sequence[n.Stmt], indent: int) -> str:
    if len(body) == 1:
        statement = show(body[0], indent)
        if "\n" not in statement:
            return f"{pattern} => {statement}"
    return statements(f"{pattern} =>", body, indent)


@prints(n.AssignOrCall)
def _assign_or_call(node: n.AssignOrCall, indent: int) -> str:
    text = ".".join(node.path)
    if node.call:
        text = listed(f"{text}(", [show(arg, indent + STEP) for arg in node.args], ")", indent)
    return text if node.op is None or node.value is None else f"{text} {node.op} {show(node.value, indent)}"


@prints(n.Expect)
def _expect(node: n.Expect, indent: int) -> str:
    text = show(node.expr, indent)
    return f"expect{text}" if text.startswith("(") else f"expect {text}"


# Expressions


@prints(n.Lambda)
def _lambda(node: n.Lambda, indent: int) -> str:
    if node.block is not None:
        return statements(f"{node.param} =>", node.block, indent)
    return f"{node.param} => {show(node.expr, indent) if node.expr is not None else ''}"


@prints(n.Match)
def _match(node: n.Match, indent: int) -> str:
    header = "match" if node.subject is None else f"match {show(node.subject, indent)}"
    arms = [show(arm, indent + STEP) for arm in node.arms]
    if node.else_expr is not None:
        arms.append(f"else => {show(node.else_expr, indent + STEP)}")
    return block(header, with_commas(arms), indent)


@prints(n.Arm)
def _arm(node: n.Arm, indent: int) -> str:
    return f"{show(node.condition, indent)} => {show(node.value, indent)}"


@prints(n.VariantArm)
def _variant_arm(node: n.VariantArm, indent: int) -> str:
    return f"{_pattern(node, indent)} => {show(node.value, indent)}"


@prints(n.Await)
def _await(node: n.Await, indent: int) -> str:
    return f"await {show(node.inner, indent)}"


@prints(n.Ternary)
def _ternary(node: n.Ternary, indent: int) -> str:
    return " ".join(
        [show(node.condition, indent), "?", show(node.then_expr, indent), ":", show(node.else_expr, indent)]
    )


@prints(n.Chain)
def _chain(node: n.Chain, indent: int) -> str:
    parts = [show(node.head, indent)]
    for op, operand in zip(node.ops, node.rest, strict=True):
        parts += (op, show(operand, indent))
    return " ".join(parts)


@prints(n.Unary)
def _unary(node: n.Unary, indent: int) -> str:
    return f"{node.op}{show(node.operand, indent)}"


@prints(n.Postfix)
def _postfix(node: n.Postfix, indent: int) -> str:
    # A call is measured from the start of its chain, which is what names it.
    text = show(node.head, indent)
    parts = [text]
    column = indent
    for suffix in node.suffixes:
        break_ = text.rfind("\n")
        column = column + len(text) if break_ < 0 else len(text) - break_ - 1
        if isinstance(suffix, n.CallSuffix):
            text = _arguments("(", suffix.args, ")", indent, column=column)
        elif suffix.call:
            text = _arguments(f".{suffix.member}(", suffix.args, ")", indent, column=column)
        else:
            text = f".{suffix.member}"
        parts.append(text)
    if node.ignoring is not None:
        parts.append(f" {show(node.ignoring, indent)}")
    return "".join(parts)


def _arguments(
    opening: str,
    args: Sequence[n.Arg],
    closing: str,
    indent: int,
    pad: str = "",
    column: int | None = None,
) -> str:
    deeper = indent + STEP
    items = [
        PRINTERS[type(arg.value)](arg.value, deeper)
        if arg.name is None
        else f"{arg.name}: {PRINTERS[type(arg.value)](arg.value, deeper)}"
        for arg in args
    ]
    return listed(opening, items, closing, indent, pad, column)


@prints(n.MemberSuffix)
def _member_suffix(node: n.MemberSuffix, indent: int) -> str:
    return _arguments(f".{node.member}(", node.args, ")", indent) if node.call else f".{node.member}"


@prints(n.CallSuffix)
def _call_suffix(node: n.CallSuffix, indent: int) -> str:
    return _arguments("(", node.args, ")", indent)


@prints(n.Ignoring)
def _ignoring(node: n.Ignoring, indent: int) -> str:
    return f"ignoring {'*' if node.all else ', '.join(node.capabilities)}"


@prints(n.Arg)
def _arg(node: n.Arg, indent: int) -> str:
    value = show(node.value, indent)
    return value if node.name is None else f"{node.name}: {value}"


@prints(n.Builder)
def _builder(node: n.Builder, indent: int) -> str:
    return _arguments(f"{node.type} {{", node.entries, "}", indent, " ")


@prints(n.Object)
def _object(node: n.Object, indent: int) -> str:
    return _fields("{", node.fields, indent)


def _fields(opening: str, fields: Sequence[n.NamedValue], indent: int) -> str:
    deeper = indent + STEP
    items = [f"{field.name}: {PRINTERS[type(field.value)](field.value, deeper)}" for field in fields]
    return listed(opening, items, "}", indent, " ")


@prints(n.NamedValue, n.MenuEntry, n.RequirementProp)
def _named_value(node: n.NamedValue | n.MenuEntry | n.RequirementProp, indent: int) -> str:
    return f"{node.name}: {show(node.value, indent)}"


@prints(n.Paren)
def _paren(node: n.Paren, indent: int) -> str:
    return f"({PRINTERS[type(node.inner)](node.inner, indent)})"


@prints(n.ListLiteral)
def _list(node: n.ListLiteral, indent: int) -> str:
    deeper = indent + STEP
    return listed("[", [PRINTERS[type(item)](item, deeper) for item in node.elements], "]", indent)


@prints(n.TemplateString)
def _template(node: n.TemplateString, indent: int) -> str:
    parts = [template_text(node.texts[0])]
    for hole, text in zip(node.holes, node.texts[1:], strict=True):
        parts += (show(hole, UNBROKEN), template_text(text))
    return f"`{''.join(parts)}`"


@prints(n.Hole)
def _hole(node: n.Hole, indent: int) -> str:
    return f"{{{show(node.value, UNBROKEN)}{node.format or ''}}}"


@prints(n.StringLiteral)
def _string(node: n.StringLiteral, indent: int) -> str:
    return quoted(node.value)


@prints(n.IntLiteral, n.DecimalLiteral)
def _number(node: n.IntLiteral | n.DecimalLiteral, indent: int) -> str:
    return node.text


@prints(n.BoolLiteral)
def _bool(node: n.BoolLiteral, indent: int) -> str:
    return "true" if node.value else "false"


@prints(n.NullLiteral)
def _null(node: n.NullLiteral, indent: int) -> str:
    return "null"


@prints(n.MoneyLiteral)
def _money(node: n.MoneyLiteral, indent: int) -> str:
    return f"money({quoted(node.text)})"


@prints(n.Conversion)
def _conversion(node: n.Conversion, indent: int) -> str:
    return listed(f"{node.target}(", [show(node.value, indent + STEP)], ")", indent)


@prints(n.Now)
def _now(node: n.Now, indent: int) -> str:
    return "now()"


@prints(n.This)
def _this(node: n.This, indent: int) -> str:
    return "this"


@prints(n.IdExpr)
def _id(node: n.IdExpr, indent: int) -> str:
    return "id"


@prints(n.NameRef)
def _name(node: n.NameRef, indent: int) -> str:
    return node.name


@prints(n.RetrievalLiteral)
def _retrieval_literal(node: n.RetrievalLiteral, indent: int) -> str:
    return block("retrieval", retrieval_clauses(node, indent + STEP), indent)


def retrieval_clauses(node: n.RetrievalLiteral | n.Retrieval, indent: int) -> list[str]:
    """The clauses between the braces of a retrieval, in their fixed order."""
    clauses = [f"where: {show(node.where, indent)}"]
    for key, paths in (("sort", node.sort), ("loads", node.loads)):
        if paths:
            clauses.append(
                f"{key}: {listed('[', [show(path, indent + STEP) for path in paths], ']', indent)}"
            )
    return clauses


@prints(n.SortItem)
def _sort_item(node: n.SortItem, indent: int) -> str:
    path = show(node.path, indent)
    return path if node.direction is None else f"{path} {node.direction}"


@prints(n.LoadPath)
def _load_path(node: n.LoadPath, indent: int) -> str:
    segments = [show(segment, indent) for segment in node.segments]
    return ".".join(["this", *segments] if node.from_this else segments)


@prints(n.LoadSegment)
def _load_segment(node: n.LoadSegment, indent: int) -> str:
    return f"{node.name}[]" if node.many else node.name
