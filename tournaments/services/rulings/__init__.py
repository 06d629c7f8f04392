"""What referees decide: strikes, corrections, penalties, remarks. Each has a reason and stands beside the game."""

from tournaments.services.rulings.common import REASON_LENGTH, RulingRefused
from tournaments.services.rulings.corrections import correct_game
from tournaments.services.rulings.penalties import (
    MOST_AUGEN,
    MOST_POINTS,
    Otherwise,
    deduct_points,
    impose,
    lift_penalty,
    penalise_loose_hand,
    proposed,
)
from tournaments.services.rulings.preview import look_ahead
from tournaments.services.rulings.remarks import remark, withdraw_remark
from tournaments.services.rulings.strikes import restore_row, strike_game

__all__ = [
    "MOST_AUGEN",
    "MOST_POINTS",
    "REASON_LENGTH",
    "Otherwise",
    "RulingRefused",
    "correct_game",
    "deduct_points",
    "impose",
    "lift_penalty",
    "look_ahead",
    "penalise_loose_hand",
    "proposed",
    "remark",
    "restore_row",
    "strike_game",
    "withdraw_remark",
]
