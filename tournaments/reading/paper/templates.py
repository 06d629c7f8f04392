"""A blank list as the reader compares pictures with it: drawn as it was printed, or its lines alone."""

from __future__ import annotations

import cv2
import numpy as np

from scoring.rules import RuleSet
from tournaments.reading.core.cells import DOTS
from tournaments.reading.core.form import Form
from tournaments.reading.core.page import Template
from tournaments.reading.core.pictures import drawn
from tournaments.reading.core.reader import templates_of
from tournaments.reading.paper.forms import blank_list


def templates_for(form: Form, rules: RuleSet) -> tuple[Template, ...]:
    """From what draws the form again, when that gives the very same boxes; else from the boxes."""
    seats, games = form.drawn.get("seats"), form.drawn.get("games")
    if seats == form.seats and games == form.games and seats in rules.table.sizes:
        ours, pdf = blank_list(rules, seats=seats, games=games)
        if same_places(ours, form):
            return templates_of(form, drawn(pdf, DOTS))
    return templates_of(form, [lines_of(form, number) for number in range(1, form.sheets + 1)])


def same_places(ours: Form, form: Form) -> bool:
    places = {(one.column, one.game, one.seat): one.box for one in ours.cells}
    return len(places) == len(form.cells) and all(
        max(
            abs(a - b)
            for a, b in zip(
                places.get((one.column, one.game, one.seat), (-9.0, 0.0, 0.0, 0.0)), one.box, strict=True
            )
        )
        < 0.05
        for one in form.cells
    )


def lines_of(form: Form, sheet: int) -> np.ndarray:
    """Only the frames of the cells: what somebody else's description of a form tells."""
    picture = np.full((round(form.page[1] * DOTS), round(form.page[0] * DOTS)), 255, np.uint8)
    for cell in form.on_sheet(sheet):
        left, top, width, height = (round(one * DOTS) for one in cell.box)
        cv2.rectangle(picture, (left, top), (left + width, top + height), 40, 2)
    return picture
