"""Two machines made ready at the same moment: the second waits for the first, and both end well."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import psycopg
import pytest

from tests.rooms import HOUSE
from tournaments.storage.machine_lock import lock_number, machine_lock


def preparing(folder: Path, **variables: str) -> subprocess.Popen[str]:
    ours = {"PRODUCTION", "DEBUG", "SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "DATA_DIR"}
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    data = {"DATA_DIR": str(folder), "STATIC_ROOT": str(folder / "static"), "PYTHONUTF8": "1"}
    return subprocess.Popen(
        [sys.executable, "manage.py", "prepare", "--no-demo"],
        cwd=HOUSE,
        env=kept | data | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )


@pytest.mark.postgres
def test_two_hosts_made_ready_at_once_on_an_empty_database(tmp_path):
    server, name = os.environ["DATABASE_URL"], f"two_hosts_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as desk:
        desk.execute(f"CREATE DATABASE {name}")
        try:
            database = f"{server.rpartition('/')[0]}/{name}"
            hosts = [preparing(tmp_path / host, DATABASE_URL=database) for host in ("a", "b")]
            for host in hosts:
                said, _nothing = host.communicate(timeout=300)
                assert host.returncode == 0, said
            with psycopg.connect(database) as look:
                rows = look.execute("SELECT count(*), count(DISTINCT name) FROM scoring_ruleset").fetchone()
            assert rows is not None
            assert rows[0] == rows[1] > 0, "each rule set was published once"
        finally:
            desk.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.mark.slow
def test_two_starts_at_once_on_an_empty_laptop(tmp_path):
    both = [preparing(tmp_path) for _time in range(2)]
    for one in both:
        said, _nothing = one.communicate(timeout=300)
        assert one.returncode == 0, said


@pytest.mark.django_db
def test_the_second_waits_until_the_first_has_gone(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    order: list[str] = []

    def second() -> None:
        with machine_lock("prepare"):
            order.append("second")

    with machine_lock("prepare"):
        other = threading.Thread(target=second)
        other.start()
        other.join(0.1)
        order.append("first")
    other.join(10)
    assert order == ["first", "second"]


def test_a_lock_has_one_number_in_every_version():
    assert lock_number("prepare") == lock_number("prepare") != lock_number("other")
    assert -(2**63) <= lock_number("prepare") < 2**63
