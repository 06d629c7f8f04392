"""Puts a backup back: checked before, what is there now copied first, checked again afterwards."""

from __future__ import annotations

import json
import logging
import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.apps import apps
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DatabaseError, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from scoring import guards
from scoring.sentence import gettext_noop
from tournaments.backups.services.backups import (
    DatabaseDamaged,
    Occasion,
    backup_folder,
    kept_models,
    make_backup,
    no_backup,
)
from tournaments.backups.services.checks import (
    DATABASE,
    ROWS,
    BackupBroken,
    Checked,
    check_backup,
    in_the_clear,
    opened,
    unpacked,
)
from tournaments.event.selectors.rows import stored_row, thing_of
from tournaments.event.services import jobs
from tournaments.event.services.news import announce
from tournaments.models import Tournament, Workbook


class ForeignBackup(BackupBroken):
    """A file that this machine has not written."""


BATCH = 500
NOT_FROM_ELSEWHERE = frozenset(
    {"sessions.session", "django_tasks_database.dbtaskresult", "tournaments.tasksign"}
)
ENDINGS = ("", "-wal", "-shm")
log = logging.getLogger(__name__)


def restore(path: Path, *, now: datetime, foreign: bool = False, passphrase: str = "") -> Checked:
    """Put everything back as the file has it, also as it lies under a passphrase."""
    with in_the_clear(path, passphrase) as plain:
        return restore_plain(plain, now=now, foreign=foreign)


def restore_plain(path: Path, *, now: datetime, foreign: bool) -> Checked:
    """Nothing is touched before the file has proved sound.

    `foreign`: somebody has said that he knows where a file comes from that this machine has not written. Then nothing but
    rows is taken out of it, into our own tables, and nobody's session.
    """
    checked = check_backup(path)
    refuse_newer(checked)
    signed_in = sessions_here()
    if not checked.ours and not foreign:
        raise ForeignBackup(
            gettext_noop(
                "Diese Sicherung hat nicht dieser Rechner geschrieben, oder jemand hat sie verändert. "
                "Wer sicher weiß, woher sie kommt, ruft auf: restore --fremd DATEI. Übernommen werden dann nur die Zeilen."
            )
        )
    with unpacked(path) as (_manifest, part):
        if not checked.ours and checked.kind == DATABASE:
            compare_schema(part, checked)
    here = keep_what_is_here(now)
    with unpacked(path) as (_manifest, part):
        if not checked.ours:
            put_foreign_rows_back(part, checked)
        elif checked.kind == DATABASE:
            put_database_back(part)
        else:
            put_rows_back(part, checked)
    if checked.ours:
        end_sessions_that_were_ended(signed_in)
    move_revisions_on(here)
    jobs.forget_all()
    Workbook.objects.all().delete()  # their files are of another time
    return checked


def sessions_here() -> frozenset[str]:
    """Who is signed in before a restore; nobody where the database is no longer one."""
    try:
        return frozenset(Session.objects.values_list("session_key", flat=True))
    except (DatabaseError, sqlite3.DatabaseError):
        connection.close()
        return frozenset()


def end_sessions_that_were_ended(alive: frozenset[str]) -> None:
    """Whoever was signed out since the backup was made stays out: a stolen phone does not come back with the old rows.

    Where nobody is signed in, or nothing can be read, this machine takes the place of another one: then its phones stay.
    """
    if not alive:
        return
    gone = [key for key in Session.objects.values_list("session_key", flat=True) if key not in alive]
    for start in range(0, len(gone), BATCH):
        Session.objects.filter(session_key__in=gone[start : start + BATCH]).delete()


def compare_schema(part: Path, checked: Checked) -> None:
    """Every table, column, trigger and view of a foreign database is one of ours; otherwise it is not opened."""
    written, known = migrations_of(checked)
    if written != known:
        raise ForeignBackup(
            gettext_noop(
                "Eine fremde Sicherung muss von derselben Version des Programms sein: Auf dem anderen Rechner zuerst erneuern."
            )
        )
    with closing(opened(part)) as theirs:
        strange = schema_of(theirs) ^ our_schema()
    if strange:
        kind, name = min(strange)
        log.warning("a foreign backup differs from our tables: %s", sorted(strange)[:20])
        raise ForeignBackup(
            gettext_noop(
                "In dieser Sicherung sind Tabellen oder Auslöser nicht wie hier ({kind} {name}): Sie wird nicht eingespielt."
            ),
            kind=kind,
            name=name[:80],
        )


