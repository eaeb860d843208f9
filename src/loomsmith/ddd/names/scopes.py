"""What a bare name means where it stands.

    scopes = Scopes(links)
    scopes.lookup(place, name)      the declaration or binding that `name` means at `place`, or None

The answer is a declaration (property, function, enum value, repository ...), or the node that binds a local:
a `Parameter`, `Let`, `For`, `IfLet`, `Lambda`, match arm, event handler, or the criterion, projection or join
whose alias it is. In this order the first hit wins: `currentUser`; a resource of the context; what the blocks
around the place bind, innermost first (variables, parameters, then the members of a part, record, workflow,
projection, page or store, inherited ones included; inside a part not the fields of its aggregate); criteria
and policy functions of the context; its enum values, and those of enums at file level; names that only make
sense before a dot or a call.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Any

from loomsmith.ddd.names.declarations import context_of
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import Node, enclosing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from loomsmith.ddd.names.linker import Links

_FIELDS = (n.Property, n.Containment, n.Derived)
_METHODS = (n.Function, n.Operation)

# The lists of statements of each class, as fields.
_BLOCKS: dict[type[Node], tuple[str, ...]] = {
    kind: tuple(field for field in ("body", "block", "then_body", "else_body") if field in kind.FIELDS)
    for kind in (
        n.Function, n.Operation, n.Create, n.Destroy, n.Apply, n.EventHandler, n.WorkflowCreate, n.Handle,
        n.ServiceOperation, n.Handler, n.Action, n.Lambda, n.For, n.IfLet, n.StmtArm, n.MatchStatement,
        n.TestBlock, n.TestE2E, n.UiNotification, n.Stamp,
    )
}  # fmt: skip

_HEADS = (
    n.Repository, n.Aggregate, n.Enum, n.ValueObject, n.DomainService, n.Retrieval, n.Projection, n.Channel,
    n.Workflow, n.Payload, n.Event, n.Function, n.Component,
)  # fmt: skip
_ABOUT = (n.Ui, n.TestBlock, n.ColumnStep)
_UI_HEADS = (n.UiApiParam, n.UiChannelParam, n.Store, n.UiFunction, n.Component, n.Page)

Names = dict[str, Node]


class Scopes:
    """The bindings of one linked file; makes each table when it is first needed."""

    __slots__ = (
        "_heads",
        "_lets",
        "_parameters",
        "_places",
        "_resources",
        "_states",
        "_values",
        "declarations",
        "links",
    )

    def __init__(self, links: Links) -> None:
        self.links = links
        self.declarations = links.declarations
        self._values: dict[n.Context | n.File, Names] = {}
        self._heads: dict[n.Context | n.File, Names] = {}
        self._resources: dict[Node, Names] | None = None
        self._parameters: dict[Node, Names] = {}
        self._states: dict[Node, Names] = {}
        self._places: dict[Node, int] = {}
        self._lets: dict[tuple[Node, str], dict[str, list[tuple[int, n.Let]]]] = {}

    def lookup(self, place: Node, name: str) -> Node | None:
        """The declaration or binding that a bare name means at a node; `None` if it means nothing known."""
        if not name:
            return None
        if name == "currentUser":
            return self._user_block(place)
        for found in self.levels(place, name):
            if found is not None:
                return found
        return None

    def levels(self, place: Node, name: str) -> Iterator[Node | None]:
        """What each level around a place has under a name, nearest first; the first one hides the others.

        The levels are the same for every name, so that their number tells which of two names would win.
        """
        context = context_of(place)
        if context is not None:
            yield self._resources_of(context).get(name)
        inside: Node = place
        outer = place.parent
        while outer is not None:
            binder = _BINDERS.get(type(outer))
            if binder is not None:
                yield binder(self, outer, inside, name)
            inside, outer = outer, outer.parent
        yield from self._shared(self.contexts_at(place), name)

    def _user_block(self, place: Node) -> Node | None:
        system = self.declarations.system_of(place)
        return next(iter(self.declarations.in_system(system, n.UserBlock)), None) if system else None

    def _resources_of(self, context: n.Context) -> Names:
        if self._resources is None:
            self._resources = {}
            for resource in self.declarations.of_kind(n.Resource):
                target = self.links.target_of(resource.context)
                if target is not None:
                    self._resources.setdefault(target, {}).setdefault(resource.name, resource)
        return self._resources.get(context, {})

    def contexts_at(self, place: Node) -> list[n.Context]:
        """The contexts whose names are seen at a place: the one around it, or those that it is about.

        A test outside contexts is about that of its subject, a step of a migration about that of its
        aggregate, and a ui about those behind its apis.
        """
        context = context_of(place)
        if context is not None:
            return [context]
        about = place if isinstance(place, _ABOUT) else enclosing(place, *_ABOUT)
        if isinstance(about, n.Ui):
            return self.links.contexts_behind(about)
        subject: Node | None = None
        if isinstance(about, n.ColumnStep):
            subject = self.links.target_of(about.aggregate)
        elif isinstance(about, n.TestBlock):
            subject = self.links.target_of(about.target)
        context = context_of(subject) if subject is not None else None
        return [context] if context is not None else []

    def _shared(self, contexts: list[n.Context], name: str) -> Iterator[Node | None]:
        """What the contexts and the file bring in from the outside."""
        owners: list[n.Context | n.File] = [*contexts, self.declarations.file]
        for tables, table_of in ((self._values, self._values_of), (self._heads, self._heads_of)):
            for owner in owners:
                names = tables.get(owner)
                if names is None:
                    names = tables[owner] = table_of(owner)
                yield names.get(name)
        yield self.declarations.global_name(
            name, n.Aggregate, n.Enum, n.ValueObject, n.DomainService, n.Function
        )

    def _values_of(self, owner: n.Context | n.File) -> Names:
        """The rules and the enum values of a context, or those of the file's own enums."""
        names: Names = {}
        _enter(names, owner.members, n.Criterion, n.PolicyFunction)
        for member in owner.members:
            if isinstance(member, n.Enum):
                _enter(names, member.values, n.EnumValue)
        return names

    def _heads_of(self, owner: n.Context | n.File) -> Names:
        """What makes sense before a dot, a brace or a call."""
        names: Names = {}
        _enter(names, owner.members, *_HEADS)
        return names

    # What each kind of block binds for what is inside it

    def let_before(self, owner: Node, statement: Node, name: str) -> n.Let | None:
        """The last `let` of that name in a list of statements of `owner`, before `statement`."""
        for field in _BLOCKS[type(owner)]:
            named = self._lets_of(owner, field).get(name)
            if named is None or not self.stands_in(owner, field, statement):
                continue
            found = bisect_left(named, self._places[statement], key=lambda entry: entry[0])
            if found:
                return named[found - 1][1]
        return None

    def block_of(self, statement: Node) -> tuple[Node, str] | None:
        """The list of statements that one stands in: whose it is, and in which field."""
        owner = statement.parent
        fields = _BLOCKS.get(type(owner), ()) if owner is not None else ()
        for field in fields:
            if owner is not None and self.stands_in(owner, field, statement):
                return owner, field
        return None

    def stands_in(self, owner: Node, field: str, statement: Node) -> bool:
        """Whether a statement is an item of that list of its owner."""
        self._lets_of(owner, field)
        statements: list[Node] | None = getattr(owner, field)
        place = self._places.get(statement)
        return (
            statements is not None
            and place is not None
            and place < len(statements)
            and statements[place] is statement
        )

    def parameter(self, owner: Any, name: str) -> Node | None:
        """The parameter of that name; the last one, if there are several."""
        names = self._parameters.get(owner)
        if names is None:
            names = self._parameters[owner] = {parameter.name: parameter for parameter in owner.params}
        return names.get(name)

    def state_field(self, owner: n.Page | n.Component | n.Store, name: str) -> Node | None:
        """A field in one of the `state` blocks of a page, component or store."""
        names = self._states.get(owner)
        if names is None:
            names = self._states[owner] = {}
            for block in owner.props if isinstance(owner, n.Page) else owner.decls:
                if isinstance(block, n.State):
                    _enter(names, block.fields, n.StateField)
        return names.get(name)

    def _lets_of(self, owner: Node, field: str) -> dict[str, list[tuple[int, n.Let]]]:
        found = self._lets.get((owner, field))
        if found is None:
            found = self._lets[owner, field] = {}
            statements = getattr(owner, field)
            for place, statement in enumerate(statements if isinstance(statements, list) else ()):
                self._places[statement] = place
                if isinstance(statement, n.Let):
                    found.setdefault(statement.name, []).append((place, statement))
        return found

    def behind_ui(self, ui: n.Ui, name: str) -> Node | None:
        """A workflow that a ui starts, or a page in one of its areas."""
        for context in self.links.contexts_behind(ui):
            found = self.declarations.member(context, name, n.Workflow)
            if found is not None:
                return found
        page = self.links.page_of(ui, name)
        return page if page is not None and page.name == name else None

    def field(self, record: Node | None, name: str, *kinds: type[Node]) -> Node | None:
        """A member of a record, or of what it extends."""
        if not isinstance(record, n.Aggregate):
            return self.declarations.member(record, name, *kinds)
        for base in self.links.with_bases(record):
            found = self.declarations.member(base, name, *kinds)
            if found is not None:
                return found
        return None

    def aggregate_of_query(self, owner: n.Find | n.Criterion | n.Retrieval) -> n.Aggregate | None:
        """The aggregate whose members a find, criterion or retrieval sees."""
        if isinstance(owner, n.Find):
            repository = enclosing(owner, n.Repository)
            target = self.links.target_of(repository.aggregate) if repository is not None else None
        else:
            base = owner.target.head.base
            target = self.links.target_of(base.target) if isinstance(base, n.NamedType) else None
        return target if isinstance(target, n.Aggregate) else None

    def aggregate_of_literal(self, literal: n.RetrievalLiteral) -> n.Aggregate | None:
        """The aggregate that `retrieval { ... }` reads: of the repository it is given to, or of its rule."""
        given = literal.parent
        suffix = given.parent if isinstance(given, n.Arg) else None
        chain = suffix.parent if suffix is not None else None
        head = chain.head if isinstance(chain, n.Postfix) else None
        repository = self.lookup(head, head.name) if isinstance(head, n.NameRef) else None
        if isinstance(repository, n.Repository):
            target = self.links.target_of(repository.aggregate)
            return target if isinstance(target, n.Aggregate) else None
        rule = literal.where.head if isinstance(literal.where, n.Postfix) else literal.where
        named = self.lookup(rule, rule.name) if isinstance(rule, n.NameRef) else None
        return self.aggregate_of_query(named) if isinstance(named, n.Criterion) else None

    def this_at(self, place: Node) -> Node | None:
        """The part, aggregate, value object, capability or source of a query that `this` means."""
        query = enclosing(place, n.Find, n.Criterion, n.Retrieval, n.Projection)
        if isinstance(query, n.Projection):
            return self.links.target_of(query.source)
        if isinstance(query, n.Find | n.Criterion | n.Retrieval):
            return self.aggregate_of_query(query)
        return enclosing(place, n.Entity, n.Aggregate, n.ValueObject, n.Capability)

    def context_of_rule(self, place: Node) -> n.Context | None:
        """The context whose own filter or stamp a place is in: `this` is each aggregate in turn there."""
        rule = enclosing(place, n.Filter, n.Stamp)
        return rule.parent if rule is not None and isinstance(rule.parent, n.Context) else None

    def capability_field(self, context: n.Context, name: str) -> Node | None:
        """A field that the capabilities of a context give to all its aggregates."""
        for member in context.members:
            if isinstance(member, n.Implements):
                capability = self.declarations.anywhere(member.capability, n.Capability)
                found = self.declarations.member(capability, name, n.Property)
                if found is not None:
                    return found
        return None


