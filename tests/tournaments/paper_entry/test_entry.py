"""A list from paper: all rows or none, once, by whoever may; a second pair of eyes."""

from __future__ import annotations

from uuid import UUID, uuid4, uuid5

import pytest
from django.db import IntegrityError, transaction

from scoring.reconcile import PaperTotal
from tests import factories
from tests.factories import NOON, SPACE, result
from tournaments.event.permissions import Actor, NotAllowed
from tournaments.event.selectors.sheets import sheets
from tournaments.event.services.journal import first_broken
from tournaments.lists.selectors.second_typing import mismatches, second_typing
from tournaments.lists.selectors.sheets import Life, sheet_view
from tournaments.lists.services.sheets import SheetRefused, StaleSheet
from tournaments.models import Game, JournalEntry, PaperSettlement, PaperTyping, ScoreSheet
from tournaments.paper_entry.selectors import results_in_force
from tournaments.paper_entry.services import entry as paper_entry
from tournaments.paper_entry.services.entry import RowRefused

pytestmark = pytest.mark.django_db

FIRST, SECOND = PaperSettlement.Chosen.FIRST, PaperSettlement.Chosen.SECOND


def rows(sheet: ScoreSheet, numbers, augen: int = 25):
    """As `factories.play`: the first seat of the row wins, the others hold these Augen, opened."""
    view = sheet_view(sheet, now=NOON)
    found = {}
    for number in numbers:
        first, *others = (seat.number for seat in view.playing(number))
        found[number] = result(first, dict.fromkeys(others, (augen, True)))
    return found


def type_list(
    sheet: ScoreSheet, results, *, submission: UUID | None = None, by: Actor | None = None, **other
):
    facts = {"seen_version": ScoreSheet.objects.get(pk=sheet.pk).version} | other
    return paper_entry.type_list(
        sheet_id=sheet.pk,
        results=results,
        submission=submission or uuid4(),
        by=by or factories.director(),
        now=NOON,
        **facts,
    )


def type_again(sheet: ScoreSheet, results, *, by: Actor | None = None, submission: UUID | None = None):
    return paper_entry.type_again(
        sheet_id=sheet.pk,
        results=results,
        submission=submission or uuid4(),
        by=by or Actor(user=factories.user("zweite"), sheet_id=sheet.pk, device="Anderes"),
        now=NOON,
    )


def settle(sheet: ScoreSheet, number: int, chosen: PaperSettlement.Chosen):
    return paper_entry.settle(
        sheet_id=sheet.pk,
        number=number,
        chosen=chosen,
        seen_version=ScoreSheet.objects.get(pk=sheet.pk).version,
        by=factories.director(),
        now=NOON,
    )


def fresh(sheet: ScoreSheet):
    return sheet_view(sheets().get(pk=sheet.pk), now=NOON)


def deeds(sheet: ScoreSheet) -> list[str]:
    return list(JournalEntry.objects.filter(sheet=sheet).order_by("number").values_list("deed", flat=True))


@pytest.mark.parametrize(("size", "games"), [(4, 20), (3, 15)])
def test_a_whole_list_is_one_deed(size, games):
    sheet = factories.table_of(size)
    typed = rows(sheet, range(1, games + 1))
    type_list(sheet, typed)
    view = fresh(sheet)
    assert view.life is Life.COMPLETE
    assert results_in_force(view) == typed
    assert deeds(sheet) == ["game_reported"] * games + ["paper_typed"]
    assert view.sheet.version == games
    assert first_broken(view.tournament.journal.order_by("number")) is None


def test_one_row_that_is_refused_refuses_all():
    sheet = factories.table_of(4)
    typed = rows(sheet, range(1, 6)) | {7: rows(sheet, [7])[7]}
    with pytest.raises(RowRefused, match="fehlt Spiel 6") as refused:
        type_list(sheet, typed)
    assert refused.value.sentence.values["number"] == 7
    with pytest.raises(RowRefused, match="gibt es auf dieser Liste nicht"):
        type_list(sheet, rows(sheet, range(1, 21)) | {21: rows(sheet, [1])[1]})
    assert not Game.objects.exists()
    assert not PaperTyping.objects.exists()
    assert deeds(sheet) == []


