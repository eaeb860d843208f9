"""References: the declaration that each written reference means.

`link(file)` reads an expanded tree and returns its `Links`:

    links.target_of(ref)        the declaration meant, or None
    links.references_to(node)   the references that mean a declaration, in document order
    links.holder_of(ref)        the node that a resolved reference stands in
    links.unresolved            the references that mean nothing: (node that holds it, field, reference)
    links.diagnostics()         a `loom.linking-error` for each of those that stand in the text
    links.declarations          the table of declarations, for every other look-up by name
    links.nodes                 the nodes of the tree by class, in document order

What a reference may mean depends on where it stands: a row of `RULES` per class of node and field. Names in
expressions are no references; `loomsmith.ddd.types.resolution` says what they mean.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from loomsmith.ddd.diagnostics import Diagnostic, at_source
from loomsmith.ddd.names.declarations import Declarations
from loomsmith.ddd.names.suggestions import Suggester
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import Node, Ref, enclosing, references
from loomsmith.ddd.syntax.references import TYPE
from loomsmith.ddd.vocabulary.words import TYPES_MEANT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_SHARED = (n.ValueObject, n.Enum, n.Aggregate)
_MESSAGES = (n.Event, n.Payload)
_MOST_BASES = 100


class Unresolved(NamedTuple):
    """A reference that means nothing: the node that holds it, the field it stands in, the reference."""

    holder: Node
    field: str
    ref: Ref


class Links:
    """The references of one file, resolved; see the module."""

    __slots__ = ("_linker", "_uses", "declarations", "file", "holders", "nodes", "targets", "unresolved")

    def __init__(self, file: n.File, declarations: Declarations) -> None:
        self.file = file
        self.declarations = declarations
        self.nodes = declarations.nodes
        self.targets: dict[Ref, Node] = {}
        self.holders: dict[Ref, Node] = {}
        self.unresolved: list[Unresolved] = []
        self._uses: dict[Node, list[Ref]] | None = None
        self._linker = _Linker(declarations)

    def target_of(self, ref: Ref | None) -> Node | None:
        """The declaration that a reference means; `None` if it means nothing, or there is no reference."""
        return self.targets.get(ref) if ref is not None else None

    def holder_of(self, ref: Ref) -> Node | None:
        """The node that a resolved reference stands in."""
        return self.holders.get(ref)

    def with_bases(self, aggregate: n.Aggregate) -> Iterator[n.Aggregate]:
        """The aggregate and those it extends, nearest first, each once; no more than a hundred."""
        seen: set[n.Aggregate] = set()
        current: Node | None = aggregate
        while isinstance(current, n.Aggregate) and current not in seen and len(seen) < _MOST_BASES:
            seen.add(current)
            yield current
            current = self.target_of(current.extends)

    def would_mean(self, holder: Node, field: str, text: str) -> Node | None:
        """What a reference in that field of a node would mean if `text` stood there."""
        return WANTED[type(holder), field].find(self._linker, holder, Ref(text, ""))

    def contexts_behind(self, ui: n.Ui) -> list[n.Context]:
        """The contexts of the subdomains that the apis of a ui are made from."""
        return self._linker.contexts_behind(ui)

    def page_of(self, ui: n.Ui, name: str) -> n.Page | None:
        """The page of a ui of that bare name or path of areas."""
        return self._linker.pages(ui).get(name)

    def references_to(self, declaration: Node) -> list[Ref]:
        """The references that mean a declaration, in document order."""
        if self._uses is None:
            self._uses = {}
            for ref, target in self.targets.items():
                self._uses.setdefault(target, []).append(ref)
        return self._uses.get(declaration, [])

    @property
    def has_errors(self) -> bool:
        """Whether some written reference means nothing."""
        return any(_is_written(unresolved) for unresolved in self.unresolved)

    def diagnostics(self) -> list[Diagnostic]:
        """One finding for each written reference that means nothing, with the name it may be meant as."""
        suggesters: dict[tuple[type[Node], ...], Suggester] = {}
        found = []
        for holder, field, ref in filter(_is_written, self.unresolved):
            words, kinds, _ = WANTED[type(holder), field]
            suggester = suggesters.get(kinds)
            if suggester is None:
                suggester = suggesters[kinds] = Suggester(
                    declaration.name for kind in kinds for declaration in self.nodes.get(kind, ())
                )
            advice = _out_of_sight(self.declarations, kinds, ref)
            if advice is None:
                near = TYPES_MEANT.get(ref.text) if ref.kind == TYPE else None
                near = near or suggester.nearest(ref.text)
                advice = f" Did you mean {near!r}?" if near else ""
            message = f"There is no {words} named {ref.text!r} here.{advice}"
            found.append(at_source("loom.linking-error", message, ref.span))
        return found


_SIGHT: dict[type[Node], str] = {
    n.Entity: "a part is a type only in its own aggregate, which refers to it elsewhere as `{name} id`",
    n.Event: "an event is seen only in its own context",
    n.Payload: "a payload is a type only among alternatives and of what starts a workflow of its context",
    n.Channel: "a channel is named through its context",
    n.Storage: "a storage is seen only in its own system",
    n.Resource: "a resource is seen only in its own system",
    n.ChannelSource: "a channel source is seen only in its own system",
    n.Ui: "a ui is seen only in its own system",
    n.Page: "a page is seen only in its own ui",
}
"""Why a declaration that exists may not be named from everywhere."""


def _out_of_sight(declarations: Declarations, kinds: tuple[type[Node], ...], ref: Ref) -> str | None:
    """What to say where something of that name stands where the reference cannot see it."""
    wanted: tuple[type[Node], ...] = (*kinds, n.Entity, *_MESSAGES) if ref.kind == TYPE else kinds
    for kind in wanted:
        why = _SIGHT.get(kind)
        if why is not None and declarations.anywhere(ref.text, kind) is not None:
            return f" There is one elsewhere, but {why.format(name=ref.text)}."
    return None


def _is_written(unresolved: Unresolved) -> bool:
    """Whether the reference stands in the source: those in added members are nobody's fault."""
    return unresolved.holder.span is not None and unresolved.ref.span is not None


