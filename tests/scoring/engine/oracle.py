"""A second, deliberately naive judge of hands, written from docs/engine.md alone. It imports nothing of the house.

Cards are strings of two signs, rank then suit ("7h", "Tc", "Ah"), a joker is "**". Melds are found by trying
every choice of cards of one suit or of one rank on every rung; lay-outs by taking melds one after the
other for the first card that is still undecided. Slow, and short enough to be checked by reading.
"""

import itertools
from typing import NamedTuple

RANKS = "A23456789TJQK"
SUITS = "cshd"
JOKER = "**"


class Rules(NamedTuple):
    """What the oracle has to know of a rule set."""

    decks: int = 2
    jokers: int = 6
    joker_held: int = 20
    ace_held: int = 11
    ace: str = "corner"  # low, both, corner
    ace_low: int = 1
    ace_high: int = 11
    share: str = "fewer"  # none, fewer, not_more
    jokers_may_touch: bool = False
    group_max: int = 4
    opening: int = 40
    melds_per_turn: int = 0
    joker_only_last: bool = True
    out: str = "discard"  # any, discard, discard_or_super


CLUB = Rules()
FEDERATION = CLUB._replace(share="not_more", out="discard_or_super")
BASIC = Rules(
    decks=1, jokers=0, joker_held=0, ace_held=1, ace="low", ace_high=1, share="none", opening=0,
    melds_per_turn=1, joker_only_last=False, out="any",
)  # fmt: skip
RULES = {
    "basic": BASIC,
    "club": CLUB,
    "club_both": CLUB._replace(ace="both"),
    "club_low": CLUB._replace(ace="low", ace_high=1),
    "fed": FEDERATION,
    "fed_both": FEDERATION._replace(ace="both"),
    "own_touch": CLUB._replace(jokers_may_touch=True, opening=30),
    "own_free": FEDERATION._replace(joker_only_last=False, out="any", opening=50),
    "own_two": FEDERATION._replace(melds_per_turn=2, opening=51),
    "own_gin": BASIC._replace(melds_per_turn=0, ace="both"),
}


class Answer(NamedTuple):
    """The figures of docs/engine.md; deadwood only without jokers."""

    opening: int
    least: int | None
    least_opened: int | None
    goes_out: bool
    super: bool


def held(card, rules):
    """What a card counts in the hand."""
    if card == JOKER:
        return rules.joker_held
    if card[0] == "A":
        return rules.ace_held
    return 10 if card[0] in "TJQK" else int(card[0])


def share_is_right(naturals, jokers, rules):
    if rules.share == "none":
        return jokers == 0
    if rules.share == "fewer":
        return jokers == 0 or jokers < naturals
    return jokers <= naturals


def group_value(naturals, jokers, rules):
    """The value of these cards as a group, or None."""
    size = len(naturals) + jokers
    ranks = {card[0] for card in naturals}
    suits = {card[1] for card in naturals}
    if len(ranks) != 1 or len(suits) != len(naturals):
        return None
    if not 3 <= size <= rules.group_max or not share_is_right(len(naturals), jokers, rules):
        return None
    rank = ranks.pop()
    each = rules.ace_high if rank == "A" else 10 if rank in "TJQK" else int(rank)
    return each * size


def places_of_a_run(low, size, rules):
    """Ranks and values of a run that begins at a rank, or None if the ace forbids it."""
    places = []
    for step in range(size):
        at = low + step
        rank = RANKS[at % 13]
        if rank != "A":
            places.append((rank, 10 if rank in "TJQK" else int(rank)))
        else:
            places.append((rank, rules.ace_low if at == 0 else rules.ace_high))
    last = low + size - 1
    if rules.ace == "low" and last > 12:
        return None
    if rules.ace == "both" and last > 13:
        return None
    if rules.ace == "corner" and size > 13 and not (low == 0 and size == 14):
        return None
    return places


def run_value(naturals, jokers, rules):
    """The highest value of these cards as a run, or None: every rung, every place for every card."""
    size = len(naturals) + jokers
    if (
        size < 3
        or len({card[1] for card in naturals}) != 1
        or not share_is_right(len(naturals), jokers, rules)
    ):
        return None
    best = None
    for low in range(13):
        places = places_of_a_run(low, size, rules)
        if places is None:
            continue
        options = [[at for at, (rank, _) in enumerate(places) if rank == card[0]] for card in naturals]
        for taken in itertools.product(*options):
            if len(set(taken)) < len(taken):
                continue
            touching = any(at not in taken and at + 1 not in taken for at in range(size - 1))
            if touching and not rules.jokers_may_touch:
                continue
            value = sum(value for _, value in places)
            best = value if best is None else max(best, value)
    return best


def melds_of(naturals, jokers, rules):
    """Every meld of a hand: {(places of the natural cards as bits, jokers): value}."""
    found = {}
    places = range(len(naturals))
    of_one_suit = [[at for at in places if naturals[at][1] == suit] for suit in SUITS]
    of_one_rank = [[at for at in places if naturals[at][0] == rank] for rank in RANKS]
    for kind, choices in ((run_value, of_one_suit), (group_value, of_one_rank)):
        for choice in choices:
            for size in range(1, len(choice) + 1):
                for some in itertools.combinations(choice, size):
                    cards = [naturals[at] for at in some]
                    if kind is run_value and not may_be_a_run(cards):
                        continue
                    for used in range(jokers + 1):
                        value = kind(cards, used, rules)
                        if value is not None:
                            bits = sum(1 << at for at in some)
                            found[bits, used] = max(value, found.get((bits, used), 0))
    return found


