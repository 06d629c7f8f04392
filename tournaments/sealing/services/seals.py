"""Seals fair copies: the key of this machine, made once, and the signed file of a copy, stored once."""

from __future__ import annotations

import base64
import hashlib
import os
import secrets
from datetime import datetime
from functools import cache
from pathlib import Path

from django.conf import settings
from django.db import IntegrityError, transaction

from scoring.sentence import Refusal, gettext_noop
from tournaments.lists.selectors.check_codes import taken_over
from tournaments.models import FairCopy, Seal
from tournaments.sealing import core as sealing
from tournaments.sealing.core import Certificate

OWNER = "Rommé-Club, Siegel der Spiellisten"  # as readers of PDFs show it, in every language


class NoSeals(Refusal):
    """This machine puts no seals on lists."""


class NotOurs(NoSeals):
    """A list of which this machine has not seen everything: a seal would say more than it knows."""


def need_seals() -> None:
    if not sealing.AVAILABLE:
        raise NoSeals(
            gettext_noop(
                "Auf diesem Rechner werden Listen nicht versiegelt: Die Bibliothek dafür gibt es hier nicht. "
                "Der Prüfcode auf dem Papier gilt trotzdem."
            )
        )


def seal_file() -> Path:
    """Key and certificate in one file, so that neither is ever without the other."""
    return Path(settings.DATA_DIR) / "seal.pem"


def identity(*, now: datetime) -> bytes:
    """The key of this machine with its certificate; made if there is none yet, and never made anew.

    Where several hosts are one, they are given the same one by their surroundings (`SEAL_KEY`), and make none.
    """
    need_seals()
    if settings.SEAL_KEY:
        return given(settings.SEAL_KEY)
    path = seal_file()
    if not path.exists():
        lay_down_whole(path, sealing.new_identity(name=OWNER, now=now))
    return path.read_bytes()


@cache
def given(text: str) -> bytes:
    """Key and certificate from the environment variable `SEAL_KEY`: PEM as it is, or in base64 on one line."""
    try:
        pem = text.encode("ascii")
        whole = pem if pem.lstrip().startswith(b"-----BEGIN") else base64.b64decode(pem, validate=True)
        sealing.matched(whole)
    except (TypeError, ValueError) as fault:  # TypeError: a key with a password
        raise NoSeals(
            gettext_noop(
                "SEAL_KEY ist nicht zu gebrauchen: Es braucht Schlüssel und Zertifikat, die zueinander gehören, "
                "wie sie in seal.pem eines Rechners stehen, oder dasselbe als base64 (docs/operating.md)."
            )
        ) from fault
    return whole


def lay_down_whole(path: Path, content: bytes) -> None:
    """A whole file, for its owner alone; whoever comes second leaves the first one in place."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        put_once(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def put_once(draft: Path, path: Path) -> None:
    """Give the draft its final name unless somebody else was first; file systems without links take a plain rename."""
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    except OSError:
        draft.replace(path)


def certificate(*, now: datetime) -> Certificate:
    """What everybody may have of the key."""
    return sealing.certificate_of(identity(now=now))


def seal(*, copy_id: int, pdf: bytes, now: datetime) -> Seal:
    """The signed file of a fair copy. Two who ask at once get the same one: the first that was stored."""
    known = Seal.objects.filter(fair_copy=copy_id).first()
    if known is not None:
        return known
    copy = FairCopy.objects.select_related("sheet__table__series__tournament").get(pk=copy_id)
    if taken_over(copy.sheet):
        raise NotOurs(
            gettext_noop(
                "Diese Liste ist ganz oder zum Teil von einem anderen Rechner übernommen: "
                "Versiegelt wird nur, was an diesem Rechner geschehen ist."
            )
        )
    own = identity(now=now)
    signed = sealing.sealed(pdf, own, reason=str(copy), place=copy.sheet.table.series.tournament.place)
    shown = sealing.certificate_of(own)
    try:
        with transaction.atomic():
            return Seal.objects.create(
                fair_copy=copy,
                pdf=signed,
                sha256=hashlib.sha256(signed).hexdigest(),
                certificate=shown.pem,
                fingerprint=shown.fingerprint,
                sealed_at=now,
            )
    except IntegrityError:
        return Seal.objects.get(fair_copy=copy_id)
