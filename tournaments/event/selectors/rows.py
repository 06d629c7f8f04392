"""A row of any table as plain values, and back: what backups and whole tournaments are written with."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import models

Row = dict[str, Any]


def stored_row(thing: models.Model, *, leave_out: Iterable[str] = ()) -> Row:
    """The stored values of a row by the names of its fields; keys of other rows as they stand in the table."""
    return {
        field.attname: json_value(getattr(thing, field.attname))
        for field in thing._meta.concrete_fields
        if field.name not in leave_out
    }


def json_value(value: Any) -> Any:
    """A value as JSON has it, without losing a microsecond."""
    match value:
        case datetime() | date():
            return value.isoformat()
        case UUID() | Decimal():
            return str(value)
        case bytes() | bytearray() | memoryview():
            return base64.b64encode(bytes(value)).decode("ascii")
    return value


def thing_of(model: type[models.Model], row: Mapping[str, Any]) -> models.Model:
    """The row as a thing that can be stored. A field that no row has keeps its default."""
    values = {}
    for field in model._meta.concrete_fields:
        if field.attname in row:
            value = row[field.attname]
            target = getattr(field, "target_field", field) if field.is_relation else field
            values[field.attname] = (
                value if isinstance(field, models.JSONField) else stored_value(target, value)
            )
    return model(**values)


def stored_value(field: Any, value: Any) -> Any:
    """A value of JSON as the field keeps it."""
    if value is None:
        return None
    if isinstance(field, models.BinaryField):
        return base64.b64decode(value, validate=True)
    return field.to_python(value)
