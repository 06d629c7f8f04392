"""Sixty phones, five hundred games, and the plug is pulled in the middle: on PostgreSQL with several processes.

The same on SQLite is in tests/browser, with the walks that need a server to be stopped.
"""

from __future__ import annotations

import os

import psycopg
import pytest

from tests.power_cut import Site, sixty_phones_and_a_power_cut


@pytest.mark.postgres
def test_what_was_confirmed_is_there_exactly_once_on_postgresql(tmp_path):
    server = os.environ["DATABASE_URL"]
    name = f"power_cut_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as desk:
        desk.execute(f"CREATE DATABASE {name}")
        try:
            database = f"{server.rpartition('/')[0]}/{name}"
            sixty_phones_and_a_power_cut(Site(folder=tmp_path, database=database, workers=2))
        finally:
            desk.execute(f"DROP DATABASE {name} WITH (FORCE)")
