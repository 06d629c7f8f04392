"""What holds when nobody says otherwise, and the bounds of small things: each by its number."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from scoring.engine.cards import ACE, JACK, KING, QUEEN, TEN, Hand
from scoring.engine.claim import claim
from scoring.engine.classify import WayOut, classify, finishes, has_hand_finish, way_out
from scoring.engine.law import Finish, GoingOut, MendingBars, NewDeal
from scoring.engine.layoffs import LayOff, lay_off, layoffs
from scoring.engine.lines import LONGEST_LINE, answer, answers
from scoring.engine.melds import Flaw, Meld, demand, group_of, jokers_touch, share_allows
from scoring.engine.notation import Misspelt, read_card, read_cards, write_cards
from scoring.engine.refusals import Forbidden
from scoring.engine.spelling import LONGEST
from tests.laws import BASIC, CLUB_2018, FAMILIES, FEDERATION


def test_ranks_have_their_numbers():
    assert (ACE, TEN, JACK, QUEEN, KING) == (0, 9, 10, 11, 12)


def test_a_hand_as_two_rows_of_bits():
    hand = Hand.of(read_cards("♣A ♣A ♠K ♦7 ★ ★"))
    assert (hand.first(0), hand.second(0)) == (1, 1)
    assert (hand.first(1), hand.second(1)) == (1 << 12, 0)
    assert sum(hand.first(suit).bit_count() + hand.second(suit).bit_count() for suit in range(4)) == 4
    assert hand.jokers == 2
    twice = Hand.of(read_cards("♠K ♠K ♠A ♠A ♥2 ♥2"))
    assert [twice.second(suit) for suit in range(4)] == [0, 1 << 12 | 1, 1 << 1, 0]
    assert [twice.first(suit) for suit in range(4)] == [0, 1 << 12 | 1, 1 << 1, 0]
    empty = Hand()
    assert (empty.once, empty.twice, empty.jokers) == (0, 0, 0)


# --- ways out -----------------------------------------------------------------------------------------------


def test_what_is_not_said_of_a_way_out():
    way = WayOut(opened_before=False)
    assert (way.laid_off, way.swapped, way.discarded) == (False, False, True)
    assert (way.opening, way.melded, way.all_cards) == (None, None, 13)
    assert way_out([], CLUB_2018) == replace(way, opening=0, melded=0)


THIRTEEN = ["♥7 ♥8 ♥9 ♥10", "♣2 ♠2 ♦2", "♣3 ♠3 ♦3", "♣4 ♠4 ♦4"]


def went_out(melds, law, **how):
    return classify(way_out([read_cards(meld) for meld in melds], law, **how), law)


@pytest.mark.parametrize(
    ("law", "melds", "how", "finish"),
    [
        (CLUB_2018, THIRTEEN, {}, Finish.HAND),
        (CLUB_2018, THIRTEEN[1:], {}, "hand_needs_all"),
        (CLUB_2018, THIRTEEN[1:], {"all_cards": 9}, Finish.HAND),
        (CLUB_2018, THIRTEEN, {"opened_before": True}, Finish.PLAIN),
        (CLUB_2018, THIRTEEN, {"laid_off": True}, Finish.HAND_WITH_LAYOFF),
        (CLUB_2018, THIRTEEN, {"swapped": True}, Finish.HAND_WITH_LAYOFF),
        (CLUB_2018, THIRTEEN[1:2], {"swapped": True}, "opening_too_low"),
        (CLUB_2018, THIRTEEN[1:2], {"laid_off": True}, "opening_too_low"),
        (FEDERATION, THIRTEEN, {"discarded": False}, "hand_needs_all"),
        (FEDERATION, THIRTEEN, {"discarded": False, "all_cards": 12}, Finish.SUPER),
        (BASIC, THIRTEEN[:1], {"discarded": False}, Finish.PLAIN),
        (BASIC, THIRTEEN[:1], {}, Finish.PLAIN),
        (replace(CLUB_2018, going_out=GoingOut.ANY), THIRTEEN, {"discarded": False}, Finish.HAND),
        (
            replace(CLUB_2018, going_out=GoingOut.ANY), THIRTEEN, {"discarded": False, "laid_off": True},
            Finish.HAND_WITH_LAYOFF,
        ),
        (
            replace(CLUB_2018, going_out=GoingOut.ANY), THIRTEEN, {"discarded": False, "swapped": True},
            Finish.HAND_WITH_LAYOFF,
        ),
        (
            replace(CLUB_2018, going_out=GoingOut.ANY), THIRTEEN, {"discarded": False, "opened_before": True},
            Finish.PLAIN,
        ),
        (
            replace(CLUB_2018, going_out=GoingOut.ANY, hand_below_opening=False), THIRTEEN[1:2], {"discarded": False},
            "opening_too_low",
        ),
        (replace(CLUB_2018, going_out=GoingOut.ANY), THIRTEEN[1:2], {"discarded": False}, Finish.HAND),
        (
            replace(CLUB_2018, going_out=GoingOut.ANY), THIRTEEN[1:2], {"discarded": False, "swapped": True},
            "opening_too_low",
        ),
    ],
)  # fmt: skip
def test_how_somebody_went_out(law, melds, how, finish):
    if isinstance(finish, Finish):
        assert went_out(melds, law, **how) is finish
        return
    with pytest.raises(Forbidden) as refused:
        went_out(melds, law, **how)
    assert refused.value.breach.value == finish


def test_a_hand_finish_needs_an_opening_to_be_skipped():
    assert [has_hand_finish(replace(CLUB_2018, opening_augen=augen)) for augen in (0, 1, 40)] == [
        False,
        True,
        True,
    ]
    assert Finish.HAND not in finishes(BASIC)


def test_readings_that_hold_where_a_law_says_nothing():
    law = replace(CLUB_2018)
    assert (law.hand_below_opening, law.super_with_layoffs) == (True, False)
    bare = type(law)(**{
        name: getattr(law, name)
        for name in law.__dataclass_fields__
        if name not in ("mending_bars", "new_deal", "hand_below_opening", "super_with_layoffs", "paragraphs")
    })  # fmt: skip
    assert (bare.hand_below_opening, bare.super_with_layoffs) == (True, False)
    assert (bare.mending_bars, bare.new_deal) == (MendingBars.TURN, NewDeal.BEFORE_PLAY)
    assert bare.cite("decks") == ""


# --- melds and lay-offs -------------------------------------------------------------------------------------


def test_shares_of_jokers():
    fewer, not_more = CLUB_2018, replace(CLUB_2018, joker_share=FEDERATION.joker_share)
    for law in (fewer, not_more):
        assert share_allows(3, 0, law)
        assert share_allows(2, 1, law)
        assert not share_allows(1, 2, law)
        assert share_allows(0, 0, law)
        assert not share_allows(0, 1, law)
    assert not share_allows(3, 1, BASIC)
    assert share_allows(0, 0, BASIC)


@pytest.mark.parametrize(
    ("laid", "shown"),
    [
        ("♥7 ♠7 ♦7", "♥7 ♠7 ♦7"),
        ("★ ★ ♥7 ♠7", "♥7 ★ ♠7 ★"),
        ("♥7 ★ ♠7 ★", "♥7 ★ ♠7 ★"),
        ("♥7 ★ ★ ♠7 ♦7", "♥7 ★ ♠7 ★ ♦7"),
        ("★ ♥7 ♠7", "★ ♥7 ♠7"),
    ],
)
def test_a_group_is_laid_so_that_no_jokers_touch(laid, shown):
    cards = read_cards(laid)
    assert write_cards(group_of(cards, replace(CLUB_2018, jokers_adjacent=False)).cards) == shown
    assert group_of(cards, replace(CLUB_2018, jokers_adjacent=True)).cards == tuple(cards)
    assert jokers_touch(read_cards("♥7 ★ ★")) is True


def grown(meld, law):
    return [
        f"{one.end.value} {write_cards(one.cards)}: {' '.join(write_cards(stands) for stands in one.stands)}"
        for one in layoffs(demand(read_cards(meld), law), law)
    ]


@pytest.mark.parametrize(
    ("law", "meld", "offers"),
    [
        (FEDERATION, "♥7 ♠7 ♦7", ["back ♣7: ♣7", "back ★: ♣7"]),
        (BASIC, "♥A ♥2 ♥3", ["back ♥4: ♥4"]),
        (BASIC, "♥B ♥D ♥K", ["front ♥10: ♥10"]),
        (BASIC, "♥7 ♥8 ♥9", ["front ♥6: ♥6", "back ♥10: ♥10"]),
        (CLUB_2018, "♥7 ♥8 ♥9", ["front ♥6: ♥6", "front ★: ♥6", "back ♥10: ♥10", "back ★: ♥10"]),
        (CLUB_2018, "★ ♥8 ♥9", ["front ♥6: ♥6", "back ♥10: ♥10", "back ★ ♥B: ♥10 ♥B"]),
        (CLUB_2018, "★ ♥8 ♥9 ♥10", ["front ♥6: ♥6", "back ♥B: ♥B", "back ★: ♥B"]),
        (CLUB_2018, "♥7 ★ ♥9 ★ ♥B", ["front ♥6: ♥6", "front ♥5 ★: ♥5 ♥6", "back ♥D: ♥D", "back ★ ♥K: ♥D ♥K"]),
        (CLUB_2018, "♥A ♥2 ♥3", ["front ♥K: ♥K", "front ★: ♥K", "back ♥4: ♥4", "back ★: ♥4"]),
        (CLUB_2018, "♥D ♥K ♥A", ["front ♥B: ♥B", "front ★: ♥B", "back ♥2: ♥2", "back ★: ♥2"]),
    ],
)
def test_what_can_be_laid_off(law, meld, offers):
    assert grown(meld, law) == offers


def laid(meld, cards, law=CLUB_2018):
    found = lay_off(demand(read_cards(meld), law), read_cards(cards), law)
    return str(found) if isinstance(found, Meld) else found.reason.value


@pytest.mark.parametrize(
    ("meld", "cards", "becomes"),
    [
        ("♥7 ♥8 ♥9", "♥10 ♥B", "♥7 ♥8 ♥9 ♥10 ♥B"),
        ("♥7 ♥8 ♥9", "♥5 ♥6", "♥5 ♥6 ♥7 ♥8 ♥9"),
        ("♥7 ♥8 ♥9", "♥6 ♥10", "♥6 ♥7 ♥8 ♥9 ♥10"),
        ("♥7 ♥8 ♥9", "♥10 ♥6 ♥5", "♥5 ♥6 ♥7 ♥8 ♥9 ♥10"),
        ("♥7 ♠7 ♦7", "♣7", "♥7 ♠7 ♦7 ♣7"),
    ],
)
def test_cards_laid_off_together(meld, cards, becomes):
    assert laid(meld, cards) == becomes


# --- lines ---------------------------------------------------------------------------------------------------


def asked(**question):
    return answer(json.dumps(question, ensure_ascii=False), FAMILIES)


def test_the_longest_line():
    question = '{"ask": "augen", "rules": "basic", "hand": "♥7"}'
    assert answer(question.ljust(LONGEST_LINE), FAMILIES)["augen"] == 7
    assert answer(question.ljust(LONGEST_LINE + 1), FAMILIES)["error"]["kind"] == "bad_question"


def test_signs_are_written_as_they_are():
    [line] = answers(['{"id": "Säle", "ask": "augen", "rules": "basic", "hand": "♥7"}'], FAMILIES)
    assert '"Säle"' in line
    [line] = answers(['{"id": "\\ud800", "ask": "augen", "rules": "basic", "hand": "♥7"}'], FAMILIES)
    assert "\\ud800" in line


def test_what_a_question_leaves_out():
    table = {"ask": "table", "rules": "club_2018", "table": "♥7 ♥8 ♥9", "hand": "♥10 ♠K"}
    assert asked(**table) == asked(**table, opened=True) != asked(**table, opened=False)
    claim = {"ask": "claim", "rules": "club_2018", "melds": "♥9 ♥7 ♥8", "opened": True}
    assert asked(**claim) == asked(**claim, as_laid=False) != asked(**claim, as_laid=True)
    closed = {"ask": "claim", "rules": "club_2018", "melds": "♥7 ♥8 ♥9"}
    assert asked(**closed) == asked(**closed, opened=False) != asked(**closed, opened=True)


# --- words that are no cards ----------------------------------------------------------------------------------


def test_a_long_word_is_cut_in_the_sentence():
    for length, shown in ((LONGEST, "x" * LONGEST), (LONGEST + 1, "x" * LONGEST + "…")):
        with pytest.raises(Misspelt) as refused:
            read_cards("x" * length)
        assert f"„{shown}“" in str(refused.value)
    with pytest.raises(Misspelt) as refused:
        read_card("Q9x")
    assert refused.value.at == 0


def test_melds_are_heaps_unless_somebody_says_as_laid():
    heap = [read_cards("♥9 ♥7 ♥8")]
    assert claim(heap, CLUB_2018, opened=True).valid
    assert not claim(heap, CLUB_2018, opened=True, as_laid=True).valid
    assert not claim(heap, CLUB_2018).valid, "nobody has opened until it is said"


def test_flaws_are_flaws():
    assert isinstance(lay_off(demand(read_cards("♥7 ♥8 ♥9"), BASIC), read_cards("♠2"), BASIC), Flaw)
    step = layoffs(demand(read_cards("♥7 ♥8 ♥9"), BASIC), BASIC)[0]
    assert isinstance(step, LayOff)
