"""What all nodes of the tree share: fields, spans, parents, iteration, equality and a readable dump.

A node class is written as a list of annotated fields. `NodeType` turns that list into slots, a constructor
that takes the fields in order and makes the new node the parent of its child nodes, and the tables that
walking needs. Dataclasses do the same many times slower at import, which the first call of a tool would pay.

Spans are pairs of offsets into the source text, the end exclusive. A node that expansion added has the span
`None` and the written node it came from as its `origin`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Span = tuple[int, int]

_SCALARS = frozenset({"str", "int", "bool", "None"})
_NO_SPANS: Mapping[str, Any] = {}


def _parts(annotation: str) -> set[str]:
    """The type names in an annotation such as `list[str] | None`: the element's for a list."""
    return {part.strip() for part in annotation.replace("list[", "").replace("]", "").split("|")}


def _set_later(*, init: Literal[False] = False) -> Any:
    """Marks a field that the constructor does not take, for type checkers."""


@dataclass_transform(eq_default=False, field_specifiers=(_set_later,))
class NodeType(type):
    """Builds a slotted node class from its annotated fields; a default of `[]` means a fresh list."""

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> NodeType:
        """Take the annotated fields out of `namespace` and put slots, tables and a constructor in."""
        fields = [
            field
            for field, annotation in namespace.get("__annotations__", {}).items()
            if not annotation.startswith("ClassVar")
        ]
        defaults = {field: namespace.pop(field) for field in fields if field in namespace}
        if not bases:
            namespace["__slots__"] = tuple(fields)
            return super().__new__(mcs, name, bases, namespace)
        namespace["__slots__"] = tuple(fields)
        annotations = {field: namespace["__annotations__"][field] for field in fields}
        namespace["FIELDS"] = tuple(fields)
        namespace["REF_FIELDS"] = tuple(f for f in fields if "Ref" in _parts(annotations[f]))
        children = tuple(f for f in fields if _parts(annotations[f]) - _SCALARS - {"Ref"})
        namespace["CHILD_FIELDS"] = children
        namespace["__init__"] = _constructor(name, annotations, defaults, children)
        return super().__new__(mcs, name, bases, namespace)


def _constructor(
    name: str, annotations: dict[str, str], defaults: dict[str, Any], children: tuple[str, ...]
) -> Any:
    """The `__init__` of a node class, compiled once, with no loop over fields left in it."""
    heads: list[str] = []
    lines = ["    self.parent = self.span = self.origin = None", "    self.spans = _no_spans"]
    for field, annotation in annotations.items():
        fresh = defaults.get(field) == [] and annotation.startswith("list[")
        if field in defaults:
            heads.append(f"{field}={None if fresh else defaults[field]!r}")
        else:
            heads.append(field)
        lines.append(
            f"    self.{field} = [] if {field} is None else {field}"
            if fresh
            else f"    self.{field} = {field}"
        )
        if field not in children:
            continue
        if annotation.startswith("list["):
            items = f"self.{field} or ()" if "None" in _parts(annotation) else f"self.{field}"
            lines += [f"    for child in {items}:", "        child.parent = self"]
        elif "list[" in annotation:
            lines += [
                f"    if isinstance({field}, list):",
                f"        for child in {field}:",
                "            child.parent = self",
            ]
            if _parts(annotation) & _SCALARS:
                lines += [f"    elif hasattr({field}, 'spans'):", f"        {field}.parent = self"]
            else:
                lines += [f"    elif {field} is not None:", f"        {field}.parent = self"]
        elif "None" in _parts(annotation):
            lines += [f"    if {field} is not None:", f"        {field}.parent = self"]
        else:
            lines.append(f"    {field}.parent = self")
    text = f"def __init__({', '.join(['self', *heads])}):\n" + "\n".join(lines)
    scope: dict[str, Any] = {"_no_spans": _NO_SPANS}
    exec(compile(text, f"<constructor of {name}>", "exec"), scope)
    return scope["__init__"]


class Node(metaclass=NodeType):
    """A construct of the language.

    `parent` is the enclosing node (`None` for the file); `span` the offsets of its first and last token, or
    `None` where expansion added it; `spans` the offsets of its fields by field name (a list of them for a
    list field); `origin` the written node that an added one came from.
    """

    parent: Node | None = _set_later()
    span: Span | None = _set_later()
    spans: Mapping[str, Any] = _set_later()
    origin: Node | None = _set_later()

    FIELDS: ClassVar[tuple[str, ...]] = ()
    CHILD_FIELDS: ClassVar[tuple[str, ...]] = ()
    REF_FIELDS: ClassVar[tuple[str, ...]] = ()

    def __repr__(self) -> str:
        """The class, the name if there is one, and the span: short enough for a failing assertion."""
        name = getattr(self, "name", None)
        label = f" {name}" if isinstance(name, str) and name else ""
        place = f" {self.span[0]}-{self.span[1]}" if self.span else " (added)"
        return f"<{type(self).__name__}{label}{place}>"


