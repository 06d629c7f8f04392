"""The net that reads a whole cell, in numpy alone: convolutions, then for each strip of the cell how likely each sign is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from tournaments.reading.core.missing import WEIGHTS

SIGNS = '0123456789-XVRHAS="'  # as a cell may hold them (= is struck out, " the same as above); place 0 of the answer says: nothing
AT_ONCE = 64  # cells; more only take more memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """A convolution, and by how much what it found is made smaller."""

    channels: int
    kernel: tuple[int, int]
    padding: tuple[int, int]
    pool: tuple[int, int]


LAYERS = (
    Layer(channels=12, kernel=(3, 3), padding=(1, 1), pool=(2, 2)),
    Layer(channels=32, kernel=(3, 3), padding=(1, 1), pool=(2, 2)),
    Layer(channels=64, kernel=(3, 3), padding=(1, 1), pool=(2, 1)),
    Layer(channels=64, kernel=(3, 3), padding=(1, 1), pool=(2, 1)),
    Layer(channels=128, kernel=(2, 3), padding=(0, 1), pool=(1, 1)),
)


@cache
def weights() -> dict[str, np.ndarray]:
    """As they were learnt, once in a process."""
    with np.load(WEIGHTS) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}


def log_chances(pictures: np.ndarray) -> np.ndarray:
    """For cells of one width: cell, strip, sign (place 0: none) → logarithm of how likely."""
    return np.concatenate([some(pictures[at : at + AT_ONCE]) for at in range(0, len(pictures), AT_ONCE)])


def some(pictures: np.ndarray) -> np.ndarray:
    known = weights()
    values = pictures[..., None]  # cell, row, column, channel
    for number, layer in enumerate(LAYERS):
        values = pooled(convolved(values, known[f"w{number}"], layer.padding), layer.pool)
        values += known[f"b{number}"]  # after the pooling: the same numbers, a quarter of the work
        np.maximum(values, 0, out=values)
    scores = values[:, 0] @ known["w_last"].T + known["b_last"]
    top = scores.max(axis=2, keepdims=True)
    return scores - top - np.log(np.exp(scores - top).sum(axis=2, keepdims=True))


def convolved(values: np.ndarray, kernel: np.ndarray, padding: tuple[int, int]) -> np.ndarray:
    """Everything that a place of the kernel sees is laid side by side, so that the whole layer is one product of matrices."""
    out, into, down, across = kernel.shape
    cells, high, wide, _into = values.shape
    rows, columns = high + 2 * padding[0] - down + 1, wide + 2 * padding[1] - across + 1
    seen = np.zeros((cells, rows, columns, down, across, into), np.float32)
    for row in range(down):
        there, here = overlap(row - padding[0], high, rows)
        for column in range(across):
            from_, to = overlap(column - padding[1], wide, columns)
            seen[:, here, to, row, column] = values[:, there, from_]
    flat = seen.reshape(-1, down * across * into) @ kernel.transpose(2, 3, 1, 0).reshape(-1, out)
    return flat.reshape(cells, rows, columns, out)


def overlap(shift: int, known: int, wanted: int) -> tuple[slice, slice]:
    """Where something `shift` further on still lies within what is known, and whom it belongs to; the rest is padding."""
    first, last = max(0, -shift), min(wanted, known - shift)
    return slice(first + shift, last + shift), slice(first, last)


def pooled(values: np.ndarray, by: tuple[int, int]) -> np.ndarray:
    """The larger of two, down and across."""
    if by[0] == 2:
        values = np.maximum(values[:, 0::2], values[:, 1::2])
    if by[1] == 2:
        values = np.maximum(values[:, :, 0::2], values[:, :, 1::2])
    return values
