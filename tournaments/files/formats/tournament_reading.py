"""Opens the file of a whole tournament: every part that it promises, with the fingerprint that it promises."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from scoring.sentence import gettext_noop
from tournaments.files.services.tournament_files import FORMAT, MANIFEST, VERSION
from tournaments.spreadsheets.reading.archive import Archive
from tournaments.spreadsheets.reading.limits import MEGABYTE, FileBroken, FileBudget, FileRefused, FileTooRich

UNPACKED = 160 * MEGABYTE
TEXT = 48 * MEGABYTE  # of JSON beside pictures and sealed files: 60,000 games are a fifth
VALUES = 3_000_000  # values, names and brackets in it
MOST_PICTURES = 5_000
PICTURES = frozenset({"rows/tournaments.sheetphoto.json", "rows/tournaments.seal.json"})


def read_tournament(content: bytes) -> dict[str, Any]:
    """The parts by name, parsed; the manifest among them. What is wrong is said of a tournament, not of a table."""
    try:
        return file_parts(content)
    except FileBroken as fault:
        raise FileRefused(
            gettext_noop(
                "Die Turnierdatei ist beschädigt oder unvollständig: Auf dem anderen Rechner unter Leitung → Turnierdatei neu speichern und noch einmal holen."
            )
        ) from fault
    except FileTooRich as fault:
        raise file_too_large() from fault


def file_parts(content: bytes) -> dict[str, Any]:
    if not content.startswith(b"PK"):
        raise no_tournament()
    archive = Archive(content, FileBudget(unpacked=UNPACKED))
    if MANIFEST not in archive:
        raise no_tournament()
    manifest = parsed(MANIFEST, weighed_text(archive, MANIFEST, SizeLeft(size=MEGABYTE)))
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise no_tournament()
    if manifest.get("version") != VERSION:
        raise FileRefused(
            gettext_noop("Diese Datei hat ein anderes Programm geschrieben: Zuerst Rommé-Club erneuern.")
        )
    promised = manifest.get("parts")
    if not isinstance(promised, dict):
        raise tampered(MANIFEST)
    for name in archive.parts.keys() - promised.keys() - {MANIFEST}:
        raise tampered(name)
    parts = {MANIFEST: manifest}
    left = SizeLeft()
    for name, said in promised.items():
        if name not in archive or not isinstance(said, dict):
            raise tampered(name)
        part = picture_part(archive, name) if name in PICTURES else weighed_text(archive, name, left)
        if hashlib.sha256(part).hexdigest() != said.get("sha256"):
            raise tampered(name)
        parts[name] = parsed(name, part)
    return parts


def weighed_text(archive: Archive, name: str, left: SizeLeft) -> bytearray:
    """A text, unpacked only as far as there is something left: what is too large is never whole in memory."""
    part = bytearray()
    for piece in archive.pieces(name):
        count_memory(piece, left)
        part += piece
    return part


def picture_part(archive: Archive, name: str) -> bytearray:
    """A part with pictures in it: long, and of few values."""
    part, values = bytearray(), 0
    for piece in archive.pieces(name):
        values += piece.count(b"{") + piece.count(b"[")
        if values > MOST_PICTURES:
            raise tampered(name)
        part += piece
    return part


@dataclass(slots=True)
class SizeLeft:
    """What the texts of one file may still cost, counted before a single one is read."""

    size: int = TEXT
    values: int = VALUES


def count_memory(part: bytes, left: SizeLeft) -> None:
    """How much memory a text may take once it is read follows from its signs: counted, not parsed."""
    left.size -= len(part)
    left.values -= sum(part.count(sign) for sign in (b",", b":", b"[", b"{"))
    if left.size < 0 or left.values < 0:
        raise file_too_large()


def file_too_large() -> FileRefused:
    return FileRefused(gettext_noop("Diese Datei ist größer als jedes Turnier. Sie wird nicht gelesen."))


def parsed(name: str, part: bytearray) -> Any:
    try:
        return json.loads(part)
    except (ValueError, RecursionError) as fault:
        raise tampered(name) from fault


def tampered(name: str) -> FileRefused:
    return FileRefused(
        gettext_noop(
            "Der Teil „{part}“ ist verändert oder fehlt. Das Turnier wird nicht übernommen: Die Datei noch einmal holen."
        ),
        part=name[:80],
    )


def no_tournament() -> FileRefused:
    return FileRefused(gettext_noop("Das ist keine Turnierdatei von Rommé-Club."))
