"""Puts a backup back: checked before, what is there now copied first, checked again afterwards."""

from __future__ import annotations

import json
import logging
import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import ExitStack, closing, nullcontext
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.apps import apps
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DatabaseError, DataError, IntegrityError, OperationalError, connection, transaction
from django.db.models import Count
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
    unpacked,
)
from tournaments.backups.services.fitting import ForeignBackup, compare_schema, refuse_newer
from tournaments.event.permissions import Actor
from tournaments.event.selectors.rows import stored_row, thing_of
from tournaments.event.services import jobs, machine
from tournaments.event.services.ruled_rows import link_earlier_rows
from tournaments.models import MachineEntry, Tournament, User, Workbook

BATCH = 500
NOT_FROM_ELSEWHERE = frozenset(
    {"sessions.session", "django_tasks_database.dbtaskresult", "tournaments.tasksign"}
)
# What comes of rows that nobody would have typed.
UNSOUND = (
    IntegrityError,
    DataError,
    ValidationError,
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
    ArithmeticError,
    RecursionError,
)
ENDINGS = ("", "-wal", "-shm")
PATIENCE, TRIES = 30, 5  # seconds until whoever is writing has come to an end; how often
log = logging.getLogger(__name__)


def restore(
    path: Path,
    *,
    now: datetime,
    foreign: bool = False,
    passphrase: str = "",
    by: Actor | None = None,
    called: str = "",
) -> Checked:
    """Put everything back as the file has it, also as it lies under a passphrase. `by=None`: a command at the keyboard."""
    before = last_line()
    with in_the_clear(path, passphrase) as plain:
        checked = restore_plain(plain, now=now, foreign=foreign)
    told = {"name": called or path.name, "made_at": checked.made_at.isoformat(), "before": before}
    write_down("backup_restored" if checked.ours else "foreign_backup_restored", told, by=by, now=now)
    return checked


def last_line() -> dict[str, Any]:
    """Where the machine's journal was before: its lines since the backup stand in the backup made just now."""
    try:
        last = MachineEntry.objects.order_by("-number").first()
    except (DatabaseError, sqlite3.DatabaseError):
        connection.close()
        last = None
    return {"lines": last.number, "head": last.hash} if last else {"lines": 0, "head": ""}


@transaction.atomic
def write_down(deed: str, told: dict[str, Any], *, by: Actor | None, now: datetime) -> None:
    """A line of the machine; whoever did it may have no account in the backup, and keeps his name all the same."""
    if by is None or by.user is None:
        machine.write_line(deed, by=None, now=now, more=told)
        return
    same = User.objects.filter(pk=by.user.pk, username=by.user.username).first()
    machine.write_line(deed, by=Actor(user=same) if same else None, called=by.label, now=now, more=told)


def lines_here() -> dict[str, tuple[str, int]]:
    """By address: every tournament of this machine and how many lines its journal has."""
    counted = Tournament.objects.annotate(lines=Count("journal"))
    return {slug: (name, lines) for slug, name, lines in counted.values_list("slug", "name", "lines")}


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
    with nobody_else_writes():
        here = keep_what_is_here(now)
        put_back(path, checked)
        if checked.ours:
            end_sessions_that_were_ended(signed_in)
        move_revisions_on(here)
        jobs.forget_jobs()
        Workbook.objects.all().delete()  # their files are of another time
    return checked


def put_back(path: Path, checked: Checked) -> None:
    """What the file has, in the way that fits it."""
    with unpacked(path) as (_manifest, part):
        if not checked.ours:
            try:
                put_foreign_rows_back(part, checked)
            except UNSOUND as fault:
                log.warning(
                    "a foreign backup was not put back: %s", type(fault).__name__
                )  # names stay out of logs
                raise ForeignBackup(
                    gettext_noop(
                        "Die Angaben in dieser Sicherung passen nicht zusammen: Es bleibt alles, wie es war."
                    )
                ) from fault
        elif checked.kind == DATABASE:
            put_database_back(part)
        else:
            put_rows_back(part, checked)


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
            with (
                transaction.atomic() if connection.in_atomic_block else nullcontext()
            ):  # what fails there ends there
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
                if model not in models:
                    raise LookupError(label)
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
        link_earlier_rows()


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


def nobody_else_writes() -> ExitStack:
    """Hold every table: from the copy of what is there to the last row that is put back, other hosts wait.

    Otherwise what somebody writes in between would be in neither. Every table is held at once, so that nobody who has read
    and now wants to write stands in the way half-way; who waits too long is told to come again. On SQLite pages are put back
    one by one, and whoever writes stands in line.
    """
    if connection.vendor == "sqlite":
        return ExitStack()
    tables = ", ".join(f'"{model._meta.db_table}"' for model in kept_models())
    for _attempt in range(TRIES):
        try:
            with ExitStack() as stack:
                stack.enter_context(transaction.atomic())
                with connection.cursor() as cursor:
                    cursor.execute(f"SET LOCAL lock_timeout = '{PATIENCE}s'")
                    cursor.execute(f"LOCK TABLE {tables} IN ACCESS EXCLUSIVE MODE")
                return stack.pop_all()
        except OperationalError:  # two waited for each other, and this one gave way
            log.warning("others were writing while a restore wanted to begin")
    raise BackupBroken(
        gettext_noop("Gerade wird zu viel geschrieben, nichts ist verändert: Gleich noch einmal.")
    )
