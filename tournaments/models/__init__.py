"""What is stored: people, tournaments, lists, rulings, journal."""

from tournaments.models import guards
from tournaments.models.access import AccessToken, ClosedCode, TableDevice
from tournaments.models.calls import RefereeCall
from tournaments.models.entrance import (
    Authenticator,
    Chore,
    LentPhone,
    Passkey,
    RecoveryCode,
    SignedInDevice,
)
from tournaments.models.federation import ClubDirector, ClubKey, Organiser, SamePerson
from tournaments.models.files import PlayerFile
from tournaments.models.jobs import TaskSign, Workbook
from tournaments.models.journal import JournalEntry
from tournaments.models.machine import MachineEntry
from tournaments.models.money import (
    CashCount,
    CashEntry,
    FeePlan,
    PrizeAnnouncement,
    PrizeAward,
    PrizePlan,
)
from tournaments.models.network import HallAddress, PhoneArrival, PhoneCheck
from tournaments.models.paper import Emblem, PaperSettlement, PaperTyping, SheetPhoto, TotalEntry, TotalLine
from tournaments.models.people import Club, LoginAttempt, Player, User
from tournaments.models.protests import Protest, ProtestStep
from tournaments.models.rankings import Category, DrawnLot, Publication, RankingSetup
from tournaments.models.readings import PaperPiece, PaperReading, PaperUpload
from tournaments.models.rulings import Penalty, RuledRow, Ruling
from tournaments.models.screens import Screen, ScreenMessage
from tournaments.models.seals import FairCopy, Seal
from tournaments.models.seasons import Season, SeasonEvent, SeasonVersion
from tournaments.models.seating import PlanSearch, SeatingPlan, SeatingSetup
from tournaments.models.sheets import Game, Line, ScoreSheet, Signature
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
    "AccessToken",
    "Authenticator",
    "CashCount",
    "CashEntry",
    "Category",
    "Chore",
    "ClosedCode",
    "Club",
    "ClubDirector",
    "ClubKey",
    "DrawnLot",
    "Emblem",
    "FairCopy",
    "FeePlan",
    "Game",
    "HallAddress",
    "JournalEntry",
    "LentPhone",
    "Line",
    "LoginAttempt",
    "MachineEntry",
    "Organiser",
    "Pair",
    "PaperPiece",
    "PaperReading",
    "PaperSettlement",
    "PaperTyping",
    "PaperUpload",
    "Passkey",
    "Penalty",
    "PhoneArrival",
    "PhoneCheck",
    "PlanSearch",
    "Player",
    "PlayerFile",
    "PrizeAnnouncement",
    "PrizeAward",
    "PrizePlan",
    "Protest",
    "ProtestStep",
    "Publication",
    "RankingSetup",
    "RecoveryCode",
    "RefereeCall",
    "Registration",
    "Role",
    "RuledRow",
    "Ruling",
    "SamePerson",
    "ScoreSheet",
    "Screen",
    "ScreenMessage",
    "Seal",
    "Season",
    "SeasonEvent",
    "SeasonVersion",
    "Seat",
    "SeatingPlan",
    "SeatingSetup",
    "Series",
    "SheetPhoto",
    "Signature",
    "SignedInDevice",
    "Table",
    "TableDevice",
    "TaskSign",
    "Team",
    "TotalEntry",
    "TotalLine",
    "Tournament",
    "User",
    "Workbook",
    "guards",
]
