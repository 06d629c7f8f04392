"""Who sits where: tables, lots, plans, seats and changes, in plain Python without a database."""

from tournaments.seating.board import CannotSwap, SwapEffect, Warned, check_series, swap, swap_effect
from tournaments.seating.changes import Repaired, Way, repair, substitute
from tournaments.seating.closing import Moved, close_ranks, moved_chairs
from tournaments.seating.course import Course, Deal
from tournaments.seating.dealing import dealer, games_of_series, played_games, players_of_game, round_of
from tournaments.seating.lots import draw_lots, lot, order_by_lot
from tournaments.seating.planner import plan
from tournaments.seating.plans import METHOD, Count, Plan, PlannedSeries, Report, Table
from tournaments.seating.request import (
    Budget,
    CannotPlan,
    Draw,
    Filling,
    Player,
    Request,
    Series,
    by_lots,
    table_numbers,
)
from tournaments.seating.sizes import NoTables, count_of_threes, table_sizes
from tournaments.seating.wishes import Weight, Wish, Wishes

__all__ = [
    "METHOD",
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
    "Player",
    "Repaired",
    "Report",
    "Request",
    "Series",
    "SwapEffect",
    "Table",
    "Warned",
    "Way",
    "Weight",
    "Wish",
    "Wishes",
    "by_lots",
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
    "substitute",
    "swap",
    "swap_effect",
    "table_numbers",
    "table_sizes",
]