def _enter(names: Names, declarations: Iterable[Any], *kinds: type[Node]) -> None:
    """Enter declarations of these kinds under their names; the first of a name stays."""
    for declaration in declarations:
        if type(declaration) in kinds and declaration.name:
            names.setdefault(declaration.name, declaration)


def _callable(scopes: Scopes, owner: Any, inside: Node, name: str) -> Node | None:
    """Lets before the statement, then parameters."""
    if type(owner) in _BLOCKS:
        let = scopes.let_before(owner, inside, name)
        if let is not None:
            return let
    return scopes.parameter(owner, name)


def _event(scopes: Scopes, owner: Any, inside: Node, name: str) -> Node | None:
    bound = owner.bind if isinstance(owner, n.UiNotification) else owner.param
    return scopes.let_before(owner, inside, name) or (owner if bound == name else None)


def _lambda(scopes: Scopes, owner: n.Lambda, inside: Node, name: str) -> Node | None:
    if owner.block is not None:
        let = scopes.let_before(owner, inside, name)
        if let is not None:
            return let
    return owner if owner.param == name else None


def _for(scopes: Scopes, owner: n.For, inside: Node, name: str) -> Node | None:
    let = scopes.let_before(owner, inside, name)
    return let or (owner if owner.var == name and inside is not owner.source else None)


