"""What decided a place, in a word for a cell."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.standings import MEASURES, Ranked


def decided(place: Ranked) -> str | None:
    """What decided it against the line above. A rank is no formula: the lot is drawn, not added up."""
    if place.shared and place.parted_by is None:
        return _("gleich, bis das Los gezogen ist")
    said = MEASURES[place.parted_by].in_file if place.parted_by else ""
    return _(said) if said else None
