"""Photos of paper lists: really pictures, without anything of their file, for few eyes, never replaced."""

from __future__ import annotations

import io
import random
import struct
import zlib

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from PIL import Image, PngImagePlugin

from tests import factories
from tests.factories import NOON
from tournaments.event.permissions import Actor, NotAllowed
from tournaments.lists.services.sheets import SheetRefused
from tournaments.models import JournalEntry, ScoreSheet, SheetPhoto
from tournaments.paper_entry.forms import photos as form
from tournaments.paper_entry.forms.photos import PhotoRefused, clean_picture
from tournaments.paper_entry.services import photos as service
from tournaments.paper_entry.services.photos import CleanPhoto

AT = ["probeturnier", 1, 1]
ORIENTATION, GPS, MAKER = 0x0112, 0x8825, 0x010F


def file_of(kind: str = "JPEG", size: tuple[int, int] = (60, 40), mode: str = "RGB", **how) -> bytes:
    target = io.BytesIO()
    picture = Image.new(mode, size, how.pop("color", None) or ("red" if mode == "RGB" else 128))
    picture.save(target, kind, **how)
    return target.getvalue()


def with_exif(orientation: int) -> bytes:
    exif = Image.Exif()
    exif[ORIENTATION], exif[MAKER] = orientation, "Kamera von Probe"
    exif.get_ifd(GPS)[1] = "N"
    return file_of(exif=exif, size=(60, 40))


