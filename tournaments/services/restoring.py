"""Puts a backup back: checked before, what is there now copied first, checked again afterwards."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader

from scoring import guards
from scoring.sentence import gettext_noop as _
from tournaments.models import Tournament
from tournaments.selectors.rows import thing_of
from tournaments.services.backup_checks import DATABASE, BackupBroken, Checked, check, unpacked
from tournaments.services.backups import Occasion, kept_models, make_backup

BATCH = 500


def restore(path: Path, *, now: datetime) -> Checked:
    """Put everything back as the file has it. Nothing is touched before the file has proved sound."""
    checked = check(path)
    refuse_newer(checked)
    here = revisions()
    if connection.introspection.table_names():
        make_backup(Occasion.RESTORE, now=now)
    with unpacked(path) as (_manifest, part):
        if checked.kind == DATABASE:
            put_database_back(part)
        else:
            put_rows_back(part, checked)
    later(here)
    return checked


def refuse_newer(checked: Checked) -> None:
    """A backup of a newer program has columns that this one does not know; rows fit their own program only."""
    loader = MigrationLoader(connection)
    known = {f"{app}.{name}" for app, name in loader.disk_migrations or {}}
    known |= {f"{app}.{name}" for app, name in loader.applied_migrations or {}}  # squashed ones
    if not set(checked.migrations) <= known:
        raise BackupBroken(
            _("Diese Sicherung hat ein neueres Programm geschrieben: Zuerst Rommé-Club erneuern.")
        )
    if checked.kind == DATABASE and connection.vendor != "sqlite":
        raise BackupBroken(
            _(
                "Diese Sicherung ist von einem Rechner mit SQLite: Dort einspielen und die Turniere einzeln übertragen."
            )
        )
    if checked.kind != DATABASE and set(checked.migrations) != known:
        raise BackupBroken(
            _(
                "Diese Sicherung ist älter als das Programm: Mit dem Programm von damals einspielen, danach erneuern."
            )
        )


def revisions() -> dict[str, int]:
    """How far every tournament is that browsers may have seen."""
    if Tournament._meta.db_table not in connection.introspection.table_names():
        return {}
    return dict(Tournament.objects.values_list("slug", "revision"))


def later(seen: dict[str, int]) -> None:
    """Move every revision beyond what browsers have seen, so that none takes an old page for the restored one."""
    for tournament in Tournament.objects.filter(slug__in=seen):
        beyond = max(tournament.revision, seen[tournament.slug]) + 1
        Tournament.objects.filter(pk=tournament.pk).update(revision=beyond)


def put_database_back(part: Path) -> None:
    """Page by page into the living database, then up to the tables of today."""
    connection.close()
    with (
        closing(sqlite3.connect(part)) as source,
        closing(sqlite3.connect(connection.settings_dict["NAME"], timeout=60)) as target,
    ):
        target.execute("PRAGMA journal_mode=WAL")
        source.backup(target)
    call_command("migrate", interactive=False, verbosity=0)


def put_rows_back(part: Path, checked: Checked) -> None:
    """All rows out, all rows in, in one transaction: it has the backup's rows afterwards, or still its own."""
    models = kept_models()
    tables = [model._meta.db_table for model in models]
    with transaction.atomic(), guards.lifted(connection):
        with connection.constraint_checks_disabled(), connection.cursor() as cursor:
            for statement in connection.ops.sql_flush(no_style(), tables, allow_cascade=True):
                cursor.execute(statement)
            for label, rows in in_batches(part):
                model: Any = apps.get_model(label)
                model._base_manager.bulk_create([thing_of(model, row) for row in rows], batch_size=BATCH)
            for statement in connection.ops.sequence_reset_sql(no_style(), models):
                cursor.execute(statement)
        connection.check_constraints()
        found = {model._meta.label_lower: model._base_manager.count() for model in models}
        if {label: count for label, count in found.items() if count} != dict(checked.counts):
            raise BackupBroken(_("Nicht alle Zeilen ließen sich einspielen: Es bleibt alles, wie es war."))


def in_batches(part: Path) -> Iterable[tuple[str, list[dict[str, Any]]]]:
    """Rows of one table together, as they stand in the file."""
    label = ""
    rows: list[dict[str, Any]] = []
    with part.open(encoding="utf-8") as lines:
        for text in lines:
            line = json.loads(text)
            if rows and (line["model"] != label or len(rows) >= BATCH):
                yield label, rows
                rows = []
            label = line["model"]
            rows.append(line["row"])
    if rows:
        yield label, rows
