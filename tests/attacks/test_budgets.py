"""Every dear door has its budget, and what is beyond it is refused before it costs anything."""

from __future__ import annotations

import io
import time
import tracemalloc
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import get_resolver

from benchmarks.hostile import attribute, flood, png
from scoring.sentence import Refusal
from tests.rooms import HOUSE
from tournaments.access.core import budgets
from tournaments.access.core.budgets import DOORS, MOST_TOGETHER, Crowded, DoorBudget, Turnstile
from tournaments.files.formats.tournament_reading import read_tournament
from tournaments.files.services.rehearsal import named_in
from tournaments.pages import uploads
from tournaments.pages.doors import DEAR
from tournaments.paper_entry.forms.photos import PhotoRefused, clean_picture
from tournaments.spreadsheets.reading import limits
from tournaments.spreadsheets.reading.archive import Archive
from tournaments.spreadsheets.reading.limits import FileRefused
from tournaments.spreadsheets.reading.markup import parse


def test_every_door_is_in_the_table_of_the_docs():
    page = (HOUSE / "docs/budgets.md").read_text(encoding="utf-8")
    for door in DOORS:
        one = door.budget
        line = f"| {one.door} | {one.taken} | {one.bounds} | {one.seconds} | {one.at_once} + {one.waiting} |"
        assert line in page, line


def test_every_address_behind_a_door_exists():
    known = {name for name, _asked in named_in(get_resolver().url_patterns, "", frozenset())}
    assert set(DEAR) <= known
    assert {door.budget.door for door, _methods in DEAR.values()} == {door.budget.door for door in DOORS}


def test_all_doors_together_leave_threads_for_readers():
    doors = [
        Turnstile(DoorBudget(door=f"{n}", taken="", most_bytes=0, bounds="", seconds=1, at_once=1))
        for n in range(8)
    ]
    inside = [door.passing() for door in doors]
    entered = 0
    opened = []
    for one in inside[:1]:
        one.__enter__()
        opened.append(one)
        entered += 1
    assert budgets._together._value == MOST_TOGETHER - entered
    for one in opened:
        one.__exit__(None, None, None)
    assert budgets._together._value == MOST_TOGETHER


def test_whoever_finds_a_door_full_is_sent_away_at_once():
    door = Turnstile(
        DoorBudget(door="x", taken="", most_bytes=0, bounds="", seconds=1, at_once=1, waiting=0),
        patience=0.01,
    )
    with door.passing(), pytest.raises(Crowded, match="noch einmal versuchen"), door.passing():
        pass
    with door.passing():
        pass  # and it is free again


def archive(part: bytes) -> Archive:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("a.xml", part)
    return Archive(target.getvalue(), limits.Budget())


@pytest.mark.parametrize(
    "part",
    [
        b'<a b="' + b"x" * 4_000_000 + b'"/>',
        b"<a><!--" + b"<" * 4_000_000 + b"--></a>",
        b"<" + b"a" * 4_000_000 + b"/>",
        b"<a><?x " + b"y" * 4_000_000 + b"?></a>",
    ],
    ids=["attribute", "comment", "name", "instruction"],
)
def test_a_tag_without_end_is_broken_off_after_half_a_megabyte(part):
    """Old expat took 80 seconds for 89 kB of it: each piece was read from the beginning of the tag."""
    fed = 0

    class Counting(Archive):
        def pieces(self, name: str):
            nonlocal fed
            for piece in super().pieces(name):
                fed += len(piece)
                yield piece

    held = archive(part)
    held.__class__ = Counting
    with pytest.raises(FileRefused):
        parse(held, "a.xml", start=lambda _name, _attributes: None)
    assert fed <= 1024 * 1024


def test_reading_ends_when_its_time_is_up():
    held = archive(b"<a>" + b"<b/>" * 400_000 + b"</a>")
    held.budget.until = time.monotonic() - 1
    with pytest.raises(FileRefused):
        parse(held, "a.xml", start=lambda _name, _attributes: None)


def test_a_workbook_with_one_long_attribute_is_refused():
    content = attribute()
    assert len(content) < 90_000
    held = Archive(content, limits.Budget())
    with pytest.raises(Refusal):
        parse(held, "xl/worksheets/sheet1.xml", start=lambda _name, _attributes: None)


@pytest.mark.slow
def test_a_small_png_of_many_pixels_is_refused_before_it_is_decoded():
    with pytest.raises(PhotoRefused, match="gewöhnliches JPEG"):
        clean_picture(png(5_000, 4_000))
    with pytest.raises(PhotoRefused, match="Foto"):
        clean_picture(png(12_000, 12_000))


@pytest.mark.django_db
def test_what_is_too_large_for_any_page_has_a_sentence_that_helps(monkeypatch):
    """It said that the request was not to be understood, and to try the same once more."""
    monkeypatch.setattr(uploads, "MOST", 1_000)
    answer = Client().post("/anmelden/", {"file": SimpleUploadedFile("a.pdf", b"x" * 2_000)})
    assert answer.status_code == 413
    assert "in mehreren Stapeln" in answer.content.decode()
    again = Client().post("/anmelden/", b"x", content_type="multipart/form-data")
    assert (again.status_code, "nicht zu verstehen" in again.content.decode()) == (400, True)


@pytest.mark.django_db
def test_readers_pass_while_every_door_is_full():
    taken = [
        door._before
        for door in DOORS
        for _n in range(door.budget.at_once + door.budget.waiting)
        if door._before.acquire(blocking=False)
    ]
    try:
        assert Client().get("/anmelden/").status_code == 200
        assert Client().get("/").status_code == 200
        assert Client().get("/blatt/").status_code == 503
    finally:
        for one in taken:
            one.release()


@pytest.mark.slow
def test_a_tournament_file_that_is_too_large_is_never_whole_in_memory():
    """A part of ninety megabytes was unpacked twice over before anybody counted it."""
    content = flood()
    tracemalloc.start()
    try:
        with pytest.raises(Refusal, match="größer als jedes Turnier"):
            read_tournament(content)
        _now, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 20_000_000