def test_what_was_sent_twice_is_written_once():
    sheet = factories.table_of(4)
    typed, one = rows(sheet, range(1, 5)), uuid5(SPACE, "Papier")
    first = type_list(sheet, typed, submission=one)
    assert type_list(sheet, typed, submission=one, seen_version=0) == first
    assert Game.objects.count() == 4
    with pytest.raises(StaleSheet):
        type_list(sheet, rows(sheet, range(1, 5), augen=30), submission=one)


def test_a_list_that_moved_on_is_shown_first():
    sheet = factories.table_of(4)
    factories.play(sheet, 1)
    with pytest.raises(StaleSheet):
        type_list(sheet, rows(sheet, range(1, 5)), seen_version=0)
    assert Game.objects.count() == 1


def test_rows_that_are_the_same_are_left_alone():
    sheet = factories.table_of(4)
    factories.play(sheet, 1)
    factories.play(sheet, 2)
    type_list(sheet, rows(sheet, range(1, 5)))
    assert Game.objects.filter(struck_at__isnull=True).count() == Game.objects.count() == 4
    assert JournalEntry.objects.get(deed="paper_typed").facts["rows"] == [3, 4]
    with pytest.raises(SheetRefused, match="nichts Neues"):
        type_list(sheet, rows(sheet, range(1, 5)))


def test_a_slip_in_typing_is_mended_until_the_list_is_signed():
    sheet = factories.table_of(4, rounds=2)
    typed = rows(sheet, range(1, 9))
    type_list(sheet, typed)
    mended = typed | {1: rows(sheet, [1], augen=52)[1]}
    type_list(sheet, mended)
    view = fresh(sheet)
    assert results_in_force(view) == mended
    assert [game.struck_reason for game in view.struck] == [paper_entry.MENDED]
    factories.sign_all(sheet)
    with pytest.raises(SheetRefused, match="unterschrieben"):
        type_list(sheet, typed)


def test_what_the_table_entered_is_closed_with_its_runde():
    """A row from a phone is the table's own word: after its Runde only a referee changes it, not the typist."""
    sheet = factories.table_of(4)
    for number in range(1, 6):
        factories.play(sheet, number)
    with pytest.raises(RowRefused, match="Spiel 1 ist abgeschlossen"):
        type_list(sheet, rows(sheet, [1], augen=52) | rows(sheet, range(2, 8)))
    type_list(sheet, rows(sheet, range(1, 5)) | rows(sheet, [5], augen=52) | rows(sheet, [6]))
    assert [game.number for game in fresh(sheet).struck] == [5]


def test_an_accepted_list_is_closed():
    sheet = factories.accept(factories.sign_all(factories.play_all(factories.table_of(4, rounds=1))))
    with pytest.raises(SheetRefused, match="angenommen"):
        type_list(sheet, rows(sheet, range(1, 5), augen=52))


def test_after_the_target_no_game_follows():
    sheet = factories.table_of(4, rules="basic", target=60)
    typed = {n: result(1, {2: (25, False), 3: (25, False), 4: (25, False)}) for n in (1, 2)}
    with pytest.raises(RowRefused, match="Ziel von 60 Punkten"):
        type_list(sheet, typed)
    type_list(sheet, {1: typed[1]})
    assert fresh(sheet).life is Life.COMPLETE


def test_the_totals_of_the_paper_stand_in_the_journal():
    sheet = factories.table_of(4, rounds=1)
    typed = rows(sheet, range(1, 5))
    right = {seat: PaperTotal(points=9, augen=50, crosses=0) for seat in (2,)}
    type_list(sheet, typed, paper_totals=right | {2: PaperTotal(points=10)})
    facts = JournalEntry.objects.get(deed="paper_typed").facts
    assert facts["paper_totals"]["2"] == [10, None, None]
    assert facts["differences"] == {"2": [1, 0, 0]}
    type_list(sheet, typed, paper_totals=right)  # later found right: nothing is written but that
    assert JournalEntry.objects.filter(deed="paper_typed").last().facts["differences"] == {}
    assert Game.objects.count() == 4


def test_confirmed_doubts_stand_beside_their_game():
    sheet = factories.table_of(4)
    type_list(sheet, rows(sheet, [1], augen=1), confirmed={1: ["too_few_augen"]})
    assert JournalEntry.objects.get(deed="game_reported").facts["confirmed"] == ["too_few_augen"]


