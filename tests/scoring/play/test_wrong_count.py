"""A wrong number of cards: how each family mends it, what may not be done meanwhile, what happens at the end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.engine.cards import augen, full_deck
from scoring.engine.law import FailedOpening, Finish, MendingBars
from scoring.engine.notation import read_cards, read_melds
from scoring.engine.play import play, play_turn, step_refusal
from scoring.engine.play_offers import hand_melds
from scoring.engine.player import shuffled
from scoring.engine.record import Record
from scoring.engine.refusals import Breach, Forbidden, Mended
from scoring.engine.replay import replay
from scoring.engine.state import Phase, State, begin
from scoring.engine.turns import Discard, Draw, LayDown, LayOff, PickUp, Recount, Turn
from tests.scoring.play.places import LAWS


def dealt(who: str, sizes: dict[int, int]) -> State:
    """A table of four, seat 4 deals and sits out, with hands of these sizes."""
    pack = [card for card in shuffled(LAWS[who], 3) if card < 52] + [52] * 6
    hands = {}
    for seat, size in sizes.items():
        hands[seat], pack = tuple(pack[:size]), pack[size:]
    return begin(hands, pack[0], pack[1:], law=LAWS[who], seats=4, dealer=4)


def top(state: State) -> Draw:
    return Draw(card=state.stock[-1])


def any_card(state: State) -> Discard:
    return Discard(card=state.player.hand[0])


def no(state, step) -> tuple[Breach, str]:
    forbidden = step_refusal(state, step)
    assert forbidden is not None
    return forbidden.breach, forbidden.paragraph


def test_the_player_left_of_the_dealer_begins_and_the_dealer_sits_out():
    state = dealt("club", {1: 13, 2: 13, 3: 13})
    assert (state.playing, state.to_move, state.phase) == ((1, 2, 3), 1, Phase.DRAW)


@pytest.mark.parametrize("who", ["club", "fed"])
def test_one_too_many_is_mended_by_not_drawing(who):
    state = play(dealt(who, {1: 14, 2: 13, 3: 13}), Recount())
    assert no(state, top(state))[0] is Breach.DRAWN_ALREADY
    assert no(state, LayDown(melds=(state.player.hand[:3],)))[0] is Breach.MENDING_COUNT
    state = play(state, any_card(state))
    assert (len(state.at(1).hand), state.at(1).surplus, state.to_move) == (13, 0, 2)


@pytest.mark.parametrize("who", ["club", "fed"])
def test_two_too_many_take_two_rounds(who):
    state = play(dealt(who, {1: 15, 2: 13, 3: 13}), Recount())
    state = play(state, any_card(state))
    assert (len(state.at(1).hand), state.at(1).surplus) == (14, 1)


def test_one_too_few_is_mended_by_not_discarding_in_the_club():
    state = play(dealt("club", {1: 12, 2: 13, 3: 13}), Recount())
    assert no(state, PickUp(card=state.pile[-1]))[0] is Breach.STOCK_ONLY
    state = play(state, top(state))
    assert (len(state.at(1).hand), state.at(1).surplus, state.to_move) == (13, 0, 2)


def test_too_few_are_mended_by_drawing_more_in_the_federation():
    state = play(dealt("fed", {1: 11, 2: 13, 3: 13}), Recount())
    for _ in range(3):
        assert no(state, any_card(state))[0] is Breach.DRAW_FIRST
        state = play(state, top(state))
    assert no(state, LayDown(melds=(state.player.hand[:3],))) == (Breach.MENDING_COUNT, "§4.6")
    state = play(state, any_card(state))
    assert (len(state.at(1).hand), state.at(1).surplus, state.to_move) == (13, 0, 2)


def test_laying_off_while_mending_is_forbidden_in_the_club_and_open_in_the_federation():
    for who, breach in [("club", Breach.MENDING_COUNT), ("fed", Breach.LAY_OFF_UNOPENED)]:
        state = play(dealt(who, {1: 14, 2: 13, 3: 13}), Recount())
        assert no(state, LayOff(meld=1, cards=state.player.hand[:1]))[0] is breach


def test_a_bar_for_the_game_outlives_the_mending():
    """ "In this round" can be read as the whole game: then nothing is laid any more after the number is right."""
    for bars, breach in [
        (MendingBars.TURN, Breach.OPENING_TOO_LOW),
        (MendingBars.GAME, Breach.MENDING_COUNT),
    ]:
        before = dealt("club", {1: 14, 2: 13, 3: 13})
        state = replace(before, law=replace(before.law, mending_bars=bars, failed_opening=FailedOpening.NONE))
        state = play(play(state, Recount()), any_card(state))
        for _ in range(2):
            state = play(state, top(state))
            state = play(state, any_card(state))
        state = play(state, top(state))
        assert (state.to_move, state.player.barred) == (1, bars is MendingBars.GAME)
        meld = next(iter(hand_melds(state.player.hand, state.law)))
        assert no(state, LayDown(melds=(meld,)))[0] is breach


def test_a_recount_needs_a_wrong_count_and_comes_first():
    state = dealt("club", {1: 13, 2: 14, 3: 13})
    assert no(state, Recount()) == (Breach.COUNT_IS_RIGHT, "Regel 3")
    drawn = play(state, top(state))
    assert no(drawn, Recount())[0] is Breach.RECOUNT_FIRST
    mending = play(play_turn(state, Turn(seat=1, steps=(top(state), any_card(drawn)))), Recount())
    assert no(mending, Recount())[0] is Breach.RECOUNT_FIRST


def test_several_wrong_hands_are_dealt_anew_in_the_federation_and_mended_in_the_club():
    with pytest.raises(Forbidden, match="neu geben") as refused:
        dealt("fed", {1: 14, 2: 12, 3: 13})
    assert (refused.value.breach, refused.value.paragraph) == (Breach.NEW_DEAL, "§4.8")
    assert [player.surplus for player in dealt("club", {1: 14, 2: 12, 3: 13}).players] == [1, -1, 0]


def test_the_basic_family_knows_no_mending():
    law = LAWS["basic"]
    pack = shuffled(law, 1)
    with pytest.raises(Forbidden, match="Platz 1 hat 11 Karten, richtig sind 10") as refused:
        begin({1: pack[:11], 2: pack[11:21]}, pack[21], pack[22:], law=law, seats=2, dealer=1)
    assert refused.value.breach is Breach.WRONG_DEAL


def test_a_hand_without_cards_and_a_pack_without_a_stock_are_no_deal():
    for sizes in ({1: 0, 2: 13, 3: 13}, {1: 83, 2: 13, 3: 13}):
        with pytest.raises(Forbidden) as refused:
            dealt("club", sizes)
        assert refused.value.breach is Breach.WRONG_DEAL


# --- at the end ---------------------------------------------------------------------------------------

WINNING = read_cards("♣2 ♠2 ♥2 ♣3 ♠3 ♥3 ♣A ♠A ♥A ♦A ♦4 ♦5 ♦6")
LAID = LayDown(melds=tuple(map(read_cards, ("♣2 ♠2 ♥2", "♣3 ♠3 ♥3", "♣A ♠A ♥A ♦A", "♦4 ♦5 ♦6"))))


def won_at_once(who: str, sizes: dict[int, int], *, stock_known: bool = True) -> Record:
    """Seat 1 draws a king and goes out from the hand; the others hold so many cards."""
    pack = [*shuffled(LAWS[who], 8)]
    for card in (*WINNING, *read_cards("♥K")):
        pack.remove(card)
    hands = [(1, WINNING)]
    for seat, size in sizes.items():
        hands.append((seat, tuple(pack[:size])))
        pack = pack[size:]
    (king,) = read_cards("♥K")
    steps = (Draw(card=king), LAID, Discard(card=king))
    return Record(
        rules=who,
        seats=4,
        dealer=4,
        hands=tuple(hands),
        open_card=pack[0],
        stock=(king, *pack[1:]) if stock_known else None,
        turns=(Turn(seat=1, steps=steps),),
    )


@pytest.mark.parametrize("who", ["club", "fed"])
def test_at_the_end_too_few_are_drawn_up_and_too_many_are_all_counted(who):
    law = LAWS[who]
    right = replay(won_at_once(who, {2: 13, 3: 13}), law)
    assert right.refused is None
    assert right.outcome is not None
    assert (right.outcome.finish, right.outcome.winner) == (Finish.HAND, 1)

    record = won_at_once(who, {2: 11, 3: 13})
    few = replay(record, law)
    assert few.refused is None
    assert few.outcome is not None
    assert record.stock is not None
    assert few.outcome.hands[2].augen == augen([*dict(record.hands)[2], *record.stock[1:3]], law)
    assert [(note.turn, note.mended) for note in few.notes] == [
        (0, Mended.TOO_FEW_CARDS),
        (1, Mended.DRAWN_UP),
    ]
    assert few.notes[1].paragraph == law.cite("wrong_count")

    record = won_at_once(who, {2: 13, 3: 15})
    many = replay(record, law)
    assert many.outcome is not None
    assert many.outcome.hands[3].augen == augen(dict(record.hands)[3], law)
    assert [note.mended for note in many.notes] == [Mended.TOO_MANY_CARDS]


def test_cards_to_be_drawn_up_have_to_be_known():
    record = won_at_once("club", {2: 11, 3: 13}, stock_known=False)
    found = replay(record, LAWS["club"])
    assert found.refused is not None
    assert found.refused.breach is Breach.DRAWN_UNKNOWN
    assert (
        replay(replace(record, hands=won_at_once("club", {2: 13, 3: 13}).hands), LAWS["club"]).refused is None
    )


def test_a_hand_romme_below_40_needs_all_thirteen_cards():
    """Twelve cards were dealt, so twelve in melds are no Hand-Rommé, and 33 Augen do not open."""
    record = won_at_once("club", {2: 13, 3: 13})
    (king,) = read_cards("♥K")
    low = "♣2 ♠2 ♥2 | ♣3 ♠3 ♥3 | ♦2 ♦3 ♦4 | ♣3 ♠3 ♥3"
    melds = read_melds(low)
    cards = tuple(card for meld in melds for card in meld)
    pack = [*full_deck(LAWS["club"])]
    for card in (*cards, king):
        pack.remove(card)
    hands = ((1, cards), (2, tuple(pack[:13])), (3, tuple(pack[13:26])))
    steps = (Draw(card=king), LayDown(melds=melds), Discard(card=king))
    record = replace(
        record, hands=hands, open_card=pack[26], stock=(king, *pack[27:]), turns=(Turn(seat=1, steps=steps),)
    )
    found = replay(record, LAWS["club"])
    assert [note.mended for note in found.notes] == [
        Mended.TOO_FEW_CARDS,
        Mended.FAILED_OPENING,
        Mended.UNFINISHED,
    ]
