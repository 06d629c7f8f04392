"""Where a part of a page hears that its tournament has moved: `<div data-poll="…" {% stream tournament rest=60 %}>`."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.event.selectors.news import NewsTopic, stream_address
from tournaments.models import ScoreSheet, Tournament

register = template.Library()


@register.simple_tag(name="stream")
def stream_attributes(tournament: Tournament, *, sheet: ScoreSheet | None = None, rest: int) -> SafeString:
    """The attributes of a part that its tournament's revision moves, or one list's; nothing where there is no broker.

    While its stream speaks, the part asks by itself only every `rest` seconds.
    """
    address = stream_address(NewsTopic(tournament=tournament.pk, sheet=sheet.pk if sheet else 0))
    return format_html('data-stream="{}" data-rest="{}"', address, rest) if address else SafeString()


@register.simple_tag
def streams() -> bool:
    """Whether there is a broker, and pages load the script that listens."""
    return bool(settings.BROKER_URL)
