"""Which ruling struck or wrote a row of a list."""

from __future__ import annotations

from tournaments.models import Game, RuledRow, Ruling

Effect = RuledRow.Effect


def ruling_of_struck(game: Game) -> Ruling | None:
    """Return the ruling that struck this row; None where it counts, or where the list keeper mended it."""
    row = RuledRow.objects.filter(game=game, effect=Effect.STRUCK).select_related("ruling").first()
    return row.ruling if row is not None else None


def ruling_that_wrote(game: Game, kind: str) -> Ruling | None:
    """Return the ruling of this kind that wrote this row in the place of another."""
    row = (
        RuledRow.objects.filter(game=game, effect=Effect.WRITTEN, ruling__kind=kind)
        .select_related("ruling")
        .first()
    )
    return row.ruling if row is not None else None
