"""What referees decide: strikes, corrections, penalties, remarks. Each has a reason and stands beside the game."""

from tournaments.event.refusals import REASON_LENGTH
from tournaments.rulings.services.common import RulingRefused
from tournaments.rulings.services.corrections import correct_game
from tournaments.rulings.services.penalties import (
    MOST_AUGEN,
    MOST_POINTS,
    Otherwise,
    deduct_points,
    impose,
    lift_penalty,
    penalise_loose_hand,
    penalty_proposed,
)
from tournaments.rulings.services.preview import look_ahead
from tournaments.rulings.services.remarks import remark, withdraw_remark
from tournaments.rulings.services.strikes import restore_row, strike_game

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
    "penalty_proposed",
    "remark",
    "restore_row",
    "strike_game",
    "withdraw_remark",
]
