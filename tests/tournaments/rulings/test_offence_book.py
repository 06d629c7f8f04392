"""The offence book: what the rule proposes, what the referee decides instead, and what a look ahead shows."""

from __future__ import annotations

import dataclasses
import re
from functools import partial
from uuid import uuid4

import pytest

from scoring.offences import Noticed
from tests import factories
from tests.factories import NOON, result
from tests.tournaments.lists.test_sheets_life import view_of
from tournaments.event.selectors.sheets import sheets
from tournaments.event.services import setup as tournaments
from tournaments.lists.selectors.sheets import Life, result_of
from tournaments.lists.services.sheets import StaleSheet
from tournaments.models import Game, JournalEntry, Penalty, Ruling
from tournaments.rankings.selectors.standings import standings
from tournaments.rulings import services as rulings
from tournaments.rulings.forms.rulings import GROUPS, PenaltyForm
from tournaments.rulings.selectors.offences import KINDS, Offence
from tournaments.rulings.services import Otherwise, RulingRefused, deals

pytestmark = pytest.mark.django_db

WHY = "Vom Nachbartisch bezeugt."
COUNT, SEAT, LOOSE = Penalty.Kind.WRONG_COUNT, Penalty.Kind.WRONG_SEAT, Penalty.Kind.LOOSE_HAND


@pytest.fixture(scope="module")
def staged_sheet(stage: None):
    """One Runde of a table of four: left of the dealer wins, the others lose with 25 Augen, opened."""
    return factories.play_all(factories.table_of(4, rounds=1))


@pytest.fixture
def sheet(staged_sheet):
    return sheets().get(pk=staged_sheet.pk)


@pytest.fixture
def referee(sheet):
    return factories.referee(sheet.table.series.tournament)


def seen(sheet) -> int:
    return view_of(sheet).sheet.version


def impose(sheet, by, offence, **other):
    facts = {"reason": WHY, "seen_version": seen(sheet)} | other
    return rulings.impose(sheet_id=sheet.pk, offence=offence, by=by, now=NOON, **facts)


def figures(sheet, seat) -> tuple[int, int]:
    """Points and Augen by the list; the standings of the event have to say the same."""
    total = view_of(sheet).tally.totals[seat]
    registration = sheet.table.seats.get(number=seat).registration
    rows = standings(sheet.table.series.tournament).rows
    row = next(row for row in rows if row.registration == registration)
    assert (row.total.net_points, row.total.augen) == (total.net_points, total.augen)
    return total.net_points, total.augen


# The book --------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_wrong_seat_is_nothing_for_the_series_also_for_games_to_come(referee, sheet):
    others = [figures(sheet, seat) for seat in (1, 2, 4)]
    penalty = impose(sheet, referee, Offence(kind=SEAT, seat=3))
    assert (penalty.voids_series, penalty.points, penalty.ruling.paragraph) == (True, 0, "Turnierbrauch")
    assert figures(sheet, 3) == (0, 50)
    what = result(3, {1: (25, True), 4: (25, True)})
    rulings.correct_game(
        sheet_id=sheet.pk,
        number=2,
        result=what,
        reason=WHY,
        submission=uuid4(),
        seen_version=seen(sheet),
        by=referee,
        now=NOON,
    )
    assert figures(sheet, 3)[0] == 0
    assert [figures(sheet, seat) for seat in (1, 2, 4)] == others
    with pytest.raises(RulingRefused, match="steht schon auf der Liste"):
        impose(sheet, referee, Offence(kind=SEAT, seat=3))
    rulings.lift_penalty(penalty_id=penalty.pk, reason="Es war der Bruder.", by=referee, now=NOON)
    assert figures(sheet, 3)[0] > 0


def test_cards_over_the_number_add_their_augen_beside_the_game(sheet, referee):
    before = figures(sheet, 3)
    offence = Offence(kind=COUNT, seat=3, game=1, cards=15, noticed=Noticed.AT_END, extra_augen=17)
    penalty = impose(sheet, referee, offence)
    assert (penalty.game.number, penalty.points, penalty.augen) == (1, 0, 17)
    assert figures(sheet, 3) == (before[0], before[1] + 17)
    assert result_of(view_of(sheet).game(1)).hands[3].augen == 25, "the game itself stays"


