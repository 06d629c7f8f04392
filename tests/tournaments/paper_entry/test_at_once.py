"""The grid and the phone at once on one list: one deed is whole, the other is told; nothing is half, lost or doubled."""

from __future__ import annotations

from typing import Any
from uuid import uuid5

import pytest
from django.db import IntegrityError

from scoring.totals import SeatSum
from tests import factories
from tests.at_once import all_at_once, told
from tests.factories import NOON, SPACE, result
from tests.tournaments.lists.test_at_once import WRITERS, reporting
from tournaments.event.permissions import Actor
from tournaments.event.selectors.sheets import sheets
from tournaments.event.services.journal import first_broken
from tournaments.lists.selectors.sheets import sheet_view
from tournaments.lists.services.sheets import SheetRefused
from tournaments.models import Game, JournalEntry, PaperTyping, ScoreSheet, TotalEntry
from tournaments.paper_entry.services import entry as paper_entry
from tournaments.paper_entry.services.totals import enter_totals

pytestmark = pytest.mark.django_db(transaction=True)


def typing(sheet: ScoreSheet, by: Actor, *, games: int, augen: int, name: str):
    view = sheet_view(sheet, now=NOON)
    results = {}
    for number in range(1, games + 1):
        first, *others = (seat.number for seat in view.playing(number))
        results[number] = result(first, dict.fromkeys(others, (augen, True)))

    def deed() -> Any:
        try:
            return paper_entry.type_list(
                sheet_id=sheet.pk,
                results=results,
                submission=uuid5(SPACE, name),
                seen_version=0,
                by=by,
                now=NOON,
            )
        except SheetRefused as refusal:
            return refusal

    return deed


@pytest.mark.slow
def test_the_desk_types_a_list_while_phones_enter_its_first_game():
    sheet = factories.table_of(4)
    desk = factories.director()
    phones = [
        reporting(sheet, 1, submission=uuid5(SPACE, f"Handy {n}"), augen=30 + n, seen=0)
        for n in range(WRITERS - 2)
    ]
    lists = [typing(sheet, desk, games=8, augen=20 + n, name=f"Papier {n}") for n in range(2)]
    answers = told(all_at_once([*lists, *phones]))
    written = Game.objects.filter(sheet=sheet)
    assert answers["StaleSheet"] == WRITERS - 1
    if answers["PaperTyping"]:
        assert list(written.order_by("number").values_list("number", flat=True)) == list(range(1, 9))
        assert len({line.augen for game in written for line in game.lines.filter(won=False)}) == 1
    else:
        assert answers["Game"] == written.count() == 1
        assert not PaperTyping.objects.exists()
    assert sheets().get(pk=sheet.pk).version == written.count()
    journal = list(JournalEntry.objects.filter(tournament=sheet.table.series.tournament).order_by("number"))
    assert first_broken(journal) is None
    assert sum(entry.deed == "game_reported" for entry in journal) == written.count()


def test_one_list_sent_eight_times_is_saved_once():
    sheet = factories.table_of(4)
    desk = factories.director()
    deeds = [typing(sheet, desk, games=4, augen=25, name="Papier") for _ in range(WRITERS)]
    assert told(all_at_once(deeds)) == {"PaperTyping": WRITERS}
    assert (Game.objects.count(), PaperTyping.objects.count()) == (4, 1)
    assert JournalEntry.objects.filter(deed="paper_typed").count() == 1


@pytest.mark.slow
def test_sums_and_games_at_once_are_never_both():
    sheet = factories.table_of(4)
    desk = factories.director()
    sums = {seat: SeatSum(points=5, augen=60) for seat in (1, 2, 3, 4)}

    def foot(n: int):
        def deed() -> Any:
            try:
                return enter_totals(
                    sheet_id=sheet.pk,
                    sums=sums,
                    games=20,
                    submission=uuid5(SPACE, f"Summen {n}"),
                    seen_version=0,
                    by=desk,
                    now=NOON,
                )
            except (SheetRefused, IntegrityError) as refusal:
                return refusal

        return deed

    phones = [
        reporting(sheet, 1, submission=uuid5(SPACE, f"{n}"), augen=30, seen=0) for n in range(WRITERS // 2)
    ]
    answers = told(all_at_once([*(foot(n) for n in range(WRITERS // 2)), *phones]))
    assert answers["StaleSheet"] == WRITERS - 1
    assert Game.objects.count() + TotalEntry.objects.count() == 1
