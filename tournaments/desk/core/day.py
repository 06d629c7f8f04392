"""The day of a tournament as a line of stations: which one it has reached, the next act, and other acts of this moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from tournaments.money.core import PrizeState

OTHERS = 3  # acts beside the next one that are offered at once; everything else is found


class Station(StrEnum):
    """The stations of a day, in their order; those of a series come again with every series."""

    REGISTER = "register"
    SEAT = "seat"
    PAPERS = "papers"
    PLAY = "play"
    COLLECT = "collect"
    ACCEPT = "accept"
    POST = "post"
    PRIZES = "prizes"
    CERTIFICATES = "certificates"
    WORKBOOK = "workbook"
    BACKUP = "backup"
    CLOSE = "close"


BEFORE_THE_END = (
    Station.REGISTER,
    Station.SEAT,
    Station.PAPERS,
    Station.PLAY,
    Station.COLLECT,
    Station.ACCEPT,
    Station.POST,
)
COMING = (Station.REGISTER, Station.SEAT)  # of the series that is not drawn yet
PRIZES_WAIT = (PrizeState.TO_CONFIRM, PrizeState.UNPAID)
AT_THE_END = (Station.PRIZES, Station.CERTIFICATES, Station.WORKBOOK, Station.BACKUP, Station.CLOSE)


class Act(StrEnum):
    """What can be done from the desk with one touch."""

    REGISTER = "register"
    SEAT = "seat"
    HANG_OUT = "hang_out"  # a draft of the next series
    HANG_AGAIN = "hang_again"  # a series that was taken down
    SEAT_ANEW = "seat_anew"
    PRINT = "print"  # the lists of the series that is about to begin
    CODES = "codes"  # of its tables
    TAKE_DOWN = "take_down"  # a series that nobody has begun
    TYPE = "type"  # lists that are played on paper
    SIGN_ALL = "sign_all"
    ACCEPT_ALL = "accept_all"
    POST = "post"  # the standings
    LOT = "lot"
    PRIZES = "prizes"
    CERTIFICATES = "certificates"
    WORKBOOK = "workbook"
    BACKUP = "backup"
    CLOSE = "close"
    COME_AND_GO = "come_and_go"
    CLOCK = "clock"
    SCREENS = "screens"
    CASH = "cash"
    STANDINGS = "standings"


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What the day follows from, in numbers."""

    finished: bool = False
    playable: bool = False  # whether so many players make tables
    series: int = 0  # drawn so far
    of: int = 1
    untouched: int = 0  # lists of the series drawn last on which nothing stands yet
    begun: int = 0
    complete: int = 0
    signed: int = 0
    accepted: int = 0
    earlier: int = 0  # lists of earlier series that nobody has accepted
    seated: bool = False  # the series has its clock running, or was drawn a while ago
    hanging: bool = True  # the series drawn last hangs out; False: it was taken down
    unposted: bool = False  # the standings of this moment are not those that everybody sees
    draft: bool = False  # a draft for the next series lies ready
    tied: bool = False  # only the lot can part some of them
    prizes: PrizeState = PrizeState.NONE  # known at the end only
    unpaid_cents: int = 0  # of announced prizes

    @property
    def lists(self) -> int:
        """How many lists the series drawn last has."""
        return self.untouched + self.begun + self.complete + self.signed + self.accepted

    @property
    def last(self) -> bool:
        """Whether no series comes after the one drawn last."""
        return self.series >= self.of

    @property
    def pristine(self) -> bool:
        """Whether nothing stands on any list of the series drawn last."""
        return bool(self.lists) and self.untouched == self.lists

    @property
    def fresh(self) -> bool:
        """Whether the series drawn last is only about to begin."""
        return self.pristine and not self.seated


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """A station as the line draws it."""

    station: Station
    done: bool
    now: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """Where a tournament is."""

    at: Station
    series: int  # the series that the line is about; 0 at the end
    line: tuple[Stop, ...]
    first: Act
    others: tuple[Act, ...]


def day(facts: Facts) -> Day:
    """The line, the next act, and at most three others of this moment."""
    at = reached_station(facts)
    first, *others = acts(facts, at)
    stations = AT_THE_END if at in AT_THE_END else BEFORE_THE_END
    return Day(
        at=at,
        series=0 if at in AT_THE_END else facts.series + (at in COMING and facts.hanging),
        line=tuple(
            Stop(station=one, done=is_done(one, at, facts), now=one is at and not facts.finished)
            for one in stations
        ),
        first=first,
        others=tuple(others)[:OTHERS],
    )


