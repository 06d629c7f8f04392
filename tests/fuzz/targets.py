"""What is fuzzed: name → what it does with bytes. It may refuse with a sentence; anything else it raises is a finding."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from django.core.exceptions import ValidationError

from scoring.engine.notation import read_cards, read_melds
from scoring.engine.record_reader import read_records
from scoring.sentence import Refusal
from tests.fuzz.asking import request_sent
from tournaments.access.core.proxies import caller_behind
from tournaments.accounts.selectors.second import encoded
from tournaments.accounts.services import passkeys
from tournaments.backups.services.checks import DATABASE, FORMAT, MANIFEST, ROWS, check_backup
from tournaments.backups.services.encryption import Locked, encryption_head
from tournaments.event.selectors.journal import verdict_of_lines
from tournaments.field.formats import read_tables
from tournaments.files.formats.tournament_reading import read_tournament
from tournaments.lists.selectors.check_codes import read_code
from tournaments.paper_entry.forms.photos import PhotoRefused, clean_picture
from tournaments.reading.core.missing import missing
from tournaments.reading.selectors.whose import key_in
from tournaments.sealing import core as sealing

if passkeys.AVAILABLE:
    from fido2.webauthn import PublicKeyCredentialUserEntity
READS = missing() is None
if READS:
    import numpy as np
    import segno

    from tournaments.reading.core.page import codes_in
    from tournaments.reading.core.pictures import pictures

Target = Callable[[bytes], object]
QUIET, SIDE = 4, 4  # modules around a code, pixels of a module


def text(read: Callable[[str], object]) -> Target:
    """Of what takes words: bytes as a form would bring them."""
    return lambda data: read(data.decode("utf-8", "replace").replace("\x00", ""))


def refusing(target: Target) -> Target:
    def tried(data: bytes) -> None:
        with suppress(Refusal, ValidationError, PhotoRefused):
            target(data)

    return tried


def locked_head(data: bytes) -> None:
    with suppress(Locked):
        encryption_head(io.BytesIO(data))


def certificate(data: bytes) -> None:
    """Of a club's laptop, or in a tournament file: what nobody can read is a ValueError, and a page says so."""
    with suppress(ValueError):
        sealing.certificate_of(data)
        sealing.signature_holds(b"words", data[:70], data)


def passkey(data: bytes) -> None:
    """Where a browser puts its new key, in an answer whose other parts are right; and the whole of an answer."""
    site = "https://turnier.example.org"
    judge = passkeys.server("turnier.example.org", site)
    who = PublicKeyCredentialUserEntity(id=b"x", name="x", display_name="x")
    _options, state = judge.register_begin(who)
    asked = {"type": "webauthn.create", "challenge": state["challenge"], "origin": site}
    name, client = (encoded(one) for one in (b"x" * 16, json.dumps(asked).encode()))
    response = {"clientDataJSON": client, "attestationObject": encoded(data)}
    whole = json.dumps({"id": name, "rawId": name, "type": "public-key", "response": response})
    for said in (whole, data.decode("utf-8", "replace")):
        with suppress(*passkeys.STRANGE):
            judge.register_complete(state, passkeys.read_answer(said))


def backup(data: bytes) -> None:
    """The file as it comes."""
    with NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        check_backup(Path(file.name))


def backup_around(kind: str) -> Target:
    """What lies in a backup whose digest fits: rows, or a database."""

    def tried(data: bytes) -> None:
        packed = io.BytesIO()
        about: dict[str, Any] = {
            "format": FORMAT,
            "version": 1,
            "kind": kind,
            "made_at": "2026-01-01",
            "migrations": [],
            "counts": {},
        }
        about["parts"] = {kind: {"sha256": hashlib.sha256(data).hexdigest(), "size": len(data)}}
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr(MANIFEST, json.dumps(about))
            archive.writestr(kind, data)
        backup(packed.getvalue())

    return tried


def list_picture(data: bytes) -> None:
    """A photo or scan of lists: its first pages, and the codes on them."""
    for grey in islice(pictures(data), 2):
        codes_in(grey)


def printed_code(data: bytes) -> None:
    """A code with these bytes in it, printed, a little damaged and photographed; what comes out is foreign text."""
    words, damage = data[:150], data[150:200]
    drawn = segno.make(words or b"x", error="m", micro=False, boost_error=False)
    modules = np.array([*drawn.matrix_iter(border=QUIET)], np.uint8)
    grey = np.where(np.kron(modules, np.ones((SIDE, SIDE), np.uint8)), 0, 255).astype(np.uint8)
    for at, value in enumerate(damage):
        grey.flat[(at * 8191 + value * 257) % grey.size] = value
    for one in codes_in(grey):
        key_in(one.text)


TARGETS: dict[str, Target] = {
    name: refusing(target)
    for name, target in {
        "table": read_tables,  # xlsx, ods, csv: what it is shows in its bytes
        "tournament": read_tournament,  # zip with JSON
        "picture": clean_picture,
        "cards": text(read_cards),
        "melds": text(read_melds),
        "game": text(read_records),
        "code": text(read_code),  # of a printed list, typed or scanned
        "journal": text(lambda said: verdict_of_lines(said.splitlines())),  # JSON lines
        "proxies": text(lambda said: caller_behind(2, forwarded=said, sent="192.0.2.1")),  # a header
        "locked": locked_head,
        "backup": backup,
        "rows": backup_around(ROWS),
        "database": backup_around(DATABASE),
        "request": request_sent,  # its head and its body, multipart too
        **({"sealed": sealing.signature_in, "certificate": certificate} if sealing.AVAILABLE else {}),
        **({"passkey": passkey} if passkeys.AVAILABLE else {}),
        **(
            {"list-picture": list_picture, "printed-code": printed_code} if READS else {}
        ),  # JPEG, PNG, WebP, HEIC, PDF
    }.items()
}
