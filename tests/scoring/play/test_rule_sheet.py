"""Turns at the table, row by row of the rule sheet (tests/cases/play_*.txt)."""

from __future__ import annotations

import pytest

from tests.scoring.play.places import CASES, position, rows, turn_of, verdict_of

FILES = sorted(path.name for path in CASES.glob("play_*.txt"))


@pytest.mark.parametrize("row", [row for name in FILES for row in rows(name)])
def test_a_row_of_the_rule_sheet(row):
    found, paragraph = verdict_of(row)
    assert found == row.verdict, f"{row.turn} in {position(row).player.hand}: {turn_of(row)}"
    assert paragraph == row.paragraph


def test_the_rows_are_read():
    assert len(FILES) >= 2
    assert all(len(list(rows(name))) > 50 for name in FILES)
