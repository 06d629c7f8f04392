"""The draw by lot, which anybody can redo with the seed and a SHA-256 tool."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Sequence
from typing import TypeVar

from tournaments.event.core.sizes import table_sizes

P = TypeVar("P", bound=Hashable)


def lot(player: Hashable, *, seed: int | str) -> str:
    """The lot that a player holds: the SHA-256 of "seed:player" in hexadecimal digits.

    Each lot depends on nobody else, so a late arrival changes no other lot.
    """
    return hashlib.sha256(f"{seed}:{player}".encode()).hexdigest()


def order_by_lot(players: Sequence[P], *, seed: int | str) -> tuple[P, ...]:
    """The players, smallest lot first."""
    return tuple(sorted(players, key=lambda player: lot(player, seed=seed)))


def draw_lots(
    players: Sequence[P], *, seed: int | str, sizes: Sequence[int] | None = None
) -> tuple[tuple[P, ...], ...]:
    """The tables of one series by lot: the smallest lot takes table 1 seat 1, the next seat 2, and so on.

    Players are named by start number (or any id that prints differently for each). Without `sizes`
    the tables are those of `table_sizes`.
    """
    assert len({str(player) for player in players}) == len(players), "two players with one name in the draw"
    sizes = table_sizes(len(players)) if sizes is None else tuple(sizes)
    assert sum(sizes) == len(players), "the tables do not hold these players"
    chairs = iter(order_by_lot(players, seed=seed))
    return tuple(tuple(next(chairs) for _unused in range(size)) for size in sizes)
