"""What may stand in each kind of block.

The tables are made empty here and filled in `registry`, the one module that knows all parse functions; so a
parse function can name the table of its block without importing the functions that read its members.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from loomsmith.ddd.syntax.tokens import NAME
from loomsmith.ddd.vocabulary.words import (
    CLAIM_NAME,
    FIELD_NAME,
    HARD_WORDS,
    PLAIN_NAME,
    STATE_NAME,
    WORDS,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from loomsmith.ddd.syntax.node import Node
    from loomsmith.ddd.syntax.parser.cursor import Cursor

    MemberParser = Callable[[Cursor], Node | None]


class MemberTable:
    """What may stand in a kind of block.

    `owner` names the block in messages ("an aggregate"). `parsers` maps the first token of a member to its
    parse function. `named`, if set, reads the members that start with a name of `name_class` (properties);
    one that is followed by a colon is always such a member, even where the word is a key of `parsers`.
    `separators` says that a comma may follow a member. `tail` are the words of the clauses that may follow
    the members, see `Cursor.block`.
    """

    __slots__ = ("bare", "name_class", "named", "owner", "parsers", "separators", "tail")

    def __init__(
        self,
        owner: str,
        name_class: frozenset[str] = PLAIN_NAME,
        separators: bool = False,
        tail: frozenset[str] = frozenset(),
        bare: bool = False,
    ) -> None:
        self.owner = owner
        self.parsers: dict[str, MemberParser] = {}
        self.name_class = name_class
        self.named: MemberParser | None = None
        self.separators = separators
        self.tail = tail
        self.bare = bare

    def parser_at(self, kinds: list[str], at: int) -> MemberParser | None:
        """The parse function for a member that starts at token `at`, `None` if none does."""
        kind = kinds[at]
        named = self.named
        if named is None:
            return self.parsers.get(kind)
        if kind is NAME:
            return named
        if kind in WORDS and (
            not (is_landmark(kind) and kinds[at + 1] is NAME) if self.bare else kinds[at + 1] == ":"
        ):
            return named
        return self.parsers.get(kind) or (
            named if kind in self.name_class and kind not in self.tail else None
        )


FILE = MemberTable("a file")
SYSTEM = MemberTable("a system")
SUBDOMAIN = MemberTable("a subdomain")
CONTEXT = MemberTable("a context")
PERMISSIONS = MemberTable("a permissions block", separators=True, bare=True)
POLICY = MemberTable("a policy")
ENUM = MemberTable("an enum", separators=True, bare=True)
CAPABILITY = MemberTable("a capability", FIELD_NAME, separators=True)
AGGREGATE = MemberTable("an aggregate", FIELD_NAME)
ENTITY = MemberTable("an entity", FIELD_NAME)
VALUE_OBJECT = MemberTable("a value object", FIELD_NAME)
EVENT = MemberTable("an event", FIELD_NAME, separators=True)
PAYLOAD = MemberTable("a payload", FIELD_NAME, separators=True)
API = MemberTable("an api", tail=frozenset({"route"}))
USER = MemberTable("a user block", CLAIM_NAME)
REPOSITORY = MemberTable("a repository")
PROJECTION = MemberTable(
    "a projection",
    FIELD_NAME,
    tail=frozenset({"from", "where", "ignoring", "join", "group", "select"}),
)
WORKFLOW = MemberTable("a workflow", FIELD_NAME)
DOMAIN_SERVICE = MemberTable("a domain service")

UI = MemberTable("a ui")
AREA = MemberTable("an area")
PAGE = MemberTable("a page")
COMPONENT = MemberTable("a component", tail=frozenset({"body"}))
STORE = MemberTable("a store")
STATE = MemberTable("a state block", STATE_NAME)
MENU = MemberTable("a menu")
LAYOUT = MemberTable("a layout")

# From the outside in: the order in which messages name them.
ALL_TABLES = (
    FILE,
    SYSTEM,
    SUBDOMAIN,
    CONTEXT,
    CAPABILITY,
    AGGREGATE,
    ENTITY,
    VALUE_OBJECT,
    REPOSITORY,
    PROJECTION,
    WORKFLOW,
    DOMAIN_SERVICE,
    UI,
    AREA,
    PAGE,
    COMPONENT,
    STORE,
    MENU,
    LAYOUT,
)


@cache
def homes(kind: str) -> tuple[str, ...]:
    """The owners of the blocks in which a member may start with this word."""
    return tuple(table.owner for table in ALL_TABLES if kind in table.parsers)


@cache
def is_landmark(kind: str) -> bool:
    """Whether a word starts a declaration wherever it stands at the start of a line: never a name."""
    return kind in HARD_WORDS and any(kind in table.parsers for table in ALL_TABLES[:8])
