"""ZIP archives that can be written whatever the clock says: the format knows no time before 1980."""

from __future__ import annotations

import time
from typing import Any
from zipfile import ZipFile, ZipInfo

EARLIEST = (1980, 1, 1, 0, 0, 0)  # of the ZIP format
LATEST = (2107, 12, 31, 23, 59, 58)
OWNER_READS_AND_WRITES = 0o600 << 16


class DatedZip(ZipFile):
    """A ZipFile whose entries bear the present time, moved into the years that the format knows.

    `ZipFile` itself raises ValueError on a laptop whose battery is empty and whose clock starts in 1970.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(
            *given, **{**named, "strict_timestamps": False}
        )  # for `write`, which asks the file's own time

    def writestr(
        self,
        zinfo_or_arcname: str | ZipInfo,
        data: Any,
        compress_type: int | None = None,
        compresslevel: int | None = None,
    ) -> None:
        """Write an entry by name or by its head; a name gets the present time."""
        entry = zinfo_or_arcname
        if isinstance(entry, str):
            entry = ZipInfo(entry, max(EARLIEST, min(LATEST, time.localtime()[:6])))
            entry.external_attr = OWNER_READS_AND_WRITES
            compress_type = self.compression if compress_type is None else compress_type
            compresslevel = self.compresslevel if compresslevel is None else compresslevel
        super().writestr(entry, data, compress_type, compresslevel)