def test_strangers_write_nothing():
    sheet = factories.table_of(4)
    for stranger in (Actor(), Actor(user=factories.user("fremd")), Actor(sheet_id=sheet.pk + 1)):
        with pytest.raises(NotAllowed):
            type_list(sheet, rows(sheet, [1]), by=stranger)
        with pytest.raises(NotAllowed):
            type_again(sheet, rows(sheet, [1]), by=stranger)


# A second pair of eyes --------------------------------------------------------------------------------------


def test_a_second_typing_shows_only_what_differs():
    sheet = factories.table_of(4, rounds=1)
    type_list(sheet, rows(sheet, range(1, 5)))
    again = rows(sheet, [1, 2, 4]) | rows(sheet, [3], augen=52)
    typing = type_again(sheet, again)
    before = fresh(sheet)
    assert [row.number for row in mismatches(before, typing)] == [3]
    assert before.sheet.version == 4  # nothing on the list has moved
    settle(sheet, 3, SECOND)
    assert results_in_force(fresh(sheet))[3] == again[3]
    assert mismatches(fresh(sheet), typing) == ()
    assert deeds(sheet)[-3:] == ["paper_typed_again", "game_corrected", "paper_settled"]


def test_what_stands_may_stay_until_somebody_changes_it():
    sheet = factories.table_of(4, rounds=1)
    typed = rows(sheet, range(1, 5))
    type_list(sheet, typed)
    typing = type_again(sheet, typed | rows(sheet, [2], augen=52))
    assert settle(sheet, 2, FIRST) == settle(sheet, 2, FIRST)
    assert mismatches(fresh(sheet), typing) == ()
    assert PaperSettlement.objects.count() == 1
    type_list(sheet, typed | rows(sheet, [2], augen=30))
    assert [row.number for row in mismatches(fresh(sheet), typing)] == [2]


def test_the_same_hand_does_not_check_itself():
    sheet = factories.table_of(4, rounds=1)
    typed = rows(sheet, range(1, 5))
    with pytest.raises(SheetRefused, match="noch nichts"):
        type_again(sheet, typed)
    type_list(sheet, typed)
    with pytest.raises(SheetRefused, match="jemand anderes"):
        type_again(sheet, typed, by=factories.director())
    other = Actor(user=factories.user("leitung"), device="Tablet")
    assert type_again(sheet, typed, by=other).second
    with pytest.raises(SheetRefused, match="noch nichts eingetragen"):
        type_again(sheet, {})


def test_a_row_that_the_second_lacks_is_not_struck_by_a_tap():
    sheet = factories.table_of(4, rounds=1)
    type_list(sheet, rows(sheet, range(1, 5)))
    type_again(sheet, rows(sheet, range(1, 4)))
    with pytest.raises(RowRefused, match="Streichen kann es nur ein Schiedsrichter"):
        settle(sheet, 4, SECOND)
    assert not PaperSettlement.objects.exists()
    with pytest.raises(RowRefused, match="geklärt"):
        settle(sheet, 1, FIRST)


def test_a_second_typing_sent_twice_is_one():
    sheet = factories.table_of(4, rounds=1)
    type_list(sheet, rows(sheet, range(1, 5)))
    one = uuid4()
    again = rows(sheet, range(1, 5), augen=30)
    assert type_again(sheet, again, submission=one) == type_again(sheet, again, submission=one)
    assert second_typing(sheet).submission == one
    assert deeds(sheet).count("paper_typed_again") == 1
    with pytest.raises(StaleSheet):
        type_again(sheet, rows(sheet, [1]), submission=one)


@pytest.mark.parametrize("model", [PaperTyping, PaperSettlement])
def test_the_database_keeps_them(model):
    sheet = factories.table_of(4, rounds=1)
    type_list(sheet, rows(sheet, range(1, 5)))
    type_again(sheet, rows(sheet, range(1, 5), augen=30))
    settle(sheet, 1, FIRST)
    for deed in (lambda: model.objects.all()._raw_delete("default"), lambda: model.objects.update(id=1)):
        with pytest.raises(IntegrityError), transaction.atomic():
            deed()
