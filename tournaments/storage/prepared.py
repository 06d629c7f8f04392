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
from django.db.models.query import ModelIterable, ValuesListIterable, get_related_populators
from django.db.utils import DEFAULT_DB_ALIAS

from tournaments.storage.made import Maker, hurry
from tournaments.storage.plain import Plain, may_be_plain
from tournaments.storage.together import begun_with, may_go_together

M = TypeVar("M", bound=Model)
V = TypeVar("V", bound=tuple[Any, ...])
Value = int | str
KNOWN = "prepared_questions"  # of one connection: its sentences, by their question
FIRST_NUMBER = 31_001  # small enough for every column; no question of the house names such a number itself
populators_of: Any = get_related_populators  # the stubs are of a later Django, which asks for one thing more
LARGEST = 2**63 - 1  # no column holds more
SMALL = 2**31 - 1  # every column of whole numbers holds it


class PreparedQuestion:
    """One question in the SQL of one connection, and how its rows become objects."""

    def __init__(self, rows: QuerySet[Any], marks: Sequence[Value]) -> None:
        compiler: Any = rows.query.get_compiler(using=DEFAULT_DB_ALIAS)
        self.sql, values = compiler.as_sql(with_col_aliases=False)
        self.values = list(values)
        self.plain = Plain(self.sql) if may_be_plain(self.sql) else None
        self.places = [(at, marks.index(value)) for at, value in enumerate(self.values) if value in marks]
        assert {mark for _at, mark in self.places} == set(range(len(marks))), "a value that is not asked for"
        self.converters = [
            (at, converter, expression)
            for at, (found, expression) in compiler.get_converters(
                [one[0] for one in compiler.select]
            ).items()
            for converter in found
        ]
        if rows._iterable_class is ModelIterable:
            self.objects(compiler)
        else:
            assert rows._iterable_class is ValuesListIterable, "rows, or lists of values"

    def objects(self, compiler: Any) -> None:
        """How a row becomes an object, with what is loaded beside it."""
        kinds = compiler.klass_info
        first, last = kinds["select_fields"][0], kinds["select_fields"][-1] + 1
        self.own = slice(first, last)
        self.maker = Maker(kinds["model"])
        self.names = [one[0].target.attname for one in compiler.select[self.own]]
        self.related = populators_of(kinds, compiler.select, DEFAULT_DB_ALIAS)
        hurry(self.related)
        self.more = list(compiler.annotation_col_map.items())

    def given(self, values: Sequence[Value]) -> list[Value]:
        """What stands in the places of the sentence."""
        given = list(self.values)
        for at, mark in self.places:
            given[at] = values[mark]
        return given

    def rows(self, connection: Any, values: Sequence[Value]) -> list[tuple[Any, ...]]:
        """What the database answers."""
        given = self.given(values)
        if self.plain is not None and not (connection.queries_logged or connection.execute_wrappers):
            answered: list[tuple[Any, ...]] | None = connection.rows_quickly(self.plain, given)
            if answered is not None:
                return answered
        with connection.cursor() as cursor:
            cursor.execute(self.sql, given)
            found: list[tuple[Any, ...]] = cursor.fetchall()
        return found

    def asked(self, connection: Any, values: Sequence[Value]) -> Iterator[Any]:
        for row in self.rows(connection, values):
            yield self.made(self.converted(connection, row))

    def converted(self, connection: Any, row: Sequence[Any]) -> list[Any]:
        """A row with values as Python has them: SQLite knows neither days nor yes and no."""
        values = list(row)
        for at, converter, expression in self.converters:
            values[at] = converter(values[at], expression, connection)
        return values

    def made(self, row: list[Any]) -> Any:
        """Make the object of a row by the same steps as Django."""
        found = self.maker.from_db(DEFAULT_DB_ALIAS, self.names, row[self.own])
        for related in self.related:
            related.populate(row, found)
        for name, at in self.more:
            setattr(found, name, row[at])
        return found


class Question:
    """A queryset with places for values, and its sentence in the words of each connection."""

    def __init__(self, question: Callable[..., QuerySet[Any, Any]], *kinds: type[Value]) -> None:
        self.question = question
        self.marks: list[Value] = [
            FIRST_NUMBER + at if kind is int else f"prepared {at}" for at, kind in enumerate(kinds)
        ]

    def sentence(self, connection: Any) -> PreparedQuestion:
        known: dict[Any, PreparedQuestion] = vars(connection).setdefault(KNOWN, {})
        if self not in known:
            known[self] = PreparedQuestion(self.question(*self.marks), self.marks)
        return known[self]


def held_by_no_row(values: Sequence[Value]) -> bool:
    """Whether no row can hold one of these values."""
    return any(isinstance(value, int) and abs(value) > LARGEST for value in values)


class PreparedValues(Question, Generic[V]):
    """A question for bare values: `PreparedValues(lambda pk: Game.objects.filter(sheet=pk).values_list("number"), int)`."""

    def __init__(self, question: Callable[..., QuerySet[Any, V]], *kinds: type[Value]) -> None:
        super().__init__(question, *kinds)

    def __call__(self, *values: Value) -> list[V]:
        """A tuple for each row."""
        if held_by_no_row(values):
            return []
        connection: Any = connections[DEFAULT_DB_ALIAS]
        sentence = self.sentence(connection)
        rows: Any = sentence.rows(connection, values)
        if sentence.converters:
            rows = [tuple(sentence.converted(connection, row)) for row in rows]
        return list(rows)


class Prepared(Question, Generic[M]):
    """A question with places for values: `Prepared(lambda pk: Game.objects.filter(sheet=pk))`."""

    def __init__(self, question: Callable[..., QuerySet[M]], *kinds: type[Value]) -> None:
        super().__init__(question, *kinds)

    def __call__(self, *values: Value) -> list[M]:
        """The rows for these values."""
        if held_by_no_row(values):
            return []
        connection: Any = connections[DEFAULT_DB_ALIAS]
        return list(self.sentence(connection).asked(connection, values))

    def first(self, *values: Value) -> M | None:
        """The first of the rows, or None."""
        return next(iter(self(*values)), None)


Asked = tuple["Prepared[Any] | Plain", Sequence[Any]]  # a question and its values


def begun_with_rows(*asked: Asked) -> list[list[Any]] | None:
    """Begin the transaction with these questions, each after the one before it; None where each has to be asked by itself.

    A `Prepared` is answered with objects, a `Plain` with its rows.
    """
    if any(not_for_every_column(values) for _question, values in asked):
        return None
    connection: Any = connections[DEFAULT_DB_ALIAS]
    if not may_go_together(connection):
        return None
    sentences = [one.sentence(connection) if isinstance(one, Prepared) else one for one, _values in asked]
    answered = begun_with(
        [
            (one.sql, one.given(values) if isinstance(one, PreparedQuestion) else values)
            for one, (_question, values) in zip(sentences, asked, strict=True)
        ]
    )
    if answered is None:
        return None
    return [
        [one.made(one.converted(connection, row)) for row in rows]
        if isinstance(one, PreparedQuestion)
        else rows
        for one, rows in zip(sentences, answered, strict=True)
    ]


def not_for_every_column(values: Sequence[Any]) -> bool:
    """Whether a server would refuse one of these values instead of finding nothing."""
    return any(
        abs(value) > SMALL if isinstance(value, int) else isinstance(value, str) and not value.isprintable()
        for value in values
    )
