"""Runs the clock of a series: the desk starts it with so many minutes, gives more or less, or takes it back."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from scoring.numbers import SeriesNumber
from scoring.sentence import Refusal, gettext_noop
from tournaments.event.permissions import Actor, may_direct, must
from tournaments.event.refusals import REASON_LENGTH
from tournaments.event.services import journal
from tournaments.event.services.locks import lock_tournament
from tournaments.lists.selectors.clock import clock_of
from tournaments.models import Series

MOST_MINUTES = 600


class ClockRefused(Refusal):
    """Something that cannot be done to this clock now."""


def locked_series(tournament_id: int, number: SeriesNumber, by: Actor) -> Series:
    """The series, held with its tournament; only the director runs the clock."""
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    series = tournament.series.select_related("tournament__rule_set").filter(number=number).first()
    if series is None:
        raise ClockRefused(gettext_noop("Die Serie {number} ist noch nicht ausgelost."), number=number)
    return series


def check_minutes(minutes: int) -> None:
    if not 1 <= minutes <= MOST_MINUTES:
        raise ClockRefused(gettext_noop("Bitte 1 bis {most} Minuten eingeben."), most=MOST_MINUTES)


@transaction.atomic
def start_clock(
    *, tournament_id: int, number: SeriesNumber, minutes: int, by: Actor, now: datetime
) -> Series:
    """The time of the series begins now."""
    series = locked_series(tournament_id, number, by)
    check_minutes(minutes)
    if clock_of(series) is not None:
        raise ClockRefused(gettext_noop("Die Uhr der Serie {number} läuft schon."), number=number)
    series.clock_started_at, series.clock_minutes = now, minutes
    return clock_written(series, "clock_started", {"minutes": minutes}, by=by, now=now)


@transaction.atomic
def extend_clock(
    *, tournament_id: int, number: SeriesNumber, minutes: int, reason: str, by: Actor, now: datetime
) -> Series:
    """Give more minutes, or fewer with a minus; everybody sees why."""
    series = locked_series(tournament_id, number, by)
    clock = clock_of(series)
    if clock is None:
        raise ClockRefused(gettext_noop("Die Uhr der Serie {number} läuft noch nicht."), number=number)
    if not reason.strip():
        raise ClockRefused(gettext_noop("Bitte in einem Satz sagen, warum die Zeit geändert wird."))
    if minutes == 0:
        raise ClockRefused(gettext_noop("Bitte sagen, um wie viele Minuten die Zeit geändert wird."))
    check_minutes(clock.minutes + minutes)
    series.clock_minutes = clock.minutes + minutes
    facts: dict[str, object] = {"by_minutes": minutes, "minutes": series.clock_minutes}
    return clock_written(series, "clock_extended", facts, reason=reason, by=by, now=now)


@transaction.atomic
def take_clock_back(
    *, tournament_id: int, number: SeriesNumber, reason: str, by: Actor, now: datetime
) -> Series:
    """There is no time limit after all, or it begins anew."""
    series = locked_series(tournament_id, number, by)
    if clock_of(series) is None:
        return series
    if not reason.strip():
        raise ClockRefused(gettext_noop("Bitte in einem Satz sagen, warum die Zeit geändert wird."))
    series.clock_started_at = series.clock_minutes = None
    return clock_written(series, "clock_taken_back", {}, reason=reason, by=by, now=now)


def clock_written(
    series: Series, deed: str, facts: dict[str, object], *, by: Actor, now: datetime, reason: str = ""
) -> Series:
    series.save(update_fields=["clock_started_at", "clock_minutes"])
    journal.write(
        series.tournament,
        deed,
        by=by,
        now=now,
        facts={"series": series.number} | facts,
        reason=reason.strip()[:REASON_LENGTH],
    )
    return series
