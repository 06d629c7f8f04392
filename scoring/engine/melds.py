"""Melds: is this lay-out a group or a run, what does it count, what do its jokers stand for.

A run stands on the rungs of a ladder: rung 0 is the ace before the 2, rung 12 the king, rung 13 the ace
behind the king; where the rule set goes round the corner the ladder climbs on, rung 14 being the 2.
A run is its suit, its lowest rung and its cards; a joker stands for the card of its rung.

A group has no order. It is laid so that no jokers touch, and a joker in it keeps its suit open until
the group holds all four: it stands for every suit that is still missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import assert_never

from scoring.engine.cards import ACE, JACK, JOKER, RANKS, SUITS, Card, card_of, rank_of, sign, suit_of
from scoring.engine.law import AceInRun, JokerShare, Law
from scoring.engine.notation import write_cards
from scoring.sentence import Refusal, Sentence, gettext_noop

SMALLEST = 3  # all texts agree: a group or a run has three cards or more


class Kind(StrEnum):
    """The two kinds of meld."""

    GROUP = "group"
    RUN = "run"


@dataclass(frozen=True, slots=True, kw_only=True)
class Meld:
    """A meld as it lies: runs upwards, groups without touching jokers.

    `stands` names for each place the cards it may be: one for a natural card and for a joker in a run,
    every missing suit for a joker in a group. `low` is the lowest rung of a run, the rank of a group.
    """

    kind: Kind
    cards: tuple[Card, ...]
    stands: tuple[tuple[Card, ...], ...]
    low: int
    value: int  # what it counts for the opening

    @property
    def jokers(self) -> tuple[tuple[int, tuple[Card, ...]], ...]:
        """The place of each joker and what it may stand for."""
        return tuple((at, self.stands[at]) for at, card in enumerate(self.cards) if card == JOKER)

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """What each joker stands for, in words."""
        settled = gettext_noop("Der Joker steht für {card}.")
        still_open = gettext_noop("Der Joker steht für eine dieser Karten: {card}.")
        return tuple(
            Sentence(settled if len(cards) == 1 else still_open, {"card": " / ".join(map(sign, cards))})
            for _unused, cards in self.jokers
        )

    def __str__(self) -> str:
        return write_cards(self.cards)


class Reason(StrEnum):
    """Why a lay-out is no meld."""

    TOO_FEW = "too_few"
    NEITHER = "neither"
    SUIT_TWICE = "suit_twice"
    GROUP_TOO_LARGE = "group_too_large"
    CARD_TWICE = "card_twice"
    GAP = "gap"
    ORDER = "order"
    ACE = "ace"
    RUN_TOO_LONG = "run_too_long"
    NO_JOKERS = "no_jokers"
    TOO_MANY_JOKERS = "too_many_jokers"
    JOKERS_ADJACENT = "jokers_adjacent"
    DOES_NOT_FIT = "does_not_fit"


DECIDES = {
    Reason.TOO_FEW: "group_max",
    Reason.NEITHER: "group_max",
    Reason.SUIT_TWICE: "group_max",
    Reason.GROUP_TOO_LARGE: "group_max",
    Reason.CARD_TWICE: "ace_in_run",
    Reason.GAP: "ace_in_run",
    Reason.ORDER: "ace_in_run",
    Reason.ACE: "ace_in_run",
    Reason.RUN_TOO_LONG: "ace_in_run",
    Reason.NO_JOKERS: "joker_share",
    Reason.TOO_MANY_JOKERS: "joker_share",
    Reason.JOKERS_ADJACENT: "jokers_adjacent",
    Reason.DOES_NOT_FIT: "layoff_needs_opening",
}
"""The field of the rule set that decides; its paragraph is cited."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flaw:
    """A "no": the reason, the field of the rule set and its paragraph, and the nearest meld if there is one."""

    reason: Reason
    sentence: Sentence
    field: str
    paragraph: str
    instead: Meld | None = None


class NotAMeld(Refusal):
    """A lay-out that had to be a meld and is none."""

    def __init__(self, flaw: Flaw) -> None:
        super().__init__(flaw.sentence.text, **flaw.sentence.values)
        self.flaw = flaw


