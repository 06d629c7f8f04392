"""Rows that are written all day: the sentence that inserts them is put into SQL once, and afterwards only values change.

`insert` does what `save(force_insert=True)` and `bulk_create` do for rows of ours (no signals, no tables behind tables);
the sentence is Django's own, word for word (tests/tournaments/storage/test_rows.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import connections, transaction
from django.db.models import Model
from django.db.models.sql import InsertQuery
from django.db.utils import DEFAULT_DB_ALIAS

from tournaments.storage.together import at_once, written_later

KNOWN = "prepared_insertions"  # of one connection: its sentences, by model and number of rows


class Insertion:
    """The sentence for so many rows of one model."""

    def __init__(self, rows: Sequence[Model], connection: Any, *, keys: bool) -> None:
        meta = rows[0]._meta
        self.fields = [field for field in meta.local_concrete_fields if field is not meta.pk]
        query = InsertQuery(type(rows[0]))
        query.insert_values(self.fields, list(rows))
        compiler: Any = query.get_compiler(connection=connection)
        compiler.returning_fields = [meta.pk] if keys else None
        [(self.sql, values)] = compiler.as_sql()
        # PostgreSQL takes several rows as a list for each column, where every column can be one.
        self.by_column = len(rows) > 1 and len(values) == len(self.fields)
        assert self.by_column or len(values) == len(rows) * len(self.fields), "a value for each column"

    def values(self, rows: Sequence[Model], connection: Any) -> list[Any]:
        """What stands in the places of the sentence."""
        prepared = [
            [
                field.get_db_prep_save(field.pre_save(row, add=True), connection=connection)
                for field in self.fields
            ]
            for row in rows
        ]
        if self.by_column:
            return [list(column) for column in zip(*prepared, strict=True)]
        return [value for row in prepared for value in row]


def insert(rows: Sequence[Model], *, keys: bool = True) -> None:
    """Write these new rows of one model in one statement; each gets its key, unless nobody asks for keys."""
    connection: Any = connections[DEFAULT_DB_ALIAS]
    kind = type(rows[0])
    assert all(type(row) is kind and row.pk is None for row in rows)
    known: dict[tuple[type[Model], int, bool], Insertion] = vars(connection).setdefault(KNOWN, {})
    with transaction.mark_for_rollback_on_error(DEFAULT_DB_ALIAS):
        sentence = known.get((kind, len(rows), keys))
        if sentence is None:
            sentence = known[kind, len(rows), keys] = Insertion(rows, connection, keys=keys)
        words, values = sentence.sql, sentence.values(rows, connection)
        if not keys:
            written_later(words, values)
        found = at_once([(words, values)]) if keys else []
    for row, (key,) in zip(rows, found, strict=keys):
        row.pk = key
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
