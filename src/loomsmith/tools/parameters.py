"""The kinds of argument a tool can take. Each knows its JSON Schema and how to read a value a client sent.

The schemas keep to the subset that every known client takes unchanged: one `type` per property, no
combinators, no references, free-form objects described in words. The check is made from the same declaration,
so that the two cannot differ; no schema library is needed at run time.

Clients send JSON in strings, `3.0` for 3 and `"true"` for true. What is meant beyond doubt is taken as meant;
a text is never converted, since source code must arrive untouched.
"""

from __future__ import annotations

from loomsmith.base.failures import shortened
from loomsmith.base.jsontext import parse
from loomsmith.base.nearest import nearest_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_SAFE_INTEGER = 2**53 - 1
"""The largest integer that every JSON reader keeps exactly: the bound where a tool needs none of its own."""


FAULTS_TOLD = 20
"""How many faults a failure lists; further ones are only counted."""

if TYPE_CHECKING:
    Fault = tuple[str, str]
    """Where in the arguments something is wrong, and the rest of the sentence that says what."""


class Wrong(Exception):
    """A value that a parameter cannot take. `str(wrong)` completes the sentence "ARGUMENT ..."."""


class Parameter:
    """One argument of a tool.

    `name` is the name on the wire, `keyword` the handler's parameter: the same name in snake case. A
    parameter that is not `required` may be absent or null; `default` is what the handler then assumes and is
    only told, never passed. `records` marks the argument that makes a tool write.
    """

    __slots__ = ("default", "description", "keyword", "name", "records", "required")

    word = ""
    json_type = ""

    def __init__(
        self,
        name: str,
        description: str,
        required: bool = True,
        default: object = None,
        records: bool = False,
    ) -> None:
        self.name = name
        self.keyword = snake_case(name)
        self.description = description
        self.required = required and default is None
        self.default = default
        self.records = records

    def schema(self) -> dict[str, object]:
        """The JSON Schema of the argument, as a new object."""
        schema: dict[str, object] = {"type": self.json_type, "description": self.description}
        schema.update(self.limits())
        if self.default is not None:
            schema["default"] = self.default
        return schema

    def limits(self) -> dict[str, object]:
        """The keywords of the schema that narrow its type."""
        return {}

    def read(self, value: object, place: str, faults: list[Fault]) -> object:
        """The value as the handler takes it. What is wrong goes to `faults`."""
        try:
            return self.take(value)
        except Wrong as wrong:
            faults.append((place, str(wrong)))
            return None

    def take(self, value: object) -> object:
        """The value as the handler takes it; raises `Wrong`."""
        raise NotImplementedError


class Text(Parameter):
    """A string, taken as it is. With `choices` it must be one of them."""

    __slots__ = ("choices",)

    word = "a string"
    json_type = "string"

    def __init__(
        self,
        name: str,
        description: str,
        required: bool = True,
        default: str | None = None,
        choices: Sequence[str] = (),
        records: bool = False,
    ) -> None:
        super().__init__(name, description, required, default, records)
        self.choices = tuple(choices)

    def limits(self) -> dict[str, object]:
        return {"enum": list(self.choices)} if self.choices else {}

    def take(self, value: object) -> str:
        if not isinstance(value, str):
            raise Wrong(f"must be a string, not {described(value)}.")
        if self.choices and value not in self.choices:
            near = nearest_names(value, self.choices, 1)
            meant = f"; did you mean {quoted(near)}?" if near else "."
            raise Wrong(f"must be one of {quoted(self.choices)}, not {described(value)}{meant}")
        return value


class Integer(Parameter):
    """A whole number within its bounds; `3.0` and `"3"` are taken as 3."""

    __slots__ = ("maximum", "minimum")

    word = "an integer"
    json_type = "integer"

    def __init__(
        self,
        name: str,
        description: str,
        required: bool = True,
        default: int | None = None,
        minimum: int = 0,
        maximum: int = MAX_SAFE_INTEGER,
    ) -> None:
        super().__init__(name, description, required, default)
        self.minimum = minimum
        self.maximum = maximum

    def limits(self) -> dict[str, object]:
        return {"minimum": self.minimum, "maximum": self.maximum}

    def take(self, value: object) -> int:
        number = number_in(value)
        if isinstance(number, float) and number.is_integer():
            number = int(number)
        if not isinstance(number, int) or not self.minimum <= number <= self.maximum:
            raise Wrong(f"must be an integer from {self.minimum} to {self.maximum}, not {described(value)}.")
        return number


class Number(Parameter):
    """A number within a double's range, handed on as a float; a string holding a number is taken as one."""

    __slots__ = ("minimum",)

    word = "a number"
    json_type = "number"

    def __init__(
        self,
        name: str,
        description: str,
        required: bool = True,
        default: float | None = None,
        minimum: float | None = None,
    ) -> None:
        super().__init__(name, description, required, default)
        self.minimum = minimum

    def limits(self) -> dict[str, object]:
        return {} if self.minimum is None else {"minimum": self.minimum}

    def take(self, value: object) -> float:
        given = number_in(value)
        try:
            number = None if given is None else float(given)
        except OverflowError:
            number = None
        if number is None or (self.minimum is not None and number < self.minimum):
            bound = "" if self.minimum is None else f" of at least {self.minimum:g}"
            raise Wrong(f"must be a number{bound}, not {described(value)}.")
        return number


