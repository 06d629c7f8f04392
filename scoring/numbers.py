"""Numbers said at the table, each of its own type: mypy refuses a seat where a game is meant, or a key for a series.

They are plain ints when the program runs. Models hand them out (`series.number` is a `SeriesNumber`), views name them in
their signatures; elsewhere a number becomes one by being called so: `SeriesNumber(3)`.
"""

from __future__ import annotations

from typing import NewType

SeriesNumber = NewType("SeriesNumber", int)
GameNumber = NewType("GameNumber", int)
SeatNumber = NewType("SeatNumber", int)
