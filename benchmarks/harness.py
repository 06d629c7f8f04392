"""Measures and tells: figures with their unit, medians of work done in turns, a table or one JSON object."""

from __future__ import annotations

import ast
import gc
import importlib
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
Work = Callable[[], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One measured number; `ratio` says how many times better than `compared_with` it is (below 1: worse)."""

    name: str
    value: float
    unit: str
    ratio: float | None = None
    compared_with: str = ""


def note(text: str) -> None:
    """A word for people, beside the figures: what was left out and why."""
    print(text, file=sys.stderr)


def seconds(work: Work, *, clock: Callable[[], float] = time.perf_counter) -> float:
    """How long the work takes once, without the garbage collector's moods."""
    gc.collect()
    gc.disable()
    try:
        begun = clock()
        work()
        return clock() - begun
    finally:
        gc.enable()


def cpu_seconds(work: Work) -> float:
    """How long the work keeps one core busy: what other programs do does not count."""
    return seconds(work, clock=time.process_time)


def side_by_side(
    works: Mapping[str, Work], *, rounds: int = 5, measure: Callable[[Work], float] = cpu_seconds
) -> dict[str, float]:
    """The median seconds of each work: all in every round, another one first each time."""
    names = list(works)
    taken: dict[str, list[float]] = {name: [] for name in names}
    for turn in range(rounds):
        first = turn % len(names)
        for name in names[first:] + names[:first]:
            taken[name].append(measure(works[name]))
    return {name: statistics.median(times) for name, times in taken.items()}


# Finding and showing ------------------------------------------------------------------------------------------


def available() -> dict[str, str]:
    """Each benchmark's name and first line, without importing any (a peer may be missing)."""
    found = {}
    for path in sorted(FOLDER.glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if any(isinstance(node, ast.FunctionDef) and node.name == "figures" for node in tree.body):
            found[path.stem] = (ast.get_docstring(tree) or "").partition("\n")[0]
    return found


def run(name: str, *, quick: bool) -> list[Figure]:
    """Import the benchmark and take its figures."""
    module = importlib.import_module(f"benchmarks.{name}")
    figures: Callable[..., Iterable[Figure]] = module.figures
    return list(figures(quick=quick))


def as_json(figures: Iterable[Figure]) -> str:
    """One object: figure → value, unit, ratio and what it was compared with."""
    told = {
        figure.name: {
            "value": figure.value,
            "unit": figure.unit,
            "ratio": figure.ratio,
            "compared_with": figure.compared_with or None,
        }
        for figure in figures
    }
    return json.dumps(told, ensure_ascii=False, indent=1)


def as_table(figures: Iterable[Figure]) -> str:
    """A line per figure, numbers under numbers."""
    rows = [
        (
            figure.name,
            in_short(figure.value),
            figure.unit,
            "" if figure.ratio is None else f"{in_short(figure.ratio)} ×",
            figure.compared_with,
        )
        for figure in figures
    ]
    if not rows:
        return "(no figures)"
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    return "\n".join(
        f"{name:<{widths[0]}}  {value:>{widths[1]}} {unit:<{widths[2]}}  {ratio:>{widths[3]}}  {peer}".rstrip()
        for name, value, unit, ratio, peer in rows
    )


def in_short(number: float) -> str:
    """Four signs that matter, thousands apart."""
    if number == int(number) or abs(number) >= 1_000:
        return f"{number:,.0f}"
    return f"{number:.4g}"
