"""The command of an installed package, tried in the checkout: which processes it starts with which words."""

import sys

import pytest

from tournaments.management import console


@pytest.fixture
def started(monkeypatch):
    calls: list[tuple[str, ...]] = []
    monkeypatch.setattr(console, "run_command", lambda *words: calls.append(words) or 0)
    return calls


def test_it_makes_ready_and_then_serves(started):
    assert console.start_site(["--port", "8123", "--host", "127.0.0.1", "--no-demo", "--no-browser"]) == 0
    assert started == [("prepare", "--no-demo"), ("serve", "--host", "127.0.0.1", "--port", "8123")]


def test_what_could_not_be_made_ready_is_not_served(monkeypatch, capsys):
    calls: list[tuple[str, ...]] = []
    monkeypatch.setattr(console, "run_command", lambda *words: calls.append(words) or 3)
    assert console.start_site([]) == 3
    assert calls == [("prepare",)]
    assert "Gespeichertes ist unberührt" in capsys.readouterr().out


def test_the_commands_of_django_stand_behind_manage(started, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["romme-club", "manage", "backup", "--list"])
    with pytest.raises(SystemExit) as end:
        console.main()
    assert end.value.code == 0
    assert started == [("backup", "--list")]


@pytest.mark.slow
def test_the_script_of_this_checkout_is_found():
    assert console.manage_script().name == "manage.py"
    assert console.run_command("help", "prepare") == 0
