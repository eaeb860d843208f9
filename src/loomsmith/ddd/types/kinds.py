"""The types of expressions: small values that compare by what they mean.

    Primitive("int")        int long decimal money string bool datetime guid json File, and duration
    IdOf(node)              the identity of an aggregate or a part
    Declared(node)          an enum, value object, aggregate, part, event or payload
    Principal(system)       the current user of a system
    Array(element)  Optional(inner)
    SLOT  Action(argument)  what a component takes besides values
    NEVER  ANY  UNKNOWN     the bottom, the top, and "could not tell"

Every type may carry sensitivity tags; they play no part in equality. `show` gives the form in which a type is
told to people.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from loomsmith.ddd.syntax import nodes as n

NO_TAGS: frozenset[str] = frozenset()

Record = (
    n.Aggregate | n.Entity | n.ValueObject | n.Event | n.Payload | n.Projection | n.Workflow | n.Capability
)
"""The declarations whose values have members."""


@dataclass(frozen=True, slots=True)
class Type:
    """Any type; the tags say how sensitive a value is."""

    tags: frozenset[str] = field(default=NO_TAGS, compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Primitive(Type):
    """A built-in type, by its word; `duration` exists in expressions only."""

    name: str


@dataclass(frozen=True, slots=True)
class IdOf(Type):
    """A reference to an aggregate or a part by its identity."""

    target: n.Aggregate | n.Entity


@dataclass(frozen=True, slots=True)
class Declared(Type):
    """What a declaration of the model stands for."""

    declaration: n.Enum | Record


@dataclass(frozen=True, slots=True)
class Principal(Type):
    """The current user, whose claims the system declares."""

    system: n.System


@dataclass(frozen=True, slots=True)
class Array(Type):
    """Many values in order."""

    element: Type


@dataclass(frozen=True, slots=True)
class Optional(Type):
    """A value or `null`."""

    inner: Type


@dataclass(frozen=True, slots=True)
class Slot(Type):
    """A piece of a page, given to a component."""


@dataclass(frozen=True, slots=True)
class Action(Type):
    """Something to do, given to a component, perhaps with an argument."""

    argument: Type | None


@dataclass(frozen=True, slots=True)
class Never(Type):
    """No value: the inner type of `null`."""


@dataclass(frozen=True, slots=True)
class Anything(Type):
    """Accepts everything; no source has this type."""


@dataclass(frozen=True, slots=True)
class Unknown(Type):
    """Could not tell: no relation and no operator complains about it."""


INT, LONG, DECIMAL, MONEY, STRING, BOOL, DATETIME, GUID, JSON, FILE, DURATION = (
    Primitive(name)
    for name in (
        "int",
        "long",
        "decimal",
        "money",
        "string",
        "bool",
        "datetime",
        "guid",
        "json",
        "File",
        "duration",
    )
)
PRIMITIVES: dict[str, Primitive] = {
    primitive.name: primitive
    for primitive in (INT, LONG, DECIMAL, MONEY, STRING, BOOL, DATETIME, GUID, JSON, FILE)
}
"""The primitive types that can be written, by their word."""

SLOT, NEVER, ANY, UNKNOWN = Slot(), Never(), Anything(), Unknown()
NULL = Optional(NEVER)


def tagged(kind: Type, tags: frozenset[str]) -> Type:
    """The type with these tags added to its own."""
    return kind if tags <= kind.tags else replace(kind, tags=kind.tags | tags)


def is_numeric(kind: Type) -> bool:
    """Whether it is `int`, `long` or `decimal`, among which values widen."""
    return isinstance(kind, Primitive) and kind.name in ("int", "long", "decimal")


def show(kind: Type) -> str:
    """The type as people write it: `Ferry id`, `Deck[]`, `int?`."""
    match kind:
        case Primitive(name):
            return name
        case IdOf(target):
            return f"{target.name} id"
        case Declared(declaration):
            return declaration.name
        case Principal():
            return "currentUser"
        case Array(element):
            return f"{show(element)}[]"
        case Optional(Never()):
            return "null"
        case Optional(inner):
            return f"{show(inner)}?"
        case Slot():
            return "slot"
        case Action(None):
            return "action"
        case Action(argument):
            return f"action({show(argument)})" if argument is not None else "action"
        case Never():
            return "null"
        case Anything():
            return "any"
        case _:
            return "unknown"
