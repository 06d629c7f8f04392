"""How the journal tells who was let in beside the tables: programs by a token, referees with a borrowed phone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import AccessToken

DEEDS = {
    "access_granted": gettext_lazy("Zugang für ein Programm angelegt"),
    "access_revoked": gettext_lazy("Zugang für ein Programm gesperrt"),
    "phone_lent": gettext_lazy("Handy für einen Tag verliehen"),
    "phone_fetched": gettext_lazy("Geliehenes Handy angemeldet"),
    "phone_ended": gettext_lazy("Geliehenes Handy abgemeldet"),
}


def access(facts: Mapping[str, Any]) -> str:
    """As „Zugang 3, Wandanzeige: nur lesen“."""
    scopes = dict(AccessToken.Scope.choices)
    return _("Zugang {number}, {name}: {scope}").format(
        number=facts["access"], name=facts["name"], scope=scopes.get(facts["scope"], facts["scope"])
    )


def phone_words(facts: Mapping[str, Any]) -> str:
    """As „Handy 2 (iPhone, Safari), Sigi Streichnicht, bis 15.11. 04:00“."""
    ends = localtime(datetime.fromisoformat(facts["ends_at"]))
    number = f"{facts['phone']} ({facts['name']})" if facts["name"] else str(facts["phone"])
    return _("Handy {number}, {user}, bis {end}").format(
        number=number, user=facts["user"], end=date_format(ends, "SHORT_DATETIME_FORMAT")
    )


TELLING: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "access_granted": access,
    "access_revoked": access,
    "phone_lent": phone_words,
    "phone_fetched": phone_words,
    "phone_ended": phone_words,
}
