"""The tree of a `.ddd` source: one class per construct.

Every list keeps source order. A name that could not be read is the empty string; an expression or a type
that could not be read is `Missing` or `MissingType`; absent optional parts are `None`. Names, words and
literals have their offsets in `node.spans` by field name, references in the `Ref` itself.
"""

from __future__ import annotations

from loomsmith.ddd.syntax.node import Node, Ref


class Expr(Node):
    """Any expression."""


class Stmt(Node):
    """Any statement."""


class TypeBase(Node):
    """What a type atom is built on."""


# Files and grouping


class File(Node):
    """A whole source text."""

    imports: list[Import] = []
    members: list[Node] = []


class Import(Node):
    """`import "path"`."""

    path: str


class System(Node):
    """`system S { ... }`."""

    name: str
    members: list[Node] = []


class Subdomain(Node):
    """`subdomain D { ... }`: contexts and permissions."""

    name: str
    members: list[Node] = []


class Permissions(Node):
    """A block of permissions in a subdomain."""

    entries: list[Permission] = []


class Permission(Node):
    """A permission and those it implies."""

    name: str
    implies: list[str] = []


class Context(Node):
    """`context C with ... { ... }`."""

    name: str
    with_calls: list[MacroCall] = []
    members: list[Node] = []


class MacroCall(Node):
    """One call in a `with` clause."""

    name: str
    args: list[MacroArg] = []


class MacroArg(Node):
    """A named argument of a macro call."""

    name: str
    value: str | int | bool | MacroRef | list[MacroRef]


class MacroRef(Node):
    """A bare name given to a macro argument."""

    text: str


# Deployment


class Deployable(Node):
    """`deployable d { platform: ... }`."""

    name: str
    platform: str = ""
    persistence: str | None = None
    directory_layout: str | None = None
    contexts: list[Ref] = []
    data_sources: list[Ref] = []
    channels: list[Ref] = []
    targets: Ref | None = None
    serves: list[Ref] = []
    ui: UiMount | None = None
    hosts: list[Ref] = []
    port: int | None = None
    auth: str | None = None
    design: str | None = None
    favicon: str | None = None


class UiMount(Node):
    """`ui: U { handle: d }` of a deployable."""

    ui: Ref
    has_block: bool = False
    bindings: list[UiBinding] = []


class UiBinding(Node):
    """A ui parameter bound to a deployable."""

    name: str
    source: Ref


class Storage(Node):
    """`storage s { type: ... }`."""

    name: str
    type: str = ""
    instance: str | None = None
    connection: Connection | None = None
    config: list[ConfigEntry] = []


class Connection(Node):
    """`service(x)`, `secret(x)`, `env("X")` or `literal("...")`."""

    kind: str
    value: str


class ConfigEntry(Node):
    """A key and its literal value."""

    key: str
    value: str | int | bool


class Resource(Node):
    """`resource r { for: C, kind: ..., use: s }`."""

    name: str
    context: Ref | None = None
    kind: str | None = None
    use: Ref | None = None
    schema: str | None = None
    table_prefix: str | None = None
    key_prefix: str | None = None
    ttl: int | None = None
    every: int | None = None
    retain: int | None = None
    isolation_level: str | None = None
    readonly: bool = False
    shape: str | None = None
    indexes: list[IndexSpec] = []
    config: list[ConfigEntry] = []


class IndexSpec(Node):
    """`Agg.column` or `Agg.(a, b)` of a resource."""

    entity: str
    columns: list[str]


class ChannelSource(Node):
    """`channelSource c { for: Channel, use: s }`."""

    name: str
    channel: str = ""
    use: Ref | None = None


class TimerSource(Node):
    """`timerSource t { for: Event, every: 5m }`."""

    name: str
    event: Ref
    cron: str | None = None
    every: str | None = None
    timezone: str | None = None
    overlap: str | None = None


class Api(Node):
    """`api A from D { ... }`."""

    name: str
    with_calls: list[MacroCall] = []
    source: Ref | None = None
    url_style: str | None = None
    statuses: list[ApiStatus] = []
    routes: list[Route] = []


