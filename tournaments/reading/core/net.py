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
        values = np.maximum(convolved(values, known[f"w{number}"], layer.padding) + known[f"b{number}"], 0)
        values = pooled(values, layer.pool)
    scores = values[:, 0] @ known["w_last"].T + known["b_last"]
    top = scores.max(axis=2, keepdims=True)
    return scores - top - np.log(np.exp(scores - top).sum(axis=2, keepdims=True))


def convolved(values: np.ndarray, kernel: np.ndarray, padding: tuple[int, int]) -> np.ndarray:
    """One product of matrices for each place of the kernel: little memory, and the work is numpy's."""
    values = np.pad(values, ((0, 0), (padding[0], padding[0]), (padding[1], padding[1]), (0, 0)))
    _out, _into, down, across = kernel.shape
    high, wide = values.shape[1] - down + 1, values.shape[2] - across + 1
    parts = [
        values[:, row : row + high, column : column + wide] for row in range(down) for column in range(across)
    ]
    flat = np.concatenate(parts, axis=3)
    return flat @ kernel.transpose(2, 3, 1, 0).reshape(-1, kernel.shape[0])


def pooled(values: np.ndarray, by: tuple[int, int]) -> np.ndarray:
    if by == (1, 1):
        return values
    cells, high, wide, channels = values.shape
    return values.reshape(cells, high // by[0], by[0], wide // by[1], by[1], channels).max(axis=(2, 4))
