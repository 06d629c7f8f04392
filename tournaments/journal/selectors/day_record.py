"""What the day's record tells: officials, field, every series with its tables and lists, decisions, and the journal's chain."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Count, Q

from tournaments.event.selectors.journal import chain, first_broken
from tournaments.event.selectors.sheets import sheets
from tournaments.lists.selectors.check_codes import check_codes
from tournaments.lists.selectors.in_bulk import UnfinishedSeries, penalty_records, unfinished_series
from tournaments.models import (
    JournalEntry,
    Penalty,
    Registration,
    Role,
    Ruling,
    ScoreSheet,
    Series,
    Tournament,
)
from tournaments.money.selectors.cash import CashBook, cash_book
from tournaments.money.selectors.fees import Accounts, accounts
from tournaments.rankings.selectors.rankings import WHOLE, Ranking, Scope, categories_of, rankings
from tournaments.rankings.selectors.standings import standings
from tournaments.rulings.selectors.protests import ProtestView, protest_views, protests

# Written for every game, person or tap: the lists and the field say the same, and the whole journal is a file of its own.
EVERYDAY = frozenset(
    {
        "call_done",
        "call_taken_back",
        "fee_paid",
        "fee_waived",
        "game_confirmed",
        "loss_money_paid",
        "prize_paid",
        "game_reported",
        "own_code_renewed",
        "paper_typed",
        "pin_renewed",
        "player_registered",
        "players_imported",
        "referee_called",
        "referee_goes",
        "referee_stays",
        "search_asked",
        "search_left",
        "search_stopped",
        "sheet_handed_over",
        "sheet_signed",
        "table_lent",
        "totals_entered",
    }
)
MOST_LINES = 200  # of the journal that are told; how many are left out is said


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRecord:
    """How far one list has come, and the signs by which its paper is checked."""

    sheet: ScoreSheet
    games: int
    signed: int
    seats: int
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesRecord:
    """One series and its tables."""

    series: Series
    lists: tuple[ListRecord, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DayRecord:
    """The whole event, as it stands in the books."""

    tournament: Tournament
    unfinished: UnfinishedSeries  # what can still change; of a finished tournament nothing
    officials: tuple[Role, ...]
    field: tuple[Registration, ...]
    series: tuple[SeriesRecord, ...]
    rulings: tuple[Ruling, ...]
    penalties: tuple[Penalty, ...]
    protests: tuple[ProtestView, ...]
    rankings: tuple[Ranking, ...]  # over everything, then each series' lots if there are any
    lots: dict[Scope, str]
    money: CashBook
    fees: Accounts
    lines: tuple[JournalEntry, ...]
    left_out: int
    journal_lines: int
    head: str  # the hash of the last line: it covers all before it
    broken_at: int | None


def day_record(tournament: Tournament) -> DayRecord:
    """Everything, in a number of queries that does not grow with the field; the whole chain is checked."""
    what = standings(tournament)
    wanted = [(category, WHOLE) for category in categories_of(tournament, given=what)]
    told = tournament.journal.exclude(deed__in=EVERYDAY).select_related("sheet__table__series")
    count = told.count()
    last = tournament.journal.order_by("-number").first()
    broken = first_broken(chain(tournament))
    finished = tournament.status == Tournament.Status.FINISHED
    return DayRecord(
        tournament=tournament,
        unfinished=unfinished_series(tournament).within(frozenset() if finished else None),
        officials=tuple(tournament.roles.select_related("user").order_by("kind", "user__username")),
        field=tuple(
            tournament.registrations.select_related("player__club", "team", "pair").order_by("start_number")
        ),
        series=series_records(tournament),
        rulings=tuple(
            tournament.rulings.select_related("decided_by", "game", "sheet__table__series").order_by("number")
        ),
        penalties=tuple(penalty_records(tournament)),
        protests=tuple(reversed(protest_views(protests(tournament)))),
        rankings=rankings(tournament, wanted, given=what),
        lots=dict(what.facts.seeds),
        money=cash_book(tournament),
        fees=accounts(tournament),
        lines=tuple(told.order_by("number")[:MOST_LINES]),
        left_out=max(0, count - MOST_LINES),
        journal_lines=last.number if last else 0,
        head=last.hash if last else "",
        broken_at=broken.number if broken else None,
    )


def series_records(tournament: Tournament) -> tuple[SeriesRecord, ...]:
    """Each series with its lists in the order of the tables."""
    lists = list(
        sheets()
        .filter(table__series__tournament=tournament)
        .select_related("accepted_by", "scorer__registration__player")
        .annotate(
            played=Count("games", filter=Q(games__struck_at__isnull=True), distinct=True),
            signed=Count("signatures", filter=Q(signatures__revoked_at__isnull=True), distinct=True),
            sitting=Count("table__seats", filter=Q(table__seats__last_round__isnull=True), distinct=True),
        )
        .order_by("table__series__number", "table__number")
    )
    codes = check_codes(lists)
    found: dict[int, list[ListRecord]] = defaultdict(list)
    for sheet in lists:
        found[sheet.table.series_id].append(
            ListRecord(
                sheet=sheet,
                games=sheet.played,
                signed=sheet.signed,
                seats=sheet.sitting,
                code=codes.get(sheet.pk, ""),
            )
        )
    return tuple(
        SeriesRecord(series=series, lists=tuple(found[series.pk]))
        for series in tournament.series.order_by("number")
    )