class Ref:
    """A written name that a later phase resolves to a declaration.

    `text` is the name as written, without white space (`A.B` for a dotted one); `span` its offsets, or `None`
    in added nodes; `segments` the offsets of each part of a dotted name (`None`: it has one part); `kind`
    says what it may resolve to. What it resolved to stands in the link table, never here.
    """

    __slots__ = ("kind", "segments", "span", "text")

    def __init__(
        self, text: str, kind: str, span: Span | None = None, segments: list[Span] | None = None
    ) -> None:
        self.text = text
        self.kind = kind
        self.span = span
        self.segments = segments

    def __repr__(self) -> str:
        """The kind wanted and the name written."""
        return f"<Ref {self.kind} {self.text}>"


def children(node: Node) -> Iterator[Node]:
    """The child nodes of `node`, field by field in the order of its class."""
    for field in node.CHILD_FIELDS:
        value = getattr(node, field)
        if value is None:
            continue
        if type(value) is list:
            yield from value
        elif isinstance(value, Node):
            yield value


def references(node: Node) -> Iterator[tuple[str, Ref]]:
    """The references written directly in `node`, each with the name of its field."""
    for field in node.REF_FIELDS:
        value = getattr(node, field)
        if value is None:
            continue
        if type(value) is list:
            for ref in value:
                yield field, ref
        else:
            yield field, value


def walk(root: Node) -> Iterator[Node]:
    """`root` and everything below it, parents before children; needs no recursion."""
    stack = [root]
    pop, push = stack.pop, stack.extend
    while stack:
        node = pop()
        yield node
        below = list(children(node))
        below.reverse()
        push(below)


def ancestors(node: Node) -> Iterator[Node]:
    """The nodes around `node`, innermost first, without itself."""
    outer = node.parent
    while outer is not None:
        yield outer
        outer = outer.parent


N = TypeVar("N", bound=Node)


def enclosing(node: Node, *kinds: type[N]) -> N | None:
    """The innermost node of one of `kinds` around `node`, without itself."""
    return next((outer for outer in ancestors(node) if isinstance(outer, kinds)), None)


def members_of(owner: Any, *kinds: type[N]) -> list[N]:
    """The direct members of an owner that are of one of `kinds`, in order."""
    return [member for member in owner.members if isinstance(member, kinds)]


def field_span(node: Node, field: str, index: int | None = None) -> Span | None:
    """The offsets of what is written for `field` (its item `index` for a list), or `None` if nothing is."""
    span = node.spans.get(field)
    if isinstance(span, list):
        if index is None:
            return (span[0][0], span[-1][1]) if span else None
        return span[index] if index < len(span) else None
    return span


def same_tree(left: Node, right: Node) -> bool:
    """Whether two trees say the same: classes, names, words, literals and references; spans do not count."""
    stack: list[tuple[Any, Any]] = [(left, right)]
    while stack:
        a, b = stack.pop()
        if isinstance(a, Node):
            if type(a) is not type(b):
                return False
            stack.extend((getattr(a, field), getattr(b, field)) for field in a.FIELDS)
        elif isinstance(a, list):
            if not isinstance(b, list) or len(a) != len(b):
                return False
            stack.extend(zip(a, b, strict=True))
        elif isinstance(a, Ref):
            if not isinstance(b, Ref) or (a.text, a.kind) != (b.text, b.kind):
                return False
        elif type(a) is not type(b) or a != b:
            return False
    return True


def dump(root: Node) -> str:
    """The tree as indented text, one node a line with its span and its plain fields: for people who debug."""
    lines: list[str] = []
    stack: list[tuple[int, str, Node]] = [(0, "", root)]
    while stack:
        depth, label, node = stack.pop()
        words = []
        below: list[tuple[int, str, Node]] = []
        for field in node.FIELDS:
            value = getattr(node, field)
            if isinstance(value, Node):
                below.append((depth + 1, field, value))
            elif isinstance(value, list) and value and isinstance(value[0], Node):
                below.extend((depth + 1, field, item) for item in value)
            elif isinstance(value, Ref):
                words.append(f"{field}->{value.text}")
            elif isinstance(value, list):
                if value:
                    shown = [f"->{item.text}" if isinstance(item, Ref) else repr(item) for item in value]
                    words.append(f"{field}=[{', '.join(shown)}]")
            elif value is not None and value is not False:
                words.append(f"{field}={value!r}")
        place = f"[{node.span[0]}-{node.span[1]}]" if node.span else "[added]"
        head = f"{label}: " if label else ""
        lines.append("  " * depth + " ".join([f"{head}{type(node).__name__}", place, *words]))
        stack.extend(reversed(below))
    return "\n".join(lines) + "\n"
