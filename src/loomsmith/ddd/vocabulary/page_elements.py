"""The elements that page bodies are built from. The vocabulary is closed."""

from __future__ import annotations

from typing import NamedTuple

# Each element: its positional arguments (`...` for any number of children) and its named ones with what they
# take. A `!` marks text that people see. What they take: s string, i integer, b boolean, e any expression,
# l lambda, n a name that is looked up (a state field, an action, an aggregate, ...), x an element.
_TABLE = """
Stack            | ...              |
Group            | ...              |
Breadcrumbs      | ...              |
Grid             | ...              | cols:e
Section          | ...              | id:s
Sticky           | ...              | top:s
Container        | ...              | size:s
Paper            | ...              | padding:s
Toolbar          | ...              | label:s!
Card             | title! ...       | variant:s shadow:s
Tabs             | ...              |
Tab              | label body       |
Divider          |                  | label:s!
Modal            | ...              | title:s! trigger:x open:n
Slot             |                  |
Heading          | text!            | level:i size:s weight:i gradient:s
Text             | text!            |
Bold             | text!            |
Italic           | text!            |
InlineCode       | text!            |
Empty            | text!            |
Badge            | text!            |
Anchor           | text!            | to:e
KeyValueRow      | label! element   |
Stat             | label! value!    |
Alert            | text!            | title:s! color:s
Image            | source           | src:e alt:e decorative:b
Avatar           | initials         | src:e alt:e decorative:b
Icon             |                  | name:s svg:s size:s label:s! decorative:b
Loader           |                  | size:s
Skeleton         |                  | count:i height:i
CodeBlock        | source           | source:s language:s title:s!
Money            | value            | value:e currency:s decimals:i
DateDisplay      | value            | value:e
FileLink         | value            | value:e
EnumBadge        | value            | value:e color:s
IdLink           | id               | id:e of:n
ProvenanceInfo   | record           | of:e field:s
Timeline         | entries          | of:e
Field            | label            | bind:n error:e
NumberField      | label            | bind:n error:e
PasswordField    | label            | bind:n error:e
MultilineField   | label            | bind:n error:e
Toggle           | label            | bind:n error:e
SelectField      | label            | bind:n options:e error:e
FileUpload       | label            | bind:n error:e
Button           | text!            | onClick:n to:e label:s! disabled:e loading:e variant:s emphasis:s icon:s iconSvg:s iconPosition:s
Action           | operation        | then:e
CreateForm       |                  | of:n onSubmit:n into:n
OperationForm    | operation        | of:n op:n onSubmit:n
WorkflowForm     |                  | runs:n onSubmit:n
DestroyForm      |                  | of:n then:e
QueryView        |                  | of:e loading:x error:x empty:x data:l single:b paged:b
For              | each render      | each:e render:l empty:x
Table            | ...              | rows:e onRowClick:n sortKey:n sortDir:n page:n pageSize:i serverPaged:b totalPages:e filter:n striped:b highlight:b sticky:b keyExpr:s rowTestid:l
DataGrid         | ...              | rows:e selection:n multiSort:b columnVisibility:b pageSize:i
Column           | header accessor  | sortable:b filterable:b field:s
Chart            |                  | kind:s of:e x:l y:l
"""  # noqa: E501 (a table reads best with one element a line)

# The elements that stand directly in certain others only.
PARENTS: dict[str, frozenset[str]] = {
    "Tab": frozenset({"Tabs"}),
    "Column": frozenset({"Table", "DataGrid"}),
}

# Every element takes these as well.
COMMON_ARGUMENTS: frozenset[str] = frozenset({"testid", "style"})

# The inputs that bind a state field.
BINDABLE_INPUTS: frozenset[str] = frozenset(
    "Field NumberField PasswordField MultilineField Toggle SelectField FileUpload".split()
)

# The effects on the view that actions may call, and what the notification handlers of a ui may call.
VIEW_EFFECTS: frozenset[str] = frozenset({"navigate", "toast"})
NOTIFICATION_EFFECTS: frozenset[str] = frozenset({"toast", "refetch"})


class PageElement(NamedTuple):
    """One element.

    `positional` names its positional arguments; `children` says that any number of further ones are its
    children; `named` maps each named argument to what it takes: `string`, `integer`, `boolean`, `expression`,
    `lambda`, `name` (of a state field, an action, an aggregate, ...) or `element`. `visible_positions`
    and `visible_names` are the arguments whose text people see; a first positional of `Card` that is a call
    is a child and no title.
    """

    name: str
    positional: tuple[str, ...]
    children: bool
    named: dict[str, str]
    visible_positions: tuple[int, ...]
    visible_names: frozenset[str]


_TAKES = {
    "s": "string",
    "i": "integer",
    "b": "boolean",
    "e": "expression",
    "l": "lambda",
    "n": "name",
    "x": "element",
}


def _element(line: str) -> PageElement:
    name, positional_text, named_text = (cell.strip() for cell in line.split("|"))
    words = positional_text.split()
    positional = tuple(word for word in words if word != "...")
    named = dict(entry.split(":") for entry in named_text.split())
    return PageElement(
        name=name,
        positional=tuple(word.rstrip("!") for word in positional),
        children="..." in words,
        named={key: _TAKES[takes[0]] for key, takes in named.items()},
        visible_positions=tuple(index for index, word in enumerate(positional) if word.endswith("!")),
        visible_names=frozenset(key for key, takes in named.items() if takes.endswith("!")),
    )


ELEMENTS: dict[str, PageElement] = {
    element.name: element for element in map(_element, _TABLE.strip().splitlines())
}

# The two halves of the vocabulary, each sorted by code point: what stands anywhere, and what does not.
LAYOUT_ELEMENTS: tuple[str, ...] = tuple(sorted(name for name in ELEMENTS if name not in PARENTS))
SUB_ELEMENTS: tuple[str, ...] = tuple(sorted(PARENTS))
