"""`migration` blocks: the renames, backfills and SQL that an author declares, turned to tables and columns.

A block is a ledger that stays in the source: each of its steps has no effect once the baseline has it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from loomsmith.ddd.evolution.diffing import Renames
from loomsmith.ddd.evolution.schema import reference_target, table_name, value_collection
from loomsmith.ddd.evolution.steps import qualified, quote
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.vocabulary.naming import snake

if TYPE_CHECKING:
    from loomsmith.ddd.evolution.diffing import Key
    from loomsmith.ddd.evolution.records import Schema
    from loomsmith.ddd.evolution.schema import Module
    from loomsmith.ddd.model import types as t
    from loomsmith.ddd.model import values as v
    from loomsmith.ddd.names.linker import Links
    from loomsmith.ddd.syntax.node import Node


class AmbiguousScope(ValueError):
    """A block of SQL alone could run in several modules, or in none; the message names the block."""


@dataclass(slots=True)
class Orders:
    """What the blocks ask of one module.

    `backfills` gives the value of a column by table key and column name; `sql` pairs the key under which a
    data migration is remembered with its text, in the order in which they run.
    """

    renames: Renames = field(default_factory=Renames)
    backfills: dict[tuple[Key, str], str] = field(default_factory=dict)
    sql: list[tuple[str, str]] = field(default_factory=list)
    updates: list[tuple[str, str]] = field(default_factory=list)

    def data_migrations(self) -> list[tuple[str, str]]:
        """Written SQL in source order, then the updates that renames imply."""
        return self.sql + self.updates


class Blocks:
    """The migration blocks of a source, read against its modules."""

    def __init__(self, model: v.Model, links: Links, modules: list[Module]) -> None:
        self.model = model
        self.links = links
        self.modules = modules
        self.home: dict[Node | None, tuple[Module, v.Context, v.Aggregate]] = {}
        for module in modules:
            for context in module.contexts:
                for aggregate in context.aggregates:
                    self.home[aggregate.node] = (module, context, aggregate)

    def orders(self, module: Module, prev: Schema) -> Orders:
        """What the blocks ask of a module whose baseline is `prev`.

        Raises AmbiguousScope for a block of SQL alone that does not say where it belongs.
        """
        found = Orders()
        for block in self.model.migrations:
            for at, step in enumerate(block.steps):
                match step:
                    case n.ColumnStep():
                        self._column(step, module, found)
                    case n.TableRename():
                        self._table(step, block.name, module, prev, found)
                    case n.SqlStep() if self.module_of(block) is module:
                        found.sql.append((f"{block.name}#{at}", step.sql))
        return found

    def module_of(self, block: n.Migration) -> Module:
        """The module in which the SQL of a block runs: the one that its other steps name, or the only one."""
        named = {id(self.home[t][0]): self.home[t][0] for t in self._targets(block) if t in self.home}
        candidates = list(named.values()) or self.modules
        if len(candidates) != 1:
            names = ", ".join(module.name for module in candidates) or "none"
            raise AmbiguousScope(
                f"The sql steps of migration {block.name!r} could run in several modules ({names}): "
                "name an aggregate of one of them in the same block."
                if candidates
                else f"No module has a database in which the sql steps of migration {block.name!r} could run."
            )
        return candidates[0]

    def _targets(self, block: n.Migration) -> list[n.Aggregate]:
        refs = [
            step.aggregate if isinstance(step, n.ColumnStep) else step.to_aggregate
            for step in block.steps
            if not isinstance(step, n.SqlStep)
        ]
        targets = (self.links.target_of(ref) for ref in refs)
        return [target for target in targets if isinstance(target, n.Aggregate)]

    # Columns

    def _column(self, step: n.ColumnStep, module: Module, found: Orders) -> None:
        home = self.home.get(self.links.target_of(step.aggregate))
        if home is None or home[0] is not module:
            return
        key = self.table_key(home[2], home[1], module)
        if key is None:
            return
        if step.renamed_to is not None:
            old, new = snake(step.field), snake(step.renamed_to)
            if old != new:
                found.renames.columns.setdefault(key, {}).setdefault(old, new)
        elif step.value is not None:
            value = self._value(step.value, home[2], home[1])
            if value is not None:
                found.backfills.setdefault((key, snake(step.field)), value)

    def _value(self, node: n.Expr, aggregate: v.Aggregate, context: v.Context) -> str | None:
        from loomsmith.ddd.evolution.backfill import backfill_sql

        return backfill_sql(node, aggregate, self.model, context)

    def table_key(self, aggregate: v.Aggregate, context: v.Context, module: Module) -> Key | None:
        """The table that holds an aggregate: that of the root base for a shared hierarchy."""
        name = aggregate.name
        if aggregate.layout == "sharedTable":
            name = _root(aggregate, context).name
        table = table_name(name)
        return next((found.key for found in module.schema.tables if found.name == table), None)

    # Tables

    def _table(self, step: n.TableRename, block: str, module: Module, prev: Schema, found: Orders) -> None:
        home = self.home.get(self.links.target_of(step.to_aggregate))
        if home is None:
            return
        target, old = home[2], step.from_table
        if home[0] is module:
            if target.event_sourced:
                self._rename_stream(old, target, home[1], block, module, found)
                return
            root = _root(target, home[1])
            if target.layout == "sharedTable" and root is not target:
                self._rename_kind(old, target, root, block, module, found)
                return
            self._rename_tables(old, target, module, prev, found)
        self._rename_pointers(old, target, module, found)

    def _rename_stream(
        self, old: str, target: v.Aggregate, context: v.Context, block: str, module: Module, found: Orders
    ) -> None:
        """Events are found by the aggregate's name: a renamed one takes its events along."""
        update = _relabel(module, f"{snake(context.name)}_events", "stream_type", old, target.name)
        if update is not None:
            found.updates.append((f"{block}#eventlog:{old}->{target.name}", update))

    def _rename_kind(
        self, old: str, target: v.Aggregate, root: v.Aggregate, block: str, module: Module, found: Orders
    ) -> None:
        """Rows of a shared table are told apart by the aggregate's name."""
        update = _relabel(module, table_name(root.name), "kind", old, target.name)
        if update is not None:
            found.updates.append((f"{block}#tph:{old}->{target.name}", update))

    def _rename_tables(
        self, old: str, target: v.Aggregate, module: Module, prev: Schema, found: Orders
    ) -> None:
        """The root table and the collections and join tables that carry the aggregate's name."""
        before, after = table_name(old), table_name(target.name)
        was = next((table for table in prev.tables if table.name == before), None)
        if was is None or any(table.key == (was.schema, after) for table in prev.tables):
            return
        found.renames.tables[was.key] = after
        hanging = [f for f in target.fields if value_collection(f.type)]
        hanging += [f for f in target.fields if reference_target(f.type)]
        for held in hanging:
            name = snake(held.name)
            key = (was.schema, f"{snake(old)}_{name}")
            if any(table.key == key for table in prev.tables):
                found.renames.tables[key] = f"{snake(target.name)}_{name}"
        old_id, new_id = f"{snake(old)}_id", f"{snake(target.name)}_id"
        owned = [f"{snake(target.name)}_{snake(held.name)}" for held in hanging]
        owned += [table_name(part.name) for part in target.parts]
        for table in module.schema.tables:
            if table.name in owned:
                found.renames.columns.setdefault(table.key, {}).setdefault(old_id, new_id)

    def _rename_pointers(self, old: str, target: v.Aggregate, module: Module, found: Orders) -> None:
        """The columns that point at the aggregate in the join tables of other aggregates, in any module."""
        old_id, new_id = f"{snake(old)}_id", f"{snake(target.name)}_id"
        for context in module.contexts:
            for aggregate in context.aggregates:
                for owner, fields in _owners(aggregate):
                    for held in fields:
                        pointed: t.IdOf | None = reference_target(held.type)
                        if pointed is None or pointed.declaration is not target.node:
                            continue
                        name = f"{snake(owner)}_{snake(held.name)}"
                        for table in module.schema.tables:
                            if table.name == name:
                                found.renames.columns.setdefault(table.key, {}).setdefault(old_id, new_id)


def _owners(aggregate: v.Aggregate) -> list[tuple[str, list[v.Field]]]:
    return [(aggregate.name, aggregate.fields), *((part.name, part.fields) for part in aggregate.parts)]


def _root(aggregate: v.Aggregate, context: v.Context) -> v.Aggregate:
    seen = {aggregate.name}
    current = aggregate
    while current.base is not None:
        base = context.aggregate(current.base)
        if base is None or base.name in seen:
            break
        seen.add(base.name)
        current = base
    return current


def _relabel(module: Module, table: str, column: str, old: str, new: str) -> str | None:
    """The SQL that replaces a label in a column of a table of the module, if that table is there."""
    found = next((candidate for candidate in module.schema.tables if candidate.name == table), None)
    if found is None:
        return None
    place, name = qualified(found.schema, found.name), quote(column)
    return f"UPDATE {place} SET {name} = {text_sql(new)} WHERE {name} = {text_sql(old)}"


def text_sql(text: str) -> str:
    """A text as a SQL literal."""
    return "'" + text.replace("'", "''") + "'"
