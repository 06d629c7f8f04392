"""Statements that no test reaches, each with its reason: `python -m tests.uncovered` compares a run with the table.

    python3 start.py test --cov --cov-report=
    python3 start.py test -m slow --cov --cov-append --cov-report=
    python -m tests.uncovered                 what no row explains, and rows that explain nothing
    python -m tests.uncovered --figures       how many statements each reason stands for

The table is tests/uncovered.toml. A row names a file, a function and the first line of a statement as it stands in the file,
so that it survives lines that move and dies with the statement it means. `*` stands for a function of which no statement at all
is reached. That a row means something that is there is asked in the suite; whether a test reaches it by now, only here.
A reason with `sometimes = true` stands for statements that one run reaches and the next does not: their rows are never idle.
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import coverage

HOUSE = Path(__file__).resolve().parent.parent
TABLE = HOUSE / "tests" / "uncovered.toml"
WHOLE, OUTSIDE = "*", "(module)"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A statement by where it stands: file, function, first line; the whole function where the line is `*`."""

    path: str
    function: str
    line: str

    def __str__(self) -> str:
        return f"{self.path}: {self.function}: {self.line}"

    @property
    def around(self) -> Place:
        return Place(self.path, self.function, WHOLE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What to do: places without a reason, rows without a place, rows that say "whole" of what is reached in part."""

    unexplained: list[Place]
    idle: list[Place]
    partly: list[Place]

    def __bool__(self) -> bool:
        return not (self.unexplained or self.idle or self.partly)


# The table -------------------------------------------------------------------------------------------------------


def place(row: str) -> Place:
    path, function, line = row.split(": ", 2)
    return Place(path, function, line)


def reasons(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["reason"]
    return found


def reached_sometimes(path: Path = TABLE) -> set[Place]:
    """Rows of what hangs on the moment: a process that is killed, two at once, a search by the clock."""
    return {place(row) for reason in reasons(path) if reason.get("sometimes") for row in reason["lines"]}


def table(path: Path = TABLE) -> dict[Place, str]:
    """Each row with its reason; the same row twice is a mistake."""
    rows: dict[Place, str] = {}
    for reason in reasons(path):
        for row in map(place, reason["lines"]):
            if row in rows:
                raise ValueError(f"{row} stands twice")
            rows[row] = reason["why"]
    return rows


# What stands in the files -------------------------------------------------------------------------------------------


def functions(tree: ast.Module) -> dict[int, str]:
    """The function (with its class) that each line of a module belongs to; the innermost wins."""
    owner: dict[int, str] = {}

    def walk(node: ast.AST, names: tuple[str, ...], inside: bool) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                deeper = (*names, child.name)
                function = not isinstance(child, ast.ClassDef)
                if function:
                    first, last = child.body[0].lineno, child.end_lineno or child.lineno
                    owner.update(dict.fromkeys(range(first, last + 1), ".".join(deeper)))
                walk(child, deeper, inside or function)
            else:
                walk(child, names, inside)

    walk(tree, (), False)
    return owner


def places(path: str, lines: Iterable[int], house: Path = HOUSE) -> Iterator[Place]:
    """Where these lines of a file stand."""
    text = (house / path).read_text(encoding="utf-8")
    owner, written = functions(ast.parse(text)), text.splitlines()
    for number in lines:
        yield Place(path, owner.get(number, OUTSIDE), written[number - 1].strip())


def lost(rows: Iterable[Place], house: Path = HOUSE) -> list[Place]:
    """Rows whose file, function or line is no longer there."""
    there: dict[str, set[Place]] = {}
    gone = []
    for row in rows:
        if row.path not in there:
            there[row.path] = set(_every_place(row.path, house))
        if row not in there[row.path]:
            gone.append(row)
    return gone


def _every_place(path: str, house: Path) -> Iterator[Place]:
    if not (house / path).is_file():
        return
    count = len((house / path).read_text(encoding="utf-8").splitlines())
    for here in places(path, range(1, count + 1), house):
        yield here
        yield here.around


# What a run reached -------------------------------------------------------------------------------------------------


def reached(data: Path, house: Path = HOUSE) -> tuple[list[Place], set[Place]]:
    """Statements that the run left out; and the functions of which it reached something."""
    left: list[Place] = []
    met: set[Place] = set()
    for path, lines in _measured(data, house).items():
        left.extend(places(path, lines["missing"], house))
        met.update(here.around for here in places(path, lines["executed"], house))
    return left, met


def _measured(data: Path, house: Path) -> Mapping[str, dict[str, list[int]]]:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        run = coverage.Coverage(data_file=str(data), config_file=str(house / "pyproject.toml"))
        run.load()
        run.set_option("report:skip_covered", False)
        run.json_report(outfile=str(report))
        files = json.loads(report.read_text(encoding="utf-8"))["files"]
    return {
        Path(path).as_posix(): {"missing": told["missing_lines"], "executed": told["executed_lines"]}
        for path, told in files.items()
    }


def judge(
    left: Iterable[Place],
    met: set[Place],
    rows: Iterable[Place],
    *,
    sometimes: AbstractSet[Place] = frozenset(),
) -> Verdict:
    """Compare a run with the table."""
    rows, left = set(rows), set(left)
    around = {one.around for one in left}
    always = rows - sometimes
    return Verdict(
        unexplained=sorted(one for one in left if one not in rows and one.around not in rows),
        idle=sorted(row for row in always if row not in (around if row.line == WHOLE else left)),
        partly=sorted(row for row in always if row.line == WHOLE and row in met),
    )


# For the eye ----------------------------------------------------------------------------------------------------------


def told(verdict: Verdict) -> Iterator[str]:
    for title, found in (
        ("No test reaches, and no row explains", verdict.unexplained),
        ("Reached by now, or gone: take the row out", verdict.idle),
        ("Reached in part: name its statements instead of *", verdict.partly),
    ):
        if found:
            yield f"{title}: {len(found)}"
            yield from (f"    {one}" for one in found)


def figures(left: Iterable[Place], rows: Mapping[Place, str]) -> Iterator[str]:
    """Statements by reason, the most first."""
    counted: dict[str, int] = {}
    for one in left:
        why = rows.get(one) or rows.get(one.around) or "without a reason"
        counted[why] = counted.get(why, 0) + 1
    for why, count in sorted(counted.items(), key=lambda entry: -entry[1]):
        yield f"{count:5}  {why}"
    yield f"{sum(counted.values()):5}  together"


def main(words: list[str]) -> int:
    reader = argparse.ArgumentParser(prog="python -m tests.uncovered", description=__doc__.partition("\n")[0])
    reader.add_argument("--data", type=Path, default=HOUSE / ".coverage", help="what coverage wrote")
    reader.add_argument("--figures", action="store_true", help="statements by reason")
    asked = reader.parse_args(words)
    if not asked.data.is_file():
        print(f"There is no {asked.data}: python3 start.py test --cov writes one.", file=sys.stderr)
        return 2
    left, met = reached(asked.data)
    rows = table()
    if asked.figures:
        print("\n".join(figures(left, rows)))
    verdict = judge(left, met, rows, sometimes=reached_sometimes())
    print("\n".join(told(verdict)) or "Every statement is reached or explained.")
    return 0 if verdict else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
