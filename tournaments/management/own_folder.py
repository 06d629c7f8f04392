"""Protects the folder of data from other users of the machine: folders 0700, files 0600, at each start."""

from __future__ import annotations

import logging
import os
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

log = logging.getLogger(__name__)
FOLDER, FILE = 0o700, 0o600
ENDINGS = ("", "-wal", "-shm", "-journal")


def keep_to_owner(folder: Path, database: Path | None = None) -> int:
    """Take all rights from others; returns how many paths had to be changed.

    What cannot be changed (a stick with FAT, somebody else's file) stays as it is, and the log says so.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=FOLDER)
    if os.name == "nt":
        return keep_to_owner_on_windows(folder)
    return sum(repaired(path) for path in belonging(folder, database))


def belonging(folder: Path, database: Path | None) -> Iterator[Path]:
    """The folder, everything in it, and the database file with its two companions if it lies elsewhere."""
    yield folder
    for place, folders, files in os.walk(folder):
        yield from (Path(place) / name for name in (*folders, *files))
    if database is not None and folder not in database.parents:
        yield from (path for end in ENDINGS if (path := database.with_name(database.name + end)).exists())


def repaired(path: Path) -> bool:
    """Take the rights of others from one path; whether there were any."""
    try:
        found = path.lstat()
        if stat.S_ISLNK(found.st_mode) or not stat.S_IMODE(found.st_mode) & 0o077:
            return False
        path.chmod(FOLDER if stat.S_ISDIR(found.st_mode) else FILE)
        return not path.lstat().st_mode & 0o077
    except OSError:
        log.warning("cannot keep %s to its owner", path)
        return False


def keep_to_owner_on_windows(folder: Path) -> int:
    """Give rights to the owner, the administrators and the system alone, by icacls; inherits nothing."""
    allowed = (
        "*S-1-3-4:(OI)(CI)F",
        "*S-1-5-32-544:(OI)(CI)F",
        "*S-1-5-18:(OI)(CI)F",
    )  # by number: in any language
    grants = [word for one in allowed for word in ("/grant:r", one)]
    program = Path(os.environ.get("SYSTEMROOT", r"C:\Windows")) / "System32" / "icacls.exe"
    try:
        subprocess.run(  # noqa: S603  our own words, and the system's own program
            [str(program), str(folder), "/inheritance:r", *grants, "/T", "/C", "/Q"],
            check=True,
            capture_output=True,
            timeout=60,
        )
    except (OSError, subprocess.SubprocessError):
        log.warning("cannot keep %s to its owner", folder)
    return 0
