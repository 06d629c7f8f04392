"""What a workbook needs beyond standings and lines: sums without games, what penalties take, who sat where, how much there is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from django.db.models import Count, F, Q, QuerySet

from scoring.numbers import SeriesNumber
from scoring.rules import RuleSet
from scoring.totals import games_of_seats
from tournaments.models import JournalEntry, Line, Penalty, Seat, TotalLine, Tournament
from tournaments.rankings.selectors.standings import Standings, minus_in


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalRecord:
    """The foot of one column, where nothing else is known of a list."""

    series: int
    table: int
    seat: int
    start_number: int
    given_name: str
    family_name: str
    plus_points: int
    minus_points: int
    crosses: int
    augen: int
    games: int


def total_records(tournament: Tournament, rules: RuleSet) -> Iterator[TotalRecord]:
    """Lists of which only the sums are known, as `selectors.standings` counts them."""
    lines = (
        TotalLine.objects.filter(
            entry__sheet__table__series__tournament=tournament, entry__struck_at__isnull=True
        )
        .order_by("seat__series__number", "entry__sheet__table__number", "entry_id", "seat__number")
        .select_related("entry__sheet__table", "seat__series", "seat__registration__player")
    )
    for _entry, rows in groupby(lines.iterator(chunk_size=2000), key=attrgetter("entry_id")):
        columns = list(rows)
        played = games_of_seats(rules, len(columns), columns[0].entry.games)
        for line in columns:
            minus = minus_in(rules, line)
            registration = line.seat.registration
            yield TotalRecord(
                series=line.seat.series.number,
                table=line.entry.sheet.table.number,
                seat=line.seat.number,
                start_number=registration.start_number,
                given_name=registration.player.given_name,
                family_name=registration.player.family_name,
                plus_points=line.points + minus,
                minus_points=minus,
                crosses=line.crosses,
                augen=line.augen or 0,
                games=played[line.seat.number],
            )


def points_taken(what: Standings, penalties: list[Penalty]) -> Mapping[int, int]:
    """What each penalty takes, by its key: as it was imposed, and for a voided series all that was left of it.

    The standings know what all penalties of a player in a series take together; the first that voids it takes the rest.
    """
    together = {
        (row.registration.pk, series): total.penalty_points
        for row in what.rows
        for series, total in row.series.items()
    }
    groups: dict[tuple[int, SeriesNumber], list[Penalty]] = defaultdict(list)
    for penalty in penalties:
        if penalty.lifted_by_id is None:
            groups[penalty.registration_id, penalty.sheet.table.series.number].append(penalty)
    taken = {penalty.pk: penalty.points for penalty in penalties}
    for group, imposed in groups.items():
        voiding = next((penalty for penalty in imposed if penalty.voids_series), None)
        if voiding is not None:
            others = sum(penalty.points for penalty in imposed)
            taken[voiding.pk] += together.get(group, others) - others
    return taken


def seats_drawn(tournament: Tournament, *, everything: bool) -> QuerySet[Seat]:
    """Who sat where, from which Runde to which; without `everything` only what hangs out."""
    seats = (
        Seat.objects.filter(series__tournament=tournament, table__cleared_at__isnull=True)
        .filter(Q(last_round__isnull=True) | Q(last_round__gte=F("first_round")))
        .select_related("series", "table", "registration__player__club")
        .order_by("series__number", "table__number", "number", "first_round")
    )
    return seats if everything else seats.filter(series__posted_at__isnull=False)


def journal_oldest_first(tournament: Tournament) -> QuerySet[JournalEntry]:
    """Every deed in its order, with the list that it was about."""
    return tournament.journal.select_related("sheet__table__series").order_by("number")


def augen_left(tournament: Tournament) -> dict[int, int]:
    """How often a hand with so many Augen was left in a game that counts."""
    lines = Line.objects.filter(
        game__sheet__table__series__tournament=tournament, game__struck_reason="", won=False
    )
    return dict(lines.order_by("augen").values_list("augen").annotate(lines=Count("pk")))


def lines_of_series(tournament: Tournament) -> dict[SeriesNumber, int]:
    """How many lines each series has, struck ones too."""
    lines = Line.objects.filter(game__sheet__table__series__tournament=tournament)
    number = "game__sheet__table__series__number"
    return dict(lines.order_by(number).values_list(number).annotate(lines=Count("pk")))