def link(file: n.File) -> Links:
    """Resolve every reference of an expanded file; never raises, whatever the tree lacks."""
    declarations = Declarations(file)
    links = Links(file, declarations)
    linker = links._linker
    for node in declarations.written_references:
        kind = type(node)
        for field, ref in references(node):
            if not ref.text:
                continue
            target = WANTED[kind, field].find(linker, node, ref)
            if target is not None:
                links.targets[ref] = target
                links.holders[ref] = node
            else:
                links.unresolved.append(Unresolved(node, field, ref))
    return links


class _Linker:
    """The look-ups that more than one name decides, with what they remember between references."""

    __slots__ = ("_events", "_pages", "_payload_contexts", "declarations")

    def __init__(self, declarations: Declarations) -> None:
        self.declarations = declarations
        self._events: dict[n.System, dict[str, n.Event]] = {}
        self._pages: dict[n.Ui, dict[str, n.Page]] = {}
        self._payload_contexts: dict[n.Ui, list[n.Context]] = {}

    def system_event(self, node: Node, name: str) -> n.Event | None:
        """The first event of that name anywhere in the system around `node`."""
        system = enclosing(node, n.System)
        if system is None:
            return None
        events = self._events.get(system)
        if events is None:
            events = self._events[system] = {}
            for event in self.declarations.of_kind(n.Event):
                if enclosing(event, n.System) is system:
                    events.setdefault(event.name, event)
        return events.get(name)

    def pages(self, ui: n.Ui) -> dict[str, n.Page]:
        """The pages of a ui by bare name and by the path of areas; the first of a name wins."""
        pages = self._pages.get(ui)
        if pages is None:
            pages = self._pages[ui] = {}
            paths: dict[str, n.Page] = {}
            stack: list[tuple[str, Node]] = [("", member) for member in reversed(ui.members)]
            while stack:
                prefix, node = stack.pop()
                if isinstance(node, n.Page):
                    pages.setdefault(node.name, node)
                    paths.setdefault(prefix + node.name, node)
                elif isinstance(node, n.Area):
                    stack.extend((f"{prefix}{node.name}.", member) for member in reversed(node.members))
            for path, page in paths.items():
                pages.setdefault(path, page)
        return pages

    def contexts_behind(self, ui: n.Ui) -> list[n.Context]:
        """The contexts of the subdomains that the ui's api parameters are made from."""
        contexts = self._payload_contexts.get(ui)
        if contexts is None:
            contexts = self._payload_contexts[ui] = []
            for member in ui.members:
                if not isinstance(member, n.UiApiParam):
                    continue
                api = self.declarations.visible(member, member.api.text, n.Api)
                if api is None or api.source is None:
                    continue
                subdomain = self.declarations.visible(api, api.source.text, n.Subdomain)
                if subdomain is not None:
                    contexts.extend(self.declarations.contexts_of(subdomain))
        return contexts


# What each reference sees


class Wanted(NamedTuple):
    """What a reference is to name: in words, as classes (for suggestions), and how it is found."""

    words: str
    kinds: tuple[type[Node], ...]
    find: Callable[[_Linker, Any, Ref], Node | None]


