"""Eight pictures that somebody made to hurt: each is bounded before it costs much, and has its sentence; good ones behind them are read."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytest.importorskip("cv2", reason="the extra `reading` is not installed: python start.py reading")

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
    monkeypatch.setattr(background, "start", lambda *_words: 0)
    sheet = sheets().get(pk=factories.table_of(3, rounds=2).pk)
    _list, photo = photo_of(sheet)
    files = [(name, make()) for name, make in HOSTILE]
    queue.send(
        tournament_id=sheet.table.series.tournament_id,
        files=[*files, ("list.jpg", photo)],
        by=factories.director(),
        now=NOON,
    )
    assert work.read_all(now=lambda: NOON) == 9
    for upload in PaperUpload.objects.exclude(name="list.jpg"):
        said = [upload.refusal, *(one.refusal for one in upload.readings.all())]
        assert any(said), upload.name
        assert bytes(upload.content) == b""
    assert PaperReading.objects.get(upload__name="list.jpg").sheet_id == sheet.pk


WORK = """
import resource, sys
from tournaments.management.commands.read_queue import bounded
bounded()
from benchmarks.hostile import png, scan
from tournaments.reading.core.pictures import NoPicture, pictures
for make in (lambda: scan(30000), lambda: png(7000, 7000), lambda: png(12000, 12000)):
    try:
        list(pictures(make()))
    except NoPicture:
        pass
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


@pytest.mark.slow
@pytest.mark.skipif(
    sys.platform != "linux", reason="memory is counted where the kernel tells it in kilobytes"
)
def test_the_process_that_reads_stays_below_its_bound():
    told = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", WORK],
        cwd=HOUSE,
        env={**os.environ, "OMP_NUM_THREADS": "1", "DJANGO_SETTINGS_MODULE": "rommé_club.settings"},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert int(told.stdout) < 1200
