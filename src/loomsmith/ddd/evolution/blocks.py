"""`migration` blocks: the renames, backfills and SQL that an author declares, turned to tables and columns.

A block is a ledger that stays in the source: each of its steps has no effect once the baseline has it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from loomsmith.ddd.evolution.backfill import backfill_sql
from loomsmith.ddd.evolution.columns import reference_target, table_name, value_collection
from loomsmith.ddd.evolution.diffing import Renames
from loomsmith.ddd.evolution.schema import shared_root
from loomsmith.ddd.evolution.steps import qualified, quote, text_sql
from loomsmith.ddd.model.storage import aggregate_schema
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
        self.systems = {system.name: system for system in model.systems}
        self.home: dict[Node | None, tuple[Module, v.Context, v.Aggregate]] = {}
        for module in modules:
            for context in module.contexts:
                for aggregate in context.aggregates:
                    self.home[aggregate.node] = (module, context, aggregate)

    def check(self) -> None:
        """Raise AmbiguousScope for the first block of SQL that does not say in which module it runs."""
        for block in self.model.migrations:
            if any(isinstance(step, n.SqlStep) for step in block.steps):
                self.module_of(block)

    def orders(self, module: Module, prev: Schema) -> Orders:
        """What the blocks ask of a module whose baseline is `prev`.

        Raises AmbiguousScope for a block of SQL that does not say where it belongs.
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
                        found.sql.append((_sql_key(block.name, at), step.sql))
        return found

    def module_of(self, block: n.Migration) -> Module:
        """The module in which the SQL of a block runs: the one that its other steps name, or the only one."""
        targets = self._targets(block)
        named = {id(self.home[target][0]) for target in targets if target in self.home}
        candidates = [module for module in self.modules if id(module) in named] if targets else self.modules
        if len(candidates) == 1:
            return candidates[0]
        if not candidates:
            raise AmbiguousScope(
                f"No module has a database in which the sql steps of migration {block.name!r} could run."
            )
        names = ", ".join(module.name for module in candidates)
        raise AmbiguousScope(
            f"The sql steps of migration {block.name!r} could run in several modules ({names}): "
            "let the block name aggregates of one of them only, in another of its steps."
        )

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
            value = backfill_sql(step.value, home[2], self.model, home[1])
            if value is not None:
                found.backfills.setdefault((key, snake(step.field)), value)

    def table_key(self, aggregate: v.Aggregate, context: v.Context, module: Module) -> Key | None:
        """The table that holds an aggregate: that of the root base for a shared hierarchy."""
        holder = shared_root(aggregate, context) or aggregate
        key = (aggregate_schema(self.systems[module.system], holder), table_name(holder.name))
        return key if any(table.key == key for table in module.schema.tables) else None

    # Tables

    def _table(self, step: n.TableRename, block: str, module: Module, prev: Schema, found: Orders) -> None:
        node, old = self.links.target_of(step.to_aggregate), step.from_table
        if not isinstance(node, n.Aggregate):
            return
        home = self.home.get(node)
        if home is not None and home[0] is module:
            _, context, target = home
            shared = shared_root(target, context)
            if target.event_sourced:
                log = f"{snake(context.name)}_events"
                events = next((table.key for table in module.schema.tables if table.name == log), None)
                _relabel(found, _stream_key(block, old, target.name), events, "stream_type", old, target.name)
                return
            if shared is None or shared is target:
                self._rename_tables(old, target, context, module, prev, found)
            else:
                key = self.table_key(target, context, module)
                _relabel(found, _kind_key(block, old, target.name), key, "kind", old, target.name)
                _rename_hanging(old, target, prev, found)
        self._rename_pointers(old, node, module, found)

    def _rename_tables(
        self,
        old: str,
        target: v.Aggregate,
        context: v.Context,
        module: Module,
        prev: Schema,
        found: Orders,
    ) -> None:
        """The root table, what carries the aggregate's name, and the columns that point at the aggregate."""
        before, after = table_name(old), table_name(target.name)
        known = {table.key for table in prev.tables}
        schema = aggregate_schema(self.systems[module.system], target)
        was = next((key for key in ((schema, before), (None, before)) if key in known), None)
        if was is None or (was[0], after) in known:
            return
        found.renames.tables[was] = after
        _rename_hanging(old, target, prev, found)
        owned: set[str] = set()
        for member in context.aggregates:
            if member is target or shared_root(member, context) is target:
                owned |= {f"{snake(member.name)}_{snake(held.name)}" for held in _hanging(member)}
                owned |= {table_name(part.name) for part in member.parts}
        self._rename_column(owned, f"{snake(old)}_id", f"{snake(target.name)}_id", module, found)

    def _rename_pointers(self, old: str, target: n.Aggregate, module: Module, found: Orders) -> None:
        """The columns that point at the aggregate in the join tables of other aggregates, in any module."""
        pointing: set[str] = set()
        for context in module.contexts:
            for aggregate in context.aggregates:
                for owner, fields in _owners(aggregate):
                    for held in fields:
                        pointed: t.IdOf | None = reference_target(held.type)
                        if pointed is not None and pointed.declaration is target:
                            pointing.add(f"{snake(owner)}_{snake(held.name)}")
        self._rename_column(pointing, f"{snake(old)}_id", f"{snake(target.name)}_id", module, found)

    def _rename_column(self, tables: set[str], old: str, new: str, module: Module, found: Orders) -> None:
        for table in module.schema.tables:
            if table.name in tables:
                found.renames.columns.setdefault(table.key, {}).setdefault(old, new)