def is_done(one: Station, at: Station, facts: Facts) -> bool:
    """Whether the line ticks this station. At the end that is ticked of which somebody knows: nobody says that files were fetched."""
    match one:
        case Station.CLOSE:
            return facts.finished
        case Station.PRIZES:
            return facts.prizes is PrizeState.DONE
        case Station.CERTIFICATES | Station.WORKBOOK | Station.BACKUP:
            return False
        case (
            Station.REGISTER
            | Station.SEAT
            | Station.PAPERS
            | Station.PLAY
            | Station.COLLECT
            | Station.ACCEPT
            | Station.POST
        ):
            return BEFORE_THE_END.index(one) < BEFORE_THE_END.index(at)
        case unknown:
            assert_never(unknown)


def reached_station(facts: Facts) -> Station:
    """The station that a day has reached: first what waits in the hall, then the next series, then the end."""
    if facts.finished:
        return Station.CLOSE
    if not facts.series:
        return Station.SEAT if facts.playable else Station.REGISTER
    if facts.pristine and not facts.hanging:
        return Station.SEAT
    if facts.fresh:
        return Station.PAPERS
    if facts.untouched or facts.begun:
        return Station.PLAY
    if facts.complete:
        return Station.COLLECT
    if facts.signed or facts.earlier:
        return Station.ACCEPT
    if facts.unposted:
        return Station.POST
    if not facts.last:
        return Station.SEAT if facts.playable else Station.REGISTER
    if facts.tied:
        return Station.POST
    return Station.PRIZES if facts.prizes in PRIZES_WAIT else Station.CLOSE


def acts(facts: Facts, at: Station) -> Iterator[Act]:
    """What belongs to this moment, the next act first; where two lists wait for two things, both are offered."""
    if facts.finished:
        files = (Act.CERTIFICATES, Act.WORKBOOK, Act.BACKUP)
        yield from (Act.PRIZES, *files) if facts.prizes in PRIZES_WAIT else (*files, Act.PRIZES)
        return
    match at:
        case Station.REGISTER:
            yield from (Act.REGISTER, Act.CASH, Act.SCREENS)
        case Station.SEAT if not facts.hanging:
            yield from (Act.HANG_AGAIN, Act.SEAT_ANEW, Act.COME_AND_GO)
        case Station.SEAT:
            yield Act.HANG_OUT if facts.draft else Act.SEAT
            yield from (Act.REGISTER, Act.CASH) if not facts.series else (Act.COME_AND_GO, Act.STANDINGS)
        case Station.PAPERS:
            yield from (Act.PRINT, Act.CODES, Act.COME_AND_GO, Act.TAKE_DOWN)
        case Station.PLAY:
            yield from waiting_lists(facts)
            yield from (Act.CODES if facts.begun else Act.TYPE, Act.COME_AND_GO, Act.CLOCK, Act.SCREENS)
        case Station.COLLECT | Station.ACCEPT:
            yield from waiting_lists(facts)
            yield from (Act.STANDINGS, Act.SCREENS)
        case Station.POST if facts.tied and not facts.unposted:
            yield from (Act.LOT, Act.STANDINGS, Act.SCREENS)
        case Station.POST:
            yield from (Act.POST, Act.STANDINGS, Act.SCREENS)
        case Station.PRIZES:
            last = (
                Act.CLOSE if facts.prizes is PrizeState.UNPAID else Act.BACKUP
            )  # a winner may have gone home
            yield from (Act.PRIZES, Act.CERTIFICATES, Act.WORKBOOK, last)
        case Station.CERTIFICATES | Station.WORKBOOK | Station.BACKUP | Station.CLOSE:
            yield from (Act.CLOSE, Act.CERTIFICATES, Act.WORKBOOK, Act.BACKUP)
        case unknown:
            assert_never(unknown)


def waiting_lists(facts: Facts) -> Iterator[Act]:
    """What lists on the desk wait for: what is signed is taken first, it is one touch from being done."""
    if facts.signed or facts.earlier:
        yield Act.ACCEPT_ALL
    if facts.complete:
        yield Act.SIGN_ALL
