"""From the pot to the hand: prizes as the standings are, announced as a copy, handed out once, and never changed in silence."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.utils import IntegrityError

from scoring.numbers import GameNumber
from scoring.sentence import Refusal
from tests import factories
from tests.factories import NOON, result, undone
from tournaments.event.permissions import Actor, NotAllowed
from tournaments.event.services.setup import form_pair
from tournaments.models import CashEntry, Club, JournalEntry, PrizeAward, Tournament
from tournaments.money.core import PrizeState, Rest, RoundingStep, Ties, read_fund, read_places
from tournaments.money.selectors.announcements import prize_list
from tournaments.money.selectors.cash import balance_of
from tournaments.money.selectors.prize_rules import PrizeRow, PrizeRules, document_of, rules_from
from tournaments.money.selectors.prizes import awards, prizes
from tournaments.money.services import cash, fees
from tournaments.money.services import prizes as service
from tournaments.money.services.common import CashRefused
from tournaments.money.services.fees import Fees
from tournaments.money.services.prizes import PrizesRefused, StalePrizes
from tournaments.rankings.selectors.rankings import Category
from tournaments.rankings.selectors.standings import standings
from tournaments.rulings import services as rulings

pytestmark = pytest.mark.django_db

LEFT = {1: 8, 2: 10, 3: 20, 4: 40}  # Augen: seat 1 wins whenever he plays, and nobody is equal to anybody


def line(category: str, scope: str, fund: str, places: str) -> PrizeRow:
    return PrizeRow(category=category, scope=scope, fund=read_fund(fund), places=read_places(places))


def table(*rows: tuple[str, str, str, str], **more) -> PrizeRules:
    return PrizeRules(rows=tuple(line(*row) for row in rows), **more)


USUAL = (("players", "whole", "60 %", "50 %, 30 %, 20 %"), ("players", "each", "20 %", "70 %, 30 %"))


@pytest.fixture(scope="module")
def staged(stage: None) -> Tournament:
    """Four at a table of four, one series of four games; everybody has paid 10 €. 1 and 4 are a tandem, 2 and 3 the other."""
    made = factories.tournament(players=4, series=2, rounds=1)
    for first, second in ((1, 4), (2, 3)):
        form_pair(tournament_id=made.pk, first=first, second=second, by=factories.director(), now=NOON)
    sheet = factories.sheet_of(factories.draw(made))
    for dealer in range(1, 5):
        winner = 2 if dealer == 1 else 1
        held = {seat: (augen, True) for seat, augen in LEFT.items() if seat not in (dealer, winner)}
        factories.play(sheet, dealer, result(winner, held))
    fees.set_fees(tournament_id=made.pk, fees=Fees(ordinary=1000), by=factories.director(), now=NOON)
    for number in range(1, 5):
        fees.take_fee(tournament_id=made.pk, start_number=number, by=factories.director(), now=NOON)
    return made


@pytest.fixture
def made(staged: Tournament) -> Tournament:
    return Tournament.objects.get(pk=staged.pk)


def set_table(made: Tournament, *rows: tuple[str, str, str, str], **more):
    return service.set_prizes(
        tournament_id=made.pk, rules=table(*rows, **more), by=factories.director(), now=NOON
    )


def announce(made: Tournament, *keys, by: Actor | None = None):
    there = prizes(made)
    seen = {division.ranking: division.seen for division in there.divisions if division.ranking in keys}
    return service.announce_prizes(
        tournament_id=made.pk, rankings=seen, by=by or factories.director(), now=NOON
    )


def pay(made: Tournament, award: PrizeAward) -> CashEntry:
    return service.pay_prize(tournament_id=made.pk, award_id=award.pk, by=factories.director(), now=NOON)


def strike(made: Tournament) -> None:
    """A ruling that makes the second the first: the game counts no longer in which seat 2 has dealt."""
    sheet = factories.sheet_of(made.series.get(number=1))
    rulings.strike_game(
        sheet_id=sheet.pk,
        number=GameNumber(2),
        reason="falsch notiert",
        seen_version=sheet.version,
        by=factories.referee(made),
        now=NOON + timedelta(minutes=1),
    )


def leader(made: Tournament) -> list[tuple[str, int, int]]:
    """Who stands where with how many points: the tests below read themselves against it."""
    return [(row.registration.name, row.place.rank, row.total.net_points) for row in standings(made).rows]


# Proposed --------------------------------------------------------------------------------------------------


def test_the_pot_is_divided_as_the_table_says(made):
    set_table(made, *USUAL)
    there = prizes(made)
    assert there.pots.total == 4000
    assert [(one.category, one.series, one.fund, one.played) for one in there.divisions] == [
        (Category.PLAYERS, None, 2400, True),
        (Category.PLAYERS, 1, 800, True),
        (Category.PLAYERS, 2, 800, False),
    ]
    assert sum(one.cents for one in there.awards) == there.paid
    assert there.given == there.paid + 800, "the second series is still to be played"
    assert there.given + there.left == 4000
    assert there.left == sum(one.stays for one in there.divisions), (
        "the table gives everything to some ranking"
    )
    ranks = {name: rank for name, rank, _points in leader(made)}
    for award in awards(made):
        assert award.rank == ranks[award.name]


def test_without_a_table_nobody_gets_anything(made):
    assert awards(made) == ()
    assert prize_list(made).rankings == ()


def test_pairs_are_paid_together_and_the_first_signs(made):
    set_table(made, ("pairs", "whole", "", "20 €, 10 €"))
    first, second = awards(made)
    assert (first.cents, second.cents) == (2000, 1000)
    assert {first.whose, second.whose} == {"1", "2"}
    assert {one.registration.start_number for one in (first, second)} == {1, 2}


def test_a_prize_of_a_club_is_that_of_its_name(made):
    for number, name in enumerate(("Ass", "Zehn", "Ass", "Zehn"), 1):
        club, _new = Club.objects.get_or_create(name=name)
        one = made.registrations.get(start_number=number)
        one.player.club = club
        one.player.save()
    set_table(made, ("clubs", "whole", "", "20 €, 10 €"))
    assert {one.whose for one in awards(made)} == {"Ass", "Zehn"}


def test_the_preview_of_a_correction_can_ask_with_given_standings(made, django_assert_num_queries):
    set_table(made, *USUAL)
    given = standings(made)
    with django_assert_num_queries(3):  # table, fees, cash book: the lists are not asked again
        given_awards = awards(made, given=given)
    assert given_awards == awards(made)


@pytest.mark.slow
def test_queries_do_not_grow_with_rankings_or_payouts(made, django_assert_max_num_queries):
    set_table(made, *USUAL, ("pairs", "whole", "", "1 €"), ("ladies", "whole", "", "1 €"))
    announcement = announce(made, ("players", None), ("players", 1))
    for award in announcement.awards.all():
        pay(made, award)
    with django_assert_max_num_queries(15):
        prize_list(made)


# A table that cannot be ---------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([("players", "whole", "", "50 %, 30 %")], "Wie viel vom Topf"),
        ([("players", "whole", "60 %", "20 €")], "keinen Anteil"),
        ([USUAL[0], USUAL[0]], "steht zweimal"),
        ([("players", "each", "10 %", "100 %"), ("players", "1", "10 %", "100 %")], "steht zweimal"),
        ([("players", "3", "10 %", "100 %")], "Serie gibt es nicht"),
        ([("dogs", "whole", "10 %", "100 %")], "Wertung gibt es nicht"),
        ([("players", "whole", "1 %", "100 %")] * 41, "zu viele"),
    ],
)
def test_a_table_that_cannot_be_is_refused(made, rows, says):
    with pytest.raises(PrizesRefused, match=says):
        set_table(made, *rows)


def test_a_table_is_kept_as_it_was_typed():
    rules = table(
        *USUAL, ("teams", "whole", "", "12,50 €"), step=RoundingStep.EURO, rest=Rest.LAST, ties=Ties.LOT
    )
    assert rules_from(document_of(rules)) == rules


def test_the_same_table_again_changes_nothing(made):
    assert set_table(made, *USUAL) == set_table(made, *USUAL)
    assert set_table(made, USUAL[0]).number == 2


# Announced -----------------------------------------------------------------------------------------------------


def test_what_was_announced_stays_and_a_correction_shows_the_difference(made):
    set_table(made, *USUAL)
    announcement = announce(made, ("players", None))
    before = {award.whose: award.cents for award in announcement.awards.all()}
    assert prize_list(made).rankings[0].changes == ()
    strike(made)
    there = prize_list(made).rankings[0]
    assert {one.award.whose: one.award.cents for one in there.lines} == before, "what was said stays"
    assert there.changes, "and the difference shows"
    now = {award.whose: award.cents for award in there.division.awards}
    for change in there.changes:
        who = next(
            one.whose
            for one in (*there.division.awards, *(line.award for line in there.lines))
            if one.name == change.name
        )
        assert (change.before, change.after) == (before.get(who, 0), now.get(who, 0))
    announce(made, ("players", None))
    assert prize_list(made).rankings[0].changes == ()
    assert made.prize_announcements.count() == 2


def test_the_difference_between_given_away_and_announced_is_told_to_the_cent(made):
    """A treasurer has to find where every cent went."""
    set_table(made, *USUAL)
    before = prize_list(made)
    assert before.gap.whole == before.prizes.given - before.announced
    assert before.gap.unannounced == before.prizes.given
    announce(made, ("players", None))
    there = prize_list(made)
    assert there.gap.whole == there.prizes.given - there.announced > 0
    first, second = (there.prizes.of(("players", number)) for number in (1, 2))
    assert there.gap.unannounced == first.given + second.given
    strike(made)
    moved = prize_list(made)
    assert moved.gap.whole == moved.prizes.given - moved.announced
    for division in moved.prizes.divisions:
        assert division.fund == division.given + division.rounded_off + division.unwon
        assert division.rounded_off >= 0


def test_what_is_given_and_what_stays_is_exact_from_the_first_preview(made):
    """60, 20 and 20 % of 40 €, each series 50, 30 and 20 %, whole euros: not 40,00 given and 0,00 left."""
    set_table(
        made,
        ("players", "whole", "60 %", "50 %, 30 %, 20 %"),
        ("players", "each", "20 %", "50 %, 30 %, 20 %"),
        step=RoundingStep.EURO,
        rest=Rest.BOX,
        ties=Ties.LOT,
    )
    there = prizes(made)
    assert [one.prizes for one in there.divisions] == [(1200, 700, 400), (400, 200, 100), (400, 200, 100)]
    assert (there.given, there.left) == (2300 + 700 + 700, 300)
    assert there.left == there.unassigned + sum(one.rounded_off + one.unwon for one in there.divisions)


def test_prizes_nobody_can_win_stay_in_the_box(made):
    set_table(made, ("players", "1", "", "10 €, 5 €, 4 €, 3 €, 2 €, 1 €"), ties=Ties.LOT)
    there = prizes(made)
    assert (there.divisions[0].unwon, there.given, there.left) == (300, 2200, 1800)
    assert there.unassigned == 1500


def test_the_state_of_the_prizes_is_what_is_true(made):
    assert prize_list(made).state is PrizeState.NONE
    set_table(made, ("ladies", "whole", "", "10 €"))
    assert prize_list(made).state is PrizeState.NONE, "nobody would win anything"
    set_table(made, ("players", "whole", "", "10 €"), ties=Ties.SHARE)
    assert prize_list(made).state is PrizeState.TO_CONFIRM
    announcement = announce(made, ("players", None))
    there = prize_list(made)
    assert (there.state, there.open) == (PrizeState.UNPAID, there.announced)
    for award in announcement.awards.all():
        pay(made, award)
    assert prize_list(made).state is PrizeState.DONE


def test_nobody_announces_what_he_has_not_seen(made):
    set_table(made, *USUAL)
    seen = prizes(made).of(("players", None)).seen
    fees.repay_fee(
        tournament_id=made.pk, start_number=4, cents=500, reason="x", by=factories.director(), now=NOON
    )
    with pytest.raises(StalePrizes):
        service.announce_prizes(
            tournament_id=made.pk, rankings={("players", None): seen}, by=factories.director(), now=NOON
        )


def test_what_cannot_be_announced_says_why(made):
    with pytest.raises(PrizesRefused, match="Preistabelle anlegen"):
        announce(made)
    set_table(made, *USUAL)
    with pytest.raises(PrizesRefused, match="noch nicht gespielt"):
        announce(made, ("players", 2))
    with pytest.raises(PrizesRefused, match="steht nicht"):
        service.announce_prizes(
            tournament_id=made.pk, rankings={("ladies", None): "x"}, by=factories.director(), now=NOON
        )
    with pytest.raises(NotAllowed):
        announce(made, ("players", None), by=factories.referee(made))
    set_table(made, ("players", "whole", "", "40,01 €"))
    with pytest.raises(PrizesRefused, match=r"fehlen 0,01"):
        announce(made, ("players", None))
    cash.enter_other(
        tournament_id=made.pk,
        income=True,
        cents=1,
        text="Zuschuss",
        to_pot=True,
        by=factories.director(),
        now=NOON,
    )
    assert announce(made, ("players", None)).awards.get().cents == 4001


def test_where_the_lot_decides_equals_wait_for_it():
    made = factories.tournament(players=3, series=1, rounds=1, name="Gleichstand")
    sheet = factories.sheet_of(factories.draw(made))
    for number in (1, 2, 3):
        factories.play(
            sheet, number, result(number, {seat: (25, True) for seat in (1, 2, 3) if seat != number})
        )
    cash.enter_other(
        tournament_id=made.pk,
        income=True,
        cents=3000,
        text="Preise",
        to_pot=True,
        by=factories.director(),
        now=NOON,
    )
    set_table(made, ("players", "whole", "", "20 €, 10 €"), ties=Ties.LOT)
    with pytest.raises(PrizesRefused, match="Los ziehen"):
        announce(made, ("players", None))
    set_table(made, ("players", "whole", "", "20 €, 10 €"), ties=Ties.SHARE)
    assert [one.cents for one in awards(made)] == [1000, 1000, 1000]
    Tournament.objects.filter(pk=made.pk).update(lot_seed="los")
    made = Tournament.objects.get(pk=made.pk)
    assert [(one.rank, one.cents) for one in awards(made)] == [(1, 1000)] * 3, (
        "the lot parts, and they share all the same"
    )
    set_table(made, ("players", "whole", "", "20 €, 10 €"), ties=Ties.LOT)
    assert [(one.rank, one.cents) for one in awards(made)] == [(1, 2000), (2, 1000)]


# Handed out ------------------------------------------------------------------------------------------------------


def test_a_prize_is_handed_out_once_and_taken_back_by_a_counter_line(made):
    set_table(made, *USUAL)
    first = announce(made, ("players", None)).awards.first()
    paid = pay(made, first)
    assert (paid.cents, paid.by) == (-first.cents, str(factories.user()))
    assert pay(made, first) == paid
    assert balance_of(made) == 4000 - first.cents
    told = JournalEntry.objects.filter(tournament=made).latest("number")
    assert (told.deed, told.facts["name"], told.facts["cents"]) == ("prize_paid", first.name, first.cents)
    with pytest.raises(IntegrityError, match="paid already"), undone():
        CashEntry.objects.create(
            tournament=made, number=99, kind="prize", cents=-1, award=first, at=NOON, by="x"
        )
    cash.turn_round(
        tournament_id=made.pk, number=paid.number, reason="noch nicht da", by=factories.director(), now=NOON
    )
    assert balance_of(made) == 4000
    assert pay(made, first).number == paid.number + 2


@pytest.mark.slow
def test_after_a_new_announcement_only_the_difference_is_handed_out(made):
    set_table(made, ("players", "whole", "", "10 €"))
    old = announce(made, ("players", None)).awards.get()
    pay(made, old)
    set_table(made, ("players", "whole", "", "12,50 €"))
    new = announce(made, ("players", None)).awards.get()
    [line] = prize_list(made).lines
    assert (line.paid, line.open, line.payout) == (1000, 250, None)
    assert pay(made, new).cents == -250
    with pytest.raises(PrizesRefused, match="gilt nicht mehr"):
        pay(made, old)
    set_table(made, ("players", "whole", "", "9 €"))
    announce(made, ("players", None))
    [line] = prize_list(made).lines
    assert (line.open, line.too_much) == (0, 350)
    with pytest.raises(CashRefused, match="schon bekommen"):
        pay(made, line.award)


@pytest.mark.slow
def test_money_in_the_wrong_hands_is_named(made):
    """The winner was paid, then a ruling made somebody else the winner."""
    set_table(made, ("players", "1", "", "10 €"))
    old = announce(made, ("players", 1)).awards.get()
    pay(made, old)
    strike(made)
    [winner] = awards(made)
    assert winner.whose != old.whose
    announce(made, ("players", 1))
    [ranking] = prize_list(made).rankings
    assert [(one.name, one.payout.cents) for one in ranking.reclaims] == [(old.name, -1000)]


def test_an_award_is_never_changed(made):
    set_table(made, *USUAL)
    announcement = announce(made, ("players", None))
    for rows in (announcement.awards.all(), made.prize_announcements.all(), made.prize_plans.all()):
        with pytest.raises(IntegrityError, match="never changes"), undone():
            rows.update(id=1_000_000)
        with pytest.raises(IntegrityError, match="never deleted"), undone():
            rows._raw_delete("default")


def test_refusals_of_money_are_sentences(made):
    with pytest.raises(Refusal, match="Beleg 77"):
        cash.turn_round(tournament_id=made.pk, number=77, reason="x", by=factories.director(), now=NOON)


def test_what_was_announced_stays_when_the_table_names_the_ranking_no_more(made):
    set_table(made, *USUAL)
    announce(made, ("players", 1))
    before = [(line.award.name, line.open) for line in prize_list(made).lines]
    assert before
    set_table(made, USUAL[0])
    [gone] = [one for one in prize_list(made).rankings if one.division is None]
    assert gone.ranking == ("players", 1)
    assert [(line.award.name, line.open) for line in gone.lines] == before
