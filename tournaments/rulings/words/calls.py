"""Calls and protests as the pages show them."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils import timezone

from tournaments.models import ScoreSheet, Tournament
from tournaments.rulings.selectors import calls


def of_table(sheet: ScoreSheet, *, entering: int | None = None) -> dict[str, Any]:
    """What tournaments/rulings/calls/_call.html draws; `entering` is the game whose page it stands on."""
    call = calls.open_call(sheet)
    series = sheet.table.series
    news = reverse("sheet_state", args=[series.tournament.slug, series.number, sheet.table.number])
    return {
        "entering": entering,
        "sheet": sheet,
        "news_url": news if entering is None else f"{news}?spiel={entering}",
        "call": call,
        "call_url": reverse("call", args=[series.tournament.slug, series.number, sheet.table.number]),
    }


def of_tournament(tournament: Tournament) -> dict[str, Any]:
    """What tournaments/rulings/calls/_calls.html draws."""
    now = timezone.now()
    seen = calls.attention(tournament)
    return {
        "tournament": tournament,
        "attention": seen,
        "calls": [
            {
                "row": call,
                "table": call.sheet.table,
                "waited": max(int((now - call.called_at).total_seconds()), 0),
                "minutes": max(int((now - call.called_at).total_seconds()) // 60, 0),
            }
            for call in seen.calls
        ],
        "calls_url": reverse("calls", args=[tournament.slug]),
    }
