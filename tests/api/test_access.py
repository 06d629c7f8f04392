"""Who may ask what of the API: every operation with every kind of visitor and of token.

The operations come from the description itself: a new one is tried by everybody before anybody has typed a row for it,
must break nowhere and must open to no dead key, and then fails with the row that was seen.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import timedelta
from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.tournaments.accounts.test_access import USERS, visitors
from tournaments.access.selectors.codes import code_of
from tournaments.accounts.services.programs import grant_access, revoke_access
from tournaments.api.v1 import document
from tournaments.models import AccessToken, ScoreSheet

pytestmark = pytest.mark.django_db
ROOT = "/api/v1/tournaments/probeturnier"
LIST = f"{ROOT}/lists/1/1"
Scope = AccessToken.Scope

BROWSERS = (
    "anonymous",
    "player",
    "foreign director",
    "foreign referee",
    "closed link",
    "foreign link",
    "own link",
    "foreign borrowed",
    "treasurer",
    "administrator",
)
STAFF = ("referee", "borrowed", "director")
TOKENS = ("token read", "token lists", "token all")
HOLDING = (*TOKENS, "table code", "foreign code", "foreign token")
DEAD = ("token revoked", "token at its end", "token of nobody", "no bearer")
EVERYBODY = (*BROWSERS, *STAFF, *HOLDING)
LOOKING = (*STAFF, *TOKENS)
SCORING = (*STAFF, "own link", "table code", "token lists", "token all")
RULING = (*STAFF, "token all")
LEADING = ("director", "token all")
UNNAMED = ("anonymous", "closed link")  # nobody knows who they are: 401, all others 403

REASON = {"reason": "Probe", "seen_version": 1}
# operation → (method, address, what is sent, who may, with which answer)
ROWS: dict[str, tuple[str, str, Any, tuple[str, ...], int]] = {
    "tournaments": ("get", "/api/v1/tournaments", None, EVERYBODY, 200),
    "tournament": ("get", ROOT, None, EVERYBODY, 200),
    "rules": ("get", f"{ROOT}/rules", None, EVERYBODY, 200),
    "field": ("get", f"{ROOT}/field", None, EVERYBODY, 200),
    "series": ("get", f"{ROOT}/series", None, EVERYBODY, 200),
    "seating": ("get", f"{ROOT}/series/1/seating", None, EVERYBODY, 200),
    "series_progress": ("get", f"{ROOT}/series/1/progress", None, EVERYBODY, 200),
    "clock": ("get", f"{ROOT}/series/1/clock", None, EVERYBODY, 200),
    "standings": ("get", f"{ROOT}/standings", None, EVERYBODY, 200),
    "rankings": ("get", f"{ROOT}/rankings", None, EVERYBODY, 200),
    "ranking": ("get", f"{ROOT}/rankings/players", None, EVERYBODY, 200),
    "announced": ("get", f"{ROOT}/publications", None, EVERYBODY, 200),
    "publication": ("get", f"{ROOT}/publications/1", None, EVERYBODY, 404),
    "sheet": ("get", LIST, None, EVERYBODY, 200),
    "game": ("get", f"{LIST}/games/1", None, EVERYBODY, 200),
    "lists": ("get", f"{ROOT}/lists", None, LOOKING, 200),
    "all_registrations": ("get", f"{ROOT}/registrations", None, LOOKING, 200),
    "registration": ("get", f"{ROOT}/registrations/1", None, LOOKING, 200),
    "journal": ("get", f"{ROOT}/journal", None, LOOKING, 200),
    "report_game": (
        "post",
        f"{LIST}/games",
        {
            "number": 9,
            "submission": "00000000-0000-0000-0000-000000000009",
            "seen_version": 1,
            "finish": "R",
            "winner": 2,
            "hands": {"3": {"augen": 25, "opened": True}},
        },
        SCORING,
        409,
    ),
    "sign": ("post", f"{LIST}/signatures", {"seat": 1, "method": "paper", "seen_version": 1}, SCORING, 409),
    "accept": ("post", f"{LIST}/acceptance", {"seen_version": 1}, LEADING, 409),
    "strike_game": ("post", f"{LIST}/games/9/strike", REASON, RULING, 409),
    "deduct_points": (
        "post",
        f"{LIST}/penalties",
        REASON | {"start_number": 99_999, "points": 1},
        RULING,
        409,
    ),
    "register": (
        "post",
        f"{ROOT}/registrations",
        {"family_name": "Spieler001", "given_name": "Probe1"},
        LEADING,
        409,
    ),
    "withdraw": ("post", f"{ROOT}/registrations/99999/withdrawal", {"reason": "Probe"}, LEADING, 404),
    "come_back": ("post", f"{ROOT}/registrations/99999/return", {"reason": "Probe"}, LEADING, 404),
}


@pytest.fixture(scope="module")
def staged(stage: None) -> tuple[ScoreSheet, dict[str, SimpleCookie], dict[str, dict[str, str]]]:
    """Two tables with a game, another tournament with its people, and every kind of key."""
    other = factories.tournament(name="Nachbarturnier", players=4)
    factories.draw(other)
    for username in ("foreign director", "foreign referee"):
        factories.referee(other, USERS[username])
    made = factories.tournament(players=7)
    factories.referee(made)
    first = factories.sheet_of(factories.draw(made))
    factories.play(first, 1)
    cookies = {kind: client.cookies for kind, client in visitors(first).items()}
    return first, cookies, bearers(first, other)


def bearers(first: ScoreSheet, other: Any) -> dict[str, dict[str, str]]:
    made, leading, now = first.table.series.tournament, factories.director(), timezone.now()

    def grant(scope: str, *, of: Any = made, ends_at: Any = None) -> tuple[AccessToken, str]:
        return grant_access(
            tournament_id=of.pk, name="Probe", scope=scope, ends_at=ends_at, by=leading, now=now
        )

    gone, revoked = grant(Scope.ALL)
    revoke_access(tournament_id=made.pk, number=gone.number, by=leading, now=now)
    over = grant_access(
        tournament_id=made.pk,
        name="Probe",
        scope=Scope.ALL,
        ends_at=now - timedelta(days=1),
        by=leading,
        now=now - timedelta(days=2),
    )[1]
    tokens = {
        "token read": grant(Scope.READ)[1],
        "token lists": grant(Scope.LISTS)[1],
        "token all": grant(Scope.ALL)[1],
        "foreign token": grant(Scope.ALL, of=other)[1],
        "token revoked": revoked,
        "token at its end": over,
        "token of nobody": "rommeclub_" + "x" * 43,
        "table code": code_of(first).token,
        "foreign code": code_of(factories.sheet_of(other.series.get())).token,
    }
    return {kind: {"Authorization": f"Bearer {token}"} for kind, token in tokens.items()} | {
        "no bearer": {"Authorization": "Basic bGVpdHVuZzpnZWhlaW0="}
    }


def client_for(kind: str, cookies: Mapping[str, SimpleCookie]) -> Client:
    client = Client()
    if kind in cookies:
        client.cookies = SimpleCookie({name: key.value for name, key in cookies[kind].items()})
    return client


OPERATIONS = {
    operation["operationId"]: (method, path)
    for path, methods in document()["paths"].items()
    for method, operation in methods.items()
}
PARAMETER = re.compile(r"{(\w+)}")


def row_seen(name: str, staged) -> str:
    """How an operation that nobody has typed a row for answers everybody, with whatever stands in its address."""
    _sheet, cookies, tokens = staged
    method, path = OPERATIONS[name]
    address = PARAMETER.sub(lambda found: "probeturnier" if found[1] == "slug" else "1", path)
    told = {}
    for kind in (*EVERYBODY, *DEAD):
        body = {} if method == "get" else {"data": "{}", "content_type": "application/json"}
        answer = getattr(client_for(kind, cookies), method)(address, headers=tokens.get(kind, {}), **body)
        told[kind] = answer.status_code
        assert answer.status_code < 500, f"{name} breaks for {kind}"
        if kind in DEAD or (kind in UNNAMED and method != "get"):
            assert answer.status_code == 401, f"{name} answers {kind}: {answer.content!r}"
    return f"{name!r}: {method} {address}, {told}"


def test_every_row_is_of_an_operation_that_is_there():
    for name, (method, address, *_rest) in ROWS.items():
        assert OPERATIONS[name][0] == method
        assert OPERATIONS[name][1].count("/") == address.count("/")


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_without_a_row_is_tried_by_everybody_and_told(name, staged):
    assert name in ROWS, f"look whether this is right, and put it into ROWS: {row_seen(name, staged)}"


@pytest.mark.parametrize("name", ["report_game", "standings"])
def test_what_happens_to_whoever_adds_one(name, staged, monkeypatch):
    monkeypatch.delitem(ROWS, name)
    with pytest.raises(AssertionError, match=f"put it into ROWS: '{name}': .*'director': [24]"):
        test_an_operation_without_a_row_is_tried_by_everybody_and_told(name, staged)


@pytest.mark.slow
@pytest.mark.parametrize("name", ROWS)
def test_who_may_ask(name, staged):
    _sheet, cookies, tokens = staged
    method, address, sent, allowed, expected = ROWS[name]
    for kind in (*EVERYBODY, *DEAD):
        client = client_for(kind, cookies)
        body = {} if sent is None else {"data": json.dumps(sent), "content_type": "application/json"}
        answer = getattr(client, method)(address, headers=tokens.get(kind, {}), **body)
        refused = 401 if kind in UNNAMED or kind in DEAD else 403
        assert answer.status_code == (expected if kind in allowed else refused), (
            f"{name} by {kind}: {answer.content!r}"
        )
        if answer.status_code >= 400:
            told = answer.json()
            assert answer["Content-Type"] == "application/problem+json"
            assert told["status"] == answer.status_code
            assert told["detail"]
            assert ("WWW-Authenticate" in answer) == (answer.status_code == 401)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if row[0] == "post"])
def test_a_session_writes_with_the_secret_of_the_form_and_a_token_without(name, staged):
    _sheet, cookies, tokens = staged
    _method, address, sent, _allowed, expected = ROWS[name]
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = client_for("director", cookies).cookies
    body = {"data": json.dumps(sent), "content_type": "application/json"}
    assert strict.post(address, **body).status_code == 403
    secret = (
        strict.get("/anmelden/").client.cookies.get("rommeclub_csrf")
        or strict.get("/turniere/neu/").cookies["rommeclub_csrf"]
    )
    assert strict.post(address, headers={"X-CSRFToken": secret.value}, **body).status_code == expected
    stranger = Client(enforce_csrf_checks=True)
    assert stranger.post(address, headers=tokens["token all"], **body).status_code == expected


@pytest.mark.slow
def test_what_the_read_token_may_not_do_it_does_not_do(staged):
    sheet, _cookies, tokens = staged
    before = ScoreSheet.objects.get(pk=sheet.pk).version
    body = ROWS["report_game"][2] | {
        "number": 2,
        "winner": 3,
        "hands": {"1": {"augen": 25, "opened": True}, "4": {"augen": 25, "opened": True}},
    }
    answer = Client().post(
        f"{LIST}/games", json.dumps(body), content_type="application/json", headers=tokens["token read"]
    )
    assert answer.status_code == 403
    assert ScoreSheet.objects.get(pk=sheet.pk).version == before
