"""Where a tournament file comes from: the machine that wrote it signs its manifest, which names the digest of every part."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.sentence import Refusal, gettext_noop
from tournaments.federation.selectors.clubs import keys_are_asked_for, registered_key
from tournaments.models import ClubKey
from tournaments.sealing import core as sealing
from tournaments.sealing.services.seals import NoSeals, identity

SIGNATURE = "signature"  # in the manifest, beside what it covers


class TakeOverRefused(Refusal):
    """A tournament that cannot be taken over."""


class Forged(TakeOverRefused):
    """A file that was changed after its machine had signed it."""


class Unproved(TakeOverRefused):
    """A file of which nobody can say who wrote it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Who wrote a file, as far as it can be proved."""

    fingerprint: str = ""  # of the certificate; nothing where there is no signature
    key: ClubKey | None = None  # the club's, where it is registered here and still counts


def signed_words(manifest: Mapping[str, Any]) -> bytes:
    """What is signed: the manifest without its signature, written in one way."""
    said = {name: value for name, value in manifest.items() if name != SIGNATURE}
    return json.dumps(said, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def signed_manifest(manifest: Mapping[str, Any], *, now: datetime) -> dict[str, Any]:
    """Return the manifest with this machine's signature, or without one where it cannot sign: a copy is made all the same."""
    try:
        own = identity(now=now)
    except NoSeals:
        return dict(manifest)
    value = base64.b64encode(sealing.signature_over(signed_words(manifest), own)).decode()
    return {**manifest, SIGNATURE: {"certificate": sealing.certificate_of(own).pem, "value": value}}


def origin_of(manifest: Mapping[str, Any]) -> Origin:
    """Who wrote the file. A signature that does not hold is worse than none: then nothing is taken over."""
    said = manifest.get(SIGNATURE)
    if said is None or not sealing.AVAILABLE:
        return Origin()
    try:
        certificate = str(said["certificate"]).encode("ascii")
        holds = sealing.signature_holds(signed_words(manifest), base64.b64decode(said["value"]), certificate)
        fingerprint = sealing.certificate_of(certificate).fingerprint
    except (KeyError, TypeError, ValueError) as fault:
        raise forged() from fault
    if not holds:
        raise forged()
    return Origin(fingerprint=fingerprint, key=registered_key(fingerprint))


def proved_origin(manifest: Mapping[str, Any], *, unproved: bool) -> Origin:
    """The origin, if it is a club's registered key; any other only where the administrator has said so."""
    found = origin_of(manifest)
    if found.key is None and not unproved and keys_are_asked_for():
        raise Unproved(
            gettext_noop(
                "Der Schlüssel dieser Datei gehört keinem eingetragenen Verein. Den Schlüssel zuerst eintragen "
                "(Verband), oder ausdrücklich ohne bestätigte Herkunft übernehmen: Dann zählt das Turnier in keiner Saison."
            )
        )
    return found


def forged() -> Forged:
    return Forged(
        gettext_noop(
            "Die Unterschrift dieser Datei stimmt nicht: Jemand hat sie nach dem Speichern verändert. Sie wird nicht übernommen."
        )
    )
