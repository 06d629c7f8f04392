"""Rows as people keep them: crossed out by hand, with ditto marks, and with cells that are crossed out alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.reading.core.chances import Reading

STRUCK, DITTO = "=", '"'  # what the net says to a cell that is crossed out, and to „the same as above“
MOSTLY = 0.5  # so much of a row is crossed out when it is
EMPTY = Reading({"": 1.0})

Place = tuple[int, int]  # printed row, seat
Columns = dict[str, Reading]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """The rows that count, by game, and where each stands on the paper."""

    cells: Mapping[Place, Columns]
    finishes: Mapping[int, Reading]
    struck: tuple[int, ...]  # printed rows
    printed: Mapping[int, int]  # game → printed row, where games stand lower than printed
    moved: bool


def kept(cells: Mapping[Place, Columns], finishes: Mapping[int, Reading]) -> Rows:
    """Without what is crossed out; games move up where every row has a place for every seat.

    Where the dealer rests and the paper says so, a game cannot be written one row lower: the row stays open.
    """
    struck = tuple(row for row in sorted(finishes) if crossed_out(row, cells))
    seats = {row: frozenset(seat for other, seat in cells if other == row) for row in finishes}
    moved = bool(struck) and len(set(seats.values())) == 1
    printed: dict[int, int] = {}
    for row in sorted(finishes):
        if row not in struck:
            printed[row - sum(other < row for other in struck) if moved else row] = row
    found: dict[Place, Columns] = {}
    signs: dict[int, Reading] = {}
    for game, row in printed.items():
        above = printed.get(game - 1)
        signs[game] = said_again(finishes[row], signs.get(game - 1, EMPTY))
        for seat in seats[row]:
            before = cells.get((above, seat), {}) if above is not None else {}
            found[game, seat] = {
                column: said_again(reading, without_struck(before.get(column, EMPTY)))
                for column, reading in cells[row, seat].items()
            }
    return Rows(cells=found, finishes=signs, struck=struck, printed=printed, moved=moved)


def crossed_out(row: int, cells: Mapping[Place, Columns]) -> bool:
    shares: Sequence[float] = [
        reading.texts.get(STRUCK, 0.0)
        for (other, _seat), columns in cells.items()
        if other == row
        for reading in columns.values()
    ]
    return bool(shares) and sum(shares) / len(shares) > MOSTLY


def without_struck(reading: Reading) -> Reading:
    """What is crossed out says nothing; beside it stands what is meant."""
    if not any(STRUCK in text for text in reading.texts):
        return reading
    texts: dict[str, float] = {}
    for text, chance in reading.texts.items():
        meant = text.strip(STRUCK)
        texts[meant] = texts.get(meant, 0.0) + chance
    return Reading(texts)


def said_again(reading: Reading, above: Reading) -> Reading:
    """A ditto mark says what stands above it."""
    reading = without_struck(reading)
    share = reading.texts.get(DITTO, 0.0)
    if not share:
        return reading
    texts = {text: chance for text, chance in reading.texts.items() if text != DITTO}
    for text, chance in above.texts.items():
        texts[text] = texts.get(text, 0.0) + share * chance
    return Reading(texts)
