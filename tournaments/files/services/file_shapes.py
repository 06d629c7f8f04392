"""Looks at every value of JSON of a file before a single row is written, and says which one is not as it would be."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError

from scoring.sentence import gettext_noop
from tournaments.event.selectors.rows import Row
from tournaments.files.core.newer import of_later_words
from tournaments.files.core.shapes import wrong_in
from tournaments.files.selectors.belongings import model_of
from tournaments.files.selectors.stored_shapes import columns_of, shape_of
from tournaments.files.services.file_rows import sound
from tournaments.files.services.origin import TakeOverRefused


class Misshapen(TakeOverRefused):
    """A value of JSON that no version of this house has written."""


class Newer(Misshapen):
    """A value whose names or words are strange, and nothing else: a later version will have learnt them."""


def refuse_misshapen(label: str, rows: Any) -> None:
    """Every row of one part: its columns known, its values of JSON of their shape."""
    if not isinstance(rows, list):
        raise misshapen(label, 1, "")
    known = {field.attname for field in model_of(label)._meta.concrete_fields}
    columns = columns_of(label)
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict):
            raise misshapen(label, number, "")
        if not set(row) <= known:
            raise TakeOverRefused(
                gettext_noop("Diese Datei hat ein neueres Programm geschrieben: Zuerst Rommé-Club erneuern.")
            )
        for column in columns:
            if column in row:
                refuse_value(label, number, row, column)


def refuse_value(label: str, number: int, row: Row, column: str) -> None:
    """The shape first: what has it is nowhere deeper than it. Then signs and sizes, as of everything that is typed."""
    shape = shape_of(label, column, row)
    way = wrong_in(shape, row[column])
    if way is not None:
        told = of_later_words(shape, row[column])
        raise (newer if told else misshapen)(label, number, f"{column}.{way}" if way else column)
    try:
        sound(row[column], column)
    except ValidationError as fault:
        raise misshapen(label, number, column) from fault


def newer(label: str, number: int, way: str) -> Newer:
    return Newer(
        gettext_noop(
            "In „{table}“, Zeile {row} ({place}), steht etwas, das diese Version noch nicht kennt: Die Datei hat wohl ein neueres "
            "Programm geschrieben. Es ist nichts übernommen: Zuerst Rommé-Club erneuern."
        ),
        **where_in_file(label, number, way),
    )


def where_in_file(label: str, number: int, way: str) -> dict[str, str | int]:
    """The values of both sentences."""
    return {
        "table": str(model_of(label)._meta.verbose_name_plural),
        "row": number,
        "place": way[:80] or label.rpartition(".")[2],
    }


def misshapen(label: str, number: int, way: str) -> Misshapen:
    return Misshapen(
        gettext_noop(
            "Diese Datei ist beschädigt oder nicht von Rommé-Club: In „{table}“ ist Zeile {row} ({place}) nicht so, wie "
            "Rommé-Club sie schreibt. Es ist nichts übernommen: Auf dem anderen Rechner unter Leitung → Turnierdatei neu "
            "speichern und noch einmal holen."
        ),
        **where_in_file(label, number, way),
    )
