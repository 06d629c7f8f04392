"""The modules of the house: `python -m tests.rooms` prints each with the first line of its docstring."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

HOUSE = Path(__file__).resolve().parent.parent
WINGS = ("rommé_club", "tournaments", "scoring", "benchmarks")


def modules() -> list[Path]:
    """Return every Python file of the house but migrations, in the order of the folders."""
    return sorted(
        (
            path.relative_to(HOUSE)
            for wing in WINGS
            for path in (HOUSE / wing).rglob("*.py")
            if "migrations" not in path.parts
        ),
        key=lambda path: (
            WINGS.index(path.parts[0]),
            path.parent.as_posix(),
            path.stem != "__init__",
            path.name,
        ),
    )


def purpose(module: Path) -> str:
    """Return the first line of the docstring; empty when there is none."""
    docstring = ast.get_docstring(ast.parse((HOUSE / module).read_text(encoding="utf-8"))) or ""
    return docstring.partition("\n")[0]


if __name__ == "__main__":
    for one in modules():
        sys.stdout.write(f"{one.as_posix()}: {purpose(one)}\n")