def test_a_wrong_number_in_the_game_that_is_being_played():
    sheet = factories.table_of(4)
    by = factories.director()
    penalty = impose(sheet, by, Offence(kind=COUNT, seat=2, game=1, cards=12))
    assert (penalty.game, penalty.of_game) == (None, 1)
    facts = JournalEntry.objects.get(deed="penalty_imposed").facts
    assert (facts["game"], facts["kind"]) == (1, "wrong_count")
    with pytest.raises(RulingRefused, match="keine Karten zu zählen"):  # the dealer rests
        impose(sheet, by, Offence(kind=COUNT, seat=1, game=1, cards=12))
    with pytest.raises(RulingRefused, match="noch nicht eingetragen"):
        impose(
            sheet, by, Offence(kind=COUNT, seat=2, game=1, cards=15, noticed=Noticed.AT_END, extra_augen=9)
        )
    with pytest.raises(RulingRefused, match="richtige Zahl"):
        impose(sheet, by, Offence(kind=COUNT, seat=2, game=1, cards=13))


@pytest.mark.slow
def test_offences_of_each_kind_are_counted_over_the_event_lifted_ones_not():
    made = factories.tournament(players=4, series=2, rounds=1)
    lists = [factories.play_all(factories.sheet_of(factories.draw(made, series))) for series in (1, 2)]
    by = factories.director()
    player = lists[0].table.seats.get(number=1).registration

    def warned(sheet) -> Penalty:
        seat = next(seat.number for seat in view_of(sheet).seats if seat.registration_id == player.pk)
        return impose(sheet, by, Offence(kind=Penalty.Kind.WARNING, seat=seat))

    first, second = warned(lists[0]), warned(lists[1])
    assert (first.offence, second.offence) == (1, 2)
    rulings.lift_penalty(penalty_id=first.pk, reason="verwechselt", by=by, now=NOON)
    assert warned(lists[0]).offence == 2


def test_the_referee_decides_otherwise_and_the_book_keeps_both(sheet, referee):
    before = figures(sheet, 3)
    offence = Offence(kind=LOOSE, seat=3, game=1)
    penalty = impose(sheet, referee, offence, otherwise=Otherwise(points=0, augen=3))
    assert (penalty.points, penalty.augen) == (0, 3)
    assert penalty.prescribed == {"points": -1, "augen": 6, "voids_series": False}
    assert figures(sheet, 3) == (before[0], before[1] + 3)
    assert JournalEntry.objects.get(deed="penalty_imposed").facts["prescribed"] == penalty.prescribed
    with pytest.raises(RulingRefused, match="braucht eine Begründung"):
        impose(
            sheet,
            referee,
            Offence(kind=LOOSE, seat=4, game=1),
            reason=" ",
            otherwise=Otherwise(points=0, augen=0),
        )
    for wrong in (
        Otherwise(points=1, augen=0),
        Otherwise(points=0, augen=-1),
        Otherwise(points=-1000, augen=0),
    ):
        with pytest.raises(RulingRefused, match="0 bis 999"):
            impose(sheet, referee, Offence(kind=LOOSE, seat=4, game=1), otherwise=wrong)
    same = impose(
        sheet, referee, Offence(kind=LOOSE, seat=4, game=1), otherwise=Otherwise(points=-1, augen=6)
    )
    assert same.prescribed is None, "what the rule says is no deviation"


# Every deed has its counter-deed -------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_strike_is_taken_back_by_the_same_row_written_anew(sheet, referee):
    before = [figures(sheet, seat) for seat in (1, 2, 3, 4)]
    struck = rulings.strike_game(
        sheet_id=sheet.pk, number=2, reason=WHY, seen_version=seen(sheet), by=referee, now=NOON
    )
    assert view_of(sheet).life is Life.OPEN
    one = uuid4()
    deed = partial(
        rulings.restore_row,
        sheet_id=sheet.pk,
        row_id=struck.game_id,
        reason="Der Geber stimmte doch.",
        submission=one,
        by=referee,
        now=NOON,
    )
    back = deed(seen_version=seen(sheet))
    assert deed(seen_version=0) == back, "sent twice it is one ruling"
    assert [figures(sheet, seat) for seat in (1, 2, 3, 4)] == before
    assert (view_of(sheet).life, back.undoes) == (Life.COMPLETE, struck)
    row = Game.objects.get(pk=struck.game_id)
    assert (row.struck_reason, row.struck_at) == (WHY, NOON), "the struck row stays struck"