def _if_let(scopes: Scopes, owner: n.IfLet, inside: Node, name: str) -> Node | None:
    let = scopes.let_before(owner, inside, name)
    if let is not None:
        return let
    # The variable exists where the value does: not in the `else`.
    return owner if owner.var == name and scopes.stands_in(owner, "then_body", inside) else None


def _arm(scopes: Scopes, owner: n.StmtArm | n.VariantArm, inside: Node, name: str) -> Node | None:
    if isinstance(owner, n.StmtArm):
        let = scopes.let_before(owner, inside, name)
        if let is not None:
            return let
    return owner if owner.binding == name and inside is not owner.variant else None


def _block(scopes: Scopes, owner: Node, inside: Node, name: str) -> Node | None:
    return scopes.let_before(owner, inside, name)


def _query(scopes: Scopes, owner: Any, _: Node, name: str) -> Node | None:
    if isinstance(owner, n.Criterion) and owner.alias == name:
        return owner
    parameter = scopes.parameter(owner, name)
    return parameter or scopes.field(scopes.aggregate_of_query(owner), name, *_FIELDS, n.Function)


def _policy(scopes: Scopes, owner: n.PolicyFunction, _: Node, name: str) -> Node | None:
    return scopes.parameter(owner, name)


def _record(scopes: Scopes, owner: Node, inside: Node, name: str) -> Node | None:
    # A part sees its own fields and not those of its aggregate, whose functions it can call.
    found = scopes.field(owner, name, *_FIELDS) if not isinstance(inside, n.Entity) else None
    return found or scopes.field(owner, name, *_METHODS)


