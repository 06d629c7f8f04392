"""How fast a table plays: when it will have played everything, and which tables are behind the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

BEHIND = 2  # games that a table is behind before anybody need know
SHORTEST = timedelta(minutes=1)  # whoever enters games faster than this types them from paper


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """One table that plays: how far it is, and when it wrote its first game and its latest."""

    table: int
    played: int
    planned: int | None  # None: played to a target
    first_at: datetime | None = None
    last_at: datetime | None = None

    @property
    def a_game(self) -> timedelta | None:
        """What a game takes here; None while nobody can know."""
        if self.first_at is None or self.last_at is None or self.played < 2:
            return None
        each = (self.last_at - self.first_at) / (self.played - 1)
        return each if each >= SHORTEST else None

    def ends_at(self, now: datetime) -> datetime | None:
        """When the last game will be written, as this table plays; never in the past."""
        if self.a_game is None or self.last_at is None or self.planned is None:
            return None
        left = max(self.planned - self.played, 0)
        return max(self.last_at + left * self.a_game, now) if left else self.last_at


@dataclass(frozen=True, slots=True, kw_only=True)
class Late:
    """A table that is behind the others."""

    table: int
    behind: int  # games
    ends_at: datetime | None


def late_tables(tables: Sequence[Pace], *, now: datetime) -> tuple[Late, ...]:
    """Tables that are at least two games behind the middle of the hall, the latest first.

    A table of three plays fewer games than one of four: what counts is the share that is played.
    """
    running = [one for one in tables if one.planned]
    if len(running) < 2:
        return ()
    middle = median(one.played / (one.planned or 1) for one in running)
    found = [
        Late(table=one.table, behind=behind, ends_at=one.ends_at(now))
        for one in running
        if (behind := round(middle * (one.planned or 0)) - one.played) >= BEHIND
    ]
    return tuple(sorted(found, key=lambda one: (-one.behind, one.table)))


def ends_at(tables: Sequence[Pace], *, now: datetime) -> datetime | None:
    """When the last table will be through, as far as anybody can know."""
    known = [end for one in tables if one.planned != one.played and (end := one.ends_at(now)) is not None]
    return max(known, default=None)
