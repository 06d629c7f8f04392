"""Statements that are sent together do what the same ones do alone, in their order, and a refused one ends all of it."""

from __future__ import annotations

from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.db import DataError, IntegrityError, OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from psycopg.types.json import Jsonb

from tests import factories
from tournaments.lists.selectors.held import held_list
from tournaments.models import LoginAttempt, ScoreSheet
from tournaments.storage.rows import insert
from tournaments.storage.together import at_once, begun_with, written_later

ATTEMPTS = LoginAttempt._meta.db_table
COUNTED = f"SELECT COUNT(*) FROM {ATTEMPTS} WHERE who = %s"
pytestmark = pytest.mark.django_db(transaction=True)


def attempt(who: str) -> LoginAttempt:
    return LoginAttempt(who=who, at=timezone.now())


def behind() -> int:
    backend: Any = connection
    return len(getattr(backend, "behind", []))


def test_what_is_written_later_is_seen_by_whatever_is_asked_next_and_stays():
    with transaction.atomic():
        begun = begun_with([(COUNTED, ["eins"])])
        assert begun == ([[(0,)]] if connection.vendor == "postgresql" else None)
        insert([attempt("eins")], keys=False)
        assert behind() == (connection.vendor == "postgresql")
        assert at_once([(COUNTED, ["eins"])]) == [(1,)]
        insert([attempt("eins")], keys=False)
        assert LoginAttempt.objects.filter(who="eins").count() == 2, "Django's own cursor comes after it"
        insert([attempt("eins")], keys=False)
    assert behind() == 0
    connection.close()
    assert LoginAttempt.objects.filter(who="eins").count() == 3


def test_what_is_refused_later_takes_everything_with_it():
    sheet = factories.table_of(4)
    with pytest.raises(IntegrityError), transaction.atomic():  # noqa: PT012 - the deed is several
        begun_with([(COUNTED, ["zwei"])])
        insert([attempt("zwei")], keys=False)
        written_later(f"UPDATE {ScoreSheet._meta.db_table} SET version = %s WHERE id = %s", [-1, sheet.pk])
    assert behind() == 0
    assert not LoginAttempt.objects.filter(who="zwei").exists()
    assert ScoreSheet.objects.get(pk=sheet.pk).version == sheet.version
    with transaction.atomic():  # the connection is as good as before
        begun_with([(COUNTED, ["zwei"])])
        insert([attempt("zwei")], keys=False)
    assert LoginAttempt.objects.filter(who="zwei").count() == 1


def test_a_deed_that_is_given_up_leaves_nothing_behind():
    with pytest.raises(ZeroDivisionError), transaction.atomic():  # noqa: PT012 - the deed is several
        begun_with([(COUNTED, ["drei"])])
        insert([attempt("drei")], keys=False)
        raise ZeroDivisionError
    assert behind() == 0
    with transaction.atomic():
        assert at_once([(COUNTED, ["drei"])]) == [(0,)]


@pytest.mark.postgres
def test_who_swallows_a_refusal_keeps_nothing_all_the_same():
    with transaction.atomic():
        begun_with([(COUNTED, ["sieben"])])
        insert([attempt("sieben")], keys=False)
        with pytest.raises(DataError):
            at_once([(COUNTED, ["sie\0ben"])])  # cannot even be sent
        assert transaction.get_rollback()
    assert not LoginAttempt.objects.filter(who="sieben").exists()


@pytest.mark.postgres
def test_what_the_server_forgot_is_prepared_again():
    for _twice in range(2):
        with transaction.atomic():
            assert begun_with([(COUNTED, ["vier"])]) == [[(0,)]]
        with connection.cursor() as cursor:
            cursor.execute("DEALLOCATE ALL")


@pytest.mark.postgres
def test_values_of_every_kind_come_back_as_djangos_cursor_reads_them():
    now = timezone.now()
    kinds: list[tuple[str, Any]] = [
        *(("int8", 2**40), ("int2", -1), ("int8", None), ("bool", False), ("text", "zwei\nZeilen ü 🂡"), ("text", "")),
        *(("timestamptz", now), ("date", now.date()), ("uuid", uuid4()), ("bytea", b"\x00\xff"), ("numeric", Decimal("1.50"))),
        *(("int8[]", [1, -2]), ("bool[]", [True, False]), ("text[]", ["a,b", None]), ("int8[]", []), ("timestamptz[]", [now])),
        ("jsonb", Jsonb({"é": [1, None, "'"]})),
    ]  # fmt: skip
    each = [(f"SELECT %s::{kind}", [value]) for kind, value in kinds]
    whole = (
        "SELECT " + ", ".join(f"%s::{kind}" for kind, _value in kinds),
        [value for _kind, value in kinds],
    )
    with connection.cursor() as cursor:
        cursor.execute(*whole)
        djangos = cursor.fetchall()
    for _twice in range(2):
        with transaction.atomic():
            ours = begun_with([*each, whole])
        assert ours is not None
        assert ours[-1] == djangos
        assert ours[:-1] == [[(value,)] for value in djangos[0]]


@pytest.mark.postgres
def test_after_a_savepoint_that_was_rolled_back_all_goes_djangos_way():
    with transaction.atomic():
        begun_with([(COUNTED, ["fünf"])])
        with pytest.raises(ZeroDivisionError), transaction.atomic():  # noqa: PT012 - the deed is several
            insert([attempt("fünf")], keys=False)
            raise ZeroDivisionError
        insert([attempt("fünf")], keys=False)
        assert behind() == 0
    assert LoginAttempt.objects.filter(who="fünf").count() == 1


@pytest.mark.postgres
def test_a_connection_that_was_ended_is_said_and_made_anew():
    with pytest.raises(OperationalError), transaction.atomic():
        begun_with([("SELECT pg_terminate_backend(pg_backend_pid())", [])])
    with transaction.atomic():
        assert begun_with([(COUNTED, ["sechs"])]) == [[(0,)]]


def test_a_list_is_held_with_the_same_rows_in_both_ways():
    sheet = factories.table_of(4)
    now, place = timezone.now(), sheet.table
    address = (place.series.tournament.slug, int(place.series.number), int(place.number))
    for which in (sheet.pk, address):
        with transaction.atomic():
            ours = held_list(which).state(now=now)
        with CaptureQueriesContext(connection), transaction.atomic():
            djangos = held_list(which).state(now=now)
        assert ours == djangos
        assert [seat.registration.name for seat in ours.seats] == [
            seat.registration.name for seat in djangos.seats
        ]
    for nowhere in (2**40, (address[0], 2**40, 1), ("gibt-es-nicht", 1, 1)):
        with pytest.raises(ScoreSheet.DoesNotExist), transaction.atomic():
            held_list(nowhere)
