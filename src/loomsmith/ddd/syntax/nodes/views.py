"""User interfaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.syntax.node import Node

if TYPE_CHECKING:
    from loomsmith.ddd.syntax.node import Ref
    from loomsmith.ddd.syntax.nodes.base import Expr, Stmt
    from loomsmith.ddd.syntax.nodes.domain import Parameter
    from loomsmith.ddd.syntax.nodes.structure import MacroCall
    from loomsmith.ddd.syntax.nodes.types import TypeRef


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
