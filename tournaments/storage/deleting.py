"""Deletes rows by themselves: one DELETE, without signals and without what Django would delete along with them."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connections
from django.db.models import QuerySet


def delete_alone(rows: QuerySet[Any]) -> None:
    """Delete the rows of a queryset with one statement. References to them are left to the database and the caller."""
    connection, about = connections[rows.db], rows.model._meta
    quote = connection.ops.quote_name
    assert about.pk is not None
    try:
        chosen, parameters = rows.order_by().values("pk").query.sql_with_params()
    except EmptyResultSet:  # a filter that no row can pass, such as pk__in=[]
        return
    with connection.cursor() as cursor:
        cursor.execute(
            f"DELETE FROM {quote(about.db_table)} WHERE {quote(about.pk.column)} IN ({chosen})",  # noqa: S608  names of our own tables
            parameters,
        )
