"""A session that was ended is ended: there is no copy of it under another key."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from tests import factories
from tournaments.access.selectors.codes import code_of
from tournaments.models import ScoreSheet, SignedInDevice, User

pytestmark = pytest.mark.django_db
PASSWORD = "Herzdame-und-Pikbube-7"


@pytest.fixture
def sheet() -> ScoreSheet:
    sheet = factories.table_of(4)
    user = factories.user("leitung")
    user.set_password(PASSWORD)
    user.save()
    return sheet


def signed_in(*, browser: str = "Firefox") -> Client:
    client = Client(headers={"User-Agent": browser})
    answer = client.post(reverse("login"), {"username": "leitung", "password": PASSWORD})
    assert answer.status_code == 302
    return client


def scan(client: Client, sheet: ScoreSheet) -> str:
    """Open the table's code, and return the key that the browser had before."""
    before = client.cookies[settings.SESSION_COOKIE_NAME].value
    assert client.get(reverse("table_link", args=[code_of(sheet).token])).status_code == 302
    return str(before)


def is_signed_in(key: str) -> bool:
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = key
    return client.get(reverse("own_account")).status_code == 200


def keys_of(client: Client, sheet: ScoreSheet) -> tuple[str, str]:
    old = scan(client, sheet)
    return old, client.cookies[settings.SESSION_COOKIE_NAME].value


def test_a_tables_code_makes_no_copy_of_a_session(sheet):
    client = signed_in()
    old, new = keys_of(client, sheet)
    assert old != new
    assert not is_signed_in(old)
    assert is_signed_in(new)
    assert list(SignedInDevice.objects.values_list("session_key", flat=True)) == [new]


def log_out(client: Client, _other: Client) -> None:
    client.post(reverse("logout"))


def end_everywhere_else(_client: Client, other: Client) -> None:
    other.post(reverse("own_devices_off"))


def choose_another_password(_client: Client, other: Client) -> None:
    new = "Karobube-und-Kreuzzehn-9"
    answer = other.post(reverse("new_password"), {"old": PASSWORD, "new": new, "again": new})
    assert answer.status_code == 302


def close_the_account(_client: Client, _other: Client) -> None:
    User.objects.filter(username="leitung").update(is_active=False)


@pytest.mark.parametrize("end", [log_out, end_everywhere_else, choose_another_password, close_the_account])
def test_however_a_session_ends_no_key_opens_it_any_more(sheet, end):
    client, other = signed_in(), signed_in(browser="Chrome")
    keys = keys_of(client, sheet)
    end(client, other)
    assert [is_signed_in(key) for key in keys] == [False, False]


def test_scanning_twice_leaves_one_session(sheet):
    client = signed_in()
    second = factories.table_of(4)
    keys = {scan(client, sheet), scan(client, second)}
    current = client.cookies[settings.SESSION_COOKIE_NAME].value
    assert not keys & set(Session.objects.values_list("session_key", flat=True)) - {current}
    assert is_signed_in(current)
