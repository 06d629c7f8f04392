"""The journal in words, rankings: limits, days of series, lots."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.models import RankingSetup

Facts = Mapping[str, Any]
LABELS = {one.name: one.verbose_name for one in RankingSetup._meta.concrete_fields}


def lot_told(facts: Facts) -> str:
    """As „Los 3f2a-77c1“, „Serie 2: Los 3f2a-77c1“."""
    seed = _("Los {seed}").format(seed=facts["seed"])
    if facts.get("series"):
        return f"{_('Serie {number}').format(number=facts['series'])}: {seed}"
    return f"{day_told(facts['day'])}: {seed}" if facts.get("day") else seed


def limits_told(facts: Facts) -> str:
    """As „Senioren ab: 60 → 65; Serie 2: 15.11.2026“."""
    said = [
        f"{LABELS[name]}: {value_told(before)} → {value_told(after)}"
        for name, (before, after) in facts["changed"].items()
    ]
    said += [
        f"{_('Serie {number}').format(number=number)}: {value_told(before)} → {value_told(after)}"
        for number, (before, after) in facts["days"].items()
    ]
    return "; ".join(said)


def value_told(of: object) -> str:
    if of is None:
        return "–"
    return day_told(of) if isinstance(of, str) else str(of)


def day_told(iso: str) -> str:
    return date_format(date.fromisoformat(iso), "SHORT_DATE_FORMAT")
