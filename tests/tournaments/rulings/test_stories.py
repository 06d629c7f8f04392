"""Stories of the referee: strikes, corrections and Regel 15, each beside the game and never in it."""

from __future__ import annotations

from uuid import uuid4

import pytest

from tests import factories
from tests.factories import NOON, result
from tests.tournaments.lists.test_sheets_life import view_of
from tournaments.event.permissions import NotAllowed
from tournaments.event.selectors.sheets import sheets
from tournaments.lists.selectors.sheets import Life
from tournaments.lists.services.sheets import StaleSheet
from tournaments.models import JournalEntry, Penalty, Ruling, ScoreSheet, Signature
from tournaments.rankings.selectors.standings import standings
from tournaments.rulings import services as rulings
from tournaments.rulings.services import RulingRefused

pytestmark = pytest.mark.django_db

WHY = "Platz 3 hatte außer der Reihe gegeben."


@pytest.fixture(scope="module")
def staged_sheet(stage: None) -> ScoreSheet:
    """Two Runden of a table of four: everybody lost with 25 Augen, opened."""
    return factories.play_all(factories.table_of(4, rounds=2))


@pytest.fixture
def sheet(staged_sheet: ScoreSheet) -> ScoreSheet:
    return sheets().get(pk=staged_sheet.pk)


@pytest.fixture
def referee(sheet):
    return factories.referee(sheet.table.series.tournament)


def seen(sheet) -> int:
    version: int = view_of(sheet).sheet.version
    return version


def strike(sheet, number, by, **other):
    facts = {"reason": WHY, "seen_version": seen(sheet)} | other
    return rulings.strike_game(sheet_id=sheet.pk, number=number, by=by, now=NOON, **facts)


def correct(sheet, number, what, by, **other):
    facts = {"reason": WHY, "seen_version": seen(sheet), "submission": uuid4()} | other
    return rulings.correct_game(sheet_id=sheet.pk, number=number, result=what, by=by, now=NOON, **facts)


def penalise(sheet, number, seat, by, **other):
    facts = {"reason": WHY, "seen_version": seen(sheet)} | other
    return rulings.penalise_loose_hand(
        sheet_id=sheet.pk, number=number, seat_number=seat, by=by, now=NOON, **facts
    )


def net(sheet, seat) -> tuple[int, int]:
    total = view_of(sheet).tally.totals[seat]
    return total.net_points, total.augen


# Striking -------------------------------------------------------------------------------------------------


def test_a_struck_game_counts_nothing_and_its_deal_is_open_again(sheet, referee):
    assert view_of(sheet).life is Life.COMPLETE
    before = net(sheet, 4)
    strike(sheet, 3, referee)
    view = view_of(sheet)
    assert view.life is Life.OPEN
    assert (view.next_game.number, view.next_game.dealer.number) == (3, 3)
    assert net(sheet, 4)[0] < before[0]
    assert view.struck[0].struck_reason == WHY
    row = next(row for row in view.tally.rows if row.struck)
    assert (row.number, row.counts) == (3, False)
    factories.play(sheet, 3)
    assert view_of(sheet).life is Life.COMPLETE
    assert net(sheet, 4) == before


def test_several_struck_games_are_played_again_from_the_first(sheet, referee):
    for number in (7, 6):
        strike(sheet, number, referee)
    assert view_of(sheet).next_game.number == 6
    factories.play(sheet, 6)
    assert view_of(sheet).next_game.number == 7


def test_a_strike_opens_even_an_accepted_list(sheet, referee):
    factories.accept(factories.sign_all(sheet))
    strike(sheet, 8, referee)
    view = view_of(sheet)
    assert (view.life, view.sheet.accepted_at, len(view.unsigned)) == (Life.OPEN, None, 4)
    assert {signature.revoked_reason for signature in Signature.objects.all()} == {"Spiel 8 wurde gestrichen"}


def test_what_is_not_there_cannot_be_struck(sheet, referee):
    strike(sheet, 8, referee)
    for number in (0, 8, 9, 99):
        with pytest.raises(RulingRefused, match="ist nicht eingetragen"):
            strike(sheet, number, referee)


# Correcting -----------------------------------------------------------------------------------------------


