"""Hours, days and numbers as they are printed."""

from __future__ import annotations

from datetime import date, datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournaments.models import Registration, Tournament


def day_of(day: date) -> str:
    return date_format(day, "SHORT_DATE_FORMAT")


def days(first: date, last: date) -> str:
    """One day, or from one to the other."""
    return day_of(first) if first == last else f"{day_of(first)} – {day_of(last)}"


def hour(moment: datetime | None) -> str:
    return "" if moment is None else date_format(localtime(moment), "TIME_FORMAT")


def moment_of(moment: datetime) -> str:
    return date_format(localtime(moment), "SHORT_DATETIME_FORMAT")


def rules_line(tournament: Tournament) -> str:
    """By which rules, so exactly that nobody can doubt it later."""
    row = tournament.rule_set
    return _("{name}, Nr. {version} · {fingerprint}").format(
        name=row.title, version=row.version, fingerprint=row.short_fingerprint
    )


def where_of(tournament: Tournament) -> str:
    return " · ".join(filter(None, (tournament.place, days(tournament.starts_on, tournament.ends_on))))


def series_name(number: int) -> str:
    return _("Serie {number}").format(number=number)


def belongs_of(one: Registration) -> str:
    """Club, tandem and team, as far as there are any."""
    return " · ".join(str(name) for name in (one.player.club, one.pair, one.team) if name)
