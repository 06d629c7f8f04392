"""Backups where several hosts are one: they lie in the store that all of them have, and on no host's own disk."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import IO

from django.conf import settings
from django.core.files import File

from tournaments.storage.files import OBJECTS, name_in_store, store

KIND = "backups"
PIECE = 1024 * 1024


def share(path: Path) -> None:
    """Lay a finished backup into the common store, if there is one."""
    if OBJECTS not in settings.STORAGES:
        return
    with path.open("rb") as file:
        store(KIND).save(name_in_store(KIND, path.name), File(file))
    path.unlink()


def shared() -> dict[str, int]:
    """What lies in the common store, by name, with its size."""
    if OBJECTS not in settings.STORAGES:
        return {}
    place = store(KIND)
    return {name: place.size(name_in_store(KIND, name)) for name in place.listdir(KIND)[1]}


def opened_backup(path: Path) -> IO[bytes]:
    """The bytes of a backup, wherever it lies."""
    if path.exists() or OBJECTS not in settings.STORAGES:
        return path.open("rb")
    file: IO[bytes] = store(KIND).open(name_in_store(KIND, path.name))
    return file


def dropped(path: Path) -> None:
    path.unlink(missing_ok=True)
    if OBJECTS in settings.STORAGES:
        store(KIND).delete(name_in_store(KIND, path.name))


def fetched(path: Path, into: Path) -> Path:
    """A backup by its file; one that lies in the common store only is brought into the folder by its name."""
    if path.exists() or path.name not in shared():
        return path
    target = into / path.name
    with opened_backup(path) as source, target.open("wb") as copy:
        shutil.copyfileobj(source, copy, PIECE)
    return target
