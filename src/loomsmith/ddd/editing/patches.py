"""Patches: edits of a model that name their target by its address.

A patch is `{"op", "target", "source"?, "position"?}`:

    add      put `source` as the last member into a context, aggregate, value object or deployable
    replace  write `source` in the place of the target
    remove   take the target out, with its line or lines where it has them for itself
    insert   put `source` `after` (the default) or `before` the target, or at `header-end`, before its `{`
    rename   give the target and all that mean it the name `source`

All patches of a batch are resolved against the same text and take effect together, or none does. What they
write is taken as it stands: nothing is reformatted, and nothing outside the edits changes.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loomsmith.base.nearest import nearest_names
from loomsmith.ddd.addresses import AddressIndex, addressed, own_name
from loomsmith.ddd.editing.splice import TextEdit, splice
from loomsmith.ddd.outline import addressed_members, contexts_of
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import Node, children, members_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from loomsmith.ddd.syntax.tokens import Tokens
    from loomsmith.ddd.text import Source, Span

    Rename = Callable[[Node, str], Sequence[TextEdit]]

OPS = ("add", "replace", "remove", "insert", "rename")
POSITIONS = ("before", "after", "header-end")

_CONTAINERS = (n.Context, n.Aggregate, n.ValueObject, n.Deployable)
_IN_CONTEXTS = (n.Aggregate, n.ValueObject, n.Workflow, n.Enum, n.Event, n.Repository)


class PatchFault(Exception):
    """A patch that cannot be carried out; `str(fault)` says why and what would be accepted."""


@dataclass(frozen=True, slots=True)
class PatchOutcome:
    """The new text, or the old one where `errors` holds, by place in the batch, what is wrong."""

    text: str
    errors: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class _Edit:
    """An edit of the patch `patch`.

    `core` is what the edit is about where it also takes blanks around it: they are left standing when another
    patch writes between them and the core. With `opens_line` the text begins with the line break that the
    last line of the source lacks, and needs none where another edit has written one.
    """

    edit: TextEdit
    patch: int = 0
    core: Span | None = None
    opens_line: bool = False


class PatchTargets:
    """What patches of one source may name, and the edits that each patch comes to.

    `rename` gives the edits that rename a declaration, or raises `PatchFault`.
    """

    __slots__ = ("_index", "_rename", "_source", "_tokens")

    def __init__(self, source: Source, tokens: Tokens, file: n.File, rename: Rename) -> None:
        self._source = source
        self._tokens = tokens
        self._rename = rename
        self._index = AddressIndex(_targets(file))

    def by_span(self) -> dict[Span, str]:
        """The addresses of the targets that exactly one written node carries, by that node's span."""
        found: dict[Span, str] = {}
        for address in self._index.addresses():
            nodes = self._index.nodes(address)
            if len(nodes) == 1 and nodes[0].span is not None:
                found[nodes[0].span] = address
        return found

    def edits(self, patch: object) -> list[TextEdit]:
        """The edits of a single patch. Raises `PatchFault`."""
        return [edit.edit for edit in self._resolve(patch, 0)]

    def apply(self, patches: Sequence[object]) -> PatchOutcome:
        """All patches at once, or what is wrong with them: faults of single patches first, then overlaps."""
        edits: list[_Edit] = []
        errors: list[tuple[int, str]] = []
        for place, patch in enumerate(patches):
            try:
                edits += self._resolve(patch, place)
            except PatchFault as fault:
                errors.append((place, str(fault)))
        edits = _with_blanks_left(edits)
        edits.sort(key=lambda edit: (edit.edit.start, edit.patch))
        errors += _overlaps(edits)
        text = self._source.text
        return PatchOutcome(text if errors else splice(text, _with_one_break(text, edits)), tuple(errors))

    def _resolve(self, patch: object, place: int) -> list[_Edit]:
        if not isinstance(patch, dict):
            raise PatchFault("A patch is an object with `op`, `target` and perhaps `source` and `position`.")
        op = patch.get("op")
        if op not in OPS:
            raise PatchFault(f"There is no op {_shown(op)}; the ops are {', '.join(OPS)}.")
        node, span = self._target(patch.get("target"))
        if op == "remove":
            return [self._removal(span, place)]
        new = patch.get("source")
        if not isinstance(new, str):
            raise PatchFault(f"The op {op} needs `source`, a string.")
        if op == "rename":
            return self._renaming(node, new.strip(), place)
        if op == "add":
            return [_Edit(self._addition(node, span, new), place)]
        if op == "replace":
            return [_Edit(TextEdit(*span, new), place)]
        position = patch.get("position")
        if position is None or position == "after":
            return [self._insertion_after(span, new, place)]
        if position == "before":
            return [_Edit(self._insertion_before(span, new), place)]
        if position == "header-end":
            return [_Edit(self._header_insertion(span, new), place)]
        raise PatchFault(
            f"There is no position {_shown(position)}; the positions are {', '.join(POSITIONS)}."
        )

    def _target(self, target: object) -> tuple[Node, Span]:
        if not isinstance(target, str):
            raise PatchFault("A patch needs `target`, the address of a declaration as the outline shows it.")
        nodes = self._index.nodes(target)
        if len(nodes) > 1:
            raise PatchFault(
                f"`{target}` names {len(nodes)} declarations, so none of them can be patched by it."
            )
        if not nodes:
            near = nearest_names(target, self._index.addresses())
            hint = f" Did you mean {' or '.join(f'`{address}`' for address in near)}?" if near else ""
            raise PatchFault(
                f"`{target}` names nothing that can be patched.{hint} Targets are contexts, their "
                "aggregates, value objects, workflows, enums, events and repositories, direct members of "
                "aggregates and value objects, and deployables, by their addresses in the outline."
            )
        node = nodes[0]
        if node.span is None:
            raise PatchFault(
                f"`{target}` is added by a macro, a capability or default versioning and is not written in "
                "the source; patch the declaration it is added to."
            )
        return node, node.span

    def _renaming(self, node: Node, name: str, place: int) -> list[_Edit]:
        if not name:
            raise PatchFault("The op rename needs `source`, the new name.")
        if not own_name(node):
            raise PatchFault("The target has no name that could be changed.")
        return [_Edit(edit, place) for edit in self._rename(node, name)]

    def _addition(self, node: Node, span: Span, new: str) -> TextEdit:
        text, source = self._source.text, self._source
        if not isinstance(node, _CONTAINERS):
            raise PatchFault(
                "The op add puts a member into a context, aggregate, value object or deployable; for other "
                "targets use replace with the whole text."
            )
        brace = span[1] - 1
        if text[brace] != "}" or any(child.span and child.span[1] == span[1] for child in children(node)):
            raise PatchFault("The target has no closing brace; repair the syntax first.")
        line_start = source.line_span(source.line_of(brace))[0]
        # Counted, not copied: the indentation of an addition is always of blanks.
        indent = " " * len(_leading_blanks(text[line_start:brace]))
        if not text[line_start:brace].strip():
            return TextEdit(line_start, line_start, f"{indent}  {new}\n")
        return TextEdit(brace, brace, f"\n{indent}  {new}\n{indent}")

    def _removal(self, span: Span, place: int) -> _Edit:
        text, source = self._source.text, self._source
        start, end = span
        if self._opens_line(start) and self._closes_line(end):
            last = source.line_of(end - 1)
            line_end = source.line_starts[last + 1] if last + 1 < source.line_count else len(text)
            return _Edit(TextEdit(source.line_span(source.line_of(start))[0], line_end, ""), place)
        after = end + len(_leading_blanks(text[end : source.line_span(source.line_of(end - 1))[1]]))
        if after < len(text) and text[after] not in "\r\n":
            return _Edit(TextEdit(start, after, ""), place, core=span)
        line_start = source.line_span(source.line_of(start))[0]
        before = line_start + len(text[line_start:start].rstrip())
        return _Edit(TextEdit(before, end, ""), place, core=span)

    def _insertion_after(self, span: Span, new: str, place: int) -> _Edit:
        source = self._source
        first, last = source.line_of(span[0]), source.line_of(span[1] - 1)
        if not self._closes_line(span[1]) or (first == last and not self._opens_line(span[0])):
            return _Edit(TextEdit(span[1], span[1], f" {new}"), place)
        line = f"{_leading_blanks(source.line_text(first))}{new}\n"
        if last + 1 < source.line_count:
            start = source.line_starts[last + 1]
            return _Edit(TextEdit(start, start, line), place)
        end = len(source.text)
        return _Edit(TextEdit(end, end, f"\n{line}"), place, opens_line=True)

    def _insertion_before(self, span: Span, new: str) -> TextEdit:
        source = self._source
        first, last = source.line_of(span[0]), source.line_of(span[1] - 1)
        if not self._opens_line(span[0]) or (first == last and not self._closes_line(span[1])):
            return TextEdit(span[0], span[0], f"{new} ")
        start = source.line_span(first)[0]
        return TextEdit(start, start, f"{_leading_blanks(source.line_text(first))}{new}\n")

    def _header_insertion(self, span: Span, new: str) -> TextEdit:
        tokens = self._tokens
        for place in range(bisect_left(tokens.starts, span[0]), len(tokens.kinds)):
            if tokens.starts[place] >= span[1]:
                break
            if tokens.kinds[place] == "{":
                return TextEdit(tokens.starts[place], tokens.starts[place], f"{new} ")
        raise PatchFault("The target has no `{`, and so no end of a header to insert at.")

    def _opens_line(self, offset: int) -> bool:
        """Whether only blanks stand before `offset` on its line."""
        start = self._source.line_span(self._source.line_of(offset))[0]
        return not self._source.text[start:offset].strip()

    def _closes_line(self, offset: int) -> bool:
        """Whether only blanks and comments follow `offset`, the end of a token, on its line."""
        text, comments = self._source.text, self._tokens.comments
        line_end = self._source.line_span(self._source.line_of(offset - 1))[1]
        place = bisect_left(comments, (offset, offset))
        while True:
            offset += len(_leading_blanks(text[offset:line_end]))
            if offset == line_end:
                return True
            if place == len(comments) or comments[place][0] != offset or comments[place][1] > line_end:
                return False
            offset = comments[place][1]
            place += 1


