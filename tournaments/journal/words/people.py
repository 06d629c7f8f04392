"""The journal in words where people are concerned: who entered, under which name, called how, forgotten when."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models.naming import Naming
from tournaments.rulings.words.journal import start_number

Facts = Mapping[str, Any]
DEEDS: Mapping[str, Any] = {
    "player_registered": gettext_lazy("Spieler angemeldet"),
    "player_withdrawn": gettext_lazy("Spieler ausgeschieden"),
    "player_readmitted": gettext_lazy("Spieler spielt wieder mit"),
    "player_corrected": gettext_lazy("Name berichtigt"),
    "registration_corrected": gettext_lazy("Anmeldung berichtigt"),
    "naming_wished": gettext_lazy("Öffentlicher Name gewählt"),
    "person_forgotten": gettext_lazy("Name gelöscht"),
}


def forgotten(facts: Facts) -> str:
    """Of a line whose facts are gone nothing is told but whom it was about; whatever else stands in it is not believed."""
    number = facts.get("start_number") if isinstance(facts, Mapping) else None
    said = _("Angaben auf Wunsch gelöscht")
    return f"{start_number(facts)}: {said}" if isinstance(number, int) else said


def corrected(facts: Facts) -> str:
    before, after = (" ".join(filter(None, facts[name])) for name in ("before", "after"))
    return f"{start_number(facts)}: {before} → {after}"


TYPED = {
    "start_number": gettext_lazy("Startnummer"),
    "guest": gettext_lazy("Gast"),
    "withdrawn_reason": gettext_lazy("Grund des Ausscheidens"),
}


def registration_told(facts: Facts) -> str:
    """As „Startnummer 7: Gast: nein → ja“."""
    told = [
        f"{TYPED.get(name, name)}: {value_told(before)} → {value_told(after)}"
        for name, (before, after) in facts["changed"].items()
    ]
    return f"{start_number(facts)}: {', '.join(told)}"


def value_told(value: object) -> str:
    if isinstance(value, bool):
        return _("ja") if value else _("nein")
    return str(value or "–")


DETAILS: Mapping[str, Callable[[Facts], str]] = {
    "player_registered": lambda facts: f"{start_number(facts)}: {facts['name']}",
    "player_withdrawn": start_number,
    "player_readmitted": start_number,
    "player_corrected": corrected,
    "registration_corrected": registration_told,
    "person_forgotten": start_number,
    "naming_wished": lambda facts: f"{start_number(facts)}: {Naming(facts['shown_as']).label}",
}
