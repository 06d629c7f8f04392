"""Reads the case files: rows of cells between bars, one row a rule."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from scoring.engine.law import AceInRun
from tests.laws import BASIC, CLUB_2018, FEDERATION

FOLDER = Path(__file__).parents[2] / "cases"
LAWS = {"basic": BASIC, "club": CLUB_2018, "fed": FEDERATION}
TURNED = {
    **LAWS,
    "club_both": replace(CLUB_2018, ace_in_run=AceInRun.BOTH),
    "fed_both": replace(FEDERATION, ace_in_run=AceInRun.BOTH),
}


def rows(name: str) -> Iterator[tuple[int, str, list[str]]]:
    """The line, the family and the other cells of every row, a family at a time."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), start=1):
        if line and not line.startswith("#"):
            families, *cells = (cell.strip() for cell in line.split("|"))
            for family in families.split("+"):
                yield number, family, cells
