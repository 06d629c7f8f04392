"""Schemathesis finds nothing: all of its checks, with the seed and the command of `tests.api.fuzz`."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parents[2]


def found_by(*words: str) -> tuple[int, int, str]:
    """How many cases were sent, how many failed, and what was said; on a database of its own."""
    environment = {
        name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "BENCHMARK_DATA")
    }
    command = [sys.executable, "-W", "ignore", "-m", "tests.api.fuzz", *words]
    done = subprocess.run(
        command, cwd=HOUSE, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    told = re.search(r"seed \d+: (\d+) cases, (\d+) failures", done.stdout)
    assert told is not None, done.stdout + done.stderr
    return int(told[1]), int(told[2]), done.stdout


@pytest.mark.slow
def test_nothing_is_found():
    cases, failures, said = found_by("--cases", "3", "--brief")
    assert failures == 0, said
    assert cases > 2_000


@pytest.mark.full
def test_nothing_is_found_by_many_more():
    cases, failures, said = found_by("--cases", "100")
    assert failures == 0, said
    assert cases > 10_000
