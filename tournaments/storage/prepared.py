"""Questions that are asked all day: Django puts them into SQL once, and afterwards only their values change.

Most of what a question of four joins costs is not the database's work but the putting together of its sentence, over and
over with the same words. A `Prepared` is written as a queryset like any other; the rows that it answers are the same
(tests/tournaments/storage/test_prepared.py). For values that stand in the sentence as they are: whole numbers and texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from django.db import connections
from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable, get_related_populators
from django.db.utils import DEFAULT_DB_ALIAS

M = TypeVar("M", bound=Model)
Value = int | str
KNOWN = "prepared_questions"  # of one connection: its sentences, by their question
FIRST_NUMBER = 31_001  # small enough for every column; no question of the house names such a number itself
populators_of: Any = get_related_populators  # the stubs are of a later Django, which asks for one thing more
LARGEST = 2**63 - 1  # no column holds more


class Sentence:
    """One question in the SQL of one connection, and how its rows become objects."""

    def __init__(self, rows: QuerySet[Any], marks: Sequence[Value]) -> None:
        assert rows._iterable_class is ModelIterable, "rows, not values"
        compiler: Any = rows.query.get_compiler(using=DEFAULT_DB_ALIAS)
        self.sql, values = compiler.as_sql(with_col_aliases=False)
        self.values = list(values)
        self.places = [(at, marks.index(value)) for at, value in enumerate(self.values) if value in marks]
        assert {mark for _at, mark in self.places} == set(range(len(marks))), "a value that is not asked for"
        kinds = compiler.klass_info
        first, last = kinds["select_fields"][0], kinds["select_fields"][-1] + 1
        self.own = slice(first, last)
        self.model = kinds["model"]
        self.names = [one[0].target.attname for one in compiler.select[self.own]]
        self.related = populators_of(kinds, compiler.select, DEFAULT_DB_ALIAS)
        self.more = list(compiler.annotation_col_map.items())
        self.converters = [
            (at, converter, expression)
            for at, (found, expression) in compiler.get_converters(
                [one[0] for one in compiler.select]
            ).items()
            for converter in found
        ]

    def asked(self, connection: Any, values: Sequence[Value]) -> Iterator[Any]:
        given = list(self.values)
        for at, mark in self.places:
            given[at] = values[mark]
        with connection.cursor() as cursor:
            cursor.execute(self.sql, given)
            rows = cursor.fetchall()
        for row in rows:
            yield self.made(connection, list(row))

    def made(self, connection: Any, row: list[Any]) -> Any:
        """The object of a row, as Django makes it."""
        for at, converter, expression in self.converters:
            row[at] = converter(row[at], expression, connection)
        found = self.model.from_db(DEFAULT_DB_ALIAS, self.names, row[self.own])
        for related in self.related:
            related.populate(row, found)
        for name, at in self.more:
            setattr(found, name, row[at])
        return found


class Prepared(Generic[M]):
    """A question with places for values: `Prepared(lambda pk: Game.objects.filter(sheet=pk))`."""

    def __init__(self, question: Callable[..., QuerySet[M]], *kinds: type[Value]) -> None:
        self.question = question
        self.marks: list[Value] = [
            FIRST_NUMBER + at if kind is int else f"prepared {at}" for at, kind in enumerate(kinds)
        ]

    def __call__(self, *values: Value) -> list[M]:
        """The rows for these values."""
        if any(isinstance(value, int) and abs(value) > LARGEST for value in values):
            return []
        connection: Any = connections[DEFAULT_DB_ALIAS]
        known: dict[Any, Sentence] = vars(connection).setdefault(KNOWN, {})
        if self not in known:
            known[self] = Sentence(self.question(*self.marks), self.marks)
        return list(known[self].asked(connection, values))

    def first(self, *values: Value) -> M | None:
        """The first of the rows, or None."""
        return next(iter(self(*values)), None)
