"""Reads XML without believing it: no document types, no entities, nothing fetched from anywhere, bounded depth."""

from __future__ import annotations

from collections.abc import Callable
from xml.parsers import expat

from scoring.sentence import gettext_noop
from tournaments.spreadsheets.reading.archive import Archive
from tournaments.spreadsheets.reading.limits import FileRefused, bomb, broken_file

DEEPEST = 200
UNFINISHED = 512 * 1024  # bytes of one tag, comment or attribute; a cell has 32,767 letters
Attributes = dict[str, str]


def local(name: str) -> str:
    """A name without its prefix."""
    return name.rpartition(":")[2]


def parse(
    archive: Archive,
    part: str,
    *,
    start: Callable[[str, Attributes], None],
    end: Callable[[str], None] | None = None,
    text: Callable[[str], None] | None = None,
) -> None:
    """Read a part of an archive; hand every element to `start` and `end` by its local name, and what stands between to `text`."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    depth = 0

    def starts(name: str, attributes: Attributes) -> None:
        nonlocal depth
        depth += 1
        if depth > DEEPEST:
            raise bomb()
        archive.budget.element()
        start(local(name), attributes)

    def ends(name: str) -> None:
        nonlocal depth
        depth -= 1
        if end is not None:
            end(local(name))

    parser.StartElementHandler = starts
    parser.EndElementHandler = ends
    parser.StartDoctypeDeclHandler = _refuse
    parser.EntityDeclHandler = _refuse
    parser.ExternalEntityRefHandler = _refuse
    if text is not None:
        parser.CharacterDataHandler = text
    try:
        fed = 0
        for piece in archive.pieces(part):
            parser.Parse(piece, False)
            fed += len(piece)
            # Older expat reads an unfinished tag or attribute anew with every piece: 40 kB took a minute.
            if fed - max(parser.CurrentByteIndex, 0) > UNFINISHED:
                raise bomb()
            archive.budget.in_time()
        parser.Parse(b"", True)
    except expat.ExpatError as fault:
        raise broken_file() from fault
    except (LookupError, UnicodeError, ValueError) as fault:  # an encoding that nobody knows
        raise broken_file() from fault


def _refuse(*_what: object) -> int:
    """A spreadsheet needs no document type; whoever brings one wants something fetched or multiplied."""
    raise entities()


def entities() -> FileRefused:
    return FileRefused(
        gettext_noop(
            "Die Datei enthält Anweisungen, die in einer Tabelle nichts zu suchen haben. Sie wird nicht gelesen: Die Liste in eine neue Tabelle kopieren."
        )
    )


def whole_in(text: str | None, *, most: int) -> int:
    """A number of an attribute, between 0 and `most`; anything else is a broken file."""
    if text is None or len(text) > 12 or not text.isascii() or not text.isdecimal():
        raise broken_file()
    number = int(text)
    if number > most:
        raise broken_file()
    return number