def test_a_closed_game_is_corrected_and_an_accepted_list_stays_accepted(sheet, referee):
    factories.accept(factories.sign_all(sheet))
    ruling = correct(sheet, 1, result(2, {3: (9, True), 4: (110, False)}), referee)
    view = view_of(sheet)
    assert view.life is Life.ACCEPTED
    assert not view.unsigned
    assert (ruling.number, ruling.game.struck_reason) == (1, WHY)
    assert view.tally.totals[4].crosses == 1
    assert standings(view.tournament).rows[0].total.net_points == max(
        total.net_points for total in view.tally.totals.values()
    )


def test_a_correction_before_acceptance_asks_for_new_signatures(sheet, referee):
    factories.sign_all(sheet)
    correct(sheet, 1, result(2, {3: (9, True), 4: (110, False)}), referee)
    assert view_of(sheet).life is Life.COMPLETE


def test_the_same_correction_sent_twice_is_one_ruling(sheet, referee):
    one, version = uuid4(), seen(sheet)
    what = result(2, {3: (9, True), 4: (110, False)})
    first = correct(sheet, 1, what, referee, submission=one, seen_version=version)
    assert correct(sheet, 1, what, referee, submission=one, seen_version=version) == first
    assert Ruling.objects.count() == 1
    with pytest.raises(NotAllowed):
        correct(sheet, 1, what, factories.scorer(sheet), submission=one)


def test_a_submission_that_wrote_a_game_writes_no_ruling(sheet, referee):
    used = view_of(sheet).game(5).submission
    with pytest.raises(RulingRefused, match="schon verbraucht"):
        correct(sheet, 1, result(2, {3: (9, True), 4: (110, False)}), referee, submission=used)


# Regel 15 -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "cost"),
    [
        ((8, True), (-1, 3)),  # 8 → 11, 3 → 2
        ((25, True), (-1, 6)),  # 25 → 31, 2 → 1
        ((40, True), (-1, 0)),
        ((88, False), (-1, 13)),  # 88 → 101, 0 → −1
        ((120, False), (-1, 0)),
    ],
)
def test_every_case_of_rule_15_as_a_line_of_its_own(hand, cost):
    sheet = factories.table_of(4)
    factories.play(sheet, 1, result(2, {3: hand, 4: (25, True)}))
    points, augen = net(sheet, 3)
    row = view_of(sheet).game(1)
    penalty = penalise(sheet, 1, 3, factories.director())
    assert (penalty.points, penalty.augen) == cost
    assert net(sheet, 3) == (points + cost[0], augen + cost[1])
    line = row.lines.get(seat__number=3)
    assert (line.augen, line.opened) == hand
    assert standings_of(sheet, 3) == net(sheet, 3)


def standings_of(sheet, seat) -> tuple[int, int]:
    """The same two figures as the standings of the event have them."""
    registration = sheet.table.seats.get(number=seat).registration
    row = next(
        row for row in standings(sheet.table.series.tournament).rows if row.registration == registration
    )
    return row.total.net_points, row.total.augen


def test_offences_count_over_the_event_and_a_lifted_one_does_not_count():
    made = factories.tournament(players=4, series=2, rounds=1)
    lists = [factories.play_all(factories.sheet_of(factories.draw(made, series))) for series in (1, 2)]
    director = factories.director()
    player = lists[0].table.seats.get(number=3).registration
    costs = []
    for sheet in lists:
        at = next(seat.number for seat in view_of(sheet).seats if seat.registration_id == player.pk)
        lost = next(
            g.number for g in view_of(sheet).games if g.lines.filter(seat__number=at, won=False).exists()
        )
        penalty = penalise(sheet, lost, at, director)
        costs.append((penalty.offence, penalty.points))
    assert costs == [(1, -1), (2, -2)]

    first = Penalty.objects.first()
    rulings.lift_penalty(penalty_id=first.pk, reason="verwechselt", by=director, now=NOON)
    with pytest.raises(RulingRefused, match="schon aufgehoben"):
        rulings.lift_penalty(penalty_id=first.pk, reason="noch einmal", by=director, now=NOON)
    again = penalise(lists[0], first.game.number, 3, director)
    assert again.offence == 2, "one that stands, and this one"


def test_the_same_game_is_not_punished_twice_also_after_a_correction(sheet, referee):
    penalise(sheet, 1, 3, referee)
    with pytest.raises(RulingRefused, match="schon auf der Liste"):
        penalise(sheet, 1, 3, referee)
    correct(sheet, 1, result(2, {3: (9, True), 4: (25, True)}), referee)
    with pytest.raises(RulingRefused, match="schon auf der Liste"):
        penalise(sheet, 1, 3, referee)


