"""What printed lists and files need beyond the pages: lists in bulk with their rulings, every line, every series ranked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.db.models import Count, QuerySet

from scoring.engine.law import Finish
from scoring.numbers import GameNumber, SeatNumber, SeriesNumber
from scoring.points import HandLeft, Result, Score, score
from scoring.rules import RuleSet
from tournaments.event.selectors.sheets import sheets
from tournaments.lists.selectors.sheets import SheetView, sheet_views
from tournaments.models import Line, Penalty, Ruling, ScoreSheet, Series, Tournament
from tournaments.models.naming import Naming, names_shown, reads_full_names

CHUNK = 5000  # lines that are in memory at a time
LISTS_AT_ONCE = 25


def lists_of_series(series: Series) -> list[ScoreSheet]:
    """The lists of a series in the order of the tables, with all that acceptance says.

    They share one series, one tournament and one rule set, whose text is long: it is read once, not for every table.
    """
    found = sheets().select_related(None).select_related("table", "scorer", "accepted_by")
    lists = list(found.filter(table__series=series).order_by("table__number"))
    for sheet in lists:
        sheet.table.series = series
    return lists


def views_of(lists: Sequence[ScoreSheet], *, now: datetime) -> Iterator[SheetView]:
    """Lists with their rows, some at a time: what is printed of three hundred tables is never in memory at once."""
    for start in range(0, len(lists), LISTS_AT_ONCE):
        yield from sheet_views(lists[start : start + LISTS_AT_ONCE], now=now)


def rulings_of(lists: Sequence[ScoreSheet]) -> dict[int, list[Ruling]]:
    """What was decided about each of these lists, in one query."""
    found: dict[int, list[Ruling]] = defaultdict(list)
    rulings = Ruling.objects.filter(sheet__in=[sheet.pk for sheet in lists])
    for ruling in rulings.select_related("game", "decided_by").order_by("number"):
        assert ruling.sheet_id is not None
        found[ruling.sheet_id].append(ruling)
    return found


def open_lists(tournament: Tournament, *, series: SeriesNumber | None = None) -> int:
    """How many lists the director has not accepted: as long as there are any, the standings can still change."""
    waiting = ScoreSheet.objects.filter(table__series__tournament=tournament, accepted_at__isnull=True)
    return (waiting if series is None else waiting.filter(table__series__number=series)).count()


@dataclass(frozen=True, slots=True, kw_only=True)
class UnfinishedSeries:
    """The series whose results can still change: lists that wait for acceptance, and series that are not drawn."""

    undrawn: tuple[int, ...]
    open_lists: Mapping[int, int]  # lists that are not accepted, by series number

    @property
    def numbers(self) -> frozenset[int]:
        return frozenset((*self.undrawn, *self.open_lists))

    def within(self, series: frozenset[int] | None) -> UnfinishedSeries:
        """Return only what concerns these series; None means all of them."""
        if series is None:
            return self
        return UnfinishedSeries(
            undrawn=tuple(number for number in self.undrawn if number in series),
            open_lists={number: count for number, count in self.open_lists.items() if number in series},
        )


def unfinished_series(tournament: Tournament) -> UnfinishedSeries:
    """Return the series that are not over, in two queries. Nothing is unfinished once every list is accepted."""
    drawn = set(tournament.series.values_list("number", flat=True))
    waiting = (
        ScoreSheet.objects.filter(table__series__tournament=tournament, accepted_at__isnull=True)
        .order_by("table__series__number")
        .values_list("table__series__number")
        .annotate(Count("pk"))
    )
    return UnfinishedSeries(
        undrawn=tuple(n for n in range(1, tournament.series_count + 1) if n not in drawn),
        open_lists=dict(waiting),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LineRecord:
    """One seat in one game, with what it was worth."""

    series: SeriesNumber
    table: int
    game: GameNumber
    dealer: int
    finish: Finish
    seat: SeatNumber
    start_number: int
    given_name: str
    family_name: str
    won: bool
    opened: bool
    augen: int
    worth: Score
    entered_at: datetime
    struck_reason: str


COLUMNS = (
    "game_id",
    "game__sheet__table__series__number",
    "game__sheet__table__number",
    "game__number",
    "game__dealer__number",
    "game__finish",
    "game__entered_at",
    "game__struck_reason",
    "seat__number",
    "seat__registration__start_number",
    "seat__registration__player__given_name",
    "seat__registration__player__family_name",
    "seat__registration__shown_as",
    "won",
    "opened",
    "augen",
)


def line_records(
    tournament: Tournament, rules: RuleSet, *, series: SeriesNumber | None = None
) -> Iterator[LineRecord]:
    """Every line of every game, struck ones too, as they come from the database; of one series where asked."""
    lines = (
        Line.objects.filter(game__sheet__table__series__tournament=tournament)
        .order_by(*COLUMNS[1:4], "game_id", "seat__number")
        .values_list(*COLUMNS, named=True)
    )
    if series is not None:
        lines = lines.filter(game__sheet__table__series__number=series)
    for _game, rows in groupby(lines.iterator(chunk_size=CHUNK), key=attrgetter("game_id")):
        yield from records_of(rules, list(rows), full_names=reads_full_names(tournament.pk))


def records_of(rules: RuleSet, rows: Sequence[Any], *, full_names: bool) -> Iterator[LineRecord]:
    """The lines of one game, scored together; names as the reader sees them."""
    finish = Finish(rows[0].game__finish)
    scores = score(
        rules,
        Result(
            finish=finish,
            winner=next((row.seat__number for row in rows if row.won), None),
            hands={
                row.seat__number: HandLeft(augen=row.augen, opened=row.opened) for row in rows if not row.won
            },
        ),
    )
    for row in rows:
        given_name, family_name = names_shown(
            row.seat__registration__player__given_name,
            row.seat__registration__player__family_name,
            wish=Naming.FULL if full_names else row.seat__registration__shown_as,
            start_number=row.seat__registration__start_number,
        )
        yield LineRecord(
            series=row.game__sheet__table__series__number,
            table=row.game__sheet__table__number,
            game=row.game__number,
            dealer=row.game__dealer__number,
            finish=finish,
            seat=row.seat__number,
            start_number=row.seat__registration__start_number,
            given_name=given_name,
            family_name=family_name,
            won=row.won,
            opened=row.opened,
            augen=row.augen,
            worth=scores[row.seat__number],
            entered_at=row.game__entered_at,
            struck_reason=row.game__struck_reason,
        )


def penalty_records(tournament: Tournament) -> QuerySet[Penalty]:
    """Every penalty in the order of the rulings, lifted ones too."""
    return (
        Penalty.objects.filter(ruling__tournament=tournament)
        .select_related(
            "ruling__decided_by", "lifted_by", "registration__player", "sheet__table__series", "game"
        )
        .order_by("ruling__number")
    )
