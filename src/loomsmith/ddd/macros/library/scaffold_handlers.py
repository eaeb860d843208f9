"""`scaffoldHandlers`: payloads and handlers for everything that the aggregates of a context can do.

Runs last in its context, so that what `crudish` gives an aggregate has its handlers too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from loomsmith.ddd.macros.build import (
    call,
    copy_of,
    fields_of,
    give,
    id_of,
    let,
    name,
    named,
    path,
    primitive,
    prop,
    record,
    run,
)
from loomsmith.ddd.macros.directory import Directory, named_type
from loomsmith.ddd.macros.fields import create_fields, visible_fields
from loomsmith.ddd.macros.macro import Add, Given, Macro, Step
from loomsmith.ddd.macros.targets import Target, handler_targets, id_name
from loomsmith.ddd.syntax.node import Node, members_of
from loomsmith.ddd.syntax.nodes import (
    Aggregate,
    Containment,
    Context,
    Create,
    Derived,
    Entity,
    Find,
    Handler,
    Operation,
    Parameter,
    Payload,
    Property,
    Stmt,
    TypeRef,
)


def _response_name(part: str) -> str:
    return f"{part}Response"


def _response(shown: Aggregate | Entity) -> Payload:
    """The record that tells an aggregate or a part to the outside."""
    fields = fields_of(visible_fields(shown))
    if isinstance(shown, Aggregate) and shown.persisted_as != "eventLog" and not _has_version(shown):
        fields.append(prop("version", primitive("int")))
    for part in members_of(shown, Containment):
        type_ = named(
            _response_name(part.part.text), array=part.many, optional=part.optional and not part.many
        )
        fields.append(prop(part.name, type_))
    for derived in members_of(shown, Derived):
        if derived.name != "inspect":
            fields.append(prop(derived.name, copy_of(derived.type)))
    return Payload("response", _response_name(shown.name), fields)


def _has_version(aggregate: Aggregate) -> bool:
    return any(getattr(member, "name", None) == "version" for member in aggregate.members)


def _responses(aggregate: Aggregate) -> Iterator[Payload]:
    """The records for an aggregate and for the parts within reach, depth first, each part once."""
    parts = {part.name: part for part in members_of(aggregate, Entity)}
    seen: set[str] = set()
    stack: list[Aggregate | Entity] = [aggregate]
    while stack:
        shown = stack.pop()
        if isinstance(shown, Entity):
            if shown.name in seen:
                continue
            seen.add(shown.name)
        yield _response(shown)
        inner = [parts.get(containment.part.text) for containment in members_of(shown, Containment)]
        stack.extend(part for part in reversed(inner) if part is not None)


def _query(target: Target, fields: list[Property]) -> Payload:
    return Payload("query", f"{target.handler}Query", fields)


def _command(target: Target, fields: list[Property]) -> Payload:
    return Payload("command", f"{target.handler}Command", fields)


def _fields(parameters: list[Parameter]) -> list[Property]:
    return [prop(parameter.name, copy_of(parameter.type)) for parameter in parameters]


def _record_parameter(variable: str, payload: Payload) -> list[Parameter]:
    return [Parameter(variable, named(payload.name))] if payload.fields else []


def _query_handler(target: Target, payload: Payload, result: TypeRef, body: list[Stmt]) -> Handler:
    parameters = _record_parameter("query", payload)
    return Handler("query", target.handler, params=parameters, return_type=result, body=body)


def _get(target: Target, directory: Directory) -> tuple[Payload, Handler]:
    own_id = id_name(target.aggregate)
    payload = _query(target, [prop(own_id, id_of(target.aggregate.name))])
    loaded = call(f"{target.repository.name}.getById", path(f"query.{own_id}"))
    body = [let("o", loaded), give(name("o"))]
    return payload, _query_handler(target, payload, named(_response_name(target.aggregate.name)), body)


def _find(target: Target, directory: Directory) -> tuple[Payload, Handler]:
    find = target.member
    assert isinstance(find, Find)
    payload = _query(target, _fields(find.params))
    result = copy_of(find.return_type)
    for atom in (result.head, *result.alternatives):
        atom.carriers = []
    if named_type(result) == target.aggregate.name:
        atom = result.head
        result = named(_response_name(target.aggregate.name), array=atom.array, optional=atom.optional)
    found = call(
        f"{target.repository.name}.{find.name}", *(path(f"query.{field.name}") for field in payload.fields)
    )
    return payload, _query_handler(target, payload, result, [let("r", found), give(name("r"))])


def _create(target: Target, directory: Directory) -> tuple[Payload, Handler]:
    create, aggregate = target.member, target.aggregate.name
    assert isinstance(create, Create)
    payload = _command(target, fields_of(create_fields(target.aggregate, directory)))
    values = record({field.name: path(f"cmd.{field.name}") for field in payload.fields})
    body = [let("o", call(f"{aggregate}.{create.name or 'create'}", values)), give(path("o.id"))]
    parameters = _record_parameter("cmd", payload)
    return payload, Handler(
        "command", target.handler, params=parameters, return_type=id_of(aggregate), body=body
    )


def _on_loaded(target: Target, payload: Payload, then: Stmt) -> Handler:
    """A command handler that loads the record first."""
    own_id = id_name(target.aggregate)
    parameters = [Parameter(own_id, id_of(target.aggregate.name)), *_record_parameter("cmd", payload)]
    loaded = let("o", call(f"{target.repository.name}.getById", path(own_id)))
    return Handler("command", target.handler, params=parameters, body=[loaded, then])


def _operation(target: Target, directory: Directory) -> tuple[Payload, Handler]:
    operation = target.member
    assert isinstance(operation, Operation)
    payload = _command(target, _fields(operation.params))
    called = run(f"o.{operation.name}", *(path(f"cmd.{field.name}") for field in payload.fields))
    return payload, _on_loaded(target, payload, called)


def _destroy(target: Target, directory: Directory) -> tuple[Payload, Handler]:
    payload = _command(target, [])
    return payload, _on_loaded(target, payload, run(f"{target.repository.name}.delete", name("o")))


_WRITERS: dict[str, Callable[[Target, Directory], tuple[Payload, Handler]]] = {
    "get": _get,
    "find": _find,
    "create": _create,
    "operation": _operation,
    "destroy": _destroy,
}


def _steps(context: Context, given: Given, directory: Directory) -> Iterator[Step]:
    responses = [
        response for aggregate in members_of(context, Aggregate) for response in _responses(aggregate)
    ]
    written = [_WRITERS[target.kind](target, directory) for target in handler_targets(context, directory)]
    members: list[Node] = [
        *responses,
        *(payload for payload, _ in written),
        *(handler for _, handler in written),
    ]
    yield Add(context, tuple(members))


MACRO = Macro("scaffoldHandlers", Context, _steps, last=True)
