"""Eight pictures that somebody made to hurt: each is bounded before it costs much, and has its sentence; good ones behind them are read."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable

import pytest

pytest.importorskip("cv2", reason="the extra `reading` is not installed: python start.py reading")

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from benchmarks.hostile import png, scan
from tests import factories
from tests.factories import NOON
from tests.rooms import HOUSE
from tests.tournaments.reading.test_desk import photo_of
from tournaments.event.selectors.sheets import sheets
from tournaments.event.services import background
from tournaments.models import PaperReading, PaperUpload
from tournaments.reading.services import queue, work

HOSTILE = (
    ("wide.png", lambda: png(12000, 12000)),
    ("cut.png", lambda: png(3000, 2000)[:-2000]),
    ("strip.png", lambda: png(60000, 1)),
    ("many.pdf", lambda: scan(8000).replace(b"/Count 1", b"/Count 9")),
    ("large.pdf", lambda: scan(20000)),
    ("open.pdf", lambda: scan(8000)[:-400]),
    ("empty.jpg", lambda: b"\xff\xd8\xff\xe0" + b"\0" * 300),
    ("heic.heic", lambda: b"\0\0\0\x18ftypheic" + b"\xff" * 5000),
)


@pytest.mark.slow
@pytest.mark.django_db
def test_eight_hostile_pictures_at_once_have_their_sentences_and_the_ninth_is_read(monkeypatch):
    monkeypatch.setattr(background, "start_command", lambda *_words: 0)
    sheet = sheets().get(pk=factories.table_of(3, rounds=2).pk)
    _list, photo = photo_of(sheet)
    files = [(name, io.BytesIO(make())) for name, make in HOSTILE]
    queue.send(
        tournament_id=sheet.table.series.tournament_id,
        files=[*files, ("list.jpg", io.BytesIO(photo))],
        by=factories.director(),
        now=NOON,
    )
    assert work.read_all(now=lambda: NOON) == 9
    for upload in PaperUpload.objects.exclude(name="list.jpg"):
        said = [upload.refusal, *(one.refusal for one in upload.readings.all())]
        assert any(said), upload.name
        assert bytes(upload.content) == b""
        assert not upload.pieces.exists()
    assert PaperReading.objects.get(upload__name="list.jpg").sheet_id == sheet.pk


WORK = """
import os, resource, sys
from pathlib import Path
os.environ["DJANGO_SETTINGS_MODULE"] = "rommé_club.settings"
import django
django.setup()
from tournaments.management.commands.read_queue import bounded
from tournaments.paper_entry.forms import photos
from tournaments.reading.core import pictures
if sys.argv[2] == "read":
    bounded()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
said = "taken"
try:
    if sys.argv[2] == "read":
        list(pictures.pictures(Path(sys.argv[1]).read_bytes()))
    else:
        photos.clean_picture(Path(sys.argv[1]).read_bytes())
except (pictures.NoPicture, photos.PhotoRefused):
    said = "refused"
print(said, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


def drawn(kind: str, mode: str, size: tuple[int, int], **options: object) -> bytes:
    target = io.BytesIO()
    Image.new(mode, size).save(target, kind, **options)
    return target.getvalue()


LARGE: dict[str, Callable[[], bytes]] = {
    "progressive.jpg": lambda: drawn("JPEG", "RGB", (8600, 5800), progressive=True, subsampling=0),
    "narrow.jpg": lambda: drawn("JPEG", "RGB", (4799, 10400)),
    "lossless.webp": lambda: drawn("WEBP", "RGB", (7000, 7000), lossless=True),
    "clear.png": lambda: drawn("PNG", "RGBA", (7000, 7000)),
    "palette.png": lambda: drawn("PNG", "P", (7000, 7000), transparency=0),
    "colour.png": lambda: png(7000, 7000),
    "grey.png": lambda: drawn("PNG", "L", (7000, 7000)),
    "messenger.jpg": lambda: drawn("JPEG", "RGB", (4096, 3072), progressive=True),
    "scanner.pdf": lambda: scan(30000),
    "notes.png": lambda: with_notes(60),
}


def with_notes(many: int) -> bytes:
    """A picture of one pixel with so many megabytes of remarks, packed into some kilobytes each."""
    notes = PngInfo()
    for number in range(many):
        notes.add_text(f"n{number}", " " * 1_000_000, zip=True)
    return drawn("PNG", "L", (1, 1), pnginfo=notes)


@pytest.mark.slow
@pytest.mark.skipif(
    sys.platform != "linux", reason="memory is counted where the kernel tells it in kilobytes"
)
@pytest.mark.parametrize("name", LARGE)
@pytest.mark.parametrize("door", ["photo", "read"])
def test_a_picture_of_any_kind_takes_bounded_memory(name, door, tmp_path):
    """Two kilobytes of WebP took 800 MB, a progressive JPEG of half a megabyte 330."""
    path = tmp_path / name
    path.write_bytes(LARGE[name]())
    told = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", WORK, str(path), door],
        cwd=HOUSE,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    said, megabytes = told.stdout.split()
    assert int(megabytes) < 180
    if name in ("narrow.jpg", "messenger.jpg"):
        assert said == "taken"
