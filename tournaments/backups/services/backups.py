"""Backups: everything in one file, taken while the site runs, then opened and checked before it counts as a backup."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import re
import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import DatabaseError, OperationalError, connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from scoring.sentence import Refusal, gettext_noop
from tournaments.backups.services import authenticity, encryption, sharing
from tournaments.backups.services.checks import DATABASE, FORMAT, MANIFEST, ROWS, VERSION, check_backup
from tournaments.event.selectors.rows import stored_row
from tournaments.storage.archives import DatedZip

log = logging.getLogger(__name__)
LOCKED = ".locked"  # ends the name of a file that asks for a passphrase
NAME = re.compile(r"romme-club-(\d{8}-\d{6})-([a-z]+)(?:-\d+)?\.zip(\.locked)?")
LATEST, DAYS, MONTHS = 40, 31, 12
PIECE = 1024 * 1024
ROOM_LEFT = 300 * PIECE  # bytes of the disk that backups made by hand leave free
FORGOTTEN = 24 * 3600  # seconds after which an unfinished copy is nobody's


class BackupFailed(Refusal):
    """No backup could be made."""


class DatabaseDamaged(BackupFailed):
    """What is here now does not pass for a database any more."""


class Occasion(StrEnum):
    """Why a backup was made."""

    HAND = "hand"
    SERIES = "series"
    CORRECTION = "correction"
    UPDATE = "update"
    RESTORE = "restore"


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """One file that was checked after it was written."""

    path: Path
    occasion: Occasion
    made_at: datetime
    size: int

    @property
    def locked(self) -> bool:
        """Whether it opens with a passphrase only."""
        return self.path.name.endswith(LOCKED)


def backup_folder() -> Path:
    """Where backups lie; for the owner of this machine only."""
    place = Path(settings.DATA_DIR) / "backups"
    place.mkdir(parents=True, exist_ok=True, mode=0o700)
    return place


def backups() -> list[Backup]:
    """Every backup that lies here or in the common store, the newest first."""
    sizes = {path: path.stat().st_size for path in backup_folder().iterdir()}
    sizes |= {backup_folder() / name: size for name, size in sharing.shared().items()}
    found = []
    for path, size in sizes.items():
        said = NAME.fullmatch(path.name)
        if said is None or said[2] not in set(Occasion):
            continue
        made = datetime.strptime(said[1], "%Y%m%d-%H%M%S").replace(tzinfo=timezone.get_default_timezone())
        found.append(Backup(path=path, occasion=Occasion(said[2]), made_at=made, size=size))
    return sorted(found, key=lambda one: (one.made_at, one.path.name), reverse=True)


def make_backup(
    occasion: Occasion, *, now: datetime, into: Path | None = None, passphrase: str = ""
) -> Backup:
    """Copy everything as it is at this moment into one file, and check the file.

    Under a passphrase nothing of it is laid anywhere in plain but in this machine's own folder, for as long as it takes.
    """
    place = into or backup_folder()
    sweep(backup_folder(), now=now)
    if passphrase:
        passphrase = encryption.sound_passphrase(passphrase)
    if occasion is Occasion.HAND:
        refuse_a_full_disk(backup_folder() if passphrase else place)
    with workshop(backup_folder() if passphrase else place) as desk:
        try:
            snapshot(desk)
            return finish_backup(desk, place, occasion, now, passphrase)
        except (DatabaseError, sqlite3.DatabaseError) as fault:
            if isinstance(
                fault, OperationalError | sqlite3.OperationalError
            ):  # held or absent: that is no damage
                raise no_backup() from fault
            raise database_damaged() from fault


def refuse_a_full_disk(place: Path) -> None:
    """Those made by hand stay for good, so they must not take the room that games are written into."""
    living = Path(connection.settings_dict["NAME"]) if connection.vendor == "sqlite" else None
    size = living.stat().st_size if living is not None and living.exists() else 0
    if (
        shutil.disk_usage(place).free < ROOM_LEFT + 3 * size
    ):  # the copy, the file, and the file once more to check it
        raise BackupFailed(
            gettext_noop(
                "Auf der Platte ist zu wenig Platz für eine weitere Sicherung: Zuerst alte Sicherungen auf einen Stick nehmen "
                "und im Ordner löschen."
            )
        )


@contextmanager
def workshop(place: Path) -> Iterator[Path]:
    """A context manager: a working folder beside the finished backups, deleted at the end whatever happens."""
    desk = Path(tempfile.mkdtemp(prefix=".making-", dir=place))
    try:
        yield desk
    finally:
        shutil.rmtree(desk, ignore_errors=True)


def sweep(place: Path, *, now: datetime) -> None:
    """Delete working folders that a crash has left behind, once they are too old to be in use."""
    for desk in [*place.glob(".making-*"), *place.parent.glob(".checking-*")]:
        with suppress(OSError):
            if now.timestamp() - desk.stat().st_mtime > FORGOTTEN:
                shutil.rmtree(desk, ignore_errors=True)


# The moment itself --------------------------------------------------------------------------------------------


def snapshot(desk: Path, taken: Callable[[], None] = lambda: None) -> None:
    """Lay a consistent copy into the folder; `taken` is called as soon as later writing no longer shows in it."""
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(connection.settings_dict["NAME"], timeout=20)) as source:
            source.execute("VACUUM INTO ?", [str(desk / DATABASE)])
        taken()
    else:
        write_rows(desk / ROWS, taken)


def write_rows(path: Path, taken: Callable[[], None] = lambda: None) -> None:
    """Every row of every table as a line, all of one moment."""
    alone = not connection.in_atomic_block  # inside another transaction it is that one's view of things
    with transaction.atomic(), path.open("w", encoding="utf-8") as target:
        if connection.vendor == "postgresql" and alone:
            begin_one_view()
        taken()
        for model in kept_models():
            for thing in model._base_manager.order_by("pk").iterator(chunk_size=2000):
                line = {"model": model._meta.label_lower, "row": stored_row(thing)}
                target.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")


def begin_one_view() -> None:
    """From here to the end of the transaction everything is read as it is now (PostgreSQL)."""
    with connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        cursor.execute("SELECT 1")


def kept_models() -> list[Any]:
    """Every table that has a model, those between two others too."""
    return [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy
    ]


def finish_backup(desk: Path, place: Path, occasion: Occasion, now: datetime, passphrase: str = "") -> Backup:
    """Pack the copy, check what was packed, give it its name, and clear old ones away."""
    part = desk / (DATABASE if (desk / DATABASE).exists() else ROWS)
    manifest = {
        "format": FORMAT,
        "version": VERSION,
        "occasion": occasion.value,
        "made_at": now.isoformat(),
        "kind": part.name,
        "migrations": sorted(
            f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations()
        ),
        "counts": dict(counts_in(part)),
        "parts": {part.name: {"sha256": digest(part), "size": part.stat().st_size}},
    }
    packed = desk / "packed.zip"
    with DatedZip(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        text = json.dumps(manifest, ensure_ascii=False, indent=1).encode()
        archive.writestr(MANIFEST, text)
        authenticity.seal_archive(archive, text)
        archive.write(part, part.name)
    packed.chmod(0o600)
    check_backup(packed)
    path = free_name(place, occasion, now, LOCKED if passphrase else "")
    if passphrase:
        put_under_lock(packed, path, passphrase)
    else:
        packed.replace(path)
    flushed(path)
    made = Backup(path=path, occasion=occasion, made_at=now, size=path.stat().st_size)
    if place == backup_folder():
        sharing.share(path)
        clear_backups(now=now)
    return made


def put_under_lock(packed: Path, path: Path, passphrase: str) -> None:
    """Lock the checked file, open it again to see that it comes out the same, and only then give it its name."""
    draft, again = path.with_name(f".{path.name}.part"), packed.with_name("again.zip")
    try:
        encryption.lock(packed, draft, passphrase)
        encryption.unlock(draft, again, passphrase)
        if digest(again) != digest(packed):
            raise no_backup()
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def counts_in(part: Path) -> Iterator[tuple[str, int]]:
    """How many rows each table of the copy has."""
    if part.name == ROWS:
        found: dict[str, int] = {}
        with part.open(encoding="utf-8") as lines:
            for line in lines:
                label = json.loads(line)["model"]
                found[label] = found.get(label, 0) + 1
        yield from found.items()
        return
    with closing(sqlite3.connect(part)) as copy:
        tables = copy.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        )
        for (table,) in tables.fetchall():
            yield table, copy.execute(f'SELECT COUNT(*) FROM "{table}"').fetchone()[0]  # noqa: S608  its own name


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def free_name(place: Path, occasion: Occasion, now: datetime, ending: str = "") -> Path:
    """A free file name: local time and occasion."""
    stem = f"romme-club-{timezone.localtime(now):%Y%m%d-%H%M%S}-{occasion.value}"
    names = (place / f"{stem}{f'-{n}' if n else ''}.zip{ending}" for n in range(1000))
    taken = sharing.shared() if place == backup_folder() else {}
    return next(path for path in names if not path.exists() and path.name not in taken)


def flushed(path: Path) -> None:
    """Flush a file and its folder to the disk (fsync)."""
    for place in (path, path.parent):
        if place.is_dir() and os.name == "nt":
            continue  # Windows opens no folder
        handle = os.open(place, os.O_RDONLY)
        try:
            os.fsync(handle)
        except OSError:
            log.warning("no fsync for %s", place)
        finally:
            os.close(handle)


# Which stay ---------------------------------------------------------------------------------------------------


def staying(found: Iterable[Backup], *, now: datetime) -> set[Path]:
    """The rule: all made by hand; the newest forty; the newest of each of 31 days; the newest of each of 12 months."""
    ordered = sorted(found, key=lambda one: one.made_at, reverse=True)
    stay = {one.path for one in ordered if one.occasion is Occasion.HAND}
    stay |= {one.path for one in ordered[:LATEST]}
    days: set[str] = set()
    months: set[str] = set()
    for one in ordered:
        day, month = f"{one.made_at:%Y-%m-%d}", f"{one.made_at:%Y-%m}"
        if day not in days and now - one.made_at <= timedelta(days=DAYS):
            stay.add(one.path)
        if month not in months and len(months) < MONTHS:
            stay.add(one.path)
        days.add(day)
        months.add(month)
    return stay


def clear_backups(*, now: datetime) -> None:
    found = backups()
    stay = staying(found, now=now)
    for one in found:
        if one.path not in stay:
            sharing.dropped(one.path)


def database_damaged() -> DatabaseDamaged:
    return DatabaseDamaged(
        gettext_noop(
            "Die Datenbank auf diesem Rechner ist beschädigt, so wird nichts gesichert: "
            "Den Ordner .data an einen sicheren Ort kopieren und die letzte gute Sicherung einspielen (manage.py restore)."
        )
    )


def no_backup() -> BackupFailed:
    return BackupFailed(
        gettext_noop(
            "Die Sicherung ist nicht gelungen: Ist die Platte voll? In den Meldungen des Servers steht der Grund."
        )
    )
