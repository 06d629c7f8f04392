"""Whatever is sent to the API: a problem document, never a 500, and nothing is written."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from tests.api.conftest import LIST, ROOT, Program, game
from tournaments.accounts.services.programs import TRIES
from tournaments.api.gate import MOST_BYTES
from tournaments.api.problems import KINDS
from tournaments.models import JournalEntry

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

MALFORMED = {
    "blanks": b"  ",
    "half": b'{"number": 2',
    "no json": b"number=2",
    "nan": b'{"number": NaN}',
    "infinity": b'{"number": -Infinity}',
    "digits": b'{"number": ' + b"9" * 60_000 + b"}",
    "depth": b"[" * 60_000,
    "bytes": b"\xff\xfe\x00",
    "half a character": '{"a": "ä"}'.encode()[:-4],
}
WRONG: dict[str, Any] = {
    "list": [],
    "text": "x",
    "null": None,
    "number": 7,
    "nothing in it": {},
    "unknown field": game(more=1),
    "text for a number": game() | {"number": "2"},
    "truth for a number": game(seen_version=True),
    "fraction": game(seen_version=1.5),
    "huge number": game(seen_version=10**30),
    "negative": game() | {"number": -1},
    "no uuid": game() | {"submission": "x"},
    "unknown finish": game(finish="X"),
    "seat 7": game(winner=7),
    "winner of an exhausted game": game(finish="–"),
    "no winner": game(winner=None),
    "hand of seat 0": game(hands={"0": {"augen": 1, "opened": True}}),
    "hand without opened": game(hands={"4": {"augen": 1}}),
    "hands as a list": game(hands=[]),
    "nul": game(confirmed=["a\x00b"]),
    "lone surrogate": game(confirmed=["\ud800"]),
}


def told(answer, status: int) -> dict[str, Any]:
    assert answer.status_code == status, answer.content[:300]
    assert answer["Content-Type"] == "application/problem+json"
    document = json.loads(answer.content)
    assert document["status"] == status
    assert document["type"].removeprefix("/api/#problem-") in KINDS
    return document


@pytest.mark.parametrize("name", MALFORMED)
def test_what_is_no_json(name, sheet, program):
    answer = program("all").post(f"{LIST}/games", MALFORMED[name])
    told(answer, 400)


@pytest.mark.parametrize("name", WRONG)
def test_what_is_not_as_described(name, sheet, program):
    table = program("lists")
    lines = JournalEntry.objects.count()
    document = told(table.post(f"{LIST}/games", json.dumps(WRONG[name])), 422)
    assert document["errors"]
    assert document.get("sent") == WRONG[name]
    assert JournalEntry.objects.count() == lines


@pytest.mark.parametrize("text", ["", "   ", "\n", "a\x00b", "x" * 301, "\ud800", 5, None, ["Probe"], {}])
def test_a_reason_is_one_line_in_which_something_stands(text, sheet, program):
    told(program("all").post(f"{LIST}/games/1/strike", {"reason": text, "seen_version": 1}), 422)


def test_whole_numbers_may_have_a_point(sheet, program):
    assert program("lists").post(f"{LIST}/games", game(seen_version=1.0)).status_code == 201


def test_sizes_types_methods_and_what_is_accepted(sheet, program):
    table, anybody = program("lists"), Program()
    told(table.post(f"{LIST}/games", b" " * (MOST_BYTES + 1)), 413)
    told(table.post(f"{LIST}/games", game(), content_type="text/plain"), 415)
    told(table.post(f"{LIST}/games", "a=1", content_type="application/x-www-form-urlencoded"), 415)
    told(anybody.get(ROOT, Accept="text/html"), 406)
    assert anybody.get(ROOT, Accept="text/html, */*;q=0.1").status_code == 200
    for method in ("put", "patch", "delete", "trace"):
        answer = getattr(Client(), method)(ROOT)
        told(answer, 405)
        assert answer["Allow"] == "GET, HEAD, OPTIONS"
    answer = anybody.get(f"{LIST}/games")
    told(answer, 405)
    assert answer["Allow"] == "OPTIONS, POST"
    told(anybody.get(f"{ROOT}?limit=1"), 422)


@pytest.mark.parametrize(
    "address",
    [
        "/api/v1/",
        "/api/v1/nichts",
        "/api/v1/tournaments/gibt-es-nicht",
        "/api/v1/tournaments/" + "x" * 81,
        "/api/v1/tournaments/%00",
        "/api/v1/tournaments/%ff%fe",
        f"{ROOT}/",
        f"{ROOT}/series/9/seating",
        f"{ROOT}/series/0/clock",
        f"{ROOT}/series/{'9' * 30}/progress",
        f"{ROOT}/series/{'9' * 5000}/progress",
        f"{ROOT}/series/-1/clock",
        f"{ROOT}/lists/1/99",
        f"{LIST}/games/99",
        f"{ROOT}/publications/1",
    ],
)
def test_what_is_not_there(address, made):
    told(Program().get(address), 404)


@pytest.mark.parametrize(
    "header",
    ["Bearer", "Bearer ", "Bearer \x00", "Bearer " + "x" * 5000, "Basic YTpi", "", "rommeclub_x", "Bearer ä"],
)
def test_no_header_of_access_breaks_anything(header, made):
    answer = Client().get(ROOT, headers={"Authorization": header})
    told(answer, 401)
    assert answer["WWW-Authenticate"].startswith("Bearer")


def test_guessing_tokens_is_paused_and_says_for_how_long(made, program):
    holds = program("read")
    for _try in range(TRIES):
        told(Program("rommeclub_geraten").get(ROOT), 401)
    paused = Program("rommeclub_geraten").get(ROOT)
    told(paused, 429)
    assert 0 < int(paused["Retry-After"]) <= 600
    assert holds.get(f"{ROOT}/journal").status_code == 200
    assert Program().get(ROOT).status_code == 200


@pytest.mark.parametrize(
    "header", ["", ",", "a", "a/b/c;q=", "*/*;q=x", "/", ";", "\x00", "application/json;q=0.1", "ä" * 99]
)
def test_no_header_of_what_is_accepted_breaks_anything(header, made):
    answer = Program().get(ROOT, Accept=header, If_None_Match=header, Accept_Language=header)
    assert answer.status_code in (200, 406)
    assert Program().post(f"{LIST}/games", game(), If_Match=header).status_code == 401


def test_a_length_that_is_a_lie(made, program):
    answer = program("lists").client.generic(
        "POST",
        f"{LIST}/games",
        b"{}",
        content_type="application/json",
        CONTENT_LENGTH="-5",
        headers=program("lists").headers,
    )
    assert answer.status_code in (400, 413)
