"""Who sits where: tables, lots and the planner, in plain Python."""

from tournaments.seating.dealing import dealer, games_of_series, played_games, players_of_game, round_of
from tournaments.seating.lots import draw_lots, lot, order_by_lot
from tournaments.seating.sizes import NoTables, count_of_threes, table_sizes

__all__ = [
    "NoTables",
    "count_of_threes",
    "dealer",
    "draw_lots",
    "games_of_series",
    "lot",
    "order_by_lot",
    "played_games",
    "players_of_game",
    "round_of",
    "table_sizes",
]
