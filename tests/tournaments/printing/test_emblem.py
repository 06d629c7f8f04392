"""The club's emblem: uploaded once, cleaned, on every certificate; what is no picture is refused with a sentence."""

from __future__ import annotations

import io
import zlib

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image, ImageDraw
from PIL.PngImagePlugin import PngInfo
from pypdf import PdfReader

from tests import factories
from tests.tournaments.paper.tagged import wrong
from tournaments.models import Emblem, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def staged(stage: None) -> Tournament:
    made = factories.tournament(players=4, series=1, rounds=1, name="Wappen-Pokal")
    sheet = factories.sheet_of(factories.draw(made))
    factories.accept(factories.sign_all(factories.play_all(sheet)))
    return made


@pytest.fixture
def made(staged: Tournament) -> Tournament:
    return Tournament.objects.get(pk=staged.pk)


@pytest.fixture
def desk(made: Tournament) -> Client:
    client = Client()
    client.force_login(factories.user("leitung"))
    return client


def picture(kind: str = "PNG", size: tuple[int, int] = (1200, 800), **more) -> bytes:
    """A red card on nothing."""
    made = Image.new("RGBA", size)
    ImageDraw.Draw(made).ellipse((0, 0, size[0] - 1, size[1] - 1), fill=(180, 20, 20, 255))
    target = io.BytesIO()
    (made if kind == "PNG" else made.convert("RGB")).save(target, kind, **more)
    return target.getvalue()


def send(client: Client, made: Tournament, content: bytes, name: str = "wappen.png"):
    file = SimpleUploadedFile(name, content, content_type="image/png")
    return client.post(reverse("emblem", args=[made.slug]), {"picture": file})


def certificates(client: Client, made: Tournament) -> bytes:
    return client.get(reverse("certificates_pdf", args=[made.slug]), {"trotzdem": "1"}).content


def drawn(content: bytes) -> list[tuple[int, int]]:
    """The sizes of the pictures on the first page."""
    return [one.image.size for one in PdfReader(io.BytesIO(content)).pages[0].images if one.image]


def test_it_is_uploaded_once_cleaned_and_stands_on_every_certificate(desk, made):
    assert drawn(certificates(desk, made)) == []
    told = PngInfo()
    told.add_text("Comment", "where it was made")
    before = made.journal.count()
    assert send(desk, made, picture(pnginfo=told)).status_code == 302
    kept = Emblem.objects.get(tournament=made)
    assert (kept.width, kept.height) == (900, 600)
    assert b"where it was made" not in bytes(kept.picture)
    assert Image.open(io.BytesIO(kept.picture)).getpixel((0, 0)) == (0, 0, 0, 0), "nothing stays nothing"
    content = certificates(desk, made)
    assert (900, 600) in drawn(content)
    assert list(wrong(content)) == []
    assert "Wappen".encode("utf-16-be").hex().upper().encode() in b"".join(
        zlib.decompress(part.split(b"stream\n", 1)[1].rsplit(b"\nendstream", 1)[0])
        for part in content.split(b"endobj\n")
        if b"/Type/ObjStm" in part
    )
    assert made.journal.count() == before + 1
    assert "Wappen für Urkunden hinterlegt" in desk.get(reverse("journal", args=[made.slug])).content.decode()
    send(desk, made, picture())
    assert made.journal.count() == before + 1, "the same picture again is no deed"


@pytest.mark.slow
def test_it_can_be_taken_over_for_the_next_tournament_and_removed(desk, made):
    send(desk, made, picture())
    other = factories.tournament(players=4, name="Das nächste Turnier")
    page = desk.get(reverse("emblem", args=[other.slug])).content.decode()
    assert "Wappen von „Wappen-Pokal“ übernehmen" in page
    desk.post(reverse("emblem", args=[other.slug]), {"from": "1"})
    assert Emblem.objects.get(tournament=other).sha256 == Emblem.objects.get(tournament=made).sha256
    assert desk.get(reverse("emblem_picture", args=[other.slug]))["Content-Type"] == "image/png"
    desk.post(reverse("emblem_remove", args=[other.slug]))
    assert not Emblem.objects.filter(tournament=other).exists()
    assert other.journal.filter(deed="emblem_taken_down").count() == 1
    desk.post(reverse("emblem_remove", args=[other.slug]))
    assert other.journal.filter(deed="emblem_taken_down").count() == 1


def test_a_stranger_s_emblem_is_not_offered(desk, made):
    send(desk, made, picture())
    other = factories.tournament(players=4, name="Ein fremdes")
    other.roles.all().delete()
    stranger = factories.user("fremd")
    other.roles.create(user=stranger, kind="director")
    client = Client()
    client.force_login(stranger)
    assert "übernehmen" not in client.get(reverse("emblem", args=[other.slug])).content.decode()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "Die Datei ist leer"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "SVG-Dateien können Programme"),
        (b"<?xml version='1.0'?><svg/>", "SVG-Dateien können Programme"),
        (picture()[:400], "lässt sich nicht als Bild lesen"),
        (picture(size=(60, 60))[:-12].replace(b"IDAT", b"IDAX"), "lässt sich nicht als Bild lesen"),
        (b"GIF89a" + b"\0" * 60, "lässt sich nicht als Bild lesen"),
        (picture(size=(4000, 1100)), "zu viele Bildpunkte"),
        (picture(size=(300, 20)), "zu klein zum Drucken"),
        (b"\x89PNG\r\n\x1a\n" + b"\xff" * 5_000_000, "zu groß"),
    ],
)  # fmt: skip
def test_what_is_no_picture_is_refused_with_a_sentence(desk, made, content, said):
    answer = send(desk, made, content)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Emblem.objects.filter(tournament=made).exists()


def test_a_photo_is_turned_upright(desk, made):
    turned = Image.Exif()
    turned[0x0112] = 6
    assert send(desk, made, picture("JPEG", exif=turned.tobytes()), "foto.jpg").status_code == 302
    kept = Emblem.objects.get(tournament=made)
    assert kept.width < kept.height
