"""What the director has to do next: one step, and the lists that stand behind it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from tournaments.event.selectors.sheets import sheets
from tournaments.lists.selectors.progress import TableProgress, progress
from tournaments.lists.selectors.sheets import Life
from tournaments.models import ScoreSheet, Series, Tournament
from tournaments.rankings.selectors.standings import standings
from tournaments.seating.selectors.table_sizes import Tables, tables_for


class Step(StrEnum):
    """What a tournament waits for."""

    REGISTER = "register"
    DRAW = "draw"
    ACCEPT = "accept"
    SIGN = "sign"
    PLAY = "play"
    LOT = "lot"
    FINISH = "finish"
    DONE = "done"


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """The whole desk at one moment."""

    tournament: Tournament
    current: Series | None  # the series drawn last
    tables: tuple[TableProgress, ...]
    earlier: tuple[ScoreSheet, ...]  # lists of earlier series that nobody has accepted yet
    field: Tables
    step: Step

    def those(self, *lives: Life) -> tuple[TableProgress, ...]:
        """The tables of the current series whose list has come this far."""
        return tuple(table for table in self.tables if table.life in lives)

    @property
    def open(self) -> tuple[TableProgress, ...]:
        return self.those(Life.OPEN)

    @property
    def unsigned(self) -> tuple[TableProgress, ...]:
        return self.those(Life.COMPLETE)

    @property
    def signed(self) -> tuple[TableProgress, ...]:
        return self.those(Life.SIGNED)

    @property
    def finished(self) -> int:
        """How many lists of the current series are accepted."""
        return len(self.those(Life.ACCEPTED, Life.FINAL))

    @property
    def next_number(self) -> int | None:
        """The series that is drawn next; None after the last."""
        number = self.current.number + 1 if self.current else 1
        return number if number <= self.tournament.series_count else None


def desk(tournament: Tournament, *, now: datetime) -> Desk:
    """Everything that the desk shows, in a fixed number of queries."""
    current = tournament.series.select_related("tournament__rule_set").order_by("-number").first()
    tables = progress(current, now=now) if current else ()
    waiting = sheets().filter(table__series__tournament=tournament, accepted_at__isnull=True)
    earlier = waiting.exclude(table__series=current).order_by("table__series__number", "table__number")
    seen = Desk(
        tournament=tournament,
        current=current,
        tables=tables,
        earlier=tuple(earlier),
        field=tables_for(tournament),
        step=Step.DONE,
    )
    return replace(seen, step=next_step(seen))


def next_step(seen: Desk) -> Step:
    """The one thing to do now: first what waits in the hall, then the draw, then the end."""
    if seen.tournament.status == Tournament.Status.FINISHED:
        return Step.DONE
    if seen.current is None:
        return Step.REGISTER if seen.field.refusal else Step.DRAW
    if seen.signed:
        return Step.ACCEPT
    if seen.unsigned:
        return Step.SIGN
    if seen.open:
        return Step.PLAY
    if seen.earlier:
        return Step.ACCEPT
    if seen.next_number is not None:
        return Step.REGISTER if seen.field.refusal else Step.DRAW
    if not seen.tournament.lot_seed and standings(seen.tournament).tied:
        return Step.LOT
    return Step.FINISH