class ApiStatus(Node):
    """`httpStatus Error -> 404`."""

    error: str
    code: int


class Route(Node):
    """`route GET "/x" -> C.handler`."""

    method: str
    path: str
    context: Ref
    handler: str


class UserBlock(Node):
    """`user { ... }`: the claims of the current user."""

    fields: list[UserField] = []


class UserField(Node):
    """A claim and its type."""

    name: str
    type: TypeRef


class AuthBlock(Node):
    """`auth { ... }`."""

    provider: str | None = None
    oidc: Oidc | None = None
    sessions: str | None = None
    claims: list[ClaimEntry] = []
    has_claims: bool = False
    enforcement: str | None = None


class Oidc(Node):
    """`oidc { ... }` of an auth block."""

    issuer: AuthValue | None = None
    client_id: AuthValue | None = None
    client_secret: AuthValue | None = None
    audience: AuthValue | None = None
    scopes: list[str] = []


class AuthValue(Node):
    """A literal text or `env("X")`."""

    kind: str
    value: str


class ClaimEntry(Node):
    """`field: "path"` of a claims map."""

    field: str
    path: str


class Tenancy(Node):
    """`tenancy by user.claim of Aggregate`."""

    claim: Ref
    registry: Ref


# Context members


class Capability(Node):
    """`capability Cap { ... }`."""

    name: str
    members: list[Node] = []


class Filter(Node):
    """`filter expr`."""

    expr: Expr


class Stamp(Node):
    """`stamp onCreate { ... }`."""

    event: str
    body: list[Stmt] = []


class Implements(Node):
    """`implements Cap`."""

    capability: str


class Enum(Node):
    """`enum E { A, B }`."""

    name: str
    values: list[EnumValue] = []


class EnumValue(Node):
    """A value of an enum."""

    name: str


class Event(Node):
    """`event E { field: T }`."""

    name: str
    fields: list[Property] = []


class Payload(Node):
    """`payload`, `command`, `query`, `response` or `error`: a record or a union."""

    keyword: str
    name: str
    fields: list[Property] = []
    variants: list[TypeAtom] = []
    is_union: bool = False


class Channel(Node):
    """`channel L { carries: E }`."""

    name: str
    carries: list[Ref] = []
    delivery: str | None = None
    retention: str | None = None
    key: str | None = None


class PolicyRules(Node):
    """`policy P { allow ... deny ... }`."""

    name: str | None = None
    rules: list[PolicyRule] = []


class PolicyRule(Node):
    """`allow write local on X` or `deny on X`."""

    effect: str
    write: bool
    level: str | None
    target: str


class PolicyFunction(Node):
    """`policy P(a: T): bool = expr`."""

    name: str
    params: list[Parameter]
    return_type: TypeRef
    body: Expr


class Aggregate(Node):
    """`aggregate A ... { ... }`."""

    name: str
    abstract: bool = False
    extends: Ref | None = None
    persisted_as: str | None = None
    shape: str | None = None
    inheritance_using: str | None = None
    cross_tenant: bool = False
    audited: bool = False
    with_calls: list[MacroCall] = []
    members: list[Node] = []


class Entity(Node):
    """A part of an aggregate."""

    name: str
    members: list[Node] = []


class ValueObject(Node):
    """`valueobject V { ... }`."""

    name: str
    members: list[Node] = []


class Property(Node):
    """`name: T` with its modifiers, default, check and mask."""

    name: str
    type: TypeRef
    provenanced: bool = False
    sensitivity: list[str] = []
    access: str | None = None
    default: Expr | None = None
    check: Expr | None = None
    check_message: str | None = None
    mask_unless: Expr | None = None


class Containment(Node):
    """`contains x: Part[]`."""

    name: str
    part: Ref
    many: bool = False
    optional: bool = False


class Derived(Node):
    """`derived x: T = expr`."""

    name: str
    type: TypeRef
    expr: Expr


