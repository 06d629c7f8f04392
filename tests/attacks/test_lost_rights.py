"""Whoever loses a right while their request is under way does not write any more: it is decided again under the lock."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection, connections
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tournaments.access.selectors.codes import code_of
from tournaments.access.selectors.own_codes import own_code
from tournaments.access.services import devices, lent
from tournaments.accounts.services.programs import grant_access, revoke_access
from tournaments.event.services.setup import withdraw_role
from tournaments.lists.services.signing import renew_own_code
from tournaments.models import (
    AccessToken,
    Game,
    JournalEntry,
    LentPhone,
    Protest,
    Role,
    ScoreSheet,
    Seat,
    User,
)

pytestmark = pytest.mark.django_db(transaction=True)

Sent = Callable[[], Any]
LIST = "/turnier/probeturnier/liste/1/1/spiel/1/"
TYPED = {"winner": "2", "finish": "R", "opened_3": "ja", "augen_3": "25", "opened_4": "nein", "augen_4": "88"}
BY_PROGRAM = {
    "number": 1,
    "seen_version": 0,
    "finish": "R",
    "winner": 2,
    "hands": {"3": {"augen": 25, "opened": True}, "4": {"augen": 88, "opened": False}},
}


@contextmanager
def meanwhile(deed: Callable[[], object]) -> Iterator[list[str]]:
    """Do the deed on another connection, wholly, just before this one begins to write or locks its first row."""
    done: list[str] = []

    def on_its_own_connection() -> None:
        try:
            deed()
        finally:
            connections.close_all()

    def first_of_the_deed(execute: Any, sql: str, params: Any, many: bool, context: Mapping[str, Any]) -> Any:
        if not done and (sql.startswith("BEGIN") or " FOR " in sql):
            done.append(sql)
            other = threading.Thread(target=on_its_own_connection)
            other.start()
            other.join()
        return execute(sql, params, many, context)

    with connection.execute_wrapper(first_of_the_deed):
        yield done
    assert done, "nothing was begun or locked"


def by_form(client: Client) -> Sent:
    data = TYPED | {"seen_version": "0", "submission": "00000000-0000-0000-0000-000000000001"}
    return lambda: client.post(LIST, data)


def by_program(token: str) -> Sent:
    data = BY_PROGRAM | {"submission": "00000000-0000-0000-0000-000000000001"}
    where = "/api/v1/tournaments/probeturnier/lists/1/1/games"
    return lambda: Client().post(
        where, data, content_type="application/json", headers={"Authorization": f"Bearer {token}"}
    )


@pytest.fixture
def sheet() -> ScoreSheet:
    made = factories.tournament(players=4)
    factories.referee(made)
    return factories.sheet_of(factories.draw(made))


def phone_at(sheet: ScoreSheet) -> Client:
    phone = Client()
    phone.get(f"/t/{code_of(sheet).token}/", follow=True)
    return phone


def barred_phone(sheet: ScoreSheet) -> tuple[Sent, Sent]:
    by, now = factories.director(), timezone.now()
    return by_form(phone_at(sheet)), lambda: devices.bar_device(sheet_id=sheet.pk, number=1, by=by, now=now)


def closed_code(sheet: ScoreSheet) -> tuple[Sent, Sent]:
    by, now = factories.director(), timezone.now()
    return by_form(phone_at(sheet)), lambda: devices.revoke_links(sheet_id=sheet.pk, by=by, now=now)


def closed_code_of_a_program(sheet: ScoreSheet) -> tuple[Sent, Sent]:
    by, now = factories.director(), timezone.now()
    sent = by_program(code_of(sheet).token)
    return sent, lambda: devices.revoke_links(sheet_id=sheet.pk, by=by, now=now)


def revoked_token(sheet: ScoreSheet) -> tuple[Sent, Sent]:
    by, now, made = factories.director(), timezone.now(), sheet.table.series.tournament
    access, token = grant_access(
        tournament_id=made.pk, name="Probe", scope=AccessToken.Scope.LISTS, ends_at=None, by=by, now=now
    )
    return by_program(token), lambda: revoke_access(
        tournament_id=made.pk, number=access.number, by=by, now=now
    )


def ended_loan(sheet: ScoreSheet) -> tuple[Sent, Sent]:
    by, now, made = factories.director(), timezone.now(), sheet.table.series.tournament
    role = Role.objects.get(tournament=made, kind=Role.Kind.REFEREE)
    loan, code = lent.lend_phone(tournament_id=made.pk, role_id=role.pk, by=by, now=now)
    phone = Client()
    phone.post(reverse("fetch_phone", args=[code]))
    return by_form(phone), lambda: lent.end_loan(tournament_id=made.pk, number=loan.number, by=by, now=now)


def referee(client: Client) -> User:
    found = User.objects.get(username="schiri")
    client.force_login(found)
    return found


def withdrawn_role(sheet: ScoreSheet) -> tuple[Sent, Sent]:
    by, now, made, client = factories.director(), timezone.now(), sheet.table.series.tournament, Client()
    role = Role.objects.get(tournament=made, user=referee(client))
    return by_form(client), lambda: withdraw_role(tournament_id=made.pk, role_id=role.pk, by=by, now=now)


def closed_account(sheet: ScoreSheet) -> tuple[Sent, Sent]:
    client = Client()
    accounts = User.objects.filter(pk=referee(client).pk)
    return by_form(client), lambda: accounts.update(is_active=False)


def ended_session(sheet: ScoreSheet) -> tuple[Sent, Sent]:
    client = Client()
    referee(client)
    sessions = Session.objects.filter(session_key=client.session.session_key)
    return by_form(client), sessions.delete


@pytest.mark.parametrize(
    "losing",
    [
        barred_phone,
        closed_code,
        closed_code_of_a_program,
        revoked_token,
        ended_loan,
        withdrawn_role,
        closed_account,
        ended_session,
    ],
)
def test_a_right_lost_under_way_writes_nothing(sheet, losing):
    send, lose = losing(sheet)
    with meanwhile(lose):
        answer = send()
    assert answer.status_code == 403, answer.content[:400]
    assert not Game.objects.exists()
    assert not JournalEntry.objects.filter(deed="game_reported").exists()
    assert ScoreSheet.objects.get().version == 0


@pytest.mark.parametrize("losing", [barred_phone, revoked_token, ended_loan, withdrawn_role])
def test_the_same_game_is_taken_where_nothing_was_lost(sheet, losing):
    """Otherwise the refusals above would prove nothing."""
    send, _lose = losing(sheet)
    with meanwhile(lambda: None):
        assert send().status_code in {201, 302}
    assert Game.objects.count() == 1


def test_a_renewed_code_of_a_player_objects_no_more(sheet):
    made, by = sheet.table.series.tournament, factories.director()
    one = Seat.objects.get(table=sheet.table, number=2).registration
    where = reverse("own_protest", args=[own_code(one).token, 1])

    def renew() -> object:
        return renew_own_code(tournament_id=made.pk, start_number=one.start_number, by=by, now=timezone.now())

    with meanwhile(renew):
        assert Client().post(where, {"text": "Spiel 3", "game": ""}).status_code == 403
    assert not Protest.objects.exists()


def test_a_referee_gives_the_phone_back_by_it(sheet):
    """The deed that ends its own admission is still allowed."""
    made, now = sheet.table.series.tournament, timezone.now()
    role = Role.objects.get(tournament=made, kind=Role.Kind.REFEREE)
    _loan, code = lent.lend_phone(tournament_id=made.pk, role_id=role.pk, by=factories.director(), now=now)
    loan, _secret = lent.fetch_phone(code=code, browser="", now=now)
    by = lent.Actor(user=loan.user, phone=loan)
    lent.end_loan(tournament_id=made.pk, number=loan.number, by=by, now=now)
    assert LentPhone.objects.get().ended_at == now
