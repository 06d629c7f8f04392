"""What is stored: people, tournaments, lists, rulings, journal."""

from tournaments.models import guards
from tournaments.models.journal import JournalEntry
from tournaments.models.people import Club, LoginAttempt, Player, User
from tournaments.models.rulings import Penalty, Ruling
from tournaments.models.sheets import Game, Line, ScoreSheet, Signature, TableLink
from tournaments.models.tournaments import (
    Pair,
    Registration,
    Role,
    Seat,
    Series,
    Table,
    Team,
    Tournament,
)

__all__ = [
    "Club",
    "Game",
    "JournalEntry",
    "Line",
    "LoginAttempt",
    "Pair",
    "Penalty",
    "Player",
    "Registration",
    "Role",
    "Ruling",
    "ScoreSheet",
    "Seat",
    "Series",
    "Signature",
    "Table",
    "TableLink",
    "Team",
    "Tournament",
    "User",
    "guards",
]
