"""From a finish as it is told to the sign on the list, family by family."""

from __future__ import annotations

import doctest
from dataclasses import replace

import pytest

from scoring.engine import record as record_module
from scoring.engine import replay_score, state
from scoring.engine.classify import WayOut, classify, demand_finish, finishes, way_out
from scoring.engine.law import Finish, GoingOut, Law
from scoring.engine.notation import read_melds
from scoring.engine.refusals import Breach, Forbidden
from scoring.engine.replay_score import scores
from scoring.engine.turns import Left, Outcome
from tests.scoring.play.places import LAWS

ALL_13 = "♣2 ♠2 ♥2 | ♣3 ♠3 ♥3 | ♣A ♠A ♥A ♦A | ♦4 ♦5 ♦6"
TOLD = [
    # family, melds of the last turn, what else, the finish or why not, paragraph
    ("club", "", {"opened_before": True}, "R", ""),
    ("fed", "", {"opened_before": True}, "R", ""),
    ("club", ALL_13, {}, "H", ""),
    ("fed", ALL_13, {}, "H", ""),
    ("club", ALL_13, {"opened_before": True}, "R", ""),
    ("club", "♥B ♥D ♥K ♥A", {"laid_off": True}, "HA", ""),
    ("fed", "♥B ♥D ♥K ♥A", {"swapped": True}, "HA", ""),
    ("club", "♥D ♥K ♥A", {"laid_off": True}, "opening_too_low", "Regel 6"),
    ("fed", "♥D ♥K ♥A", {"swapped": True}, "opening_too_low", "§5.2"),
    ("club", "♥B ♥D ♥K ♥A", {}, "hand_needs_all", "Regel 10"),
    ("club", ALL_13 + " ♦7", {"discarded": False}, "discard_needed", "Regel 10"),
    ("fed", ALL_13 + " ♦7", {"discarded": False}, "S", ""),
    ("fed", ALL_13, {"discarded": False}, "hand_needs_all", "§6.1"),
    ("fed", ALL_13 + " ♦7", {"discarded": False, "laid_off": True}, "super_from_hand", "§6.1"),
    ("fed", ALL_13 + " ♦7", {"discarded": False, "opened_before": True}, "super_from_hand", "§6.1"),
    ("club", "♥B ♥D", {}, "not_a_meld", "Regel 8"),
    ("basic", "♥B ♥D ♥K", {}, "R", ""),
    ("basic", "♥B ♥D ♥K", {"discarded": False}, "R", ""),
    ("basic", "", {"discarded": False, "laid_off": True, "opened_before": True}, "R", ""),
]


@pytest.mark.parametrize(("who", "melds", "told", "sign", "paragraph"), TOLD)
def test_a_finish_as_it_is_told(who, melds, told, sign, paragraph):
    law = LAWS[who]
    try:
        found, cited = classify(way_out(read_melds(melds), law, **told), law).value, ""
    except Forbidden as forbidden:
        found, cited = forbidden.breach.value, forbidden.paragraph
    assert (found, cited) == (sign, paragraph)


def sign_of(way: WayOut, law: Law) -> str:
    try:
        return classify(way, law).value
    except Forbidden as forbidden:
        return forbidden.breach.value


@pytest.mark.parametrize("below", [True, False])
@pytest.mark.parametrize("augen", [39, 40])
@pytest.mark.parametrize(
    ("going_out", "discarded", "sign"),
    [
        (GoingOut.DISCARD, True, "H"),
        (GoingOut.DISCARD_OR_SUPER, True, "H"),
        (GoingOut.DISCARD_OR_SUPER, False, "S"),
        (GoingOut.ANY, False, "H"),
    ],
)
def test_whether_a_whole_hand_below_forty_goes_out_is_a_reading(going_out, discarded, sign, augen, below):
    """§5.2 and Regel 10: both readings, in every way to go out, to the last Auge."""
    law = replace(LAWS["fed"], going_out=going_out, hand_below_opening=below)
    way = WayOut(
        opened_before=False, discarded=discarded, opening=augen, melded=13 if discarded else 14, all_cards=13
    )
    assert sign_of(way, law) == (sign if below or augen == 40 else "opening_too_low")


@pytest.mark.parametrize("below", [True, False])
@pytest.mark.parametrize("augen", [39, 40])
def test_what_was_laid_off_at_others_asks_for_forty_by_either_reading(augen, below):
    law = replace(LAWS["fed"], hand_below_opening=below, super_with_layoffs=True)
    for discarded, sign in ((True, "HA"), (False, "S")):
        way = WayOut(opened_before=False, laid_off=True, discarded=discarded, opening=augen)
        assert sign_of(way, law) == (sign if augen == 40 else "opening_too_low")


def test_what_is_not_told_is_not_checked():
    law = LAWS["club"]
    assert classify(WayOut(opened_before=False), law) is Finish.HAND
    assert classify(WayOut(opened_before=False, laid_off=True), law) is Finish.HAND_WITH_LAYOFF


def test_the_finishes_of_each_family():
    assert {who: " ".join(finishes(law)) for who, law in LAWS.items()} == {
        "basic": "R",
        "club": "R HA H –",
        "fed": "R HA H S –",
    }


@pytest.mark.parametrize(
    ("who", "finish", "breach", "paragraph"),
    [
        ("basic", Finish.HAND, Breach.NO_SUCH_FINISH, "Spiel"),
        ("basic", Finish.EXHAUSTED, Breach.NO_SUCH_FINISH, "Spiel"),
        ("club", Finish.SUPER, Breach.DISCARD_NEEDED, "Regel 10"),
    ],
)
def test_a_finish_that_a_family_does_not_have_is_refused(who, finish, breach, paragraph):
    with pytest.raises(Forbidden) as refused:
        demand_finish(finish, LAWS[who])
    assert (refused.value.breach, refused.value.paragraph) == (breach, paragraph)
    assert demand_finish(Finish.PLAIN, LAWS[who]) is Finish.PLAIN


def won(winner: int, **held: int) -> Outcome:
    hands = {int(seat[1:]): Left(augen=augen, opened=True) for seat, augen in held.items()}
    return Outcome(finish=Finish.PLAIN, winner=winner, hands=hands)


def test_the_winner_gets_the_augen_of_the_others_until_the_target_is_reached():
    evening = [won(1, p2=30, p3=25), won(2, p1=80, p3=40), won(1, p2=10, p3=40), won(3, p1=99, p2=99)]
    found = scores(evening, seats=(1, 2, 3), target=105)
    assert [tuple(score.totals.values()) for score in found] == [(55, 0, 0), (55, 120, 0)]
    assert found[-1].over
    assert found[-1].leaders == (2,)
    rounds = scores(evening, seats=(1, 2, 3), deals=3)
    assert [score.over for score in rounds] == [False, False, True]
    assert rounds[-1].totals == {1: 105, 2: 120, 3: 0}


@pytest.mark.parametrize("module", [record_module, replay_score, state])
def test_examples_in_the_docs_run(module):
    assert doctest.testmod(module).failed == 0
