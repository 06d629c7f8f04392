"""Who may do what to a list."""

from __future__ import annotations

from typing import assert_never

from tournaments.event.permissions import Actor, may_direct, may_referee, may_score
from tournaments.lists.core.life import TABLE, Deed, Who
from tournaments.models import ScoreSheet


def may_do(actor: Actor, sheet: ScoreSheet, deed: Deed) -> bool:
    """Whether this person may do this to a list at all; the table of `list_life` says from whom on."""
    match TABLE[deed].who:
        case Who.TABLE:
            return may_score(actor, sheet)
        case Who.REFEREE:
            return may_referee(actor, sheet.table.series.tournament)
        case Who.DIRECTOR:
            return may_direct(actor, sheet.table.series.tournament)
        case unknown:
            assert_never(unknown)
