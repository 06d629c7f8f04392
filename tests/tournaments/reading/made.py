"""Made-up evenings on paper for tests: what cells say without a picture, and whole photos."""

from __future__ import annotations

import pytest

pytest.importorskip("cv2", reason="the extra `reading` is not installed: python start.py reading")

import cv2
import numpy as np

from benchmarks.reading_games import Filled, filled
from benchmarks.reading_hands import Hand
from benchmarks.reading_paper import DOTS, photographed, scanned, write
from scoring.rules.loader import built_in
from tournaments.reading.core.chances import Reading
from tournaments.reading.core.form import Form
from tournaments.reading.core.pictures import drawn_pages
from tournaments.reading.core.reader import ReadPage
from tournaments.reading.paper.forms import blank_list

KNOWN: dict[tuple[str, int, int], Form] = {}


def form_of(rules: str, seats: int, games: int) -> Form:
    """The form of a blank list, drawn once."""
    key = rules, seats, games
    if key not in KNOWN:
        KNOWN[key] = blank_list(built_in(rules), seats=seats, games=games)[0]
    return KNOWN[key]


def list_of(
    rules: str,
    seats: int,
    games: int,
    *,
    seed: int,
    slips: float = 0.0,
    sums: bool = True,
    struck: bool = False,
) -> tuple[Form, Filled]:
    form = form_of(rules, seats, games)
    rng = np.random.default_rng(seed)
    return form, filled(built_in(rules), form, rng, slips=slips, sums=sums, struck=struck)


def pages(form: Form, made: Filled, *, seed: int = 1, noise: float = 0.0) -> list[ReadPage]:
    """As if the net had seen every cell, some of them wrongly."""
    rng = np.random.default_rng(seed)
    return [
        ReadPage(
            code="",
            refused=None,
            sheet=number,
            cells={
                cell: seen(made.texts[cell].text if cell in made.texts else "", rng, noise)
                if cell.game not in made.struck
                else Reading({"=": 1.0})
                for cell in form.on_sheet(number)
                if cell.column != "signature"
            },
        )
        for number in range(1, form.sheets + 1)
    ]


def seen(text: str, rng: np.random.Generator, noise: float) -> Reading:
    """A digit looks like another one now and then, more or less surely."""
    if not text.isdigit() or rng.random() >= noise:
        return Reading({text: 1.0})
    place, sure = int(rng.integers(len(text))), float(rng.uniform(0.05, 0.97))
    other = text[:place] + str(rng.integers(10)) + text[place + 1 :]
    return Reading({text: 1.0}) if other == text else Reading({text: 1 - sure, other: sure})


def picture_of(pdf: bytes, form: Form, made: Filled, *, seed: int, scan: bool = True, page: int = 1) -> bytes:
    """The list as a hand of our own strokes fills it in, photographed or scanned: a JPEG."""
    rng = np.random.default_rng(seed)
    paper = cv2.cvtColor(drawn_pages(pdf, DOTS)[page - 1], cv2.COLOR_GRAY2BGR)
    own = [cell for cell in made.texts if cell.sheet == page]
    write(paper, {cell: cell.box for cell in own}, {cell: made.texts[cell] for cell in own}, Hand(rng=rng))
    photo = scanned(paper, rng, turned=False) if scan else photographed(paper, rng, turned=False)
    _done, data = cv2.imencode(".jpg", photo.picture, [cv2.IMWRITE_JPEG_QUALITY, 88])
    return bytes(data)
