"""Write small files whole: a draft beside the file, flushed to the disk, then renamed. Standard library only.

A file that is written in place is empty or half there after a crash or on a full disk; these never are.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

OWNER_ONLY = 0o600


def write_once(path: Path, content: bytes) -> None:
    """Write a file for its owner alone unless it is there; of two who do it at once the first one's stays."""
    with flushed_draft(path, content, mode=OWNER_ONLY) as draft:
        try:
            os.link(draft, path)
        except FileExistsError:
            return
        except OSError:  # a stick without links
            draft.replace(path)
        flush_folder(path.parent)


def replace_whole(path: Path, content: bytes, *, mode: int = OWNER_ONLY) -> None:
    """Write a file, or put it in the place of an older one; readers find the old or the new one, never a part."""
    with flushed_draft(path, content, mode=mode) as draft:
        draft.replace(path)
        flush_folder(path.parent)


@contextmanager
def flushed_draft(path: Path, content: bytes, *, mode: int) -> Iterator[Path]:
    """Yield a finished file beside `path`, on the disk; what is left of it at the end is deleted."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        yield draft
    finally:
        draft.unlink(missing_ok=True)


def flush_folder(folder: Path) -> None:
    """Flush the names in a folder to the disk, where the system can (Windows opens no folder)."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # a network drive
            os.fsync(handle)
    finally:
        os.close(handle)
