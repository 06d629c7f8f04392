"""What a tournament file says of itself is not believed: its parts are counted, named and compared; its photos are photos."""

from __future__ import annotations

import hashlib
import io
import json
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from PIL import Image

from scoring.speech import say
from tests.factories import NOON
from tests.tournaments.field.books import packed
from tournaments.event.selectors.rows import stored_row
from tournaments.files.formats.tournament_reading import read_tournament
from tournaments.files.services.file_rows import checked, sound_photo
from tournaments.files.services.tournament_files import FORMAT, MANIFEST, VERSION
from tournaments.models import SheetPhoto
from tournaments.spreadsheets.reading.limits import FileRefused

PART = b"[]"
SUM = hashlib.sha256(PART).hexdigest()


def file_of(manifest: Any, **parts: bytes) -> bytes:
    return packed({MANIFEST: json.dumps(manifest), **parts})


def manifest(**other: Any) -> dict[str, Any]:
    return {"format": FORMAT, "version": VERSION, "parts": {"rows.json": {"sha256": SUM}}} | other


FORGED = {
    "no archive": b"Name;Verein\n",
    "no manifest": packed({"rows.json": PART}),
    "a list as manifest": file_of([1, 2]),
    "another format": file_of(manifest(format="something else"), **{"rows.json": PART}),
    "another version": file_of(manifest(version=VERSION + 1), **{"rows.json": PART}),
    "no parts promised": file_of(manifest(parts=7), **{"rows.json": PART}),
    "a part too many": file_of(manifest(), **{"rows.json": PART, "more.json": PART}),
    "a part that is missing": file_of(manifest()),
    "a part without a digest": file_of(manifest(parts={"rows.json": "x"}), **{"rows.json": PART}),
    "another digest": file_of(manifest(), **{"rows.json": b"[1]"}),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_file_that_says_what_is_not_so_is_refused_with_a_sentence(what: str) -> None:
    with pytest.raises(FileRefused) as refused:
        read_tournament(FORGED[what])
    assert say(refused.value).endswith(".")


def test_what_is_whole_is_read() -> None:
    parts = read_tournament(file_of(manifest(), **{"rows.json": PART}))
    assert parts["rows.json"] == []


def jpeg(size: tuple[int, int] = (40, 30), **options: Any) -> bytes:
    target = io.BytesIO()
    Image.new("L", size, 200).save(target, options.pop("format", "JPEG"), **options)
    return target.getvalue()


def photo(picture: bytes, **other: Any) -> SheetPhoto:
    facts = {
        "sha256": hashlib.sha256(picture).hexdigest(),
        "size": len(picture),
        "width": 40,
        "height": 30,
    }
    return SheetPhoto(picture=picture, **(facts | other))


def with_exif() -> bytes:
    exif = Image.Exif()
    exif[0x010E] = "where it was taken"
    return jpeg(exif=exif)


UNSOUND = {
    "another digest": photo(jpeg(), sha256="0" * 64),
    "another length": photo(jpeg(), size=7),
    "another width": photo(jpeg(), width=41),
    "larger than the site keeps": photo(jpeg((2_401, 1)), width=2_401, height=1),
    "a remark inside": photo(jpeg(comment=b"hidden words")),
    "where and when inside": photo(with_exif()),
    "a PNG": photo(jpeg(format="PNG")),
    "no picture": photo(b"this is no picture"),
    "cut off": photo(jpeg()[:-40]),
    "words behind the end": photo(jpeg() + b"hidden words"),
}


@pytest.mark.parametrize("what", UNSOUND)
def test_a_photo_is_a_photo_as_this_house_keeps_them(what: str) -> None:
    with pytest.raises(ValidationError):
        sound_photo(UNSOUND[what])


def test_a_sound_photo_is_taken_over() -> None:
    sound_photo(photo(jpeg()))


@pytest.mark.parametrize("what", ["a remark inside", "another digest"])
def test_a_photo_of_a_file_is_looked_at_as_a_row_too(what: str) -> None:
    sound, forged = photo(jpeg()), UNSOUND[what]
    for one in (sound, forged):
        one.number, one.taken_by, one.taken_at = 1, "leitung", NOON
    assert isinstance(checked(SheetPhoto, stored_row(sound)), SheetPhoto)
    with pytest.raises(ValidationError):
        checked(SheetPhoto, stored_row(forged))
