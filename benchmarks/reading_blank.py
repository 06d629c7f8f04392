"""Blank lists as pictures, for made-up pens."""

from __future__ import annotations

import numpy as np
import pypdfium2

from benchmarks import database  # noqa: F401 - before any model
from benchmarks.reading_paper import DOTS
from scoring.rules.loader import built_in
from tournaments.reading.core.form import Form
from tournaments.reading.paper.forms import blank_list


def blank_pages(rules: str, seats: int, games: int) -> tuple[Form, bytes, list[np.ndarray]]:
    """The form, its PDF, and its pages in colours with `DOTS` pixels to a millimetre."""
    form, pdf = blank_list(built_in(rules), seats=seats, games=games)
    document = pypdfium2.PdfDocument(pdf)
    pages = [
        np.ascontiguousarray(page.render(scale=DOTS * 25.4 / 72).to_numpy()[:, :, :3]) for page in document
    ]
    document.close()
    return form, pdf, pages
