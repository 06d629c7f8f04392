"""Times out of SQLite, which keeps them as texts: each text is read once, and not in every question that meets it.

A field of forty players says forty times when they were registered, the same in every page that shows them; reading these was
a thirtieth of the standings. The readers are Django's own, with their last answers beside them; days and times cannot be
changed by anybody who got one (tests/tournaments/storage/test_times.py).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from datetime import datetime, tzinfo
from functools import lru_cache
from typing import Any

from django.db.backends.sqlite3 import base
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.timezone import make_aware

MOST = 8_192  # of each kind: a day of a large tournament


def read_once(read: Callable[[str], Any]) -> Callable[[bytes], Any]:
    """A reader of what the driver hands over."""

    @lru_cache(maxsize=MOST)
    def known(written: bytes) -> Any:
        return read(written.decode())

    return known


def tell_the_driver() -> None:
    """Have the driver read days and times so, in the place of the readers that Django has told it."""
    for kind, read in (("date", parse_date), ("datetime", parse_datetime), ("timestamp", parse_datetime)):
        sqlite3.register_converter(kind, read_once(read))


@lru_cache(maxsize=MOST)
def in_zone(value: datetime, zone: tzinfo) -> datetime:
    """A time without a zone is one of this zone."""
    return make_aware(value, zone)


class TimedOperations(base.DatabaseOperations):  # type: ignore[name-defined, misc]  # the stubs name it elsewhere
    """Django's operations, which ask the settings anew for each time."""

    def convert_datetimefield_value(self, value: Any, expression: Any, connection: Any) -> Any:
        """The moment that a column says."""
        if (
            type(value) is datetime
            and value.tzinfo is None
            and (zone := self.connection.timezone) is not None
        ):
            return in_zone(value, zone)
        return super().convert_datetimefield_value(value, expression, connection)
