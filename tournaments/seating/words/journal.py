"""Lines of the journal about the seating: wishes, plans, postings and moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import SeatingPlan, SeatingSetup, Series
from tournaments.seating.core import Wish

Facts = Mapping[str, Any]


def wishes_told(facts: Facts) -> str:
    """As „nie: Tandem-Partner am selben Tisch; Serien: geplant, nach Rangliste; geschlossen: 4, 7“."""
    parts = []
    for weight in SeatingSetup.Weight:
        named = [_(Wish(wish).label) for wish, chosen in facts["weights"].items() if chosen == weight]
        if named:
            parts.append(f"{weight.label}: {', '.join(named)}")
    if facts["modes"]:
        modes = ", ".join(str(Series.Mode(mode).label) for mode in facts["modes"])
        parts.append(_("Serien: {modes}").format(modes=modes))
    if facts["closed_tables"]:
        parts.append(
            _("geschlossene Tische: {tables}").format(tables=", ".join(map(str, facts["closed_tables"])))
        )
    if facts["groups_apart"]:
        parts.append(_("Leistungsgruppen getrennt"))
    return "; ".join(parts)


def player_wishes(facts: Facts) -> str:
    """As „Startnummer 7: gesetzt, fester Tisch 3“."""
    parts = [_("gesetzt")] if facts["seeded"] else []
    if facts["strength"]:
        parts.append(_("Leistungsgruppe {number}").format(number=facts["strength"]))
    if facts["table"]:
        parts.append(_("fester Tisch {number}").format(number=facts["table"]))
    if facts["seat"]:
        parts.append(_("fester Platz {number}").format(number=facts["seat"]))
    who = _("Startnummer {number}").format(number=facts["start_number"])
    return f"{who}: {', '.join(parts) or _('kein Wunsch')}"


def plan_told(facts: Facts) -> str:
    """As „Nr. 3, geplant, Los Pfingsten, Serien 1, 2, 3: 0 Wiederbegegnungen, mindestens 0“."""
    happened, bound = facts["rematches"]
    return _(
        "Nr. {version}, {kind}, Los {seed}, Serien {series}: Wiederbegegnungen: {happened}, mindestens {bound}"
    ).format(
        version=facts["version"],
        kind=SeatingPlan.Kind(facts["kind"]).label,
        seed=facts["seed"],
        series=", ".join(map(str, facts["planned"])),
        happened=happened,
        bound=bound,
    )


def change_told(facts: Facts) -> str:
    """The plan, and every chair that changed: start number, before, after."""
    moves = [
        _("Serie {series}, Startnummer {player}: {before} → {after}").format(
            series=entry["series"],
            player=chair["player"],
            before=_chair(chair["before"]),
            after=_chair(chair["after"]),
        )
        for entry in facts["moved"]
        for chair in entry["chairs"]
    ]
    return "; ".join([plan_told(facts), *moves])


def request_told(facts: Facts) -> str:
    return _("{seconds} Sekunden, Los {seed}").format(seconds=facts["seconds"], seed=facts["seed"])


def searched(facts: Facts) -> str:
    said = ngettext("nach {tries} Versuch", "nach {tries} Versuchen", facts["tries"])
    return said.format(tries=facts["tries"])


def _chair(chair: list[int] | None) -> str:
    if chair is None:
        return "–"
    return _("Tisch {table}, Platz {seat}").format(table=chair[0], seat=chair[1])