def _projection(scopes: Scopes, owner: n.Projection, _: Node, name: str) -> Node | None:
    if owner.source_alias == name:
        return owner
    for join in owner.joins:
        if join.alias == name:
            return join
    own = scopes.parameter(owner, name) or scopes.field(owner, name, *_FIELDS)
    return own or scopes.field(scopes.links.target_of(owner.source), name, *_FIELDS)


def _column(scopes: Scopes, owner: n.ColumnStep, _: Node, name: str) -> Node | None:
    return scopes.field(scopes.links.target_of(owner.aggregate), name, *_FIELDS)


def _rule(scopes: Scopes, owner: n.Filter | n.Stamp, inside: Node, name: str) -> Node | None:
    let = scopes.let_before(owner, inside, name) if isinstance(owner, n.Stamp) else None
    if let is None and isinstance(owner.parent, n.Context):
        return scopes.capability_field(owner.parent, name)
    return let


def _page(scopes: Scopes, owner: n.Page | n.Component, _: Node, name: str) -> Node | None:
    return scopes.parameter(owner, name) or _store(scopes, owner, _, name)


def _store(scopes: Scopes, owner: n.Page | n.Component | n.Store, _: Node, name: str) -> Node | None:
    return scopes.state_field(owner, name) or scopes.declarations.member(owner, name, n.Derived, n.Action)


def _ui(scopes: Scopes, owner: n.Ui, _: Node, name: str) -> Node | None:
    return scopes.declarations.member(owner, name, *_UI_HEADS) or scopes.behind_ui(owner, name)


_BINDERS: dict[type[Node], Callable[[Scopes, Any, Node, str], Node | None]] = {
    **dict.fromkeys(
        (
            n.Function, n.Operation, n.Create, n.Destroy, n.WorkflowCreate, n.Handle, n.ServiceOperation,
            n.Handler, n.Action,
        ),
        _callable,
    ),
    **dict.fromkeys((n.Apply, n.EventHandler, n.UiNotification), _event),
    n.Lambda: _lambda,
    n.For: _for,
    n.IfLet: _if_let,
    n.StmtArm: _arm,
    n.VariantArm: _arm,
    **dict.fromkeys((n.MatchStatement, n.TestBlock, n.TestE2E), _block),
    **dict.fromkeys((n.Filter, n.Stamp), _rule),
    n.ColumnStep: _column,
    **dict.fromkeys((n.Find, n.Criterion, n.Retrieval), _query),
    n.PolicyFunction: _policy,
    **dict.fromkeys((n.Entity, n.Aggregate, n.ValueObject, n.Workflow, n.Capability), _record),
    n.Projection: _projection,
    n.Page: _page,
    n.Component: _page,
    n.Store: _store,
    n.Ui: _ui,
}  # fmt: skip
