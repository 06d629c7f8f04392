"""On PostgreSQL somebody holds a row: those who want it wait, a fifth is told at once, and readers read."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import OperationalError, connection, transaction

from tournaments.models import Club
from tournaments.storage.lock_waits import MOST_HANGING, WAITS
from tournaments.storage.snapshot import one_state

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgres,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="rows are held on PostgreSQL"),
]


@contextmanager
def held(key: int) -> Iterator[None]:
    """Hold the row on another connection, which nobody counts."""
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute("SELECT 1 FROM tournaments_club WHERE id = %s FOR UPDATE", [key])
            yield
            cursor.execute("ROLLBACK")
    finally:
        other.close()


def rename(key: int, name: str, said: list[str]) -> None:
    try:
        with connection.execute_wrapper(WAITS), transaction.atomic():  # as in a request
            Club.objects.select_for_update().filter(pk=key).update(name=name)
        said.append(name)
    except OperationalError as told:
        said.append(str(told))
    finally:
        connection.close()


def test_four_wait_for_a_held_row_a_fifth_is_told_at_once_and_readers_read():
    club = Club.objects.create(name="Karo Nord")
    waiting: list[str] = []
    threads = [
        threading.Thread(target=rename, args=(club.pk, f"Name {n}", waiting)) for n in range(MOST_HANGING)
    ]
    with held(club.pk):
        for thread in threads:
            thread.start()
        while WAITS.hanging(time.monotonic()) < MOST_HANGING:
            time.sleep(0.05)
        assert waiting == [], "they wait for the row"
        fifth: list[str] = []
        one_more = threading.Thread(target=rename, args=(club.pk, "Fünfter", fifth))
        one_more.start()
        one_more.join(10)
        assert fifth == ["others of this process wait for the database"], "it did not take a thread and wait"
        assert Club.objects.get(pk=club.pk).name == "Karo Nord", "whoever reads is not stopped"
    for thread in threads:
        thread.join(20)
    assert sorted(waiting) == [f"Name {n}" for n in range(MOST_HANGING)], "and then everybody has his turn"
    with transaction.atomic():
        Club.objects.create(name="Danach")


def test_rows_that_change_under_a_read_are_read_as_they_were():
    """A tournament's file was put together from rows of several moments."""
    club = Club.objects.create(name="Karo Nord")
    other = connection.copy()
    try:
        with one_state():
            assert Club.objects.get(pk=club.pk).name == "Karo Nord"
            with other.cursor() as cursor:
                cursor.execute("UPDATE tournaments_club SET name = 'Anders' WHERE id = %s", [club.pk])
            assert Club.objects.get(pk=club.pk).name == "Karo Nord"
    finally:
        other.close()
    assert Club.objects.get(pk=club.pk).name == "Anders"
