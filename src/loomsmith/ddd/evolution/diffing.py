"""From one schema to the next: the ordered structural steps, with renames and reshapes told apart.

Steps come in a fixed order of groups: dropped keys, dropped indexes, dropped columns, dropped tables
(children first), renamed tables, created tables (parents first), renamed columns, added columns, altered
columns, renamed indexes, added indexes, added keys. Inside a group matched tables follow the order of the old
schema. The steps of a table name it and its schema as they are when the step runs.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from loomsmith.ddd.evolution import steps as s
from loomsmith.ddd.evolution.records import MOST_NUMBERED, name_order
from loomsmith.ddd.evolution.steps import key_constraints

if TYPE_CHECKING:
    from loomsmith.ddd.evolution.records import ColumnType, ForeignKey, Index, Schema, Table

Key = tuple[str | None, str]

BACKUP_SUFFIX = "__pre_reshape"


@dataclass(frozen=True, slots=True)
class Renames:
    """What `migration` blocks rename: tables by their old key, columns by the new key of their table.

    `columns` maps an old column name to the next one in a chain of renames (`tel` to `phone` to `mobile`).
    """

    tables: dict[Key, str] = field(default_factory=dict)
    columns: dict[Key, dict[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Difference:
    """The structural steps, the schema afterwards, and the tables that a reshape has set aside."""

    steps: list[s.Step]
    schema: Schema
    reshaped: list[Key]


@dataclass(slots=True)
class _Groups:
    """The steps by group, in the order in which the groups come."""

    drop_keys: list[s.Step] = field(default_factory=list)
    drop_primary_keys: list[s.Step] = field(default_factory=list)
    drop_indexes: list[s.Step] = field(default_factory=list)
    drop_columns: list[s.Step] = field(default_factory=list)
    drop_tables: list[s.Step] = field(default_factory=list)
    rename_tables: list[s.Step] = field(default_factory=list)
    create_tables: list[s.Step] = field(default_factory=list)
    rename_columns: list[s.Step] = field(default_factory=list)
    add_columns: list[s.Step] = field(default_factory=list)
    alter_columns: list[s.Step] = field(default_factory=list)
    rename_indexes: list[s.Step] = field(default_factory=list)
    add_indexes: list[s.Step] = field(default_factory=list)
    add_primary_keys: list[s.Step] = field(default_factory=list)
    add_keys: list[s.Step] = field(default_factory=list)
    comments: list[s.Step] = field(default_factory=list)

    def all(self) -> list[s.Step]:
        return [step for name in self.__slots__ for step in getattr(self, name)]


def first_run(schema: Schema) -> list[s.Step]:
    """The steps that make a schema from nothing."""
    groups = _Groups()
    _create(list(schema.tables), groups)
    return groups.all()


def difference(prev: Schema, following: Schema, renames: Renames) -> Difference:
    """The structural steps from `prev` to `following`."""
    return _Differ(prev, following, renames).run()


class _Differ:
    def __init__(self, prev: Schema, following: Schema, renames: Renames) -> None:
        self.prev = prev
        self.next = following
        self.renames = renames
        self.groups = _Groups()
        self.next_by_key = {table.key: table for table in following.tables}
        self.matched: list[tuple[Table, Table]] = []
        self.dropped: list[Table] = []
        self.created: list[Table] = []
        self.carried: dict[Key, Table] = {}
        self.table_names: dict[Key, str] = {}
        self.set_aside: set[Key] = set()

    def run(self) -> Difference:
        self.match_tables()
        reshaped = self.take_reshaped()
        self.set_aside = {table.key for table in reshaped}
        self.table_names = {old.key: new.name for old, new in self.matched}
        for old, new in self.matched:
            if old.name != new.name:
                self.groups.rename_tables.append(s.RenameTable(old.name, new.name, new.schema))
        self.order_table_renames()
        for old, new in self.matched:
            self.compare_columns(old, new)
        for table in _children_first(self.dropped):
            self.groups.drop_tables.append(s.DropTable(table.name, table.schema))
        self.break_dropped_cycles()
        backups = [self.reshape(table) for table in reshaped]
        _create(self.created, self.groups)
        self.free_index_names()
        self.number_keys(backups)
        tables = [self.carried.get(table.key, table) for table in self.next.tables]
        return Difference(
            self.groups.all(), self.next.with_tables([*tables, *backups]), [t.key for t in reshaped]
        )

    # Tables

    def match_tables(self) -> None:
        taken: set[Key] = set()
        bare: dict[str, list[Table]] = {}
        for table in self.next.tables:
            bare.setdefault(table.name, []).append(table)

        def named(schema: str | None, name: str) -> Table | None:
            found = self.next_by_key.get((schema, name))
            if found is None and schema is None and len(bare.get(name, ())) == 1:
                found = bare[name][0]
            return found

        for old in self.prev.tables:
            renamed = self.renames.tables.get(old.key)
            # A rename to what has no table, such as a base, leaves the name to whatever bears it now.
            new = named(old.schema, renamed) if renamed is not None else None
            new = new or named(old.schema, old.name)
            if new is None or new.key in taken:
                self.dropped.append(old)
            else:
                taken.add(new.key)
                self.matched.append((old, new))
        self.created = [table for table in self.next.tables if table.key not in taken]

    def order_table_renames(self) -> None:
        """Renames in the order in which the blocks give them: roots, then what hangs on them."""
        order = {name: at for at, name in enumerate(self.renames.tables.values())}
        self.groups.rename_tables.sort(key=lambda step: order.get(getattr(step, "new", ""), len(order)))

    def take_reshaped(self) -> list[Table]:
        """The old tables that a change of saving shape or of inheritance sets aside."""
        found: list[Table] = []
        kept: list[tuple[Table, Table]] = []
        for old, new in self.matched:
            if old.saving_shape and new.saving_shape and old.saving_shape != new.saving_shape:
                found.append(old)
                self.created.append(new)
            else:
                kept.append((old, new))
        created = {table.inheritance for table in self.created if table.inheritance is not None}
        still_dropped: list[Table] = []
        for old in self.dropped:
            stamp = old.inheritance
            other = ("ownTable" if stamp[0] == "sharedTable" else "sharedTable", stamp[1]) if stamp else None
            (found if other in created else still_dropped).append(old)
        self.matched, self.dropped = kept, still_dropped
        self.created.sort(key=lambda table: name_order(table.name))
        return sorted(found, key=lambda table: name_order(table.name))

    def reshape(self, old: Table) -> Table:
        """Set an old table aside, as it stands but without indexes and without keys to tables that go."""
        backup = old.name + BACKUP_SUFFIX
        groups = self.groups
        groups.drop_indexes += [s.DropIndex(old.name, old.schema, index.name) for index in old.indexes]
        keys: list[ForeignKey] = []
        for key in old.foreign_keys:
            target = self.table_names.get((old.schema, key.ref_table))
            if target is None and key.ref_table != old.name:
                groups.drop_keys.append(s.DropForeignKey(old.name, old.schema, key))
                continue
            made = key.created_as or (old.name, key.column)
            keys.append(replace(key, ref_table=target or backup, created_as=made))
        groups.rename_tables.append(s.RenameTable(old.name, backup, old.schema))
        place = f"{old.schema}.{backup}" if old.schema is not None else backup
        groups.comments.append(s.SqlComment(f"TODO reshape: move rows out of {place}"))
        return replace(
            old,
            name=backup,
            indexes=(),
            foreign_keys=tuple(keys),
            saving_shape=None,
            inheritance=None,
            created_as=old.created_as or old.name,
        )

    def break_dropped_cycles(self) -> None:
        """Drop the keys by which dropped tables refer to each other in a circle."""
        order = {table.key: at for at, table in enumerate(_children_first(self.dropped))}
        for table in self.dropped:
            for key in table.foreign_keys:
                target = (table.schema, key.ref_table)
                if order.get(target, len(order)) < order[table.key]:
                    self.groups.drop_keys.append(s.DropForeignKey(table.name, table.schema, key))

    def number_keys(self, backups: list[Table]) -> None:
        """Remember which keys of created tables get a number, since a key of another table has their name."""
        names = Counter(
            (table.schema, key_constraints(table.name, key)[0])
            for table in (*self.carried.values(), *backups)
            for key in table.foreign_keys
        )
        for table in self.created:
            keys = [
                replace(
                    key, numbered=min(names[table.schema, key_constraints(table.name, key)[0]], MOST_NUMBERED)
                )
                for key in table.foreign_keys
            ]
            self.carried[table.key] = replace(table, foreign_keys=tuple(keys))

    def free_index_names(self) -> None:
        """Rename an index before a created table takes its name, and not only when its table's turn comes."""
        wanted = {(table.schema, index.name) for table in self.created for index in table.indexes}
        early = [
            step
            for step in self.groups.rename_indexes
            if isinstance(step, s.RenameIndex) and (step.schema, step.old) in wanted
        ]
        self.groups.rename_tables += early
        self.groups.rename_indexes = [step for step in self.groups.rename_indexes if step not in early]

    # Columns

    def compare_columns(self, old: Table, new: Table) -> None:
        renamed = self.followed_renames(old, new)
        dropped = [c for c in old.columns if c.name not in renamed and new.column(c.name) is None]
        targets = set(renamed.values())
        added = [c for c in new.columns if c.name not in targets and old.column(c.name) is None]
        guessed: dict[str, str] = {}
        if len(dropped) == 1 and len(added) == 1 and dropped[0].type == added[0].type:
            guessed = {dropped[0].name: added[0].name}
        groups = self.groups
        for column in old.columns:
            if column.name in renamed:
                target = renamed[column.name]
                step = s.RenameColumn(new.name, new.schema, column.name, target, column.type)
                groups.rename_columns.append(step)
                self.alterations(new, column.nullable, column.type, target, groups.rename_columns)
        for column in new.columns:
            if column.name in guessed.values():
                before = dropped[0]
                step = s.RenameColumn(new.name, new.schema, before.name, column.name, before.type)
                groups.add_columns.append(step)
                self.alterations(new, before.nullable, before.type, column.name, groups.add_columns)
            elif column in added:
                key = new.foreign_key(column.name)
                groups.add_columns.append(s.AddColumn(new.name, new.schema, column, key))
        if not guessed:
            groups.drop_columns += [s.DropColumn(old.name, new.schema, column.name) for column in dropped]
        for column in new.columns:
            before_kept = old.column(column.name)
            if before_kept is not None and column.name not in renamed and column.name not in targets:
                self.alterations(
                    new, before_kept.nullable, before_kept.type, column.name, groups.alter_columns
                )
        self.compare_indexes(old, new, renamed)
        mapping = renamed | guessed
        self.compare_keys(old, new, mapping)
        self.compare_primary_key(old, new, mapping)

    def followed_renames(self, old: Table, new: Table) -> dict[str, str]:
        """Old to new names of the columns that `migration` blocks rename, chains followed to their end."""
        chain = self.renames.columns.get(new.key, {})
        found: dict[str, str] = {}
        claimed: set[str] = set()
        for column in old.columns:
            if new.column(column.name) is not None or column.name not in chain:
                continue
            target, seen = chain[column.name], {column.name}
            while new.column(target) is None and target in chain and target not in seen:
                seen.add(target)
                target = chain[target]
            if new.column(target) is None or target in claimed or old.column(target) is not None:
                continue
            found[column.name] = target
            claimed.add(target)
        return found

    def alterations(
        self, new: Table, nullable: bool, type_: ColumnType, name: str, into: list[s.Step]
    ) -> None:
        """The changes of nullability, then of type, that a column that stays needs."""
        column = new.column(name)
        if column is None:
            return
        if nullable != column.nullable:
            into.append(s.AlterColumnNullable(new.name, new.schema, name, column.type, column.nullable))
        if type_ != column.type:
            into.append(s.AlterColumnType(new.name, new.schema, name, type_, column.type))

    # Indexes and keys

    def compare_indexes(self, old: Table, new: Table, renamed: dict[str, str]) -> None:
        after = {index.name: index for index in new.indexes}
        before = {index.name: index for index in old.indexes}
        gone = [i for i in old.indexes if i.name not in after or after[i.name].shape() != _mapped(i, renamed)]
        come = [
            i for i in new.indexes if i.name not in before or _mapped(before[i.name], renamed) != i.shape()
        ]
        is_renamed = bool(renamed) or old.name != new.name
        for index in list(gone) if is_renamed else ():
            twin = next(
                (i for i in come if i.name != index.name and i.shape() == _mapped(index, renamed)), None
            )
            if twin is not None:
                gone.remove(index)
                come.remove(twin)
                self.groups.rename_indexes.append(s.RenameIndex(index.name, twin.name, new.schema))
        self.groups.drop_indexes += [s.DropIndex(old.name, new.schema, index.name) for index in gone]
        self.groups.add_indexes += [s.AddIndex(index, new.schema) for index in come]

    def compare_keys(self, old: Table, new: Table, renamed: dict[str, str]) -> None:
        """Drop and add the keys of kept columns whose target changed; remember names that renames left.

        A table that was set aside takes the keys to it along, so they are made anew. So is a kept key whose
        constraint still has the name that a new key of this table needs.
        """
        kept_columns = {renamed.get(column.name, column.name) for column in old.columns}
        names = {(new.name, key.column) for key in new.foreign_keys}
        carried: dict[str, ForeignKey] = {}
        for key in old.foreign_keys:
            column = renamed.get(key.column, key.column)
            if new.column(column) is None:
                continue
            target = (old.schema, key.ref_table)
            now = new.foreign_key(column)
            left_behind = key.created_as or (old.name, key.column)
            moved = left_behind != (new.name, column)
            pointed = (self.table_names.get(target, key.ref_table), key.on_delete)
            same = now is not None and pointed == (now.ref_table, now.on_delete)
            if (
                now is not None
                and same
                and target not in self.set_aside
                and not (moved and left_behind in names)
            ):
                made_as = left_behind if moved else None
                carried[column] = replace(now, created_as=made_as, numbered=key.numbered)
            else:
                self.groups.drop_keys.append(s.DropForeignKey(old.name, new.schema, key))
        for key in new.foreign_keys:
            if key.column in kept_columns and key.column not in carried:
                self.groups.add_keys.append(s.AddForeignKey(new.name, new.schema, key))
        keys = tuple(carried.get(key.column, key) for key in new.foreign_keys)
        created_as = old.created_as or (old.name if old.name != new.name else None)
        self.carried[new.key] = replace(new, foreign_keys=keys, created_as=created_as)

    def compare_primary_key(self, old: Table, new: Table, renamed: dict[str, str]) -> None:
        """A primary key over other columns: the old one goes first, the new one comes once they are there."""
        before = tuple(renamed.get(column, column) for column in old.primary_key)
        if before == new.primary_key:
            return
        if before:
            made_as = old.created_as or old.name
            self.groups.drop_primary_keys.append(s.DropPrimaryKey(old.name, new.schema, made_as))
        if new.primary_key:
            self.groups.add_primary_keys.append(s.AddPrimaryKey(new.name, new.schema, new.primary_key))


