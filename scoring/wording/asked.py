"""What can be asked about cards: the questions by name, and one of them with its cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext_lazy

from scoring.engine import Card


class Question(StrEnum):
    """What is asked about the cards."""

    LAY_OUT = "auslage"
    HAND = "hand"
    BEST = "beste"
    AUGEN = "augen"
    TABLE = "anlegen"


QUESTIONS: Mapping[Question, tuple[object, object]] = {
    Question.LAY_OUT: (gettext_lazy("Auslage"), gettext_lazy("Liegt es richtig? Reicht es zum Eröffnen?")),
    Question.HAND: (gettext_lazy("Hand-Rommé"), gettext_lazy("Gehen alle Karten auf einmal?")),
    Question.BEST: (gettext_lazy("Beste Auslage"), gettext_lazy("Was geht mit diesem Blatt?")),
    Question.TABLE: (gettext_lazy("Anlegen"), gettext_lazy("Was passt an die Auslagen am Tisch?")),
    Question.AUGEN: (gettext_lazy("Augen"), gettext_lazy("Was zählt das Blatt in der Hand?")),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question with its cards: melds as they were parted, the table, and what is known besides."""

    question: Question
    melds: tuple[tuple[Card, ...], ...]
    table: tuple[tuple[Card, ...], ...] = ()
    open_card: Card | None = None
    opened: bool = False

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(card for meld in self.melds for card in meld)