class Invariant(Node):
    """`invariant expr when guard message "..."`."""

    server_only: bool
    expr: Expr
    guard: Expr | None = None
    message: str | None = None


class Unique(Node):
    """`unique (a, b)`."""

    columns: list[str] = []


class Function(Node):
    """`function f(a: T): U = expr`, or with a block; exactly one of the two is there."""

    name: str
    params: list[Parameter]
    return_type: TypeRef
    expr: Expr | None = None
    block: list[Stmt] | None = None


class Parameter(Node):
    """A parameter, perhaps with a default."""

    name: str
    type: TypeRef
    default: Expr | None = None


class Operation(Node):
    """`operation o(a: T) requires ... when ... { ... }`."""

    name: str
    private: bool = False
    params: list[Parameter] = []
    extern: bool = False
    audited: bool = False
    return_type: TypeRef | None = None
    requires: Expr | None = None
    when: Expr | None = None
    body: list[Stmt] = []


class Create(Node):
    """`create name(a: T) { ... }` of an aggregate."""

    name: str | None = None
    params: list[Parameter] = []
    audited: bool = False
    body: list[Stmt] = []


class Destroy(Node):
    """`destroy name(a: T) { ... }`."""

    name: str | None = None
    params: list[Parameter] = []
    audited: bool = False
    body: list[Stmt] = []


class Apply(Node):
    """`apply(e: Event) { ... }`."""

    param: str
    event: Ref
    body: list[Stmt] = []


# Reads


class Repository(Node):
    """`repository R for A { ... }`."""

    name: str
    aggregate: Ref
    finds: list[Find] = []


class Find(Node):
    """`find f(a: T): U where ...`."""

    name: str
    params: list[Parameter]
    return_type: TypeRef
    requires: Expr | None = None
    where: Expr | None = None
    ignoring: Ignoring | None = None


class Ignoring(Node):
    """`ignoring *` (all) or `ignoring A, B`."""

    all: bool = False
    capabilities: list[str] = []


class Criterion(Node):
    """`criterion K(a: T) of A as a = expr`."""

    name: str
    params: list[Parameter]
    target: TypeRef
    alias: str | None
    body: Expr


class Retrieval(Node):
    """`retrieval R(a: T) of A { where: ... sort: ... loads: ... }`."""

    name: str
    params: list[Parameter]
    target: TypeRef
    where: Expr
    sort: list[SortItem] = []
    loads: list[LoadPath] = []


class SortItem(Node):
    """A path and its direction."""

    path: LoadPath
    direction: str | None = None


class LoadPath(Node):
    """`this.a.b[]`."""

    from_this: bool
    segments: list[LoadSegment]


class LoadSegment(Node):
    """One step of a load path."""

    name: str
    many: bool = False


class Projection(Node):
    """`projection P { ... }`: folded from events, or a query."""

    name: str
    params: list[Parameter] = []
    key: str | None = None
    requires: Expr | None = None
    members: list[Node] = []
    source: Ref | None = None
    source_alias: str | None = None
    where: Expr | None = None
    ignoring: Ignoring | None = None
    joins: list[Join] = []
    group_by: list[Expr] = []
    selects: list[Select] = []


class Join(Node):
    """`join A as a on expr`."""

    aggregate: Ref
    alias: str
    on: Expr


class Select(Node):
    """`field = expr`."""

    field: str
    expr: Expr


class EventHandler(Node):
    """An `on(e: Event)` of a workflow or a projection."""

    param: str
    event: Ref
    by: Expr | None = None
    body: list[Stmt] = []


# Processes


class Workflow(Node):
    """`workflow W { ... }`."""

    name: str
    event_sourced: bool = False
    transactional: bool = False
    isolation: str | None = None
    requires: Expr | None = None
    members: list[Node] = []


class WorkflowCreate(Node):
    """`create name(a: T) by ... { ... }` of a workflow."""

    name: str | None = None
    params: list[Parameter] = []
    by: Expr | None = None
    requires: Expr | None = None
    body: list[Stmt] = []


