"""The plan without a database: `python -m tournaments.seating`."""

import json
from itertools import count

import pytest

from tests.tournaments.seating.core.validator import judge
from tournaments.seating.core import cli
from tournaments.seating.core.cli import main


def test_json_is_the_plan_and_its_figures(capsys):
    assert main(["--players", "41", "--series", "5", "--seed", "7", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    verdict = judge(range(1, 42), told["series"])
    assert verdict.clean
    assert list(told) == [
        "players", "series", "rematches", "rematch_bound", "three_repeats", "three_bound", "seat_imbalance", "seed",
    ]  # fmt: skip
    assert (told["rematches"], told["three_repeats"]) == (verdict.rematches, verdict.three_repeats)
    assert told["seat_imbalance"] == sum(verdict.seat_excess) == 0
    assert told["seed"] == 7


def test_clubs_come_from_a_file(tmp_path, capsys):
    clubs = tmp_path / "vereine.txt"
    clubs.write_text("\n".join(["Verein Morgenrot"] * 4 + [""] * 12) + "\n", encoding="utf-8")
    assert main(["--players", "16", "--series", "2", "--clubs", str(clubs)]) == 0
    assert "Vereinskameraden am selben Tisch: 0" in capsys.readouterr().out
    assert main(["--players", "17", "--series", "2", "--clubs", str(clubs)]) == 2
    assert "16 Zeilen" in capsys.readouterr().err


def test_bad_numbers_get_a_sentence_not_a_traceback(capsys):
    for arguments in (["--players", "5", "--series", "1"], ["--players", "8", "--series", "0"],
                      ["--players", "-3", "--series", "1"], ["--players", "8", "--series", "99"]):  # fmt: skip
        assert main(arguments) == 2
        assert capsys.readouterr().err.strip().endswith(".")


def test_the_text_has_series_seed_and_report(capsys):
    assert main(["--players", "8", "--series", "1"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "Serie 1"
    assert told[1].startswith("  Tisch   1: ")
    assert told[-1] == "Los-Schlüssel: 1"


@pytest.mark.parametrize(
    ("text", "seed"), [("7", 7), ("007", "007"), ("-7", "-7"), ("Säle", "Säle"), ("٣", "٣"), ("", "")]
)
def test_a_number_stays_a_number(text, seed):
    assert cli._seed(text) == seed


def test_signs_are_written_as_they_are(capsys):
    assert main(["--players", "4", "--series", "1", "--seed", "Säle", "--json"]) == 0
    assert '"seed": "Säle"' in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["--players", "8"], ["--series", "2"]])
def test_players_and_series_must_be_said(arguments, capsys):
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    assert "required" in capsys.readouterr().err


def test_so_many_lines_so_many_players(tmp_path, capsys):
    clubs = tmp_path / "vereine.txt"
    clubs.write_text("\n".join("abcdefgh"), encoding="utf-8")
    assert main(["--players", "8", "--series", "1", "--clubs", str(clubs), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert sorted(player for table in told["series"][0] for player in table) == list(range(1, 9))


def test_seconds_bring_a_clock_and_nothing_else_does(monkeypatch, capsys):
    looks = count()
    monkeypatch.setattr(cli.time, "monotonic", lambda: next(looks))
    assert main(["--players", "9", "--series", "2"]) == 0
    assert next(looks) == 0, "nobody asked what time it is"
    assert main(["--players", "6", "--series", "2", "--seconds", "3"]) == 0
    assert "Die Zeit war um" in capsys.readouterr().out
    assert next(looks) == 5, "one look at the beginning, three until the time is up"
