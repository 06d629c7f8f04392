"""Sixty phones, five hundred games, and the plug is pulled in the middle: on SQLite, as the laptop in the hall has it."""

from __future__ import annotations

from tests.power_cut import Site, sixty_phones_and_a_power_cut


def test_what_was_confirmed_is_there_exactly_once_on_sqlite(tmp_path):
    sixty_phones_and_a_power_cut(Site(folder=tmp_path, database=f"sqlite:///{tmp_path / 'hall.sqlite3'}"))
