"""Rows that are inserted with a known sentence are those that Django would have written, by the very same sentence."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Model
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.numbers import GameNumber
from tests import factories
from tournaments.models import Game, JournalEntry, Line, ScoreSheet
from tournaments.storage.rows import insert, insert_as

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet(stage: None) -> ScoreSheet:
    return factories.table_of(4)


def game(sheet: ScoreSheet, number: int) -> Game:
    return Game(
        sheet=sheet,
        number=GameNumber(number),
        dealer=sheet.table.seats.get(number=1),
        dealer_plays=False,
        finish="R",
        submission=uuid4(),
        entered_at=timezone.now(),
        entered_by="Probe",
    )


def lines(game: Game) -> list[Line]:
    seats = game.sheet.table.seats.exclude(number=1)
    return [
        Line(
            game=game,
            seat=seat,
            won=seat.number == 2,
            opened=True,
            augen=0 if seat.number == 2 else seat.number * 5,
        )
        for seat in seats
    ]


def entry(sheet: ScoreSheet, number: int) -> JournalEntry:
    return JournalEntry(
        tournament=sheet.table.series.tournament,
        number=number,
        sheet=sheet,
        at=timezone.now(),
        actor="Probe",
        deed="game_reported",
        facts={"é": [1, None, "'"]},
        salt="s",
        hash="h",
    )


def facts(row: Model) -> dict[str, object]:
    """What the database holds of a row, without what is each row's own."""
    found = type(row)._base_manager.filter(pk=row.pk).values().get()
    return {name: value for name, value in found.items() if name not in {"id", "number", "at"}}


def sentence(asked: CaptureQueriesContext) -> str:
    [found] = [one["sql"] for one in asked.captured_queries if one["sql"].startswith("INSERT")]
    return found.partition(" VALUES")[0] + found[found.index(" RETURNING") :]


def test_a_row_is_the_one_that_django_writes(sheet):
    for number in (1, 3):  # the first time the sentence is made, the second it is known
        with CaptureQueriesContext(connection) as ours:
            mine = game(sheet, number)
            insert([mine])
        with CaptureQueriesContext(connection) as djangos:
            other = game(sheet, number + 1)
            other.entered_at, other.submission = mine.entered_at, uuid4()
            other.save(force_insert=True)
        assert sentence(ours) == sentence(djangos)
        assert mine.pk
        assert not mine._state.adding
        mine.submission = other.submission
        assert facts(other).keys() == facts(mine).keys()
        assert Game.objects.get(pk=mine.pk) == mine
        mine.save(update_fields=["struck_reason"])


def test_several_rows_get_their_keys_and_values_in_order(sheet):
    one, two = game(sheet, 1), game(sheet, 2)
    insert([one])
    insert([two])
    ours, djangos = lines(one), Line.objects.bulk_create(lines(two))
    insert(ours)
    assert [(facts(a) | {"game_id": 0}) for a in ours] == [(facts(b) | {"game_id": 0}) for b in djangos]
    assert [Line.objects.get(pk=line.pk).seat_id for line in ours] == [line.seat_id for line in ours]


def test_texts_and_facts_of_a_line_of_the_journal_come_back(sheet):
    number = JournalEntry.objects.filter(tournament=sheet.table.series.tournament).count() + 50
    ours, djangos = entry(sheet, number), entry(sheet, number + 1)
    insert([ours])
    djangos.save(force_insert=True)
    assert facts(ours) == facts(djangos)


def test_a_refused_row_ends_the_transaction_as_django_ends_it(sheet):
    first = game(sheet, 1)
    insert([first])
    again = game(sheet, 2)
    again.submission = first.submission
    with transaction.atomic():
        with pytest.raises(IntegrityError):
            insert([again])
        assert transaction.get_rollback()
        transaction.set_rollback(True)
    assert again.pk is None


def test_a_row_under_a_key_that_was_asked_for_it_is_the_same_row(sheet):
    one, two = game(sheet, 1), game(sheet, 2)
    insert([one])
    insert_as(two, one.pk + 1_000)
    assert (two.pk, two._state.adding) == (one.pk + 1_000, False)
    djangos = game(sheet, 3)
    djangos.entered_at, djangos.submission = two.entered_at, uuid4()
    djangos.save(force_insert=True)
    assert facts(two) | {"submission": 0} == facts(djangos) | {"submission": 0}
    with pytest.raises(AssertionError):
        insert_as(two, two.pk)


def test_what_has_a_key_is_not_inserted(sheet):
    one = game(sheet, 1)
    insert([one])
    with pytest.raises(AssertionError):
        insert([one])
