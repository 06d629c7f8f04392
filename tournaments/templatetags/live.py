"""Parts of pages that fetch themselves anew: `<div data-poll="…" {% live tournament %}>`."""

from __future__ import annotations

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.event.selectors.revisions import list_revisions, revisions_of
from tournaments.models import ScoreSheet, Tournament

register = template.Library()


@register.simple_tag
def live(
    tournament: Tournament, *, sheet: ScoreSheet | None = None, calls: bool = False, common: bool = False
) -> SafeString:
    """Return the attributes by which a part knows what it shows: where its revision numbers are, which, and what they were.

    A part follows the whole tournament, or one list and what concerns all lists (`sheet`), or what concerns all lists
    (`common`), or the calls for a referee (`calls`).
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
    return format_html(
        'data-revisions="{}" data-follows="{}" data-seen="{}"',
        address,
        " ".join(seen),
        " ".join(map(str, seen.values())),
    )
