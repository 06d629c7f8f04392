"""Where the day of a tournament is, and what waits: everything that the desk shows, in a fixed number of queries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Max, Min

from tournaments.desk.core.day import Day, Facts, day
from tournaments.desk.core.pace import Late, Pace, ends_at, late_tables
from tournaments.lists.core.life import Life
from tournaments.lists.selectors.progress import TableProgress, progress
from tournaments.models import Game, PaperTyping, ScoreSheet, Series, Tournament
from tournaments.money.core import PrizeState
from tournaments.money.selectors.announcements import PrizeList, prize_list
from tournaments.money.selectors.prize_rules import prize_plan_in_force
from tournaments.rankings.selectors.publications import WaitingStandings, waiting_to_be_published
from tournaments.rankings.selectors.standings import standings
from tournaments.seating.selectors.state import plan_in_force
from tournaments.seating.selectors.table_sizes import Tables, tables_for

SETTLED = timedelta(minutes=15)  # after that everybody sits, also where the lists are kept on paper alone


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftList:
    """A list of an earlier series that nobody has accepted yet."""

    sheet_id: int
    version: int
    series: int  # by number
    table: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """The whole desk at one moment."""

    tournament: Tournament
    day: Day
    facts: Facts
    current: Series | None  # the series drawn last
    tables: tuple[TableProgress, ...]
    earlier: tuple[LeftList, ...]  # lists of earlier series that nobody has accepted yet
    field: Tables
    late: tuple[Late, ...]
    ends_at: datetime | None
    unposted: WaitingStandings | None
    draft: int | None  # the version of the draft that lies ready
    planned: bool  # the plan in force has tables for the next series
    version: int  # of the plan in force

    def those(self, *lives: Life) -> tuple[TableProgress, ...]:
        """The tables of the current series whose list has come this far."""
        return tuple(table for table in self.tables if table.life in lives)

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
    """Everything that the desk shows."""
    current = tournament.series.order_by("-number").first()
    tables = progress(current, now=now) if current else ()
    earlier = lists_left(tournament, current)
    plan, version = plan_in_force(tournament)
    number = current.number + 1 if current else 1
    draft, planned = coming(tournament, plan, number) if number <= tournament.series_count else (None, False)
    unposted = waiting_to_be_published(tournament)
    field = tables_for(tournament)
    paces = paces_of(current, tables) if current else ()
    facts = day_facts(
        tournament,
        current,
        tables,
        earlier=len(earlier),
        playable=field.refusal is None,
        unposted=unposted is not None,
        draft=draft is not None,
        now=now,
    )
    return Desk(
        tournament=tournament,
        day=day(facts),
        facts=facts,
        current=current,
        tables=tables,
        earlier=earlier,
        field=field,
        late=late_tables(paces, now=now),
        ends_at=ends_at(paces, now=now),
        unposted=unposted,
        draft=draft,
        planned=planned,
        version=version,
    )


def lists_left(tournament: Tournament, current: Series | None) -> tuple[LeftList, ...]:
    """Return the lists of all series but the current one that nobody has accepted yet."""
    open_lists = ScoreSheet.objects.filter(table__series__tournament=tournament, accepted_at__isnull=True)
    rows = open_lists.exclude(table__series=current.pk if current else 0)
    return tuple(
        LeftList(sheet_id=pk, version=version, series=series, table=table)
        for pk, version, series, table in rows.order_by("table__series__number", "table__number").values_list(
            "pk", "version", "table__series__number", "table__number"
        )
    )


def coming(tournament: Tournament, plan: int, number: int) -> tuple[int | None, bool]:
    """Of the series that comes next: the version of its draft, and whether the plan in force has tables for it."""
    drafts = tournament.seating_plans.filter(posted_at__isnull=True, follows=plan or None)
    laid = tournament.seating_plans.filter(pk=plan).values_list("series", flat=True).first() or ()
    return (
        drafts.order_by("-version").values_list("version", flat=True).first(),
        any(one["number"] == number and one["tables"] for one in laid),
    )


def day_facts(
    tournament: Tournament,
    current: Series | None,
    tables: Iterable[TableProgress],
    *,
    earlier: int,
    playable: bool,
    unposted: bool,
    draft: bool,
    now: datetime,
) -> Facts:
    """The day in numbers. What only the end asks for is only asked at the end."""
    lives = Counter(
        "untouched" if table.life is Life.OPEN and not table.played else table.life for table in tables
    )
    accepted = lives[Life.ACCEPTED] + lives[Life.FINAL]
    last = current is not None and current.number >= tournament.series_count
    through = last and not earlier and accepted == sum(lives.values())
    seated = current is not None and (
        current.clock_started_at is not None or now - current.drawn_at >= SETTLED
    )
    finished = tournament.status == Tournament.Status.FINISHED
    prizes = prizes_at_the_end(tournament) if through or finished else None
    return Facts(
        finished=finished,
        playable=playable,
        series=current.number if current else 0,
        of=tournament.series_count,
        untouched=lives["untouched"],
        begun=lives[Life.OPEN],
        complete=lives[Life.COMPLETE],
        signed=lives[Life.SIGNED],
        accepted=accepted,
        earlier=earlier,
        seated=seated,
        hanging=current is None or current.posted_at is not None,
        unposted=unposted,
        draft=draft,
        tied=through and not tournament.lot_seed and bool(standings(tournament).tied),
        prizes=prizes.state if prizes else PrizeState.NONE,
        unpaid_cents=prizes.open if prizes else 0,
    )


def prizes_at_the_end(tournament: Tournament) -> PrizeList | None:
    """Return the prizes with what was announced and paid; None where nobody ever made a prize table."""
    if prize_plan_in_force(tournament) is None:
        return None
    return prize_list(tournament)


def paces_of(series: Series, tables: Iterable[TableProgress]) -> tuple[Pace, ...]:
    """How fast every table plays that writes its games at the table; what was typed from paper says nothing of that."""
    from_paper = PaperTyping.objects.filter(sheet__table__series=series).values("sheet_id")
    games = Game.objects.filter(sheet__table__series=series, struck_at__isnull=True)
    at_table = games.exclude(sheet__in=from_paper).order_by().values_list("sheet_id")
    written = {
        sheet: (count, first, last)
        for sheet, count, first, last in at_table.annotate(Count("pk"), Min("entered_at"), Max("entered_at"))
    }
    found = []
    for table in tables:
        typed = table.played and table.sheet_id not in written
        if typed or table.totals_only or not written:
            continue
        count, first, last = written.get(table.sheet_id, (0, None, None))
        found.append(
            Pace(
                table=table.number,
                played=count,
                planned=table.planned,
                first_at=first,
                last_at=last,
            )
        )
    return tuple(found)
