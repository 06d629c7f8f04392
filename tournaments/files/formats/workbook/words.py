"""What decided a place, in a word for a cell."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.rules import Measure
from scoring.standings import Ranked


def decided(place: Ranked) -> str | None:
    """What decided it against the line above. A rank is no formula: the lot is drawn, not added up."""
    if place.shared and place.parted_by is None:
        return _("gleich, bis das Los gezogen ist")
    words = {Measure.POINTS_HIGH: None, Measure.AUGEN_LOW: _("weniger Augen"), Measure.LOT: _("Los")}
    return words[place.parted_by] if place.parted_by else None
