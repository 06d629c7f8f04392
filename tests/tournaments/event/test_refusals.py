"""What a service refuses by itself, whatever form was in front of it: a program asks it without one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from scoring.sentence import Refusal
from scoring.speech import say
from tests import factories
from tests.factories import NOON, rule_row
from tournaments.event.services import setup
from tournaments.event.services.setup import Frame, NewPlayer
from tournaments.models import Series, Tournament
from tournaments.seating.core import Weight, Wish, Wishes
from tournaments.seating.selectors.state import Setup
from tournaments.seating.services import plans
from tournaments.seating.services.plans import PlayerWishes

pytestmark = pytest.mark.django_db
FRAME: dict[str, Any] = {
    "name": "Probeturnier",
    "place": "Probesaal",
    "starts_on": date(2026, 11, 14),
    "ends_on": date(2026, 11, 14),
    "series_count": 3,
    "rounds": 5,
    "target": None,
    "table_size": 4,
}


@pytest.mark.parametrize(
    ("rules", "typed", "sentence"),
    [
        ("club_2018", {"table_size": 6}, "Tische zu 6 gibt es in diesem Regelwerk nicht"),
        ("club_2018", {"target": 50}, "Das Punkteziel leer lassen"),
        ("club_2018", {"ends_on": date(2026, 11, 13)}, "Das Ende liegt vor dem Beginn"),
        ("federation", {}, "Bitte ankreuzen, dass er gelten soll"),
    ],
)
def test_a_tournament_that_its_rules_do_not_know(rules: str, typed: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        setup.create_tournament(
            Frame(**(FRAME | typed)),
            rule_set=rule_row(rules),
            confirmed=(),
            by=factories.director(),
            now=NOON,
        )
    assert sentence in say(refused.value)
    assert not Tournament.objects.exists()


@pytest.fixture
def made() -> Tournament:
    return factories.tournament(players=8, series=2)


def by(made: Tournament) -> dict[str, Any]:
    return {"tournament_id": made.pk, "by": factories.director(), "now": NOON}


def two_teams(made: Tournament) -> None:
    setup.form_team(name="Die Asse", start_numbers=[1, 2], **by(made))
    setup.form_team(name="Die Buben", start_numbers=[3, 2], **by(made))


def two_pairs(made: Tournament) -> None:
    setup.form_pair(first=1, second=2, **by(made))
    setup.form_pair(first=3, second=2, **by(made))


def a_pair_and_a_wish(made: Tournament) -> None:
    setup.form_pair(first=1, second=2, **by(made))
    choose(made, wishes=Wishes(weights={Wish.PARTNERS: Weight.INDIFFERENT}))


def choose(made: Tournament, **wished: Any) -> None:
    plans.choose_wishes(setup=Setup(**wished), **by(made))


def choose_for_one(made: Tournament, **wished: Any) -> None:
    plans.choose_player_wishes(start_number=1, wishes=PlayerWishes(**wished), **by(made))


def draw_after_the_end(made: Tournament) -> None:
    Tournament.objects.filter(pk=made.pk).update(status=Tournament.Status.FINISHED)
    factories.draw(made)


def draw_too_many(made: Tournament) -> None:
    Tournament.objects.filter(pk=made.pk).update(series_count=1)
    factories.draw(made)
    factories.draw(made, 2)


def withdraw_twice(made: Tournament) -> None:
    for _time in range(2):
        setup.withdraw_player(start_number=1, reason="Krank", **by(made))


def register_a_namesake_of_two(made: Tournament) -> None:
    for club in ("Herz Nord", "Herz Süd", ""):
        setup.register_player(player=NewPlayer(given_name="Anna", family_name="Probe", club=club), **by(made))


ROWS: dict[str, tuple[Callable[[Tournament], object], str]] = {
    "a team of one": (
        lambda made: setup.form_team(name="Allein", start_numbers=[1], **by(made)),
        "zwei bis vier verschiedene Spieler",
    ),
    "a name twice": (
        lambda made: [setup.form_team(name="Asse", start_numbers=[n, n + 1], **by(made)) for n in (1, 3)],
        "gibt es schon: Einen anderen Namen wählen",
    ),
    "in two teams": (two_teams, "spielt schon in einer Mannschaft"),
    "nobody has this number": (
        lambda made: setup.withdraw_player(start_number=99, reason="Krank", **by(made)),
        "Die Startnummer 99 ist nicht vergeben",
    ),
    "a number that is taken": (
        lambda made: setup.register_player(player=factories.person(9), start_number=1, **by(made)),
        "Die Startnummer 1 ist schon vergeben: Eine andere wählen",
    ),
    "one of two namesakes": (
        register_a_namesake_of_two,
        "Bitte den Verein dazuschreiben (Herz Nord, Herz Süd)",
    ),
    "left twice": (withdraw_twice, "ist schon ausgeschieden"),
    "back without having left": (
        lambda made: setup.readmit_player(start_number=1, **by(made)),
        "ist nicht ausgeschieden",
    ),
    "a tandem of one": (
        lambda made: setup.form_pair(first=1, second=1, **by(made)),
        "zwei verschiedene Spieler",
    ),
    "in two tandems": (two_pairs, "spielt schon in einem Tandem"),
    "no such mode": (lambda made: choose(made, modes=("by the moon",)), "Diese Art zu setzen gibt es nicht"),
    "seated by hand is no mode": (
        lambda made: choose(made, modes=(str(Series.Mode.HAND),)),
        "Diese Art zu setzen gibt es nicht",
    ),
    "table nought is closed": (
        lambda made: choose(made, closed_tables=frozenset({0})),
        "Tischnummern beginnen bei 1",
    ),
    "partners at one table": (a_pair_and_a_wish, "Tandem-Partner sitzen nie am selben Tisch"),
    "a third group": (lambda made: choose_for_one(made, strength=3), "1 oder 2 wählen"),
    "table nought": (lambda made: choose_for_one(made, table=0), "Tischnummern beginnen bei 1"),
    "a fifth seat": (lambda made: choose_for_one(made, seat=5), "Einen von 1 bis 4 wählen"),
    "no such draft": (
        lambda made: plans.post_plan(version=9, seen_version=0, **by(made)),
        "Diesen Entwurf gibt es nicht",
    ),
    "no plan hangs": (
        lambda made: plans.seat_series(number=1, seen_version=0, **by(made)),
        "Noch ist kein Sitzplan ausgehängt",
    ),
    "drawn twice": (
        lambda made: [factories.draw(made), factories.draw(made)],
        "ist schon ausgelost",
    ),
    "more series than there are": (draw_too_many, "nur 1 Serien"),
    "drawn after the end": (draw_after_the_end, "Dieses Turnier ist beendet"),
}


@pytest.mark.parametrize("what", ROWS)
def test_what_is_refused_has_a_sentence(what: str, made: Tournament) -> None:
    deed, sentence = ROWS[what]
    with pytest.raises(Refusal) as refused:
        deed(made)
    assert sentence in say(refused.value)


def test_a_name_corrected_into_itself_is_no_deed(made: Tournament) -> None:
    before = made.journal.count()
    one = factories.person(1)
    setup.correct_player(start_number=1, corrected=one, **by(made))
    assert made.journal.count() == before


def test_what_somebody_else_took_apart_already_is_no_deed(made: Tournament) -> None:
    before = made.journal.count()
    setup.dissolve_team(team_id=0, **by(made))
    setup.dissolve_pair(pair_id=0, **by(made))
    setup.withdraw_role(role_id=0, **by(made))
    assert made.journal.count() == before
