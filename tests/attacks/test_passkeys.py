"""Answers to a passkey's question that no browser gives: each is refused with the sentence, at both doors where one is sent."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import NOON
from tournaments.accounts.selectors.second import encoded
from tournaments.accounts.services import passkeys
from tournaments.accounts.services.second import WrongCode
from tournaments.event.permissions import Actor
from tournaments.models import Passkey, User

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(not passkeys.AVAILABLE, reason="no fido2 on this machine"),
]
SITE = "https://turnier.example.org"
DOMAIN = "turnier.example.org"
NAME = b"c" * 16
PUBLIC = bytes.fromhex("a5010203262001215820") + b"\1" * 32 + bytes.fromhex("225820") + b"\2" * 32
BROKEN = {  # what stands where a browser puts CBOR
    "nothing": b"",
    "cut": b"\x1b\xb8\xc9\x81\x9e",
    "deep": b"\x81" * 5_000,
    "no map": b"\x81\x01",
    "an endless list": b"\x9b" + b"\xff" * 8,
    "no data of a key": b"\xa1\x63fmt\x64none",
}


def data_of_key(key: bytes = PUBLIC) -> bytes:
    return sha256(DOMAIN.encode()).digest() + b"\x45" + b"\0\0\0\1" + b"\0" * 16 + b"\0\x10" + NAME + key


def asked(state: dict[str, Any], kind: str) -> str:
    """What the browser says that it was asked; this part is right."""
    said = {"type": f"webauthn.{kind}", "challenge": state["challenge"], "origin": SITE, "crossOrigin": False}
    return encoded(json.dumps(said).encode())


def answer(**response: str) -> str:
    whole = {"id": encoded(NAME), "rawId": encoded(NAME), "type": "public-key", "response": response}
    return json.dumps(whole | {"clientExtensionResults": {}})


@pytest.mark.parametrize("broken", BROKEN)
def test_a_new_key_that_is_none_is_refused(broken):
    by = Actor(user=factories.user("leitung"))
    _options, state = passkeys.asked_for_new(domain=DOMAIN, origin=SITE, by=by)
    said = answer(clientDataJSON=asked(state, "create"), attestationObject=encoded(BROKEN[broken]))
    assert_refused(by, state, said)


@pytest.mark.parametrize("said", ["[" * 19_000, '{"a":' * 3_900, "9" * 19_000, '"\\ud800"', "", "null"])
def test_what_is_no_answer_at_all_is_refused(said):
    by = Actor(user=factories.user("leitung"))
    _options, state = passkeys.asked_for_new(domain=DOMAIN, origin=SITE, by=by)
    assert_refused(by, state, said)


def assert_refused(by: Actor, state: dict[str, Any], said: str) -> None:
    with pytest.raises(WrongCode):
        passkeys.add_passkey(
            answer=said, state=state, domain=DOMAIN, origin=SITE, browser="", here="", by=by, now=NOON
        )
    assert not Passkey.objects.exists()


def keeper() -> User:
    """Somebody with a key of this house's own making, of which nobody has the secret half."""
    user = factories.user("leitung")
    user.set_password("Kreuz-Bube-11")
    user.save()
    Passkey.objects.create(
        user=user,
        name="Handy",
        domain=DOMAIN,
        credential_id=encoded(NAME),
        credential=encoded(b"\0" * 16 + b"\0\x10" + NAME + PUBLIC),
        counter=1,
        made_at=NOON,
    )
    return user


@pytest.mark.parametrize("broken", [*BROKEN, "a text", "[" * 19_000])
def test_the_second_step_refuses_it_and_stays_where_it_is(broken, settings):
    """Whoever had the password of somebody with a passkey got a page without a word, again and again."""
    settings.ALLOWED_HOSTS = [DOMAIN]
    keeper()
    client = Client(headers={"host": DOMAIN})
    sent = client.post(reverse("login"), {"username": "leitung", "password": "Kreuz-Bube-11"}, secure=True)
    assert sent.headers["Location"].startswith(reverse("second_step"))
    assert client.get(reverse("second_step"), secure=True).status_code == 200
    state = client.session["passkey_state"]
    said = answer(
        clientDataJSON=asked(state, "get"),
        authenticatorData=encoded(data_of_key(BROKEN.get(broken, b""))),
        signature=encoded(b"no signature"),
    )
    refused = client.post(
        reverse("second_step"), {"passkey": said if broken in BROKEN else broken}, secure=True
    )
    assert refused.status_code == 422
    assert "Passkey hat nicht gepasst" in refused.content.decode()
    assert "_auth_user_id" not in client.session