@pytest.mark.slow
def test_a_correction_is_taken_back_and_that_too(sheet, referee):
    first = view_of(sheet).game(1)
    what = result(2, {3: (9, True), 4: (25, True)})
    common = {"sheet_id": sheet.pk, "reason": WHY, "by": referee, "now": NOON}
    ruling = rulings.correct_game(
        number=1, result=what, submission=uuid4(), seen_version=seen(sheet), **common
    )
    corrected = view_of(sheet).game(1)
    back = rulings.restore_row(row_id=first.pk, submission=uuid4(), seen_version=seen(sheet), **common)
    assert (result_of(view_of(sheet).game(1)), back.undoes) == (result_of(first), ruling)
    rulings.restore_row(row_id=corrected.pk, submission=uuid4(), seen_version=seen(sheet), **common)
    assert result_of(view_of(sheet).game(1)) == what
    with pytest.raises(RulingRefused, match="steht schon so auf der Liste"):
        rulings.restore_row(row_id=corrected.pk, submission=uuid4(), seen_version=seen(sheet), **common)
    with pytest.raises(RulingRefused, match="steht nicht auf der Liste"):
        rulings.restore_row(row_id=10**6, submission=uuid4(), seen_version=seen(sheet), **common)


def test_a_remark_is_withdrawn_and_may_be_said_again(sheet, referee):
    said = rulings.remark(sheet_id=sheet.pk, number=1, text="gesehen", paragraph="", by=referee, now=NOON)
    back = rulings.withdraw_remark(ruling_id=said.pk, reason="anderes Spiel", by=referee, now=NOON)
    assert (back.undoes, back.kind) == (said, "withdrawn")
    assert rulings.withdraw_remark(ruling_id=said.pk, reason="noch einmal", by=referee, now=NOON) == back
    again = rulings.remark(sheet_id=sheet.pk, number=1, text="gesehen", paragraph="", by=referee, now=NOON)
    assert again != said
    with pytest.raises(RulingRefused, match="kein Vermerk"):
        rulings.withdraw_remark(ruling_id=back.pk, reason="?", by=referee, now=NOON)


# A look ahead --------------------------------------------------------------------------------------------------


def everything(tournament) -> tuple[object, ...]:
    """Whatever a deed could leave behind."""
    return (
        tournament.journal.count(),
        Ruling.objects.count(),
        Penalty.objects.count(),
        list(Game.objects.order_by("pk").values()),
        type(tournament).objects.get(pk=tournament.pk).revision,
        [(row.registration.pk, row.place.rank, row.total.net_points) for row in standings(tournament).rows],
    )


@pytest.fixture(scope="module")
def staged_signed(stage: None):
    """Seven players in pairs and a team, one series; table 1 signed and accepted, the field ranked."""
    made = factories.tournament(players=7, series=2, rounds=1)
    by = factories.director()
    tournaments.form_pair(tournament_id=made.pk, first=1, second=2, by=by, now=NOON)
    tournaments.form_pair(tournament_id=made.pk, first=3, second=4, by=by, now=NOON)
    tournaments.form_team(
        tournament_id=made.pk, name="Probemannschaft A", start_numbers=[1, 3, 5], by=by, now=NOON
    )
    tournaments.form_team(
        tournament_id=made.pk, name="Probemannschaft B", start_numbers=[2, 4, 6], by=by, now=NOON
    )
    series = factories.draw(made)
    for table in (1, 2):
        factories.accept(factories.sign_all(factories.play_all(factories.sheet_of(series, table))))
    return factories.sheet_of(series, 1)


@pytest.fixture
def signed(staged_signed):
    return sheets().get(pk=staged_signed.pk)


def correction(sheet, by, **other):
    """Seat 3 wins game 1 by hand instead of seat 2."""
    facts = {
        "sheet_id": sheet.pk,
        "number": 1,
        "result": result(3, {2: (120, False), 4: (25, True)}, finish=factories.Finish.HAND),
        "reason": WHY,
        "submission": uuid4(),
        "seen_version": seen(sheet),
        "by": by,
        "now": NOON,
    } | other
    return partial(rulings.correct_game, **facts)


@pytest.mark.slow
def test_what_is_seen_ahead_is_exactly_what_comes(signed):
    tournament = signed.table.series.tournament
    deed = correction(signed, factories.director())
    before = everything(tournament)
    ahead = rulings.look_ahead(deed, sheet_id=signed.pk, now=NOON)
    assert everything(tournament) == before, "a look leaves nothing behind"
    ranks = {row.registration.name: row.place.rank for row in standings(tournament).rows}
    deed()
    after = {row.registration.name: row.place for row in standings(tournament).rows}
    told = {move.name: move for move in ahead.singles}
    for name, place in after.items():
        if place.rank != ranks[name]:
            assert (told[name].before.rank, told[name].after.rank) == (ranks[name], place.rank)
    for seat, move in zip((1, 2, 3, 4), ahead.seats, strict=True):
        assert (move.after.points, move.after.augen) == figures(signed, seat)
    assert {move.name for move in ahead.seats if move.scored} == {
        signed.table.seats.get(number=number).registration.name for number in (2, 3)
    }
    assert ahead.life_before is ahead.life_after is Life.ACCEPTED
    assert (ahead.version, ahead.signatures_lost, ahead.nothing) == (seen(signed) - 1, 0, False)
    groups = {str(group) for group in (*tournament.teams.all(), *tournament.pairs.all())}
    moved = {move.name for moves in ahead.others.values() for move in moves}
    assert moved, "teams and tandems are told too"
    assert moved <= groups


