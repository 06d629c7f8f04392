"""Where files lie that several hosts must find: a folder of this machine, or an object store when the settings name one."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.core.files.storage import FileSystemStorage, Storage, storages

OBJECTS = "objects"  # the entry of STORAGES that settings.py makes from OBJECT_STORE_BUCKET


def store(kind: str) -> Storage:
    """The place for one kind of file ("workbooks", "backups"); names in it are the same wherever it is."""
    if OBJECTS in settings.STORAGES:
        return storages[OBJECTS]
    folder = Path(settings.DATA_DIR) / kind
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return FileSystemStorage(location=folder, file_permissions_mode=0o600, directory_permissions_mode=0o700)


def name_in_store(kind: str, name: str) -> str:
    """The name under which it is kept: in an object store all kinds share one bucket."""
    return f"{kind}/{name}" if OBJECTS in settings.STORAGES else name
