"""The journal in words, what referees do: penalties, protests, calls, and every deed that takes another back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.wording import phrases
from tournaments.models import Penalty, ProtestStep

Facts = Mapping[str, Any]

DEEDS: Mapping[str, Any] = {
    "row_restored": gettext_lazy("Zeile wiederhergestellt"),
    "penalty_imposed": gettext_lazy("Strafe eingetragen"),
    "penalty_lifted": gettext_lazy("Strafe aufgehoben"),
    "remark_written": gettext_lazy("Vermerk eingetragen"),
    "remark_withdrawn": gettext_lazy("Vermerk zurückgenommen"),
    "protest_filed": gettext_lazy("Einspruch erhoben"),
    "protest_decided": gettext_lazy("Einspruch entschieden"),
    "protest_withdrawn": gettext_lazy("Einspruch zurückgezogen"),
    "protest_reopened": gettext_lazy("Einspruch wieder offen"),
    "referee_called": gettext_lazy("Schiedsrichter gerufen"),
    "call_taken_back": gettext_lazy("Ruf zurückgenommen"),
    "referee_goes": gettext_lazy("Schiedsrichter geht hin"),
    "referee_stays": gettext_lazy("Schiedsrichter geht doch nicht"),
    "call_done": gettext_lazy("Ruf erledigt"),
}


def label_of_choice(choices: list[tuple[str, Any]], value: object) -> str:
    return str(dict(choices).get(str(value), value))


def start_number(facts: Facts) -> str:
    return _("Startnummer {number}").format(number=facts["start_number"])


def penalty_told(facts: Facts) -> str:
    """As „Startnummer 12, Spiel 7, Karten zusammengeworfen, −1 Punkt, 6 Augen“."""
    parts = [start_number(facts), label_of_choice(Penalty.Kind.choices, facts["kind"])]
    if facts.get("game"):
        parts.insert(1, _("Spiel {number}").format(number=facts["game"]))
    if facts.get("voids_series"):
        parts.append(_("0 Punkte für die Serie"))
    else:
        parts += [phrases.points(facts["points"]), phrases.in_augen(facts["augen"])]
    if facts.get("prescribed"):
        parts.append(_("anders als die Regel"))
    return ", ".join(parts)


def protest_told(facts: Facts) -> str:
    """As „Einspruch 3, Startnummer 12, Spiel 7, stattgegeben“."""
    parts = [_("Einspruch {number}").format(number=facts["protest"]), start_number(facts)]
    if facts.get("game"):
        parts.append(_("Spiel {number}").format(number=facts["game"]))
    if facts.get("kind"):
        parts.append(label_of_choice(ProtestStep.Kind.choices, facts["kind"]))
    return ", ".join(parts)


def table_told(facts: Facts) -> str:
    return _("Tisch {table}").format(table=facts["table"])


def ruling_and_game(facts: Facts) -> str:
    return _("Entscheid {ruling}, Spiel {number}").format(ruling=facts["ruling"], number=facts["game"])


DETAILS: Mapping[str, Callable[[Facts], str]] = {
    "row_restored": ruling_and_game,
    "penalty_imposed": penalty_told,
    "penalty_lifted": lambda facts: _("Entscheid {ruling}, Startnummer {number}").format(
        ruling=facts["ruling"], number=facts["start_number"]
    ),
    "remark_written": ruling_and_game,
    "remark_withdrawn": lambda facts: _("Entscheid {ruling}").format(ruling=facts["ruling"]),
    "protest_filed": protest_told,
    "protest_decided": protest_told,
    "protest_withdrawn": protest_told,
    "protest_reopened": protest_told,
    "referee_called": table_told,
    "call_taken_back": table_told,
    "referee_goes": table_told,
    "referee_stays": table_told,
    "call_done": table_told,
}