def _visible(words: str, *kinds: type[Node]) -> Wanted:
    """The innermost block around the reference that declares it, then the global names."""
    return Wanted(words, kinds, lambda linker, node, ref: linker.declarations.visible(node, ref.text, *kinds))


def _lexical(words: str, *kinds: type[Node]) -> Wanted:
    """The blocks around the reference, the file as the outermost, and nothing else."""
    return Wanted(words, kinds, lambda linker, node, ref: linker.declarations.lexical(node, ref.text, *kinds))


def _at_file_root(words: str, kind: type[Node]) -> Wanted:
    """The direct members of the file."""
    return Wanted(
        words,
        (kind,),
        lambda linker, _, ref: linker.declarations.member(linker.declarations.file, ref.text, kind),
    )


def _named_type(linker: _Linker, node: n.NamedType, ref: Ref) -> Node | None:
    """Value objects, enums, aggregates, parts of the aggregate around; events and payloads where allowed."""
    declarations = linker.declarations
    name = ref.text
    holder = node.parent.parent if node.parent is not None else None
    start = _starts_process(holder)
    if node.span is None or start is not None or _is_variant(holder):
        found: Node | None = declarations.lexical(node, name, n.Entity, *_SHARED, *_MESSAGES)
        if found is None and isinstance(start, n.WorkflowCreate):
            found = linker.system_event(node, name)
        if found is None:
            found = declarations.global_name(name, *_SHARED, n.Payload)
        if found is None and start is None:
            found = _behind_ui(linker, node, name)
        return found
    return declarations.lexical(node, name, n.Entity, *_SHARED) or declarations.global_name(name, *_SHARED)


def _starts_process(holder: Node | None) -> Node | None:
    """The create or handle of a workflow whose parameter has the type `holder`."""
    parameter = holder.parent if isinstance(holder, n.TypeRef) else None
    owner = parameter.parent if isinstance(parameter, n.Parameter) else None
    return owner if isinstance(owner, n.WorkflowCreate | n.Handle) else None


def _is_variant(holder: Node | None) -> bool:
    """Whether an atom directly in `holder` is one of several alternatives."""
    return isinstance(holder, n.Payload | n.VariantArm | n.StmtArm) or (
        isinstance(holder, n.TypeRef) and bool(holder.alternatives)
    )


def _behind_ui(linker: _Linker, node: Node, name: str) -> Node | None:
    """A payload of a context behind an api parameter of the ui around `node`."""
    ui = enclosing(node, n.Ui)
    if ui is None:
        return None
    for context in linker.contexts_behind(ui):
        found = linker.declarations.member(context, name, n.Payload)
        if found is not None:
            return found
    return None


def _part_of_same_aggregate(linker: _Linker, node: Node, ref: Ref) -> Node | None:
    return linker.declarations.member(enclosing(node, n.Aggregate), ref.text, n.Entity)


def _event_of_context(linker: _Linker, node: Node, ref: Ref) -> Node | None:
    return linker.declarations.lexical(node, ref.text, n.Event)


def _event_of_system(linker: _Linker, node: Node, ref: Ref) -> Node | None:
    return linker.declarations.lexical(node, ref.text, n.Event) or linker.system_event(node, ref.text)


def _projection_source(linker: _Linker, node: Node, ref: Ref) -> Node | None:
    declarations = linker.declarations
    return declarations.lexical(
        node, ref.text, n.Aggregate, n.Workflow, n.Projection
    ) or declarations.global_name(ref.text, n.Aggregate)


def _claim(linker: _Linker, node: n.Tenancy, ref: Ref) -> Node | None:
    system = enclosing(node, n.System)
    if system is None:
        return None
    for block in linker.declarations.in_system(system, n.UserBlock):
        found = linker.declarations.member(block, ref.text, n.UserField)
        if found is not None:
            return found
    return None


def _storage_or_api(linker: _Linker, node: Node, ref: Ref) -> Node | None:
    declarations = linker.declarations
    return declarations.lexical(node, ref.text, n.Storage, n.Api) or declarations.global_name(ref.text, n.Api)


def _channel_of_context(linker: _Linker, node: n.UiChannelParam, ref: Ref) -> Node | None:
    context = linker.declarations.visible(node, node.context.text, n.Context)
    return linker.declarations.member(context, ref.text, n.Channel)


def _channel_parameter(linker: _Linker, node: n.UiNotification, ref: Ref) -> n.UiChannelParam | None:
    return linker.declarations.member(enclosing(node, n.Ui), ref.text, n.UiChannelParam)


def _carried_event(linker: _Linker, node: n.UiNotification, ref: Ref) -> Node | None:
    parameter = _channel_parameter(linker, node, node.param)
    channel = _channel_of_context(linker, parameter, parameter.channel) if parameter is not None else None
    if isinstance(channel, n.Channel) and any(carried.text == ref.text for carried in channel.carries):
        return _event_of_context(linker, channel, ref)
    return None


