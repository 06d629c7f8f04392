"""The workbook: time for 10,000 styled rows against bare openpyxl in its write-only mode, and 10,000 players × 6 series."""

from __future__ import annotations

import io
import json
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryFile

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.utils import get_column_letter

from benchmarks import database  # before any model
from benchmarks.harness import Figure, note, side_by_side
from benchmarks.large_field import large_field
from scoring.services import publish_built_in
from tournaments.files.formats.workbook import Reader, contents_of, write_workbook
from tournaments.models import Tournament
from tournaments.rankings.selectors.publications import standings_shown
from tournaments.spreadsheets.writing.page import MOMENT, SHARE, TEXT, Column, Page, Row
from tournaments.spreadsheets.writing.xlsx import BELOW, BODY, STRONG, alignment_of, write_book

HOUR = datetime(2026, 11, 14, 13, 0, tzinfo=UTC).replace(tzinfo=None)
COLUMNS = tuple(
    column
    for number in range(5)
    for column in (
        Column(heading=f"Name {number}", width=22, format=TEXT, strong=True),
        Column(heading=f"Punkte {number}", width=9),
        Column(
            heading=f"Schnitt {number}",
            width=9,
            format=SHARE,
            formula=f"{get_column_letter(number * 4 + 2)}{{row}}/7",
        ),
        Column(heading=f"Stunde {number}", width=17, format=MOMENT),
    )
)


def rows(count: int) -> Iterator[Row]:
    for number in range(count):
        yield (f"Kreuzbube {number}", number, number / 7, HOUR) * 5


def as_bare(count: int) -> Iterator[list[object]]:
    """The same cells for openpyxl, which takes the formula and leaves the value."""
    for at, row in enumerate(rows(count), 2):
        yield [
            f"={column.formula.format(row=at)}" if column.formula else value
            for column, value in zip(COLUMNS, row, strict=True)
        ]


def ours(count: int) -> bytes:
    target = io.BytesIO()
    write_book(target, [Page(name="Liste", columns=COLUMNS, rows=rows(count))], title="Liste", now=HOUR)
    return target.getvalue()


def styled(count: int) -> bytes:
    """As openpyxl's own documentation does it: every cell is given its looks."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Liste")
    places = [alignment_of(column) for column in COLUMNS]
    for row in as_bare(count):
        line = []
        for column, place, value in zip(COLUMNS, places, row, strict=True):
            cell = WriteOnlyCell(sheet, value)
            cell.font, cell.border, cell.alignment = STRONG if column.strong else BODY, BELOW, place
            cell.number_format = column.format
            line.append(cell)
        sheet.append(line)
    return saved(book)


def saved(book: Workbook) -> bytes:
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def figures(*, quick: bool) -> Iterator[Figure]:
    count = 300 if quick else 10_000
    works = {"styled": lambda: styled(count), "ours": lambda: ours(count)}
    taken = side_by_side(works, rounds=3)
    yield Figure(name=f"bare openpyxl, {count} styled rows of 20", value=taken["styled"], unit="s")
    yield Figure(
        name=f"workbook, {count} rows of 20, formulas with values",
        value=taken["ours"],
        unit="s",
        ratio=taken["ours"] / taken["styled"],
        compared_with="the time of bare openpyxl, write-only, same cells, every cell styled; less is better",
    )
    for players, series in [(40, 1), (80, 2)] if quick else [(1_000, 6), (10_000, 6)]:
        yield from whole_tournament(players, series)


def whole_tournament(players: int, series: int) -> Iterator[Figure]:
    """The memory of a process that writes the workbook and has done nothing else."""
    database.empty_tables()
    publish_built_in(now=HOUR.replace(tzinfo=UTC))
    made = large_field(players, series)
    child = subprocess.run(
        [sys.executable, "-X", "utf8", "-m", "benchmarks.workbook", made.slug],
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    for progress in child.stderr.splitlines():
        note(progress)
    told = json.loads(child.stdout)
    name = f"{players} × {series}"
    yield Figure(name=f"workbook {name}, {told['rows']} rows", value=told["seconds"], unit="s")
    yield Figure(name=f"workbook {name}, size", value=told["bytes"] / 1e6, unit="MB")
    yield Figure(name=f"workbook {name}, memory while it begins", value=told["before"], unit="MB")
    yield Figure(name=f"workbook {name}, memory with the standings", value=told["standings"], unit="MB")
    yield Figure(name=f"workbook {name}, most memory", value=told["most"], unit="MB")


def most_memory() -> float:
    """The most that this process ever held, in MB; not what its parent held when it was begun."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text().split("VmHWM:")[1].split()[0]) / 1e3
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def child(slug: str) -> dict[str, float]:
    """Write one workbook in this process, and say how much memory that took at most."""
    made = Tournament.objects.select_related("rule_set").get(slug=slug)
    before, begun = most_memory(), time.perf_counter()
    contents = contents_of(
        standings_shown(made, draft=True), reader=Reader.DIRECTOR, now=HOUR.replace(tzinfo=UTC)
    )
    standings = most_memory()
    with TemporaryFile() as target:
        write_workbook(target, contents, now=HOUR.replace(tzinfo=UTC))
        size = target.tell()
    return {
        "rows": contents.rows,
        "seconds": time.perf_counter() - begun,
        "bytes": size,
        "before": before,
        "standings": standings,
        "most": most_memory(),
    }


if __name__ == "__main__":
    print(json.dumps(child(sys.argv[1])))
