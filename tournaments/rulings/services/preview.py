"""A preview of a ruling: runs the real deed in a transaction, reads what it changes, and rolls it back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import transaction

from tournaments.models import ScoreSheet
from tournaments.rulings.selectors.consequences import Consequences, Moment, compare_moments, state_now


class LookedAhead(Exception):
    """Raised to roll a preview's transaction back; carries what was read."""

    def __init__(self, after: Moment) -> None:
        self.after = after
        super().__init__()


def look_ahead(deed: Callable[[], Any], *, sheet_id: int, now: datetime) -> Consequences:
    """What this deed would change. Nothing of it remains; whatever the deed refuses is refused here too.

    There is no second arithmetic: the deed is the one that is done on confirmation, and the figures are asked
    of the selectors that every page asks.
    """
    version = ScoreSheet.objects.values_list("version", flat=True).get(pk=sheet_id)
    before = state_now(sheet_id, now=now)
    try:
        with transaction.atomic():
            deed()
            raise LookedAhead(state_now(sheet_id, now=now, since=before))
    except LookedAhead as seen:
        return compare_moments(sheet_id, before, seen.after, version=version)
