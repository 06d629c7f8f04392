"""Impossible or unlikely entries: what a row can and cannot be, computed from the rule set's own cards.

Findings are doubts that a human confirms, never a hard stop. Legal is not the same as true: a list without
findings is "zulässig", never "bewiesen".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from scoring.engine.law import AceInRun, Finish, Law
from scoring.points import NUMBERS, SUITS, Result
from scoring.rules import RuleSet
from scoring.sentence import Sentence, gettext_noop


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """From the least to the most that is possible, both included."""

    least: int
    most: int

    def __contains__(self, value: int) -> bool:
        return self.least <= value <= self.most


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What the hands of losers can be, by the values of the cards in the pack, lowest first."""

    hand_cards: int
    opening_cards: int  # the fewest cards that open; 0 without an opening value
    cards: tuple[int, ...]

    @property
    def unopened(self) -> Range:
        """A full hand: nothing was laid down."""
        return self.together(unopened=1, opened=0)

    @property
    def opened(self) -> Range:
        """At least one card, at most what an opening leaves."""
        return self.together(unopened=0, opened=1)

    def any_hands(self, count: int) -> Range:
        """So many losers together, whoever of them has opened."""
        ways = [self.together(unopened=count - opened, opened=opened) for opened in range(count + 1)]
        return Range(least=min(way.least for way in ways), most=max(way.most for way in ways))

    def together(self, *, unopened: int, opened: int) -> Range:
        """Several losers out of one pack: the lowest cards for the fewest, the highest for the most cards."""
        return out_of_one_pack(self, unopened, opened)


