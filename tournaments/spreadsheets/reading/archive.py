"""Opens the archive that an xlsx or ods file is, without trusting what its headers claim."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator

from scoring.sentence import gettext_noop
from tournaments.spreadsheets.reading.limits import (
    PARTS,
    UNPACKED,
    FileBudget,
    FileRefused,
    bomb,
    broken_file,
)

PIECE = 64 * 1024
KNOWN_PACKING = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
# NotImplementedError is how zipfile says that it does not know a way of packing.
FAULTS = (zipfile.BadZipFile, zlib.error, EOFError, OSError, struct.error, NotImplementedError, ValueError)


class Archive:
    """The parts of a packed file by name; nothing is unpacked that nobody asks for."""

    def __init__(self, content: bytes, budget: FileBudget) -> None:
        self.budget = budget
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(content))
        except FAULTS as fault:
            raise broken_file() from fault
        self.parts = {part.filename.removeprefix("/"): part for part in self._zip.infolist()}
        if len(self._zip.infolist()) > PARTS:
            raise bomb()

    def __contains__(self, name: str) -> bool:
        return name in self.parts

    def pieces(self, name: str) -> Iterator[bytes]:
        """One part, piece by piece; what it claims to be is checked before, what it is while it is read."""
        part = self.parts.get(name)
        if part is None:
            raise broken_file()
        if part.flag_bits & 1:
            raise FileRefused(
                gettext_noop(
                    "Die Datei ist mit einem Passwort geschützt: Ohne Passwort speichern und noch einmal hochladen."
                )
            )
        if part.file_size > UNPACKED:
            raise bomb()
        if part.compress_type not in KNOWN_PACKING:
            raise broken_file()
        try:
            with self._zip.open(part) as opened:
                while piece := opened.read(PIECE):
                    self.budget.unpack(len(piece))
                    yield piece
        except FAULTS as fault:
            raise broken_file() from fault
