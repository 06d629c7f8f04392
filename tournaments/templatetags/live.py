"""Parts of pages that fetch themselves anew: `<div data-poll="…" {% live tournament %}>`."""

from __future__ import annotations

import math
from datetime import datetime

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.event.selectors.revisions import list_revisions, revisions_of
from tournaments.models import ScoreSheet, Tournament

register = template.Library()


@register.simple_tag
def live(
    tournament: Tournament,
    *,
    sheet: ScoreSheet | None = None,
    calls: bool = False,
    common: bool = False,
    until: datetime | None = None,
) -> SafeString:
    """Return the attributes by which a part knows what it shows: where its revision numbers are, which, and what they were.

    A part follows the whole tournament, or one list and what concerns all lists (`sheet`), or what concerns all lists
    (`common`), or the calls for a referee (`calls`). At the hour `until` time alone changes it.
    The numbers are those of `tournament.revision` as it was read before the content.
    """
    numbers = revisions_of(tournament)
    if calls:
        address = reverse("revisions", args=[tournament.slug])
        seen = {"calls": numbers.calls}
    elif sheet is not None:
        series, table = sheet.table.series.number, sheet.table.number
        address = reverse("list_revisions", args=[tournament.slug, series])
        seen = {"common": numbers.common, f"list-{table}": list_revisions(tournament, series).get(table, 0)}
    elif common:
        address = reverse("revisions", args=[tournament.slug])
        seen = {"common": numbers.common}
    else:
        address = reverse("revisions", args=[tournament.slug])
        seen = {"tournament": numbers.tournament}
    left = (until - timezone.now()).total_seconds() if until else 0
    return format_html(
        'data-revisions="{}" data-follows="{}" data-seen="{}"{}',
        address,
        " ".join(seen),
        " ".join(map(str, seen.values())),
        format_html(' data-changes-in="{}"', math.ceil(left)) if left > 0 else "",
    )
