"""Answers that were given once and must be given again: files in tests/cases/, read and written.

Where a case has a name, the file has a line `## name` and the lines that tell its answer; what it asks stands in the module
whose tests compare. Where a question is a line itself, the file has it and beneath it its answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

CASES = Path(__file__).resolve().parent / "cases"


def kept_answers(file: Path) -> dict[str, list[str]]:
    """The cases as they stand in the file."""
    found: dict[str, list[str]] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            found[line.removeprefix("## ")] = []
        elif found and line:
            found[list(found)[-1]].append(line)
    return found


def keep_answers(file: Path, head: str, told: Mapping[str, Iterable[str]]) -> None:
    """Write the file anew: after one line that says who wrote it, every case with what it is answered now."""
    cases = [line for name, lines in told.items() for line in ("", f"## {name}", *lines)]
    file.write_text("\n".join([head, *cases]) + "\n", encoding="utf-8")


def kept_pairs(file: Path) -> list[tuple[str, str]]:
    """Each question of the file with the answer that was given; none while there is no file."""
    if not file.exists():
        return []
    lines = [line for line in file.read_text(encoding="utf-8").splitlines()[1:] if line]
    return list(zip(lines[::2], lines[1::2], strict=True))


def keep_pairs(file: Path, head: str, questions: Iterable[str], answered: Callable[[str], str]) -> None:
    """Write the file anew: after one line that says who wrote it, every question and what is answered now."""
    lines = [line for question in questions for line in ("", question, answered(question))]
    file.write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")
