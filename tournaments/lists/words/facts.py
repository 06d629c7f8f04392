"""The words of a printed list, each for its place: what is drawn and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.paper.core.strokes import Strokes

OPENED, CROSS, RULED = "✓", "✕", "§"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatFacts:
    """The head of one seat's column, and how it has signed."""

    number: int
    start_number: str
    name: str
    belongs: str  # club or team
    keeper: bool
    signed: tuple[str, ...] = ()  # how, and when
    ink: Strokes = ()  # a name drawn on the screen


@dataclass(frozen=True, slots=True, kw_only=True)
class CellFacts:
    """One seat in one game. `rests` strikes the place of the dealer who sits out."""

    rests: bool = False
    won: bool = False
    ruled: bool = False
    texts: tuple[str, ...] = ()  # one for each column of the seat


@dataclass(frozen=True, slots=True, kw_only=True)
class RowFacts:
    """One game. Struck rows keep their reason."""

    number: int
    round_number: int
    dealer: str
    finish: str
    cells: tuple[CellFacts, ...]
    closes_round: bool
    struck: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnFacts:
    """One column that every seat has: its heading, its share of the width, and how it is printed."""

    heading: str
    share: float
    digits: int  # the most that may have to stand in it
    bold: bool = False
    soft: bool = False  # a running sum beside the number that counts


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalFacts:
    """One row of the foot: its name and a text for each seat."""

    name: str
    texts: tuple[str, ...]
    main: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeFacts:
    """What opens this list on a phone: an address to scan, a short one to type, a PIN."""

    link: str
    typed: str
    pin: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckFacts:
    """What tells whether this paper is the list: a code, and where to ask. Without a link there is no square to scan."""

    code: str
    typed: str
    link: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListFacts:
    """A whole list, ready to be drawn."""

    event: str
    where: str
    series: str
    table: str
    rules: str
    length: str
    begins: str
    ends: str
    seats: tuple[SeatFacts, ...]
    columns: tuple[ColumnFacts, ...]
    rows: tuple[RowFacts, ...]
    totals: tuple[TotalFacts, ...]
    remarks: tuple[str, ...]
    legend: tuple[str, ...]
    accepted: str
    state: str
    code: CodeFacts | None = None  # on lists that are still to be filled in, printed by the desk
    counter: bool = False  # the second list that another seat keeps beside the first
    sealed: str = ""  # the fingerprint of the certificate, on sealed lists
    check: CheckFacts | None = None  # on lists that are filled in
    cards: int = 0  # of the pack that seat 1 counts before the first game, on lists to be filled in
    endless: bool = False  # played to a target: as many empty rows as the page holds
