"""Checks a backup: every part as it was written, the database whole, every row there, every journal unbroken."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
import tempfile
import time
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from django.conf import settings

from scoring.sentence import Refusal, gettext_noop
from tournaments.backups.services.authenticity import is_ours
from tournaments.backups.services.encryption import is_locked, unlock
from tournaments.event.selectors.journal import Hashed, entry_hash

FORMAT, VERSION = "romme-club-backup", 1
MANIFEST, DATABASE, ROWS = "manifest.json", "database.sqlite3", "rows.jsonl"
JOURNAL_TABLE, JOURNAL_MODEL = "tournaments_journalentry", "tournaments.journalentry"
TOURNAMENT_TABLE, TOURNAMENT_MODEL = "tournaments_tournament", "tournaments.tournament"
PIECE = 1024 * 1024
LONGEST_VALUE = 128 * PIECE  # of a database of somebody; pictures and seals are far below
CHECK_SECONDS, STEPS = (
    300.0,
    100_000,
)  # a check that takes longer is broken off; looked at after so many steps of SQLite
LARGEST_MANIFEST = 4 * PIECE
MOST_TIMES = 200  # so many times its packed size a backup may be unpacked; ours are six to twelve times
# Rows of each table, the journal's lines, and key, address and name of every tournament.
Read = tuple[dict[str, int], list[dict[str, Any]], list[tuple[Any, ...]]]
# What comes of a file whose values are of another kind than ours.
ODD = (
    KeyError,
    TypeError,
    ValueError,
    AttributeError,
    OverflowError,
    RecursionError,
    sqlite3.Error,
)
# What comes of bytes that are no zip, of one with a password, and of kinds that nobody here unpacks.
NO_ZIP = (
    OSError,
    KeyError,
    TypeError,
    ValueError,
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    RuntimeError,
    NotImplementedError,
)
OURS = " ours"  # beside what the manifest says; no name of a manifest begins with a blank


class BackupBroken(Refusal):
    """A file that is no backup, or no longer one."""


class NeedsPassphrase(BackupBroken):
    """A locked backup, and nobody has said its passphrase."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What a sound backup holds."""

    kind: str
    made_at: datetime
    migrations: tuple[str, ...]
    counts: Mapping[str, int]
    journals: int  # tournaments whose chain was followed to its end
    journals_of: Mapping[
        str, tuple[str, int]
    ]  # by address: a tournament's name, and how many lines its journal has
    ours: bool  # written by this machine, and by nobody else since


@contextmanager
def in_the_clear(path: Path, passphrase: str) -> Iterator[Path]:
    """The backup itself, or what lies under its passphrase: in this machine's own folder, gone afterwards."""
    try:
        locked = is_locked(path)
    except OSError as fault:
        raise no_backup_file() from fault
    if not locked:
        yield path
        return
    if not passphrase:
        raise NeedsPassphrase(
            gettext_noop("Diese Sicherung ist verschlüsselt: Sie öffnet sich nur mit ihrem Passwort.")
        )
    Path(settings.DATA_DIR).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".checking-", dir=settings.DATA_DIR) as name:
        plain = Path(name) / "backup.zip"
        unlock(path, plain, passphrase)
        yield plain


