"""Days and times out of SQLite are what Django reads of the same texts, and nobody reads a text twice."""

from __future__ import annotations

import sqlite3
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import pytest
from django.db import connection
from django.db.models import Max, Min
from django.utils.dateparse import parse_date, parse_datetime
from hypothesis import given
from hypothesis import strategies as st

from tests import factories
from tournaments.models import Series
from tournaments.storage.sqlite3 import times

DJANGOS: Any = times.TimedOperations.__base__
moments = st.datetimes(timezones=st.sampled_from([None, UTC])).filter(lambda at: at.year >= 1000)


@given(at=moments)
def test_a_time_is_read_as_django_reads_it(at):
    written, read = str(at).encode(), times.read_once(parse_datetime)
    assert read(written) == parse_datetime(str(at)) == at
    assert read(written) is read(bytes(written)), "the same text is read once"


@given(day=st.dates())
def test_a_day_too(day):
    assert times.read_once(parse_date)(day.isoformat().encode()) == day


def test_what_is_no_time_is_what_django_makes_of_it():
    assert times.read_once(parse_datetime)(b"gestern") is None
    with pytest.raises(ValueError, match="must be in"):
        times.read_once(parse_datetime)(b"2026-13-40 25:00:00")


class Elsewhere:
    """A connection of another zone, or of none."""

    def __init__(self, zone: timezone | None) -> None:
        self.timezone = zone


@given(at=moments | st.none() | st.just("2026-11-14 12:00:00"))
def test_a_time_gets_the_zone_of_its_connection(at):
    for zone in (UTC, timezone(timedelta(hours=2))):
        ours, known = times.TimedOperations(Elsewhere(zone)), DJANGOS(Elsewhere(zone))
        asked: Any = (at, None, None)
        mine, theirs = (one.convert_datetimefield_value(*asked) for one in (ours, known))
        assert mine == theirs
        assert mine is None or mine.tzinfo == theirs.tzinfo


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has times of its own")
def test_a_column_and_what_is_reckoned_of_it_are_the_same_moment():
    series = factories.draw(factories.tournament(players=4))
    at = datetime(2026, 11, 14, 12, 30, 15, 123456, tzinfo=UTC)
    Series.objects.filter(pk=series.pk).update(started_at=at, played_on=date(2026, 11, 14))
    found = Series.objects.get(pk=series.pk)
    assert (found.started_at, found.played_on, found.ended_at) == (at, date(2026, 11, 14), None)
    reckoned = Series.objects.aggregate(first=Min("started_at"), last=Max("started_at"))
    assert reckoned == {"first": at, "last": at}
    assert sqlite3.converters["DATETIME"](b"2026-11-14 12:30:15.123456") is sqlite3.converters["DATETIME"](
        b"2026-11-14 12:30:15.123456"
    )
