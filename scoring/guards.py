"""What the database itself refuses, whoever asks: triggers on SQLite and PostgreSQL from one description.

A guard is data: which event on which table, under which condition, and the sentence that comes back as an
`IntegrityError`. Register guards where the models live; they are lifted before migrations (SQLite remakes
tables and would stumble over them) and installed again afterwards, so that a migration can never lose one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import Migration, RunPython, RunSQL

PREFIX = "guard_"


class Event(StrEnum):
    """What is about to happen to a row."""

    INSERT = "INSERT"
    UPDATE = "UPDATE"
    DELETE = "DELETE"
    TRUNCATE = "TRUNCATE"  # emptying a whole table at once: PostgreSQL alone knows it


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """Refuses `event` on a row of `table` while `condition` holds.

    The condition is SQL that both databases read: OLD and NEW, subqueries, IS TRUE, IS DISTINCT FROM; no
    `= 1` for a truth value. Left out, the event is always refused. The message is in English, for
    developers: services refuse earlier, with a sentence for people.
    """

    name: str
    table: str
    event: Event
    message: str
    condition: str = "TRUE"

    @property
    def trigger(self) -> str:
        return PREFIX + self.name

    def on_sqlite(self) -> tuple[str, ...]:
        if self.event is Event.TRUNCATE:
            return ()  # there is no such statement, and a DELETE without WHERE meets the triggers of its rows
        trigger = (
            f'CREATE TRIGGER "{self.trigger}" BEFORE {self.event} ON "{self.table}" FOR EACH ROW '
            f"WHEN ({self.condition}) BEGIN SELECT RAISE(ABORT, {quoted(self.message)}); END"
        )
        return (trigger,)

    def on_postgresql(self) -> tuple[str, ...]:
        goes_on = {Event.DELETE: "OLD", Event.TRUNCATE: "NULL"}.get(self.event, "NEW")
        each = "STATEMENT" if self.event is Event.TRUNCATE else "ROW"
        function = (
            f'CREATE OR REPLACE FUNCTION "{self.trigger}"() RETURNS trigger LANGUAGE plpgsql AS $guard$ BEGIN '
            f"IF ({self.condition}) THEN RAISE EXCEPTION USING ERRCODE = 'integrity_constraint_violation', "
            f"CONSTRAINT = {quoted(self.name)}, MESSAGE = {quoted(self.message)}; END IF; "
            f"RETURN {goes_on}; END $guard$"
        )
        trigger = (
            f'CREATE TRIGGER "{self.trigger}" BEFORE {self.event} ON "{self.table}" '
            f'FOR EACH {each} EXECUTE FUNCTION "{self.trigger}"()'
        )
        return (function, trigger)

    def sql(self, vendor: str) -> tuple[str, ...]:
        match vendor:
            case "sqlite":
                return self.on_sqlite()
            case "postgresql":
                return self.on_postgresql()
        raise NotImplementedError(f"no guards for {vendor}")


def kept_row(name: str, table: str, what: str, *, advice: str = "") -> tuple[Guard, Guard]:
    """A row that is written once: neither changed nor deleted."""
    return (
        Guard(
            name=f"{name}_never_change",
            table=table,
            event=Event.UPDATE,
            message=f"{what} never changes{advice}",
        ),
        Guard(name=f"{name}_stay", table=table, event=Event.DELETE, message=f"{what} is never deleted"),
    )


def done_once(name: str, table: str, what: str, done: str, *, rewritten: str) -> tuple[Guard, Guard]:
    """A row to which one thing may happen, once: it is struck, lifted, revoked, posted; otherwise it stays as it is."""
    return (
        Guard(
            name=f"{name}_are_{done}_not_rewritten",
            table=table,
            event=Event.UPDATE,
            condition=rewritten,
            message=f"{what} is {done} once and never rewritten",
        ),
        Guard(
            name=f"{name}_stay", table=table, event=Event.DELETE, message=f"{what} is {done}, never deleted"
        ),
    )


_registry: dict[str, Guard] = {}


def register_guard(*guards: Guard) -> None:
    """Name guards that belong to the house; each name once."""
    for guard in guards:
        known = _registry.setdefault(guard.name, guard)
        assert known == guard, f"two guards named {guard.name}"


def registered_guards() -> tuple[Guard, ...]:
    return tuple(_registry.values())


def installed(connection: BaseDatabaseWrapper) -> tuple[tuple[str, str], ...]:
    """The guards that stand in this database, as (trigger, table), whether registered or left behind."""
    question = {
        "sqlite": "SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger' ORDER BY name",
        "postgresql": (
            "SELECT t.tgname, c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid "
            "JOIN pg_namespace n ON n.oid = c.relnamespace "
            "WHERE NOT t.tgisinternal AND n.nspname = current_schema() ORDER BY t.tgname"
        ),
    }[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(question)
        return tuple((name, table) for name, table in cursor.fetchall() if name.startswith(PREFIX))


def drop_all(connection: BaseDatabaseWrapper) -> None:
    """Take every guard away, also those that nobody registers any more."""
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        for trigger, table in installed(connection):
            if connection.vendor == "sqlite":
                cursor.execute(f'DROP TRIGGER "{trigger}"')
            else:
                cursor.execute(f'DROP TRIGGER "{trigger}" ON "{table}"')
                cursor.execute(f'DROP FUNCTION "{trigger}"()')


def install_all(connection: BaseDatabaseWrapper, guards: Iterable[Guard] | None = None) -> None:
    """Put every registered guard up, as often as you like; a table that does not exist yet has none."""
    tables = set(connection.introspection.table_names())
    with transaction.atomic(using=connection.alias):
        drop_all(connection)
        with connection.cursor() as cursor:
            for guard in registered_guards() if guards is None else guards:
                if guard.table in tables:
                    for statement in guard.sql(connection.vendor):
                        cursor.execute(statement)


@contextmanager
def lifted(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Without guards for a moment: for migrations, tests that empty tables, and a restore. Never for a deed."""
    drop_all(connection)
    try:
        yield
    finally:
        install_all(connection)


