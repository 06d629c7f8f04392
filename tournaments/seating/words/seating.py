"""Seating in words: how a series stands, what a report says, who goes where."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.speech import say
from tournaments.event.selectors.names import plain
from tournaments.models import Registration, Series
from tournaments.pages.words import numbers
from tournaments.seating.core import Wish
from tournaments.seating.selectors.proposals import Proposal
from tournaments.seating.selectors.seating import Move, PlanQuality
from tournaments.seating.selectors.state import Seating, SeriesNow

FIGURES = {
    "rematches": gettext_lazy("Wiederbegegnungen"),
    "threes": gettext_lazy("Zum zweiten Mal am Dreiertisch"),
    Wish.PARTNERS.value: gettext_lazy("Tandem-Partner am selben Tisch"),
    Wish.TEAM_MATES.value: gettext_lazy("Mannschaftskameraden am selben Tisch"),
    Wish.CLUB_MATES.value: gettext_lazy("Vereinskameraden am selben Tisch"),
    Wish.SEEDED.value: gettext_lazy("Gesetzte am selben Tisch"),
    "seats": gettext_lazy("Ungleiche Plätze über dem Möglichen"),
}


def series_state(series: SeriesNow) -> dict[str, str]:
    """How far a series is, as a badge's state and its word."""
    mode = str(Series.Mode(series.mode).label)
    if series.begun:
        return {"state": "final", "label": _("begonnen"), "mode": mode}
    if series.drawn:
        return {"state": "accepted", "label": _("Tische eingerichtet"), "mode": mode}
    if series.planned.is_open:
        return {"state": "open", "label": _("noch offen"), "mode": mode}
    return {"state": "signed", "label": _("geplant"), "mode": mode}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportFigure:
    """A figure of the report with the bound beside it, and what it means."""

    what: str
    happened: int
    bound: int
    details: tuple[str, ...] = ()
    given: int = 0
    possible: int = 0

    @property
    def is_best(self) -> bool:
        return self.happened <= self.bound

    @property
    def verdict(self) -> str:
        if not self.happened:
            return _("keine, besser geht es nicht")
        if self.given:
            return _(
                "davon {given} durch Los, Rangliste oder von Hand; geplant wären {possible} möglich gewesen"
            ).format(given=self.given, possible=self.possible)
        if self.is_best:
            return _("besser geht es nicht")
        if not self.bound:
            return _("vielleicht ginge es besser")
        return _("mindestens {bound} unvermeidlich").format(bound=self.bound)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportWords:
    """The quality report as a page prints it."""

    sentences: tuple[str, ...]
    figures: tuple[ReportFigure, ...]


def report_in_words(quality: PlanQuality) -> ReportWords:
    """Sentences first, then every figure with its bound and who is concerned."""
    figures = [
        ReportFigure(
            what=str(FIGURES["rematches"]),
            happened=quality.rematches.happened,
            bound=quality.rematches.bound,
            given=quality.rematches.given,
            possible=quality.rematches.possible,
            details=tuple(
                _("{one} und {other} in den Serien {series}").format(
                    one=again.one.name, other=again.other.name, series=numbers(again.series)
                )
                for again in quality.met_again
            ),
        ),
        ReportFigure(
            what=str(FIGURES["threes"]),
            happened=quality.three_repeats.happened,
            bound=quality.three_repeats.bound,
            given=quality.three_repeats.given,
            possible=quality.three_repeats.possible,
            details=threes_in_words(quality),
        ),
    ]
    figures += [
        ReportFigure(
            what=str(FIGURES[wish.value]),
            happened=sum(count.happened for count in counts),
            bound=sum(count.bound for count in counts),
            details=tuple(
                _("{place}. der kommenden Serien: {happened}, mindestens {bound}").format(
                    place=place, happened=count.happened, bound=count.bound
                )
                for place, count in enumerate(counts, 1)
                if count.happened
            ),
        )
        for wish, counts in quality.mates
    ]
    figures.append(ReportFigure(what=str(FIGURES["seats"]), happened=quality.seat_imbalance, bound=0))
    return ReportWords(sentences=tuple(say(one) for one in quality.sentences), figures=tuple(figures))


