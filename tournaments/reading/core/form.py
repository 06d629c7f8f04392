"""Where every cell of a printed list is and what it means, in millimetres from the upper left corner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Box = tuple[float, float, float, float]  # left, top, width, height

TOURNAMENT = ("opened", "augen", "augen_sum", "points", "points_sum")
BASIC = ("augen", "points", "points_sum")


class NoForm(Exception):
    """A document that describes no form; its argument says what is missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormCell:
    """One place to write in. The finish belongs to no seat (0), the foot to no game (0)."""

    column: str
    game: int
    seat: int
    sheet: int  # which page of the list, from 1
    box: Box


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A whole list to be filled in: as many pages as it has."""

    seats: int
    games: int
    page: tuple[float, float]
    qr: Box | None
    cells: tuple[FormCell, ...]
    drawn: Mapping[str, Any]  # what draws it again: seats, games, rules

    @property
    def sheets(self) -> int:
        return max((cell.sheet for cell in self.cells), default=1)

    def on_sheet(self, number: int) -> tuple[FormCell, ...]:
        return tuple(cell for cell in self.cells if cell.sheet == number)


def document(form: Form) -> dict[str, Any]:
    """The form as other programs read it."""
    return {
        "page": list(form.page),
        "qr": [rounded(one) for one in form.qr] if form.qr else None,
        "form": dict(form.drawn),
        "sheets": form.sheets,
        "cells": [
            {
                "seat": cell.seat or None,
                "game": cell.game or None,
                "column": cell.column,
                "sheet": cell.sheet,
                "box": [rounded(one) for one in cell.box],
            }
            for cell in form.cells
        ],
    }


def rounded(number: float) -> float:
    return round(number, 3)


def from_document(said: Any) -> Form:
    """The form that a document describes; only cells that a reader knows are taken."""
    try:
        cells = tuple(cell_of(one) for one in said["cells"])
        width, height = said.get("page", (210, 297))
        qr = said.get("qr")
        form = Form(
            seats=max(cell.seat for cell in cells),
            games=max(cell.game for cell in cells),
            page=(float(width), float(height)),
            qr=box_of(qr) if qr else None,
            cells=cells,
            drawn=dict(said.get("form") or {}),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise NoForm(str(error)) from error
    if not (2 <= form.seats <= 6 and 1 <= form.games <= 96 and len(cells) <= 5000):
        raise NoForm(f"{form.seats} seats, {form.games} games")
    return form


def cell_of(said: Mapping[str, Any]) -> FormCell:
    return FormCell(
        column=str(said["column"]),
        game=int(said.get("game") or 0),
        seat=int(said.get("seat") or 0),
        sheet=int(said.get("sheet") or 1),
        box=box_of(said["box"]),
    )


def box_of(said: Any) -> Box:
    left, top, width, height = (float(one) for one in said)
    if not (0 <= left < 2000 and 0 <= top < 2000 and 0 < width < 2000 and 0 < height < 2000):
        raise ValueError("box")
    return left, top, width, height
