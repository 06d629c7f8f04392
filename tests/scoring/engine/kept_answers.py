"""Questions about cards and what was answered once: tests/cases/answers.txt, two lines each, as `manage.py hands` reads and writes.

Of several best turns the same one is told every time. Whoever changes that on purpose writes the file anew:
`python -m tests.scoring.engine.kept_answers`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from scoring.engine.best import best
from scoring.engine.cards import JOKER, full_deck
from scoring.engine.law import AceInRun, GoingOut, Law
from scoring.engine.lines import answer
from scoring.engine.notation import write_cards
from scoring.engine.play_board import OVER, PlayBoard
from scoring.engine.player import Players, shuffled
from scoring.engine.state import deal
from tests.answers import CASES, keep_pairs
from tests.laws import BASIC, CLUB_2018, FAMILIES, FEDERATION

TIES = (
    "♥7 ♥8 ♥9 ♠8 ♣8 ♦K",
    "♥7 ♥8 ♥9 ♠8 ♣8 ♦K ★",
    "♥7 ♥8 ♥9 ♠8 ♣8 ♦K ♠K ★ ★",
    "♥7 ♥8 ♥9 ♠7 ♠8 ♠9 ♦8 ♣K ♣D",
    "♥7 ♠7 ♦7 ♣7 ♥8 ♥9 ♦8 ♦9 ♣K",
    "♥7 ♠7 ♦7 ♣7 ♥8 ♥9 ♦8 ♦9 ♣K ★",
    "♥10 ♥B ♥D ♥K ♠10 ♠B ♠D ♠K ♦A",
    "♥10 ♥B ♥D ♠10 ♠B ♠D ♦10 ♦B ♦D ★ ♣2",
    "♥2 ♥3 ♥4 ♥5 ♠3 ♦3 ♠4 ♦4 ♣9 ♦9",
    "♥2 ♥3 ♥4 ♥5 ♠3 ♦3 ♠4 ♦4 ♣9 ♦9 ★ ★",
    "♥A ♥2 ♥3 ♥D ♥K ♠A ♦A ♣A",
    "♥A ♥2 ♥3 ♥D ♥K ♠A ♦A ♣A ★",
    "♥K ♥A ♥2 ♠K ♠A ♠2 ♦K ♦A ♦2 ★",
    "♥B ♥D ♥K ♥A ♠A ♦A ♣5",
    "♥5 ♠5 ♦5 ♣5 ♥6 ♠6 ♦6 ♣6 ★ ★ ★",
    "♥9 ♥10 ♠9 ♠10 ♦9 ♦10 ★ ★ ♣4",
    "♥7 ♥7 ♥8 ♥8 ♥9 ♥9 ♠7 ♦7",
    "♥7 ♥7 ♥8 ♥8 ♥9 ♥9 ♠7 ♦7 ★ ★ ★ ★",
)
"""Hands with several lay-outs that are worth the same."""

FILE = CASES / "answers.txt"
LAWS: dict[str, Law] = FAMILIES | {
    "both": replace(CLUB_2018, ace_in_run=AceInRun.BOTH, opening_augen=30, jokers_adjacent=True),
    "low": replace(FEDERATION, ace_in_run=AceInRun.LOW, ace_high_melded=1, opening_augen=51),
    "any": replace(FEDERATION, joker_discard_only_last=False, going_out=GoingOut.ANY, swap_needs_full_group=False),
    "two": replace(FEDERATION, melds_per_turn=2),
    "not_below": replace(CLUB_2018, hand_below_opening=False, going_out=GoingOut.DISCARD_OR_SUPER),
    "gin": replace(BASIC, melds_per_turn=0, ace_in_run=AceInRun.BOTH),
}  # fmt: skip
Question = dict[str, Any]


def hand_of(law: Law, chance: Random, *, count: int) -> list[int]:
    """Cards that have something to do with each other: most of few ranks, or of few suits."""
    deck = list(full_deck(law))
    near = chance.sample(range(13), 5)
    liked = [card for card in deck if card == JOKER or card % 13 in near or card // 13 == near[0] % 4]
    first = chance.sample(liked, min(count - count // 4, len(liked)))
    for card in first:
        deck.remove(card)
    return [*first, *chance.sample(deck, count - len(first))]


def hands() -> Iterator[Question]:
    for name, law in LAWS.items():
        chance = Random(f"hands {name}")
        for number in range(11):
            cards = hand_of(law, chance, count=4 + number if number < 10 else 14)
            yield {"ask": "best", "rules": name, "hand": write_cards(cards)}
        for hand in TIES[1::3] if law.decks == 2 else TIES[::5]:
            yield {"ask": "best", "rules": name, "hand": hand}
        for number in range(3):
            cards = hand_of(law, chance, count=9 + number)
            yield {"ask": "deadwood", "rules": name, "hand": write_cards(cards)}


def claims() -> Iterator[Question]:
    for name in ("basic", "club_2018", "federation", "both"):
        law, chance = LAWS[name], Random(f"claims {name}")
        for number in range(8):
            cards = hand_of(law, chance, count=12)
            shown = best(cards, law).recommended
            melds = [list(meld) for meld in shown.melds] if shown and shown.melds else [cards[:3]]
            match number % 4:
                case 1:
                    melds[0][-1] = cards[0]
                case 2:
                    melds.append(cards[:3])
                case 3:
                    chance.shuffle(melds[0])
            yield {
                "ask": "claim", "rules": name, "melds": " | ".join(map(write_cards, melds)), "opened": number % 3 == 0,
                "as_laid": number % 2 == 1, **({"hand": write_cards(cards)} if number < 5 else {}),
            }  # fmt: skip


RUN = "♥2 ♥3 ♥4 ♥5 ♥6 ♥7 ♥8 ♥9 ♥10 ♥B ♥D ♥K"
ODD = (
    "♥7 ♥8", "♥7 ♠8 ♦9", "♥7 ♠7 ♥7", "♥7 ♠7 ♦7 ♣7 ★", "♥7 ★ ★", "★ ★ ★", "★ ★ ♥7 ♠7", "♥7 ★ ★ ♠7 ♦7", "★ ★ ★ ♥7 ♠7 ♦7",
    "♥3 ♥7 ♥9", "♥3 ♥7 ★", "♥3 ♥9 ★ ★", "♥7 ♥7 ♥8", "♥A ♥A ♥2", "♥A ♥2 ★ ♥A", "♥D ♥K ♥A", "♥K ♥A ♥2", "♥D ♥K ♥A ♥2 ♥3",
    "♥A ♥2 ♥3", "♥A ♥2 ★", "★ ♥A ♥2", "♥9 ♥8 ♥7", "♥9 ♥7 ♥8", "♥7 ★ ★ ♥10", "♥7 ♥8 ★ ★ ♥J", "♥6 ★ ♥8 ★ ♥10", "♥2 ♥K ★", "♥A ♥D",
    "♥A ♥D ★", "♥10 ♥A", "♥2 ♥4 ♥6 ♥8", f"♥A {RUN}", f"{RUN} ♥A", f"♥A {RUN} ♥A", f"♥A {RUN} ♥A ♥2", f"♥A {RUN} ★", f"★ {RUN} ★",
    f"♥7 {RUN}", f"♥A ♥A {RUN}", f"♥A ♥A ♥A {RUN}", f"♥K {RUN}", f"♥A {RUN} ♥A ★", f"{RUN} ♥A ♥2", "♥9 ♥9 ♥10 ♥B ★ ★ ★",
    "♥A ♥2 ♥3 ♥4 ♥5 ♥8 ♥9 ♥10 ♥B ♥D ♥K ★ ★", "♥2 ♥8 ♥A", "♥A ♥3 ♥5 ♥7 ♥9 ♥B ♥K", "♥2 ♥K ♥7",
    "♥A ♥A ♥A ♥2 ♥3 ♥4 ♥5 ♥6 ♥7 ♥8 ♥9 ♥10 ♥B ♥D",
)  # fmt: skip
"""Heaps that are melds only just, or just not."""
LOW = "♣2 ♠2 ♦2 ♥2 | ♣3 ♠3 ♦3 | ♠2 ♠3 ♠4 | ♥2 ♥3 ♥4"  # all thirteen cards, and only 35 Augen


def odd_claims() -> Iterator[Question]:
    for melds in ODD:
        for name in ("basic", "federation", "both"):
            if name != "basic" or "★" not in melds:
                yield {"ask": "claim", "rules": name, "melds": melds, "opened": True}
        yield {"ask": "claim", "rules": "club_2018", "melds": melds, "opened": True, "as_laid": True}
    cards = LOW.replace(" | ", " ")
    low = LOW.replace("♦3", "♦3 ♥3")
    for name in ("club_2018", "federation", "any", "not_below"):
        yield {"ask": "claim", "rules": name, "melds": low}
        yield {"ask": "claim", "rules": name, "melds": low, "hand": low.replace(" | ", " ")}
        yield {"ask": "claim", "rules": name, "melds": "★ ★ ★", "hand": "★ ★ ★"}
    for name in ("club_2018", "federation", "any", "not_below"):
        yield {"ask": "claim", "rules": name, "melds": LOW}
        yield {"ask": "claim", "rules": name, "melds": f"{LOW} ♥5"}
        yield {"ask": "claim", "rules": name, "melds": LOW, "opened": True, "hand": cards}
        for more in ("", " ♠K", " ♠K ♠D", " ★", " ★ ★"):
            yield {"ask": "claim", "rules": name, "melds": LOW, "hand": cards + more}
        yield {"ask": "claim", "rules": name, "melds": f"{LOW} ♥5", "hand": f"{cards} ♥5"}
        yield {"ask": "claim", "rules": name, "melds": f"{LOW} | ♣7 ♠8 ♦9", "hand": f"{cards} ♣7 ♠8 ♦9"}
        yield {
            "ask": "claim",
            "rules": name,
            "melds": "♥10 ♥B ♥D | ♣2 ♠2 ♦2",
            "hand": "♥10 ♥B ♥D ♣2 ♠2 ♦2 ♥K",
        }
        yield {"ask": "claim", "rules": name, "melds": "", "hand": "♥10 ♥B"}


def tables() -> Iterator[Question]:
    """Positions of played games with melds on the table; the hand of the player to move, some with the open card."""
    for name in ("basic", "club_2018", "federation", "any", "two"):
        law = LAWS[name]
        for seed in (1, 2, 3):
            players = Players(PlayBoard(deal(shuffled(law, seed), law=law, seats=4, dealer=1)), Random(seed))
            asked = 0
            while players.board.phase is not OVER and asked < 6:
                board = players.board
                if board.melds and len(players.hand) < 11:
                    asked += 1
                    yield {
                        "ask": "table", "rules": name, "table": " | ".join(write_cards(meld.cards) for meld in board.melds),
                        "hand": write_cards(players.hand), "opened": players.opened,
                        **({"open": write_cards(board.pile[-1:])} if asked % 2 and board.pile else {}),
                    }  # fmt: skip
                players.turn()


def others() -> Iterator[Question]:
    seven = "♥7 ♥7 ♥7"
    yield {"ask": "augen", "rules": "club_2018", "hand": "♥A ♥2 ♥10 ♥B ♥K ★"}
    yield {"ask": "augen", "rules": "basic", "hand": ["♥A", "♥9"]}
    yield {"ask": "census", "rules": "club_2018", "shown": [seven, "♥8"], "count": 4}
    yield {"ask": "census", "rules": "club_2018", "shown": ["♥7 ♥8", ["♥9"]], "count": 4}
    yield {"ask": "census", "rules": "club_2018", "shown": ["♥7 ♥8"], "count": True}
    yield {"ask": "census", "rules": "federation", "shown": "♥7"}
    yield {"ask": "census", "rules": "federation", "shown": ["★ ★ ★ ★", "★ ★ ★ ♥7"], "count": 9}
    yield {"ask": "census", "rules": "basic", "shown": ["★ ♥7", "♥7"]}
    yield {"ask": "best", "rules": "club_2018", "hand": seven}
    yield {"ask": "best", "rules": "club_2018", "hand": "♥7 K"}
    yield {"ask": "best", "rules": "club_2018", "hand": 7}
    yield {"ask": "best", "rules": "nowhere", "hand": "♥7"}
    yield {"ask": "guess", "rules": "basic", "hand": "♥7"}
    yield {"ask": ["best"], "rules": ["basic"]}
    yield {"ask": "table", "rules": "club_2018", "table": "♥7 ♥8", "hand": "♥9"}
    yield {"ask": "table", "rules": "club_2018", "table": "♥7 ♥8 ♥9", "hand": "♥10", "opened": "ja"}
    for hand in ("★ ★ ★", "★", "♥7", "♥7 ★", "★ ★ ♥7", "♥7 ♥8 ♥9 ★ ★", "♥D ♥K ♥A ♥2"):
        for name in ("club_2018", "federation", "any"):
            yield {"ask": "best", "rules": name, "hand": hand}
    for hand in TIES:
        for name in ("club_2018", "federation"):
            yield {"ask": "best", "rules": name, "hand": hand}
        yield {"ask": "deadwood", "rules": "club_2018", "hand": hand}


def questions() -> Iterator[str]:
    for make in (hands, claims, odd_claims, tables, others):
        for question in make():
            yield json.dumps(question, ensure_ascii=False)


def answered(question: str) -> str:
    return json.dumps(answer(question, LAWS), ensure_ascii=False)


def main() -> None:
    head = "Questions and answers; written by python -m tests.scoring.engine.kept_answers"
    keep_pairs(FILE, head, questions(), answered)


if __name__ == "__main__":
    main()
