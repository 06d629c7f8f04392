"""Everything a seating depends on at one moment, as values: two states are equal when nothing has happened between."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import reduce
from operator import or_

from django.db.models import Exists, OuterRef, Q

from scoring.selectors import rules_of
from tournaments.models import (
    Game,
    PaperTyping,
    Registration,
    Seat,
    SeatingPlan,
    SeatingSetup,
    Series,
    SheetPhoto,
    TotalEntry,
    Tournament,
)
from tournaments.seating.core import (
    AskedPlayer,
    AskedSeries,
    Budget,
    Filling,
    PlannedSeries,
    PlannedTable,
    Request,
    Wishes,
)
from tournaments.seating.core.request import Tables
from tournaments.seating.selectors.documents import DRAWS, planned_series, wishes_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What the director wishes, the usual where nothing was chosen."""

    wishes: Wishes = field(default_factory=Wishes)
    modes: tuple[str, ...] = ()
    last_series_only: bool = False
    closed_tables: frozenset[int] = frozenset()
    filling: Filling = Filling.UP
    groups_apart: bool = False

    def mode(self, number: int) -> str:
        """The mode of a series; the last one that was chosen holds for the rest."""
        if not self.modes:
            return str(Series.Mode.PLAN)
        return self.modes[min(number, len(self.modes)) - 1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """Somebody who has entered, as far as the seating cares."""

    start_number: int
    pk: int | None
    name: str
    listed: str = ""  # as people look for it on the wall
    club: str | None = None
    team: str | None = None
    pair: str | None = None
    seeded: bool = False
    strength: int | None = None
    table: int | None = None
    seat: int | None = None
    here: bool = True

    @property
    def player(self) -> AskedPlayer:
        return AskedPlayer(
            id=self.start_number, club=self.club, team=self.team, pair=self.pair, seeded=1 if self.seeded else None,
            group=self.strength, table=self.table, seat=self.seat,
        )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesNow:
    """One series as it stands: open, planned, drawn, or begun."""

    number: int
    mode: str
    planned: PlannedSeries
    drawn: bool = False
    begun: bool = False

    @property
    def tables(self) -> Tables:
        """The players alone, in seat order."""
        return tuple(table.players for table in self.planned.tables)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """The seating of a tournament at one moment."""

    tournament_id: int
    size: int | None
    entrants: tuple[Entrant, ...]
    setup: Setup
    plan_id: int | None
    version: int
    series: tuple[SeriesNow, ...]

    @property
    def players(self) -> tuple[AskedPlayer, ...]:
        """Who is there now."""
        return tuple(entrant.player for entrant in self.entrants if entrant.here)

    @property
    def names(self) -> dict[int, str]:
        return {entrant.start_number: entrant.name for entrant in self.entrants}

    @property
    def drawn(self) -> int:
        """How many series are drawn."""
        return sum(1 for series in self.series if series.drawn)

    @property
    def somebody_sits(self) -> bool:
        """Whether a series that has not begun has its tables: then whoever comes or goes moves chairs."""
        return any(not one.begun and not one.planned.is_open for one in self.series)

    def one(self, number: int) -> SeriesNow | None:
        return next((series for series in self.series if series.number == number), None)

    def request(
        self, *, series: tuple[AskedSeries, ...], past: tuple[Tables, ...], seed: str, budget: Budget
    ) -> Request:
        """What the planner is asked for, with everything that the director wishes."""
        return Request(
            players=self.players, series=series, wishes=self.setup.wishes, past=past, size=self.size,
            groups_apart=self.setup.groups_apart, closed_tables=self.setup.closed_tables,
            filling=self.setup.filling, seed=seed, budget=budget,
        )  # fmt: skip


def state_of(tournament: Tournament) -> Seating:
    """The seating as it is now, in six queries."""
    setup = seating_setup(tournament)
    plan = posted_plan(tournament)
    basic = not rules_of(tournament.rule_set).family.by_table
    return Seating(
        tournament_id=tournament.pk,
        size=tournament.table_size if basic else None,
        entrants=entrants_of(tournament),
        setup=setup,
        plan_id=plan.pk if plan else None,
        version=plan.version if plan else 0,
        series=series_now(tournament, setup, plan),
    )


def seating_setup(tournament: Tournament) -> Setup:
    """The director's wishes; the usual ones before he has chosen any."""
    row = SeatingSetup.objects.filter(tournament=tournament).first()
    return setup_value(row) if row else Setup()


def setup_value(row: SeatingSetup) -> Setup:
    return Setup(
        wishes=wishes_of(row.weights, row.order),
        modes=tuple(row.modes),
        last_series_only=row.last_series_only,
        closed_tables=frozenset(row.closed_tables),
        filling=Filling(row.filling),
        groups_apart=row.groups_apart,
    )


def posted_plan(tournament: Tournament) -> SeatingPlan | None:
    """The plan in force: the newest that was posted."""
    return (
        tournament.seating_plans.filter(posted_at__isnull=False).order_by("-version").first()
    )  # posted in the order of their versions: a draft that others overtook is refused


def plan_in_force(tournament: Tournament) -> tuple[int, int]:
    """Key and version of `posted_plan`, without its tables; noughts where none was posted."""
    posted = tournament.seating_plans.filter(posted_at__isnull=False).order_by("-version")
    return posted.values_list("pk", "version").first() or (0, 0)


def entrants_of(tournament: Tournament) -> tuple[Entrant, ...]:
    rows = tournament.registrations.select_related("player__club", "team", "pair").order_by("start_number")
    return tuple(map(entrant_at, rows))


def entrant_at(row: Registration) -> Entrant:
    return Entrant(
        start_number=row.start_number,
        pk=row.pk,
        name=row.name,
        listed=row.player.listed_name,
        club=row.player.club.name if row.player.club else None,
        team=str(row.team_id) if row.team_id else None,
        pair=str(row.pair_id) if row.pair_id else None,
        seeded=row.seeded,
        strength=row.strength,
        table=row.fixed_table,
        seat=row.fixed_seat,
        here=row.withdrawn_at is None,
    )


def series_now(tournament: Tournament, setup: Setup, plan: SeatingPlan | None) -> tuple[SeriesNow, ...]:
    """Every series of the event: drawn ones from their seats, the others from the plan in force."""
    rows = {
        int(row.number): row
        for row in tournament.series.annotate(begun=something_written()).order_by("number")
    }
    seated = seated_tables(tournament)
    stored = {one["number"]: one for one in plan.series} if plan else {}
    result = []
    for number in range(1, max([tournament.series_count, *rows]) + 1):
        mode = setup.mode(number)
        if number in rows:
            row = rows[number]
            planned = PlannedSeries(draw=DRAWS[row.mode], tables=seated.get(number, ()))
            result.append(
                SeriesNow(number=number, mode=row.mode, planned=planned, drawn=True, begun=bool(row.begun))
            )
        elif number in stored and stored[number]["tables"]:
            one = stored[number]
            result.append(SeriesNow(number=number, mode=one["mode"], planned=planned_series(one)))
        else:
            result.append(
                SeriesNow(number=number, mode=mode, planned=PlannedSeries(draw=DRAWS[mode], tables=()))
            )
    return tuple(result)


def something_written() -> Q:
    """Whether anybody has written on a list of a series, struck rows and paper included: then its seats stay."""
    written = (Game, TotalEntry, PaperTyping, SheetPhoto)
    return reduce(
        or_, (Q(Exists(model.objects.filter(sheet__table__series=OuterRef("pk")))) for model in written)
    )


def seated_tables(tournament: Tournament) -> dict[int, tuple[PlannedTable, ...]]:
    """The tables of every drawn series as they sat down first, with start numbers in the order of seats.

    Who came or went between two Runden of a series is a matter of its list, not of the plan.
    """
    found: dict[int, dict[int, list[int]]] = {}
    seats = (
        Seat.objects.filter(series__tournament=tournament, first_round=1)
        .exclude(last_round=0)
        .order_by("series__number", "table__number", "number")
        .values_list("series__number", "table__number", "registration__start_number")
    )
    for series, table, player in seats:
        found.setdefault(series, {}).setdefault(table, []).append(player)
    return {
        series: tuple(
            PlannedTable(number=number, players=tuple(players)) for number, players in tables.items()
        )
        for series, tables in found.items()
    }


def with_entrants(state: Seating, *entrants: Entrant) -> Seating:
    """The state with these people as they will be: newcomers added, others replaced."""
    known = {entrant.start_number: entrant for entrant in state.entrants}
    known |= {entrant.start_number: entrant for entrant in entrants}
    return replace(state, entrants=tuple(known[number] for number in sorted(known)))
