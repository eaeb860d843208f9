"""Unfolding: what one call in a `with` clause adds, written out as source, one level deep.

The members that the macro itself adds are printed into the declarations that get them; macros that it would
run become calls in the `with` clauses of their hosts; and the call goes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from loomsmith.ddd.editing.placement import before_blanks, members_edit, opening_brace, with_keyword
from loomsmith.ddd.editing.splice import TextEdit, splice
from loomsmith.ddd.macros.binding import bind
from loomsmith.ddd.macros.capabilities import capability_named, copies_for
from loomsmith.ddd.macros.directory import member_list
from loomsmith.ddd.macros.library import MACROS
from loomsmith.ddd.macros.macro import HOST_WORDS, Add, AnyMacro, Argument, Host, Run, Step
from loomsmith.ddd.syntax import parse
from loomsmith.ddd.syntax.node import Node, members_of
from loomsmith.ddd.syntax.nodes import Aggregate, Api, Area, Capability, Context, MacroCall, Ui
from loomsmith.ddd.text import Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from loomsmith.ddd.macros.expander import Expansion

NOT_FOUND = "not-found"
CANNOT_UNFOLD = "cannot-unfold"


@dataclass(frozen=True, slots=True)
class Unfolding:
    """The edits in the order in which they are told, with a title for people; offsets of the source."""

    title: str
    edits: tuple[TextEdit, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a call was not unfolded: `not-found`, then with the names that are there, or `cannot-unfold`."""

    error: str
    message: str
    candidates: tuple[str, ...] | None = None


class _CannotUnfold(Exception):
    """A call is there but cannot be written out; the text says why."""


def unfold(source: Source, expansion: Expansion, macro: str, host: Node) -> Unfolding | Refusal:
    """Write out the first call of `macro` in the `with` clause of `host`, a node of the expanded tree."""
    name = getattr(host, "name", "")
    calls = host.with_calls if isinstance(host, (Aggregate, Context, Ui, Api)) else []
    call = next((call for call in calls if call.name == macro), None)
    if call is None or not isinstance(host, (Aggregate, Context, Ui, Api)):
        present = tuple(sorted(call.name for call in calls))
        have = f"; it has {', '.join(present)}" if present else ", which is empty or cannot be"
        return Refusal(NOT_FOUND, f"there is no '{macro}' in the with clause of '{name}'{have}", present)
    try:
        edits = _edits(source, host, call, _written(expansion, host, call))
        _check_syntax(source, edits)
        return Unfolding(f"Unfold {macro} on {name}", tuple(edits))
    except _CannotUnfold as reason:
        return Refusal(CANNOT_UNFOLD, str(reason))


@dataclass(frozen=True, slots=True)
class _Written:
    """What comes in the place of a call: members by destination, calls on the host, calls on others."""

    members: dict[Node, list[Node]]
    host_calls: list[str]
    other_calls: dict[Node, list[str]]


def _written(expansion: Expansion, host: Host, call: MacroCall) -> _Written:
    """What `call` stands for."""
    if isinstance(host, Api):
        raise _CannotUnfold("calls on an api cannot be unfolded")
    macro = MACROS.get(call.name)
    if macro is not None:
        return _by_destination(host, _steps(expansion, host, call, macro))
    capability = capability_named(call.name, expansion.directory)
    if capability is None:
        raise _CannotUnfold(f"'{call.name}' is neither a macro nor a capability")
    if isinstance(host, Ui):
        raise _CannotUnfold(f"'{call.name}' is a capability, and a ui has no fields")
    return _by_destination(host, _copies(host, capability))


def _steps(expansion: Expansion, host: Host, call: MacroCall, macro: AnyMacro) -> Iterable[Step]:
    if not isinstance(host, macro.host):
        wanted, here = HOST_WORDS[macro.host], HOST_WORDS[type(host)]
        raise _CannotUnfold(
            f"{macro.name} is for the kind {wanted} and cannot be unfolded on the kind {here}"
        )
    binding = bind(call, macro, expansion.directory)
    if binding.faults and macro.takes_references:
        raise _CannotUnfold(binding.faults[0].message)
    # Pages show the fields that an aggregate has in the end; all else comes as expansion gave it.
    if isinstance(host, Ui):
        return macro.run(host, binding.values, expansion.directory)
    return expansion.steps[call]


