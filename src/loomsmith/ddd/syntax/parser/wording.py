"""What messages say: what was found and wanted, why a word cannot be a name, what a slip was meant to be."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from loomsmith.base.nearest import nearest_names
from loomsmith.ddd.syntax.parser.tables import MemberTable, homes
from loomsmith.ddd.syntax.references import REFERENCE_KINDS
from loomsmith.ddd.syntax.tokens import DESCRIPTIONS, END, NAME, STRING, TRACE_ID
from loomsmith.ddd.vocabulary.words import ANY_NAME, FIELD_NAME, HARD_WORDS, WORDS

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

_LONGEST = 40

# Free names near the reserved words that people most often want as names.
_FREE_NAMES = {
    "File": "file",
    "aggregate": "subject",
    "area": "zone",
    "audience": "readers",
    "channel": "channelName",
    "check": "inspection",
    "context": "setting",
    "cookie": "cookieText",
    "decimal": "amount",
    "delivery": "shipment",
    "description": "summary",
    "document": "documentFile",
    "entity": "item",
    "error": "failure",
    "event": "occurrence",
    "footer": "footerText",
    "function": "role",
    "guid": "identifier",
    "header": "headerText",
    "id": "code",
    "index": "position",
    "int": "number",
    "json": "data",
    "key": "keyName",
    "kind": "sort",
    "layout": "arrangement",
    "log": "logEntries",
    "main": "primary",
    "message": "note",
    "node": "nodeName",
    "now": "moment",
    "on": "active",
    "operation": "task",
    "platform": "platformName",
    "port": "portNumber",
    "provider": "supplier",
    "repository": "archive",
    "required": "mandatory",
    "sessions": "visits",
    "shape": "form",
    "slot": "position",
    "state": "status",
    "storage": "store",
    "string": "text",
    "system": "systemName",
    "test": "trial",
    "theme": "topic",
    "title": "label",
    "type": "kind",
    "user": "member",
    "work": "job",
}


# Words of other languages, and what stands for them here.
FOREIGN = {
    "class": "there are no classes: declare an aggregate, an entity or a valueobject",
    "const": "there are no constants; an enum, a default or a derived value may serve",
    "def": "write 'function' or 'operation' for what other languages call 'def'",
    "default": "a default value follows '=', as in 'n: int = 1'",
    "field": "a property has no word before it: write 'name: type'",
    "fn": "write 'function' or 'operation' for what other languages call 'fn'",
    "func": "write 'function' or 'operation' for what other languages call 'func'",
    "interface": "there are no interfaces: a capability holds what several aggregates share",
    "method": "write 'operation' for what changes an aggregate, 'function' for what computes",
    "module": "write 'context' or 'subdomain' for what other languages call a module",
    "namespace": "write 'context' or 'subdomain' for what other languages call a namespace",
    "property": "a property has no word before it: write 'name: type'",
    "protected": "there is no 'protected': members are public, 'private' or, for properties, 'internal'",
    "public": "there is no 'public': members are public unless they say otherwise",
    "record": "write 'valueobject' or 'payload' for what other languages call a record",
    "struct": "write 'valueobject' for what other languages call a struct",
    "value": "write 'valueobject' as one word",
    "var": "a property has no word before it: write 'name: type'",
    "view": "there are no views; a projection holds what is read",
}


def is_word(kind: str) -> bool:
    """Whether a token kind is a reserved or soft word."""
    return kind in WORDS


def listed(words: Sequence[str], last: str = "or") -> str:
    """`a`, `a or b`, `a, b or c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def wanted(kind: str) -> str:
    """A token kind that was expected, in words."""
    return DESCRIPTIONS.get(kind) or f"'{kind}'"


def found(kind: str, text: str) -> str:
    """A token that was met, in words."""
    if kind == END:
        return DESCRIPTIONS[END]
    line = (text[:200].splitlines() or [""])[0]
    shown = line if line == text and len(line) <= _LONGEST else line[:_LONGEST] + "..."
    if kind == STRING:
        return f"the string {shown}"
    if kind == TRACE_ID:
        return f"'{shown}', which reads as one id (a subtraction needs blanks around the minus)"
    if kind in HARD_WORDS:
        return f"the reserved word '{shown}'"
    return f"'{shown}'" if shown else wanted(kind)


def reference(kind: str) -> str:
    """The kind of declaration that a reference names, with its article."""
    return REFERENCE_KINDS.get(kind, kind)


def reserved(word: str, what: str) -> str:
    """Why a word cannot stand as the name of something, and what could."""
    if word == "id":
        return (
            f"'id' cannot be the name of {what}: every aggregate and part has its id already; "
            f"choose another name ('{_FREE_NAMES['id']}'), or write 'other: Other id' for a reference"
        )
    free = _FREE_NAMES.get(word)
    if free is None or free in WORDS:
        free = word + ("Value" if word[:1].islower() else "_")
    if word in HARD_WORDS:
        return f"'{word}' is reserved and cannot be the name of {what}; use another name, such as '{free}'"
    return (
        f"'{word}' is a word of the language and cannot be the name of {what}{_though(word)}; "
        f"use another name, such as '{free}'"
    )


def _though(word: str) -> str:
    """Where a soft word may stand as a name, since it may not here."""
    if word in FIELD_NAME and word in ANY_NAME:
        return ", as it can of properties and parameters"
    if word in ANY_NAME:
        return ", as it can of parameters"
    return ""


def alternatives(written: str, words: Collection[str], what: str) -> str:
    """The message for something that is none of `words`: those accepted, the nearest first."""
    plain = [word for word in words if not word.startswith("<")]
    near = nearest_names(written, plain)
    order = [f"'{word}'" for word in near + [word for word in plain if word not in near]]
    order += [wanted(word) for word in words if word.startswith("<")]
    return f"expected {what}: {listed(order)}"


def stray(table: MemberTable, kind: str, text: str) -> str:
    """The message for a token that starts no member of a block."""
    owner = table.owner
    if kind in (",", ";"):
        if table.separators and kind == ",":
            return "one comma too many: write one between two members, or none"
        return f"unexpected '{kind}': the members of {owner} need no separator; remove it"
    places = homes(kind)
    if kind == "import":
        return "imports stand before all declarations; move this one to the top"
    if places:
        return f"'{text}' cannot stand in {owner}; it stands in {listed(places)}"
    members = sorted(set(table.parsers) | table.tail)
    if kind is NAME and text in FOREIGN:
        return FOREIGN[text]
    if kind is NAME:
        near = nearest_names(text, members)
        meant = f"; did you mean '{near[0]}'?" if near else ""
        return f"expected a member of {owner}, found '{text}'{meant or '; ' + accepted(table)}"
    return f"expected a member of {owner}, found {found(kind, text)}; {accepted(table)}"


def unfinished(name: str, mark: str) -> str:
    """The message where an expression has swallowed the start of the next line."""
    return f"the expression before '{name}' is not finished: it runs on to this '{mark}'"


@cache
def accepted(table: MemberTable) -> str:
    """What may stand in a block, in words."""
    words = listed([DESCRIPTIONS.get(kind, kind) for kind in sorted(set(table.parsers) | table.tail)])
    if table.bare:
        return "it takes plain names"
    if table.named is not None:
        return f"it takes properties ('name: type') and {words}" if words else "it takes 'name: type'"
    return f"it takes {words}"
