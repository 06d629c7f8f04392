"""Seals fair copies: the key of this machine, made once, and the signed file of a copy, stored once."""

from __future__ import annotations

import base64
import hashlib
from datetime import datetime
from functools import cache, lru_cache
from pathlib import Path

from django.conf import settings
from django.db import IntegrityError, transaction

from scoring.sentence import Refusal, gettext_noop
from tournaments.lists.selectors.check_codes import taken_over
from tournaments.models import FairCopy, Seal
from tournaments.sealing import core as sealing
from tournaments.sealing.core import Certificate
from tournaments.storage.whole_files import write_once

OWNER = "Rommé-Club, Siegel der Spiellisten"  # as readers of PDFs show it, in every language


class NoSeals(Refusal):
    """This machine puts no seals on lists."""


class BrokenIdentity(NoSeals):
    """The key of this machine lies there and cannot be read."""


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
    """Return the key of this machine with its certificate; made if there is none yet, and never made anew.

    A file that was cut off is refused and left as it is: the next start would not know the papers of before. Where several hosts are one, they are given the same one by their surroundings (`SEAL_KEY`), and make none.
    """
    need_seals()
    if settings.SEAL_KEY:
        return given(settings.SEAL_KEY)
    path = seal_file()
    if not path.exists():
        write_once(path, sealing.new_identity(name=OWNER, now=now))
    try:
        return sound_identity(path.read_bytes())
    except (OSError, TypeError, ValueError) as fault:
        raise BrokenIdentity(
            gettext_noop(
                "Der Schlüssel der Siegel ist beschädigt: {file}. Bitte aus einer Kopie des Ordners zurückholen. Gibt es keine, die "
                "Datei umbenennen: Dann entsteht ein neuer Schlüssel, und früher versiegelte Listen gelten als von einem anderen."
            ),
            file=path.name,
        ) from fault


@lru_cache(maxsize=4)
def sound_identity(pem: bytes) -> bytes:
    """Return key and certificate if they can be read and belong together; raises ValueError otherwise."""
    sealing.matched(pem)
    return pem


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
