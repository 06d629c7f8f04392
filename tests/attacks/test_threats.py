"""docs/threats.md: every line of its tables names tests, and every test that it names exists."""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest

from tests.rooms import HOUSE

PAGE = HOUSE / "docs" / "threats.md"
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
RULER = re.compile(r"\|(-+\|)+")


def lines() -> list[str]:
    """The rows of all tables, without their heads."""
    found: list[str] = []
    previous, head = "", False
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if RULER.fullmatch(line):
            head = True
            found = [one for one in found if one is not previous]
        elif line.startswith("|"):
            found.append(line)
        previous = line
    assert head
    return found


@cache
def names_in(path: str) -> frozenset[str]:
    tree = ast.parse((HOUSE / path).read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def missing(line: str) -> list[str]:
    named = NAMED.findall(line)
    if not named:
        return ["names no test"]
    return [
        f"{path}::{name}"
        for path, name in named
        if not (HOUSE / path).is_file() or not name.startswith("test_") or name not in names_in(path)
    ]


@pytest.mark.parametrize("line", lines(), ids=lambda line: line.split("|")[1].strip()[:50])
def test_every_promise_names_a_test_that_exists(line):
    assert missing(line) == []


def test_a_promise_without_a_test_is_noticed():
    assert missing("| a | b | c | by hand |") == ["names no test"]
    assert missing("| `tests/attacks/test_threats.py::test_nowhere` |")
    assert missing("| `tests/nowhere.py::test_a` |")
    assert len(lines()) > 10


def test_every_attack_is_in_the_page():
    """A story in this folder that no promise names would be forgotten when somebody asks what holds."""
    page = PAGE.read_text(encoding="utf-8")
    files = sorted(path.name for path in (HOUSE / "tests/attacks").glob("test_*.py"))
    assert [
        name for name in files if name != "test_threats.py" and f"tests/attacks/{name}::" not in page
    ] == []
