"""Whether a backup fits this machine: its version, and of a foreign one every table, column and trigger."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader

from scoring.sentence import gettext_noop
from tournaments.backups.services.checks import DATABASE, BackupBroken, Checked, opened_database

log = logging.getLogger(__name__)


class ForeignBackup(BackupBroken):
    """A file that this machine has not written."""


def compare_schema(part: Path, checked: Checked) -> None:
    """Every table, column, trigger and view of a foreign database is one of ours; otherwise it is not opened."""
    written, known = migrations_of(checked)
    if written != known:
        raise ForeignBackup(
            gettext_noop(
                "Eine fremde Sicherung muss von derselben Version des Programms sein: Auf dem anderen Rechner zuerst erneuern."
            )
        )
    with closing(opened_database(part)) as theirs:
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


def migrations_of(checked: Checked) -> tuple[set[str], set[str]]:
    """Return those that the backup was written with, and those that this program knows, squashed ones among both.

    A database that no longer passes for one says nothing of what it had: then those of the program count.
    """
    try:
        loader = MigrationLoader(connection)
    except (DatabaseError, sqlite3.DatabaseError):
        connection.close()
        loader = MigrationLoader(None)
    known = {f"{app}.{name}" for app, name in loader.disk_migrations or {}}
    known |= {f"{app}.{name}" for app, name in loader.applied_migrations or {}}
    written = set(checked.migrations)
    for (app, name), squashed in (loader.replacements or {}).items():
        replaced = {f"{label}.{one}" for label, one in squashed.replaces}
        known |= replaced  # of a database that is empty or damaged nothing was applied
        if replaced <= written or f"{app}.{name}" in written:
            written |= {f"{app}.{name}", *replaced}  # the same tables by another name
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
