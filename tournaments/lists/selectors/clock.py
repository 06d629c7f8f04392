"""The clock of a series: when its time is over, reckoned from when it was started and how many minutes it was given."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.models import Series


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """A running clock. Games that are not begun when it ends are not played."""

    started_at: datetime
    minutes: int

    @property
    def ends_at(self) -> datetime:
        return self.started_at + timedelta(minutes=self.minutes)

    def over(self, now: datetime) -> bool:
        return now >= self.ends_at


def clock_of(series: Series) -> Clock | None:
    """The clock of a series, or None while nobody has started it."""
    if series.clock_started_at is None or series.clock_minutes is None:
        return None
    return Clock(started_at=series.clock_started_at, minutes=series.clock_minutes)
