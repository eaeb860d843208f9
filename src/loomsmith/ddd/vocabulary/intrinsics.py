"""Members and functions that the language itself brings: one table each, for typing, lowering and completion.

Types are written as in a model (`int`, `string[]`, `bool`); `self` stands for the type of the receiver.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Intrinsic:
    """A method of a primitive type.

    `parameters` are the types of its arguments in order, of which the first `required` must be given;
    `result` is its type; `queryable` says whether a filter that a database runs may use it.
    """

    name: str
    parameters: tuple[str, ...]
    result: str
    queryable: bool
    required: int


def _method(name: str, *parameters: str, to: str, queryable: bool, required: int | None = None) -> Intrinsic:
    return Intrinsic(name, parameters, to, queryable, len(parameters) if required is None else required)


def _by_name(*methods: Intrinsic) -> dict[str, Intrinsic]:
    return {method.name: method for method in methods}


_TEXT = _by_name(
    _method("trim", to="string", queryable=True),
    _method("toUpper", to="string", queryable=True),
    _method("toLower", to="string", queryable=True),
    _method("substring", "int", "int", to="string", queryable=False, required=1),
    _method("startsWith", "string", to="bool", queryable=True),
    _method("endsWith", "string", to="bool", queryable=False),
    _method("contains", "string", to="bool", queryable=False),
    _method("replace", "string", "string", to="string", queryable=False),
    _method("split", "string", to="string[]", queryable=False),
)
_NUMBER = _by_name(
    _method("abs", to="self", queryable=True),
    _method("min", "self", to="self", queryable=True),
    _method("max", "self", to="self", queryable=True),
)
_WHOLE_NUMBER = _NUMBER | _by_name(_method("divTrunc", "self", to="self", queryable=False))
_FRACTION = _NUMBER | _by_name(
    _method("round", "int", to="self", queryable=True, required=0),
    _method("floor", to="self", queryable=True),
    _method("ceil", to="self", queryable=True),
)

INTRINSICS: dict[str, dict[str, Intrinsic]] = {
    "string": _TEXT,
    "int": _WHOLE_NUMBER,
    "long": _WHOLE_NUMBER,
    "decimal": _FRACTION,
    "money": _FRACTION,
    "datetime": _by_name(_method("startOfDay", to="datetime", queryable=True)),
}
"""The methods of each primitive type by name. `length` and `matches` of strings have rules of their own.

`substring` counts from 0 and clamps; `replace` replaces every occurrence; `split` keeps empty pieces; `round`
rounds half away from zero; `divTrunc` truncates toward zero; `startOfDay` is midnight UTC.
"""

STRING_LENGTH = "length"
"""The member of strings that is read without parentheses; its type is `int`."""

STRING_MATCHES = "matches"
"""The method of strings that takes one regular expression, written as a literal; its type is `bool`."""

COLLECTION_OPERATIONS: dict[str, str] = {
    "count": "int",
    "sum": "value",
    "avg": "average",
    "min": "optional value",
    "max": "optional value",
    "all": "bool",
    "any": "bool",
    "contains": "bool",
    "first": "element",
    "firstOrNull": "optional element",
    "map": "values",
    "where": "elements",
    "sortBy": "elements",
    "distinct": "elements",
    "take": "elements",
    "skip": "elements",
    "join": "string",
}
"""The operations on arrays and what each gives.

An *element* is one of the array, a *value* what the lambda makes of it (without a lambda the element), and an
*average* is money for money and decimal for all else, in both cases optional.
"""

NEEDS_PARENTHESES = frozenset({"sum", "avg", "min", "max"})
"""The collection operations that cannot be written without parentheses."""

DURATIONS = ("days", "hours", "minutes")
"""Functions of one `int` that make a duration."""

PRELUDE: dict[str, tuple[tuple[tuple[str, str], ...], str]] = {
    "isBlank": ((("s", "string"),), "bool"),
    "isPresent": ((("s", "string"),), "bool"),
    "truncate": ((("s", "string"), ("n", "int")), "string"),
    "clamp": ((("n", "int"), ("lo", "int"), ("hi", "int")), "int"),
    "percentOf": ((("part", "decimal"), ("whole", "decimal")), "decimal"),
    "roundTo": ((("n", "decimal"), ("places", "int")), "decimal"),
    "isOverdue": ((("due", "datetime"),), "bool"),
    "isFuture": ((("t", "datetime"),), "bool"),
    "isPast": ((("t", "datetime"),), "bool"),
}
"""The functions that can be called everywhere, unless a model declares its own: parameters and result."""

MAGIC_NAMES = ("currentUser", "permissions", *DURATIONS)
"""Names that stand for something in every expression, in the order in which they are suggested."""

PRINCIPAL_CLAIMS: dict[str, str] = {"orgPath": "string", "rootOrg": "string"}
"""What `currentUser` has besides its declared claims."""

IMPLIED_FINDS: dict[str, str] = {
    "getById": "one",
    "findById": "one",
    "findAll": "many",
    "all": "many",
}
"""The reads that every repository has without declaring them: of one aggregate, or of many."""

CONVERSIONS: dict[str, frozenset[str]] = {
    "string": frozenset({"string", "int", "long", "decimal", "money", "bool"}),
    "long": frozenset({"long", "int"}),
    "decimal": frozenset({"decimal", "int", "long", "money"}),
    "money": frozenset({"money", "int", "long", "decimal"}),
}
"""The primitive types that each conversion accepts; `string` also takes enums, ids and shown aggregates."""

STRINGIFIABLE = frozenset({"int", "long", "decimal", "money", "bool"})
"""The primitive types that `+` and templates turn into text of their own accord."""

HOLE_FORMATS: dict[str, str] = {
    "number": "number",
    "plural": "number",
    "selectordinal": "number",
    "date": "datetime",
    "time": "datetime",
    "select": "text",
}
"""The formats of a template's hole and the family of values that each takes."""

MATCHERS: dict[str, tuple[int, int]] = {
    "toBe": (1, 1),
    "toBeGreaterThan": (1, 1),
    "toBeGreaterThanOrEqual": (1, 1),
    "toBeLessThan": (1, 1),
    "toBeLessThanOrEqual": (1, 1),
    "toBeSameInstant": (1, 1),
    "toHaveText": (1, 1),
    "toHaveCount": (1, 1),
    "toBeVisible": (0, 0),
    "toThrow": (0, 1),
}
"""What may be asked of an expectation in a test: the least and the most arguments of each matcher."""
