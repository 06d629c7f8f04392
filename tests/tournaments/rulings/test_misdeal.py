"""A deal out of turn (federation order, §4.10-4.12): which games are void, who deals next, and what stays to be seen."""

from __future__ import annotations

import pytest

from tests import factories
from tests.factories import NOON
from tests.tournaments.lists.test_sheets_life import sign, view_of
from tournaments.event.permissions import NotAllowed
from tournaments.event.selectors.sheets import sheets
from tournaments.lists.selectors.sheets import Life
from tournaments.lists.services.sheets import SheetRefused, StaleSheet
from tournaments.models import JournalEntry, Ruling
from tournaments.rulings import services as rulings
from tournaments.rulings.services import RulingRefused, deals

pytestmark = pytest.mark.django_db
WHY = "Platz 3 hat statt Platz 2 gegeben."


@pytest.fixture(scope="module")
def staged_table(stage: None):
    """A table of four with three Runden to play, and its referee."""
    sheet = factories.table_of(4, rounds=3)
    return sheet, factories.referee(sheet.table.series.tournament)


@pytest.fixture
def table(staged_table):
    sheet, by = staged_table
    return sheets().get(pk=sheet.pk), by


def rule(sheet, by, fault, *, disputed=False, reason=WHY, seen=None):
    return deals.rule_misdeal(
        sheet_id=sheet.pk,
        fault=fault,
        disputed=disputed,
        reason=reason,
        seen_version=view_of(sheet).sheet.version if seen is None else seen,
        by=by,
        now=NOON,
    )


# Games entered, the game of the fault (None: nobody knows), whether the entry of the last game is disputed → games struck,
# the game that comes, its dealer.
CASES = [
    (3, 2, False, [2, 3], 2, 2),  # in the running Runde: from the fault on
    (3, 4, False, [], 4, 4),  # the last game of the Runde, which is being played: void even if finished
    (4, 1, False, [], 5, 1),  # its last game is entered: the Runde is closed and stands
    (4, 1, True, [1, 2, 3, 4], 1, 1),  # but that entry is wrong, and said to be so in time: it is not closed
    (4, 5, False, [], 5, 1),  # the first game of the next Runde itself
    (6, 3, False, [5, 6], 5, 1),  # found later: the running Runde from seat 1's deal
    (6, 6, False, [6], 6, 2),
    (6, 7, False, [], 7, 3),
    (8, 2, False, [], 9, 1),
    (8, 6, True, [6, 7, 8], 6, 2),
    (8, 2, True, [5, 6, 7, 8], 5, 1),
    (12, 12, True, [12], 12, 4),  # the last entry of a series can be disputed until all have signed
    (12, 5, True, [9, 10, 11, 12], 9, 1),
    (2, None, False, [1, 2], 1, 1),  # nobody can say where it began: the running Runde from seat 1's deal
    (6, None, False, [5, 6], 5, 1),
    (8, None, False, [], 9, 1),
]


@pytest.mark.slow
@pytest.mark.parametrize(("entered", "fault", "disputed", "struck", "number", "dealer"), CASES)
def test_what_is_void_and_who_deals(table, entered, fault, disputed, struck, number, dealer):
    sheet, referee = table
    for game in range(1, entered + 1):
        factories.play(sheet, game)
    told = deals.prescribe_misdeal(view_of(sheet), fault, disputed=disputed)
    ruling = rule(sheet, referee, fault, disputed=disputed)
    view = view_of(sheet)
    assert [game.number for game in view.struck] == struck == [game.number for game in told.struck]
    assert {game.struck_reason for game in view.struck} <= {WHY}
    assert (view.next_game.number, view.next_game.dealer.number) == (number, dealer)
    assert (told.start, told.dealer.number) == (number, dealer)
    assert view.life is Life.OPEN
    assert (ruling.kind, ruling.reason) == (Ruling.Kind.MISDEAL, WHY)
    line = JournalEntry.objects.get(deed="misdeal_ruled")
    assert (line.facts["struck"], line.facts["start"], line.facts["dealer"]) == (struck, number, dealer)


@pytest.mark.slow
def test_struck_games_are_played_again_and_counted_once(table):
    sheet, referee = table
    for game in range(1, 4):
        factories.play(sheet, game)
    before = view_of(sheet).tally.totals
    rule(sheet, referee, 2)
    for game in (2, 3):
        factories.play(sheet, game)
    assert view_of(sheet).tally.totals == before
    assert len(view_of(sheet).struck) == 2


def test_when_the_last_game_of_a_series_is_entered_every_runde_is_closed(table):
    sheet, referee = table
    factories.play_all(sheet)
    assert view_of(sheet).closed_rounds == 3
    with pytest.raises(RulingRefused, match="bleibt stehen"):
        rule(sheet, referee, 11)
    assert not view_of(sheet).struck


@pytest.mark.slow
def test_after_all_have_signed_the_runden_stand(table):
    sheet, referee = table
    factories.sign_all(factories.play_all(sheet))
    with pytest.raises(SheetRefused, match="bleibt stehen"):
        rule(sheet, referee, 12)
    assert view_of(sheet).life is Life.SIGNED


def test_signatures_given_before_do_not_hold(table):
    sheet, referee = table
    factories.play_all(sheet)
    sign(sheet, 1)
    rule(sheet, referee, 11, disputed=True)
    assert not view_of(sheet).signatures
    assert sheet.signatures.get().revoked_reason == "Ab Spiel 11 wird neu gegeben"


@pytest.mark.parametrize("fault", [0, 5, 99])
def test_a_game_that_nobody_has_dealt_is_refused(table, fault):
    sheet, referee = table
    for game in range(1, 4):
        factories.play(sheet, game)
    before = JournalEntry.objects.count()
    with pytest.raises(RulingRefused, match="Spiele 1 bis 4"):
        rule(sheet, referee, fault)
    assert JournalEntry.objects.count() == before
    assert not Ruling.objects.exists()


def test_only_a_referee_with_a_reason_who_has_seen_the_list(table):
    sheet, referee = table
    factories.play(sheet, 1)
    with pytest.raises(NotAllowed):
        rule(sheet, factories.scorer(sheet), 1)
    with pytest.raises(RulingRefused, match="Begründung"):
        rule(sheet, referee, 1, reason="  ")
    with pytest.raises(StaleSheet):
        rule(sheet, referee, 1, seen=0)
    assert not view_of(sheet).struck


def test_a_game_struck_for_another_reason_is_not_struck_twice(table):
    sheet, referee = table
    for game in range(1, 4):
        factories.play(sheet, game)
    rulings.strike_game(
        sheet_id=sheet.pk,
        number=2,
        reason="verzählt",
        seen_version=view_of(sheet).sheet.version,
        by=referee,
        now=NOON,
    )
    rule(sheet, referee, 1)
    assert [(game.number, game.struck_reason) for game in view_of(sheet).struck] == [
        (1, WHY),
        (2, "verzählt"),
        (3, WHY),
    ]
