"""A clock as templates and the script draw it: when it ends, and what the server's time is now."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.urls import reverse

from tournaments.lists.selectors.clock import clock_of
from tournaments.models import Series

SOON = timedelta(minutes=10)


def shown_clock(series: Series, *, now: datetime) -> dict[str, Any] | None:
    """What `tournaments/lists/clock/_clock.html` needs; None while no clock runs."""
    clock = clock_of(series)
    if clock is None:
        return None
    left = clock.ends_at - now
    seconds = max(int(left.total_seconds()), 0)
    hours, rest = divmod(seconds, 3600)
    return {
        "ends_at": clock.ends_at,
        "minutes": clock.minutes,
        "left": left,
        "over": clock.over(now),
        "soon": not clock.over(now) and left <= SOON,
        "ends_ms": int(clock.ends_at.timestamp() * 1000),
        "now_ms": int(now.timestamp() * 1000),
        "words": f"{hours}:{rest // 60:02}:{rest % 60:02}",
        "url": reverse("hall_clock", args=[series.tournament.slug, series.number]),
    }
