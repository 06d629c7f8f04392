"""`python -m benchmarks`: lists, tells people and programs the same figures, and refuses what it does not know."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from benchmarks import harness
from benchmarks.harness import Figure
from tests.rooms import HOUSE

TWO = [
    Figure(name="hands", value=12_345.678, unit="hands/s", ratio=40.5, compared_with="a peer"),
    Figure(name="worst hand", value=0.01234, unit="ms"),
]


def called(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-X", "utf8", "-m", "benchmarks", *words],
        cwd=HOUSE,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_the_list_names_every_benchmark_with_its_line():
    run = called()
    assert run.returncode == 0, run.stderr
    assert [line.split()[0] for line in run.stdout.splitlines()] == list(harness.available())
    assert all(harness.available().values()), "a benchmark without a docstring"


def test_an_unknown_benchmark_is_answered_with_those_there_are():
    run = called("gibt_es_nicht")
    assert run.returncode == 1
    assert "standings" in run.stderr
    assert "Traceback" not in run.stderr


def test_programs_read_value_unit_ratio_and_what_it_was_compared_with():
    assert json.loads(harness.as_json(TWO)) == {
        "hands": {"value": 12345.678, "unit": "hands/s", "ratio": 40.5, "compared_with": "a peer"},
        "worst hand": {"value": 0.01234, "unit": "ms", "ratio": None, "compared_with": None},
    }


def test_people_read_a_table():
    assert harness.as_table(TWO).splitlines() == [
        "hands        12,346 hands/s  40.5 ×  a peer",
        "worst hand  0.01234 ms",
    ]


def test_every_round_begins_with_another_one():
    order: list[str] = []

    def measure(work: harness.Work) -> float:
        work()
        return float(len(order))

    works = {name: lambda name=name: order.append(name) for name in "abc"}
    assert harness.side_by_side(works, rounds=3, measure=measure) == {"a": 6.0, "b": 4.0, "c": 5.0}
    assert "".join(order) == "abcbcacab"


@pytest.mark.parametrize(
    ("number", "short"), [(0.5, "0.5"), (3.0, "3"), (1234.5, "1,234"), (0.000123456, "0.0001235")]
)
def test_numbers_are_told_in_four_signs(number, short):
    assert harness.in_short(number) == short
