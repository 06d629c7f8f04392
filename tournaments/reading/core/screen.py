"""Whether a picture shows a screen that shows a list: between its lines paper is even, a screen has a grid of pixels.

How the list lies in the picture is known, so for every size of pixels it is known which tone their grid, or its moiré, must be
in every part of the picture. It counts where it stands out nearly everywhere, across and down alike, and alone: folds, light and
the blocks of JPEG lift grids of many sizes at once, a screen has one. A camera that is so far away or so soft that it sees no
grid sees a picture like any other, and it is read like any other.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from tournaments.reading.core.page import Found, projected

SIDE = 160  # pixels of a patch
ACROSS, DOWN = np.linspace(25, 185, 7), np.linspace(30, 270, 9)  # millimetres: where patches are looked at
FLAT, FEWEST, HEARD = (
    0.25,
    6,
    0.5,
)  # so much of a patch is paper without ink; so many patches are needed, and so much of them must hear a tone
WIDE, HIGH = 210.0, 297.0  # millimetres of a sheet
PARALLEL = 0.006  # opposite edges of a scanned sheet differ by less
LOUD = (
    0.006  # paper that is smoother than this (drawn by a program, or a scan of black and white) shows no grid
)
SLOWEST = 0.12  # slower tones, in cycles to a pixel, are light, folds and the lines of the table
GRIDS = np.arange(1.8, 8.5, 0.01)  # pixels of a screen to a millimetre of the list that it shows
LOUDEST = 3.5  # no patch says more (logarithm): a tint that was printed in dots lies in a few of them
OF_JPEG = 0.01  # cycles to a pixel: so near to its blocks of eight tones may be theirs
AROUND = 15  # tones about one that say what is usual there
NEIGHBOURS = 45  # sizes to each side that a grid is compared with
STANDS_OUT = 0.85  # by how much more (logarithm) than its neighbours; docs/reading.md says what paper reaches


def shows_screen(grey: np.ndarray, found: Found) -> bool:
    """Whether the paper between the lines has a grid."""
    return not as_scanned(found) and grid_strength(grey, found) > STANDS_OUT


def grid_strength(grey: np.ndarray, found: Found) -> float:
    """By how much the likeliest grid stands out among grids of other sizes, in the direction in which it does so less."""
    said = []
    for x in ACROSS:
        for y in DOWN:
            tones = tones_at(grey, found, x, y)
            if tones is not None:
                said.append(grids_at(tones, found, x, y))
    if len(said) < FEWEST:
        return 0.0
    every = np.array(said)  # patch, direction, grid
    heard = np.isfinite(every)
    mean = np.where(heard, every, 0.0).sum(axis=0) / np.maximum(heard.sum(axis=0), 1)
    mean[heard.mean(axis=0) < HEARD] = 0.0
    around = np.pad(mean, ((0, 0), (NEIGHBOURS, NEIGHBOURS)), mode="reflect")
    usual = np.median(sliding_window_view(around, 2 * NEIGHBOURS + 1, axis=1), axis=2)
    return float((mean - usual).min(axis=0).max())


def grids_at(tones: np.ndarray, found: Found, x: float, y: float) -> np.ndarray:
    """Direction, grid → by how much its tone stands out in this patch; none where a tone is not looked at."""
    around = np.pad(tones.astype(np.float32), AROUND, mode="wrap")
    above = cv2.GaussianBlur(around, (0, 0), 0.8) - cv2.blur(around, (AROUND, AROUND))
    above = np.minimum(above[AROUND:-AROUND, AROUND:-AROUND], LOUDEST)
    here, right, below = projected(found.matrix, [(x, y), (x + 1, y), (x, y + 1)])
    across, down = np.linalg.inv(np.stack([right - here, below - here], axis=1))
    found_ = []
    for step in (across, down):  # a tone that is too fine for the camera comes back as a slower one: moiré
        column, row = (np.round(GRIDS * part * SIDE).astype(int) % SIDE for part in step)
        found_.append(np.where(looked_at()[row, column], above[row, column], np.nan))
    return np.array(found_)


def as_scanned(found: Found) -> bool:
    """A scanner sees every sheet without perspective, and never a screen."""
    wide, high = WIDE, HIGH
    corners = projected(found.matrix, [(0, 0), (wide, 0), (wide, high), (0, high)])
    top, right, low, left = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    return bool(abs(top / low - 1) < PARALLEL and abs(left / right - 1) < PARALLEL)


def tones_at(grey: np.ndarray, found: Found, x: float, y: float) -> np.ndarray | None:
    """The spectrum of the bare paper around a place, as logarithms; None where there is too little of it."""
    middle = projected(found.matrix, [(x, y)])[0]
    left, top = int(middle[0]) - SIDE // 2, int(middle[1]) - SIDE // 2
    if left < 0 or top < 0 or left + SIDE > grey.shape[1] or top + SIDE > grey.shape[0]:
        return None
    patch = grey[top : top + SIDE, left : left + SIDE].astype(np.float32)
    soft = cv2.GaussianBlur(patch, (0, 0), 2.5)
    white = cv2.blur(cv2.dilate(soft, np.ones((25, 25))), (41, 41))
    bare = cv2.erode((soft > 0.93 * white).astype(np.float32), np.ones((9, 9)))
    if bare.mean() < FLAT:
        return None
    light = cv2.blur(patch * bare, (13, 13)) / np.maximum(cv2.blur(bare, (13, 13)), 1e-3)
    grain = np.where(bare > 0, patch / np.maximum(light, 20) - 1, 0)
    if float(grain[bare > 0].std()) < LOUD:
        return None
    power = np.abs(np.fft.fft2(grain * np.outer(np.hanning(SIDE), np.hanning(SIDE)))) ** 2
    return np.log(power + 1e-6 * power.mean() + 1e-12)


@cache
def looked_at() -> np.ndarray:
    """Which tones count: no slow ones, and not those of JPEG's blocks of eight."""
    steps = np.fft.fftfreq(SIDE)
    x, y = np.meshgrid(steps, steps)
    blocks = np.abs(x * 8 - np.round(x * 8)) / 8, np.abs(y * 8 - np.round(y * 8)) / 8
    of_jpeg = (blocks[0] < OF_JPEG) & (blocks[1] < OF_JPEG)
    return np.asarray((np.hypot(x, y) > SLOWEST) & ~of_jpeg)
