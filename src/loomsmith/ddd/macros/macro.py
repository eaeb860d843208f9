"""What a macro is: a name, the kind of declaration it goes on, its parameters, and what it adds.

A function says the latter. It never touches the tree but yields steps: members to add to the host or to
something inside it, and other macros to run. The expander carries them out one by one, so that a later step
sees what earlier ones did; unfolding prints the first kind and writes calls for the second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from loomsmith.ddd.macros.directory import Directory
from loomsmith.ddd.syntax.node import Node
from loomsmith.ddd.syntax.nodes import Aggregate, Api, Context, Ui

Host = Aggregate | Context | Ui | Api
H = TypeVar("H", Aggregate, Context, Ui, Api)
N = TypeVar("N", bound=Node)

HOST_WORDS: Mapping[type[Node], str] = {Aggregate: "aggregate", Context: "context", Ui: "ui", Api: "api"}
"""The kinds of declaration that take a `with` clause, with their keywords."""


@dataclass(frozen=True, slots=True)
class Flag:
    """A parameter that takes `true` or `false`; left out it is `false`."""

    name: str


@dataclass(frozen=True, slots=True)
class Reference:
    """A parameter that must name one declaration of the kind `target`."""

    name: str
    target: type[Node]


@dataclass(frozen=True, slots=True)
class References:
    """A parameter that names any number of declarations of the kind `target`; left out, none."""

    name: str
    target: type[Node]


Parameter = Flag | Reference | References
Argument = bool | Node | list[Node]


@dataclass(frozen=True, slots=True)
class Given:
    """The arguments of one call, complete: every parameter has a value of its kind."""

    values: Mapping[str, Argument]

    def flag(self, name: str) -> bool:
        """The value of a `Flag`."""
        return self.values[name] is True

    def one(self, name: str, kind: type[N]) -> N:
        """The declaration that a `Reference` names; TypeError if the parameter is of another kind."""
        value = self.values[name]
        if not isinstance(value, kind):
            raise TypeError(f"{name} is no {kind.__name__}")
        return value

    def many(self, name: str, kind: type[N]) -> list[N]:
        """The declarations that a `References` names, as written."""
        value = self.values[name]
        return [item for item in value if isinstance(item, kind)] if isinstance(value, list) else []


@dataclass(frozen=True, slots=True)
class Add:
    """Add `members` to `host`, in this order."""

    host: Host
    members: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """Run another macro on `host`."""

    host: Host
    macro: Macro[Aggregate] | Macro[Context] | Macro[Ui] | Macro[Api]
    values: Mapping[str, Argument]


Step = Add | Run


@dataclass(frozen=True, slots=True)
class Macro(Generic[H]):
    """A macro as declared.

    `steps` is called with the host, the arguments and the directory of the file. With `last` set a macro on a
    context runs after the aggregates of that context have got what their own clauses give them; what it adds
    still stands where the call came in order.
    """

    name: str
    host: type[H]
    steps: Callable[[H, Given, Directory], Iterator[Step]]
    parameters: tuple[Parameter, ...] = ()
    last: bool = False

    def run(self, host: Node, values: Mapping[str, Argument], directory: Directory) -> Iterator[Step]:
        """The steps for one call; TypeError if `host` is of another kind."""
        if not isinstance(host, self.host):
            raise TypeError(f"{self.name} goes on {HOST_WORDS[self.host]}")
        return self.steps(host, Given(values), directory)

    def defaults(self) -> dict[str, Argument]:
        """The values of the parameters that may be left out."""
        values: dict[str, Argument] = {}
        for parameter in self.parameters:
            if isinstance(parameter, Flag):
                values[parameter.name] = False
            elif isinstance(parameter, References):
                values[parameter.name] = []
        return values

    @property
    def takes_references(self) -> bool:
        """Whether some parameter names declarations."""
        return any(not isinstance(parameter, Flag) for parameter in self.parameters)


AnyMacro = Macro[Aggregate] | Macro[Context] | Macro[Ui] | Macro[Api]
