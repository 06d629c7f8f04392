"""Made-up sheets for the benchmark of reading, and pictures that must be refused: cut, blank, foreign, two at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from benchmarks.reading_blank import blank_pages
from benchmarks.reading_games import Filled, filled
from benchmarks.reading_hands import Hand
from benchmarks.reading_paper import Photo, photographed, rows_of, write
from scoring.rules import RuleSet
from scoring.rules.loader import built_in
from tournaments.reading.core import cells
from tournaments.reading.core.form import Form
from tournaments.reading.core.page import Template
from tournaments.reading.core.pictures import drawn_pages, pictures
from tournaments.reading.core.reader import templates_of

Hands = Callable[[np.random.Generator], Hand]
Camera = Callable[[np.ndarray, np.random.Generator], Photo]


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """A form with its blank pages, for the pen and for the reader."""

    rules: RuleSet
    form: Form
    papers: tuple[np.ndarray, ...]
    templates: tuple[Template, ...]


def press(rules: str, seats: int, games: int) -> Press:
    form, pdf, papers = blank_pages(rules, seats, games)
    return Press(
        rules=built_in(rules),
        form=form,
        papers=tuple(papers),
        templates=templates_of(form, drawn_pages(pdf, cells.DOTS)),
    )


def sheet(
    made: Press, hand: Hand, camera: Camera, list_: Filled, rng: np.random.Generator, number: int = 1
) -> Photo:
    paper = made.papers[number - 1].copy()
    own = [cell for cell in list_.texts if cell.sheet == number]
    rows = rows_of(made.form, number)
    struck = [rows[row] for row in list_.struck if row in rows]
    write(paper, {cell: cell.box for cell in own}, {cell: list_.texts[cell] for cell in own}, hand, struck)
    return camera(paper, rng)


def grey_of(photo: Photo) -> np.ndarray:
    """Through the door that a file takes, JPEG and all."""
    _done, data = cv2.imencode(".jpg", photo.picture, [cv2.IMWRITE_JPEG_QUALITY, 88])
    return next(pictures(data.tobytes()))


def wrong_pictures(made: Press, writers: Hands, rng: np.random.Generator) -> Iterator[tuple[str, np.ndarray]]:
    """Pictures that are no list, not a whole one, or more than one."""
    list_ = filled(made.rules, made.form, rng)
    photo = sheet(made, writers(rng), lambda paper, rng: photographed(paper, rng, turned=False), list_, rng)
    grey = grey_of(photo)
    high, wide = grey.shape
    corners = (photo.matrix @ np.array([[9, 201, 201, 9], [9, 9, 288, 288], [1, 1, 1, 1]], float)).T
    corners = corners[:, :2] / corners[:, 2:]
    left, low = int(corners[0, 0] + 0.09 * wide), int(corners[2, 1] - 0.2 * high)
    yield "cut", np.ascontiguousarray(grey[:, left:])
    yield "cut", np.ascontiguousarray(grey[:low])
    small = cv2.resize(grey, (wide * 2 // 3, high * 2 // 3), interpolation=cv2.INTER_AREA)
    yield (
        "two",
        np.hstack(
            [
                small,
                cv2.resize(
                    grey_of(
                        sheet(made, writers(rng), lambda p, r: photographed(p, r, turned=False), list_, rng)
                    ),
                    (small.shape[1], small.shape[0]),
                    interpolation=cv2.INTER_AREA,
                ),
            ]
        ),
    )
    yield "blank", grey_of(photographed(made.papers[0].copy(), rng))
    other = np.full((2000, 1500), 200, np.uint8)
    for row in range(40):
        cv2.putText(
            other,
            "".join(chr(int(rng.integers(97, 123))) for _unused in range(40)),
            (80, 80 + row * 46),
            cv2.FONT_HERSHEY_SIMPLEX,
            1.0,
            30,
            2,
        )
    yield "foreign", other
    yield "foreign", rng.integers(0, 255, (1800, 1400)).astype(np.uint8)
    table = np.full((2000, 1500), 235, np.uint8)
    for line in range(0, 1500, 90):
        cv2.line(table, (line, 0), (line, 2000), 40, 2)
        cv2.line(table, (0, line), (1500, line), 40, 2)
    yield "foreign", table
