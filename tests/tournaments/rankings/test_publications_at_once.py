"""Two directors publish at once, and games come in meanwhile: numbers without a gap, each text whole. Both databases (.ci/run)."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest

from tests import factories
from tests.at_once import all_at_once
from tests.factories import NOON
from tournaments.event.permissions import Actor
from tournaments.event.services.setup import grant_role
from tournaments.models import JournalEntry, Role
from tournaments.rankings.selectors.publications import difference
from tournaments.rankings.selectors.snapshots import snapshot
from tournaments.rankings.services.publications import StalePublication, publish

pytestmark = pytest.mark.django_db(transaction=True)

KEYS = 5


def directors(made) -> list[Actor]:
    second = factories.user("zweite")
    grant_role(tournament_id=made.pk, user=second, kind=Role.Kind.DIRECTOR, by=factories.director(), now=NOON)
    return [factories.director(), Actor(user=second)]


def test_two_directors_who_press_at_once_publish_once():
    sheet = factories.table_of(4)
    factories.play(sheet, 1)
    made = sheet.table.series.tournament
    people = directors(made) * 3
    seen = snapshot(made).fingerprint
    answers = all_at_once(
        [lambda by=by: publish(tournament_id=made.pk, seen=seen, by=by, now=NOON) for by in people]
    )
    assert {answer.number for answer in answers} == {1}
    assert made.publications.count() == 1
    assert JournalEntry.objects.filter(deed="standings_published").count() == 1


@pytest.mark.slow
def test_while_games_come_in_every_publication_is_a_state_that_there_was():
    sheet = factories.table_of(4)
    made = sheet.table.series.tournament
    people = directors(made)

    def press(by: Actor) -> None:
        for _ in range(KEYS):
            with suppress(StalePublication):
                publish(tournament_id=made.pk, seen=snapshot(made).fingerprint, by=by, now=NOON)

    def play() -> None:
        for number in range(1, KEYS + 1):
            factories.play(sheet, number)

    all_at_once([play, lambda: press(people[0]), lambda: press(people[1])])
    rows = list(made.publications.order_by("number"))
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    for row in rows:
        document = json.loads(row.document)
        played = {
            one["number"]: sum(s["games_played"] for s in one["series"].values())
            for one in document["people"]
        }
        assert sum(played.values()) == 3 * document["games"] == 3 * row.games  # no game is there by halves
    assert [row.games for row in rows] == sorted(row.games for row in rows)
    publish(tournament_id=made.pk, seen=snapshot(made).fingerprint, by=people[0], now=NOON)
    assert difference(made).unchanged
