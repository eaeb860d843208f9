"""What the names in an expression are bound to.

There are three sorts of environment, and types of expressions are remembered per expression and environment:

- *at the node*: for checks that look at any expression of the source. Members, then parameters, then every
  `let` of the body, wherever it stands, then the event; the parameter of a lambda only if nothing else has
  its name;
- *in a body*: for the checks of statements. Members, then parameters, then each `let` once it was passed;
- *in a collection lambda*: around either, when the type of an operation on an array is asked for. The
  parameter of the lambda hides all else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.types.kinds import UNKNOWN, Type

if TYPE_CHECKING:
    from collections.abc import Mapping

    from loomsmith.ddd.syntax import nodes as n

_NOTHING: Mapping[str, Type] = {}


class Scope:
    """What one declaration binds.

    `names` are its own bindings, and `members` those of the part, aggregate or value object around it, which
    all scopes inside that share. `this` and `identity` are the types of `this` and `id`, `owners` the records
    around it, innermost first, `context` the bounded context in which other names are looked up, `principal`
    the type of `currentUser`.
    """

    __slots__ = ("context", "identity", "members", "names", "owners", "principal", "this")

    def __init__(
        self,
        *,
        names: dict[str, Type] | None = None,
        members: Mapping[str, Type] = _NOTHING,
        this: Type = UNKNOWN,
        identity: Type = UNKNOWN,
        owners: tuple[n.Entity | n.Aggregate | n.ValueObject, ...] = (),
        context: n.Context | None = None,
        principal: Type = UNKNOWN,
    ) -> None:
        self.names = names if names is not None else {}
        self.members = members
        self.this = this
        self.identity = identity
        self.owners = owners
        self.context = context
        self.principal = principal

    def with_names(self, names: dict[str, Type]) -> Scope:
        """The same scope with other bindings of its own."""
        return Scope(
            names=names,
            members=self.members,
            this=self.this,
            identity=self.identity,
            owners=self.owners,
            context=self.context,
            principal=self.principal,
        )


class Environment:
    """A scope, and the lambdas between it and an expression; remembers the types found in it."""

    __slots__ = ("_binding", "_name", "_outer", "_shadows", "lambdas", "receivers", "scope", "steps", "types")

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.types: dict[n.Expr, Type] = {}
        self.steps: dict[n.Postfix, list[Type]] = {}
        self.receivers: dict[n.MemberSuffix | n.CallSuffix, Type] = {}
        self.lambdas: dict[tuple[n.Lambda, bool], Environment] = {}
        self._outer: Environment | None = None
        self._name = ""
        self._binding: Type = UNKNOWN
        self._shadows = False

    def inside(self, function: n.Lambda, binding: Type, *, shadows: bool) -> Environment:
        """The environment of a lambda's body; with `shadows` its parameter hides every other binding."""
        inner = self.lambdas.get((function, shadows))
        if inner is None:
            inner = self.lambdas[function, shadows] = Environment(self.scope)
            inner._outer = self
            inner._name = function.param
            inner._binding = binding
            inner._shadows = shadows
        return inner

    def lookup(self, name: str) -> Type | None:
        """The type that a bare name is bound to; `None` if it is not bound here."""
        weak: Type | None = None
        layer: Environment | None = self
        while layer is not None:
            if layer._name == name:
                if layer._shadows:
                    return layer._binding
                if weak is None:
                    weak = layer._binding
            layer = layer._outer
        bound = self.scope.names.get(name)
        if bound is None:
            bound = self.scope.members.get(name)
        return bound if bound is not None else weak

    def bind(self, name: str, kind: Type) -> None:
        """Let a name mean a value from here on: for bodies, whose statements are read in order."""
        self.scope.names[name] = kind