def _mapped(index: Index, renamed: dict[str, str]) -> tuple[object, ...]:
    """The shape of an index once its columns have their new names."""
    columns = tuple(renamed.get(column, column) for column in index.columns)
    opclasses = tuple((renamed.get(column, column), name) for column, name in index.opclasses)
    return columns, index.unique, index.predicate, opclasses


# Order among tables


def parents_first(tables: list[Table]) -> list[Table]:
    """Tables by name, each after those that its keys point at; where a circle remains, the first by name.

    Kahn's algorithm with a heap: O((tables + keys) log tables).
    """
    waiting = sorted(tables, key=lambda table: name_order(table.name))
    place = {table.key: at for at, table in enumerate(waiting)}
    needs: list[set[int]] = []
    dependants: dict[int, list[int]] = {}
    for at, table in enumerate(waiting):
        targets = {place[k] for key in table.foreign_keys if (k := (table.schema, key.ref_table)) in place}
        needs.append(targets - {at})
        for target in needs[at]:
            dependants.setdefault(target, []).append(at)
    ready = [at for at, wanted in enumerate(needs) if not wanted]
    taken: set[int] = set()
    ordered: list[Table] = []
    rest = iter(range(len(waiting)))
    while len(ordered) < len(waiting):
        at = heappop(ready) if ready else next(at for at in rest if at not in taken)
        if at in taken:
            continue
        taken.add(at)
        ordered.append(waiting[at])
        for dependant in dependants.get(at, ()):
            needs[dependant].discard(at)
            if not needs[dependant]:
                heappush(ready, dependant)
    return ordered


def _children_first(tables: list[Table]) -> list[Table]:
    return list(reversed(parents_first(tables)))


def _create(tables: list[Table], groups: _Groups) -> None:
    """Create tables, parents first; a key whose target comes later is added once all are there."""
    ordered = parents_first(tables)
    position = {table.key: at for at, table in enumerate(ordered)}
    for at, table in enumerate(ordered):
        late = [k for k in table.foreign_keys if position.get((table.schema, k.ref_table), -1) > at]
        kept = tuple(key for key in table.foreign_keys if key not in late)
        groups.create_tables.append(s.CreateTable(replace(table, foreign_keys=kept) if late else table))
        groups.add_keys += [s.AddForeignKey(table.name, table.schema, key) for key in late]