class Handle(Node):
    """`handle h(a: T) { ... }`."""

    name: str
    params: list[Parameter] = []
    requires: Expr | None = None
    body: list[Stmt] = []


class DomainService(Node):
    """`domainService S { ... }`."""

    name: str
    members: list[Node] = []


class ServiceOperation(Node):
    """`operation o(a: T): U { ... }` of a domain service."""

    name: str
    params: list[Parameter] = []
    return_type: TypeRef | None = None
    body: list[Stmt] = []


class Handler(Node):
    """`commandHandler` or `queryHandler`; `body` is `None` when a `;` stands in its place."""

    kind: str
    name: str
    extern: bool = False
    params: list[Parameter] = []
    return_type: TypeRef | None = None
    body: list[Stmt] | None = None


# Types


class TypeRef(Node):
    """A type; with `alternatives` a union written with `or`."""

    head: TypeAtom
    alternatives: list[TypeAtom] = []


class TypeAtom(Node):
    """A base type with carriers (`paged`, `envelope`, `option`, inside out), then `[]`, then `?`."""

    base: TypeBase
    carriers: list[str] = []
    array: bool = False
    optional: bool = False


class PrimitiveType(TypeBase):
    """`int`, `string` and their like."""

    name: str


class SlotType(TypeBase):
    """`slot`."""


class ActionType(TypeBase):
    """`action` or `action(T)`."""

    arg: TypeRef | None = None


class SelfIdType(TypeBase):
    """`Self id`."""


class IdType(TypeBase):
    """`Name id`: a reference by identity."""

    target: Ref


class NamedType(TypeBase):
    """`Name`."""

    target: Ref


class MissingType(TypeBase):
    """Stands where a type was wanted and none could be read; a syntax fault tells why."""


# Statements


class Precondition(Stmt):
    """`precondition expr message "..."`."""

    expr: Expr
    message: str | None = None


class Requires(Stmt):
    """`requires expr`."""

    expr: Expr


class Let(Stmt):
    """`let x = expr`."""

    name: str
    expr: Expr


class Emit(Stmt):
    """`emit E { a: 1 }`."""

    event: Ref
    fields: list[NamedValue] = []


class For(Stmt):
    """`for x in xs { ... }`."""

    var: str
    source: Expr
    body: list[Stmt] = []


class IfLet(Stmt):
    """`if let x = source { ... } else { ... }`."""

    var: str
    source: Expr
    then_body: list[Stmt] = []
    else_body: list[Stmt] | None = None


class Return(Stmt):
    """`return expr`."""

    value: Expr


class MatchStatement(Stmt):
    """`match subject { T x => ... else => ... }`."""

    subject: Expr
    arms: list[StmtArm] = []
    else_body: list[Stmt] | None = None


class StmtArm(Node):
    """An arm of a match statement."""

    variant: TypeAtom
    binding: str | None = None
    body: list[Stmt] = []


class AssignOrCall(Stmt):
    """`a.b := x`, `a.b += x`, `a.b -= x`, `a.b(x)`, or a bare target that a check refuses."""

    path: list[str]
    call: bool = False
    args: list[Expr] = []
    op: str | None = None
    value: Expr | None = None


class Expect(Stmt):
    """`expect expr` of a test."""

    expr: Expr


# Expressions


class Lambda(Expr):
    """`x => expr` or `x => { ... }`; exactly one of the two is there."""

    param: str
    expr: Expr | None = None
    block: list[Stmt] | None = None


class Match(Expr):
    """`match { cond => value }` or `match subject { T x => value }`."""

    subject: Expr | None
    arms: list[Arm | VariantArm] = []
    else_expr: Expr | None = None


class Arm(Node):
    """`condition => value`."""

    condition: Expr
    value: Expr


class VariantArm(Node):
    """`T x => value`."""

    variant: TypeAtom
    binding: str | None
    value: Expr


class Await(Expr):
    """`await chain`, only as the subject of a match."""

    inner: Expr


class Ternary(Expr):
    """`c ? a : b`."""

    condition: Expr
    then_expr: Expr
    else_expr: Expr


