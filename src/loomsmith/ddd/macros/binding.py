"""The arguments of a call, matched with the parameters of its macro."""

from __future__ import annotations

from dataclasses import dataclass

from loomsmith.base.nearest import nearest_names
from loomsmith.ddd.diagnostics import Diagnostic, at_source
from loomsmith.ddd.macros.directory import Directory
from loomsmith.ddd.macros.macro import AnyMacro, Argument, Flag, Parameter, Reference
from loomsmith.ddd.syntax.node import Node, field_span
from loomsmith.ddd.syntax.nodes import MacroArg, MacroCall, MacroRef

_WANTED = {
    "Flag": "`true` or `false`",
    "Reference": "one name",
    "References": "a list of names in brackets",
}


@dataclass(frozen=True, slots=True)
class Binding:
    """The values that could be bound, defaults included, and what is wrong with the rest.

    Only a binding without faults is complete and may be expanded.
    """

    values: dict[str, Argument]
    faults: tuple[Diagnostic, ...]


def bind(call: MacroCall, macro: AnyMacro, directory: Directory) -> Binding:
    """The arguments of `call` as `macro` takes them, references resolved."""
    values = macro.defaults()
    parameters = {parameter.name: parameter for parameter in macro.parameters}
    faults: list[Diagnostic] = []
    seen: set[str] = set()
    for arg in call.args:
        parameter = parameters.get(arg.name)
        if parameter is None:
            faults.append(_unknown(arg, macro))
            continue
        if arg.name in seen:
            message = f"'{arg.name}' is given twice; keep one of the two"
            faults.append(at_source("loom.macro-arg-duplicate", message, field_span(arg, "name")))
            break
        seen.add(arg.name)
        value = _value(arg, parameter, directory, faults)
        if value is not None:
            values[arg.name] = value
    for name, parameter in parameters.items():
        if isinstance(parameter, Reference) and name not in values and not _was_cut_short(faults):
            message = f"{macro.name} needs '{name}', {_kind(parameter.target)}: {macro.name}({name}: ...)"
            faults.append(at_source("loom.macro-arg-missing", message, call.span))
    return Binding(values, tuple(faults))


def _was_cut_short(faults: list[Diagnostic]) -> bool:
    """Whether an argument given twice ended the binding, so that later parameters were never looked at."""
    return bool(faults) and faults[-1].code == "loom.macro-arg-duplicate"


def _unknown(arg: MacroArg, macro: AnyMacro) -> Diagnostic:
    known = [parameter.name for parameter in macro.parameters]
    near = nearest_names(arg.name, known, 1)
    if not known:
        advice = f"{macro.name} takes no arguments"
    elif near:
        advice = f"did you mean '{near[0]}'?"
    else:
        advice = f"it takes {', '.join(known)}"
    message = f"{macro.name} has no parameter '{arg.name}'; {advice}"
    return at_source("loom.macro-arg-unknown", message, field_span(arg, "name"))


def _value(
    arg: MacroArg, parameter: Parameter, directory: Directory, faults: list[Diagnostic]
) -> Argument | None:
    """The value of an argument, or `None` with the fault noted."""
    place, value = field_span(arg, "value"), arg.value
    if isinstance(parameter, Flag) and isinstance(value, bool):
        return value
    if isinstance(parameter, Reference) and isinstance(value, MacroRef):
        found = directory.find(parameter.target, value.text)
        if found is None:
            faults.append(_unresolved(value.text, parameter.target, directory, arg))
        return found
    if not isinstance(parameter, (Flag, Reference)) and isinstance(value, list):
        declared = [(ref.text, directory.find(parameter.target, ref.text)) for ref in value]
        faults.extend(
            _unresolved(text, parameter.target, directory, arg) for text, found in declared if found is None
        )
        return [found for _, found in declared if found is not None]
    wanted = _WANTED[type(parameter).__name__]
    message = f"'{arg.name}' takes {wanted}, not {_shown(value)}"
    faults.append(at_source("loom.macro-arg-kind-mismatch", message, place))
    return None


def _unresolved(text: str, kind: type[Node], directory: Directory, arg: MacroArg) -> Diagnostic:
    near = nearest_names(text, directory.declared[kind], 1)
    advice = f"; did you mean '{near[0]}'?" if near else ""
    message = f"there is no {kind.__name__.lower()} '{text}' in this file{advice}"
    return at_source("loom.macro-arg-unresolved-ref", message, field_span(arg, "value"))


def _kind(kind: type[Node]) -> str:
    word = kind.__name__.lower()
    return f"the name of {'an' if word[0] in 'aeiou' else 'a'} {word}"


def _shown(value: str | int | bool | MacroRef | list[MacroRef]) -> str:
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, MacroRef):
        return "a single name"
    if isinstance(value, list):
        return "a list"
    return "a text" if isinstance(value, str) else "a number"