def may_be_a_run(cards):
    """Saves time only: a run has no card twice, but for an ace at each end of fourteen."""
    return all(cards.count(card) == 1 or card[0] == "A" for card in cards)


def lay_outs(hand, rules):
    """Every (cards melded as bits, jokers melded) of a lay-out, with its highest value.

    Card by card: each either stays in the hand or is the first undecided card of a meld.
    """
    naturals = [card for card in hand if card != JOKER]
    jokers = len(hand) - len(naturals)
    melds = melds_of(naturals, jokers, rules)
    beginning_with = [[] for _ in naturals]
    for (bits, used), value in melds.items():
        first = (bits & -bits).bit_length() - 1
        beginning_with[first].append((bits, used, value))
    found = {(0, 0, 0): 0}  # bits, jokers, number of melds if that is limited
    for at, choices in enumerate(beginning_with):
        for (bits, used, count), value in list(found.items()):
            if bits >> at & 1:
                continue
            for more, jokers_more, worth in choices:
                if more & bits or used + jokers_more > jokers:
                    continue
                if rules.melds_per_turn and count == rules.melds_per_turn:
                    continue
                key = (bits | more, used + jokers_more, count + 1 if rules.melds_per_turn else 0)
                if found.get(key, -1) < value + worth:
                    found[key] = value + worth
    return naturals, jokers, found


def best(hand, rules):
    """The figures of one hand."""
    naturals, jokers, found = lay_outs(hand, rules)
    opening, least, least_opened, goes_out, out_at_once = 0, None, None, False, False
    for (bits, used, _), value in found.items():
        rest = [card for at, card in enumerate(naturals) if not bits >> at & 1]
        rest += [JOKER] * (jokers - used)
        if not rest:
            out_at_once |= rules.out == "discard_or_super"
            if rules.out != "any":
                continue
            left, empty = 0, True
        else:
            may_go = [card for card in rest if card != JOKER or not rules.joker_only_last or len(rest) == 1]
            if not may_go:
                continue
            augen = [held(card, rules) for card in rest]
            left, empty = sum(augen) - max(held(card, rules) for card in may_go), len(rest) == 1
        opening = max(opening, value)
        least = left if least is None else min(least, left)
        if value >= rules.opening:
            least_opened = left if least_opened is None else min(least_opened, left)
        goes_out |= empty
    return Answer(opening, least, least_opened, goes_out, out_at_once)


def deadwood(hand, rules):
    """The least Augen that remain when any number of melds is taken out."""
    naturals, jokers, found = lay_outs(hand, rules._replace(melds_per_turn=0))
    return min(
        sum(held(card, rules) for at, card in enumerate(naturals) if not bits >> at & 1)
        + (jokers - used) * rules.joker_held
        for bits, used, _ in found
    )


def deck(rules):
    """All cards."""
    return [rank + suit for suit in SUITS for rank in RANKS] * rules.decks + [JOKER] * rules.jokers


# --- the same again, without a single short cut, for small hands ---------------------------------------


def is_meld(cards, rules):
    """The value of a handful of cards as a meld, or None."""
    naturals = [card for card in cards if card != JOKER]
    if not naturals:
        return None
    values = [kind(naturals, len(cards) - len(naturals), rules) for kind in (group_value, run_value)]
    return max((value for value in values if value is not None), default=None)


def all_lay_outs(hand, rules):
    """Every lay-out as a list of melds, by trying every subset of the hand for the next meld."""
    yield []
    for first in range(len(hand)):
        behind = range(first + 1, len(hand))
        for size in range(2, len(hand) - first):
            for others in itertools.combinations(behind, size):
                places = (first, *others)
                meld = [hand[at] for at in places]
                if is_meld(meld, rules) is not None:
                    rest = [hand[at] for at in behind if at not in places]
                    for more in all_lay_outs(rest, rules):
                        yield [meld, *more]


def best_by_all_subsets(hand, rules):
    """The figures of a small hand, lay-out by lay-out."""
    opening, least, least_opened, goes_out, out_at_once = 0, None, None, False, False
    for melds in all_lay_outs(hand, rules):
        if rules.melds_per_turn and len(melds) > rules.melds_per_turn:
            continue
        rest = list(hand)
        for card in itertools.chain(*melds):
            rest.remove(card)
        value = sum(is_meld(meld, rules) for meld in melds)
        jokers = rest.count(JOKER)
        if not rest:
            out_at_once |= rules.out == "discard_or_super"
            if rules.out != "any":
                continue
        elif rules.joker_only_last and jokers == len(rest) > 1:
            continue
        may_go = [card for card in rest if card != JOKER or not rules.joker_only_last or len(rest) == 1]
        left = sum(held(card, rules) for card in rest) - max(
            (held(card, rules) for card in may_go), default=0
        )
        opening = max(opening, value)
        least = left if least is None else min(least, left)
        if value >= rules.opening:
            least_opened = left if least_opened is None else min(least_opened, left)
        goes_out |= len(rest) <= 1
    return Answer(opening, least, least_opened, goes_out, out_at_once)
