"""`manage.py replay`: every turn with its verdict, and an exit code that a script can use."""

from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command

from scoring.engine.cards import full_deck
from scoring.engine.player import play_game
from scoring.engine.record import write_record
from scoring.engine.record_reader import read_records
from scoring.engine.replay import positions, replay
from scoring.rules import BUILT_IN, built_in
from tests.scoring.play.places import CASES

FIXTURES = CASES.parents[1] / "fixtures" / "games"


def said(*arguments: str) -> str:
    out = io.StringIO()
    call_command("replay", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("key", BUILT_IN)
def test_the_recorded_games_of_each_family_are_legal(key):
    text = (FIXTURES / f"{key}.txt").read_text(encoding="utf-8")
    games = read_records(text)
    assert len(games) >= 3
    for game in games:
        judged = replay(game, built_in(key).law)
        assert judged.refused is None
        assert judged.outcome == game.outcome
        assert all(state.cards == full_deck(state.law) for state in positions(game, built_in(key).law))
    assert said(str(FIXTURES / f"{key}.txt"), "--quiet").count("Züge sind zulässig.") == len(games)


def test_a_legal_game_turn_by_turn(tmp_path):
    game = play_game(built_in("club_2018").law, rules="club_2018", seats=4, seed=5)
    file = tmp_path / "spiel.txt"
    file.write_text(write_record(game), encoding="utf-8")
    lines = said(str(file)).splitlines()
    assert lines[0].startswith("club_2018  Vereinsregeln 2018")
    assert sum(line.startswith("✓") for line in lines) == len(game.turns)
    assert f"Alle {len(game.turns)} Züge sind zulässig." in lines
    assert lines[-1].startswith("Ergebnis: ")


def test_a_breach_is_told_with_its_rule_and_ends_with_an_error(tmp_path, capsys):
    game = play_game(built_in("club_2018").law, rules="club_2018", seats=4, seed=5)
    first = game.turns[0]
    text = write_record(game).replace("ab ", "ab ★; ab ", 1)
    assert first.steps
    file = tmp_path / "spiel.txt"
    file.write_text(text, encoding="utf-8")
    out = io.StringIO()
    with pytest.raises(CommandError, match="Nicht zulässig"):
        call_command("replay", str(file), stdout=out)
    shown = out.getvalue()
    assert "✕   1. " in shown
    assert "·   2. " in shown
    assert shown.count("✓") == 0


def test_the_evening_of_the_basic_family(tmp_path):
    law = built_in("basic").law
    games = [play_game(law, rules="basic", seats=3, dealer=dealer, seed=dealer) for dealer in (1, 2, 3)]
    file = tmp_path / "abend.txt"
    file.write_text("\n".join(map(write_record, games)), encoding="utf-8")
    shown = said(str(file), "--quiet", "--target", "10")
    assert "Gesamt: " in shown
    assert "Das Ziel ist erreicht." in shown


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "steht kein Spiel"),
        ("Rommé 1\nRegeln: mau", "fehlt die Zeile"),
        ("Rommé 1\nRegeln: club_2018\nPlätze: viele", "Stelle 3:9"),
    ],
)
def test_what_is_no_record_is_refused_with_a_sentence(tmp_path, text, sentence):
    file = tmp_path / "spiel.txt"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CommandError, match=sentence):
        said(str(file))


def test_an_unknown_rule_set_and_a_missing_file(tmp_path):
    game = play_game(built_in("basic").law, rules="mau-mau", seats=2, seed=1)
    file = tmp_path / "spiel.txt"
    file.write_text(write_record(game), encoding="utf-8")
    with pytest.raises(CommandError, match="mau-mau"):
        said(str(file))
    with pytest.raises(CommandError, match="fehlt"):
        said(str(tmp_path / "fehlt.txt"))