def _targets(file: n.File) -> Iterator[tuple[str, Node]]:
    contexts = members_of(file, n.Context)
    for system in file.members:
        if isinstance(system, n.System):
            contexts += contexts_of(system)
            yield from addressed(members_of(system, n.Deployable))
    for context in contexts:
        yield from addressed([context])
        for member in context.members:
            if isinstance(member, _IN_CONTEXTS):
                yield from addressed([member])
            if isinstance(member, n.Aggregate | n.ValueObject):
                yield from addressed_members(member)


def _with_blanks_left(edits: list[_Edit]) -> list[_Edit]:
    """The edits, without blanks around a removal where another edit writes between the two."""
    places = {edit.edit.start for edit in edits if edit.edit.start == edit.edit.end}
    kept: list[_Edit] = []
    for edit in edits:
        if edit.core is not None:
            start, end, text = edit.edit
            core_start, core_end = edit.core
            if start < core_start and core_start in places:
                start = core_start
            if end > core_end and core_end in places:
                end = core_end
            edit = _Edit(TextEdit(start, end, text), edit.patch)
        kept.append(edit)
    return kept


def _overlaps(edits: list[_Edit]) -> list[tuple[int, str]]:
    """The patches that write into what another replaces, each once; `edits` are sorted by start."""
    found: dict[int, str] = {}
    widest: _Edit | None = None
    """The replacement that reaches furthest among those before."""
    for edit in edits:
        start, end, _ = edit.edit
        if widest is not None and edit.patch != widest.patch:
            inside = start < widest.edit.end
            if inside and (start < end or start > widest.edit.start):
                found.setdefault(
                    edit.patch,
                    f"The patch overlaps with patch {widest.patch + 1} of the batch, counted from 1.",
                )
        if start < end and (widest is None or end > widest.edit.end):
            widest = edit
    return list(found.items())


def _with_one_break(text: str, edits: list[_Edit]) -> list[TextEdit]:
    """The edits, with the line break that the text's last line lacks put by the first that needs it."""
    result: list[TextEdit] = []
    broken = False
    for edit in edits:
        start, end, new = edit.edit
        if edit.opens_line:
            if broken:
                new = new.removeprefix("\n")
            broken = True
        elif end == len(text) and start < end and not new:
            # A removal of the last line leaves the end of the line before it.
            broken = start == 0 or text[start - 1] in "\r\n"
        result.append(TextEdit(start, end, new))
    return result


def _leading_blanks(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _shown(value: object) -> str:
    return f"`{value}`" if isinstance(value, str) else "of that type"
