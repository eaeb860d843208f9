"""Tools that find their way through a model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.addresses import address
from loomsmith.ddd.analysis import analyse
from loomsmith.ddd.navigation.symbols import NOT_FOUND, NoSymbol, name_span, parent_address, symbol_kind
from loomsmith.ddd.toolkit.paging import SOFT_LIMIT, page, some_of
from loomsmith.ddd.toolkit.wire import wire_range

if TYPE_CHECKING:
    Json = dict[str, object]

_LONGEST_HOVER = SOFT_LIMIT // 2


def find_symbol(source: str, symbol: str, kind: str | None = None) -> Json:
    """Where a declaration is: `{"address", "kind", "range", "parent"?}`.

    `symbol` is the end of its path (`title`, `Ferry.title`, `Berths.Ferry.title`). `range` is that of the
    name, `parent` the address of what encloses it. Otherwise `{"error": "not-found" | "ambiguous",
    "candidates"}`.
    """
    analysis = analyse(source)
    found = analysis.symbols.find(symbol, kind)
    if isinstance(found, NoSymbol):
        return no_symbol(found)
    answer: Json = {
        "address": address(found),
        "kind": symbol_kind(found),
        "range": wire_range(analysis.source, name_span(found) or (0, 0)),
    }
    parent = parent_address(found)
    if parent is not None:
        answer["parent"] = parent
    return answer


def references(source: str, symbol: str, limit: int | None = None, offset: int | None = None) -> Json:
    """Where a declaration is named: its own name and every use of it, by place.

    `{"locations": [{"range"}]}`, each range one name. Where not all are shown, because of `limit` and
    `offset` or because there are too many for one answer, `total`, `returned` and `next_offset` say how to
    go on. Errors as those of `find_symbol`.
    """
    analysis = analyse(source)
    found = analysis.symbols.find(symbol)
    if isinstance(found, NoSymbol):
        return no_symbol(found)
    spans = sorted({name_span(found) or (0, 0), *(use.span for use in analysis.uses_of(found))})
    locations = [{"range": wire_range(analysis.source, span)} for span in spans]
    return page("locations", locations, limit, offset)


def hover(source: str, symbol: str) -> Json:
    """A declaration in a line of code, for people and agents who want to know what it is: `{"markdown"}`.

    Errors as those of `find_symbol`.
    """
    from loomsmith.ddd.navigation.hover import hover as hover_of

    analysis = analyse(source)
    found = analysis.symbols.find(symbol)
    if isinstance(found, NoSymbol) or analysis.links is None:
        return no_symbol(found if isinstance(found, NoSymbol) else NoSymbol(NOT_FOUND))
    return {"markdown": _readable(hover_of(found, analysis.links))}


def _readable(markdown: str) -> str:
    """The text, cut where it is too long to be read, which it then says."""
    if len(markdown) <= _LONGEST_HOVER:
        return markdown
    shown = markdown[:_LONGEST_HOVER]
    fence = "\n```" if shown.count("```") % 2 else ""
    return f"{shown}…{fence}\n\nThe rest is left out; it has {len(markdown)} characters in all."


def no_symbol(found: NoSymbol) -> Json:
    """The answer of a tool whose symbol has no single meaning; `total` counts more candidates than fit."""
    return {"error": found.error, **some_of("candidates", found.candidates)}
