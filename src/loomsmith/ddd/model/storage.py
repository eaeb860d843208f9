"""Where the data of an aggregate is kept: its resource, its database schema, its saving shape."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.vocabulary.naming import snake

if TYPE_CHECKING:
    from loomsmith.ddd.model.values import Aggregate, Resource, System


def data_source(system: System, aggregate: Aggregate) -> Resource | None:
    """The first resource of the aggregate's context that keeps its kind of data."""
    kind = "eventLog" if aggregate.event_sourced else "state"
    return system.resource_for(aggregate.context, kind)


def resource_schema(resource: Resource | None) -> str | None:
    """The database schema that a resource stands for: its own, else one named after its context."""
    if resource is None or resource.context is None:
        return None
    return resource.node.schema or snake(resource.context)


def aggregate_schema(system: System, aggregate: Aggregate) -> str | None:
    """The database schema of an aggregate; `None` without a resource."""
    return resource_schema(data_source(system, aggregate))


def saving_shape(system: System | None, aggregate: Aggregate) -> str:
    """The effective saving shape: the resource's, else the header's, else relational."""
    resource = data_source(system, aggregate) if system is not None else None
    written = resource.node.shape if resource is not None else None
    return written or aggregate.header_shape or "relational"
