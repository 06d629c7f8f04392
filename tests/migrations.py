"""Which migrations would lock a table or break the version before: `python -m tests.migrations`; a test and CI call it.

A federation updates while people play: first the tables, then host after host, so version N runs for a while on the tables of
N+1. What adds a table or a column that may be empty harms nobody. The rest is listed here with the reason why it may be done.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

import django
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

OURS = ("scoring", "tournaments")
BEFORE = {"scoring": "0003", "tournaments": "0025"}  # older ones were made on machines that stood still
# (app, migration): why it may be done while people play.
ALLOWED: dict[tuple[str, str], str] = {
    ("scoring", "0003_plain_words"): "labels alone: nothing of it reaches the database",
    ("tournaments", "0026_plain_words"): "labels alone: nothing of it reaches the database",
    ("tournaments", "0027_public_names"): "looks through the registrations, some thousands of short rows",
    (
        "tournaments",
        "0038_fill_ruled_rows",
    ): "fills the table of 0037, which the version before does not know; reads struck rows, changes none",
    (
        "tournaments",
        "0028_lean_indexes",
    ): "drops indexes, which takes a moment, and makes two of columns that are mostly empty",
}


def dangers(operation: Operation, new: set[str]) -> Iterator[str]:
    """What an operation would do to a running host; nothing for tables that this very migration makes."""
    name = str(getattr(operation, "model_name", None) or getattr(operation, "name", "")).lower()
    if isinstance(operation, migrations.CreateModel):
        new.add(name)
        return
    for inner in getattr(operation, "database_operations", ()):
        yield from dangers(inner, new)
    if name in new:
        return
    match operation:
        case migrations.RemoveField() | migrations.DeleteModel():
            yield "drops what the version before still reads: first a version that does not, then this"
        case migrations.RenameField() | migrations.RenameModel() | migrations.AlterModelTable():
            yield "renames what the version before still asks for: add, copy, and drop two versions later"
        case migrations.AddField():
            yield from of_new_column(operation.field)
        case migrations.AlterField():
            yield "may rewrite the table or look through all of it with nobody writing meanwhile"
        case migrations.AddIndex() | migrations.RemoveIndex() | migrations.AlterUniqueTogether():
            yield "lets nobody write while it runs: AddIndexConcurrently"
        case migrations.AddConstraint():
            yield "looks through the table with nobody writing meanwhile: NOT VALID first, VALIDATE after"
        case migrations.RunSQL() | migrations.RunPython():
            yield "does what this check cannot see"


def of_new_column(field: models.Field[Any, Any]) -> Iterator[str]:
    if not field.null and not field.has_db_default() and not field.many_to_many:
        yield "a column that must be filled, and the version before fills it not: null=True or db_default"
    if field.unique:
        yield "a unique column is an index made with nobody writing"


def only_words(operation: Operation, label: str, before: ProjectState) -> bool:
    """Whether a changed field is the same column by another label, help or choice: the database hears nothing of it."""
    if (
        not isinstance(operation, migrations.AlterField)
        or (label, operation.model_name_lower) not in before.models
    ):
        return False
    old = before.models[label, operation.model_name_lower].fields[operation.name]
    sides = []
    for field in (old, operation.field):
        _name, path, args, options = field.deconstruct()
        sides.append(
            (path, args, {key: said for key, said in options.items() if key not in field.non_db_attrs})
        )
    return sides[0] == sides[1]


def found(label: str, migration: migrations.Migration, before: ProjectState | None = None) -> list[str]:
    """The dangers of one migration, each in a line; `before` is what the tables were."""
    new: set[str] = set()
    lines = []
    state = (before or ProjectState()).clone()
    for operation in migration.operations:
        silent = only_words(operation, label, state)
        if before is not None:
            operation.state_forwards(label, state)
        if silent:
            continue
        lines += [
            f"{label}.{migration.name}: {operation.describe()}: {said}" for said in dangers(operation, new)
        ]
    return lines


def all_found(*, old: bool = False) -> list[str]:
    """Of every migration that came after this check, or of those before it."""
    lines = []
    loader = MigrationLoader(None)
    for (label, name), migration in sorted(loader.disk_migrations.items()):
        if label in OURS and (name[:4] < BEFORE[label]) == old and (label, name) not in ALLOWED:
            known = (label, name) in loader.graph.nodes
            before = loader.project_state((label, name), at_end=False) if known else None
            lines += found(label, migration, before)
    return lines


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rommé_club.settings")
    django.setup()
    lines = all_found(old="--old" in sys.argv)
    print("\n".join(lines) or "No migration locks or drops anything that a running host needs.")
    return bool(lines)


if __name__ == "__main__":
    sys.exit(main())
