"""Beside other programs, live: OpenSpiel, RLCard, OR-tools and SciPy on the same hands. Nobody may disagree.

    python -m pip install --group peers
    python -m pytest tests/scoring/engine/test_peers.py -m peers

Where a peer is wrong, a test shows it: OpenSpiel's answer for eleven cards is not what its own answers for ten say.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from benchmarks.engine_hands import near_finished, random_hands
from benchmarks.engine_solvers import Answer, cp_sat, highs
from scoring.engine.best import best, deadwood
from scoring.engine.cards import JOKER
from scoring.engine.claim import claim
from scoring.engine.law import Law
from scoring.engine.notation import write_cards
from tests.laws import BASIC, CLUB_2018, FEDERATION
from tests.scoring.engine import oracle
from tests.scoring.engine.coding import count, spell

pytestmark = pytest.mark.peers

SEED = 1403
MISSING = "this peer is not installed: pip install --group peers"


def gin_hands(number: int, *, size: int = 10) -> list[tuple[int, ...]]:
    """As they are dealt, and nearly finished; the cards are numbered as OpenSpiel and RLCard number them."""
    return [
        *random_hands(number, size=size, gin=True, seed=SEED),
        *near_finished(number, size=size, gin=True, seed=SEED + 1),
    ]


def club_hands(number: int) -> list[tuple[int, ...]]:
    return [*random_hands(number, seed=SEED + 2), *near_finished(number // 2, seed=SEED + 3)]


@pytest.fixture(scope="module")
def open_spiel():
    """Gin with thirteen ranks, four suits and ten cards."""
    return pytest.importorskip("pyspiel", reason=MISSING).gin_rummy.GinRummyUtils(13, 4, 10)


# --- ten cards, no jokers -----------------------------------------------------------------------------


def test_open_spiel_leaves_the_same_with_ten_cards(open_spiel):
    wrong = [
        f"seed {SEED}: {write_cards(hand)}: OpenSpiel {theirs}, engine {ours}"
        for hand in gin_hands(50_000)
        if (theirs := open_spiel.min_deadwood(list(hand))) != (ours := deadwood(hand, BASIC).augen)
    ]
    assert not wrong, "\n".join(wrong[:5])


def test_rlcard_leaves_the_same_with_ten_cards():
    melding = pytest.importorskip("rlcard.games.gin_rummy.utils.melding", reason=MISSING)
    utils = pytest.importorskip("rlcard.games.gin_rummy.utils.utils", reason=MISSING)
    wrong = []
    for hand in gin_hands(5_000):
        cards = [utils.get_card(card) for card in hand]
        clusters = melding.get_best_meld_clusters(cards)
        theirs = min(
            (utils.get_deadwood_count(cards, cluster) for cluster in clusters),
            default=sum(map(utils.get_deadwood_value, cards)),
        )
        if theirs != (ours := deadwood(hand, BASIC).augen):
            wrong.append(f"seed {SEED}: {write_cards(hand)}: RLCard {theirs}, engine {ours}")
    assert not wrong, "\n".join(wrong[:5])


# --- where a peer is wrong ----------------------------------------------------------------------------


def exact_with_eleven(hand: tuple[int, ...]) -> int:
    """The least that remains after one of eleven cards is discarded, by trying each."""
    return min(deadwood((*hand[:at], *hand[at + 1 :]), BASIC).augen for at in range(len(hand)))


def test_open_spiel_errs_with_eleven_cards(open_spiel):
    """Aces and twos as groups, ♦10 ♦B ♦D as a run, ♣3 discarded: nothing remains. OpenSpiel says 1."""
    hand = count(["As", "2s", "Ac", "2c", "3c", "2d", "Td", "Jd", "Qd", "Ah", "2h"])
    theirs = ["scdh".index(card[1]) * 13 + oracle.RANKS.index(card[0]) for card in spell(hand)]
    of_ten = [open_spiel.min_deadwood(theirs[:at] + theirs[at + 1 :]) for at in range(11)]
    assert open_spiel.min_deadwood(theirs) == 1
    assert min(of_ten) == 0  # its own answers for ten cards are right
    assert exact_with_eleven(hand) == 0
    melds = [count(meld.split()) for meld in ("As Ac Ah", "2s 2c 2d 2h", "Td Jd Qd")]
    assert claim(melds, replace(BASIC, melds_per_turn=0)).valid


def test_open_spiel_never_leaves_less_than_is_possible_with_eleven(open_spiel):
    """It errs one way only: what it misses is a better use of the hand."""
    hands = gin_hands(3_000, size=11)
    exact = [exact_with_eleven(hand) for hand in hands]
    theirs = [open_spiel.min_deadwood(list(hand)) for hand in hands]
    differing = [
        (hand, one, other) for hand, one, other in zip(hands, exact, theirs, strict=True) if one != other
    ]
    assert differing, "OpenSpiel is exact now: say so in docs/verification.md"
    assert all(other > one for _, one, other in differing)


# --- fourteen cards, the club rules -------------------------------------------------------------------


def check_witness(hand: tuple[int, ...], told: Answer, law: Law) -> None:
    """What a solver lays is held and valid; then its value is not only a number."""
    laid = [card for meld in told.melds for card in meld]
    assert not Counter(laid) - Counter(hand)
    assert all(claim([meld], law, opened=True).valid for meld in told.melds)


@pytest.mark.parametrize(
    ("law", "fewer"), [(CLUB_2018, True), (FEDERATION, False)], ids=["club", "federation"]
)
def test_an_integer_program_finds_the_same_opening_and_the_same_way_out(law, fewer):
    pytest.importorskip("ortools", reason=MISSING)
    wrong = []
    for hand in club_hands(1_500):
        found = best(hand, law)
        opening, out = cp_sat(hand, fewer=fewer), cp_sat(hand, goes_out=True, fewer=fewer)
        check_witness(hand, opening, law)
        check_witness(hand, out, law)
        if (opening.value, bool(out.value)) != (found.value, found.goes_out is not None):
            wrong.append(f"{write_cards(hand)}: CP-SAT {opening.value}, {out.value}; engine {found}")
    assert not wrong, "\n".join(wrong[:5])


def test_a_linear_solver_finds_the_same_opening():
    pytest.importorskip("scipy.optimize", reason=MISSING)
    for hand in club_hands(700):
        told = highs(hand)
        check_witness(hand, told, CLUB_2018)
        assert told.value == best(hand, CLUB_2018).value, write_cards(hand)


def test_hands_full_of_jokers_too():
    pytest.importorskip("ortools", reason=MISSING)
    for law, fewer in ((CLUB_2018, True), (FEDERATION, False)):
        for number, hand in enumerate(random_hands(140, seed=SEED + 4)):
            cards = (*[card for card in hand if card != JOKER][: 14 - number % 7], *[JOKER] * (number % 7))
            found = best(cards, law)
            assert cp_sat(cards, fewer=fewer).value == found.value, write_cards(cards)
            assert bool(cp_sat(cards, goes_out=True, fewer=fewer).value) == (found.goes_out is not None)
