"""`python -m tests.uncovered`: what no test reaches is named, unless the table gives a reason for just that."""

from __future__ import annotations

from pathlib import Path

import coverage
import pytest

from tests import uncovered
from tests.uncovered import Place

HALL = '''"""A hall."""


def door(open_):
    if open_:
        return "in"
    return "out"


class Lamp:
    def off(self):
        self.lit = False
        return self
'''
OUT = Place("hall.py", "door", 'return "out"')
DARK = Place("hall.py", "Lamp.off", "self.lit = False")
BACK = Place("hall.py", "Lamp.off", "return self")


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A house of one file, of which a run reached the door that stands open and nothing of the lamp."""
    (tmp_path / "hall.py").write_text(HALL, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text("", encoding="utf-8")
    data = coverage.CoverageData(basename=str(tmp_path / ".coverage"))
    data.add_lines({str(tmp_path / "hall.py"): [1, 4, 5, 6, 10, 11]})
    data.write()
    return tmp_path


@pytest.fixture
def run(house: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[list[Place], set[Place]]:
    monkeypatch.chdir(house)
    return uncovered.reached(house / ".coverage", house)


def test_a_run_names_what_it_left_out(run):
    left, met = run
    assert sorted(left) == sorted([OUT, DARK, BACK])
    assert OUT.around in met
    assert DARK.around not in met


def test_what_has_a_row_needs_no_test(run):
    left, met = run
    assert uncovered.judge(left, met, [OUT, DARK, BACK])
    assert uncovered.judge(left, met, [OUT, DARK.around])


def test_what_has_none_is_named(run):
    left, met = run
    verdict = uncovered.judge(left, met, [OUT, DARK])
    assert not verdict
    assert verdict.unexplained == [BACK]
    assert "    hall.py: Lamp.off: return self" in list(uncovered.told(verdict))


def test_a_row_for_what_is_reached_is_named(run):
    left, met = run
    idle = Place("hall.py", "door", 'return "in"')
    assert uncovered.judge(left, met, [OUT, DARK, BACK, idle]).idle == [idle]


def test_a_function_reached_in_part_is_not_explained_as_a_whole(run):
    left, met = run
    assert uncovered.judge(left, met, [OUT.around, DARK.around]).partly == [OUT.around]


def test_what_is_reached_sometimes_is_explained_and_never_idle(run, tmp_path):
    left, met = run
    path = tmp_path / "table.toml"
    idle = Place("hall.py", "door", 'return "in"')
    path.write_text(
        f"[[reason]]\nwhy = 'the moment'\nsometimes = true\nlines = ['{OUT.around}', '{idle}']\n"
        f"[[reason]]\nwhy = 'no current'\nlines = ['{DARK.around}']\n",
        encoding="utf-8",
    )
    rows, sometimes = uncovered.table(path), uncovered.reached_sometimes(path)
    assert sometimes == {OUT.around, idle}
    assert uncovered.judge(left, met, rows, sometimes=sometimes)
    assert not uncovered.judge(left, met, rows)


def test_statements_are_counted_by_their_reason(run):
    left, _ = run
    assert list(uncovered.figures(left, {OUT: "nobody leaves", DARK.around: "no current"})) == [
        "    2  no current",
        "    1  nobody leaves",
        "    3  together",
    ]


def test_a_row_that_stands_twice_is_refused(tmp_path):
    path = tmp_path / "table.toml"
    path.write_text(f"[[reason]]\nwhy = 'because'\nlines = ['{OUT}', '{OUT}']\n", encoding="utf-8")
    with pytest.raises(ValueError, match="stands twice"):
        uncovered.table(path)


def test_a_row_whose_line_is_gone_is_named(house):
    gone = [
        Place("hall.py", "door", 'return "away"'),
        Place("hall.py", "window", "*"),
        Place("roof.py", "door", "*"),
    ]
    assert uncovered.lost([OUT, DARK.around, *gone], house) == gone


def test_the_command_says_what_is_missing_to_it(tmp_path, capsys):
    assert uncovered.main(["--data", str(tmp_path / "nothing")]) == 2
    assert "start.py test --cov writes one" in capsys.readouterr().err


def test_every_row_of_the_table_means_a_statement_that_is_there():
    """Whoever changes a line that no test reaches meets its row here, and says anew why, or tests it."""
    rows = uncovered.table()
    assert rows
    assert all(len(why) > 20 for why in rows.values()), "a reason is a sentence"
    assert uncovered.lost(rows) == []
