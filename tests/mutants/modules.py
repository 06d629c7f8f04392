"""Which modules are changed: all that run without Django, by the one list of them in pyproject.toml."""

from __future__ import annotations

import tomllib
from itertools import chain

from tests.mutants.changes import HOUSE

TESTS = (
    "tests/scoring",
    "tests/tournaments/seating/core",
    "tests/tournaments/money/test_core.py",
    "tests/tournaments/money/test_amounts.py",
    "tests/tournaments/event/test_sizes.py",
    "tests/tournaments/event/test_dealing.py",
    "tests/tournaments/accounts/test_codes.py",
    "tests/tournaments/lists/test_life.py",
    "tests/tournaments/desk/test_day.py",
    "tests/tournaments/files/test_shape_bounds.py",
    "tests/tournaments/files/test_later_words.py",
    "tests/tournaments/paper/test_charts.py",
    "tests/tournaments/paper/test_strokes.py",
    "tests/tournaments/sealing/test_signatures.py",
    "tests/tournaments/access",
    "tests/test_docstrings.py",
)
"""What holds them. Of these, tests that ask for a database are left out: what may be argued about is told without one."""

LEFT_OUT = {
    "tournaments/reading/core/": (
        "reads pictures: its thresholds are tuned on drawn and printed lists, and a threshold that is one higher is no "
        "fault; what it must reach is measured by `python -m benchmarks.reading` (docs/reading.md)"
    ),
    "tournaments/paper/core/decoded.py": (
        "says what a picture costs before Pillow opens it: held by tests with files of every kind, most of which ask for a "
        "database (tests/attacks/test_budgets.py, tests/tournaments/paper_entry/test_photos.py)"
    ),
}
"""Pure modules, or folders of them, that are not changed, and why."""


def pure() -> list[str]:
    """All modules that run without Django, as paths."""
    settings = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))
    [contract] = [
        one
        for one in settings["tool"]["importlinter"]["contracts"]
        if one.get("forbidden_modules") == ["django"]
    ]
    paths = [dotted.replace(".", "/") for dotted in contract["source_modules"]]
    files = chain.from_iterable((*HOUSE.glob(f"{one}.py"), *HOUSE.glob(f"{one}/**/*.py")) for one in paths)
    return sorted(one.relative_to(HOUSE).as_posix() for one in files)


def changed() -> list[str]:
    return [one for one in pure() if not one.startswith(tuple(LEFT_OUT))]
