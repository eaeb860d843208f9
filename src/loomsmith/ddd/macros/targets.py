"""What a context can be asked for: the handlers that are scaffolded, and their routes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from loomsmith.ddd.macros.directory import Directory
from loomsmith.ddd.syntax.node import members_of
from loomsmith.ddd.syntax.nodes import Aggregate, Context, Create, Destroy, Find, Operation, Repository
from loomsmith.ddd.vocabulary.naming import lower_first, plural, snake, upper_first


@dataclass(frozen=True, slots=True)
class Target:
    """One handler: its name, its route, and the member that it stands for (`None`: reading one record)."""

    kind: Literal["get", "find", "create", "operation", "destroy"]
    handler: str
    method: str
    path: str
    aggregate: Aggregate
    repository: Repository
    member: Find | Create | Operation | None = None


def collection_path(aggregate: str) -> str:
    """The path of all records of an aggregate: `/supply_boxes`."""
    return f"/{snake(plural(aggregate))}"


def id_name(aggregate: Aggregate) -> str:
    """The name for the identity of a record: `patientId`."""
    return f"{lower_first(aggregate.name)}Id"


def handler_targets(context: Context, directory: Directory) -> Iterator[Target]:
    """The targets of a context: per aggregate with a repository its reads, creates, operations, destroy."""
    for aggregate in members_of(context, Aggregate):
        repository = next(iter(directory.repositories(aggregate)), None)
        if repository is not None:
            yield from _targets(aggregate, repository)


def _targets(aggregate: Aggregate, repository: Repository) -> Iterator[Target]:
    suffix = upper_first(aggregate.name)
    base = collection_path(aggregate.name)
    one = f"{base}/{{{id_name(aggregate)}}}"
    yield Target("get", f"Get{suffix}", "GET", one, aggregate, repository)
    for find in repository.finds:
        handler = upper_first(find.name) + suffix
        yield Target("find", handler, "GET", f"{base}/{snake(find.name)}", aggregate, repository, find)
    for create in members_of(aggregate, Create):
        handler = upper_first(create.name or "create") + suffix
        yield Target("create", handler, "POST", base, aggregate, repository, create)
    for operation in members_of(aggregate, Operation):
        if not operation.private:
            handler = upper_first(operation.name) + suffix
            route = f"{one}/{snake(operation.name)}"
            yield Target("operation", handler, "POST", route, aggregate, repository, operation)
    if any(destroy.name is None for destroy in members_of(aggregate, Destroy)):
        yield Target("destroy", f"Destroy{suffix}", "DELETE", one, aggregate, repository)
