"""Other people who use the laptop, and keys that are none: files for the owner alone, weak settings refused."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.test_settings import PRODUCTION, manage
from tournaments.management.own_folder import keep_to_owner

WEAK = {
    "short": {"SECRET_KEY": "abc"},
    "one letter": {"SECRET_KEY": "a" * 80},
    "sample": {"SECRET_KEY": "django-insecure-abcdefghijklmnopqrstuvwxyz0123456789-abcdefgh"},
    "star": {"ALLOWED_HOSTS": "*"},
    "star among names": {"ALLOWED_HOSTS": "turnier.example.org,*"},
    "any subdomain": {"ALLOWED_HOSTS": ".example.org"},
    "dot": {"ALLOWED_HOSTS": "."},
    "commas": {"ALLOWED_HOSTS": ",,"},
}


@pytest.mark.parametrize("name", WEAK)
def test_weak_production_is_refused_in_a_sentence(name, tmp_path):
    run = manage("check", DATA_DIR=str(tmp_path), **{**PRODUCTION, **WEAK[name]})
    assert run.returncode == 1, run.stdout
    assert "braucht" in run.stderr
    assert len(run.stderr.strip().splitlines()) == 1


def test_a_laptop_takes_no_weak_key_either(tmp_path):
    run = manage("check", DATA_DIR=str(tmp_path), SECRET_KEY="abc")
    assert run.returncode == 1
    assert "SECRET_KEY ist zu schwach" in run.stderr


def rights(path: Path) -> str:
    return oct(stat.S_IMODE(path.stat().st_mode))


@pytest.mark.skipif(sys.platform == "win32", reason="rights as Unix knows them")
def test_what_an_older_version_left_open_is_closed_at_the_next_start(tmp_path):
    data = tmp_path / "data"
    (data / "backups").mkdir(parents=True)
    for name in ("romme-club.sqlite3", "romme-club.sqlite3-wal", "backups/one.zip", "seal.pem"):
        (data / name).write_bytes(b"x")
        (data / name).chmod(0o644)
    for folder in (data, data / "backups"):
        folder.chmod(0o755)
    assert keep_to_owner(data) == 6
    assert {rights(path) for path in (data, data / "backups")} == {"0o700"}
    assert {rights(path) for path in data.rglob("*") if path.is_file()} == {"0o600"}
    assert keep_to_owner(data) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="rights as Unix knows them")
def test_a_database_outside_of_the_folder_is_kept_too(tmp_path):
    database = tmp_path / "elsewhere.sqlite3"
    for end in ("", "-wal", "-shm"):
        database.with_name(database.name + end).touch(mode=0o644)
    keep_to_owner(tmp_path / "data", database)
    assert {rights(path) for path in tmp_path.glob("elsewhere*")} == {"0o600"}
    link = tmp_path / "data" / "link"
    target = tmp_path / "others"
    target.touch()
    target.chmod(0o644)
    link.symlink_to(target)
    keep_to_owner(tmp_path / "data")
    assert rights(target) == "0o644", "what a link points at is somebody else's"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="rights as Unix knows them")
def test_a_machine_made_ready_shows_nothing_to_others(tmp_path):
    """Under the umask of most systems, which lets everybody read."""
    data = tmp_path / "data"
    before = os.umask(0o022)
    try:
        run = manage("prepare", "--no-demo", DATA_DIR=str(data), STATIC_ROOT=str(tmp_path / "static"))
    finally:
        os.umask(before)
    assert run.returncode == 0, run.stderr
    assert (data / "romme-club.sqlite3").exists()
    seen = [path for path in (data, *data.rglob("*")) if path.stat().st_mode & 0o077]
    assert seen == []


def test_the_umask_holds_in_every_process_that_reads_the_settings():
    before = os.umask(0o077)
    os.umask(before)
    assert before == 0o077


@pytest.mark.django_db  # the first account is offered where there is none
def test_serving_repairs_as_preparing_does(tmp_path, settings, monkeypatch):
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    (settings.DATA_DIR / "secret-key").write_text("x")
    (settings.DATA_DIR / "secret-key").chmod(0o644)
    monkeypatch.setattr("tournaments.management.servers.serve", lambda listener, **_how: listener.close())
    call_command("serve", port=8123)
    assert rights(settings.DATA_DIR / "secret-key") == "0o600"
