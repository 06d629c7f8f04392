"""Many rows as one text: to be handed a row costs a driver and Python more than the database needs to find it."""

from __future__ import annotations

from typing import Any

from django.db.models import Aggregate, Func, TextField, Value


class Joined(Aggregate):
    """Words of all rows of a group, parted by blanks: `Joined("seat_id", "finish")` is `17 R 18 R 21 HA`.

    All stand in one text, so that the words of a row stay together whatever order the database takes the rows in.
    """

    template = "%(function)s(%(expressions)s, ' ')"

    def __init__(self, *words: Any) -> None:
        beside = [one for word in words for one in (Value(" "), word)][1:]
        text = Func(*beside, template="%(expressions)s", arg_joiner=" || ", output_field=TextField())
        super().__init__(text, output_field=TextField())

    def as_sqlite(self, compiler: Any, connection: Any, **more: Any) -> Any:
        return self.as_sql(compiler, connection, function="group_concat", **more)

    def as_postgresql(self, compiler: Any, connection: Any, **more: Any) -> Any:
        return self.as_sql(compiler, connection, function="string_agg", **more)
