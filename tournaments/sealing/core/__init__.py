"""Seals on PDFs: a key with its certificate, a signature put on, a signature read. Plain Python, no Django.

pyHanko and cryptography have no wheel for Windows on ARM, and take longer to load than many a page to answer. So this is
the one place that asks whether they are there, and fetches the rooms that need them when the first seal is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from importlib.util import find_spec
from typing import Any

AVAILABLE = all(find_spec(name) for name in ("pyhanko", "cryptography"))


class NotAvailable(Exception):
    """This machine has no pyHanko: lists are not sealed here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """What goes with every seal and says whose it is: by its fingerprint, which people can compare."""

    pem: str
    fingerprint: str  # SHA-256 of the certificate, 64 signs
    name: str
    since: datetime
    until: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundSignature:
    """A signature as it stands in a file."""

    holds: bool  # the signed bytes are those that were signed, and by the owner of the certificate
    whole: bool  # nothing stands in the file but what was signed
    certificate: Certificate


def room(name: str) -> Any:
    """Import one of the modules that need pyHanko or cryptography; raises NotAvailable where they are missing."""
    if not AVAILABLE:
        raise NotAvailable
    return import_module(f"{__name__}.{name}")


def new_identity(*, name: str, now: datetime) -> bytes:
    """A key and its certificate, as one PEM text."""
    made: bytes = room("identity").new_identity(name=name, now=now)
    return made


def certificate_of(identity: bytes) -> Certificate:
    """The certificate alone: what may be shown to everybody."""
    shown: Certificate = room("identity").certificate_of(identity)
    return shown


def matched(identity: bytes) -> None:
    """Make sure that a PEM text holds a key and the certificate of that very key; a ValueError otherwise."""
    room("identity").matched(identity)


def signature_over(words: bytes, identity: bytes) -> bytes:
    """A signature that whoever has the certificate can compare."""
    made: bytes = room("identity").signature_over(words, identity)
    return made


def signature_holds(words: bytes, signature: bytes, certificate: bytes) -> bool:
    """Whether the owner of the certificate has signed exactly these words."""
    holds: bool = room("identity").signature_holds(words, signature, certificate)
    return holds


def sealed(pdf: bytes, identity: bytes, *, reason: str, place: str) -> bytes:
    """The same pages with a signature behind them."""
    done: bytes = room("signing").sealed(pdf, identity, reason=reason, place=place)
    return done


def signature_in(pdf: bytes) -> FoundSignature | None:
    """The last signature of a file as this house puts it on; None when there is none that can be read."""
    found: FoundSignature | None = room("reading").signature_in(pdf)
    return found
