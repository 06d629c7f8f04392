"""A row of a file is looked at as if somebody had typed it: known columns, right kinds, lengths, choices, sane hours."""

from __future__ import annotations

import hashlib
import io
import unicodedata
from collections.abc import Iterator
from datetime import date, datetime
from functools import cache
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from PIL import Image

from tournaments.event.selectors.rows import Row, thing_of
from tournaments.models import SheetPhoto

FIRST_YEAR, LAST_YEAR = 1900, 2199
LONGEST_TEXT = 20_000  # letters of a text whose column has no length of its own
DEEPEST, WIDEST = 12, 20_000  # of a value of JSON in one row
LARGEST_NUMBER = 2**53  # what every reader of JSON knows exactly
LONGEST_SIDE = 2_400  # of a photo: as the site itself keeps them
BROKEN_PICTURES = (OSError, SyntaxError, ValueError, TypeError, EOFError, Image.DecompressionBombError)


def checked(model: type[models.Model], row: Row) -> models.Model:
    """The thing that the row describes, as sound as a typed one; ValidationError where it is not."""
    for name, value in row.items():
        if isinstance(value, str | dict | list | float):
            sound(value, name)
    thing = thing_of(model, row)
    thing.clean_fields(exclude=relations(model))
    for field in model._meta.concrete_fields:
        if isinstance(field, models.DateField):
            hour_in_sight(getattr(thing, field.attname), field.name)
    if isinstance(thing, SheetPhoto):
        sound_photo(thing)
    return thing


@cache
def relations(model: type[models.Model]) -> frozenset[str]:
    """Fields that name other rows: their keys are exchanged, and looked up there. And blanks that are none."""
    fields = model._meta.concrete_fields
    return frozenset(
        field.name
        for field in fields
        if field.is_relation or field.primary_key or isinstance(field, models.JSONField | models.BinaryField)
    )


def refuse(name: str) -> ValidationError:
    return ValidationError(f"{name}: not as it would be typed")


def sound(value: Any, name: str) -> None:
    """Texts without control signs, numbers that are numbers, JSON neither deep nor endless."""
    for number, (one, depth) in enumerate(value_parts(value, 0)):
        if depth > DEEPEST or number > WIDEST:
            raise refuse(name)
        match one:
            case str():
                sound_text(one, name)
            case float() if depth == 0 or not abs(one) < LARGEST_NUMBER:  # also not a number at all
                raise refuse(name)  # columns count in whole numbers; only widths of drawn lists are parts
            case bool() | None:
                pass
            case int():
                if abs(one) > LARGEST_NUMBER:
                    raise refuse(name)


def value_parts(value: Any, depth: int) -> Iterator[tuple[Any, int]]:
    """The value and everything in it, with its depth."""
    yield value, depth
    if depth > DEEPEST:
        return
    match value:
        case dict():
            for key, one in value.items():
                yield key, depth + 1
                yield from value_parts(one, depth + 1)
        case list():
            for one in value:
                yield from value_parts(one, depth + 1)


def sound_text(text: str, name: str) -> None:
    """Bytes of pictures and canonical rules are long; everything that people read is not."""
    if name in ("picture", "pdf"):
        return
    if len(text) > LONGEST_TEXT and name not in ("canonical", "document", "certificate"):
        raise refuse(name)
    if not text.isprintable() and any(
        unicodedata.category(sign) in ("Cc", "Cs") and sign not in "\n\r\t" for sign in text
    ):
        raise refuse(name)


def hour_in_sight(value: date | None, name: str) -> None:
    """Hours with a zone, in years that calendars and clocks of every machine know."""
    if value is None:
        return
    if not FIRST_YEAR <= value.year <= LAST_YEAR:
        raise refuse(name)
    if isinstance(value, datetime) and value.tzinfo is None:
        raise refuse(name)


def sound_photo(photo: SheetPhoto) -> None:
    """A JPEG as this house writes them: really one, of its size, without metadata, with the digest that it says."""
    picture = bytes(photo.picture)
    if hashlib.sha256(picture).hexdigest() != photo.sha256 or len(picture) != photo.size:
        raise refuse("picture")
    try:
        with Image.open(io.BytesIO(picture), formats=("JPEG",)) as shown:
            size = (shown.width, shown.height)
            if size != (photo.width, photo.height) or max(size) > LONGEST_SIDE:
                raise refuse("picture")
            if shown.info.keys() & {"exif", "comment", "icc_profile", "xmp"} or shown.getexif():
                raise refuse("picture")
            shown.load()
    except BROKEN_PICTURES as fault:
        raise refuse("picture") from fault
    if not picture.endswith(b"\xff\xd9"):
        raise refuse("picture")