def test_a_strike_opens_the_list_and_takes_signatures(signed):
    deed = partial(
        rulings.strike_game,
        sheet_id=signed.pk,
        number=2,
        reason=WHY,
        seen_version=seen(signed),
        by=factories.director(),
        now=NOON,
    )
    ahead = rulings.look_ahead(deed, sheet_id=signed.pk, now=NOON)
    assert (ahead.life_before, ahead.life_after, ahead.signatures_lost) == (Life.ACCEPTED, Life.OPEN, 4)


@pytest.mark.slow
def test_a_posted_seating_stays_and_a_tie_decided_otherwise_is_told(signed):
    by = factories.director()
    series = factories.draw(signed.table.series.tournament, 2)
    chairs = list(series.seats.order_by("pk").values_list("table__number", "number", "registration_id"))
    deed = correction(signed, by)
    ahead = rulings.look_ahead(deed, sheet_id=signed.pk, now=NOON)
    assert ahead.posted == (2,)
    deed()
    assert (
        list(series.seats.order_by("pk").values_list("table__number", "number", "registration_id")) == chairs
    )
    more = Offence(kind=COUNT, seat=4, game=1, cards=14, noticed=Noticed.AT_END, extra_augen=1)
    one_more = partial(
        rulings.impose,
        sheet_id=signed.pk,
        offence=more,
        reason=WHY,
        seen_version=seen(signed),
        by=by,
        now=NOON,
    )
    tied = rulings.look_ahead(one_more, sheet_id=signed.pk, now=NOON)
    assert all(move.before.points == move.after.points for move in tied.seats)
    assert any(move.ranked or move.decided_otherwise for move in tied.singles) or not tied.singles


def test_an_old_look_is_refused_and_so_is_an_impossible_deed(sheet, referee):
    with pytest.raises(StaleSheet):
        rulings.look_ahead(correction(sheet, referee, seen_version=0), sheet_id=sheet.pk, now=NOON)
    with pytest.raises(RulingRefused):
        rulings.look_ahead(correction(sheet, referee, reason=" "), sheet_id=sheet.pk, now=NOON)
    assert not Ruling.objects.exists()


@pytest.mark.slow
def test_rows_that_a_misdeal_struck_count_again_one_by_one():
    sheet = factories.table_of(4)
    by = factories.director()
    for number in (1, 2, 3):
        factories.play(sheet, number)
    before = [figures(sheet, seat) for seat in (1, 2, 3, 4)]
    common = {"sheet_id": sheet.pk, "reason": WHY, "by": by, "now": NOON}
    deals.rule_misdeal(fault=2, disputed=True, seen_version=seen(sheet), **common)
    struck = view_of(sheet).struck
    assert [game.number for game in struck] == [2, 3]
    for game in struck:
        rulings.restore_row(row_id=game.pk, submission=uuid4(), seen_version=seen(sheet), **common)
    assert [figures(sheet, seat) for seat in (1, 2, 3, 4)] == before
    assert view_of(sheet).next_game.number == 4


def test_every_kind_has_its_entry_and_its_fields():
    """A kind is a line in the model, a row of KINDS and nothing else; the form asks for what the row names."""
    assert set(KINDS) == set(Penalty.Kind)
    fields = {field.name for field in dataclasses.fields(Offence)}
    for kind, what in KINDS.items():
        assert what.asks <= fields & set(PenaltyForm.base_fields), kind
        assert set(what.needs) <= what.asks, kind
    folded = {name for names in GROUPS.values() for name in names}
    assert folded <= set(PenaltyForm.base_fields)


def test_the_tiles_say_which_fields_they_open(sheet):
    drawn = str(PenaltyForm(view=view_of(sheet))["kind"])
    assert re.search(r'value="wrong_count"[^>]*data-asks="count"', drawn)
    assert re.search(r'value="deduction"[^>]*data-asks="deduct"', drawn)
    assert re.search(r'value="warning"[^>]*data-asks=""', drawn)
