"""Money as whole cents: amounts as people write them, and how a pot becomes prizes. Knows no database."""

from tournaments.money.core.amounts import Unclear, german_euros, read_cents
from tournaments.money.core.prizes import (
    EVERYTHING,
    Awarded,
    Fund,
    Places,
    PrizeState,
    PrizeTable,
    Rest,
    RoundingStep,
    Scheme,
    Ties,
    award,
    divide,
    part_of,
)
from tournaments.money.core.spelling import read_fund, read_places, say_fund, say_places

__all__ = [
    "EVERYTHING",
    "Awarded",
    "Fund",
    "Places",
    "PrizeState",
    "PrizeTable",
    "Rest",
    "RoundingStep",
    "Scheme",
    "Ties",
    "Unclear",
    "award",
    "divide",
    "german_euros",
    "part_of",
    "read_cents",
    "read_fund",
    "read_places",
    "say_fund",
    "say_places",
]
