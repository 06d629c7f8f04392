"""What a rule set is: a law for the cards, a table of points, and the paragraph behind every value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, Final

from scoring.engine.law import Law
from scoring.sentence import Refusal, Sentence, gettext_noop

OUR_READING = "Lesart"  # stands where a document was published before there was the key
REQUIRED: Final = object()  # every document has the key
OWN_RULE = "Eigene Festlegung"  # stands where a paragraph stood before a variant changed the value


class RulesError(Refusal):
    """A rule set that cannot be: an unknown or missing key, or values that contradict each other.

    `place` is where ("points.opened[1].from"), `reason` is why, without the place: a form shows it at the field.
    """

    def __init__(self, text: str, /, *, place: str, **values: object) -> None:
        self.place = place
        self.reason = Sentence(text, values)
        super().__init__("{place}: {reason}", place=place, reason=self.reason)


class Family(StrEnum):
    """How a game is turned into a result."""

    BASIC = "basic"  # the winner's total grows by the others' Augen
    TOURNAMENT = "tournament"  # Wertungspunkte by a table, Augen beside them

    @property
    def by_table(self) -> bool:
        """Whether a table says what a hand is worth: then it counts who opened, and Augen stand beside the points."""
        return self is Family.TOURNAMENT


class Span(StrEnum):
    """Over what something is counted."""

    EVENT = "event"
    SERIES = "series"


class Measure(StrEnum):
    """What a ranking compares, in the order of the rule set."""

    POINTS_HIGH = "points_high"
    AUGEN_LOW = "augen_low"
    LOT = "lot"


class Ending(StrEnum):
    """What ends a series or an evening."""

    ROUNDS = "rounds"
    TARGET = "target"


class LossGame(StrEnum):
    """Which games cost loss money."""

    CROSS = "cross"
    UNOPENED = "unopened"


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A text in the three languages of the house; German is the source and the fall-back."""

    de: str
    lb: str = ""
    en: str = ""

    def in_language(self, code: str) -> str:
        return {"lb": self.lb, "en": self.en}.get(code[:2], "") or self.de


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a value comes from: the paragraph of a text, or our reading ("Lesart") with its reason."""

    paragraph: str
    reading: Text | None = None
    confirm: bool = False  # the organiser has to confirm this value before it counts

    @property
    def own(self) -> bool:
        """Set by an organiser in a variant, not by a printed text."""
        return self.paragraph == OWN_RULE


@dataclass(frozen=True, slots=True, kw_only=True)
class Bracket:
    """Augen from … to … are worth these points; the last bracket has no upper end."""

    first: int
    last: int | None
    points: int

    def holds(self, augen: int) -> bool:
        return self.first <= augen and (self.last is None or augen <= self.last)


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """What is to be known of a value beside its type: reading, checking, label and words follow from it.

    `said` says the value at the table: one sentence with {value}, or one for each value that it can have. Values that
    need more than that have a line in `scoring.wording.values`.
    """

    label: str
    least: int | None = None
    most: int | None = None
    before: Any = REQUIRED  # what holds where a document was published before there was the key
    said: str | Mapping[Any, str] = ""


def value(
    label: str,
    *,
    least: int | None = None,
    most: int | None = None,
    before: Any = REQUIRED,
    said: str | Mapping[Any, str] = "",
) -> Any:
    """A value of a rule set, described once: docs/recipes.md, "A rule value"."""
    what = Described(label=label, least=least, most=most, before=before, said=said)
    return field(metadata={"described": what})


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRules:
    """How many sit at a table, and where the dealer sits out."""

    sizes: tuple[int, ...] = value(gettext_noop("Am Tisch sitzen"))
    preferred_size: int = value(gettext_noop("Am liebsten"))
    dealer_sits_out_at: tuple[int, ...] = value(gettext_noop("Der Geber"))

    def dealer_sits_out(self, size: int) -> bool:
        return size in self.dealer_sits_out_at


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsTable:
    """Wertungspunkte (Regel 12) for each way to finish and each bracket of Augen."""

    hand: int = value(gettext_noop("Hand-Rommé"))
    hand_with_layoff: int = value(gettext_noop("Hand-Rommé mit Anlegen oder Tauschen"))
    plain: int = value(gettext_noop("Rommé"))
    super: int | None = value(
        gettext_noop("Superrommé")
    )  # None: this finish has no value here and is refused
    opened: tuple[Bracket, ...] = value(gettext_noop("Verloren, eröffnet"))
    unopened: tuple[Bracket, ...] = value(gettext_noop("Verloren, nicht eröffnet"))


@dataclass(frozen=True, slots=True, kw_only=True)
class LooseHands:
    """Regel 15: what a hand costs that was thrown together before it could be checked."""

    points_less: int = value(gettext_noop("Abzug"), least=0, most=9)
    lift_to_next_bracket: bool = value(gettext_noop("Augen"))
    referee_from_offence: int = value(gettext_noop("Schiedsrichter oder Turnierleitung"), least=1, most=9)
    extra_from_then: int = value(gettext_noop("Von da an zusätzlich"), least=0, most=9)
    count_over: Span = value(gettext_noop("Gezählt wird"))


class RoundIs(StrEnum):
    """What a Runde is."""

    ALL_DEAL = "all_deal"  # each seat deals once
    ONE_DEAL = "one_deal"  # one game


class WrongSeat(StrEnum):
    """What it costs to have played at a wrong table or seat."""

    NONE = "none"
    SERIES_ZERO = "series_zero"  # no points for this series; the others keep theirs


class CountAtEnd(StrEnum):
    """How hands with a wrong number of cards are counted when the game is over."""

    NONE = "none"
    DRAWN_UP_AND_COUNTED = "drawn_up_and_counted"  # too few are drawn up, too many are all counted


@dataclass(frozen=True, slots=True, kw_only=True)
class Offences:
    """What else happens at tables. A rule set published before there was this section has none."""

    wrong_seat: WrongSeat = value(gettext_noop("Falscher Tisch oder Platz"))
    count_at_end: CountAtEnd = value(gettext_noop("Falsche Kartenzahl am Ende"))


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesRules:
    """How long is played, and how long a result can be objected to."""

    endings: tuple[Ending, ...] = value(gettext_noop("Gespielt wird"))
    round_is: RoundIs = value(gettext_noop("Eine Runde ist"), before=RoundIs.ALL_DEAL)
    rounds: int = value(gettext_noop("Eine Serie hat"), least=1, most=60)
    time_limit_minutes: int = value(gettext_noop("Zeit für eine Serie"), least=0, most=720)
    objection_minutes: int = value(gettext_noop("Einspruch"), least=0, most=10_080)

    @property
    def one_deal(self) -> bool:
        """Whether a Runde is one game."""
        return self.round_is is RoundIs.ONE_DEAL


@dataclass(frozen=True, slots=True, kw_only=True)
class LossMoney:
    """Money paid per lost game, in cents; off unless the organiser switches it on."""

    enabled: bool = value(gettext_noop("Verlustgeld"))
    counts: LossGame = value(gettext_noop("Bezahlt wird"))
    first_games: int = value(gettext_noop("Günstigere Spiele"), least=0, most=99)
    first_cents: int = value(gettext_noop("Jedes davon kostet"), least=0, most=100_000)
    later_cents: int = value(gettext_noop("Jedes weitere kostet"), least=0, most=100_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """A complete rule set. `points`, `loose_hands`, `offences` and `loss_money`: in the tournament family only."""

    key: str
    family: Family
    edition: str
    name: Text
    law: Law
    table: TableRules
    points: PointsTable | None
    loose_hands: LooseHands | None
    offences: Offences | None
    loss_money: LossMoney | None
    series: SeriesRules
    measures: tuple[Measure, ...]
    sources: Mapping[str, Source]

    def source(self, place: str) -> Source:
        """Where the value at "section.key" comes from."""
        return self.sources[place]

    @property
    def readings(self) -> Mapping[str, Text]:
        """Every value that is our reading, with the reason."""
        return {place: source.reading for place, source in self.sources.items() if source.reading}

    @property
    def to_confirm(self) -> tuple[str, ...]:
        """The values an organiser has to confirm before he plays by this rule set."""
        return tuple(place for place, source in self.sources.items() if source.confirm)


# The sections whose values are described where they are declared; cards, melds and turn are the engine's law.
SECTION_OF: Mapping[str, type] = {
    "table": TableRules,
    "points": PointsTable,
    "loose_hands": LooseHands,
    "offences": Offences,
    "series": SeriesRules,
    "loss_money": LossMoney,
}


def described(section: str) -> dict[str, Described]:
    """By key, in the order of the section."""
    return {one.name: one.metadata["described"] for one in fields(SECTION_OF[section])}


DESCRIBED: Mapping[str, Described] = {
    f"{section}.{key}": what for section in SECTION_OF for key, what in described(section).items()
}
