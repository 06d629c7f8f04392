"""What the tests of the API share: a tournament with two tables, and programs that ask."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests import factories
from tests.factories import NOON
from tournaments.accounts.services.programs import grant_access
from tournaments.event.selectors.sheets import sheets
from tournaments.models import AccessToken, ScoreSheet, Tournament

ROOT = "/api/v1/tournaments/probeturnier"
LIST = f"{ROOT}/lists/1/1"


class Program:
    """A program with or without a token."""

    def __init__(self, token: str = "") -> None:
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.client = Client()

    def get(self, address: str, **headers: str) -> Any:
        return self.client.get(address, headers=self.headers | spelled(headers))

    def post(self, address: str, sent: Any, *, content_type: str = "application/json", **headers: str) -> Any:
        data = sent if isinstance(sent, str | bytes) else json.dumps(sent)
        return self.client.post(
            address, data, content_type=content_type, headers=self.headers | spelled(headers)
        )


def spelled(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


@pytest.fixture(scope="module")
def staged_made(stage: None) -> Tournament:
    """Eight players at two tables; one game at the first."""
    made = factories.tournament(players=8, rounds=1)
    factories.play(factories.sheet_of(factories.draw(made)), 1)
    return made


@pytest.fixture
def made(staged_made: Tournament) -> Tournament:
    return Tournament.objects.get(pk=staged_made.pk)


@pytest.fixture
def sheet(made: Tournament) -> ScoreSheet:
    return sheets().get(table__series__tournament=made, table__number=1)


@pytest.fixture
def program(made: Tournament) -> Callable[[str], Program]:
    """A program with a token of this scope."""

    def let_in(scope: str) -> Program:
        _access, token = grant_access(
            tournament_id=made.pk,
            name="Probeprogramm",
            scope=AccessToken.Scope(scope),
            ends_at=None,
            by=factories.director(),
            now=NOON,
        )
        return Program(token)

    return let_in


def game(number: int = 2, *, seen: int = 1, submission: int = 1, **more: Any) -> dict[str, Any]:
    """Game 2 is dealt by seat 2: 3, 4 and 1 play."""
    playing = {1: (2, 3, 4), 2: (3, 4, 1), 3: (4, 1, 2), 4: (1, 2, 3)}[number]
    return {
        "number": number,
        "submission": f"00000000-0000-0000-0000-{submission:012}",
        "seen_version": seen,
        "finish": "R",
        "winner": playing[0],
        "hands": {str(seat): {"augen": 25, "opened": True} for seat in playing[1:]},
    } | more