class Boolean(Parameter):
    """True or false; the strings `"true"` and `"false"` are taken as meant."""

    __slots__ = ()

    word = "a boolean"
    json_type = "boolean"

    def take(self, value: object) -> bool:
        if isinstance(value, bool):
            return value
        if value == "true":
            return True
        if value == "false":
            return False
        raise Wrong(f"must be true or false, not {described(value)}.")


class Mapping(Parameter):
    """An object with names of the caller's choosing; its description says what the values are.

    A string holding a JSON object is taken as that object. The values inside are never converted.
    """

    __slots__ = ()

    word = "an object"
    json_type = "object"

    def take(self, value: object) -> dict[str, object]:
        held = value_in(value, dict)
        if not isinstance(held, dict):
            raise Wrong(f"must be an object, not {described(value)}.")
        return held


class Records(Parameter):
    """A list of objects, each with the given fields; a string that holds such a list is taken as the list."""

    __slots__ = ("fields",)

    word = "a list of objects"
    json_type = "array"

    def __init__(
        self,
        name: str,
        description: str,
        fields: Sequence[Parameter],
        required: bool = True,
    ) -> None:
        super().__init__(name, description, required)
        self.fields = tuple(fields)

    def limits(self) -> dict[str, object]:
        return {"items": object_schema(self.fields)}

    def read(self, value: object, place: str, faults: list[Fault]) -> object:
        held = value_in(value, list)
        if not isinstance(held, list):
            faults.append((place, f"must be a list of objects, not {described(value)}."))
            return None
        items: list[dict[str, object]] = []
        for index, given in enumerate(held):
            where = f"{place}[{index}]"
            item = value_in(given, dict)
            if isinstance(item, dict):
                taken = read_fields(self.fields, item, f"{where}.", faults)
                items.append({field.name: member for field, member in taken.items()})
            else:
                faults.append((where, f"must be an object, not {described(given)}."))
        return items


def object_schema(parameters: Sequence[Parameter]) -> dict[str, object]:
    """The JSON Schema of an object with these members and no others."""
    return {
        "type": "object",
        "properties": {parameter.name: parameter.schema() for parameter in parameters},
        "required": [parameter.name for parameter in parameters if parameter.required],
        "additionalProperties": False,
    }


def read_fields(
    parameters: Sequence[Parameter], given: dict[str, object], prefix: str, faults: list[Fault]
) -> dict[Parameter, object]:
    """The values of the members that are present, by parameter. What is wrong goes to `faults`.

    `prefix` stands before each name in the faults: empty for a tool's own arguments, `patches[0].` and the
    like inside a list.
    """
    taken: dict[Parameter, object] = {}
    for parameter in parameters:
        place = prefix + parameter.name
        if parameter.name not in given:
            if parameter.required:
                faults.append((place, f"is missing; it must be {parameter.word}."))
        elif given[parameter.name] is not None or parameter.required:
            taken[parameter] = parameter.read(given[parameter.name], place, faults)
    known = [parameter.name for parameter in parameters]
    for name in given:
        if name not in known:
            near = nearest_names(name, known) if len(faults) < FAULTS_TOLD else []
            meant = f"; did you mean {quoted(near)}?" if near else "."
            # What a tool itself takes is listed with every failure.
            accepted = f" Accepted here: {quoted(known)}." if prefix else ""
            faults.append((prefix + shortened(name, 60), f"is not known{meant}{accepted}"))
    return taken


def snake_case(name: str) -> str:
    """`newName` as `new_name`."""
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name)


def number_in(value: object) -> int | float | None:
    """The number that `value` is, or that the string `value` holds; None where there is none."""
    if isinstance(value, str):
        try:
            value = parse(value) if len(value) <= 400 else None
        except ValueError:
            return None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return value


def value_in(value: object, wanted: type) -> object:
    """The value of type `wanted` (dict or list) that a string holds as JSON; any other value unchanged."""
    if not isinstance(value, str):
        return value
    try:
        held = parse(value)
    except ValueError:
        return value
    return held if isinstance(held, wanted) else value


def described(value: object) -> str:
    """A value that was sent, in a few words: its JSON type, and the value itself where it is short."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "the boolean true" if value else "the boolean false"
    if isinstance(value, (int, float)):
        return f"the number {shortened(digits(value), 40)}"
    if isinstance(value, str):
        return f'the string "{shortened(value, 40)}"'
    return "a list" if isinstance(value, (list, tuple)) else "an object"


def digits(number: int | float) -> str:
    """The decimal form of a number, or words where it has too many digits to be written."""
    try:
        return repr(number)
    except ValueError:
        return "of thousands of digits"


def quoted(names: Sequence[str]) -> str:
    """The names in backticks, separated by commas."""
    return ", ".join(f"`{name}`" for name in names)