def flaw(reason: Reason, law: Law, text: str, instead: Meld | None = None, /, **values: object) -> Flaw:
    """A "no" with the paragraph of the field that decides it."""
    field = DECIDES[reason]
    sentence = Sentence(text, values)
    return Flaw(reason=reason, sentence=sentence, field=field, paragraph=law.cite(field), instead=instead)


# --- what a place counts and where a run may stand ----------------------------------------------------


def rung_value(rung: int, law: Law) -> int:
    """What the card of a rung counts in a run."""
    rank = rung % RANKS
    if rank == ACE:
        return law.ace_high_melded if rung else law.ace_low_melded
    return law.court_held if rank >= JACK else rank + 1


def group_value(rank: int, law: Law) -> int:
    """What each card of a group counts."""
    return law.ace_high_melded if rank == ACE else rung_value(rank, law)


def may_stand(low: int, length: int, law: Law) -> bool:
    """Whether a run of this length may begin on this rung, 0 to 12."""
    match law.ace_in_run:
        case AceInRun.LOW:
            return low + length <= RANKS
        case AceInRun.BOTH:
            return low + length <= RANKS + 1
        case AceInRun.CORNER:
            return length <= RANKS or (low == 0 and length == RANKS + 1)
        case unknown:
            assert_never(unknown)


def share_allows(naturals: int, jokers: int, law: Law) -> bool:
    """Whether so many jokers may lie beside so many natural cards."""
    match law.joker_share:
        case JokerShare.NONE:
            return jokers == 0
        case JokerShare.FEWER:
            return jokers < naturals or jokers == 0
        case JokerShare.NOT_MORE:
            return jokers <= naturals
        case unknown:
            assert_never(unknown)


def jokers_touch(cards: Sequence[Card]) -> bool:
    """Whether two jokers lie side by side."""
    return any(left == right == JOKER for left, right in pairwise(cards))


def run_of(cards: Sequence[Card], low: int, law: Law) -> Meld:
    """The run that these cards, laid upwards, are from this rung on. Judges nothing."""
    suit = suit_of(next(card for card in cards if card != JOKER))
    rungs = range(low, low + len(cards))
    return Meld(
        kind=Kind.RUN,
        cards=tuple(cards),
        stands=tuple((card_of(suit, rung % RANKS),) for rung in rungs),
        low=low,
        value=sum(rung_value(rung, law) for rung in rungs),
    )


def group_of(cards: Sequence[Card], law: Law) -> Meld:
    """The group that these cards are, laid so that no jokers touch. Judges nothing."""
    laid = _spread(cards) if jokers_touch(cards) and not law.jokers_adjacent else tuple(cards)
    rank = rank_of(next(card for card in cards if card != JOKER))
    missing = tuple(card for suit in range(SUITS) if (card := card_of(suit, rank)) not in cards)
    return Meld(
        kind=Kind.GROUP,
        cards=laid,
        stands=tuple(missing if card == JOKER else (card,) for card in laid),
        low=rank,
        value=len(laid) * group_value(rank, law),
    )