def threes_in_words(quality: PlanQuality) -> tuple[str, ...]:
    """How often players sit at a table of three, the most often first."""
    times = sorted({len(found) for _person, found in quality.threes}, reverse=True)
    said = []
    for count in times:
        names = sorted(person.name for person, found in quality.threes if len(found) == count)
        said.append(_("{count}-mal am Dreiertisch: {names}").format(count=count, names=", ".join(names)))
    return tuple(said)


def qualities_compared(before: PlanQuality, after: PlanQuality) -> list[dict[str, Any]]:
    """The figures before and after side by side, with a word for better and worse."""
    old = {wish: sum(count.happened for count in counts) for wish, counts in before.mates}
    rows = [
        ("rematches", before.rematches.happened, after.rematches.happened, after.rematches.bound),
        ("threes", before.three_repeats.happened, after.three_repeats.happened, after.three_repeats.bound),
        *(
            (
                wish.value,
                old.get(wish, 0),
                sum(count.happened for count in counts),
                sum(count.bound for count in counts),
            )
            for wish, counts in after.mates
        ),
        ("seats", before.seat_imbalance, after.seat_imbalance, 0),
    ]
    return [compared_in_words(*row) for row in rows]


def compared_in_words(what: str, before: int, after: int, bound: int) -> dict[str, Any]:
    """One row of a comparison."""
    change = after - before
    word = _("wie bisher")
    if change:
        word = (_("{count} mehr") if change > 0 else _("{count} weniger")).format(count=abs(change))
    state = "same" if not change else ("worse" if change > 0 else "better")
    return {
        "what": FIGURES[what],
        "before": before,
        "after": after,
        "bound": bound,
        "state": state,
        "word": word,
    }


def kind_of_change(move: Move) -> str:
    """Whether somebody is new, gone, at another table, or only on another seat of his table."""
    if move.before is None:
        return "new"
    if move.after is None:
        return "gone"
    return "seat" if move.before[0] == move.after[0] else "table"


@dataclass(frozen=True, slots=True, kw_only=True)
class MovesOfSeries:
    """Who goes where in one series, by name."""

    series: int
    moves: tuple[tuple[str, Move], ...]  # what kind, and who from where to where

    @property
    def summary(self) -> str:
        """How many people change their chair, as a sentence."""
        moving = sum(1 for kind, _move in self.moves if kind in ("seat", "table"))
        if not moving:
            return _("Niemand muss umziehen.")
        return ngettext("{count} Person zieht um.", "{count} Personen ziehen um.", moving).format(
            count=moving
        )


def moves_by_series(moves: Iterable[Move]) -> list[MovesOfSeries]:
    """Who goes where, series by series, in the order of a telephone book."""
    found: dict[int, list[Move]] = {}
    for move in moves:
        found.setdefault(move.series, []).append(move)
    return [
        MovesOfSeries(
            series=number,
            moves=tuple(
                (kind_of_change(move), move)
                for move in sorted(some, key=lambda move: plain(move.person.listed))
            ),
        )
        for number, some in sorted(found.items())
    ]


def moves_of(proposal: Proposal, state: Seating) -> list[MovesOfSeries]:
    """The chairs that a change would move; `state` knows everybody who will be there."""
    people = {entrant.start_number: entrant for entrant in state.entrants}
    return moves_by_series(
        Move(series=number, person=people[int(str(chair.player))], before=chair.before, after=chair.after)
        for number, chairs in proposal.moved.items()
        for chair in chairs
    )


def greeting(entered: Registration) -> str:
    """What the desk says to the player: the start number, and the club so that a namesake shows."""
    player = entered.player
    if player.club is None:
        return _("Startnummer {number}: {name}").format(number=entered.start_number, name=player.name)
    return _("Startnummer {number}: {name}, {club}").format(
        number=entered.start_number, name=player.name, club=player.club
    )
