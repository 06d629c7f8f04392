"""Table, referee and desk at once on one list: one deed is done, the others are told; on SQLite in a file and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid5

import pytest
from django.db import connection, connections

from scoring.sentence import Refusal
from tests import factories
from tests.at_once import all_at_once, told
from tests.factories import NOON, SPACE
from tests.tournaments.lists.test_at_once import check_whole, reporting
from tournaments.event.permissions import Actor
from tournaments.event.selectors.sheets import sheets
from tournaments.lists.selectors.sheets import Life, sheet_view
from tournaments.lists.services import clock, confirming
from tournaments.models import Game, JournalEntry, Ruling, ScoreSheet, Seat
from tournaments.rulings.services import deals, endings, seats

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
PHONES = 6


def state(sheet: ScoreSheet) -> Any:
    return sheet_view(sheets().get(pk=sheet.pk), now=NOON)


def refused(deed: Callable[[], Any]) -> Callable[[], Any]:
    """A refusal is an answer too."""

    def run() -> Any:
        try:
            connection.ensure_connection()
            return deed()
        except Refusal as refusal:
            return refusal
        finally:
            connections.close_all()

    return run


def test_a_game_entered_and_a_wrong_deal_ruled_at_once():
    sheet = factories.table_of(4)
    factories.play(sheet, 1)
    factories.play(sheet, 2)
    referee = factories.referee(sheet.table.series.tournament)
    seen = state(sheet).sheet.version

    def rule() -> Ruling:
        return deals.rule_misdeal(
            sheet_id=sheet.pk,
            fault=2,
            disputed=True,
            reason="weil",
            seen_version=seen,
            by=referee,
            now=NOON,
        )

    deeds: list[Callable[[], Any]] = [rule, rule]
    deeds += [
        reporting(sheet, 3, submission=uuid5(SPACE, f"at once {n}"), augen=20 + n, seen=seen) for n in (1, 2)
    ]
    answers = told(all_at_once(deeds))
    assert answers["StaleSheet"] == 3
    assert answers["Ruling"] + answers["Game"] == 1
    view = state(sheet)
    assert view.sheet.version == 3
    if answers["Ruling"]:
        assert (view.next_game.number, len(view.struck)) == (2, 1)
    else:
        check_whole(sheet, 3)


def test_every_phone_says_that_the_time_is_over():
    sheet = factories.table_of(4)
    factories.play(sheet, 1)
    clock.start_clock(
        tournament_id=sheet.table.series.tournament_id,
        number=1,
        minutes=60,
        by=factories.director(),
        now=NOON - timedelta(hours=2),
    )
    seen = state(sheet).sheet.version
    answers = all_at_once(
        [
            lambda: endings.end_on_time(
                sheet_id=sheet.pk, seen_version=seen, by=Actor(sheet_id=sheet.pk), now=NOON
            )
        ]
        * PHONES
    )
    assert told(answers) == {"ScoreSheet": PHONES}
    assert JournalEntry.objects.filter(deed="sheet_ended_early").count() == 1
    assert state(sheet).life is Life.COMPLETE


def test_one_substitute_is_wanted_at_two_tables():
    made = factories.tournament(players=8, rounds=2)
    series = factories.draw(made)
    factories.register(made, 9)
    lists = [factories.sheet_of(series, table) for table in (1, 2)]
    for sheet in lists:
        for number in (1, 2, 3, 4):
            factories.play(sheet, number)
    director = factories.director()
    answers = all_at_once(
        [
            refused(
                lambda sheet=sheet: seats.substitute(
                    sheet_id=sheet.pk,
                    seat_number=2,
                    start_number=9,
                    reason="weil",
                    seen_version=4,
                    by=director,
                    now=NOON,
                )
            )
            for sheet in lists
        ]
    )
    assert told(answers) == {"Ruling": 1, "RulingRefused": 1}
    assert Seat.objects.filter(registration__start_number=9).count() == 1


def test_a_row_is_confirmed_once():
    sheet = factories.table_of(4)
    game = factories.play(sheet, 1)
    confirming.want_confirmation(
        tournament_id=sheet.table.series.tournament_id, wanted=True, by=factories.director(), now=NOON
    )
    answers = all_at_once(
        [
            lambda: confirming.confirm_game(
                sheet_id=sheet.pk, number=1, game_id=game.pk, by=Actor(sheet_id=sheet.pk), now=NOON
            )
        ]
        * PHONES
    )
    assert told(answers) == {"Game": PHONES}
    assert JournalEntry.objects.filter(deed="game_confirmed").count() == 1
    assert Game.objects.get().confirmed_at == NOON