def ledger(model: v.Model) -> tuple[str, ...]:
    """Every key under which a data migration of the model's blocks may be remembered."""
    keys: list[str] = []
    for block in model.migrations:
        for at, step in enumerate(block.steps):
            if isinstance(step, n.SqlStep):
                keys.append(_sql_key(block.name, at))
            elif isinstance(step, n.TableRename):
                old, new = step.from_table, step.to_aggregate.text.rsplit(".", 1)[-1]
                keys += [_kind_key(block.name, old, new), _stream_key(block.name, old, new)]
    return tuple(keys)


def _sql_key(block: str, at: int) -> str:
    return f"{block}#{at}"


def _kind_key(block: str, old: str, new: str) -> str:
    """The key of the update that gives the rows of a shared table their new kind."""
    return f"{block}#tph:{old}->{new}"


def _stream_key(block: str, old: str, new: str) -> str:
    """The key of the update by which a renamed aggregate takes its events along."""
    return f"{block}#eventlog:{old}->{new}"


def _hanging(aggregate: v.Aggregate) -> list[v.Field]:
    """The fields that are kept in tables named after the aggregate: value collections, then references."""
    return [
        *(held for held in aggregate.fields if value_collection(held.type)),
        *(held for held in aggregate.fields if reference_target(held.type)),
    ]


def _rename_hanging(old: str, target: v.Aggregate, prev: Schema, found: Orders) -> None:
    """Let the tables that carry an aggregate's name follow its rename, where the new name is free."""
    known = {table.key: None for table in prev.tables}
    for held in _hanging(target):
        before, after = (f"{snake(name)}_{snake(held.name)}" for name in (old, target.name))
        for schema, name in known:
            if name == before and (schema, after) not in known:
                found.renames.tables[schema, name] = after


def _owners(aggregate: v.Aggregate) -> list[tuple[str, list[v.Field]]]:
    return [(aggregate.name, aggregate.fields), *((part.name, part.fields) for part in aggregate.parts)]


def _relabel(found: Orders, key: str, table: Key | None, column: str, old: str, new: str) -> None:
    """Replace a label in a column of a table, once: `key` is what it is remembered by."""
    if table is not None:
        place, name = qualified(*table), quote(column)
        update = f"UPDATE {place} SET {name} = {text_sql(new)} WHERE {name} = {text_sql(old)}"
        found.updates.append((key, update))
