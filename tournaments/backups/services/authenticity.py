"""Whose backup it is: each bears a code that only this machine can make, with a key that is in no backup."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import zipfile
from contextlib import suppress
from pathlib import Path

from django.conf import settings

from scoring.sentence import Refusal, gettext_noop
from tournaments.storage.archives import DatedZip
from tournaments.storage.files import OBJECTS
from tournaments.storage.whole_files import write_once

SEAL = "seal.json"
KEY_BYTES = 32
LARGEST_SEAL = 1_000


class BrokenKey(Refusal):
    """The key of the backups lies there and cannot be the one that was written."""


def key_file() -> Path:
    return Path(settings.DATA_DIR) / "backup-key"


def key() -> bytes:
    """The key of this machine for backups; made once, for its owner alone. Hosts with a common store have a common one."""
    if OBJECTS in settings.STORAGES:
        return hashlib.sha256(b"romme-club backup key\n" + settings.SECRET_KEY.encode()).digest()
    path = key_file()
    if not path.exists():
        write_once(path, secrets.token_bytes(KEY_BYTES))
    found = path.read_bytes()
    if len(found) != KEY_BYTES:
        raise BrokenKey(
            gettext_noop(
                "Der Schlüssel der Sicherungen ist beschädigt: {file}. Bitte aus einer Kopie des Ordners zurückholen. Gibt es keine, "
                "die Datei umbenennen: Dann entsteht ein neuer, und frühere Sicherungen spielt nur noch „restore --fremd“ ein."
            ),
            file=path.name,
        )
    return found


def code_of_manifest(manifest: bytes) -> str:
    """The HMAC of a manifest, which names the digest of the part: so it covers the whole file."""
    return hmac.new(key(), b"romme-club backup\n" + manifest, hashlib.sha256).hexdigest()


def seal_archive(archive: zipfile.ZipFile, manifest: bytes) -> None:
    """Lay the code into a backup that is being written."""
    archive.writestr(SEAL, json.dumps({"hmac": code_of_manifest(manifest)}))


def is_ours(archive: zipfile.ZipFile, manifest: bytes) -> bool:
    """Whether this machine has written the backup, and nobody has changed it since."""
    try:
        if archive.getinfo(SEAL).file_size > LARGEST_SEAL:
            return False
        said = json.loads(archive.read(SEAL))["hmac"]
    except (KeyError, ValueError, TypeError):
        return False
    return isinstance(said, str) and hmac.compare_digest(said.encode(), code_of_manifest(manifest).encode())


def seal_what_lies_here(files: list[Path], manifest_name: str) -> int:
    """Backups of before there was a key: once, when it is made, those in the owner's own folder are taken as his."""
    if key_file().exists() or OBJECTS in settings.STORAGES:
        return 0
    key()
    done = 0
    for path in files:
        with suppress(OSError, KeyError, zipfile.BadZipFile), DatedZip(path, "a") as archive:
            if SEAL not in archive.namelist():
                seal_archive(archive, archive.read(manifest_name))
                done += 1
    return done
