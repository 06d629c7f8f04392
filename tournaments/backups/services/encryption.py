"""A backup under a passphrase: Argon2id makes the key, AES-256-GCM locks piece after piece, and no piece can be missing.

The file: a head of fixed length (a mark, the costs of the key, a salt, the first part of every nonce), then pieces of at most
a megabyte, each with its tag. Every nonce counts its piece and says whether it is the last one; the head is authenticated with
every piece. So a file that was cut, put together anew or given another head does not open, and nothing of it is believed
before its tag is right.
"""

from __future__ import annotations

import os
import secrets
import struct
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from argon2.low_level import Type, hash_secret_raw

from scoring.sentence import Refusal, gettext_noop

try:
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    AVAILABLE = True
except ImportError:  # Windows on ARM has no wheel
    AVAILABLE = False

MARK: Final = b"romme-club locked backup 1\n"
COSTS: Final = struct.Struct(">IIB")  # passes, KiB, lanes
SALT, NONCE = 16, 7  # bytes; a nonce goes on with four of the count and one for the last piece
HEAD: Final = len(MARK) + COSTS.size + SALT + NONCE
PIECE, TAG = 1024 * 1024, 16
PASSES, KIBIBYTES, LANES = 4, 65_536, 1  # 64 MB, as for a log-in (accounts/hashing.py)
MOST_PASSES, MOST_KIBIBYTES = 20, 262_144  # what a file may ask of this machine
SHORTEST, LONGEST = 12, 200


class Locked(Refusal):
    """A backup that does not open with this passphrase, or a passphrase that does not do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileHead:
    """What stands in front of the pieces, readable by everybody."""

    passes: int
    kibibytes: int
    lanes: int
    salt: bytes
    nonce: bytes

    def __bytes__(self) -> bytes:
        return MARK + COSTS.pack(self.passes, self.kibibytes, self.lanes) + self.salt + self.nonce


def is_locked(path: Path) -> bool:
    """Whether the file asks for a passphrase."""
    with path.open("rb") as file:
        return file.read(len(MARK)) == MARK


def sound_passphrase(typed: str) -> str:
    """The passphrase as it counts: composed letters, no blanks around it. Locked where it is too short to keep anything."""
    said = unicodedata.normalize("NFC", typed).strip()
    if not SHORTEST <= len(said) <= LONGEST:
        raise Locked(
            gettext_noop(
                "Das Passwort einer Sicherung hat mindestens {least} Zeichen, zum Beispiel vier Wörter, und höchstens {most}."
            ),
            least=SHORTEST,
            most=LONGEST,
        )
    return said


def lock(plain: Path, target: Path, passphrase: str) -> None:
    """Write the file under the passphrase; the target is for its owner alone."""
    refuse_where_there_is_none()
    head = FileHead(
        passes=PASSES,
        kibibytes=KIBIBYTES,
        lanes=LANES,
        salt=secrets.token_bytes(SALT),
        nonce=secrets.token_bytes(NONCE),
    )
    box = AESGCM(derived_key(sound_passphrase(passphrase), head))
    with plain.open("rb") as source, os.fdopen(private_file(target), "wb") as file:
        file.write(bytes(head))
        for number, (piece, last) in enumerate(sealed_pieces(source, PIECE)):
            file.write(box.encrypt(nonce(head, number, last=last), piece, bytes(head)))
        file.flush()
        os.fsync(file.fileno())


def unlock(path: Path, target: Path, passphrase: str) -> None:
    """Write what lies under the passphrase; the target is for its owner alone, and gone where anything is not right."""
    refuse_where_there_is_none()
    try:
        with path.open("rb") as source, os.fdopen(private_file(target), "wb") as file:
            head = encryption_head(source)
            box = AESGCM(derived_key(unicodedata.normalize("NFC", passphrase).strip(), head))
            for number, (piece, last) in enumerate(sealed_pieces(source, PIECE + TAG)):
                file.write(opened_piece(box, head, number, piece, last=last))
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def opened_piece(box: AESGCM, head: FileHead, number: int, piece: bytes, *, last: bool) -> bytes:
    """One piece, or the sentence: of the first one it is the passphrase that does not fit, of a later one the file."""
    try:
        return box.decrypt(nonce(head, number, last=last), piece, bytes(head))
    except InvalidTag as fault:
        raise (wrong_passphrase() if number == 0 else backup_broken()) from fault


def encryption_head(source: IO[bytes]) -> FileHead:
    """The head of a file, within what this machine is ready to spend on a key."""
    said = source.read(HEAD)
    if len(said) != HEAD or not said.startswith(MARK):
        raise backup_broken()
    at = len(MARK) + COSTS.size
    passes, kibibytes, lanes = COSTS.unpack(said[len(MARK) : at])
    if not (1 <= passes <= MOST_PASSES and 8 <= kibibytes <= MOST_KIBIBYTES and lanes == 1):
        raise backup_broken()
    return FileHead(
        passes=passes, kibibytes=kibibytes, lanes=lanes, salt=said[at : at + SALT], nonce=said[at + SALT :]
    )


def derived_key(passphrase: str, head: FileHead) -> bytes:
    return hash_secret_raw(
        passphrase.encode(),
        head.salt,
        time_cost=head.passes,
        memory_cost=head.kibibytes,
        parallelism=head.lanes,
        hash_len=32,
        type=Type.ID,
    )


def nonce(head: FileHead, number: int, *, last: bool) -> bytes:
    return head.nonce + number.to_bytes(4, "big") + bytes([last])


def sealed_pieces(source: IO[bytes], size: int) -> Iterator[tuple[bytes, bool]]:
    """Piece after piece, and whether it is the last one; of nothing one empty piece."""
    piece = source.read(size)
    while True:
        following = source.read(size)
        yield piece, not following
        if not following:
            return
        piece = following


def private_file(target: Path) -> int:
    return os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)


def refuse_where_there_is_none() -> None:
    if not AVAILABLE:
        raise Locked(
            gettext_noop(
                "Auf diesem Rechner gibt es keine Verschlüsselung (Windows auf ARM): Ohne Passwort sichern, die Datei einschließen."
            )
        )


def wrong_passphrase() -> Locked:
    return Locked(
        gettext_noop(
            "Das Passwort passt nicht zu dieser Sicherung, oder die Datei ist verändert. "
            "Groß- und Kleinbuchstaben und Leerzeichen zählen; ohne das Passwort kann sie niemand öffnen."
        )
    )


def backup_broken() -> Locked:
    return Locked(
        gettext_noop("Diese verschlüsselte Sicherung ist beschädigt oder unvollständig: Eine andere nehmen.")
    )
