"""Rows that are written all day: the sentence that inserts them is put into SQL once, and afterwards only values change.

`insert` does what `save(force_insert=True)` and `bulk_create` do for rows of ours (no signals, no tables behind tables);
the sentence is Django's own, word for word (tests/tournaments/storage/test_rows.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import connections, models, transaction
from django.db.models import Model
from django.db.models.sql import InsertQuery
from django.db.utils import DEFAULT_DB_ALIAS

from tournaments.storage.plain import Plain
from tournaments.storage.together import at_once, written_later

AS_IT_IS: tuple[tuple[tuple[type, ...], tuple[type, ...]], ...] = (
    ((models.IntegerField,), (int, type(None))),
    ((models.CharField, models.TextField), (str, type(None))),
    ((models.BooleanField,), (bool, type(None))),
)
KNOWN = "prepared_insertions"  # of one connection: its sentences, by model and number of rows


def taken_as_it_is(field: Any) -> tuple[type, ...]:
    """Values of which kinds Django hands to the database for this field as they are."""
    plain = type(field).pre_save is models.Field.pre_save and type(field).__module__.startswith("django.")
    if isinstance(field, models.ForeignKey):
        return taken_as_it_is(field.target_field) if plain else ()
    return next((kinds for kind, kinds in AS_IT_IS if plain and isinstance(field, kind)), ())


class Insertion:
    """The sentence for so many rows of one model; with their keys in it where these are known before."""

    def __init__(self, rows: Sequence[Model], connection: Any, *, keys: bool, known: bool = False) -> None:
        meta = rows[0]._meta
        fields = [field for field in meta.local_concrete_fields if known or field is not meta.pk]
        self.fields = [(field, taken_as_it_is(field)) for field in fields]
        query = InsertQuery(type(rows[0]))
        query.insert_values(fields, list(rows))
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
                value
                if type(value := getattr(row, field.attname)) in taken
                else field.get_db_prep_save(field.pre_save(row, add=True), connection=connection)
                for field, taken in self.fields
            ]
            for row in rows
        ]
        if self.by_column:
            return [list(column) for column in zip(*prepared, strict=True)]
        return [value for row in prepared for value in row]


def key_to_come(model: type[Model]) -> Plain:
    """Asks PostgreSQL for the key of a row that is about to be written, so that rows which name it need not wait for it."""
    assert model._meta.pk is not None
    return Plain(
        f"SELECT nextval(pg_get_serial_sequence('{model._meta.db_table}', '{model._meta.pk.column}'))"
    )


def insert(rows: Sequence[Model], *, keys: bool = True) -> None:
    """Write these new rows of one model in one statement; each gets its key, unless nobody asks for keys."""
    assert all(row.pk is None for row in rows)
    connection: Any = connections[DEFAULT_DB_ALIAS]
    with transaction.mark_for_rollback_on_error(DEFAULT_DB_ALIAS):
        words, values = insertion(rows, connection, keys=keys)
        if not keys:
            written_later(words, values)
        found = at_once([(words, values)]) if keys else []
    for row, (key,) in zip(rows, found, strict=keys):
        row.pk = key
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


def insert_as(row: Model, key: int) -> None:
    """Write this new row under the key that was asked for it, no later than with COMMIT."""
    assert row.pk is None
    connection: Any = connections[DEFAULT_DB_ALIAS]
    row.pk = key
    with transaction.mark_for_rollback_on_error(DEFAULT_DB_ALIAS):
        written_later(*insertion([row], connection, keys=False, known=True))
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


def insertion(
    rows: Sequence[Model], connection: Any, *, keys: bool, known: bool = False
) -> tuple[str, list[Any]]:
    """The statement that writes these rows, and what stands in its places."""
    kind = type(rows[0])
    assert all(type(row) is kind for row in rows)
    made: dict[Any, Insertion] = vars(connection).setdefault(KNOWN, {})
    which = (kind, len(rows), keys, known)
    if which not in made:
        made[which] = Insertion(rows, connection, keys=keys, known=known)
    return made[which].sql, made[which].values(rows, connection)
