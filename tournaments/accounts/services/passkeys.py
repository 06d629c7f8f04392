"""Passkeys: what a browser is asked, and whether what it answers is right. The arithmetic of keys is fido2's.

Where fido2 or cryptography have no wheel (Windows on ARM) there are no passkeys; the app with codes is everywhere.
"""

from __future__ import annotations

import ipaddress
import json
import struct
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from scoring.sentence import gettext_noop
from tournaments.access.services.devices import device_name
from tournaments.access.services.signed_in import end_all_but
from tournaments.access.services.tries import forget_try, note_try
from tournaments.accounts.selectors.second import decoded, encoded, user_handle
from tournaments.accounts.services.second import (
    SecondRefused,
    WrongCode,
    first_codes,
    limits_at_second,
    person,
)
from tournaments.event.permissions import Actor
from tournaments.event.services.machine import write_line as note
from tournaments.models import Passkey, User

try:
    from fido2.server import Fido2Server
    from fido2.webauthn import (
        AttestedCredentialData,
        AuthenticationResponse,
        PublicKeyCredentialRpEntity,
        PublicKeyCredentialUserEntity,
    )
except ImportError:  # Windows on ARM
    AVAILABLE = False
else:
    AVAILABLE = True

SITE = "Rommé-Club"
MOST = 20  # keys of one person
LONGEST = 20_000  # signs of an answer
STRANGE = (  # what json, fido2 and its CBOR raise on answers that no browser gives
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    AssertionError,
    ArithmeticError,
    RecursionError,
    struct.error,
)


def passkeys_possible(domain: str, *, secure: bool) -> bool:
    """Whether browsers keep a passkey for this name: over HTTPS, or on this very machine as localhost; never for a number."""
    if not AVAILABLE:
        return False
    try:
        ipaddress.ip_address(domain.strip("[]"))
    except ValueError:
        return secure or domain == "localhost"
    return False


def server(domain: str, origin: str) -> Fido2Server:
    """fido2's judge for this name; an answer from any other page is refused."""
    site = PublicKeyCredentialRpEntity(id=domain, name=SITE)
    return Fido2Server(site, verify_origin=lambda said: said == origin)


def asked_for_new(*, domain: str, origin: str, by: Actor) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the browser is asked to make, and what has to be remembered until it answers."""
    user = person(by)
    who = PublicKeyCredentialUserEntity(id=user_handle(user), name=user.username, display_name=str(user))
    options, state = server(domain, origin).register_begin(
        who, credentials=[known_credential(key) for key in Passkey.objects.filter(user=user, domain=domain)]
    )
    return dict(options), dict(state)


def asked_for_known(*, user: User, domain: str, origin: str) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """What a browser is asked at log-in; nothing where this person has no key for this name."""
    keys = [known_credential(key) for key in Passkey.objects.filter(user=user, domain=domain)]
    if not AVAILABLE or not keys:
        return None
    options, state = server(domain, origin).authenticate_begin(keys)
    return dict(options), dict(state)


@transaction.atomic
def add_passkey(
    *,
    answer: str,
    state: Mapping[str, Any],
    domain: str,
    origin: str,
    browser: str,
    here: str,
    by: Actor,
    now: datetime,
) -> list[str]:
    """Keep the key that the browser has made. Hands out new codes on paper if there are none."""
    user = person(by)
    if Passkey.objects.filter(user=user).count() >= MOST:
        raise SecondRefused(
            gettext_noop("Mehr als {most} Passkeys hat niemand: Zuerst einen alten entfernen."), most=MOST
        )
    try:
        made = server(domain, origin).register_complete(state, read_answer(answer))
        assert made.credential_data is not None
    except STRANGE as fault:
        raise passkey_refused() from fault
    key = made.credential_data
    credential_id = encoded(key.credential_id)
    if len(credential_id) > 1400 or Passkey.objects.filter(credential_id=credential_id).exists():
        raise passkey_refused()
    name = device_name(browser)
    Passkey.objects.create(
        user=user,
        name=name,
        domain=domain,
        credential_id=credential_id,
        credential=encoded(bytes(key)),
        counter=made.counter,
        made_at=now,
    )
    note("passkey_added", more={"name": user.username, "key": name}, by=by, now=now)
    end_all_but(user=user, here=here)
    return first_codes(user, by=by, now=now)


def give_passkey(
    *,
    user: User,
    answer: str,
    state: Mapping[str, Any],
    domain: str,
    origin: str,
    address: str,
    device: str,
    now: datetime,
) -> None:
    """Let somebody in by the key that he has. A counter that went back is a copied key, and refused."""
    if not AVAILABLE:
        raise passkey_refused()
    noted = note_try(limits_at_second(user, address, device), now)
    keys = list(Passkey.objects.filter(user=user, domain=domain))
    try:
        said = read_answer(answer)
        used = server(domain, origin).authenticate_complete(
            state, [known_credential(key) for key in keys], said
        )
        counter = AuthenticationResponse.from_dict(said).response.authenticator_data.counter
    except STRANGE as fault:
        raise passkey_refused() from fault
    key = next(key for key in keys if key.credential_id == encoded(used.credential_id))
    if counter and counter <= key.counter:
        raise passkey_refused()
    if not Passkey.objects.filter(pk=key.pk, counter=key.counter).update(counter=counter, last_used_at=now):
        raise passkey_refused()
    forget_try(noted)


def known_credential(key: Passkey) -> AttestedCredentialData:
    return AttestedCredentialData(decoded(key.credential))


def read_answer(answer: str) -> dict[str, Any]:
    """What the page's script sent: a JSON object of moderate size."""
    if len(answer) > LONGEST:
        raise ValueError("too long")
    said = json.loads(answer)
    if not isinstance(said, dict):
        raise TypeError("no object")
    return said


def passkey_refused() -> WrongCode:
    return WrongCode(
        gettext_noop(
            "Der Passkey hat nicht gepasst oder wurde abgebrochen. Noch einmal versuchen, "
            "oder den Code der App oder einen Notfall-Code eintragen."
        )
    )
