"""The tables of a database as plain values, without the names and orders that mean nothing."""

import json
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

PASSING = {"django_migrations", "django_session"}
MEANT = ("columns", "primary_key", "unique", "foreign_key", "check", "index", "orders")


def schema(on: BaseDatabaseWrapper) -> dict[str, list[str]]:
    """For each table its columns with their types, and what it holds together."""
    found: dict[str, list[str]] = {}
    with on.cursor() as cursor:
        for table in sorted(set(on.introspection.table_names(cursor)) - PASSING):
            columns = [
                json.dumps([column.name, str(column.type_code), column.null_ok, column.default])
                for column in on.introspection.get_table_description(cursor, table)
            ]
            rules = [
                json.dumps(
                    [
                        name if rule["check"] and not name.startswith("__unnamed") else "",
                        *(rule.get(key) for key in MEANT),
                    ]
                )
                for name, rule in on.introspection.get_constraints(cursor, table).items()
            ]
            found[table] = sorted(columns) + sorted(rules)
    return found


def difference(ours: dict[str, Any], fresh: dict[str, Any]) -> dict[str, list[str]]:
    """Table by table what one has and the other has not."""
    return {
        table: found
        for table in sorted(ours.keys() | fresh.keys())
        if (found := sorted(set(ours.get(table, ())) ^ set(fresh.get(table, ()))))
    }
