"""Rows held until a deed is done."""

from __future__ import annotations

from tournaments.event.selectors.sheets import sheets
from tournaments.models import ScoreSheet, Tournament


def lock_sheet(sheet_id: int) -> ScoreSheet:
    """The list, held until the deed is done: two list keepers cannot write at the same time."""
    return sheets().select_for_update(of=("self",)).get(pk=sheet_id)


def lock_tournament(tournament_id: int) -> Tournament:
    """The tournament, held until the deed is done."""
    return Tournament.objects.select_for_update().select_related("rule_set").get(pk=tournament_id)