@contextmanager
def unpacked(path: Path) -> Iterator[tuple[dict[str, Any], Path]]:
    """The manifest and the one part of a backup, laid out where there is room; compared with its fingerprint."""
    Path(settings.DATA_DIR).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".checking-", dir=settings.DATA_DIR) as name:
        desk = Path(name)
        try:
            with zipfile.ZipFile(path) as archive:
                if archive.getinfo(MANIFEST).file_size > LARGEST_MANIFEST:
                    raise no_backup_file()
                said = archive.read(MANIFEST)
                manifest = json.loads(said)
                if manifest["format"] != FORMAT:
                    raise no_backup_file()
                if manifest["version"] > VERSION:
                    raise BackupBroken(
                        gettext_noop(
                            "Diese Sicherung hat ein neueres Programm geschrieben: Zuerst Rommé-Club erneuern."
                        )
                    )
                part = desk / {DATABASE: DATABASE, ROWS: ROWS}[manifest["kind"]]
                manifest[OURS] = is_ours(archive, said)
                room = min(MOST_TIMES * path.stat().st_size + PIECE, shutil.disk_usage(desk).free // 2)
                with archive.open(part.name) as source, part.open("wb") as target:
                    copy_within(source, target, room)
        except NO_ZIP as fault:
            raise no_backup_file() from fault
        with part.open("rb") as written:
            if hashlib.file_digest(written, "sha256").hexdigest() != manifest["parts"][part.name]["sha256"]:
                raise BackupBroken(
                    gettext_noop(
                        "Der Teil „{part}“ der Sicherung ist verändert: Eine andere Sicherung nehmen."
                    ),
                    part=part.name,
                )
        yield manifest, part


def copy_within(source: IO[bytes], target: IO[bytes], room: int) -> None:
    """Unpack, but never more than a backup of this size can hold, nor what the disk has no room for."""
    while piece := source.read(PIECE):
        room -= len(piece)
        if room < 0:
            raise BackupBroken(
                gettext_noop(
                    "Diese Sicherung ist ausgepackt viel größer, als sie sein kann: Sie wird nicht geöffnet."
                )
            )
        target.write(piece)


def opened_database(part: Path) -> sqlite3.Connection:
    """A database of somebody, only to be read: nothing that stands in it is carried out, and what a look at it reckons is bounded."""
    copy = sqlite3.connect(f"{part.resolve().as_uri()}?mode=ro", uri=True)
    copy.execute("PRAGMA trusted_schema = OFF")
    copy.execute("PRAGMA query_only = ON")
    copy.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
    until = time.monotonic() + CHECK_SECONDS
    copy.set_progress_handler(lambda: time.monotonic() > until, STEPS)
    return copy


def check_backup(path: Path) -> Checked:
    """Open a backup as a restore would, and follow everything to its end."""
    with unpacked(path) as (manifest, part):
        try:
            return checked_part(manifest, part)
        except ODD as fault:
            raise no_backup_file() from fault


def checked_part(manifest: Mapping[str, Any], part: Path) -> Checked:
    counts, journal, known = read_rows(part) if part.name == ROWS else read_database(part)
    if dict(counts) != manifest["counts"]:
        raise BackupBroken(gettext_noop("In der Sicherung fehlen Zeilen: Eine andere Sicherung nehmen."))
    journals = follow(journal)
    lines = Counter(line["tournament_id"] for line in journal)
    made_at = datetime.fromisoformat(manifest["made_at"])
    return Checked(
        kind=part.name,
        made_at=made_at if made_at.tzinfo else made_at.replace(tzinfo=UTC),
        migrations=tuple(map(str, manifest["migrations"])),
        counts=counts,
        journals=journals,
        journals_of={str(slug): (str(name), lines[key]) for key, slug, name in known},
        ours=bool(manifest[OURS]),
    )


def read_database(part: Path) -> Read:
    """A copied database: sound, its rows counted, its journal, its tournaments."""
    with closing(opened_database(part)) as copy:
        copy.row_factory = sqlite3.Row
        try:
            verdict = copy.execute("PRAGMA integrity_check").fetchone()[0]
            stray = copy.execute("PRAGMA foreign_key_check").fetchone()
            names = copy.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
            )
            tables = [row["name"] for row in names]
            counts = {
                table: copy.execute(f'SELECT COUNT(*) FROM "{table}"').fetchone()[0]  # noqa: S608  its own name
                for table in tables
            }
            lines, known = [], []
            if TOURNAMENT_TABLE in tables:
                known = [tuple(row) for row in copy.execute(f"SELECT id, slug, name FROM {TOURNAMENT_TABLE}")]  # noqa: S608
            if JOURNAL_TABLE in tables:
                rows = copy.execute(f"SELECT * FROM {JOURNAL_TABLE} ORDER BY tournament_id, number")  # noqa: S608
                lines = [dict(row) | {"facts": json.loads(row["facts"])} for row in rows]
        except (sqlite3.DatabaseError, ValueError) as fault:
            raise no_backup_file() from fault
    if verdict != "ok" or stray is not None:
        raise BackupBroken(
            gettext_noop("Die Datenbank in der Sicherung ist beschädigt: Eine andere Sicherung nehmen.")
        )
    return counts, lines, known


def read_rows(part: Path) -> Read:
    """Rows as lines: counted, and the journal's kept."""
    counts: Counter[str] = Counter()
    lines, known = [], []
    with part.open(encoding="utf-8") as rows:
        for row in rows:
            line = json.loads(row)
            counts[line["model"]] += 1
            if line["model"] == JOURNAL_MODEL:
                lines.append(line["row"])
            elif line["model"] == TOURNAMENT_MODEL:
                known.append((line["row"]["id"], line["row"]["slug"], line["row"]["name"]))
    return dict(counts), sorted(lines, key=lambda line: (line["tournament_id"], line["number"])), known


def follow(lines: Iterable[Mapping[str, Any]]) -> int:
    """Follow every journal from its first line to its last."""
    tournament, number, previous, journals = None, 0, "", 0
    for line in lines:
        if line["tournament_id"] != tournament:
            tournament, number, previous, journals = line["tournament_id"], 0, "", journals + 1
        number += 1
        expected = entry_hash(hashed_row(line, number=number, previous=previous))
        if (line["number"], line["previous_hash"], line["hash"]) != (number, previous, expected):
            raise BackupBroken(
                gettext_noop(
                    "Das Protokoll in der Sicherung ist unterbrochen, in Zeile {number}: Eine andere Sicherung nehmen."
                ),
                number=number,
            )
        previous = line["hash"]
    return journals


def hashed_row(line: Mapping[str, Any], *, number: int, previous: str) -> Hashed:
    """What the hash of a stored line covers, from the bare row."""
    at = datetime.fromisoformat(line["at"])
    elsewhere = line.get("written_elsewhere")
    elsewhere = json.loads(elsewhere) if isinstance(elsewhere, str) else elsewhere
    return Hashed(
        scheme=line.get("scheme", 1),
        previous=previous,
        number=number,
        at=at if at.tzinfo else at.replace(tzinfo=UTC),
        sheet=elsewhere["list"] if elsewhere else line["sheet_id"],
        user=elsewhere["account"] if elsewhere else line["user_id"],
        actor=line["actor"],
        device=line["device"],
        deed=line["deed"],
        facts=line["facts"],
        reason=line["reason"],
        salt=line.get("salt", ""),
        digest=line.get("digest", ""),
    )


def no_backup_file() -> BackupBroken:
    return BackupBroken(gettext_noop("Das ist keine Sicherung von Rommé-Club, oder sie ist beschädigt."))