def before_migrations(*, using: str, plan: Sequence[tuple[Migration, bool]] = (), **_signal: Any) -> None:
    """SQLite remakes tables. PostgreSQL does not: there guards stand while others write, unless a migration rewrites rows."""
    connection = connections[using]
    if connection.vendor == "sqlite" or any(rewrites_rows(migration.operations) for migration, _back in plan):
        drop_all(connection)


class InsertRows(RunPython):
    """Run Python that only inserts rows into a table which the migrations before it made: guards stay up."""


def rewrites_rows(operations: Iterable[Any]) -> bool:
    """Whether a migration may change rows that are kept."""
    return any(
        (isinstance(one, RunPython | RunSQL) and not isinstance(one, InsertRows))
        or rewrites_rows(getattr(one, "database_operations", ()))
        for one in operations
    )


def after_migrations(*, using: str, **_signal: Any) -> None:
    connection = connections[using]
    if connection.vendor == "sqlite":
        install_all(connection)
    else:
        match_installed(connection)


def match_installed(connection: BaseDatabaseWrapper) -> None:
    """Drop and put up what differs, and hold no table for the rest: one after the other, each in a transaction of its own."""
    tables = set(connection.introspection.table_names())
    wanted = {guard.trigger: guard for guard in registered_guards() if guard.table in tables}
    stands = dict(stands_on_postgresql(connection))
    for trigger in sorted(stands.keys() | wanted.keys()):
        guard = wanted.get(trigger)
        table, words = stands.get(trigger, ("", ""))
        if guard is not None and words == words_on_postgresql(guard):
            continue
        with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
            if table:
                cursor.execute(f'DROP TRIGGER "{trigger}" ON "{table}"')
                cursor.execute(f'DROP FUNCTION "{trigger}"()')
            for statement in guard.on_postgresql() if guard is not None else ():
                cursor.execute(statement)


def stands_on_postgresql(connection: BaseDatabaseWrapper) -> Iterator[tuple[str, tuple[str, str]]]:
    """Each guard that stands: its table, and its words."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT t.tgname, c.relname, pg_get_triggerdef(t.oid), p.prosrc FROM pg_trigger t "
            "JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace "
            "JOIN pg_proc p ON p.oid = t.tgfoid WHERE NOT t.tgisinternal AND n.nspname = current_schema()"
        )
        for name, table, trigger, source in cursor.fetchall():
            if name.startswith(PREFIX):
                when = trigger.partition(" BEFORE ")[2].partition(" ON ")[0]
                yield name, (table, f"{table} {when} {source.strip()}")


def words_on_postgresql(guard: Guard) -> str:
    """What `stands_on_postgresql` says of a guard that is as it should be."""
    source = guard.on_postgresql()[0].split("$guard$")[1]
    return f"{guard.table} {guard.event} {source.strip()}"


def quoted(text: str) -> str:
    """A text as an SQL literal."""
    return "'" + text.replace("'", "''") + "'"