def test_a_game_that_is_played_anew_may_be_punished_anew(sheet, referee):
    penalise(sheet, 1, 3, referee)
    strike(sheet, 1, referee)
    factories.play(sheet, 1)
    assert penalise(sheet, 1, 3, referee).offence == 2


def test_who_held_no_cards_threw_none(sheet, referee):
    for seat in (1, 2, 9):  # the dealer, the winner, nobody
        with pytest.raises(RulingRefused, match="hatte in Spiel 1 keine Karten zu zählen"):
            penalise(sheet, 1, seat, referee)


def test_basic_rules_have_no_rule_15():
    sheet = factories.table_of(3, rules="basic", rounds=1)
    factories.play(sheet, 1, result(1, {2: (9, False), 3: (25, False)}))
    with pytest.raises(RulingRefused, match="kennt keine Strafe"):
        penalise(sheet, 1, 2, factories.director())


# Deductions, reasons, rights ------------------------------------------------------------------------------


def deduct(sheet, points, by, **other):
    number = sheet.table.seats.get(number=2).registration.start_number
    facts = {"start_number": number, "reason": WHY, "seen_version": seen(sheet)} | other
    return rulings.deduct_points(sheet_id=sheet.pk, points=points, by=by, now=NOON, **facts)


def test_a_deduction_and_a_warning(sheet, referee):
    before = net(sheet, 2)
    assert deduct(sheet, 0, referee).kind == "warning"
    assert net(sheet, 2) == before
    assert deduct(sheet, 3, referee).kind == "deduction"
    assert net(sheet, 2) == (before[0] - 3, before[1])
    for points in (-1, 1000, 10**9):
        with pytest.raises(RulingRefused, match="0 für eine Verwarnung"):
            deduct(sheet, points, referee)


def test_a_penalty_needs_a_player_of_this_table():
    series = factories.draw(factories.tournament(players=8))
    mine, other = factories.sheet_of(series, 1), factories.sheet_of(series, 2)
    stranger = other.table.seats.get(number=1).registration.start_number
    with pytest.raises(RulingRefused, match="sitzt nicht an diesem Tisch"):
        deduct(mine, 1, factories.director(), start_number=stranger)


@pytest.mark.parametrize(
    ("reason", "sentence"), [("", "braucht eine Begründung"), (" \n", "braucht"), ("x" * 301, "zu lang")]
)
def test_no_ruling_without_a_reason_that_fits_the_list(sheet, referee, reason, sentence):
    penalty = deduct(sheet, 1, referee)
    deeds = [
        lambda: strike(sheet, 1, referee, reason=reason),
        lambda: correct(sheet, 1, result(2, {3: (9, True), 4: (25, True)}), referee, reason=reason),
        lambda: penalise(sheet, 1, 3, referee, reason=reason),
        lambda: deduct(sheet, 1, referee, reason=reason),
        lambda: rulings.lift_penalty(penalty_id=penalty.pk, reason=reason, by=referee, now=NOON),
    ]
    before = (seen(sheet), Ruling.objects.count(), JournalEntry.objects.count())
    for deed in deeds:
        with pytest.raises(RulingRefused, match=sentence):
            deed()
    assert (seen(sheet), Ruling.objects.count(), JournalEntry.objects.count()) == before


def test_only_referees_rule_and_only_over_the_list_they_have_seen(sheet, referee):
    keeper = factories.scorer(sheet)
    for deed in (strike, lambda s, n, by, **kw: penalise(s, n, 3, by, **kw)):
        with pytest.raises(NotAllowed):
            deed(sheet, 1, keeper)
        with pytest.raises(StaleSheet):
            deed(sheet, 1, referee, seen_version=0)
    assert not Ruling.objects.exists()


def test_rulings_are_numbered_through_the_event(sheet, referee):
    strike(sheet, 8, referee)
    deduct(sheet, 1, referee)
    rulings.lift_penalty(penalty_id=Penalty.objects.get().pk, reason=WHY, by=referee, now=NOON)
    kinds = list(Ruling.objects.order_by("number").values_list("number", "kind"))
    assert kinds == [(1, "strike"), (2, "penalty"), (3, "lifted")]
