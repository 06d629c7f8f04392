"""Whether a picture shows a screen that shows a list: between its lines paper is even, a screen has a grid of pixels.

The grid, or what a camera makes of it (moiré), stands out as a few sharp tones where nothing is printed. A camera that is so
far away that it sees no grid sees a picture like any other, and it is read like any other.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from tournaments.reading.core.page import Found, projected

SIDE = 160  # pixels of a patch
ACROSS, DOWN = np.linspace(25, 185, 7), np.linspace(30, 270, 9)  # millimetres: where patches are looked at
FLAT, FEWEST = 0.25, 6  # so much of a patch is paper without ink; so many patches are needed
WIDE, HIGH = 210.0, 297.0  # millimetres of a sheet
PARALLEL = 0.006  # opposite edges of a scanned sheet differ by less
LOUD = (
    0.006  # paper that is smoother than this (drawn by a program, or a scan of black and white) shows no grid
)
SLOWEST = 0.16  # slower tones, in cycles to a pixel, are light, folds and the lines of the table
STANDS_OUT = 3.3  # by how much (logarithm) the strongest tone is above those around it


def shows_screen(grey: np.ndarray, found: Found) -> bool:
    """Whether the paper between the lines has a grid."""
    if as_scanned(found):
        return False
    tones = [one for x in ACROSS for y in DOWN if (one := tones_at(grey, found, x, y)) is not None]
    if len(tones) < FEWEST:
        return False
    mean = np.fft.fftshift(np.mean(tones, axis=0)).astype(np.float32)
    above = cv2.GaussianBlur(mean, (0, 0), 0.8) - cv2.blur(mean, (15, 15))
    return float(above[looked_at()].max()) > STANDS_OUT


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
    of_jpeg = (blocks[0] < 1.6 / SIDE) & (blocks[1] < 1.6 / SIDE)
    return np.asarray(np.fft.fftshift((np.hypot(x, y) > SLOWEST) & ~of_jpeg))