def schema_of(database: sqlite3.Connection) -> set[tuple[str, str]]:
    """What a database has, by kind and name; each table with its columns, each trigger with its words."""
    found = set()
    rows = database.execute(
        "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"
    ).fetchall()
    for kind, name, words in rows:
        match kind:
            case "table":
                virtual = (
                    str(words).lstrip().upper().startswith("CREATE VIRTUAL")
                )  # carries a module out when it is read
                columns = database.execute(
                    "SELECT name, hidden FROM pragma_table_xinfo(?) ORDER BY name", [name]
                ).fetchall()  # hidden: reckoned by words of the file
                named = ", ".join(f"{column}{' reckoned' if hidden else ''}" for column, hidden in columns)
                found.add(("virtual table" if virtual else kind, f"{name}: {named}"))
            case "trigger":
                found.add((kind, f"{name}: {' '.join(str(words).split())}"))
            case "view":
                found.add((kind, name))
    return found


def our_schema() -> set[tuple[str, str]]:
    with closing(sqlite3.connect(connection.settings_dict["NAME"], timeout=20)) as ours:
        return schema_of(ours)


def put_foreign_rows_back(part: Path, checked: Checked) -> None:
    """Rows alone: read as values from what lies there, written into our own tables, without anybody's session or job."""
    if checked.kind != DATABASE:
        put_rows_back(part, checked, leave_out=NOT_FROM_ELSEWHERE)
        return
    lines = part.with_name("foreign.jsonl")
    counts = write_foreign_rows(part, lines)
    put_rows_back(lines, replace(checked, kind=ROWS, counts=counts), leave_out=NOT_FROM_ELSEWHERE)


def write_foreign_rows(part: Path, target: Path) -> dict[str, int]:
    """Every row of the tables that we know, as lines; how many of each. What is no table there was refused before."""
    counts: dict[str, int] = {}
    with connection.cursor() as cursor, target.open("w", encoding="utf-8") as lines:
        cursor.execute("ATTACH DATABASE %s AS elsewhere", [str(part)])
        try:
            for model in kept_models():
                meta = model._meta
                asked = f'SELECT * FROM elsewhere."{meta.db_table}" ORDER BY "{meta.pk.column}"'  # noqa: S608  our names
                for thing in model._base_manager.raw(asked):
                    line = {"model": meta.label_lower, "row": stored_row(thing)}
                    lines.write(json.dumps(line, ensure_ascii=False) + "\n")
                    counts[meta.label_lower] = counts.get(meta.label_lower, 0) + 1
        finally:
            cursor.execute("DETACH DATABASE elsewhere")
    return counts


def keep_what_is_here(now: datetime) -> dict[str, int]:
    """Copy what a restore replaces, and say how far each tournament is. What is damaged is kept as it lies there."""
    try:
        here = revisions()
        if connection.introspection.table_names():
            make_backup(Occasion.RESTORE, now=now)
    except (BackupBroken, DatabaseDamaged, DatabaseError, sqlite3.DatabaseError):
        log.warning("what is here now is damaged and is kept as it lies there")
        keep_damaged(now)
        return {}
    except OSError as fault:
        raise no_backup() from fault
    return here


def keep_damaged(now: datetime) -> None:
    """The files of a database that no longer passes for one, for whoever can still read them."""
    if connection.vendor != "sqlite":
        return
    connection.close()
    living = Path(connection.settings_dict["NAME"])
    aside = backup_folder() / f"damaged-{timezone.localtime(now):%Y%m%d-%H%M%S}"
    aside.mkdir(mode=0o700, exist_ok=True)
    for end in ENDINGS:
        file = living.with_name(living.name + end)
        if file.exists():
            shutil.copy2(file, aside / file.name)


def migrations_of(checked: Checked) -> tuple[set[str], set[str]]:
    """Those that the backup was written with, and those that this program knows, squashed ones among both."""
    loader = MigrationLoader(connection)
    known = {f"{app}.{name}" for app, name in loader.disk_migrations or {}}
    known |= {f"{app}.{name}" for app, name in loader.applied_migrations or {}}
    written = set(checked.migrations)
    for (app, name), squashed in (loader.replacements or {}).items():
        if {f"{label}.{replaced}" for label, replaced in squashed.replaces} <= written:
            written.add(f"{app}.{name}")  # the same tables by another name
    return written, known


