"""Questions that tell a changed engine from the right one: tests/cases/apart.txt, a question and its answer in two lines each.

A mutation tester found them: it changed one thing in the engine and asked questions drawn at random until one was
answered otherwise; that one is kept. A question is one about cards (`manage.py hands`), a position in which
steps are tried, or a position from which the simple players go on. Whoever changes the engine on purpose writes the answers
anew: `python -m tests.scoring.apart`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any
from zlib import crc32

from scoring.engine.best import most_melded
from scoring.engine.cards import FACES, JOKER, Card, full_deck, sign
from scoring.engine.law import (
    AceInRun,
    FailedOpening,
    GoingOut,
    JokerShare,
    LastCard,
    Law,
    MendingBars,
    OpenCard,
    StockEmpty,
)
from scoring.engine.layoffs import End, lay_off, layoffs, swaps
from scoring.engine.lines import answer
from scoring.engine.melds import Meld, demand, judge
from scoring.engine.notation import read_cards, write_cards, write_melds
from scoring.engine.play import DEEDS
from scoring.engine.play_board import OVER, PlayBoard
from scoring.engine.play_offers import hand_melds, legal_steps, openings
from scoring.engine.player import Players
from scoring.engine.record import write_step
from scoring.engine.refusals import Forbidden
from scoring.engine.solver_out import goes_out
from scoring.engine.solver_plain import best_plainly
from scoring.engine.state import Laid, Phase, Position, State
from scoring.engine.turns import Discard, Draw, LayDown, LayOff, PickUp, PutBack, Recount, Step, Swap
from scoring.sentence import Refusal
from tests.answers import CASES, keep_pairs, kept_pairs
from tests.laws import BASIC, CLUB_2018, FEDERATION
from tests.scoring.engine.kept_answers import LAWS as LAWS_ASKED
from tests.scoring.engine.kept_answers import hand_of
from tests.scoring.play.kept import TABLES
from tests.scoring.play.test_ways_on import ALL_LAWS

FILE = CASES / "apart.txt"
LAWS: dict[str, Law] = {
    **LAWS_ASKED,
    **TABLES,
    **ALL_LAWS,
    "four decks": replace(CLUB_2018, decks=4, jokers=8),
    "a joker may go": replace(FEDERATION, joker_discard_only_last=False, opening_augen=20),
    "joker as an ace": replace(LAWS_ASKED["any"], joker_held=11),
    "gin, one meld": replace(BASIC, stock_empty=StockEmpty.GAME_OVER, open_card=OpenCard.MAY_PASS),
}
Question = dict[str, Any]


TRUTHS = (False, True)
OTHER: dict[str, tuple[Any, ...]] = {
    "jokers_adjacent": TRUTHS, "layoff_needs_opening": TRUTHS, "open_card": (*OpenCard,), "last_card": (*LastCard,),
    "mauscheln": TRUTHS, "joker_swap": TRUTHS, "swap_needs_full_group": TRUTHS, "joker_discard_only_last": TRUTHS,
    "failed_opening": (*FailedOpening,), "going_out": (*GoingOut,), "stock_empty": (*StockEmpty,),
    "mending_bars": (*MendingBars,), "hand_below_opening": TRUTHS, "super_with_layoffs": TRUTHS,
    "ace_in_run": (*AceInRun,), "joker_share": (*JokerShare,),
}  # fmt: skip
"""What a question may have otherwise than its rules."""


def law_of(question: Question) -> Law:
    other: dict[str, Any] = {
        name: OTHER[name][OTHER[name].index(value)] for name, value in question.get("other", {}).items()
    }
    return replace(LAWS[question["rules"]], **other)


# --- questions by chance ----------------------------------------------------------------------------------


def drawn_melds(law: Law, chance: Random, deck: list[Card], *, most: int) -> list[tuple[Card, ...]]:
    """Melds as they may lie on a table; taken out of the deck."""
    found: list[tuple[Card, ...]] = []
    for _unused in range(chance.randint(0, most)):
        some = hand_of(law, chance, count=9)
        several = [meld for meld in hand_melds(some, law) if not Counter(meld) - Counter(deck)]
        if several:
            meld = chance.choice(several)
            found.append(demand(meld, law).cards)
            for card in meld:
                deck.remove(card)
    return found


def near(
    law: Law, chance: Random, deck: Sequence[Card], melds: Sequence[Sequence[Card]], count: int
) -> list[Card]:
    """Cards that may fit these melds, and some others."""
    ranks = {card % 13 for meld in melds for card in meld if card != JOKER}
    suits = {card // 13 for meld in melds for card in meld if card != JOKER}
    left = list(deck)
    likely = [
        card
        for card in left
        if card == JOKER
        or (card // 13 in suits and {(card + 1) % 13, (card - 1) % 13, card % 13} & ranks)
        or card % 13 in ranks
    ]
    held: list[Card] = []
    for _unused in range(count):
        card = chance.choice(likely if likely and chance.random() < 0.7 else left)
        left.remove(card)
        if card in likely:
            likely.remove(card)
        held.append(card)
    return held


# --- answers ----------------------------------------------------------------------------------------------


def position(law: Law, chance: Random) -> State:
    """Few cards in the hands, melds on the table, everything else in the piles."""
    seats = chance.choice(sorted(law.hand_cards))
    deck = list(full_deck(law))
    melds = drawn_melds(law, chance, deck, most=3)
    wrong = chance.random() < 0.15 and law.wrong_count.value != "none"
    players = []
    for seat in range(1, seats + 1):
        count = chance.choice((1, 2, 3, 4, 6)) if chance.random() < 0.8 else law.hand_cards[seats]
        hand = near(law, chance, deck, melds, count)
        if seat == 1 and chance.random() < 0.12:
            hand = [JOKER] * min(count, deck.count(JOKER), 3) or hand
        elif seat == 1 and chance.random() < 0.12:
            hand = hand[:1] * min(deck.count(hand[0]), count)
        for card in hand:
            deck.remove(card)
        surplus = chance.choice((-2, -1, 1, 2)) if wrong and seat == 1 else 0
        opened = chance.random() < 0.7
        barred = wrong and chance.random() < 0.2
        players.append(
            Position(seat=seat, hand=tuple(sorted(hand)), opened=opened, surplus=surplus, barred=barred)
        )
    chance.shuffle(deck)
    [first] = near(law, chance, deck, melds, 1)
    deck.remove(first)
    if JOKER in deck and chance.random() < 0.1:
        deck.remove(JOKER)
        deck.append(JOKER)
    elif chance.random() < 0.5:
        [top] = near(law, chance, deck, melds, 1)
        deck.remove(top)
        deck.append(top)
    if JOKER in deck[:-1] and chance.random() < 0.05:
        deck.remove(JOKER)
        deck, first = [first, *deck], JOKER
    cut = len(deck) if chance.random() < 0.7 else chance.choice((0, 1, 2))
    if law.stock_empty is StockEmpty.GAME_OVER:
        cut = max(cut, 1)
    return State(
        law=law,
        seats=seats,
        dealer=seats,
        players=tuple(players),
        to_move=1,
        phase=Phase.DRAW,
        table=tuple(Laid(owner=chance.randint(1, seats), meld=demand(meld, law)) for meld in melds),
        stock=tuple(deck[len(deck) - cut :]),
        pile=(*deck[: len(deck) - cut], first),
        turn=7,
    )


def wild(state: State, chance: Random) -> Step:
    """A step that may be forbidden."""
    hand = state.player.hand
    card = chance.choice(hand) if hand else JOKER
    some = tuple(chance.sample(hand, min(len(hand), chance.choice((1, 1, 1, 2, 3)))))
    number = (
        chance.randint(0, len(state.table) + 1)
        if chance.random() < 0.1
        else chance.randint(1, max(len(state.table), 1))
    )
    match chance.randrange(8):
        case 0:
            return Draw(card=state.stock[-1] if state.stock else state.pile[0])
        case 1:
            return PickUp(card=state.pile[-1] if state.pile else card)
        case 2:
            melds = sorted(set(hand_melds(hand, state.law)))
            several = chance.sample(melds, min(len(melds), chance.choice((1, 1, 2))))
            return LayDown(melds=tuple(several) or (some,))
        case 3 | 4:
            return LayOff(meld=number, cards=some, end=chance.choice((None, None, *End)))
        case 5:
            return Swap(meld=number, card=card)
        case 6:
            return Discard(card=card)
    return chance.choice((PutBack(), Recount(), LayDown(melds=(some,))))


def tried(question: Question) -> str:
    """What is said to a dozen steps, allowed or not; how much was on offer; how everything lies at the end."""
    law, chance = law_of(question), Random(question["seed"])
    state = position(law, chance)
    board = PlayBoard(state)
    told = [write_cards(state.player.hand), " | ".join(str(laid.meld) for laid in state.table)]
    offers = 0
    for _unused in range(16):
        if state.phase is Phase.OVER:
            break
        legal = list(legal_steps(state))
        if state.phase in (Phase.PLAY, Phase.USE) and len(state.player.hand) < 7:
            legal += [step for _, step in zip(range(3), openings(state), strict=False)]
        offers = crc32("; ".join(map(write_step, legal)).encode(), offers)
        laying = [step for step in legal if type(step) not in (Discard, PutBack)]
        step = chance.choice((laying if chance.random() < 0.8 else legal) or legal) if legal else PutBack()
        if chance.random() < 0.3:
            step = wild(state, chance)
        try:
            DEEDS[type(step)](board, step)
        except Forbidden as forbidden:
            told.append(f"{write_step(step)}: {forbidden.breach} {forbidden.paragraph}")
        else:
            told.append(write_step(step))
        state = board.state()
    notes = [f"{one.mended} {one.paragraph}" for one in board.notes]
    outcome = state.outcome and f"{state.outcome.finish.value} {dict(state.outcome.hands)}"
    lies = crc32(
        repr((state.players, state.table, state.pile, state.doing, state.turn, state.phase, outcome)).encode()
    )
    return f"{'; '.join([*told, *notes])} ({offers:08x} {lies:08x})"


def went_on(question: Question) -> str:
    """The next turns of the simple players."""
    law, chance = law_of(question), Random(question["seed"])
    players = Players(PlayBoard(position(law, chance)), chance)
    turns = (players.turn().steps for _unused in range(8) if players.board.phase is not OVER)
    told = ["; ".join(map(write_step, steps)) for steps in turns]
    return f"{' / '.join(told)} ({players.given_up} {players.idle} {chance.randrange(10**6)})"


def of_a_hand(question: Question) -> str:
    """What programs ask and no line of a file does: the most that can be melded, going out, the slow and simple way."""
    law, cards = LAWS[question["rules"]], read_cards(question["hand"])
    try:
        match question["ask"]:
            case "most":
                gained, melds = most_melded(cards, law)
                return f"{gained} {write_melds(melds)}"
            case "out":
                out = goes_out(cards, law)
                return "nein" if out is None else f"ja {write_melds(out)}"
        return " / ".join(
            f"{turn} {turn.discard} {turn.value} {turn.left}" if turn else "-"
            for turn in best_plainly(cards, law)
        )
    except Refusal as refusal:
        return str(refusal)


def growth(question: Question) -> str:
    """How a meld may grow by the least, by some more, and which jokers may be swapped."""
    law = law_of(question)
    meld = judge(read_cards(question["meld"]), law)
    if not isinstance(meld, Meld):
        return str(meld.reason)
    steps = [f"{one.end.value} {write_cards(one.cards)} {one.stands}" for one in layoffs(meld, law)]
    pairs = combinations(range(FACES + 1), 2)
    longer = [verdict for cards in pairs if isinstance(verdict := lay_off(meld, cards, law), Meld)]
    sum_of_longer = crc32("; ".join(f"{one} {one.value} {one.stands}" for one in longer).encode())
    return f"{'; '.join(steps)} / {'; '.join(sign(one.card) for one in swaps(meld, law))} / {len(longer)} {sum_of_longer:08x}"


def answered(question: str) -> str:
    asked = json.loads(question)
    match asked["ask"]:
        case "tried":
            return tried(asked)
        case "players":
            return went_on(asked)
        case "growth":
            return growth(asked)
        case "melds":
            return write_melds(list(hand_melds(read_cards(asked["hand"]), law_of(asked))))
        case "most" | "out" | "plain":
            return of_a_hand(asked)
    return json.dumps(answer(question, LAWS), ensure_ascii=False)


def keep(questions: Sequence[str]) -> None:
    head = "Questions that tell a changed engine from the right one; written by python -m tests.scoring.apart"
    keep_pairs(FILE, head, questions, answered)


if __name__ == "__main__":
    keep([question for question, _answer in kept_pairs(FILE)])
