"""An answer about cards as a page draws it: yes or no, the rule that decides, and the cards themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.engine import Card, Fault, Flaw, Law, Meld, judge, sign
from scoring.engine.verdict import Ground
from scoring.rules import RuleSet
from scoring.speech import say
from scoring.wording.faces import Face, face, faces
from scoring.wording.labels import LABELS
from scoring.wording.phrases import in_augen
from scoring.wording.sections import section_line


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """A reason: the sentence, its paragraph, and what the rule set says there."""

    text: str
    paragraph: str
    rule: str  # "Eröffnen: mindestens 40 Augen"


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A meld as it lies: its cards, what it counts, what its jokers stand for, or what is wrong with it."""

    faces: tuple[Face, ...]
    worth: str = ""
    stands: tuple[str, ...] = ()
    wrong: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerRow:
    """One way to lay cards, with a heading: melds, the discard, and what is left."""

    title: str
    melds: tuple[Drawn, ...] = ()
    loose: tuple[Face, ...] = ()  # cards beside the melds
    loose_title: str = ""
    discard: Face | None = None
    words: tuple[str, ...] = ()
    numbered: bool = False  # melds of the table have numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What is said about cards. `good` is None where nothing is allowed or forbidden."""

    good: bool | None
    title: str
    why: tuple[Why, ...] = ()
    rows: tuple[AnswerRow, ...] = ()
    notes: tuple[str, ...] = ()
    short: str = ""  # the cards and the verdict in one line, as a ruling keeps it
    paragraph: str = ""

    @property
    def kind(self) -> str:
        """The sign and colour of the answer (templates/parts/alert.html)."""
        return {True: "ok", False: "bad", None: "info"}[self.good]


# --- pieces -------------------------------------------------------------------------------------------


def why(rules: RuleSet, text: str, field: str, paragraph: str = "") -> Why:
    """A reason with the line of the rule set that decides."""
    place = place_of_field(rules, field)
    if not place:
        return Why(text=text, paragraph=paragraph, rule="")
    line = section_line(rules, place)
    return Why(text=text, paragraph=paragraph or line.paragraph, rule=f"{line.label}: {line.value}")


def place_of_field(rules: RuleSet, field: str) -> str:
    """Where a field of the law stands in the rule set: "opening_augen" is "turn.opening_augen"."""
    places = (place for place in LABELS if place.partition(".")[2] == field)
    return next((place for place in places if place in rules.sources), "")


def ground_in_words(rules: RuleSet, ground: Ground) -> Why:
    """A ground of the engine in words."""
    return why(rules, say(ground.sentence), ground.field, ground.paragraph)


def census_found(rules: RuleSet, findings: Iterable[Fault]) -> tuple[Why, ...]:
    """What a census found, in words."""
    return tuple(
        why(rules, say(finding.sentence), _field_of(finding), finding.paragraph) for finding in findings
    )


def _field_of(finding: Fault) -> str:
    if finding.misfit == "wrong_count":
        return "hand_cards"
    return "jokers" if "joker" in finding.misfit else "decks"


def meld_drawn(meld: Meld | Flaw, cards: Sequence[Card] = ()) -> Drawn:
    """A judged meld; a wrong one is drawn as it was laid."""
    if isinstance(meld, Flaw):
        return Drawn(faces=faces(cards), wrong=say(meld.sentence))
    stands = tuple(
        _("Joker = {cards}").format(cards=" / ".join(map(sign, those))) for _at, those in meld.jokers
    )
    return Drawn(faces=faces(meld.cards), worth=in_augen(meld.value), stands=stands)


def drawn_all(melds: Iterable[Sequence[Card]], law: Law) -> tuple[Drawn, ...]:
    """Melds of an answer, each with what it counts."""
    return tuple(meld_drawn(judge(cards, law, ordered=False), cards) for cards in melds)


def discarded(card: Card | None) -> Face | None:
    return None if card is None else face(card)


def said_lines(*parts: str | None) -> tuple[str, ...]:
    """The lines that are not empty."""
    return tuple(part for part in parts if part)


def cards_left(hand: Sequence[Card], used: Iterable[Card]) -> Iterator[Card]:
    """The cards of a hand without those used, sorted."""
    left = sorted(hand)
    for card in used:
        if card in left:
            left.remove(card)
    yield from left
