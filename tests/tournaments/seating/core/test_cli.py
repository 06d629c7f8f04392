"""The plan without a database: `python -m tournaments.seating`."""

import json

from tests.tournaments.seating.core.validator import judge
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
