"""Several programs at once, each with a connection of its own: one game is written, and the same sent twice is one."""

from __future__ import annotations

import pytest

from tests import factories
from tests.api.conftest import LIST, Program, game
from tests.at_once import all_at_once
from tournaments.accounts.services.programs import grant_access
from tournaments.event.selectors.sheets import sheets

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_two_at_once_report_one_game_and_the_same_twice_is_one():
    made = factories.tournament(players=8, rounds=1)
    sheet = factories.sheet_of(factories.draw(made))
    factories.play(sheet, 1)
    _access, token = grant_access(
        tournament_id=made.pk,
        name="P",
        scope="lists",
        ends_at=None,
        by=factories.director(),
        now=factories.NOON,
    )
    others = [
        lambda n=n: Program(token).post(f"{LIST}/games", game(submission=n)).status_code for n in range(1, 7)
    ]
    assert sorted(all_at_once(others)) == [201, 409, 409, 409, 409, 409]
    same = [lambda: Program(token).post(f"{LIST}/games", game(3, seen=2, submission=9)).status_code] * 6
    assert sorted(all_at_once(same)) == [200, 200, 200, 200, 200, 201]
    assert sheets().get(pk=sheet.pk).version == 3