def refuse_newer(checked: Checked) -> None:
    """A backup of a newer program has columns that this one does not know; rows fit their own program only."""
    written, known = migrations_of(checked)
    if not written <= known:
        raise BackupBroken(
            gettext_noop("Diese Sicherung hat ein neueres Programm geschrieben: Zuerst Rommé-Club erneuern.")
        )
    if checked.kind == DATABASE and connection.vendor != "sqlite":
        raise BackupBroken(
            gettext_noop(
                "Diese Sicherung ist von einem Rechner mit SQLite: Dort einspielen und die Turniere einzeln übertragen."
            )
        )
    if checked.kind != DATABASE and written != known:
        raise BackupBroken(
            gettext_noop(
                "Diese Sicherung ist älter als das Programm: Mit dem Programm von damals einspielen, danach erneuern."
            )
        )


def revisions() -> dict[str, int]:
    """How far every tournament is that browsers may have seen."""
    if Tournament._meta.db_table not in connection.introspection.table_names():
        return {}
    return dict(Tournament.objects.values_list("slug", "revision"))


def move_revisions_on(seen: dict[str, int]) -> None:
    """Move every revision beyond what browsers have seen, so that none takes an old page for the restored one."""
    for tournament in Tournament.objects.filter(slug__in=seen):
        beyond = max(tournament.revision, seen[tournament.slug]) + 1
        Tournament.objects.filter(pk=tournament.pk).update(revision=beyond)
        announce(tournament.pk, beyond)


def put_database_back(part: Path) -> None:
    """Page by page into the living database, then up to the tables of today."""
    connection.close()
    living = Path(connection.settings_dict["NAME"])
    try:
        copy_pages(part, living)
    except sqlite3.DatabaseError as fault:
        if isinstance(fault, sqlite3.OperationalError):  # somebody holds it: that is no damage
            raise
        for end in ENDINGS:
            living.with_name(living.name + end).unlink(missing_ok=True)
        copy_pages(part, living)
    call_command("migrate", interactive=False, verbosity=0)


def copy_pages(part: Path, living: Path) -> None:
    """Every page of one into the other; where their pages are not of one size, in those of the living one."""
    with (
        closing(sqlite3.connect(living, timeout=60)) as target,
        TemporaryDirectory(dir=part.parent) as folder,
    ):
        target.execute("PRAGMA journal_mode=WAL")
        fitting = Path(folder) / part.name
        with closing(sqlite3.connect(part)) as source:
            [size] = target.execute("PRAGMA page_size").fetchone()
            if source.execute("PRAGMA page_size").fetchone() == (size,):
                source.backup(target)
                return
            source.execute(f"PRAGMA page_size={int(size)}")
            source.execute("VACUUM INTO ?", [str(fitting)])
        with closing(sqlite3.connect(fitting)) as source:
            source.backup(target)


def put_rows_back(part: Path, checked: Checked, *, leave_out: frozenset[str] = frozenset()) -> None:
    """All rows out, all rows in, in one transaction: it has the backup's rows afterwards, or still its own.

    What is left out is never there, not even for a moment in which somebody could come in by it.
    """
    models = kept_models()
    tables = [model._meta.db_table for model in models]
    with transaction.atomic(), guards.lifted(connection):
        with connection.constraint_checks_disabled(), connection.cursor() as cursor:
            for statement in connection.ops.sql_flush(no_style(), tables, allow_cascade=True):
                cursor.execute(statement)
            for label, rows in in_batches(part):
                if label in leave_out:
                    continue
                model: Any = apps.get_model(label)
                model._base_manager.bulk_create([thing_of(model, row) for row in rows], batch_size=BATCH)
            for statement in connection.ops.sequence_reset_sql(no_style(), models):
                cursor.execute(statement)
        connection.check_constraints()
        found = {model._meta.label_lower: model._base_manager.count() for model in models}
        expected = {label: count for label, count in checked.counts.items() if label not in leave_out}
        if {label: count for label, count in found.items() if count} != expected:
            raise BackupBroken(
                gettext_noop("Nicht alle Zeilen ließen sich einspielen: Es bleibt alles, wie es war.")
            )


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
