"""Money without a database: what people type, how a pot becomes prizes, and that no cent is lost whatever the table."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.sentence import Refusal
from tournaments.money.core import (
    EVERYTHING,
    Fund,
    Places,
    PrizeTable,
    Rest,
    RoundingStep,
    Scheme,
    Ties,
    Unclear,
    award,
    divide,
    german_euros,
    part_of,
    read_cents,
    read_fund,
    read_places,
    say_fund,
    say_places,
)
from tournaments.money.core.amounts import MOST
from tournaments.money.core.prizes import MOST_PLACES, Awarded, TableRefused, with_rest

# What people type --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "cents"),
    [
        ("12,5", 1250),
        ("12.50", 1250),
        ("12,50 €", 1250),
        ("12,50\u00a0€", 1250),
        ("€ 7", 700),
        ("7 Euro", 700),
        ("12 EUR", 1200),
        ("5,-", 500),
        ("5,--", 500),
        ("0", 0),
        ("007", 700),
        ("1.234,50", 123450),
        ("1 234,50", 123450),
        ("1'000", 100000),
    ],
)
def test_an_amount_is_read_as_people_write_it(typed, cents):
    assert read_cents(typed) == cents


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "Bitte einen Betrag"),
        ("€", "Bitte einen Betrag"),
        ("1.234", "nicht eindeutig"),
        ("1,234", "nicht eindeutig"),
        ("-5", "ohne Vorzeichen"),
        ("zwölf", "kein Betrag"),
        ("5 ct", "kein Betrag"),
        ("12,5,0", "kein Betrag"),
        ("1.234,5", "kein Betrag"),
        ("٣", "kein Betrag"),
        ("9999999", "zu viel Geld"),
    ],
)
def test_what_is_unclear_is_refused_with_a_sentence(typed, says):
    with pytest.raises(Unclear, match=says):
        read_cents(typed)


@given(st.integers(0, 99_999_999))
def test_what_is_written_is_read_again(cents):
    assert read_cents(german_euros(cents)) == cents


@pytest.mark.parametrize(
    ("typed", "values"),
    [
        ("50 %, 30 %, 20 %", (5000, 3000, 2000)),
        ("50 30 20 %", (5000, 3000, 2000)),
        ("50/30/20 %", (5000, 3000, 2000)),
        ("50%,30%,20%", (5000, 3000, 2000)),
        ("33,33 % 33,33 %", (3333, 3333)),
        ("40 €, 20 €", (4000, 2000)),
        ("12,50, 7,50 €", (1250, 750)),
        ("40 € und 20 €", (4000, 2000)),
    ],
)
def test_prizes_are_read_as_people_write_them(typed, values):
    places = read_places(typed)
    assert places.values == values
    assert read_places(say_places(places)) == places


def test_one_prize_for_every_so_many_players():
    assert read_places("jeder 4.").one_in == 4
    assert say_places(read_places("jeder 4. Spieler")) == "jeder 4."


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "Welche Preise"),
        ("50, 30", "Prozent oder Euro"),
        ("50, 30 %, 20 %", "Prozent oder Euro"),
        ("40 €, 30 %", "gemischt"),
        ("20 €, 30 €", "höher als der davor"),
        ("60 %, 50 %", "mehr als 100 Prozent"),
        ("120 %", "Mehr als 100 Prozent"),
        ("0 €", "keinen von null"),
        ("jeder 0.", "jeden wievielten"),
        ("alles", "kein Betrag"),
    ],
)
def test_a_table_that_cannot_be_is_refused(typed, says):
    with pytest.raises(Refusal) as refused:
        read_places(typed)
    assert says in str(refused.value)


def test_a_fund_is_a_share_or_an_amount():
    assert (read_fund("60 %").share, read_fund("120 €").cents, read_fund("")) == (6000, 12000, Fund())
    assert [say_fund(read_fund(text)) for text in ("60 %", "12,5 %", "120 €", "")] == [
        "60 %",
        "12,5 %",
        "120 €",
        "",
    ]
    with pytest.raises(Unclear, match="Prozent oder Euro"):
        read_fund("60")
    with pytest.raises(Refusal):
        Fund(share=100, cents=100)


# How a pot is divided ----------------------------------------------------------------------------------------


def table(
    places: str, *, fund: str = "100 %", step: RoundingStep = RoundingStep.CENT, rest: Rest = Rest.FIRST
) -> PrizeTable:
    return PrizeTable(fund=read_fund(fund), places=read_places(places), step=step, rest=rest)


@pytest.mark.parametrize(
    ("step", "rest", "prizes"),
    [
        (RoundingStep.CENT, Rest.FIRST, (5013, 3007, 2005)),  # 50,12 + 30,07 + 20,05 leave a cent
        (RoundingStep.EURO, Rest.FIRST, (5025, 3000, 2000)),
        (RoundingStep.EURO, Rest.LAST, (5000, 3000, 2025)),
        (RoundingStep.EURO, Rest.BOX, (5000, 3000, 2000)),
        (RoundingStep.TEN_CENTS, Rest.BOX, (5010, 3000, 2000)),
    ],
)
def test_rounding_and_its_rest(step, rest, prizes):
    divided = divide(table("50 %, 30 %, 20 %", step=step, rest=rest), pot=10_025, field_size=41)
    assert divided == prizes


def test_the_rest_never_lifts_a_prize_above_the_one_before_it():
    """Four equal prizes of 10,03 €: the last cannot be better than the first, so the coins climb."""
    four = "25 %, 25 %, 25 %, 25 %"
    assert divide(table(four, rest=Rest.LAST), pot=1003, field_size=9) == (253, 250, 250, 250)


def test_so_many_prizes_as_the_field_is_large():
    every_fourth = table("jeder 4.", step=RoundingStep.EURO, rest=Rest.FIRST)
    prizes = divide(every_fourth, pot=41_000, field_size=41)
    assert sum(prizes) == 41_000
    assert prizes[-1] == 700  # one part of fifty-five, in whole euros
    assert len(prizes) == 10
    assert divide(every_fourth, pot=1000, field_size=3) == (1000,)
    assert divide(every_fourth, pot=1000, field_size=0) == ()


def test_fixed_prizes_do_not_ask_the_pot():
    assert divide(table("40 €, 20 €", fund=""), pot=0, field_size=5) == (4000, 2000)


# Equals ------------------------------------------------------------------------------------------------------


def test_equals_share_the_prizes_of_the_ranks_they_occupy():
    awarded = award((5000, 3000, 2000), [["a"], ["b", "c"], ["d"]], ties=Ties.SHARE)
    assert awarded.cents == {"a": 5000, "b": 2500, "c": 2500}
    assert awarded.stays == 0


def test_at_the_last_prize_equals_share_what_is_there():
    awarded = award((5000, 3000, 2000), [["a"], ["b"], ["c", "d", "e"]], ties=Ties.SHARE)
    assert (awarded.cents["c"], awarded.stays) == (666, 2)
    whole_euros = award(
        (5000, 3000, 2000), [["a"], ["b"], ["c", "d", "e"]], ties=Ties.SHARE, step=RoundingStep.EURO
    )
    assert (whole_euros.cents["c"], whole_euros.stays) == (600, 200)


def test_equals_never_get_less_than_the_lowest_of_their_prizes():
    """Amounts that no step knows: 0,50 and 0,49 shared in whole euros would be nothing, and the third would get 0,49."""
    awarded = award((50, 49, 49), [["a", "b"], ["c"]], ties=Ties.SHARE, step=RoundingStep.EURO)
    assert (awarded.cents, awarded.stays) == ({"a": 49, "b": 49, "c": 49}, 1)


def test_where_the_lot_decides_unequal_prizes_wait_for_it():
    awarded = award((5000, 3000, 3000), [["a", "b"], ["c", "d"]], ties=Ties.LOT)
    assert (awarded.cents, awarded.waiting) == ({}, (("a", "b"), ("c", "d")))
    same = award((3000, 3000), [["a", "b"]], ties=Ties.LOT)
    assert (same.cents, same.waiting) == ({"a": 3000, "b": 3000}, ())


def test_prizes_without_a_winner_stay():
    assert award((5000, 3000), [["a"]], ties=Ties.SHARE).stays == 3000
    assert award((5000, 3000), [], ties=Ties.SHARE).stays == 8000


def test_what_waits_for_the_lot_is_told_apart_from_what_stays():
    drawn = award((5000, 3000, 1000), [["a", "b"], ["c"]], ties=Ties.LOT)
    assert (drawn.waiting, drawn.waits, drawn.stays, drawn.cents) == ((("a", "b"),), 8000, 8000, {"c": 1000})


# Any table, any equals, any field ----------------------------------------------------------------------------

falling = st.lists(st.integers(1, 4000), min_size=1, max_size=12).map(lambda some: sorted(some, reverse=True))
schemes = st.one_of(
    falling.filter(lambda some: sum(some) <= EVERYTHING).map(
        lambda some: Places(scheme=Scheme.PERCENT, values=tuple(some))
    ),
    falling.map(lambda some: Places(scheme=Scheme.FIXED, values=tuple(some))),
    st.integers(1, 12).map(lambda number: Places(scheme=Scheme.FALLING, one_in=number)),
)
funds = st.one_of(
    st.integers(1, EVERYTHING).map(lambda share: Fund(share=share)),
    st.integers(1, 50_000).map(lambda cents: Fund(cents=cents)),
)
tables = st.builds(
    PrizeTable,
    fund=funds,
    places=schemes,
    step=st.sampled_from(RoundingStep),
    rest=st.sampled_from(Rest),
    ties=st.sampled_from(Ties),
)
fields = st.lists(st.integers(1, 5), max_size=25)  # the sizes of the groups of equals, best first


def grouped(sizes: list[int]) -> list[list[int]]:
    keys = iter(range(1_000))
    return [[next(keys) for _ in range(size)] for size in sizes]


@pytest.mark.slow
@settings(max_examples=4 * settings().max_examples)
@given(table=tables, sizes=fields, pot=st.integers(0, 300_000))
def test_what_is_paid_and_what_stays_is_the_pot_to_the_cent(table, sizes, pot):
    groups = grouped(sizes)
    prizes = divide(table, pot=pot, field_size=sum(sizes))
    awarded = award(prizes, groups, ties=table.ties, step=table.step)
    assert sum(awarded.cents.values()) + awarded.stays == sum(prizes)
    assert awarded.stays >= 0
    if table.places.scheme is Scheme.FIXED:
        assert prizes == table.places.values
        return
    given_away = table.fund.cents or part_of(pot, table.fund.share)
    assert sum(prizes) <= given_away
    if table.places.scheme is Scheme.FALLING and table.rest is not Rest.BOX and sizes:
        assert sum(prizes) == given_away
    assert (pot - sum(awarded.cents.values())) == (pot - sum(prizes)) + awarded.stays


@settings(max_examples=4 * settings().max_examples)
@given(table=tables, sizes=fields, pot=st.integers(0, 300_000))
def test_nobody_who_is_better_gets_less(table, sizes, pot):
    groups = grouped(sizes)
    prizes = divide(table, pot=pot, field_size=sum(sizes))
    assert list(prizes) == sorted(prizes, reverse=True)
    assert min(prizes, default=0) >= 0
    cents = award(prizes, groups, ties=Ties.SHARE, step=table.step).cents
    got = [cents.get(key, 0) for group in groups for key in group]
    assert got == sorted(got, reverse=True)
    for group in groups:
        assert len({cents.get(key, 0) for key in group}) == 1, "equals get the same"


@given(table=tables, sizes=fields, pot=st.integers(0, 300_000), data=st.data())
def test_the_order_among_equals_changes_nothing(table, sizes, pot, data):
    groups = grouped(sizes)
    prizes = divide(table, pot=pot, field_size=sum(sizes))
    turned = [data.draw(st.permutations(group)) for group in groups]
    one, other = (award(prizes, some, ties=table.ties, step=table.step) for some in (groups, turned))
    assert one.cents == other.cents
    assert one.stays == other.stays
    assert [set(some) for some in one.waiting] == [set(some) for some in other.waiting]


# Boundaries that a mutation tester found unheld ----------------------------------------------------------------


def test_the_most_that_a_cash_box_takes_and_the_first_cent():
    assert MOST == 99_999_999
    assert read_cents("999.999,99") == MOST
    with pytest.raises(Unclear, match="zu viel Geld"):
        read_cents("1.000.000,00")
    with pytest.raises(Unclear, match="ohne Vorzeichen"):
        read_cents("+5,00")
    assert read_cents("€ 7 ") == 700
    with pytest.raises(Unclear, match="kein Betrag"):
        read_cents("€ 7 €")


def test_as_many_places_as_there_may_be_and_one_more():
    assert MOST_PLACES == 200
    assert len(Places(scheme=Scheme.FIXED, values=(1,) * 200).values) == 200
    with pytest.raises(TableRefused, match="mindestens einen Preis"):
        Places(scheme=Scheme.FIXED, values=(1,) * 201)
    table = PrizeTable(fund=Fund(share=10_000), places=Places(scheme=Scheme.FALLING, one_in=1))
    assert len(divide(table, pot=10**9, field_size=500)) == 200


@pytest.mark.parametrize(("field_size", "prizes"), [(0, ()), (1, (3000,)), (7, (3000,)), (8, (2000, 1000))])
def test_the_field_decides_how_many_prizes(field_size, prizes):
    table = PrizeTable(fund=Fund(share=10_000), places=Places(scheme=Scheme.FALLING, one_in=4))
    assert divide(table, pot=3000, field_size=field_size) == prizes


def test_the_steps_of_rounding():
    assert [step.value for step in RoundingStep] == [1, 10, 50, 100]
    table = PrizeTable(
        fund=Fund(share=10_000),
        places=Places(scheme=Scheme.PERCENT, values=(5000, 5000)),
        step=RoundingStep.FIFTY_CENTS,
        rest=Rest.BOX,
    )
    assert divide(table, pot=1199, field_size=4) == (550, 550)


def test_nobody_who_wins_nothing_is_in_the_list():
    assert award((), [["a"]], ties=Ties.SHARE).cents == {}
    assert award((100,), [["a"], ["b"]], ties=Ties.SHARE).cents == {"a": 100}
    assert award((1,), [["a", "b"]], ties=Ties.SHARE).cents == {}


def test_what_is_not_said_is_nothing():
    assert Places(scheme=Scheme.FIXED, values=(100,)).one_in == 0
    assert Fund(cents=5).share == 0
    assert Fund(share=5).cents == 0
    assert (Awarded().stays, Awarded().waits) == (0, 0)


def test_the_rest_goes_to_the_last_place_and_no_further_up_than_the_one_before():
    assert with_rest([50, 30, 20], 7, Rest.LAST) == [50, 30, 27]
    assert with_rest([50, 30], 7, Rest.LAST) == [50, 37]
    assert with_rest([50, 30, 28], 7, Rest.LAST) == [50, 35, 30]


def test_of_nothing_nobody_gets_a_cent():
    """Nor where the pot is in the red."""
    for pot in (0, -500):
        assert divide(table("100 %"), pot=pot, field_size=8) == (0,)
