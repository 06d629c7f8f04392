"""Stories of seats and time: somebody leaves, a substitute comes, the clock runs out, a table is broken off, a neighbour confirms."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest

from scoring.numbers import GameNumber
from tests import factories
from tests.factories import NOON, result
from tests.tournaments.lists.test_sheets_life import report, sign, view_of
from tournaments.desk.selectors.overview import series_progress
from tournaments.event.permissions import NotAllowed
from tournaments.event.selectors.sheets import sheets
from tournaments.event.services.setup import withdraw_player
from tournaments.lists.selectors.progress import progress
from tournaments.lists.selectors.shares import parts_of_seats
from tournaments.lists.selectors.sheets import Life
from tournaments.lists.services import clock, confirming
from tournaments.lists.services.clock import ClockRefused
from tournaments.lists.services.sheets import SheetRefused, StaleSheet
from tournaments.models import JournalEntry, Ruling, ScoreSheet
from tournaments.rankings.selectors.standings import standings
from tournaments.rulings import services as rulings
from tournaments.rulings.services import RulingRefused, endings, seats

pytestmark = pytest.mark.django_db
WHY = "muss zum Arzt"
TIME, BROKEN = ScoreSheet.EndCause.TIME, ScoreSheet.EndCause.BROKEN_OFF
MINUTES = timedelta(minutes=1)


@pytest.fixture(scope="module")
def staged_table(stage: None):
    """A table of four after its first of three Runden; start number 5 stands by."""
    sheet = factories.table_of(4, rounds=3)
    factories.register(sheet.table.series.tournament, 5)
    for number in (1, 2, 3, 4):
        factories.play(sheet, number)
    return sheet, factories.referee(sheet.table.series.tournament)


@pytest.fixture
def table(staged_table):
    sheet, by = staged_table
    return sheets().get(pk=sheet.pk), by


def at(sheet, by, **more):
    seen = view_of(sheet).sheet.version
    return {"sheet_id": sheet.pk, "by": by, "now": NOON, "seen_version": seen, "reason": WHY} | more


def standing(sheet, start_number):
    rows = standings(sheet.table.series.tournament).rows
    return next(row.total for row in rows if row.registration.start_number == start_number)


def number_at(sheet, seat):
    return view_of(sheet).seats[seat - 1].registration.start_number


# Leaving and coming ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_four_become_three_and_the_dealer_plays(table):
    sheet, referee = table
    told = seats.prescribe_leaving(view_of(sheet), 3)
    assert (told.after_round, told.games_before, told.games_after, told.size_after) == (1, 12, 10, 3)
    assert (told.next_dealer.number, told.dealer_plays, told.scorer_after) == (1, True, None)
    seats.let_leave(seat_number=3, **at(sheet, referee))
    dealers = []
    while (coming := view_of(sheet).next_game) is not None:
        dealers.append(coming.dealer.number)
        assert {seat.number for seat in coming.playing} == {1, 2, 4}
        factories.play(sheet, coming.number)
    assert dealers == [1, 2, 4, 1, 2, 4]
    view = view_of(sheet)
    assert (view.life, view.planned, len(view.games)) == (Life.COMPLETE, 10, 10)
    assert [row.number for row in view.tally.rows if row.closes_round] == [4, 7, 10]
    assert [seat.number for seat in view.unsigned] == [1, 2, 4]
    factories.sign_all(sheet)
    assert view_of(sheet).life is Life.SIGNED
    one = progress(sheet.table.series, now=NOON)[0]
    assert (one.life, one.planned, one.played, one.sitting) == (Life.SIGNED, 10, 10, 3)
    assert series_progress(sheet.table.series.tournament)[0].planned == 10


def test_the_leaver_keeps_what_he_played_and_the_substitute_starts_at_nothing(table):
    sheet, referee = table
    gone = number_at(sheet, 2)
    before = standing(sheet, gone)
    seats.substitute(seat_number=2, start_number=5, **at(sheet, referee))
    assert number_at(sheet, 2) == 5
    assert standing(sheet, 5).games_played == 0
    factories.play_all(sheet)
    assert standing(sheet, gone) == before
    assert (before.games_played, standing(sheet, 5).games_played) == (3, 6)
    view = view_of(sheet)
    assert view.planned == 12
    total = view.tally.totals[2]
    first, second = parts_of_seats(view)
    assert (first.games, second.games) == (3, 6)
    assert (first.points + second.points, first.augen + second.augen) == (total.net_points, total.augen)
    assert second.points == standing(sheet, 5).net_points
    assert [seat.registration.start_number for seat in view.seats_at(4)].count(5) == 0


def test_a_late_correction_finds_the_people_of_that_runde(table):
    sheet, referee = table
    gone = number_at(sheet, 2)
    seats.substitute(seat_number=2, start_number=5, **at(sheet, referee))
    factories.play(sheet, 5)
    facts = at(sheet, referee, submission=uuid4())
    rulings.correct_game(number=3, result=result(4, {1: (10, True), 2: (77, False)}), **facts)
    assert standing(sheet, gone).augen == 77 + 25
    assert standing(sheet, 5).games_played == 1


def test_who_keeps_the_list_when_its_keeper_leaves(table):
    sheet, referee = table
    assert seats.prescribe_leaving(view_of(sheet), 1).scorer_after.number == 2
    seats.let_leave(seat_number=1, **at(sheet, referee))
    assert view_of(sheet).sheet.scorer.number == 2
    assert view_of(sheet).next_game.dealer.number == 2


def test_the_substitute_of_the_keeper_keeps_the_list(table):
    sheet, referee = table
    seats.substitute(seat_number=1, start_number=5, **at(sheet, referee))
    assert view_of(sheet).sheet.scorer == view_of(sheet).seats[0]


@pytest.mark.parametrize("comes", [None, 5])
def test_a_change_is_taken_back_until_the_next_game(table, comes):
    sheet, referee = table
    before = [seat.pk for seat in view_of(sheet).sitting]
    if comes:
        seats.substitute(seat_number=2, start_number=comes, **at(sheet, referee))
    else:
        seats.let_leave(seat_number=2, **at(sheet, referee))
    seats.bring_back(seat_number=2, **at(sheet, referee))
    view = view_of(sheet)
    assert ([seat.pk for seat in view.sitting], view.planned, view.former) == (before, 12, ())
    seats.substitute(seat_number=3, start_number=5, **at(sheet, referee))
    factories.play(sheet, 5)
    with pytest.raises(RulingRefused, match="läuft noch"):
        seats.bring_back(seat_number=3, **at(sheet, referee))


def test_seats_change_between_two_runden_only(table):
    sheet, referee = table
    factories.play(sheet, 5)
    for deed in (seats.let_leave, seats.bring_back):
        with pytest.raises(RulingRefused, match="Runde 2 läuft noch"):
            deed(seat_number=2, **at(sheet, referee))
    rulings.strike_game(number=GameNumber(2), **at(sheet, referee))
    with pytest.raises(RulingRefused, match="Zuerst Spiel 2 nachspielen"):
        seats.let_leave(seat_number=2, **at(sheet, referee))
    fresh = factories.table_of(4)
    with pytest.raises(RulingRefused, match="Noch ist kein Spiel"):
        seats.let_leave(seat_number=2, **at(fresh, factories.director()))


def test_nobody_sits_twice_and_nobody_who_is_gone_comes(table):
    sheet, referee = table
    with pytest.raises(RulingRefused, match="spielt in dieser Serie schon"):
        seats.substitute(seat_number=2, start_number=number_at(sheet, 3), **at(sheet, referee))
    seats.let_leave(seat_number=2, **at(sheet, referee))
    with pytest.raises(RulingRefused, match="Auf Platz 2 sitzt hier niemand"):
        seats.substitute(seat_number=2, start_number=5, **at(sheet, referee))
    with pytest.raises(RulingRefused, match="Zu 2 wird hier nicht gespielt"):
        seats.let_leave(seat_number=3, **at(sheet, referee))
    with pytest.raises(NotAllowed):
        seats.let_leave(seat_number=3, **at(sheet, factories.scorer(sheet)))


# The clock ------------------------------------------------------------------------------------------------


def start(sheet, minutes=60):
    return clock.start_clock(
        tournament_id=sheet.table.series.tournament_id,
        number=1,
        minutes=minutes,
        by=factories.director(),
        now=NOON,
    )


def extend(sheet, minutes, reason=WHY):
    return clock.extend_clock(
        tournament_id=sheet.table.series.tournament_id,
        number=1,
        minutes=minutes,
        reason=reason,
        by=factories.director(),
        now=NOON,
    )


def test_the_clock_is_started_extended_and_taken_back(table):
    sheet, referee = table
    start(sheet)
    assert view_of(sheet).clock.ends_at == NOON + 60 * MINUTES
    with pytest.raises(ClockRefused, match="läuft schon"):
        start(sheet)
    extend(sheet, 15)
    extend(sheet, -5)
    assert view_of(sheet).clock.ends_at == NOON + 70 * MINUTES
    for minutes, reason, said in ((0, WHY, "um wie viele"), (5, " ", "warum"), (-70, WHY, "1 bis 600")):
        with pytest.raises(ClockRefused, match=said):
            extend(sheet, minutes, reason)
    with pytest.raises(NotAllowed):
        clock.take_clock_back(
            tournament_id=sheet.table.series.tournament_id, number=1, reason=WHY, by=referee, now=NOON
        )
    clock.take_clock_back(
        tournament_id=sheet.table.series.tournament_id,
        number=1,
        reason=WHY,
        by=factories.director(),
        now=NOON,
    )
    assert view_of(sheet).clock is None
    deeds = JournalEntry.objects.filter(deed__startswith="clock").values_list("deed", "reason")
    assert list(deeds) == [
        ("clock_started", ""),
        ("clock_extended", WHY),
        ("clock_extended", WHY),
        ("clock_taken_back", WHY),
    ]


def end(sheet, now, seen=None):
    version = view_of(sheet).sheet.version if seen is None else seen
    return endings.end_on_time(sheet_id=sheet.pk, seen_version=version, by=factories.scorer(sheet), now=now)


@pytest.mark.slow
def test_games_not_begun_are_not_played_and_the_list_is_complete(table):
    sheet, _referee = table
    start(sheet)
    with pytest.raises(SheetRefused, match="noch nicht abgelaufen"):
        end(sheet, NOON + 60 * MINUTES - timedelta(seconds=1))
    factories.play(sheet, 5)  # it was begun before
    end(sheet, NOON + 66 * MINUTES)
    view = view_of(sheet)
    assert (view.life, view.planned, view.unplayed, view.left) == (Life.COMPLETE, 5, tuple(range(6, 13)), 0)
    assert view.next_game is None
    assert series_progress(sheet.table.series.tournament)[0].planned == 5
    with pytest.raises(SheetRefused, match="Alle Spiele"):
        report(sheet, 6, result(3, {4: (25, True), 1: (25, True)}))
    report(sheet, 5, result(3, {2: (26, True), 4: (25, True)}))  # a slip is mended as ever
    factories.accept(factories.sign_all(sheet))
    assert view_of(sheet).life is Life.ACCEPTED


def test_ending_twice_is_ending_once_and_an_old_page_is_told(table):
    sheet, _referee = table
    start(sheet)
    late = NOON + 61 * MINUTES
    with pytest.raises(StaleSheet):
        end(sheet, late, seen=1)
    end(sheet, late)
    end(sheet, late, seen=1)
    assert JournalEntry.objects.filter(deed="sheet_ended_early").count() == 1


def test_a_game_begun_too_late_is_struck_and_an_end_is_taken_back(table):
    sheet, referee = table
    start(sheet)
    factories.play(sheet, 5)
    factories.play(sheet, 6)
    with pytest.raises(RulingRefused, match="noch nicht abgelaufen"):
        endings.end_early(last_game=5, cause=TIME, **at(sheet, referee))
    late = {"now": NOON + 70 * MINUTES}
    endings.end_early(last_game=5, cause=TIME, **at(sheet, referee) | late)
    view = view_of(sheet)
    assert ([game.number for game in view.struck], view.life) == ([6], Life.COMPLETE)
    endings.resume_games(**at(sheet, referee))
    assert (view_of(sheet).next_game.number, view_of(sheet).unplayed) == (6, ())
    with pytest.raises(RulingRefused, match="nicht vorzeitig"):
        endings.resume_games(**at(sheet, referee))


def test_what_lies_behind_the_end_counts_only_when_the_list_goes_on(table):
    sheet, referee = table
    for number in (5, 6):
        factories.play(sheet, number)
    endings.end_early(last_game=5, cause=BROKEN, **at(sheet, referee))
    [row] = view_of(sheet).struck
    with pytest.raises(RulingRefused, match="hinter dem Ende"):
        rulings.restore_row(row_id=row.pk, submission=uuid4(), **at(sheet, referee))
    assert [game.number for game in view_of(sheet).games] == [1, 2, 3, 4, 5]
    endings.resume_games(**at(sheet, referee))
    rulings.restore_row(row_id=row.pk, submission=uuid4(), **at(sheet, referee))
    assert [game.number for game in view_of(sheet).games] == [1, 2, 3, 4, 5, 6]


def test_a_game_that_a_smaller_table_does_not_have_stays_struck(table):
    sheet, referee = table
    for number in range(5, 13):
        factories.play(sheet, number)
    for number in range(12, 4, -1):
        rulings.strike_game(number=number, **at(sheet, referee))
    seats.let_leave(seat_number=3, **at(sheet, referee))
    view = view_of(sheet)
    assert view.planned == 10
    last = next(game for game in view.struck if game.number == 12)
    with pytest.raises(RulingRefused, match="nur noch 10 Spiele"):
        rulings.restore_row(row_id=last.pk, submission=uuid4(), **at(sheet, referee))
    assert [game.number for game in view_of(sheet).games] == [1, 2, 3, 4]


def test_a_table_of_three_that_loses_somebody_is_broken_off():
    sheet = factories.table_of(3, rounds=2)
    by = factories.director()
    for number in (1, 2, 3):
        factories.play(sheet, number)
    with pytest.raises(RulingRefused, match="Ersatz einsetzen oder den Tisch abbrechen"):
        seats.let_leave(seat_number=2, **at(sheet, by))
    endings.end_early(last_game=3, cause=BROKEN, **at(sheet, by))
    assert view_of(sheet).life is Life.COMPLETE
    assert Ruling.objects.get().kind == Ruling.Kind.ENDED
    with pytest.raises(RulingRefused, match="bis 3"):
        endings.end_early(last_game=4, cause=BROKEN, **at(sheet, by))


def test_a_struck_game_before_the_end_is_played_again(table):
    sheet, referee = table
    endings.end_early(last_game=4, cause=BROKEN, **at(sheet, referee))
    rulings.strike_game(number=2, **at(sheet, referee))
    assert (view_of(sheet).life, view_of(sheet).next_game.number) == (Life.OPEN, 2)
    factories.play(sheet, 2)
    assert view_of(sheet).life is Life.COMPLETE


# The left neighbour ---------------------------------------------------------------------------------------


def confirm(sheet, number, by=None, row=None):
    game = view_of(sheet).game(number)
    return confirming.confirm_game(
        sheet_id=sheet.pk,
        number=number,
        game_id=game.pk if row is None else row,
        by=by or factories.scorer(sheet),
        now=NOON,
    )


def test_the_left_neighbour_of_the_keeper_confirms_each_row(table):
    sheet, referee = table
    with pytest.raises(SheetRefused, match="bestätigt niemand"):
        confirm(sheet, 1)
    made = sheet.table.series.tournament
    with pytest.raises(NotAllowed):
        confirming.want_confirmation(tournament_id=made.pk, wanted=True, by=referee, now=NOON)
    confirming.want_confirmation(tournament_id=made.pk, wanted=True, by=factories.director(), now=NOON)
    assert [game.number for game in view_of(sheet).unconfirmed] == [1, 2, 3, 4]
    game = confirm(sheet, 4)
    assert (game.confirmed_by.number, game.confirmed_at) == (2, NOON)
    assert confirm(sheet, 4) == game
    assert JournalEntry.objects.filter(deed="game_confirmed").count() == 1
    report(sheet, 4, result(1, {2: (40, True), 3: (2, True)}))
    assert 4 in [one.number for one in view_of(sheet).unconfirmed], "another row is another confirmation"
    with pytest.raises(StaleSheet):
        confirm(sheet, 4, row=game.pk)
    seats.let_leave(seat_number=2, **at(sheet, referee))
    assert confirm(sheet, 4).confirmed_by.number == 3, "an empty seat is passed over"


def test_a_missing_confirmation_stops_nothing(table):
    sheet, _referee = table
    made = sheet.table.series.tournament
    confirming.want_confirmation(tournament_id=made.pk, wanted=True, by=factories.director(), now=NOON)
    factories.play_all(sheet)
    sign(sheet, 1)
    assert len(view_of(sheet).unsigned) == 3


def test_the_keeper_who_comes_back_keeps_the_list_again(table):
    sheet, referee = table
    keeper = view_of(sheet).sheet.scorer
    seats.substitute(seat_number=1, start_number=5, **at(sheet, referee))
    assert view_of(sheet).sheet.scorer != keeper
    seats.bring_back(seat_number=1, **at(sheet, referee))
    assert view_of(sheet).sheet.scorer == keeper


def test_a_change_that_is_none_and_one_that_was_played_on_are_not_taken_back(table):
    sheet, referee = table
    with pytest.raises(RulingRefused, match="niemand gewechselt"):
        seats.bring_back(seat_number=2, **at(sheet, referee))
    seats.substitute(seat_number=2, start_number=5, **at(sheet, referee))
    factories.play(sheet, 5)
    rulings.strike_game(number=GameNumber(5), **at(sheet, referee))
    with pytest.raises(RulingRefused, match="schon gespielt worden"):
        seats.bring_back(seat_number=2, **at(sheet, referee))


def test_who_has_left_the_field_is_no_substitute(table):
    sheet, referee = table
    withdraw_player(
        tournament_id=sheet.table.series.tournament_id,
        start_number=5,
        reason="Krank",
        by=factories.director(),
        now=NOON,
    )
    with pytest.raises(RulingRefused, match="zuerst wieder zulassen"):
        seats.substitute(seat_number=2, start_number=5, **at(sheet, referee))
