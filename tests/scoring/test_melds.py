"""Melds and lay-offs: rows of the rule sheet, and what must hold for any cards."""

from __future__ import annotations

import doctest
from dataclasses import replace
from itertools import combinations, permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine import layoffs as layoffs_module
from scoring.engine import melds as melds_module
from scoring.engine.cards import JOKER, augen, card_of, sign
from scoring.engine.law import AceInRun
from scoring.engine.layoffs import (
    End,
    Swap,
    extend,
    extensions,
    laid_off,
    lay_off,
    layoffs,
    swapped,
    swaps,
)
from scoring.engine.melds import (
    DECIDES,
    Flaw,
    Kind,
    Meld,
    NotAMeld,
    Reason,
    demand,
    fillings,
    judge,
    meld_readings,
)
from scoring.engine.notation import read_cards, write_cards
from tests.laws import BASIC, CLUB_2018, FAMILIES, FEDERATION, TOURNAMENT

SHORT = {"basic": BASIC, "club": CLUB_2018, "fed": FEDERATION}


def rows():
    text = (Path(__file__).parents[1] / "cases" / "melds.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            families, laid, verdict = (cell.strip() for cell in line.split("|"))
            for family in families.split("+"):
                yield pytest.param(SHORT[family], laid, verdict, id=f"{family}: {laid}")


def spoken(verdict: Meld | Flaw) -> str:
    if isinstance(verdict, Flaw):
        return f"no {verdict.reason} {verdict.field}"
    jokers = ["/".join(map(sign, cards)) for _, cards in verdict.jokers]
    return " ".join([verdict.kind, str(verdict.value), *jokers])


def no(verdict: Meld | Flaw) -> Flaw:
    assert isinstance(verdict, Flaw), str(verdict)
    return verdict


def yes(verdict: Meld | Flaw) -> Meld:
    assert isinstance(verdict, Meld), str(verdict.sentence)
    return verdict


@pytest.mark.parametrize(("law", "laid", "verdict"), list(rows()))
def test_a_row_of_the_rule_sheet(law, laid, verdict):
    found = judge(read_cards(laid.strip("()")), law, ordered=not laid.startswith("("))
    assert spoken(found) == verdict, str(getattr(found, "sentence", found))


@pytest.mark.parametrize("module", [melds_module, layoffs_module])
def test_examples_in_the_docs_run(module):
    assert doctest.testmod(module).failed == 0


def test_ace_may_stand_at_both_ends_but_not_in_the_middle_where_the_corner_is_closed():
    law = replace(CLUB_2018, ace_in_run=AceInRun.BOTH)
    assert spoken(judge(read_cards("♥D ♥K ♥A"), law)) == "run 31"
    assert spoken(judge(read_cards("♥A ♥2 ♥3"), law)) == "run 6"
    assert spoken(judge(read_cards("♥K ♥A ♥2"), law)) == "no ace ace_in_run"
    assert spoken(judge(read_cards("♥A ♥2 ★"), law, ordered=False)) == "run 6 ♥3"


def test_every_reason_cites_the_paragraph_of_a_field():
    assert set(DECIDES) == set(Reason)
    flaw = no(judge(read_cards("♥7 ★ ★"), FEDERATION))
    assert (flaw.paragraph, str(flaw.sentence)) == (
        "§5.6",
        "Zu viele Joker: 2 neben 1 anderen Karten. Es dürfen höchstens gleich viele sein.",
    )
    assert no(judge(read_cards("♥7 ★ ★"), CLUB_2018)).paragraph == "Regel 8"


def test_a_no_names_the_nearest_meld():
    flaw = no(judge(read_cards("♥9 ★ ♥7 ♥8"), CLUB_2018))
    assert (flaw.reason, str(flaw.instead)) == (Reason.ORDER, "♥7 ♥8 ♥9 ★")
    flaw = no(judge(read_cards("♥5 ♥6 ♥7 ★ ★"), CLUB_2018))
    assert str(flaw.instead) == "★ ♥5 ♥6 ♥7 ★"
    with pytest.raises(NotAMeld, match="liegt zweimal im Satz") as refused:
        demand(read_cards("♥7 ♥7 ♣7"), CLUB_2018)
    assert refused.value.flaw.reason is Reason.SUIT_TWICE


def test_a_heap_with_a_joker_says_every_reading_the_best_first():
    found = meld_readings(read_cards("♥2 ★ ♥A"), CLUB_2018)
    assert [(str(run), run.value) for run in found] == [("★ ♥A ♥2", 23), ("♥A ♥2 ★", 6)]
    assert [str(sentence) for sentence in found[0].sentences] == ["Der Joker steht für ♥K."]


def test_with_one_ace_for_both_ends_the_joker_may_be_either():
    heap = read_cards("♥A ♥2 ♥3 ♥4 ♥5 ♥6 ♥7 ♥8 ♥9 ♥10 ♥B ♥D ♥K ★")
    assert [(run.jokers[0][0], run.value) for run in meld_readings(heap, CLUB_2018)] == [(13, 96), (0, 96)]


def test_a_joker_in_a_group_keeps_its_suit_open_until_the_group_is_complete():
    three = demand(read_cards("♣7 ★ ♥7"), CLUB_2018)
    assert [str(s) for s in three.sentences] == ["Der Joker steht für eine dieser Karten: ♠7 / ♦7."]
    assert swaps(three, CLUB_2018) == ()
    four = yes(lay_off(three, read_cards("♦7"), CLUB_2018))
    assert [write_cards(cards) for _, cards in four.jokers] == ["♠7"]
    assert [(sign(s.card), s.at) for s in swaps(four, CLUB_2018)] == [("♠7", 1)]
    assert str(swapped(four, swaps(four, CLUB_2018)[0], CLUB_2018)) == "♣7 ♠7 ♥7 ♦7"


def test_two_jokers_in_a_full_group_of_the_federation_go_one_after_the_other():
    group = demand(read_cards("♣7 ★ ♠7 ★"), FEDERATION)
    first = swaps(group, FEDERATION)
    assert [sign(swap.card) for swap in first] == ["♥7", "♦7"]
    left = swapped(group, first[0], FEDERATION)
    assert [sign(swap.card) for swap in swaps(left, FEDERATION)] == ["♦7"]


def test_a_joker_in_a_run_is_swapped_for_its_card_only_and_never_in_the_basic_family():
    run = demand(read_cards("♥5 ★ ♥7 ★ ♥9"), CLUB_2018)
    assert swaps(run, CLUB_2018) == (
        Swap(card=card_of(2, 5), at=1),
        Swap(card=card_of(2, 7), at=3),
    )
    assert swaps(run, BASIC) == ()


LAY_OFFS = [
    # law, meld, the steps as written: front of the run < meld > back
    (BASIC, "♣4 ♣5 ♣6", "♣3< >♣7"),
    (BASIC, "♠A ♠2 ♠3", ">♠4"),
    (BASIC, "♥B ♥D ♥K", "♥10<"),
    (BASIC, "♦7 ♥7 ♠7", ">♣7"),
    (BASIC, "♦7 ♥7 ♠7 ♣7", ""),
    (CLUB_2018, "♥D ♥K ♥A", "♥B< ★< >♥2 >★"),
    (CLUB_2018, "♥A ♥2 ♥3", "♥K< ★< >♥4 >★"),
    (CLUB_2018, "♥7 ★ ♥9", "♥6< ♥5 ★< >♥10 >★ ♥B"),
    (FEDERATION, "♥7 ★ ♥9", "♥6< ★< >♥10 >★"),
    (CLUB_2018, "★ ♥8 ♥9", "♥6< >♥10 >★ ♥B"),
    (FEDERATION, "★ ♥8 ★ ♥10", "♥6< >♥B >★ ♥D"),
    (CLUB_2018, "♣7 ♠7 ♥7", ">♦7 >★"),
    (CLUB_2018, "♣7 ★ ♥7", ">♠7 >♦7"),
    (FEDERATION, "♣7 ★ ♥7", ">♠7 >♦7 >★"),
    (CLUB_2018, "♥2 ♥3 ♥4 ♥5 ♥6 ♥7 ♥8 ♥9 ♥10 ♥B ♥D ♥K ♥A", "♥A< ★<"),
    (CLUB_2018, "♥A ♥2 ♥3 ♥4 ♥5 ♥6 ♥7 ♥8 ♥9 ♥10 ♥B ♥D ♥K", ">♥A >★"),
    (CLUB_2018, "♥3 ♥4 ♥5 ♥6 ♥7 ♥8 ♥9 ♥10 ♥B ♥D ♥K ♥A ♥2", ""),
    (CLUB_2018, "♥A ★ ♥3 ★ ♥5 ★ ♥7 ★ ♥9 ★ ♥B ★ ♥K", ">♥A"),
]


@pytest.mark.parametrize(("law", "laid", "steps"), LAY_OFFS)
def test_what_can_be_laid_off(law, laid, steps):
    meld = demand(read_cards(laid), law)
    found = [
        write_cards(step.cards) + "<" if step.end is End.FRONT else ">" + write_cards(step.cards)
        for step in layoffs(meld, law)
    ]
    assert " ".join(found) == steps


def test_a_joker_and_its_neighbour_may_be_laid_off_together():
    run = demand(read_cards("♥7 ★ ♥9"), CLUB_2018)
    assert no(extend(run, CLUB_2018, after=read_cards("★"))).reason is Reason.TOO_MANY_JOKERS
    assert str(extend(run, CLUB_2018, after=read_cards("★ ♥B"))) == "♥7 ★ ♥9 ★ ♥B"
    assert str(lay_off(run, read_cards("♥B ★"), CLUB_2018)) == "♥7 ★ ♥9 ★ ♥B"
    refused = no(lay_off(run, read_cards("♥D"), CLUB_2018))
    assert (refused.reason, str(refused.sentence)) == (Reason.DOES_NOT_FIT, "♥D passt nicht an ♥7 ★ ♥9.")


def test_a_lone_joker_may_go_to_either_end():
    run = demand(read_cards("♥7 ♥8 ♥9"), CLUB_2018)
    assert [str(longer) for longer in extensions(run, (JOKER,), CLUB_2018)] == ["♥7 ♥8 ♥9 ★", "★ ♥7 ♥8 ♥9"]


# --- what must hold for any cards -----------------------------------------------------------------------

laws = st.sampled_from([*FAMILIES.values(), replace(FEDERATION, ace_in_run=AceInRun.BOTH)])
cards = st.integers(0, 52)
anything = st.lists(cards, max_size=16).map(tuple)


@st.composite
def heaps(draw):
    """Up to seven cards that are often a meld: one suit or one rank, and jokers."""
    jokers = draw(st.integers(0, 3))
    if draw(st.booleans()):
        rank = draw(st.integers(0, 12))
        naturals = [suit * 13 + rank for suit in draw(st.lists(st.integers(0, 3), max_size=4))]
    else:
        low, gaps = draw(st.integers(0, 12)), draw(st.lists(st.booleans(), min_size=3, max_size=6))
        naturals = [26 + (low + at) % 13 for at, gap in enumerate(gaps) if not gap]
    return tuple(draw(st.permutations([*naturals, *[JOKER] * jokers])))[:6]


@st.composite
def melds(draw, law):
    found = meld_readings(draw(heaps()), law)
    return draw(st.sampled_from(found)) if found else demand(read_cards("♥7 ♥8 ♥9"), law)


@pytest.mark.slow
@given(anything, laws, st.booleans())
def test_judging_never_fails_and_keeps_the_cards(laid, law, ordered):
    verdict = judge(laid, law, ordered=ordered)
    if isinstance(verdict, Flaw):
        assert str(verdict.sentence)
        assert verdict.field in law.__slots__
    else:
        assert sorted(verdict.cards) == sorted(laid)
        assert all(card in (JOKER, *may) for card, may in zip(verdict.cards, verdict.stands, strict=True))


@given(heaps(), laws)
def test_a_heap_is_the_best_of_all_its_orders(heap, law):
    claims = [judge(order, law) for order in set(permutations(heap))]
    best = max((claim.value for claim in claims if isinstance(claim, Meld)), default=None)
    verdict = judge(heap, law, ordered=False)
    assert (verdict.value if isinstance(verdict, Meld) else None) == best
    if isinstance(verdict, Meld):
        shapes = {m.cards for m in claims if isinstance(m, Meld)}
        assert verdict.kind is Kind.GROUP or {run.cards for run in meld_readings(heap, law)} == shapes
        assert judge(verdict.cards, law) == verdict


@given(heaps(), laws)
def test_a_meld_counts_the_sum_of_what_its_cards_stand_for(heap, law):
    """Without aces every card counts in a meld what it counts in the hand."""
    verdict = judge(heap, law, ordered=False)
    if isinstance(verdict, Meld):
        stands = [may[0] for may in verdict.stands]
        aces = [card for card in stands if card % 13 == 0]
        others = augen([card for card in stands if card % 13], law)
        assert verdict.value - others in {
            len(aces) * law.ace_high_melded,
            len(aces) * law.ace_low_melded,
        }


@given(st.data(), laws)
def test_every_offered_step_is_legal(data, law):
    meld = data.draw(melds(law))
    for step in layoffs(meld, law):
        longer = laid_off(meld, step, law)
        before, after = (step.cards, ()) if step.end is End.FRONT else ((), step.cards)
        assert extend(meld, law, before=before, after=after) == longer
        assert longer in extensions(meld, step.cards, law)


@given(st.data(), laws)
def test_every_legal_extension_is_made_of_offered_steps(data, law):
    """Brute force over what a run could take at both ends against walking the steps."""
    meld = data.draw(melds(law))
    extra = data.draw(st.integers(1, 4))
    reached = {meld.cards: meld}
    grown: set[tuple[int, ...]] = set()
    while reached:
        following: dict[tuple[int, ...], Meld] = {}
        for now in reached.values():
            for step in layoffs(now, law):
                longer = laid_off(now, step, law)
                if len(longer.cards) <= len(meld.cards) + extra:
                    following[longer.cards] = longer
        grown |= set(following)
        reached = following
    if meld.kind is Kind.GROUP:
        missing = [s * 13 + meld.low for s in range(4) if s * 13 + meld.low not in meld.cards]
        added = {c for n in range(1, extra + 1) for c in combinations([*missing, JOKER, JOKER], n)}
        full = {tuple(sorted(m.cards)) for c in added if isinstance(m := extend(meld, law, after=c), Meld)}
        assert {tuple(sorted(laid)) for laid in grown} == full
        return
    suit = meld.stands[0][0] // 13
    legal: set[tuple[int, ...]] = set()
    for front in range(extra + 1):
        for back in range(extra + 1 - front):
            before = [suit * 13 + (meld.low - front + at) % 13 for at in range(front)]
            after = [suit * 13 + (meld.low + len(meld.cards) + at) % 13 for at in range(back)]
            for mask in range(1 << front + back):
                line = [JOKER if mask >> at & 1 else card for at, card in enumerate([*before, *after])]
                verdict = extend(meld, law, before=line[:front], after=line[front:])
                if isinstance(verdict, Meld) and line:
                    assert verdict in extensions(meld, line, law)
                    legal.add(verdict.cards)
    assert grown == legal


@given(st.data(), laws, anything)
def test_laying_off_a_heap_is_a_longer_meld_or_a_sentence(data, law, heap):
    meld = data.draw(melds(law))
    verdict = lay_off(meld, heap[:5] or (JOKER,), law)
    if isinstance(verdict, Flaw):
        assert str(verdict.sentence)
    elif meld.kind is Kind.RUN:
        assert "".join(map(chr, meld.cards)) in "".join(map(chr, verdict.cards))


@given(st.data(), st.sampled_from(list(TOURNAMENT.values())))
def test_every_swap_leaves_a_meld_of_the_same_value(data, law):
    meld = data.draw(melds(law))
    for swap in swaps(meld, law):
        after = swapped(meld, swap, law)
        assert judge(after.cards, law) == after
        assert (after.value, len(after.cards)) == (meld.value, len(meld.cards))


def test_more_or_fewer_cards_than_rungs_fill_nothing():
    cards = read_cards("♥2 ★ ♥4")
    [line] = fillings(2, range(1, 4), cards)
    assert sorted(line) == sorted(cards)
    assert not [*fillings(2, range(1, 3), cards)]
    assert not [*fillings(2, range(1, 5), cards)]