class Chain(Expr):
    """Operands of one precedence level, folded from the left: `head ops[0] rest[0] ops[1] ...`."""

    head: Expr
    ops: list[str]
    rest: list[Expr]


class Unary(Expr):
    """`!x` or `-x`."""

    op: str
    operand: Expr


class Postfix(Expr):
    """A head with member and call suffixes."""

    head: Expr
    suffixes: list[MemberSuffix | CallSuffix]
    ignoring: Ignoring | None = None


class MemberSuffix(Node):
    """`.member` or `.member(args)`."""

    member: str
    call: bool = False
    args: list[Arg] = []


class CallSuffix(Node):
    """`(args)`."""

    args: list[Arg] = []


class Arg(Node):
    """A positional or named argument, or a builder entry."""

    name: str | None
    value: Expr


class Builder(Expr):
    """`Name { ... }`; what the name denotes is decided later."""

    type: str
    entries: list[Arg] = []


class Object(Expr):
    """`{ a: 1 }`."""

    fields: list[NamedValue] = []


class NamedValue(Node):
    """`name: expr` of an object, an `emit` or a seed row."""

    name: str
    value: Expr


class Paren(Expr):
    """`(expr)`."""

    inner: Expr


class ListLiteral(Expr):
    """`[a, b]`."""

    elements: list[Expr] = []


class TemplateString(Expr):
    """Text between backticks; `texts` has one element more than `holes`."""

    texts: list[str]
    holes: list[Hole] = []


class Hole(Node):
    """`{expr, format}` of a template; the format is kept verbatim, its comma included."""

    value: Expr
    format: str | None = None


class StringLiteral(Expr):
    """A string, unescaped."""

    value: str


class IntLiteral(Expr):
    """Digits as written; the value is read when needed."""

    text: str


class DecimalLiteral(Expr):
    """Digits, a dot and digits as written."""

    text: str


class BoolLiteral(Expr):
    """`true` or `false`."""

    value: bool


class NullLiteral(Expr):
    """`null`."""


class MoneyLiteral(Expr):
    """`money("4.50")`."""

    text: str


class Conversion(Expr):
    """`string(x)`, `long(x)`, `decimal(x)` or `money(x)`."""

    target: str
    value: Expr


class Now(Expr):
    """`now()`."""


class This(Expr):
    """`this`."""


class IdExpr(Expr):
    """`id`, the identity of `this`."""


class NameRef(Expr):
    """A bare name."""

    name: str


class RetrievalLiteral(Expr):
    """`retrieval { where: ... }`."""

    where: Expr
    sort: list[SortItem] = []
    loads: list[LoadPath] = []


class Missing(Expr):
    """Stands where an expression was wanted and none could be read; a syntax fault tells why."""


# User interface


class Ui(Node):
    """`ui U with ... { ... }`."""

    name: str
    with_calls: list[MacroCall] = []
    framework: str | None = None
    members: list[Node] = []


class UiApiParam(Node):
    """`api handle: Api`."""

    name: str
    api: Ref


class UiChannelParam(Node):
    """`channel handle: C.L`."""

    name: str
    context: Ref
    channel: Ref


class UiNotification(Node):
    """`on handle.Event(x) { ... }`."""

    param: Ref
    event: Ref
    bind: str
    body: list[Stmt] = []


class UiFunction(Node):
    """`function f(a: T): U extern from "path"`."""

    name: str
    params: list[Parameter]
    return_type: TypeRef
    path: str


class Page(Node):
    """`page P(a: T) { ... }`."""

    name: str
    params: list[Parameter] = []
    props: list[Node] = []


class RouteProp(Node):
    """`route: "/path"`."""

    value: str


class DescriptionProp(Node):
    """`description: "..."`."""

    value: str


class OgImageProp(Node):
    """`ogImage: "..."`."""

    value: str


class CanonicalProp(Node):
    """`canonical: "..."`."""

    value: str


class LayoutProp(Node):
    """`layout: name`."""

    value: str


class TitleProp(Node):
    """`title: expr`."""

    expr: Expr


