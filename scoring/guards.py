"""What the database itself refuses, whoever asks: triggers on SQLite and PostgreSQL from one description.

A guard is data: which event on which table, under which condition, and the sentence that comes back as an
`IntegrityError`. Register guards where the models live; they are lifted before migrations (SQLite remakes
tables and would stumble over them) and installed again afterwards, so that a migration can never lose one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

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


def kept(name: str, table: str, what: str, *, advice: str = "") -> tuple[Guard, Guard]:
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


def register(*guards: Guard) -> None:
    """Name guards that belong to the house; each name once."""
    for guard in guards:
        known = _registry.setdefault(guard.name, guard)
        assert known == guard, f"two guards named {guard.name}"


def registered() -> tuple[Guard, ...]:
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
            for guard in registered() if guards is None else guards:
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


def before_migrations(*, using: str, **_signal: Any) -> None:
    drop_all(connections[using])


def after_migrations(*, using: str, **_signal: Any) -> None:
    install_all(connections[using])


def quoted(text: str) -> str:
    """A text as an SQL literal."""
    return "'" + text.replace("'", "''") + "'"
