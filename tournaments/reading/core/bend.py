"""Sheets that do not lie flat: by how much each place of the paper is off from where a flat sheet would have it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from tournaments.reading.core.cells import DOTS

SPREAD = 16.0  # millimetres over which neighbouring places speak together
FURTHEST = 16.0  # millimetres: features that lie further off are others that look alike
FLAT = 0.5  # millimetres: less than this is left to the lines of each cell
COARSE = (
    4.0,
    2.0,
    1.0,
    0.7,
    0.5,
)  # millimetres: how far a feature may lie beside the bent sheet, turn by turn
FINE = (0.35, 0.35, 0.35, 0.35)
MESH = 6.0  # millimetres between places at which a bend is worked out
HELD = 0.6  # millimetres: a line that lies nearer to where it is looked for than this is found
PARTS = (3, 3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bend:
    """What is known about a bend: places of the form, and how far each is off, in millimetres; nothing where it is flat."""

    places: np.ndarray
    off: np.ndarray
    within: tuple[float, ...] = COARSE

    def at(self, wanted: np.ndarray) -> np.ndarray:
        if not len(self.places):
            return np.zeros_like(wanted)
        return smoothed(self.places, self.off, wanted, self.within)

    def further(self, places: np.ndarray, moved: np.ndarray) -> Bend:
        """With what the lines say after it was flattened so far."""
        return Bend(places=places, off=self.at(places + moved) + moved, within=FINE)


def bend_of(there: np.ndarray, here: np.ndarray, matrix: np.ndarray) -> Bend:
    """From features that look alike: where the sheet bends away from the flat one that most of them agree on."""
    flat = Bend(places=np.zeros((0, 2)), off=np.zeros((0, 2)))
    back = cv2.perspectiveTransform(here[None].astype(np.float64), np.linalg.inv(matrix))[0]
    off = back - there
    near = np.linalg.norm(off, axis=1) < FURTHEST
    if near.sum() < 40:
        return flat
    found = Bend(places=there[near].astype(np.float64), off=off[near])
    return found if np.percentile(np.linalg.norm(found.at(found.places), axis=1), 95) > FLAT else flat


def laid_flat(grey: np.ndarray, matrix: np.ndarray, bend: Bend, size: tuple[int, int]) -> np.ndarray:
    """The sheet seen from straight above, `DOTS` pixels to a millimetre."""
    if not len(bend.places):
        down = matrix @ np.diag([1 / DOTS, 1 / DOTS, 1])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return cv2.warpPerspective(grey, down, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    wide, high = size
    columns, rows = int(wide / DOTS / MESH) + 2, int(high / DOTS / MESH) + 2
    mesh = np.stack(
        np.meshgrid(np.linspace(0, wide / DOTS, columns), np.linspace(0, high / DOTS, rows)), axis=-1
    )
    places = mesh.reshape(-1, 2)
    seen = cv2.perspectiveTransform((places + bend.at(places))[None], matrix)[0]
    over = np.float32(
        [[(columns - 1) / max(wide - 1, 1), 0, 0], [0, (rows - 1) / max(high - 1, 1), 0]]
    )  # from pixels of the page to places of the mesh
    return cv2.remap(
        grey,
        *(
            cv2.warpAffine(
                seen[:, axis].reshape(rows, columns).astype(np.float32),
                over,
                size,
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_REPLICATE,
            )
            for axis in (0, 1)
        ),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )


def smoothed(
    places: np.ndarray, moved: np.ndarray, wanted: np.ndarray, within: Sequence[float] = FINE
) -> np.ndarray:
    """How far each wanted place has moved: a smooth sheet of paper through what is known, wild places left out."""
    weight = 1 / (1 + (np.linalg.norm(moved - np.median(moved, axis=0), axis=1) / (8 * within[0])) ** 2)
    design, target = powers(places), powers(wanted)
    for reach in within:
        root_weight = np.sqrt(weight)[:, None]
        sheet, *_rest = np.linalg.lstsq(design * root_weight, moved * root_weight, rcond=None)
        off = np.linalg.norm(moved - design @ sheet, axis=1)
        weight = 1 / (1 + (off / reach) ** 2)
    rest = moved - design @ sheet
    keep = off < max(1.0, 2 * within[-1])
    nearness = (
        np.exp(-((wanted[:, None] - places[keep][None]) ** 2).sum(axis=2) / (2 * SPREAD**2)) * weight[keep]
    )
    local = nearness @ rest[keep] / (nearness.sum(axis=1, keepdims=True) + 0.7)
    return target @ sheet + local


def powers(places: np.ndarray) -> np.ndarray:
    """Polynomials of the third degree, in units of the page."""
    x, y = (places[:, 0] - 105) / 105, (places[:, 1] - 148) / 148
    return np.stack([np.ones_like(x), x, y, x * y, x * x, y * y, x * x * y, y * y * x, x**3, y**3], axis=1)


def steadiness(places: np.ndarray, held: np.ndarray) -> float:
    """The table cut into nine: in its worst part, how many of the lines are where they are looked for.

    A part of a short list has ten crossings, so by the rule of succession one line of ten is not yet one of ten.
    """
    low, high = places.min(axis=0), places.max(axis=0) + 1e-6
    part = ((places - low) / (high - low) * PARTS).astype(int)
    number = part[:, 0] * PARTS[1] + part[:, 1]
    parts = [held[number == one] for one in np.unique(number)]
    shares = [(int(part.sum()) + 1) / (len(part) + 2) for part in parts if len(part) > 5]
    return min(shares, default=0.0)