def _page_of_ui(linker: _Linker, node: Node, ref: Ref) -> Node | None:
    ui = enclosing(node, n.Ui)
    return linker.pages(ui).get(ref.text) if ui is not None else None


def _targetable(linker: _Linker, _: Node, ref: Ref) -> Node | None:
    return linker.declarations.targetable(ref.text)


_AGGREGATE = _visible("aggregate", n.Aggregate)
_CONTEXT = _visible("context", n.Context)
_DEPLOYABLE = _visible("deployable", n.Deployable)
_UI = _lexical("ui", n.Ui)
_API = _visible("api", n.Api)
_EVENT = Wanted("event of this context", (n.Event,), _event_of_context)
_TEST_CASE = _at_file_root("test case", n.TestCase)
_REQUIREMENT = _at_file_root("requirement", n.Requirement)
_TARGET = Wanted("declaration that can be a target", (), _targetable)

WANTED: dict[tuple[type[Node], str], Wanted] = {
    (n.NamedType, "target"): Wanted("type", _SHARED, _named_type),
    (n.IdType, "target"): _visible("aggregate", n.Aggregate, n.Entity, n.ValueObject, n.Enum),
    (n.Containment, "part"): Wanted("part of this aggregate", (n.Entity,), _part_of_same_aggregate),
    (n.Aggregate, "extends"): _AGGREGATE,
    (n.Repository, "aggregate"): _AGGREGATE,
    (n.SeedRow, "aggregate"): _AGGREGATE,
    (n.Join, "aggregate"): _AGGREGATE,
    (n.Tenancy, "registry"): _AGGREGATE,
    (n.ColumnStep, "aggregate"): _AGGREGATE,
    (n.TableRename, "to_aggregate"): _AGGREGATE,
    (n.TestBlock, "target"): _visible(
        "aggregate, value object, domain service or context",
        n.Aggregate,
        n.ValueObject,
        n.DomainService,
        n.Context,
    ),
    (n.Emit, "event"): _EVENT,
    (n.Apply, "event"): _EVENT,
    (n.Channel, "carries"): _EVENT,
    (n.EventHandler, "event"): Wanted("event of this system", (n.Event,), _event_of_system),
    (n.TimerSource, "event"): Wanted(
        "event of this system", (n.Event,), lambda linker, node, ref: linker.system_event(node, ref.text)
    ),
    (n.Projection, "source"): Wanted(
        "aggregate, workflow or projection", (n.Aggregate, n.Workflow, n.Projection), _projection_source
    ),
    (n.Tenancy, "claim"): Wanted("claim of the user block", (n.UserField,), _claim),
    (n.Deployable, "contexts"): _CONTEXT,
    (n.Deployable, "data_sources"): _lexical("resource", n.Resource),
    (n.Deployable, "channels"): _lexical("channel source", n.ChannelSource),
    (n.Deployable, "targets"): _DEPLOYABLE,
    (n.Deployable, "serves"): _API,
    (n.Deployable, "hosts"): _UI,
    (n.UiMount, "ui"): _UI,
    (n.UiBinding, "source"): _DEPLOYABLE,
    (n.Resource, "context"): _CONTEXT,
    (n.Resource, "use"): Wanted("storage or api", (n.Storage, n.Api), _storage_or_api),
    (n.ChannelSource, "use"): _lexical("storage", n.Storage),
    (n.Api, "source"): _visible("subdomain", n.Subdomain),
    (n.Route, "context"): _CONTEXT,
    (n.UiApiParam, "api"): _API,
    (n.UiChannelParam, "context"): _CONTEXT,
    (n.UiChannelParam, "channel"): Wanted("channel of that context", (n.Channel,), _channel_of_context),
    (n.UiNotification, "param"): Wanted("channel of this ui", (n.UiChannelParam,), _channel_parameter),
    (n.UiNotification, "event"): Wanted("event on that channel", (n.Event,), _carried_event),
    (n.MenuLink, "page"): Wanted("page of this ui", (n.Page,), _page_of_ui),
    (n.TestE2E, "deployable"): _DEPLOYABLE,
    (n.TestBlock, "verifies"): _TEST_CASE,
    (n.TestE2E, "verifies"): _TEST_CASE,
    (n.TestCase, "requirement"): _REQUIREMENT,
    (n.Solution, "requirement"): _REQUIREMENT,
    (n.Requirement, "parent_requirement"): _REQUIREMENT,
    (n.Solution, "entitles"): _TARGET,
    (n.TestCase, "covers"): _TARGET,
}
"""How the reference in each field of each class is found; every reference field of the tree has a row."""
