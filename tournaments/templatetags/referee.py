"""The referee in any page, with one line: the button of a table that calls, and who waits for a referee."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.context import Context

from tournaments.models import ScoreSheet, Tournament
from tournaments.rulings.words.calls import of_table, of_tournament

register = template.Library()


@register.inclusion_tag("tournaments/rulings/calls/_call.html", takes_context=True)
def referee_call(context: Context, sheet: ScoreSheet) -> dict[str, Any]:
    """One tap that calls a referee, and whether he comes; put it where the people of a table look."""
    entering = context.get("number") if context.get("writable") else None
    return of_table(sheet, entering=entering) | {"csrf_token": context.get("csrf_token", "")}


@register.inclusion_tag("tournaments/rulings/calls/_calls.html", takes_context=True)
def referee_calls(context: Context, tournament: Tournament) -> dict[str, Any]:
    """Tables that call, and protests that wait; put it where referees and the desk look."""
    return of_tournament(tournament) | {"csrf_token": context.get("csrf_token", "")}