@lru_cache(maxsize=512)
def out_of_one_pack(of: Limits, unopened: int, opened: int) -> Range:
    """What `Limits.together` says: asked for each row of a list, and always the same."""
    fewest = unopened * of.hand_cards + opened
    most = unopened * of.hand_cards + opened * max(of.hand_cards - of.opening_cards, 1)
    sums = (0, *accumulate(of.cards))
    return Range(least=sums[min(fewest, len(of.cards))], most=sums[-1] - sums[max(len(of.cards) - most, 0)])


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A doubt about a row. `seat` is None when it concerns several."""

    code: str
    seat: int | None
    sentence: Sentence


def card_values(law: Law) -> tuple[int, ...]:
    """What every card of the pack counts in a hand, lowest first."""
    one_suit = (*NUMBERS, *(law.court_held,) * 3, law.ace_held)
    return tuple(sorted(one_suit * SUITS * law.decks + (law.joker_held,) * law.jokers))


LIMITS_KEPT = 256
_KNOWN: dict[tuple[int, int | None], tuple[Law, Limits]] = {}


def limits(law: Law, *, players: int | None = None) -> Limits:
    """The limits at a table where so many play; without a number for the largest hand that is dealt. Reckoned once for a law."""
    known = _KNOWN.get((id(law), players))
    if known is None or known[0] is not law:
        if len(_KNOWN) >= LIMITS_KEPT:
            _KNOWN.clear()
        known = _KNOWN[id(law), players] = (law, reckoned_limits(law, players))
    return known[1]


def reckoned_limits(law: Law, players: int | None) -> Limits:
    """The same, reckoned now."""
    hand = law.hand_cards.get(players, 0) if players else 0
    hand = hand or max(law.hand_cards.values())
    return Limits(
        hand_cards=hand,
        opening_cards=fewest_cards_to_open(law, hand),
        cards=card_values(law),
    )


def fewest_cards_to_open(law: Law, hand: int) -> int:
    """The fewest cards whose melds reach the opening value: four (AAAA, 10-B-D-K …) for 40 Augen.

    Jokers count as the card they stand for, so they never reach it sooner.
    """
    if law.opening_augen == 0:
        return 0
    best = {0: 0}  # cards -> the most Augen that melds of so many cards can count
    for cards in range(1, hand + 1):
        ways = [
            best[cards - size] + meld_most(law, size) for size in range(3, cards + 1) if cards - size in best
        ]
        if ways:
            best[cards] = max(ways)
            if best[cards] >= law.opening_augen:
                return cards
    return hand


def meld_most(law: Law, size: int) -> int:
    """The most that one meld of so many cards counts."""
    numbers = (*(law.court_held,) * 3, *sorted(NUMBERS, reverse=True))
    high = () if law.ace_in_run is AceInRun.LOW else (law.ace_high_melded,)
    line = (*high, *numbers, law.ace_low_melded)
    runs = [sum(line[start : start + size]) for start in range(len(line) - size + 1)]
    groups = [size * max(law.ace_high_melded, law.court_held)] if size <= law.group_max else []
    return max(runs + groups, default=0)


def findings(rules: RuleSet, result: Result) -> tuple[Finding, ...]:
    """What a human should look at again before this row is believed."""
    playing = len(result.hands) + result.finish.has_winner
    known = limits(rules.law, players=playing)
    seats = tuple(
        doubt for seat in sorted(result.hands) for doubt in doubts_of_hand(rules, known, result, seat)
    )
    return (*seats, *(() if seats else doubts_of_table(rules, known, result)), *doubts_of_finish(result))


def doubts_of_hand(rules: RuleSet, known: Limits, result: Result, seat: int) -> Iterator[Finding]:
    """One loser's Augen against the cards that he can hold."""
    hand = result.hands[seat]
    free = not rules.family.by_table  # no opening: any number of cards may be left
    possible = known.opened if free or hand.opened else known.unopened
    values = {"seat": seat, "augen": hand.augen, "least": possible.least, "most": possible.most}
    match (hand.augen < possible.least, hand.augen > possible.most, free or hand.opened):
        case (True, _, True):
            text = gettext_noop(
                "Platz {seat}: Das sind zu wenig Augen ({augen}). Wer verliert, hält mindestens eine Karte, also {least} Augen. Bitte nachzählen."
            )
            yield Finding(code="too_few_augen", seat=seat, sentence=Sentence(text, values))
        case (True, _, False):
            text = gettext_noop(
                "Platz {seat}: Wer nicht eröffnet hat, hält {cards} Karten, also mindestens {least} Augen, nicht {augen}. War doch eröffnet?"
            )
            values["cards"] = known.hand_cards
            yield Finding(code="too_few_augen_unopened", seat=seat, sentence=Sentence(text, values))
        case (_, True, True) if not free:
            text = gettext_noop(
                "Platz {seat}: Nach dem Eröffnen bleiben höchstens {most} Augen, nicht {augen}. Bitte nachzählen. War wirklich eröffnet?"
            )
            yield Finding(code="too_many_augen_opened", seat=seat, sentence=Sentence(text, values))
        case (_, True, _):
            text = gettext_noop(
                "Platz {seat}: {cards} Karten haben höchstens {most} Augen, nicht {augen}. Bitte nachzählen."
            )
            values["cards"] = known.hand_cards
            yield Finding(code="too_many_augen", seat=seat, sentence=Sentence(text, values))


def doubts_of_table(rules: RuleSet, known: Limits, result: Result) -> Iterator[Finding]:
    """All hands together against one pack: three hands cannot all hold the jokers."""
    if len(result.hands) < 2:
        return
    free = not rules.family.by_table
    opened = sum(free or hand.opened for hand in result.hands.values())
    possible = known.together(unopened=len(result.hands) - opened, opened=opened)
    augen = sum(hand.augen for hand in result.hands.values())
    if augen not in possible:
        text = gettext_noop(
            "Alle Hände zusammen haben {augen} Augen; möglich sind {least} bis {most}. Bitte alle nachzählen."
        )
        values = {"augen": augen, "least": possible.least, "most": possible.most}
        yield Finding(code="hands_together", seat=None, sentence=Sentence(text, values))


def doubts_of_finish(result: Result) -> Iterator[Finding]:
    """Laying off needs something on the table, and only somebody who opened has put it there."""
    if result.finish is Finish.HAND_WITH_LAYOFF and not any(hand.opened for hand in result.hands.values()):
        text = gettext_noop(
            "Hand-Rommé mit Anlegen, aber sonst hat niemand eröffnet: woran wurde angelegt? Vielleicht war es Hand-Rommé ({hand})."
        )
        yield Finding(
            code="nothing_to_lay_off_on",
            seat=result.winner,
            sentence=Sentence(text, {"hand": Finish.HAND.value}),
        )
