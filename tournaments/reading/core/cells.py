"""From a straightened page to the picture of each cell, all of one height, ink 1 and paper 0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from tournaments.reading.core.form import Box, FormCell

DOTS = 6.0  # pixels to a millimetre of a straightened page
MARGIN = 0.6  # millimetres around a cell: people write over lines
Look = tuple[float, float, float]  # slant, how much wider, and how much more room there is for it
STRAIGHT: Look = (0.0, 1.0, 1.0)
BLACKEST, PALE, MOST_GAIN = 99.0, 0.7, 4.0  # the darkest hundredth of a page is print
HEIGHT, STEP, NARROWEST, WIDEST = 32, 8, 24, 256
TALLEST = (
    10.2  # millimetres of a row that are looked at: nobody writes taller, and what is lower is seen larger
)
CROWDED = {
    "augen": 32,
    "augen_sum": 40,
    "points_sum": 32,
}  # where several digits stand side by side: pixels at least


def evened(grey: np.ndarray) -> np.ndarray:
    """Ink without the light: 0 is paper, 1 is black, whatever lamps and shadows there were."""
    small = cv2.resize(grey, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    paper = cv2.medianBlur(cv2.dilate(small, np.ones((7, 7), np.uint8)), 21)
    paper = cv2.resize(paper, (grey.shape[1], grey.shape[0]), interpolation=cv2.INTER_LINEAR)
    ink = (1 - grey.astype(np.float32) / np.maximum(paper, 30)) * 1.5
    print_ = float(np.percentile(ink[::4, ::4], BLACKEST))
    if print_ < PALE:  # a faded print or a pale scan: its black is not black
        ink *= min(1 / max(print_, 0.01), MOST_GAIN)
    return np.clip(ink, 0, 1)


def window(cell: FormCell) -> tuple[float, float]:
    """How wide and how high a part of the paper is looked at, in millimetres."""
    return cell.box[2] + 2 * MARGIN, min(cell.box[3] + 2 * MARGIN, TALLEST)


def width_of(cell: FormCell) -> int:
    """How many pixels wide the picture of a cell becomes: whole steps, so that cells of a column go together.

    The net says one sign for each few pixels; a sum of four digits in a narrow, high cell would have no room.
    """
    return width_for(cell.column, *window(cell))


def width_for(column: str, wide: float, high: float) -> int:
    """Return how many pixels wide the picture of a window of these sides becomes."""
    least = CROWDED.get(column, NARROWEST)
    return int(np.clip(-(-wide / high * HEIGHT // STEP) * STEP, least, WIDEST))


def roomier(wide: int, room: float) -> int:
    """A width of whole steps that has at least so much more room."""
    return min(int(-(-wide * room // STEP)) * STEP, WIDEST)


def otherwise(look: Look, wide: int) -> np.ndarray:
    """Slanted and widened about the middle of the cell's picture."""
    slant, wider, _room = look
    turn = np.array([[1 / wider, slant, 0], [0, 1, 0], [0, 0, 1]], np.float32)
    middle = np.array([wide / 2, HEIGHT / 2], np.float32)
    turn[:2, 2] = middle - turn[:2, :2] @ middle
    return turn


def cut(
    page: np.ndarray, cells: Sequence[FormCell], boxes: Mapping[FormCell, Box], look: Look = STRAIGHT
) -> np.ndarray:
    """The pictures of cells of one width, each where its box is on a page that `evened` has made; straight or a little otherwise."""
    wide = roomier(width_of(cells[0]), look[2])
    pictures = np.zeros((len(cells), HEIGHT, wide), np.float32)
    for place, cell in enumerate(cells):
        left, top, width, height = boxes[cell]
        span, rise = window(cell)
        x, y = (left + width / 2 - span / 2) * DOTS, (top + height / 2 - rise / 2) * DOTS
        across, down = span * DOTS / wide, rise * DOTS / HEIGHT
        matrix = np.array([[across, 0, x + across / 2 - 0.5], [0, down, y + down / 2 - 0.5]], np.float32)
        if look != STRAIGHT:
            matrix = matrix @ otherwise(look, wide)
        pictures[place] = cv2.warpAffine(
            page, matrix, (wide, HEIGHT), flags=cv2.INTER_AREA | cv2.WARP_INVERSE_MAP
        )
    return pictures
