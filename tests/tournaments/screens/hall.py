"""What the walk past the screens does inside a site of its own: lays tables, reports games, adds a screen."""

from __future__ import annotations

import time

from tests import factories
from tests.factories import NOON
from tournaments.models import Screen, Tournament
from tournaments.screens.selectors import View, item
from tournaments.screens.services import screens


def lay() -> str:
    """Eight players, two pages of the standings that turn every four seconds, on a screen with the number 77777."""
    made = factories.tournament(players=8, name="Stromausfall-Pokal")
    factories.draw(made)
    by = factories.director()
    screens.add_screen(tournament_id=made.pk, code="77777", by=by, now=NOON)
    own = [item(View.STANDINGS).document() | {"seconds": 4}]
    screens.change_screen(
        tournament_id=made.pk,
        number=1,
        name="",
        letters=Screen.Letters.LARGE,
        dark=False,
        own=own,
        by=by,
        now=NOON,
    )
    report(1)
    return made.slug


def report(game: int) -> int:
    """One more game at the first table; says the millisecond at which it is written."""
    factories.play(factories.sheet_of(Tournament.objects.get().series.get()), game)
    return int(time.time() * 1000)