def png_that_claims(width: int, height: int) -> bytes:
    """A few bytes that say they are a huge picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b"\0" * 1000))
        + chunk(b"IEND", b"")
    )


def opened(picture: CleanPhoto) -> Image.Image:
    return Image.open(io.BytesIO(picture.jpeg))


# The picture --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "mode"),
    [
        ("JPEG", "RGB"),
        ("JPEG", "L"),
        ("JPEG", "CMYK"),
        ("PNG", "RGB"),
        ("PNG", "LA"),
        ("PNG", "1"),
        ("WEBP", "RGB"),
    ],
)
def test_pictures_become_plain_jpegs(kind, mode):
    color = {"LA": (128, 0), "CMYK": (0, 0, 0, 0), "1": 1}.get(mode)
    clean = clean_picture(file_of(kind, mode=mode, color=color))
    found = opened(clean)
    assert (found.format, found.mode, found.size) == ("JPEG", "RGB", (60, 40))
    assert (clean.width, clean.height) == (60, 40)


def test_what_is_transparent_becomes_paper():
    found = opened(clean_picture(file_of("PNG", mode="LA", color=(0, 0))))
    assert found.getpixel((5, 5)) == (255, 255, 255)


def test_it_stands_upright_and_nothing_of_the_camera_is_left():
    sent = with_exif(6)
    assert b"Kamera" in sent
    clean = clean_picture(sent)
    assert (clean.width, clean.height) == (40, 60)
    assert b"Kamera" not in clean.jpeg
    assert dict(opened(clean).getexif()) == {}
    assert set(opened(clean).info) <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}


def test_texts_and_colour_profiles_are_left_behind():
    notes = PngImagePlugin.PngInfo()
    notes.add_text("Comment", "Geheimnis")
    clean = clean_picture(file_of("PNG", pnginfo=notes, icc_profile=b"x" * 200))
    assert b"Geheimnis" not in clean.jpeg
    assert "icc_profile" not in opened(clean).info


def test_a_script_behind_a_picture_is_not_kept():
    clean = clean_picture(file_of() + b"<script>alert(1)</script>")
    assert b"script" not in clean.jpeg


def test_a_large_picture_is_made_smaller():
    clean = clean_picture(file_of(size=(4800, 1200)))
    assert (clean.width, clean.height) == (2400, 600)


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"\x00" * 500,
        b"GIF89a" + b"\x00" * 50,
        file_of("GIF"),
        file_of("BMP"),
        file_of("TIFF"),
        b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>",
        b"%PDF-1.4 nothing",
        b"\xff\xd8\xff\xe0" + b"\x00" * 40,
        file_of()[:400],
        file_of("PNG")[:60],
        file_of("WEBP")[:30],
        b"RIFF\xff\xff\xff\xffWEBPVP8 ",
        png_that_claims(60, 40),
    ],
    ids=lambda sent: f"{sent[:6]!r}-{len(sent)}",
)
def test_what_is_no_whole_picture_is_refused(sent):
    with pytest.raises(PhotoRefused):
        clean_picture(sent)


@pytest.mark.parametrize("size", [(9_000, 9_000), (12_000, 12_000), (60_000, 60_000), (2**31 - 1, 2**31 - 1)])
def test_a_bomb_is_refused_before_it_is_decoded(size):
    with pytest.raises(PhotoRefused):
        clean_picture(png_that_claims(*size))


def test_broken_bytes_never_break_the_page():
    """Whatever is flipped in a file: a picture, or a sentence."""
    dice = random.Random(5)
    for kind in ("JPEG", "PNG", "WEBP"):
        whole = file_of(kind, size=(16, 16))
        for _ in range(60):
            broken = bytearray(whole)
            for _ in range(dice.randint(1, 6)):
                broken[dice.randrange(len(broken))] = dice.randrange(256)
            try:
                clean = clean_picture(bytes(broken[: dice.randint(1, len(broken))]))
            except PhotoRefused:
                continue
            assert opened(clean).format == "JPEG"


def test_too_many_bytes_are_refused(monkeypatch):
    monkeypatch.setattr(form, "MOST_BYTES", 100)
    with pytest.raises(PhotoRefused, match="zu groß"):
        clean_picture(file_of())


# The deed -------------------------------------------------------------------------------------------------


@pytest.fixture
def sheet(db) -> ScoreSheet:
    return factories.table_of(4)


def add(sheet: ScoreSheet, color: str = "red", by: Actor | None = None) -> SheetPhoto:
    picture = clean_picture(file_of(color=color))
    return service.add_photo(sheet_id=sheet.pk, picture=picture, by=by or factories.scorer(sheet), now=NOON)


def test_a_photo_is_added_and_never_replaced(sheet):
    first, second = add(sheet), add(sheet, "blue")
    assert (first.number, second.number) == (1, 2)
    assert add(sheet) == first
    assert JournalEntry.objects.filter(deed="photo_added").count() == 2
    assert ScoreSheet.objects.get(pk=sheet.pk).version == 0
    for deed, words in (
        (lambda: SheetPhoto.objects.update(sha256="x"), "never changes"),
        (lambda: SheetPhoto.objects.all()._raw_delete("default"), "never deleted"),
    ):
        with pytest.raises(IntegrityError, match=words), transaction.atomic():
            deed()


def test_photos_are_counted(sheet, monkeypatch):
    monkeypatch.setattr(service, "MOST_PHOTOS", 1)
    add(sheet)
    with pytest.raises(SheetRefused, match="schon 1 Fotos"):
        add(sheet, "blue")


def test_strangers_lay_nothing_beside_a_list(sheet):
    with pytest.raises(NotAllowed):
        add(sheet, by=Actor(sheet_id=sheet.pk + 1))


def upload(client: Client, data: bytes, name: str = "liste.jpg"):
    return client.post(reverse("photos", args=AT), {"photo": SimpleUploadedFile(name, data)})


def test_a_photo_is_sent_and_seen_by_few(sheet):
    desk = Client()
    desk.force_login(factories.user("leitung"))
    assert upload(desk, with_exif(6), "../../böse.php").status_code == 302
    answer = desk.get(reverse("photo", args=[*AT, 1]))
    assert answer.headers["Content-Type"] == "image/jpeg"
    assert "no-store" in answer.headers["Cache-Control"]
    assert "private" in answer.headers["Cache-Control"]
    assert b"Kamera" not in answer.content
    assert 'width="40"' in desk.get(reverse("photos", args=AT)).content.decode()
    assert Client().get(reverse("photo", args=[*AT, 1])).status_code == 403
    stranger = Client()
    stranger.force_login(factories.user("fremd"))
    assert stranger.get(reverse("photo", args=[*AT, 1])).status_code == 403
    assert desk.get(reverse("photo", args=[*AT, 2])).status_code == 404
    assert Client().get("/media/").status_code == 404


def test_what_is_no_photo_is_said(sheet):
    desk = Client()
    desk.force_login(factories.user("leitung"))
    answer = upload(desk, b"kein Bild")
    assert answer.status_code == 422
    assert "lässt sich nicht als Foto lesen" in answer.content.decode()
    assert not SheetPhoto.objects.exists()


def test_the_page_of_photos_reads_no_picture(sheet, django_assert_max_num_queries):
    add(sheet)
    desk = Client()
    desk.force_login(factories.user("leitung"))
    with django_assert_max_num_queries(14) as asked:
        desk.get(reverse("photos", args=AT))
    assert not any('"picture"' in query["sql"] for query in asked.captured_queries)
