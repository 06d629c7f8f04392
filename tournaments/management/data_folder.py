"""Look at the folder of data before anything is written: each broken file gets a sentence that says what to do.

Nothing is repaired and nothing is overwritten here. What a hall can do without is told as a warning, everything else stops
the start.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

from scoring.sentence import Refusal, gettext_noop
from tournaments.backups.services import authenticity
from tournaments.backups.services.backups import backup_folder, backups
from tournaments.sealing import core as sealing
from tournaments.sealing.services.seals import identity

SQLITE_MARK = b"SQLite format 3\x00"


class DataBroken(Refusal):
    """The site cannot start on this folder of data."""


def refuse_read_only(folder: Path) -> None:
    """Refuse a folder in which no file can be made: read-only, full, or somebody else's."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as fault:
        raise DataBroken(
            gettext_noop(
                "In den Ordner für die Daten lässt sich nicht schreiben: {folder} ({reason}). Rechte, Platz und Laufwerk prüfen, "
                "oder mit DATA_DIR einen anderen Ordner nennen."
            ),
            folder=str(folder),
            reason=fault.strerror or type(fault).__name__,
        ) from fault


def database_file() -> Path | None:
    """Return the file of the database; None where it is a server's."""
    return Path(connection.settings_dict["NAME"]) if connection.vendor == "sqlite" else None


def refuse_broken_database(*, whole: bool) -> None:
    """Refuse a database that is empty where it must not be, or damaged; `whole`: read every page of it."""
    path = database_file()
    if path is None or not path.exists():
        return
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            marked = file.read(len(SQLITE_MARK)) == SQLITE_MARK
    except OSError as fault:
        raise DataBroken(
            gettext_noop(
                "Die Datenbank {file} lässt sich nicht lesen ({reason}): Die Rechte der Datei prüfen."
            ),
            file=str(path),
            reason=fault.strerror or type(fault).__name__,
        ) from fault
    if size == 0:
        refuse_emptied(path)
    elif not marked or (whole and not is_whole(path)):
        raise DataBroken(
            gettext_noop(
                "Die Datenbank {file} ist beschädigt. Geändert wurde nichts. Zuerst die Datei kopieren, dann die letzte Sicherung "
                "zurückspielen: python manage.py restore {backup}"
            ),
            file=str(path),
            backup=newest_backup(),
        )


def refuse_emptied(path: Path) -> None:
    """Refuse an empty file where something was before: a new database in its place would hide the loss."""
    log = path.with_name(f"{path.name}-wal")
    if not backups() and not (log.exists() and log.stat().st_size):
        return
    raise DataBroken(
        gettext_noop(
            "Die Datenbank {file} ist leer (0 Bytes), obwohl hier schon gespielt wurde. Es wird keine neue angelegt. Die letzte Sicherung "
            "zurückspielen: python manage.py restore {backup} – oder die leere Datei löschen, um von vorne zu beginnen."
        ),
        file=str(path),
        backup=newest_backup(),
    )


def newest_backup() -> str:
    """Return the path of the newest backup, or where one would lie."""
    return str(next((one.path for one in backups()), backup_folder() / "romme-club-….zip"))


def is_whole(path: Path) -> bool:
    """Return whether SQLite finds nothing wrong with any page of the file."""
    try:
        with closing(sqlite3.connect(path, timeout=20)) as database:
            return [row[0] for row in database.execute("PRAGMA quick_check(1)")] == ["ok"]
    except sqlite3.OperationalError:
        return True  # another process holds it: it can be read
    except sqlite3.DatabaseError:
        return False


def refuse_broken_data(*, whole: bool) -> None:
    """Refuse to start on what would lose something: an unwritable folder, a broken database, a broken key of the backups."""
    refuse_read_only(Path(settings.DATA_DIR))
    refuse_broken_database(whole=whole)
    if authenticity.key_file().exists():
        authenticity.key()


def broken_but_spared() -> Iterator[Refusal]:
    """Yield what is broken and a hall can do without: lists are played and accepted without a seal."""
    if sealing.AVAILABLE and not settings.SEAL_KEY:
        try:
            identity(now=timezone.now())
        except Refusal as refusal:
            yield refusal


def begun_anew() -> bool:
    """Return whether there is no database, and backups of one lie here."""
    path = database_file()
    return path is not None and not path.exists() and bool(backups())
