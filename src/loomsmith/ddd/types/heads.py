"""What stands before a dot without being a value, and what may come after it.

An enum and its values; an aggregate and its creates, operations and reads; repositories, projections,
services, stores, the apis of a ui, the running system in an end-to-end test.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.types.kinds import UNKNOWN, Array, Type
from loomsmith.ddd.vocabulary.intrinsics import IMPLIED_FINDS
from loomsmith.ddd.vocabulary.naming import lower_first, plural, snake

if TYPE_CHECKING:
    from loomsmith.ddd.syntax.node import Node
    from loomsmith.ddd.types.lexical import LexicalTyping


# The reads of a repository by other names: of pages, and of workflows.
_READS = {**IMPLIED_FINDS, "byId": "one", "find": "one", "run": "many"}
_PROJECTION_READS = {"byKey": "one", "list": "many", "all": "many"}


class Step(NamedTuple):
    """What one more member of a chain comes to.

    `meaning` is the declaration that the member names, `head` the one that goes on before the next dot: the
    same, but for the words of end-to-end tests, which name nothing.
    """

    meaning: Node | None
    type: Type
    head: Node | None


NOTHING = Step(None, UNKNOWN, None)


class Heads:
    """The members of the declarations of one file that are no values."""

    __slots__ = ("_contexts", "_declarations", "_links", "_slugs", "_typing")

    def __init__(self, typing: LexicalTyping) -> None:
        self._typing = typing
        self._links = typing.links
        self._declarations = typing.declarations
        self._contexts: dict[n.UiApiParam, list[n.Context]] = {}
        self._slugs: dict[str, Node] | None = None

    def after(self, head: Node, name: str) -> Step:
        """A member of a declaration that is no value."""
        match head:
            case n.Enum():
                value = self._declarations.member(head, name, n.EnumValue)
                return Step(value, self._typing.record(head), None)
            case n.Aggregate():
                return self._member_of_aggregate(head, name)
            case n.Repository():
                aggregate = self._links.target_of(head.aggregate)
                return self._read(head, aggregate, name)
            case n.Projection():
                reads = _PROJECTION_READS.get(name)
                row = self._typing.record(head)
                return Step(None, row if reads == "one" else Array(row) if reads else UNKNOWN, None)
            case n.DomainService():
                operation = self._declarations.member(head, name, n.ServiceOperation)
                return Step(
                    operation, self._typing.declared(operation.return_type) if operation else UNKNOWN, None
                )
            case n.Store():
                field = self._typing.scopes.state_field(head, name)
                if field is not None:
                    return Step(field, self._typing.member(field), None)
                return Step(self._declarations.member(head, name, n.Action), UNKNOWN, None)
            case n.UiApiParam():
                found = self._behind_api(head, name)
                return Step(found, UNKNOWN, found)
            case n.TestE2E():
                return Step(None, UNKNOWN, self._by_slug(name))
            case n.Context():
                field = self._typing.scopes.capability_field(head, name)
                return Step(field, self._typing.type_of_binding(field), field)
            case _:
                return NOTHING

    def _member_of_aggregate(self, aggregate: n.Aggregate, name: str) -> Step:
        """A create or destroy, an operation named on the aggregate, or a read of one of its repositories."""
        declared = self._declarations.member(aggregate, name, n.Create)
        if name == "create" or declared is not None:
            return Step(declared, self._typing.record(aggregate), None)
        member = self._typing.scopes.field(aggregate, name, n.Destroy, n.Operation)
        if member is not None:
            return Step(member, UNKNOWN, None)
        for repository in self._repositories_of(aggregate):
            find = self._declarations.member(repository, name, n.Find)
            if find is not None:
                return Step(find, self._typing.declared(find.return_type), None)
        return self._read(None, aggregate, name)

    def _repositories_of(self, aggregate: n.Aggregate) -> list[n.Repository]:
        return [
            holder
            for ref in self._links.references_to(aggregate)
            if isinstance(holder := self._links.holder_of(ref), n.Repository)
        ]

    def _read(self, repository: n.Repository | None, aggregate: Node | None, name: str) -> Step:
        """A find of a repository, or one of the reads that every repository has."""
        find = self._declarations.member(repository, name, n.Find)
        if find is not None:
            return Step(find, self._typing.declared(find.return_type), None)
        reads = _READS.get(name)
        if reads is None or not isinstance(aggregate, n.Aggregate):
            return NOTHING
        one = self._typing.record(aggregate)
        return Step(None, one if reads == "one" else Array(one), None)

    def _behind_api(self, handle: n.UiApiParam, name: str) -> Node | None:
        """An aggregate, projection or workflow of the subdomain behind an api parameter."""
        contexts = self._contexts.get(handle)
        if contexts is None:
            api = self._links.target_of(handle.api)
            source = self._links.target_of(api.source) if isinstance(api, n.Api) else None
            contexts = self._declarations.contexts_of(source) if isinstance(source, n.Subdomain) else []
            self._contexts[handle] = contexts
        for context in contexts:
            found = self._declarations.member(context, name, n.Aggregate, n.Projection, n.Workflow)
            if found is not None:
                return found
        return None

    def _by_slug(self, slug: str) -> Node | None:
        """The aggregate or projection that an end-to-end test calls so."""
        if self._slugs is None:
            self._slugs = {}
            for aggregate in self._declarations.of_kind(n.Aggregate):
                for form in slugs(aggregate.name):
                    self._slugs.setdefault(form, aggregate)
            for projection in self._declarations.of_kind(n.Projection):
                for form in (lower_first(projection.name), snake(projection.name)):
                    self._slugs.setdefault(form, projection)
        return self._slugs.get(slug)


def slugs(aggregate: str) -> tuple[str, ...]:
    """The words by which end-to-end tests call an aggregate of this name."""
    return lower_first(aggregate), snake(plural(aggregate)), lower_first(plural(aggregate))
