"""Migrations: what each module of a model needs, judged for what it loses, named and numbered."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from loomsmith.ddd.evolution import steps as s
from loomsmith.ddd.evolution.diffing import BACKUP_SUFFIX, difference, first_run
from loomsmith.ddd.evolution.names import pascal

if TYPE_CHECKING:
    from loomsmith.ddd.evolution.blocks import Orders
    from loomsmith.ddd.evolution.diffing import Key
    from loomsmith.ddd.evolution.records import Schema
    from loomsmith.ddd.evolution.schema import Module

FIRST_FLOOR = 20260101000000
BLOCK_SIZE = 1_000_000
HALF_BLOCK = 500_000

COMPATIBLE = "compatible"
BREAKS_DATA = "breaking-for-data"

INITIAL = "Initial"

SHAPE_CHANGE = "loom.migration-shape-change"
AMBIGUOUS_RENAME = "loom.migration-ambiguous-rename"
DESTRUCTIVE = "loom.migration-destructive"


@dataclass(frozen=True, slots=True)
class Migration:
    """What one module needs. `parent` is the version that it follows, `schema` the record afterwards.

    `destructive_code` is `None` for a migration that loses nothing; then `destructive_message` is empty.
    """

    module: Module
    name: str
    version: str
    parent: str | None
    steps: tuple[s.Step, ...]
    schema: Schema
    destructive_code: str | None
    destructive_message: str

    @property
    def destructive(self) -> bool:
        """Whether it may lose rows or values."""
        return self.destructive_code is not None

    def classes(self) -> list[str]:
        """The class of each step: `breaking-for-data` where it may lose something, else `compatible`."""
        if not self.destructive:
            return [COMPATIBLE] * len(self.steps)
        filled: set[tuple[str | None, str, str]] = set()
        found = []
        for step in self.steps:
            if isinstance(step, s.BackfillColumn):
                filled.add((step.schema, step.table, step.column))
            found.append(BREAKS_DATA if _loses(step, filled) else COMPATIBLE)
        return found


def _loses(step: s.Step, filled: set[tuple[str | None, str, str]]) -> bool:
    match step:
        case s.DropTable() | s.DropColumn() | s.AlterColumnType() | s.DropPrimaryKey() | s.AddPrimaryKey():
            return True
        case s.AlterColumnNullable():
            return not step.nullable and (step.schema, step.table, step.name) not in filled
        case s.RenameTable():
            return step.new.endswith(BACKUP_SUFFIX)
        case _:
            return False


def version_floor(block: int) -> int:
    """The first version of a block of versions."""
    return FIRST_FLOOR + block * BLOCK_SIZE


@dataclass(frozen=True, slots=True)
class Head:
    """What a module has reached: the version of its last migration (`None` if unknown) and its schema."""

    version: str | None
    schema: Schema


def initial(module: Module, block: int, orders: Orders) -> Migration:
    """The first migration of a module."""
    steps = [*first_run(module.schema), *(s.SqlExec(sql) for _, sql in orders.sql)]
    head = first_head(module, block, tuple(key for key, _ in orders.data_migrations()))
    version = str(version_floor(block))
    schema = replace(head.schema, history=((version, INITIAL),) if steps else ())
    return Migration(module, INITIAL, version, None, tuple(steps), schema, None, "")


def first_head(module: Module, block: int, applied: tuple[str, ...]) -> Head:
    """What a module has reached by its first migration, with the data migrations of these keys done."""
    floor = version_floor(block)
    last = str(floor + HALF_BLOCK)
    return Head(str(floor), replace(module.schema, last_version=last, applied=applied, block=block))


def following(module: Module, head: Head, block: int, orders: Orders) -> Migration:
    """The migration of a module from what it has reached; it has no steps where nothing changed."""
    prev = head.schema
    found = difference(prev, module.schema, orders.renames)
    woven, safe = _weave_backfills(found.steps, orders.backfills)
    pending = [(key, sql) for key, sql in orders.data_migrations() if key not in prev.applied]
    unsafe = [step for step in woven if _is_destructive(step, safe)]
    code, message = None, ""
    if unsafe or found.reshaped:
        code = _code(woven, bool(found.reshaped), orders.backfills)
        message = _message(unsafe, found.reshaped)
    steps = [*_allowed(woven, safe), *(s.SqlExec(sql) for _, sql in pending)]
    last = prev.last_version or str(version_floor(block) + HALF_BLOCK)
    version = str(int(last) + 1)
    name = migration_name(steps)
    schema = replace(
        found.schema,
        last_version=version if steps else last,
        history=(*prev.history, (version, name)) if steps else prev.history,
        applied=(*prev.applied, *(key for key, _ in pending)),
        block=block,
    )
    return Migration(module, name, version, head.version, tuple(steps), schema, code, message)


# What loses something

Safe = set[tuple[str | None, str, str]]


def _weave_backfills(steps: list[s.Step], backfills: dict[tuple[Key, str], str]) -> tuple[list[s.Step], Safe]:
    """Put backfills where columns come or become required; the columns that this makes safe."""
    woven: list[s.Step] = []
    safe: Safe = set()
    for step in _retyped_before_filled(steps, backfills):
        if isinstance(step, s.AddColumn):
            value = backfills.get(((step.schema, step.table), step.column.name))
            if value is not None:
                required = not step.column.nullable and step.column.default is None
                column = replace(step.column, nullable=True) if required else step.column
                woven.append(replace(step, column=column))
                woven.append(s.BackfillColumn(step.table, step.schema, column.name, value))
                if required:
                    safe.add((step.schema, step.table, column.name))
                    woven.append(
                        s.AlterColumnNullable(
                            step.table, step.schema, column.name, column.type, nullable=False
                        )
                    )
                continue
        elif isinstance(step, s.AlterColumnNullable) and not step.nullable:
            value = backfills.get(((step.schema, step.table), step.name))
            if value is not None:
                safe.add((step.schema, step.table, step.name))
                woven.append(s.BackfillColumn(step.table, step.schema, step.name, value))
        woven.append(step)
    return woven, safe


_NUMBERS = frozenset({"int", "bigint", "decimal"})


def _retyped_before_filled(steps: list[s.Step], backfills: dict[tuple[Key, str], str]) -> list[s.Step]:
    """The steps, but where a column gets values of its new type, with the change of type before that.

    Among numbers the usual order stays: a column of either type takes the value.
    """
    found = list(steps)
    for at, (step, after) in enumerate(pairwise(steps)):
        if (
            isinstance(step, s.AlterColumnNullable)
            and isinstance(after, s.AlterColumnType)
            and (step.schema, step.table, step.name) == (after.schema, after.table, after.name)
            and not step.nullable
            and ((step.schema, step.table), step.name) in backfills
            and not {after.old.kind, after.new.kind} <= _NUMBERS
        ):
            found[at], found[at + 1] = after, step
    return found


def _is_destructive(step: s.Step, safe: Safe) -> bool:
    match step:
        case s.DropTable() | s.DropColumn() | s.AlterColumnType() | s.DropPrimaryKey() | s.AddPrimaryKey():
            return True
        case s.AddColumn():
            return not step.column.nullable and step.column.default is None
        case s.AlterColumnNullable():
            return not step.nullable and (step.schema, step.table, step.name) not in safe
        case _:
            return False


def _code(steps: list[s.Step], reshaped: bool, backfills: dict[tuple[Key, str], str]) -> str:
    if reshaped:
        return SHAPE_CHANGE
    renamed = {(step.schema, step.old): step.new for step in steps if isinstance(step, s.RenameTable)}
    dropped = {
        (step.schema, renamed.get((step.schema, step.table), step.table))
        for step in steps
        if isinstance(step, s.DropColumn)
    }
    added = {
        (step.schema, step.table)
        for step in steps
        if isinstance(step, s.AddColumn) and ((step.schema, step.table), step.column.name) not in backfills
    }
    return AMBIGUOUS_RENAME if dropped & added else DESTRUCTIVE


def _message(unsafe: list[s.Step], reshaped: list[Key]) -> str:
    """What is lost, and which step of a migration block avoids it, on one line."""
    parts = [f"the rows of {name} must be moved to their new shape" for _, name in reshaped]
    for step in unsafe:
        match step:
            case s.DropTable():
                parts.append(f"table {step.name} and its rows go (a renamed aggregate: `Old -> New`)")
            case s.DropColumn():
                parts.append(f"column {step.table}.{step.name} goes (a renamed field: `Agg.old -> new`)")
            case s.AlterColumnType():
                parts.append(f"the values of {step.table}.{step.name} are converted")
            case s.AddColumn():
                parts.append(
                    f"column {step.table}.{step.column.name} has no value in old rows (`Agg.f = value`)"
                )
            case s.AlterColumnNullable():
                parts.append(
                    f"column {step.table}.{step.name} must have a value in every row (`Agg.f = value`)"
                )
            case s.DropPrimaryKey():
                parts.append(f"the primary key of {step.table} changes")
    shown = "; ".join(parts[:5]) + (f"; and {len(parts) - 5} more" if len(parts) > 5 else "")
    return shown[:1].upper() + shown[1:] + "." if shown else ""


def _allowed(steps: list[s.Step], safe: Safe) -> list[s.Step]:
    """The steps as they run once the loss is allowed: required columns come empty, with a note."""
    found: list[s.Step] = []
    for step in steps:
        if isinstance(step, s.AddColumn) and _is_destructive(step, safe):
            column = replace(step.column, nullable=True)
            found.append(replace(step, column=column))
            found.append(_note(step.schema, step.table, column.name))
            found.append(
                s.AlterColumnNullable(step.table, step.schema, column.name, column.type, nullable=False)
            )
        elif isinstance(step, s.AlterColumnNullable) and _is_destructive(step, safe):
            found += [_note(step.schema, step.table, step.name), step]
        else:
            found.append(step)
    return found


def _note(schema: str | None, table: str, column: str) -> s.SqlComment:
    place = f"{schema}.{table}" if schema is not None else table
    return s.SqlComment(f"TODO backfill {place}.{column}")


# Names


def migration_name(steps: list[s.Step]) -> str:
    """The name of a migration that is not the first of its module: told by its only step, else `Migrate`."""
    if len(steps) != 1:
        return "Migrate"
    match steps[0]:
        case s.CreateTable(table):
            return f"Create{pascal(table.name)}"
        case s.DropTable(name):
            return f"Drop{pascal(name)}"
        case s.RenameTable(old, new):
            return f"Rename{pascal(old)}To{pascal(new)}"
        case s.AddColumn() as step:
            return f"Add{pascal(step.column.name)}To{pascal(step.table)}"
        case s.DropColumn() as step:
            return f"Remove{pascal(step.name)}From{pascal(step.table)}"
        case s.AlterColumnNullable() | s.AlterColumnType() as step:
            return f"Alter{pascal(step.name)}On{pascal(step.table)}"
        case s.AddIndex(index):
            return f"AddIndex{pascal(index.name)}"
        case s.DropIndex() as step:
            return f"DropIndex{pascal(step.name)}"
        case s.RenameIndex(old, new):
            return f"RenameIndex{pascal(old)}To{pascal(new)}"
        case s.BackfillColumn() as step:
            return f"Backfill{pascal(step.column)}On{pascal(step.table)}"
        case s.SqlExec():
            return "DataMigration"
        case _:
            return "Migrate"


def assign_blocks(modules: list[Module], known: dict[tuple[str, str], Head], used: set[int]) -> list[int]:
    """The block of versions of each module: its baseline's, else its place; new ones follow the largest.

    `known` holds what modules have reached by system and name; `used` further blocks that are taken.
    """
    blocks: list[int | None] = []
    for at, module in enumerate(modules):
        head = known.get((module.system, module.name))
        if head is None:
            blocks.append(None)
        else:
            blocks.append(head.schema.block if head.schema.block is not None else at)
    highest = max([*used, *(block for block in blocks if block is not None)], default=-1)
    found: list[int] = []
    for block in blocks:
        if block is None:
            highest += 1
            block = highest
        found.append(block)
    return found
