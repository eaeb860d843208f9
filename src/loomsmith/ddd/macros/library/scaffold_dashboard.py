"""`scaffoldDashboard`: per aggregate a projection of counts and sums, and one of counts per day."""

from __future__ import annotations

from collections.abc import Iterator

from loomsmith.ddd.macros.build import call, chained_call, path, primitive, prop
from loomsmith.ddd.macros.directory import Directory
from loomsmith.ddd.macros.fields import day_field, summable_fields
from loomsmith.ddd.macros.macro import Add, Given, Macro, Step
from loomsmith.ddd.syntax.node import Node, Ref, members_of
from loomsmith.ddd.syntax.nodes import Aggregate, Context, Projection, Select
from loomsmith.ddd.syntax.references import PROJECTION_SOURCE

ROW_COUNT = "rowCount"


def totals_name(aggregate: Aggregate) -> str:
    """The name of the projection of counts and sums."""
    return f"{aggregate.name}Totals"


def totals(aggregate: Aggregate) -> Projection:
    """How many records there are, and the sum of each field that can be added up."""
    fields = [prop(ROW_COUNT, primitive("int"))]
    selects = [Select(ROW_COUNT, call("count"))]
    for field, type_ in summable_fields(aggregate):
        fields.append(prop(f"{field.name}Sum", primitive(type_)))
        selects.append(Select(f"{field.name}Sum", call("sum", path(f"o.{field.name}"))))
    return Projection(
        totals_name(aggregate),
        members=list(fields),
        source=Ref(aggregate.name, PROJECTION_SOURCE),
        source_alias="o",
        selects=selects,
    )


def _per_day(aggregate: Aggregate, moment: str) -> Projection:
    """How many records there are per day."""
    return Projection(
        f"{aggregate.name}PerDay",
        members=[prop("day", primitive("datetime")), prop(ROW_COUNT, primitive("int"))],
        source=Ref(aggregate.name, PROJECTION_SOURCE),
        source_alias="o",
        group_by=[chained_call(path(f"o.{moment}"), "startOfDay")],
        selects=[
            Select("day", chained_call(path(f"o.{moment}"), "startOfDay")),
            Select(ROW_COUNT, call("count")),
        ],
    )


def _steps(context: Context, given: Given, directory: Directory) -> Iterator[Step]:
    # Totals written by hand mean that the aggregate has its dashboard; nothing is put beside them.
    written = {getattr(member, "name", None) for member in context.members if member.span is not None}
    for aggregate in members_of(context, Aggregate):
        if aggregate.abstract or totals_name(aggregate) in written:
            continue
        projections: list[Node] = [totals(aggregate)]
        moment = day_field(aggregate)
        if moment is not None:
            projections.append(_per_day(aggregate, moment))
        yield Add(context, tuple(projections))


MACRO = Macro("scaffoldDashboard", Context, _steps)
