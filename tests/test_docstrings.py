"""What a docstring shows is so: every example in the code is run."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parent.parent
SHOWING = sorted(
    path.relative_to(HOUSE).with_suffix("").as_posix().replace("/", ".")
    for root in ("rommé_club", "scoring", "tournaments")
    for path in (HOUSE / root).rglob("*.py")
    if "\n>>> " in (text := path.read_text(encoding="utf-8")) or "    >>> " in text
)


def test_there_are_examples():
    assert len(SHOWING) > 30


@pytest.mark.parametrize("name", SHOWING)
def test_the_examples_of_a_module_are_true(name):
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted
    assert not found.failed
