"""A verdict: yes or no, which rule decides, and what would have been possible. Legal is not the same as true."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.engine.cards import Card
from scoring.engine.law import Law
from scoring.engine.melds import Flaw, Meld
from scoring.sentence import Sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """One reason for a "no": a sentence, the field of the rule set that decides, and its paragraph."""

    sentence: Sentence
    field: str
    paragraph: str


def ground(law: Law, field: str, text: str, /, **values: object) -> Ground:
    """A reason with the paragraph of the field that decides."""
    return Ground(sentence=Sentence(text, values), field=field, paragraph=law.cite(field))


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternative:
    """The nearest that is possible: melds, what they count together, and a sentence that says so."""

    melds: tuple[tuple[Card, ...], ...]
    value: int
    sentence: Sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The judgement of a claimed lay-out."""

    valid: bool
    sentence: Sentence  # the whole of it in one line
    value: int  # what the right melds count together
    melds: tuple[Meld | Flaw, ...]  # one for each that was laid
    grounds: tuple[Ground, ...]  # why not, the one that decides first
    stays: tuple[Meld, ...]  # what may stay on the table
    notes: tuple[Sentence, ...] = ()  # what jokers stand for, and what else is worth saying
    instead: Alternative | None = None  # the nearest legal lay-out, or a better one

    @property
    def decides(self) -> Ground | None:
        """The reason that decides."""
        return self.grounds[0] if self.grounds else None
