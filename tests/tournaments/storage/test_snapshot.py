"""Whoever reads much at once sees one state, and nobody who writes waits for him."""

from __future__ import annotations

import threading

import pytest
from django.db import connection, transaction
from django.utils import timezone

from tournaments.models import Club, LoginAttempt
from tournaments.storage.snapshot import one_state


@pytest.mark.django_db(transaction=True)
def test_a_writer_passes_a_reader_who_goes_on_seeing_what_he_began_with():
    def write() -> None:
        with transaction.atomic():
            LoginAttempt.objects.create(who="writer", at=timezone.now())
        connection.close()

    with one_state():
        before = LoginAttempt.objects.count()
        writer = threading.Thread(target=write)
        writer.start()
        writer.join(10)
        assert not writer.is_alive()
        assert LoginAttempt.objects.count() == before
    assert LoginAttempt.objects.count() == before + 1
    with transaction.atomic():
        LoginAttempt.objects.create(who="afterwards", at=timezone.now())


@pytest.mark.django_db(transaction=True)
def test_a_reading_that_fails_leaves_no_transaction_open():
    with pytest.raises(ZeroDivisionError), one_state():
        LoginAttempt.objects.filter(pk=1 // LoginAttempt.objects.count()).exists()
    with transaction.atomic():
        LoginAttempt.objects.create(who="afterwards", at=timezone.now())


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite's readers see one state anyway")
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
