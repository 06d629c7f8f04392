"""Who sits where: tables, lots, plans, seats and changes, in plain Python without a database."""

from tournaments.event.core.course import Course, Deal
from tournaments.event.core.dealing import dealer, games_of_series, played_games, players_of_game, round_of
from tournaments.event.core.sizes import NoTables, count_of_threes, table_sizes
from tournaments.seating.core.board import CannotSwap, SwapEffect, Warned, check_series, swap, swap_effect
from tournaments.seating.core.changes import Repaired, RepairWay, repair, substituted
from tournaments.seating.core.closing import Moved, close_ranks, moved_chairs
from tournaments.seating.core.lots import draw_lots, lot, order_by_lot
from tournaments.seating.core.planner import plan
from tournaments.seating.core.plans import METHOD, Count, Plan, PlannedSeries, PlannedTable, Report
from tournaments.seating.core.request import (
    AskedPlayer,
    AskedSeries,
    Budget,
    CannotPlan,
    Draw,
    Filling,
    Request,
    series_by_lots,
    table_numbers,
)
from tournaments.seating.core.wishes import Weight, Wish, Wishes

__all__ = [
    "METHOD",
    "AskedPlayer",
    "AskedSeries",
    "Budget",
    "CannotPlan",
    "CannotSwap",
    "Count",
    "Course",
    "Deal",
    "Draw",
    "Filling",
    "Moved",
    "NoTables",
    "Plan",
    "PlannedSeries",
    "PlannedTable",
    "RepairWay",
    "Repaired",
    "Report",
    "Request",
    "SwapEffect",
    "Warned",
    "Weight",
    "Wish",
    "Wishes",
    "check_series",
    "close_ranks",
    "count_of_threes",
    "dealer",
    "draw_lots",
    "games_of_series",
    "lot",
    "moved_chairs",
    "order_by_lot",
    "plan",
    "played_games",
    "players_of_game",
    "repair",
    "round_of",
    "series_by_lots",
    "substituted",
    "swap",
    "swap_effect",
    "table_numbers",
    "table_sizes",
]
