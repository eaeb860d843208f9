"""Types of expressions, as far as the checks of the resolved model need them.

What cannot be typed is a string: these types serve a few checks and never refuse an expression by themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.model import types as t
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.vocabulary.intrinsics import COLLECTION_OPERATIONS, INTRINSICS, PRINCIPAL_CLAIMS
from loomsmith.ddd.vocabulary.naming import upper_first

if TYPE_CHECKING:
    from loomsmith.ddd.model.expressions import Argument
    from loomsmith.ddd.model.scopes import Program, Scope
    from loomsmith.ddd.syntax.node import Node

_COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">=", "&&", "||"})
_ADDS_TO_TEXT = frozenset({"string", "int", "long", "decimal", "money", "bool"})


def operator_type(op: str, left: t.Type, right: t.Type) -> t.Type:
    """The type of one application of an operator."""
    if op in _COMPARISONS:
        return t.BOOL
    names = (getattr(left, "name", ""), getattr(right, "name", ""))
    if op == "+" and t.STRING in (left, right):
        return t.STRING
    if "money" in names:
        return t.DECIMAL if op == "/" and names == ("money", "money") else t.MONEY
    if "datetime" in names:
        return t.DURATION if op == "-" and names == ("datetime", "datetime") else t.DATETIME
    if "duration" in names:
        return t.DURATION
    if op == "/":
        return t.DECIMAL
    if names[0] in t.NUMERIC and names[1] in t.NUMERIC:
        return t.Primitive(max(names, key=t.NUMERIC.index))
    return left


def is_collection_operation(receiver: t.Type, name: str) -> bool:
    """Whether a call of that name works on a list: by its name, unless a primitive has such a method."""
    if name not in COLLECTION_OPERATIONS:
        return False
    primitive = t.required(receiver)
    return not (isinstance(primitive, t.Primitive) and name in INTRINSICS.get(primitive.name, ()))


def collection_type(receiver: t.Type, name: str, args: list[Argument]) -> t.Type:
    """The type of a collection operation; `args` are its lowered arguments."""
    listed = t.required(receiver)
    item = listed.element if isinstance(listed, t.ListOf) else t.STRING
    value = args[0].value.type if args else item
    match COLLECTION_OPERATIONS[name]:
        case "int":
            return t.INT
        case "bool":
            return t.BOOL
        case "value":
            return t.MONEY if value == t.MONEY else t.DECIMAL
        case "average":
            return t.OptionalOf(t.MONEY if value == t.MONEY else t.DECIMAL)
        case "optional value":
            return t.OptionalOf(value)
        case "element":
            return item
        case "optional element":
            return t.OptionalOf(item)
        case "values":
            return t.ListOf(value)
        case "elements":
            return receiver
        case _:
            return t.STRING


def method_type(program: Program, receiver: t.Type, name: str, args: list[Argument]) -> t.Type:
    """The type of `receiver.name(args)`."""
    inner = t.required(receiver)
    if isinstance(inner, t.Primitive):
        intrinsic = INTRINSICS.get(inner.name, {}).get(name)
        if intrinsic is not None:
            if intrinsic.result == "self":
                return inner
            return t.ListOf(t.STRING) if intrinsic.result == "string[]" else t.Primitive(intrinsic.result)
        if inner == t.STRING and name == "matches":
            return t.BOOL
        if inner != t.STRING:
            return t.STRING
    if is_collection_operation(receiver, name) and isinstance(inner, t.ListOf):
        return collection_type(receiver, name, args)
    declaration = getattr(inner, "declaration", None)
    if declaration is not None and not isinstance(inner, t.EnumOf):
        member = program.members(declaration).get(name)
        if member is not None:
            return member[1]
    return t.STRING


def member_type(program: Program, receiver: t.Type, name: str) -> t.Type:
    """The type of `receiver.name`."""
    inner = t.required(receiver)
    if isinstance(inner, t.ListOf):
        return t.INT if name in ("count", "length") else t.STRING
    if inner == t.STRING:
        return t.INT if name == "length" else t.STRING
    if isinstance(inner, t.EntityOf) and name == "id":
        return t.IdOf(inner.name, inner.declaration)
    if isinstance(inner, t.IdOf) and name == "id":
        return inner
    declaration = getattr(inner, "declaration", None)
    if declaration is None or isinstance(inner, t.EnumOf):
        return t.STRING
    member = program.members(declaration).get(name)
    return member[1] if member is not None else t.STRING


def principal_type(scope: Scope, name: str) -> t.Type:
    """The type of `currentUser.name`."""
    user = scope.context.user
    member = scope.program.members(user).get(name) if user is not None else None
    return member[1] if member is not None else t.Primitive(PRINCIPAL_CLAIMS.get(name, "string"))


# Repositories and remote operations


def has_find(repository: n.Repository, name: str) -> bool:
    """Whether the repository declares a find of that name."""
    return any(find.name == name for find in repository.finds)


def repository_type(scope: Scope, repository: n.Repository, name: str) -> t.Type:
    """The type of `Repository.name(...)`."""
    for find in repository.finds:
        if find.name == name:
            return scope.context.type_of(find.return_type)
    aggregate = scope.program.links.target_of(repository.aggregate)
    if aggregate is None:
        return t.STRING
    found = t.EntityOf(repository.aggregate.text, aggregate)
    return t.ListOf(found) if name in ("findAll", "all", "run") else found


def _remote_operations(scope: Scope, resource_name: str) -> dict[str, t.Type]:
    """The operation ids that an api serves, with what each gives; empty unless the resource uses an api."""
    program = scope.program
    resource = scope.context.resources[resource_name]
    api = program.links.target_of(resource.use)
    if api is None:
        return {}
    known = program.api_operations.get(api)
    if known is None:
        known = program.api_operations[api] = _operations_of(program, api)
    return known


def _operations_of(program: Program, api: Node) -> dict[str, t.Type]:
    subdomain = program.links.target_of(api.source) if isinstance(api, n.Api) else None
    if not isinstance(subdomain, n.Subdomain):
        return {}
    found: dict[str, t.Type] = {}
    for context_node in program.declarations.contexts_of(subdomain):
        context = program.context(context_node)
        repositories: dict[str, list[n.Repository]] = {}
        for member in context_node.members:
            if isinstance(member, n.Repository):
                repositories.setdefault(member.aggregate.text, []).append(member)
        for aggregate in context_node.members:
            if isinstance(aggregate, n.Aggregate) and not aggregate.abstract:
                entity = t.EntityOf(aggregate.name, aggregate)
                name = aggregate.name
                found |= {f"get{name}ById": entity, f"all{name}": t.ListOf(entity)}
                sourced = aggregate.persisted_as == "eventLog"
                if any(isinstance(m, n.Create) and (sourced or m.name is None) for m in aggregate.members):
                    found[f"create{name}"] = entity
                if any(isinstance(m, n.Destroy) and m.name is None for m in aggregate.members):
                    found[f"destroy{name}"] = t.STRING
                for operation in aggregate.members:
                    if isinstance(operation, n.Operation) and not operation.private:
                        returns = operation.return_type
                        given = context.type_of(returns) if returns is not None else t.STRING
                        found[f"{operation.name}{name}"] = given
                        if operation.when is not None:
                            found[f"can{upper_first(operation.name)}{name}"] = t.BOOL
                for repository in repositories.get(name, ()):
                    for find in repository.finds:
                        if find.name != "all":
                            found[f"{find.name}{name}"] = context.type_of(find.return_type)
    return found


def is_remote_operation(scope: Scope, resource: str, name: str) -> bool:
    """Whether `resource.name(...)` calls an operation of the api that the resource uses."""
    return name in _remote_operations(scope, resource)


def remote_type(scope: Scope, resource: str, name: str) -> t.Type:
    """The type of such a call; other resource operations are strings."""
    return _remote_operations(scope, resource).get(name, t.STRING)
