"""A backup that somebody brings from a stick: laid down to be looked at, one at a time, and put back by who has seen what it is."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings

from tournaments.backups.services.checks import no_backup_file

FOLDER = ".checking-brought"  # swept like every look at a backup, once nobody can be at it any more
DIGEST = re.compile(r"[0-9a-f]{64}")


def lay_down(pieces: Iterable[bytes]) -> Path:
    """The file under its own digest, for the owner of this machine alone; whatever lay there before is gone."""
    place = brought_folder()
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True, mode=0o700)
    draft, digest = place / "draft", hashlib.sha256()
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        for piece in pieces:
            digest.update(piece)
            file.write(piece)
    return draft.replace(place / digest.hexdigest())


def brought(digest: str) -> Path:
    """The file that was looked at; somebody else may have laid another one down since."""
    path = brought_folder() / digest if DIGEST.fullmatch(digest) else None
    if path is None or not path.is_file():
        raise no_backup_file()
    return path


def put_away() -> None:
    """Delete the uploaded copy: it was restored, or is not wanted. The original is still on the stick."""
    shutil.rmtree(brought_folder(), ignore_errors=True)


def brought_folder() -> Path:
    return Path(settings.DATA_DIR) / FOLDER
