"""The referee in any page, with one line: the button of a table that calls, and who waits for a referee."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.context import Context
from django.urls import reverse
from django.utils import timezone

from tournaments.models import ScoreSheet, Tournament
from tournaments.rulings.selectors import calls

register = template.Library()


@register.inclusion_tag("tournaments/rulings/calls/_call.html", takes_context=True)
def referee_call(context: Context, sheet: ScoreSheet) -> dict[str, Any]:
    """One tap that calls a referee, and whether he comes; put it where the people of a table look."""
    return of_table(sheet) | {"csrf_token": context.get("csrf_token", "")}


@register.inclusion_tag("tournaments/rulings/calls/_calls.html", takes_context=True)
def referee_calls(context: Context, tournament: Tournament) -> dict[str, Any]:
    """Tables that call, and protests that wait; put it where referees and the desk look."""
    return of_tournament(tournament) | {"csrf_token": context.get("csrf_token", "")}


def of_table(sheet: ScoreSheet) -> dict[str, Any]:
    """What tournaments/rulings/calls/_call.html draws."""
    call = calls.open_call(sheet)
    series = sheet.table.series
    return {
        "call": call,
        "call_stamp": calls.stamp_of_call(call),
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