def _spread(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards with a joker behind every natural card, as long as there are any."""
    naturals = [card for card in cards if card != JOKER]
    jokers = len(cards) - len(naturals)
    laid: list[Card] = []
    for at, card in enumerate(naturals):
        laid += [card, JOKER] if at < jokers else [card]
    return tuple(laid + [JOKER] * (jokers - len(naturals)))


# --- judging ------------------------------------------------------------------------------------------


def judge(cards: Sequence[Card], law: Law, *, ordered: bool = True) -> Meld | Flaw:
    """The meld that these cards are, or why they are none.

    A claim is judged as laid, upwards or downwards. A heap (`ordered=False`) gets its best order: the
    reading that counts most. The other readings are in `readings`.
    """
    jokers = sum(1 for card in cards if card == JOKER)
    naturals = [card for card in cards if card != JOKER]
    if len(cards) < SMALLEST:
        text = gettext_noop("Ein Satz oder eine Folge braucht mindestens drei Karten, hier sind es {count}.")
        return flaw(Reason.TOO_FEW, law, text, count=len(cards))
    if not share_allows(len(naturals), jokers, law):
        return wrong_share(len(naturals), jokers, law)
    if len({card % RANKS for card in naturals}) == 1:
        return _judge_group(cards, naturals, law)
    if len({card // RANKS for card in naturals}) > 1:
        text = gettext_noop("{cards} ist weder ein Satz (gleicher Wert) noch eine Folge (gleiche Farbe).")
        return flaw(Reason.NEITHER, law, text, cards=write_cards(cards))
    if ordered:
        return _judge_laid_run(cards, law)
    heap = _run_readings(cards, law)
    return heap[0] if heap else _no_run(cards, law)


def demand(cards: Sequence[Card], law: Law, *, ordered: bool = True) -> Meld:
    """The meld that these cards are; raises NotAMeld with the reason if they are none."""
    verdict = judge(cards, law, ordered=ordered)
    if isinstance(verdict, Flaw):
        raise NotAMeld(verdict)
    return verdict


def meld_readings(cards: Sequence[Card], law: Law) -> tuple[Meld, ...]:
    """Every meld that a heap of cards can be, the one that counts most first.

    An ace, a 2 and a joker, say: with the joker as king they count 23, with the joker as 3 they count 6.
    """
    best = judge(cards, law, ordered=False)
    if isinstance(best, Flaw):
        return ()
    return (best,) if best.kind is Kind.GROUP else _run_readings(cards, law)


def wrong_share(naturals: int, jokers: int, law: Law) -> Flaw:
    """The "no" to so many jokers."""
    if law.joker_share is JokerShare.NONE:
        return flaw(Reason.NO_JOKERS, law, gettext_noop("Nach diesen Regeln wird ohne Joker gespielt."))
    if law.joker_share is JokerShare.FEWER:
        text = gettext_noop(
            "Zu viele Joker: {jokers} neben {naturals} anderen Karten. Es müssen weniger Joker sein."
        )
    else:
        text = gettext_noop(
            "Zu viele Joker: {jokers} neben {naturals} anderen Karten. Es dürfen höchstens gleich viele sein."
        )
    return flaw(Reason.TOO_MANY_JOKERS, law, text, jokers=jokers, naturals=naturals)


def _judge_group(cards: Sequence[Card], naturals: Sequence[Card], law: Law) -> Meld | Flaw:
    twice = next((card for card in naturals if naturals.count(card) > 1), None)
    if twice is not None:
        text = gettext_noop("{card} liegt zweimal im Satz; die Farben müssen verschieden sein.")
        return flaw(Reason.SUIT_TWICE, law, text, card=sign(twice))
    if len(cards) > law.group_max:
        text = gettext_noop("Ein Satz hat höchstens {most} Karten, hier sind es {count}.")
        return flaw(Reason.GROUP_TOO_LARGE, law, text, most=law.group_max, count=len(cards))
    return group_of(cards, law)


def _judge_laid_run(cards: Sequence[Card], law: Law) -> Meld | Flaw:
    for line in (cards, cards[::-1]):
        low = _lowest_rung(line)
        if low is None:
            continue
        if not may_stand(low, len(line), law):
            return _wrong_stand(cards, law)
        if jokers_touch(line) and not law.jokers_adjacent:
            return _touching(cards, law)
        return run_of(line, low, law)
    heap = _run_readings(cards, law)
    if heap:
        text = gettext_noop("Die Folge liegt nicht in der richtigen Ordnung. Richtig wäre {instead}.")
        return flaw(Reason.ORDER, law, text, heap[0], instead=heap[0])
    return _no_run(cards, law)


def _lowest_rung(line: Sequence[Card]) -> int | None:
    """The rung on which a line of one suit begins if it climbs without a gap."""
    low = next((card - at) % RANKS for at, card in _ranks(line))
    return low if all((low + at) % RANKS == rank for at, rank in _ranks(line)) else None


def _ranks(line: Sequence[Card]) -> Iterator[tuple[int, int]]:
    return ((at, card % RANKS) for at, card in enumerate(line) if card != JOKER)


def _run_readings(cards: Sequence[Card], law: Law) -> tuple[Meld, ...]:
    """Every run that a heap of one suit can be; the best first, among equals the lowest."""
    suit = suit_of(min(cards))
    found = [
        run_of(line, low, law)
        for low in range(RANKS)
        if may_stand(low, len(cards), law)
        for line in fillings(suit, range(low, low + len(cards)), cards)
        if law.jokers_adjacent or not jokers_touch(line)
    ]
    return tuple(sorted(found, key=lambda run: -run.value))


def fillings(suit: int, rungs: Sequence[int], cards: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Every way to put all these cards on these rungs; only an ace at both ends leaves a choice."""
    if len(rungs) != len(cards):
        return
    places = [card_of(suit, rung % RANKS) for rung in rungs]
    held = Counter(card for card in cards if card != JOKER)
    wanted = Counter(places)
    if any(count > wanted[card] for card, count in held.items()):
        return
    line = [place if held[place] else JOKER for place in places]
    split = [place for place in held if held[place] < wanted[place]]
    if not split:
        yield tuple(line)
    for ace in split:  # one ace for two places: a joker takes the other one
        low, high = (at for at, place in enumerate(places) if place == ace)
        yield (*line[:high], JOKER, *line[high + 1 :])
        yield (*line[:low], JOKER, *line[low + 1 :])


def _wrong_stand(cards: Sequence[Card], law: Law) -> Flaw:
    heap = _run_readings(cards, law)
    instead = heap[0] if heap else None
    if law.ace_in_run is AceInRun.CORNER or len(cards) > RANKS + 1:
        text = gettext_noop("Eine Folge hat höchstens 13 Karten, oder 14 mit einem Ass an beiden Enden.")
        return flaw(Reason.RUN_TOO_LONG, law, text, instead)
    if law.ace_in_run is AceInRun.LOW:
        text = gettext_noop("Das Ass liegt in der Folge nur vor der 2; hinter dem König ist Schluss.")
    else:
        text = gettext_noop("Das Ass liegt vor der 2 oder hinter dem König, nicht mitten in der Folge.")
    return flaw(Reason.ACE, law, text, instead)


def _touching(cards: Sequence[Card], law: Law) -> Flaw:
    heap = _run_readings(cards, law)
    text = gettext_noop("Zwei Joker liegen nebeneinander; zwischen ihnen muss eine andere Karte liegen.")
    return flaw(Reason.JOKERS_ADJACENT, law, text, heap[0] if heap else None)


def _no_run(cards: Sequence[Card], law: Law) -> Flaw:
    """Why a heap of one suit cannot be a run in any order."""
    suit = suit_of(min(cards))
    both_ends = len(cards) == RANKS + 1
    for card, count in Counter(cards).items():
        if card != JOKER and count > (2 if both_ends and rank_of(card) == ACE else 1):
            text = gettext_noop("{card} liegt zweimal in der Folge.")
            return flaw(Reason.CARD_TWICE, law, text, card=sign(card))
    if len(cards) > RANKS + 1:
        return _wrong_stand(cards, law)
    somewhere = [low for low in range(RANKS) if any(fillings(suit, range(low, low + len(cards)), cards))]
    if any(may_stand(low, len(cards), law) for low in somewhere):
        return _touching(cards, law)
    if somewhere:
        return _wrong_stand(cards, law)
    missing = write_cards(_missing(cards, law))
    if JOKER in cards:
        text = gettext_noop("In der Folge fehlen {missing}; dafür reichen die Joker nicht.")
    else:
        text = gettext_noop("In der Folge fehlt: {missing}.")
    return flaw(Reason.GAP, law, text, missing=missing)


def _missing(cards: Sequence[Card], law: Law) -> list[Card]:
    """The cards that the shortest run over these natural cards would need besides them."""
    suit, ranks = suit_of(min(cards)), {rank for _unused, rank in _ranks(cards)}
    spans = [
        range(low, low + length)
        for length in range(SMALLEST, RANKS + 1)
        for low in range(RANKS)
        if may_stand(low, length, law) and ranks <= {rung % RANKS for rung in range(low, low + length)}
    ]
    return [card_of(suit, rung % RANKS) for rung in spans[0] if rung % RANKS not in ranks]
