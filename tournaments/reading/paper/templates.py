"""A blank list as the reader compares pictures with it: drawn as it was printed, or its lines alone."""

from __future__ import annotations

import cv2
import numpy as np

from scoring.rules import RuleSet
from tournaments.reading.core.cells import DOTS
from tournaments.reading.core.form import Form
from tournaments.reading.core.page import Template
from tournaments.reading.core.pictures import drawn_pages
from tournaments.reading.core.reader import templates_of
from tournaments.reading.paper.forms import blank_list

NEAR = 2.5  # millimetres that cells may have moved between two versions of the layout


def templates_for(form: Form, rules: RuleSet) -> tuple[Template, ...]:
    """From what draws such a list today, if its cells are about where the form says; else from the boxes alone.

    A list that was printed before its layout changed a little is looked for where it would be printed now: the reader finds
    its lines by itself, and print tells much more than lines about where a page is.
    """
    ours, pdf = blank_list(
        rules, seats=form.seats, games=form.games
    )  # of any size, also where these rules play no such table
    if same_places(ours, form):
        return templates_of(ours, drawn_pages(pdf, DOTS))
    return templates_of(form, [frame_lines(form, number) for number in range(1, form.sheets + 1)])


def same_places(ours: Form, form: Form) -> bool:
    places = {(one.column, one.game, one.seat, one.sheet): one.box for one in ours.cells}
    return len(places) == len(form.cells) and all(
        (place := places.get((one.column, one.game, one.seat, one.sheet))) is not None
        and max(abs(a - b) for a, b in zip(place, one.box, strict=True)) < NEAR
        for one in form.cells
    )


def frame_lines(form: Form, sheet: int) -> np.ndarray:
    """Only the frames of the cells: what somebody else's description of a form tells."""
    picture = np.full((round(form.page[1] * DOTS), round(form.page[0] * DOTS)), 255, np.uint8)
    for cell in form.on_sheet(sheet):
        left, top, width, height = (round(one * DOTS) for one in cell.box)
        cv2.rectangle(picture, (left, top), (left + width, top + height), 40, 2)
    return picture
