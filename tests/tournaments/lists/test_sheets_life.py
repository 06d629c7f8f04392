"""Stories of a list: who may write when, what a signature holds, when a list is complete, accepted and final."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest

from scoring.engine.law import Finish
from scoring.points import ImpossibleResult
from tests import factories
from tests.factories import NOON, result
from tournaments.event.permissions import Actor, NotAllowed
from tournaments.event.selectors.sheets import sheets
from tournaments.event.services.journal import first_broken
from tournaments.lists.selectors.sheets import Life, scorer_may_correct, sheet_view
from tournaments.lists.services import sheets as service
from tournaments.lists.services import signing
from tournaments.lists.services.sheets import SheetRefused, StaleSheet
from tournaments.models import JournalEntry, Signature

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def view_of(sheet, now=NOON):
    return sheet_view(sheets().get(pk=sheet.pk), now=now)


def report(sheet, number, what, *, by=None, seen=None, submission=None):
    return service.enter_game(
        sheet_id=sheet.pk,
        number=number,
        result=what,
        submission=submission or uuid4(),
        seen_version=view_of(sheet).sheet.version if seen is None else seen,
        by=by or factories.scorer(sheet),
        now=NOON,
    )


def sign(sheet, seat, *, seen=None, by=None):
    return signing.sign_list(
        sheet_id=sheet.pk,
        seat_number=seat,
        method="paper",
        seen_version=view_of(sheet).sheet.version if seen is None else seen,
        by=by or factories.scorer(sheet),
        now=NOON,
    )


# Dealing and order ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "resting", "planned"), [(4, [1, 2, 3, 4, 1], 20), (3, [None, None, None, None, None], 15)]
)
def test_the_deal_goes_round_and_at_four_the_dealer_rests(size, resting, planned):
    sheet = factories.table_of(size)
    assert view_of(sheet).planned == planned
    for number, rests in enumerate(resting, 1):
        coming = view_of(sheet).next_game
        assert (coming.number, coming.dealer.number) == (number, (number - 1) % size + 1)
        left_of_dealer = coming.dealer.number % size + 1
        assert coming.playing[0].number == left_of_dealer
        absent = {seat.number for seat in view_of(sheet).seats} - {seat.number for seat in coming.playing}
        assert absent == ({rests} if rests else set())
        factories.play(sheet, number)


@pytest.mark.slow
def test_at_both_sizes_everybody_plays_fifteen_games():
    for size in (3, 4):
        sheet = factories.play_all(factories.table_of(size))
        assert {total.games_played for total in view_of(sheet).tally.totals.values()} == {15}


def test_games_are_entered_in_their_order():
    sheet = factories.table_of(4)
    with pytest.raises(SheetRefused, match="Als Nächstes kommt Spiel 1"):
        report(sheet, 2, result(1, {3: (25, True), 4: (25, True)}))
    factories.play_all(sheet)
    with pytest.raises(SheetRefused, match="Alle Spiele dieser Liste sind eingetragen"):
        report(sheet, 21, result(2, {3: (25, True), 4: (25, True)}))


@pytest.mark.parametrize(
    "what",
    [
        result(1, {3: (25, True), 4: (25, True)}),  # the dealer cannot win
        result(2, {1: (9, True), 3: (25, True), 4: (25, True)}),  # the dealer holds no cards
        result(2, {3: (25, True)}),  # seat 4 is missing
        result(2, {2: (0, True), 3: (25, True), 4: (25, True)}),  # the winner holds none
        result(None, {2: (25, True), 3: (25, True), 4: (25, True)}),  # somebody must have won
        result(2, {3: (25, True), 4: (25, True)}, finish=Finish.EXHAUSTED),  # nobody can have won
        result(2, {3: (25, True), 4: (25, True)}, finish=Finish.SUPER),  # no value in this rule set
        result(2, {3: (25, True), 4: (-1, True)}),
        result(2, {3: (25, True), 4: (881, True)}),
    ],
)
def test_what_the_rules_refuse_leaves_no_trace(what):
    sheet = factories.table_of(4)
    before = JournalEntry.objects.count()
    with pytest.raises(ImpossibleResult):
        report(sheet, 1, what)
    assert not view_of(sheet).games
    assert view_of(sheet).sheet.version == 0
    assert JournalEntry.objects.count() == before


# Correcting at the table ----------------------------------------------------------------------------------


def test_the_list_keeper_corrects_until_the_last_game_of_the_runde_is_entered():
    """And that last entry itself until the next Runde begins (§4.10): so a wrong one is found in time."""
    sheet = factories.table_of(3, rounds=2)
    for number in (1, 2):
        factories.play(sheet, number)
    report(sheet, 1, result(1, {2: (40, True), 3: (2, True)}))
    assert view_of(sheet).closed_rounds == 0
    factories.play(sheet, 3)
    assert view_of(sheet).closed_rounds == 1
    assert view_of(sheet).tally.totals[2].augen == 40 + 25 + 25
    with pytest.raises(SheetRefused, match="ihr letztes Spiel ist eingetragen: Nur ein Schiedsrichter"):
        report(sheet, 1, result(1, {2: (41, True), 3: (2, True)}))
    report(sheet, 3, result(1, {2: (30, True), 3: (2, True)}))
    factories.play(sheet, 4)
    with pytest.raises(SheetRefused, match="Nur ein Schiedsrichter"):
        report(sheet, 3, result(1, {2: (41, True), 3: (2, True)}))
    report(sheet, 4, result(1, {2: (41, True), 3: (2, True)}))
    assert [(game.number, game.struck_reason) for game in view_of(sheet).struck] == [
        (1, "berichtigt am Tisch"),
        (3, "berichtigt am Tisch"),
        (4, "berichtigt am Tisch"),
    ]


def test_the_last_runde_stays_open_until_everybody_has_signed():
    sheet = factories.play_all(factories.table_of(3, rounds=1))
    sign(sheet, 1)
    assert scorer_may_correct(view_of(sheet), 3)
    report(sheet, 3, result(1, {2: (40, True), 3: (2, True)}))
    for seat in (1, 2, 3):
        sign(sheet, seat)
    assert not scorer_may_correct(view_of(sheet), 3)
    with pytest.raises(SheetRefused, match="Nur ein Schiedsrichter"):
        report(sheet, 3, result(1, {2: (50, True), 3: (2, True)}))


def test_a_correction_that_falls_short_of_the_target_lets_the_evening_go_on():
    sheet = factories.table_of(3, rules="basic", target=60)
    report(sheet, 1, result(1, {2: (40, False), 3: (30, False)}))
    assert view_of(sheet).life is Life.COMPLETE
    report(sheet, 1, result(1, {2: (20, False), 3: (30, False)}))
    assert view_of(sheet).life is Life.OPEN
    assert view_of(sheet).next_game.number == 2
    report(sheet, 2, result(2, {1: (5, False), 3: (9, False)}))
    report(sheet, 3, result(1, {2: (5, False), 3: (5, False)}))
    assert view_of(sheet).life is Life.COMPLETE
    assert view_of(sheet).tally.reached(60) == (1,)


def test_two_list_keepers_do_not_overwrite_each_other():
    sheet = factories.table_of(4)
    factories.play(sheet, 1)
    with pytest.raises(StaleSheet):
        report(sheet, 2, result(1, {3: (25, True), 4: (25, True)}), seen=0)
    assert [game.number for game in view_of(sheet).games] == [1]


def test_the_same_submission_is_the_same_game_even_when_the_list_has_moved_on():
    sheet = factories.table_of(4)
    one = uuid4()
    first = report(sheet, 1, result(2, {3: (25, True), 4: (25, True)}), submission=one)
    factories.play(sheet, 2)
    again = report(sheet, 1, result(2, {3: (25, True), 4: (25, True)}), submission=one, seen=0)
    assert again == first
    assert view_of(sheet).sheet.version == 2


def test_a_confirmed_doubt_stands_in_the_journal():
    sheet = factories.table_of(4)
    service.enter_game(
        sheet_id=sheet.pk,
        number=1,
        result=result(2, {3: (12, False), 4: (25, True)}),
        submission=uuid4(),
        seen_version=0,
        by=factories.scorer(sheet),
        now=NOON,
        confirmed=["too_few_augen_unopened"],
    )
    assert JournalEntry.objects.get(deed="game_reported").facts["confirmed"] == ["too_few_augen_unopened"]
    assert [doubt.code for doubt in view_of(sheet).doubts(view_of(sheet).game(1))] == [
        "too_few_augen_unopened"
    ]


# Who may --------------------------------------------------------------------------------------------------


def test_strangers_and_neighbours_write_nothing():
    series = factories.draw(factories.tournament(players=8))
    mine, theirs = factories.sheet_of(series, 1), factories.sheet_of(series, 2)
    what = result(2, {3: (25, True), 4: (25, True)})
    strangers = [Actor(), factories.scorer(theirs), Actor(user=factories.user("gast"))]
    retired = factories.referee(series.tournament)
    retired.user.is_active = False
    for by in (*strangers, retired):
        for deed in (
            lambda by=by: report(mine, 1, what, by=by),
            lambda by=by: sign(mine, 1, by=by),
            lambda by=by: service.hand_over(sheet_id=mine.pk, seat_number=2, by=by, now=NOON),
            lambda by=by: service.accept(sheet_id=mine.pk, seen_version=0, by=by, now=NOON),
        ):
            with pytest.raises(NotAllowed):
                deed()
    assert not JournalEntry.objects.filter(sheet=mine).exists()


# Signing, accepting ---------------------------------------------------------------------------------------


def test_nobody_signs_an_unfinished_list():
    sheet = factories.table_of(3, rounds=1)
    factories.play(sheet, 1)
    with pytest.raises(SheetRefused, match="Es fehlt noch Spiel 2"):
        sign(sheet, 1)
    with pytest.raises(SheetRefused, match="Den Platz 4 gibt es an diesem Tisch nicht"):
        sign(sheet, 4)


def test_signing_twice_is_signing_once_and_a_correction_asks_again():
    sheet = factories.play_all(factories.table_of(3, rounds=1))
    assert sign(sheet, 1) == sign(sheet, 1)
    assert [seat.number for seat in view_of(sheet).unsigned] == [2, 3]
    report(sheet, 3, result(1, {2: (40, True), 3: (2, True)}))
    assert len(view_of(sheet).unsigned) == 3
    assert Signature.objects.get().revoked_reason == "Spiel 3 wurde nach der Unterschrift geändert"
    with pytest.raises(StaleSheet):
        sign(sheet, 2, seen=3)


def test_a_list_lives_from_open_to_final():
    sheet = factories.table_of(3, rounds=1)
    assert view_of(sheet).life is Life.OPEN
    factories.play_all(sheet)
    assert view_of(sheet).life is Life.COMPLETE
    with pytest.raises(SheetRefused, match="Es fehlen Unterschriften: Platz 1, 2, 3"):
        factories.accept(sheet)
    factories.sign_all(sheet)
    assert view_of(sheet).life is Life.SIGNED
    assert factories.accept(sheet) == factories.accept(sheet)
    assert view_of(sheet).life is Life.ACCEPTED
    assert view_of(sheet, now=NOON + HOUR - timedelta(seconds=1)).life is Life.ACCEPTED
    assert view_of(sheet, now=NOON + HOUR).life is Life.FINAL
    with pytest.raises(SheetRefused, match="Diese Liste ist angenommen"):
        report(sheet, 3, result(1, {2: (40, True), 3: (2, True)}))
    with pytest.raises(SheetRefused, match="Diese Liste ist angenommen"):
        service.hand_over(sheet_id=sheet.pk, seat_number=2, by=factories.director(), now=NOON)


def test_an_unfinished_list_is_not_accepted():
    with pytest.raises(SheetRefused, match="Zuerst alle Spiele eintragen"):
        factories.accept(factories.table_of(3, rounds=1))


def test_the_list_is_handed_over_and_back():
    sheet = factories.table_of(4)
    service.hand_over(sheet_id=sheet.pk, seat_number=1, by=factories.scorer(sheet), now=NOON)
    assert view_of(sheet).sheet.version == 0, "who keeps it already keeps it"
    service.hand_over(sheet_id=sheet.pk, seat_number=3, by=factories.scorer(sheet), now=NOON)
    assert view_of(sheet).sheet.scorer.number == 3
    with pytest.raises(SheetRefused, match="Den Platz 5 gibt es an diesem Tisch nicht"):
        service.hand_over(sheet_id=sheet.pk, seat_number=5, by=factories.scorer(sheet), now=NOON)


def test_the_journal_of_a_whole_list_is_one_unbroken_chain():
    sheet = factories.sign_all(factories.play_all(factories.table_of(4)))
    factories.accept(sheet)
    entries = list(JournalEntry.objects.filter(tournament=sheet.table.series.tournament).order_by("number"))
    assert first_broken(entries) is None
    entries[3].reason = "heimlich"
    assert first_broken(entries) is entries[3]


@pytest.mark.slow
def test_a_view_costs_the_same_whatever_was_played(django_assert_max_num_queries):
    for size, games, asked in ((4, 0, 4), (4, 3, 4), (4, 20, 5)):  # of a whole list the signatures, too
        sheet = factories.table_of(size)
        for number in range(1, games + 1):
            factories.play(sheet, number)
        fresh = sheets().get(pk=sheet.pk)
        with django_assert_max_num_queries(asked):
            sheet_view(fresh, now=NOON)
