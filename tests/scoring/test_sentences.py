"""docs/rules/sentences.md: each sentence of the texts names a test that exists, and each has a verdict with its why."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[2]
PAGE = HOUSE / "docs" / "rules" / "sentences.md"
ROW = re.compile(r"^\| (.+?) \| (.+?) \| `([^`]+)`(?:: `.+?`)? \| (.+?) \|$", re.MULTILINE)
OF_A_TABLE = re.compile(r"`([^`]+::test_a_row_of_the_rule_sheet)`(?:: (`.+?`))? \|")
CASE = re.compile(r"`([^`]+)`")
VERDICTS = ("right", "reading", "not modelled")
SHEETS = ("basic", "club", "fed")
# the case files of each table test, and the columns that say what is done and what comes of it
TABLES = {
    "tests/scoring/test_melds.py": (("melds.txt",), (1, 2)),
    "tests/scoring/play/test_rule_sheet.py": (("play_piles.txt", "play_table.txt"), (5, 6)),
}


def rows() -> list[tuple[str, str, str, str]]:
    return ROW.findall(PAGE.read_text(encoding="utf-8"))


def functions_in(path: str) -> dict[str, ast.FunctionDef]:
    tree = ast.parse((HOUSE / path).read_text(encoding="utf-8"))
    return {one.name: one for one in tree.body if isinstance(one, ast.FunctionDef)}


def test_every_sentence_of_the_three_sheets_has_its_row():
    text = PAGE.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("| ") and "sentence | where" not in line]
    assert len(lines) == len(rows()) >= 169, "a line that is no row, or sentences that went missing"
    parts = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    assert [len(ROW.findall(part)) >= least for part, least in zip(parts, (45, 55, 60), strict=True)] == [
        True
    ] * 3
    for paragraph in [*map(str, range(1, 16))]:
        assert re.search(rf"^\| {paragraph}[a-d]?: ", parts[1], re.MULTILINE), paragraph
    for paragraph in (
        "1.1",
        "2.2",
        "3.2",
        *(f"4.{n}" for n in range(1, 13)),
        *(f"5.{n}" for n in range(1, 14)),
    ):
        assert f"| {paragraph}: " in parts[2], paragraph
    assert all(f"| 6.{n}: " in parts[2] for n in (1, 2, 3))


def test_every_row_names_a_test_that_exists_and_a_verdict_with_its_reason():
    for sentence, where, test, verdict in rows():
        path, _, name = test.partition("::")
        found = functions_in(path).get(name)
        assert found is not None, f"{sentence}: {test}"
        assert name.startswith("test_")
        assert "skip" not in ast.unparse(found).split("def ")[0], f"{test} is left out"
        kind, _, why = verdict.partition(": ")
        assert kind in VERDICTS, sentence
        assert why or kind == "right", f"{sentence}: say why"
        assert where


def cases_of(path: str, sheet: str) -> set[str]:
    """The cases of this table test for one sheet, each as the page writes it: what is done → what comes of it."""
    files, (done, comes) = TABLES[path]
    lines = [
        [cell.strip() for cell in line.split("|")]
        for name in files
        for line in (HOUSE / "tests" / "cases" / name).read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("#")
    ]
    return {f"{cells[done]} → {cells[comes]}" for cells in lines if sheet in cells[0].split("+")}


def test_a_sentence_that_a_table_holds_names_its_cases():
    parts = re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    held = [
        (sheet, line, test.partition("::")[0], CASE.findall(cases))
        for sheet, part in zip(SHEETS, parts, strict=True)
        for line in part.splitlines()
        for test, cases in OF_A_TABLE.findall(line)
    ]
    assert len(held) > 80
    for sheet, line, path, named in held:
        assert named, f"which case holds this? {line}"
        assert set(named) <= cases_of(path, sheet), f"{sheet}: no such case: {line}"


def test_the_page_counts_its_own_rows():
    kinds = Counter(verdict.partition(":")[0] for *_rest, verdict in rows())
    said = f"{kinds.total()} sentences: " + ", ".join(
        f"{kinds[kind]} {kind}{'s' if kind == 'reading' else ''}" for kind in VERDICTS
    )
    assert said in PAGE.read_text(encoding="utf-8")


def test_every_finding_names_tests_that_exist():
    named = re.findall(
        r"`(tests/[\w/]+\.py)::(\w+)`", (HOUSE / "docs" / "findings.md").read_text(encoding="utf-8")
    )
    assert len(named) > 20
    for path, name in named:
        assert name in functions_in(path), f"{path}::{name}"


@pytest.mark.slow
def test_pytest_collects_every_test_that_a_row_names():
    named = {test for *_rest, test, _verdict in rows()}
    files = sorted({test.partition("::")[0] for test in named})
    answer = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-n", "0", "-m", "slow or not slow", *files],
        cwd=HOUSE,
        capture_output=True,
        text=True,
        check=False,
    )
    collected = {line.partition("[")[0] for line in answer.stdout.splitlines() if "::" in line}
    assert named <= collected, sorted(named - collected)[:3]