def _copies(host: Aggregate | Context, capability: Capability) -> Iterable[Step]:
    aggregates = [host] if isinstance(host, Aggregate) else members_of(host, Aggregate)
    if not capability.members:
        raise _CannotUnfold(f"capability '{capability.name}' has no members")
    if not aggregates:
        raise _CannotUnfold("the context has no aggregates to write the members into")
    return [Add(aggregate, tuple(copies_for(capability, aggregate.name))) for aggregate in aggregates]


def _by_destination(host: Host, steps: Iterable[Step]) -> _Written:
    written = _Written({}, [], {})
    for step in steps:
        if isinstance(step, Run):
            calls = written.host_calls if step.host is host else written.other_calls.setdefault(step.host, [])
            calls.append(_call_text(step))
            continue
        for destination, member in _not_by_hand(step.host, step.members):
            written.members.setdefault(destination, []).append(member)
    return written


def _not_by_hand(host: Node, members: Sequence[Node]) -> Iterator[tuple[Node, Node]]:
    """The members whose names are not taken by hand, each with where it goes; areas of one name merge."""
    by_hand = [member for member in member_list(host) if member.span is not None]
    taken = {getattr(member, "name", None) for member in by_hand} - {None}
    areas = {member.name: member for member in reversed(by_hand) if isinstance(member, Area)}
    for member in members:
        name = getattr(member, "name", None)
        if isinstance(member, Area) and member.name in areas:
            yield from _not_by_hand(areas[member.name], member.members)
        elif name not in taken:
            if name is not None:
                taken.add(name)
            yield host, member


def _call_text(step: Run) -> str:
    arguments = ", ".join(f"{name}: {_value_text(value)}" for name, value in step.values.items())
    return f"{step.macro.name}({arguments})" if arguments else step.macro.name


def _value_text(value: Argument) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join(_value_text(item) for item in value)}]"
    return str(getattr(value, "name", ""))


def _edits(source: Source, host: Host, call: MacroCall, written: _Written) -> list[TextEdit]:
    clauses = [_calls_edit(source, other, calls) for other, calls in written.other_calls.items()]
    bodies = []
    for destination, members in written.members.items():
        place = destination.span
        edit = members_edit(source, place, members, clauses) if place is not None else None
        if edit is None:
            name = getattr(destination, "name", "")
            raise _CannotUnfold(f"'{name}' has no closed body to write the members into")
        bodies.append(edit)
    apart = [edit for edit in clauses if not any(body.start <= edit.start < body.end for body in bodies)]
    return [*bodies, _clause_edit(source, host, call, written.host_calls), *apart]


def _check_syntax(source: Source, edits: Sequence[TextEdit]) -> None:
    """Refuse edits that bring syntax errors, as for a field whose name may be declared but not read."""
    faults = parse(Source(splice(source.text, edits))).faults
    if faults and len(faults) > len(parse(source).faults):
        raise _CannotUnfold(f"what it stands for cannot be written as source: {faults[0].message}")


def _clause_edit(source: Source, host: Host, call: MacroCall, new_calls: Sequence[str]) -> TextEdit:
    """The `with` clause without `call`, with calls added; gone if nothing is left."""
    keyword = with_keyword(source, host.span) if host.span is not None else None
    spans = [other.span for other in host.with_calls if other.span is not None]
    if keyword is None or not spans:
        raise _CannotUnfold(f"the with clause of '{host.name}' cannot be found in the text")
    texts = [source.text[span[0] : span[1]] for span in spans if span != call.span] + list(new_calls)
    if texts:
        return TextEdit(keyword, spans[-1][1], f"with {', '.join(texts)}")
    return TextEdit(before_blanks(source, keyword), spans[-1][1], "")


def _calls_edit(source: Source, host: Node, calls: Sequence[str]) -> TextEdit:
    """Calls added to the `with` clause of another declaration, which gets one if it has none."""
    text = ", ".join(calls)
    present = host.with_calls if isinstance(host, (Aggregate, Context, Ui, Api)) else []
    if present and present[-1].span is not None:
        end = present[-1].span[1]
        return TextEdit(end, end, f", {text}")
    brace = opening_brace(source, host.span) if host.span is not None else None
    if brace is None:
        raise _CannotUnfold(f"'{getattr(host, 'name', '')}' has no body before which a call could stand")
    place = before_blanks(source, brace)
    return TextEdit(place, place, f" with {text}")
