"""The published hands: 100,000 hands with the oracle's answers. Made by the oracle, never by the engine.

    python -m tests.scoring.engine.vectors make [SEED]     writes tests/vectors/hands.txt.xz again (about 20 minutes)
    python -m tests.scoring.engine.vectors show [N]        prints some

One line a hand: rule set, cards without gaps (rank and suit, ** a joker), opening, least, least_opened (- for
none), h if it goes out, s if it does so without a discard, then in the gin rules the deadwood.
"""

import lzma
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.scoring.engine import oracle
from tests.scoring.engine.oracle import JOKER, RANKS, RULES, SUITS, Answer

FILE = Path(__file__).parents[2] / "vectors" / "hands.txt.xz"
SEED = 2018
PLAN = [
    # kind, rule sets, hands for each
    ("random", ("club", "fed"), 16_000),
    ("random", ("club_both", "fed_both"), 3_000),
    ("near", ("club", "fed"), 8_000),
    ("near", ("club_both", "fed_both"), 3_000),
    ("jokers", ("club", "fed"), 8_000),  # 0 to 6 jokers in turn
    ("suited", ("club", "fed"), 1_000),
    ("dense", ("club", "fed"), 1_500),
    ("random", ("basic",), 5_000),
    ("near", ("basic",), 3_000),
    ("gin", ("own_gin",), 2_000),
    ("any", ("club_low", "own_touch", "own_free", "own_two"), 750),
    ("short", ("club", "fed", "basic"), 2_000),
]


class Published(NamedTuple):
    """One published hand."""

    rules: str
    hand: list[str]
    answer: Answer
    deadwood: int | None


def near_finished(deck: list[str], size: int, rng: random.Random) -> list[str]:
    """Melds dealt side by side until one card is missing, and one card more."""
    while True:
        left = list(deck)
        hand: list[str] = []
        while (room := size - 1 - len(hand)) >= 3:
            count = min(room, rng.choice([3, 3, 3, 4, 4, 5]))
            if room - count in (1, 2):
                count = min(room, 5)
            if count < 5 and rng.random() < 0.5:
                rank = rng.choice(RANKS)
                meld = [rank + suit for suit in rng.sample(SUITS, count)]
            else:
                low, suit = rng.randrange(13), rng.choice(SUITS)
                meld = [RANKS[(low + at) % 13] + suit for at in range(count)]
            if JOKER in left and rng.random() < 0.35:
                meld[rng.randrange(count)] = JOKER
            if any(meld.count(card) > left.count(card) for card in meld):
                continue
            for card in meld:
                left.remove(card)
            hand += meld
        hand += rng.sample(left, size - len(hand))
        return hand


def deal(kind: str, rules: oracle.Rules, number: int, rng: random.Random) -> list[str]:
    """One hand of a kind."""
    deck = oracle.deck(rules)
    size = 14 if rules.decks == 2 else 11
    naturals = [card for card in deck if card != JOKER]
    match kind:
        case "random":
            return rng.sample(deck, size)
        case "near":
            return near_finished(deck, size, rng)
        case "jokers":
            jokers = number % 7
            return rng.sample(naturals, size - jokers) + [JOKER] * jokers
        case "suited":
            suit = rng.choice(SUITS)
            jokers = rng.choice([0, 0, 1, 2, 2, 3])
            of_suit = [card for card in naturals if card[1] == suit]
            return rng.sample(of_suit, size - jokers) + [JOKER] * jokers
        case "dense":
            ranks, suit = rng.sample(RANKS, 4), rng.choice(SUITS)
            some = [card for card in deck if card[0] in ranks or card[1] == suit or card == JOKER]
            return rng.sample(some, size)
        case "gin":
            return rng.sample(deck, 10) if number % 2 else near_finished(deck, 10, rng)
        case "short":
            return rng.sample(deck, rng.randrange(1, size))
    kind = rng.choice(["random", "near", "near", "dense"])
    return deal(kind, rules, number, rng)


def make(seed: int, *, each: int = sys.maxsize) -> Iterator[tuple[int, str]]:
    """Every line with its number, in the order of the plan; or the first few of each kind and rule set."""
    before = 0
    for kind, names, count in PLAN:
        for name in names:
            rng = random.Random(f"{seed} {kind} {name}")
            for number in range(min(count, each)):
                hand = sorted(deal(kind, RULES[name], number, rng), key=lambda card: (card[1], card[0]))
                opening, least, least_opened, out, out_at_once = oracle.best(hand, RULES[name])
                cells = [
                    name,
                    "".join(hand),
                    str(opening),
                    "-" if least is None else str(least),
                    "-" if least_opened is None else str(least_opened),
                    "h" * out + "s" * out_at_once or ".",
                ]
                if kind == "gin":
                    cells.append(str(oracle.deadwood(hand, RULES[name])))
                yield before + number, " ".join(cells)
            before += count


def published(step: int = 1, offset: int = 0) -> Iterator[Published]:
    """The published hands, or every so-manieth of them."""
    with lzma.open(FILE, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if number % step != offset:
                continue
            name, cards, opening, least, least_opened, flags, *more = line.split()
            yield Published(
                name,
                [cards[at : at + 2] for at in range(0, len(cards), 2)],
                Answer(
                    int(opening),
                    None if least == "-" else int(least),
                    None if least_opened == "-" else int(least_opened),
                    "h" in flags,
                    "s" in flags,
                ),
                int(more[0]) if more else None,
            )


def main() -> None:
    match sys.argv[1:]:
        case ["make", *seed]:
            with lzma.open(FILE, "wt", encoding="utf-8", preset=9) as file:
                for _, line in make(int(seed[0]) if seed else SEED):
                    file.write(line + "\n")
        case ["show", *count]:
            for one in published(max(1, 100_000 // int((count or ["20"])[0]))):
                print(
                    one.rules, " ".join(one.hand), *one.answer, "" if one.deadwood is None else one.deadwood
                )
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
