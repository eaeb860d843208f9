"""Declarations of a file by kind and name, and what macros ask about them.

References in macro arguments name a declaration anywhere in the file by its bare name. The tables are made
once, in one pass over the blocks that can hold declarations, and hold for the whole expansion: macros add
members, but none of the kinds listed here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from loomsmith.ddd.syntax.node import Node, enclosing, members_of
from loomsmith.ddd.syntax.nodes import (
    Aggregate,
    Api,
    AssignOrCall,
    Capability,
    Context,
    Criterion,
    Enum,
    File,
    Find,
    NamedType,
    Repository,
    Stamp,
    Subdomain,
    System,
    TypeRef,
    Ui,
    UiApiParam,
    ValueObject,
    Workflow,
)

N = TypeVar("N", bound=Node)

_GROUPS = (System, Subdomain)
_REFERABLE = (Aggregate, Workflow, Criterion, Context, Subdomain)


@dataclass(frozen=True, slots=True)
class Addition:
    """How a member came into its host.

    `name` is the macro or capability that gave it; `cause` the written node behind it: a call, an
    `implements`, or the aggregate itself for its default version.
    """

    name: str
    cause: Node
    by_macro: bool
    built_in: bool = True


def blocks(file: File) -> Iterator[Node]:
    """Every member of the file, its systems and its subdomains, in document order."""
    stack = list(reversed(file.members))
    while stack:
        node = stack.pop()
        yield node
        if isinstance(node, _GROUPS):
            stack.extend(reversed(node.members))


def named_type(type_: TypeRef) -> str | None:
    """The name of a plain declared type: no union; `[]`, `?` and carriers do not count."""
    base = type_.head.base
    return base.target.text if isinstance(base, NamedType) and not type_.alternatives else None


class Directory:
    """The declarations of a file, and where its added members came from."""

    __slots__ = ("_repositories", "_stamped", "_types", "additions", "capabilities", "declared")

    def __init__(self, file: File) -> None:
        self.declared: dict[type[Node], dict[str, Node]] = {kind: {} for kind in _REFERABLE}
        self.capabilities: dict[str, Capability] = {}
        self.additions: dict[Node, Addition] = {}
        self._types: dict[Context | None, dict[str, Enum | ValueObject]] = {}
        self._repositories: dict[Context, dict[str, list[Repository]]] = {}
        self._stamped: dict[Context, frozenset[str]] = {}
        everywhere: dict[str, Enum | ValueObject] = {}
        for block in blocks(file):
            if isinstance(block, Capability):
                self.capabilities.setdefault(block.name, block)
            elif isinstance(block, (Enum, ValueObject)):
                everywhere.setdefault(block.name, block)
            elif isinstance(block, Subdomain):
                self.declared[Subdomain][block.name] = block
            elif isinstance(block, Context):
                self._enter(block, everywhere)
        self._types[None] = everywhere

    def _enter(self, context: Context, everywhere: dict[str, Enum | ValueObject]) -> None:
        """Note what a context declares."""
        self.declared[Context][context.name] = context
        types = self._types[context] = {}
        repositories = self._repositories[context] = {}
        stamped: set[str] = set()
        for member in context.members:
            if isinstance(member, (Aggregate, Workflow, Criterion)):
                self.declared[type(member)][member.name] = member
            elif isinstance(member, Repository):
                repositories.setdefault(member.aggregate.text, []).append(member)
            elif isinstance(member, (Enum, ValueObject)):
                types.setdefault(member.name, member)
                everywhere.setdefault(member.name, member)
            elif isinstance(member, Stamp):
                stamped |= stamp_targets(member)
        self._stamped[context] = frozenset(stamped)

    def find(self, kind: type[Node], name: str) -> Node | None:
        """The declaration of one of the kinds that arguments may name; the last of several of one name."""
        return self.declared[kind].get(name)

    def type_named(self, name: str, near: Node) -> Enum | ValueObject | None:
        """The enum or value object of that name, the one of the context around `near` first."""
        context = near if isinstance(near, Context) else enclosing(near, Context)
        local = self._types.get(context, {}) if context is not None else {}
        return local.get(name) or self._types[None].get(name)

    def repositories(self, aggregate: Aggregate) -> list[Repository]:
        """The repositories for an aggregate in its own context, in order."""
        context = enclosing(aggregate, Context)
        return self._repositories[context].get(aggregate.name, []) if context in self._repositories else []

    def repository_for(self, aggregate: str, context: Context) -> Repository | None:
        """The first repository in `context` for an aggregate of that name."""
        return next(iter(self._repositories[context].get(aggregate, [])), None)

    def finds(self, aggregate: Aggregate) -> list[Find]:
        """The finds that are declared for an aggregate in its own context."""
        return [find for repository in self.repositories(aggregate) for find in repository.finds]

    def find_all(self, aggregate: Aggregate) -> Find | None:
        """The declared `find all` of an aggregate."""
        return next((find for find in self.finds(aggregate) if find.name == "all"), None)

    def stamped(self, aggregate: Aggregate) -> set[str]:
        """The fields that a `stamp` of the aggregate or of its context assigns."""
        context = enclosing(aggregate, Context)
        targets = set(self._stamped.get(context, ())) if context is not None else set()
        for stamp in members_of(aggregate, Stamp):
            targets |= stamp_targets(stamp)
        return targets


def stamp_targets(stamp: Stamp) -> set[str]:
    """The names that the body of a stamp assigns to."""
    return {
        statement.path[0]
        for statement in stamp.body
        if isinstance(statement, AssignOrCall) and statement.op is not None and statement.path
    }


def contexts_of(subdomain: Subdomain) -> list[Context]:
    """The contexts of a subdomain, in order."""
    return members_of(subdomain, Context)


def api_handle(ui: Ui) -> str | None:
    """The name of the first api parameter of a ui."""
    return next((member.name for member in members_of(ui, UiApiParam)), None)


def member_list(host: Node) -> list[Node]:
    """The list that additions to a host go to: the routes of an api, the members of anything else."""
    members: list[Node] = host.routes if isinstance(host, Api) else host.members  # type: ignore[attr-defined, assignment]
    return members
