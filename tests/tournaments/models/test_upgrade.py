"""A database of the day when the first nineteen migrations were drawn together becomes one of today, and loses nothing.

The dumps were written by the program of commit 006521b after `load_demo` (passwords taken out), the facts by the same
program with `upgrade/facts.py`. They stay for ever; later migrations run over them too.
"""

from __future__ import annotations

import json
import lzma
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection, connections
from django.db.migrations.loader import MigrationLoader

from tests.rooms import HOUSE
from tests.tournaments.models.upgrade.schema import difference, schema

HERE = Path(__file__).parent / "upgrade"
PRINT_SCHEMA = """
import json
from django.db import connection
from tests.tournaments.models.upgrade.schema import schema
print(json.dumps(schema(connection)))
"""

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def old_database(tmp_path):
    """The address of a database as it was then, on whichever kind the suite runs."""
    sql = lzma.decompress((HERE / f"006521b.{connection.vendor}.sql.xz").read_bytes()).decode()
    if connection.vendor == "sqlite":
        file = tmp_path / "old.sqlite3"
        with closing(sqlite3.connect(file)) as old:
            old.executescript(sql)
        yield f"sqlite:///{file.as_posix()}"
        return
    name = "upgrade_" + tmp_path.name.replace("-", "_")[-40:].lower()
    settings = connection.settings_dict
    with connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{name}"')
        cursor.execute(f'CREATE DATABASE "{name}"')
    alias = connection.copy()
    alias.settings_dict = settings | {"NAME": name}
    with alias.cursor() as cursor:
        cursor.execute(sql)
    alias.close()
    secret = f":{settings['PASSWORD']}" if settings["PASSWORD"] else ""
    yield f"postgres://{settings['USER']}{secret}@{settings['HOST']}:{settings['PORT']}/{name}"
    with connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def called(database: str, data: Path, *words: str, story: str = "") -> str:
    """What `manage.py words` of today prints when it works on that database."""
    run = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=HOUSE,
        env=os.environ | {"DATABASE_URL": database, "DATA_DIR": str(data), "PYTHONUTF8": "1"},
        input=story,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_an_old_database_becomes_one_of_today_and_keeps_every_fact(old_database, tmp_path):
    called(old_database, tmp_path, "prepare")
    story = (HERE / "facts.py").read_text(encoding="utf-8")
    told = called(old_database, tmp_path, "shell", "--verbosity=0", story=story + PRINT_SCHEMA)
    now, upgraded = map(json.loads, told.splitlines())
    then = json.loads((HERE / "006521b.json").read_text(encoding="utf-8"))
    assert now["journals"] == then["journals"]
    assert now["standings"] == then["standings"]
    assert now["rows"].pop("scoring_ruleset") >= then["rows"].pop(
        "scoring_ruleset"
    )  # newer versions stand beside
    assert {table: now["rows"].get(table) for table in then["rows"]} == then["rows"]
    assert difference(upgraded, schema(connection)) == {}


def test_migrations_that_were_drawn_together_are_gone():
    """A name in `replaces` and in the folder would be carried out twice on a database between the two."""
    loader = MigrationLoader(connections["default"], ignore_no_migrations=True)
    replaced = {name for migration in loader.replacements.values() for name in migration.replaces}
    assert replaced
    assert not replaced & set(loader.disk_migrations)
