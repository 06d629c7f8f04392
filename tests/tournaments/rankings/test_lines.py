"""The standings add up what each list adds up from its rows."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.engine.law import Finish
from scoring.numbers import SeriesNumber
from scoring.points import HandLeft, Result, possible_finishes, score
from scoring.rules import built_in
from scoring.selectors import rules_of
from tests import factories
from tournaments.event.selectors.sheets import sheets
from tournaments.lists.selectors.sheets import sheet_view
from tournaments.models import Line, ScoreSheet, Tournament
from tournaments.rankings.selectors.lines import (
    gain_by_table,
    lines_among,
    played_by_hand,
    played_by_table,
)
from tournaments.rankings.selectors.standings import standings

CLUB = built_in("club_2018")


@given(
    finish=st.sampled_from(possible_finishes(CLUB)),
    won=st.booleans(),
    opened=st.booleans(),
    augen=st.integers(0, 880),
)
@example(finish=Finish.HAND_WITH_LAYOFF, won=False, opened=False, augen=0)
@example(finish=Finish.EXHAUSTED, won=False, opened=True, augen=25)
def test_a_kind_of_line_is_worth_what_the_rules_say(finish, won, opened, augen):
    won, augen = (won and finish.has_winner), 0 if won and finish.has_winner else augen
    hands = {} if won else {3: HandLeft(augen=augen, opened=opened)}
    worth = score(CLUB, Result(finish=finish, winner=3 if won else None, hands=hands))[3]
    gain = gain_by_table(CLUB, finish.value, won=won, opened=opened, augen=augen)
    assert gain.plus - gain.minus == worth.points
    assert (gain.cross, gain.augen) == (worth.cross, augen)
    assert gain.won == (finish if won else None)
    assert min(gain.plus, gain.minus) == 0


def hall() -> tuple[Tournament, list[ScoreSheet]]:
    """Two tables on which games ended in many ways; one game was berichtigt."""
    made = factories.tournament(players=8, rounds=2)
    series = factories.draw(made)
    played = list(sheets().filter(table__series=series).order_by("table__number"))
    for sheet in played:
        view = sheet_view(sheet, now=factories.NOON)
        for number, finish in enumerate((Finish.HAND, Finish.HAND_WITH_LAYOFF, Finish.PLAIN), 1):
            first, *others = view.course.deal(number).playing
            left = {seat: (seat * 7 + number * 30, seat % 2 == 0) for seat in others}
            factories.play(sheet, number, factories.result(first, left, finish))
    return made, played


def added_by_lists(played: list[ScoreSheet]) -> dict[int, list[Any]]:
    """By registration what each list says of it."""
    found: dict[int, list[Any]] = defaultdict(list)
    for sheet in played:
        view = sheet_view(sheets().get(pk=sheet.pk), now=factories.NOON)
        for seat in view.seats:
            total = view.tally.totals[seat.number]
            wins = {finish: count for finish, count in total.finishes.items() if count}
            found[seat.registration_id].append(
                (total.plus_points, total.minus_points, total.crosses, total.augen, total.games_played, wins)
            )
    return found


def added_by_standings(made: Tournament) -> dict[int, list[Any]]:
    return {
        row.registration.pk: [
            (one.plus_points, one.minus_points, one.crosses, one.augen, one.games_played, dict(one.wins))
            for one in row.series.values()
        ]
        for row in standings(Tournament.objects.get(pk=made.pk)).rows
    }


@pytest.mark.django_db
def test_standings_add_up_what_the_lists_do():
    made, played = hall()
    assert added_by_standings(made) == added_by_lists(played)
    games = standings(made).games
    assert games == sum(len(sheet_view(sheet, now=factories.NOON).games) for sheet in played)
    view = sheet_view(sheets().get(pk=played[0].pk), now=factories.NOON)
    first, *others = view.course.deal(3).playing
    factories.play(played[0], 3, factories.result(first, dict.fromkeys(others, (1, True)), Finish.HAND))
    assert added_by_standings(made) == added_by_lists(played), "what was struck counts nowhere"
    assert standings(made).games == games


@pytest.mark.django_db
def test_equal_lines_of_a_seat_come_as_one_with_their_number():
    made, played = hall()
    rows = Line.objects.filter(game__sheet__in=[one.pk for one in played], game__struck_at__isnull=True)
    expected = Counter(row.seat_id for row in rows)
    counted: Counter[int] = Counter()
    for seat, count, _gain in played_by_table(rules_of(made.rule_set), lines_among([made.pk])):
        counted[seat] += count
    assert counted == expected
    games = len({row.game_id for row in rows})
    assert dict(standings(made).games_in) == {1: games}
    assert dict(standings(made, series=SeriesNumber(1)).games_in) == {1: games}
    assert standings(made, series=SeriesNumber(2)).games == 0


@pytest.mark.django_db
def test_by_hand_a_game_is_a_whole():
    """The winner takes what the others hold: no line says that by itself."""
    sheet = factories.table_of(3, rules="basic", target=500)
    view = sheet_view(sheet, now=factories.NOON)
    first, *others = view.course.deal(1).playing
    factories.play(sheet, 1, factories.result(first, dict.fromkeys(others, (25, True))))
    made = view.tournament
    gains = list(played_by_hand(rules_of(made.rule_set), lines_among([made.pk])))
    seats = {seat.pk: seat.number for seat in view.seats}
    assert {seats[seat]: gain.plus for seat, _one, gain in gains} == {first: 50, **dict.fromkeys(others, 0)}
    assert standings(made).games == 1