class BodyProp(Node):
    """`body: expr` of a page."""

    expr: Expr


class RequiresProp(Node):
    """`requires expr` of a page."""

    expr: Expr


class PageMenu(Node):
    """`menu { ... }` of a page."""

    entries: list[MenuEntry] = []


class MenuEntry(Node):
    """`key: expr` of a page menu or a menu link."""

    name: str
    value: Expr


class State(Node):
    """`state { ... }`."""

    fields: list[StateField] = []


class StateField(Node):
    """`name: T = init`."""

    name: str
    type: TypeRef
    init: Expr | None = None


class Action(Node):
    """`action a(x: T) { ... }`."""

    name: str
    params: list[Parameter] = []
    body: list[Stmt] = []


class Component(Node):
    """`component K(a: T) { ... }`, or `extern from "path"`."""

    name: str
    params: list[Parameter] = []
    extern: bool = False
    path: str | None = None
    decls: list[Node] = []
    body: Expr | None = None


class Area(Node):
    """`area A { ... }`: pages and areas."""

    name: str
    members: list[Node] = []


class Store(Node):
    """`store S persist: lifetime { ... }`."""

    name: str
    lifetime: str | None = None
    decls: list[Node] = []


class Menu(Node):
    """`menu { section ... }` of a ui."""

    sections: list[MenuSection] = []


class MenuSection(Node):
    """`section "label" { ... }`."""

    label: str
    links: list[MenuLink] = []


class MenuLink(Node):
    """A link to a page of the ui, or a label with a url."""

    page: Ref | None = None
    entries: list[MenuEntry] = []
    label: str | None = None
    url: str | None = None


class Layout(Node):
    """`layout L { ... }`."""

    name: str
    slots: list[LayoutNamedSlot | LayoutMainSlot] = []


class LayoutNamedSlot(Node):
    """`header`, `sidebar` or `footer` with its body."""

    name: str
    body: Expr


class LayoutMainSlot(Node):
    """`main`."""


class Theme(Node):
    """`theme { ... }`."""

    props: list[ThemeProp] = []


class ThemeProp(Node):
    """`name: "value"`."""

    name: str
    value: str


# Tests, requirements, seeds, migrations


class TestBlock(Node):
    """`test "..." for X { ... }`."""

    name: str
    target: Ref | None = None
    verifies: Ref | None = None
    body: list[Stmt] = []


class TestE2E(Node):
    """`test e2e "..." against d { ... }`."""

    name: str
    deployable: Ref
    verifies: Ref | None = None
    body: list[Stmt] = []


class Requirement(Node):
    """A requirement; its `parent` clause is `parent_requirement`, since `parent` is the enclosing node."""

    name: str
    parent_requirement: Ref | None = None
    props: list[RequirementProp] = []


class RequirementProp(Node):
    """`key: expr` of a requirement."""

    name: str
    value: Expr


class Solution(Node):
    """`solution ID for R { entitles [...] }`."""

    name: str
    requirement: Ref
    title: str | None = None
    entitles: list[Ref] = []


class TestCase(Node):
    """`testCase ID verifies R { covers [...] }`."""

    name: str
    requirement: Ref
    title: str | None = None
    covers: list[Ref] = []


class Seed(Node):
    """`seed name raw { ... }`."""

    dataset: str | None = None
    raw: bool = False
    rows: list[SeedRow] = []


class SeedRow(Node):
    """`Agg { a: 1 }`."""

    aggregate: Ref
    value: Object


class Migration(Node):
    """`migration "..." { ... }`."""

    name: str
    steps: list[SqlStep | ColumnStep | TableRename] = []


class SqlStep(Node):
    """`sql "..."`."""

    sql: str


class ColumnStep(Node):
    """`Agg.old -> new` or `Agg.field = expr`."""

    aggregate: Ref
    field: str
    renamed_to: str | None = None
    value: Expr | None = None


class TableRename(Node):
    """`Old -> Agg`."""

    from_table: str
    to_aggregate: Ref
