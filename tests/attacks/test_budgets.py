"""Every dear door has its budget, and what is beyond it is refused before it costs anything."""

from __future__ import annotations

import inspect
import io
import re
import sys
import time
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import URLPattern, get_resolver

from benchmarks.attacked import House
from benchmarks.attacks import attacks
from benchmarks.hostile import attribute, flood, png
from scoring.sentence import Refusal
from tests.rooms import HOUSE
from tournaments.access.core import budgets
from tournaments.access.core.budgets import DOORS, ConcurrencyLimit, Crowded
from tournaments.api import gate
from tournaments.event.services import background
from tournaments.federation.selectors import register
from tournaments.field.services import player_files
from tournaments.files.formats.tournament_reading import read_tournament
from tournaments.files.services.rehearsal import named_in
from tournaments.management import asgi, bodies, connections
from tournaments.pages import uploads
from tournaments.pages.doors import DEAR
from tournaments.paper_entry.forms.photos import PhotoRefused, clean_picture
from tournaments.reading.services import queue
from tournaments.spreadsheets.reading import limits
from tournaments.spreadsheets.reading.archive import Archive
from tournaments.spreadsheets.reading.limits import FileRefused
from tournaments.spreadsheets.reading.markup import parse

PAGE = (HOUSE / "docs/budgets.md").read_text(encoding="utf-8")
MEGABYTE = budgets.MEGABYTE


def test_every_door_is_in_the_table_of_the_docs():
    for one in DOORS:
        size = f"{one.most_bytes // MEGABYTE} MB" if one.most_bytes else "a form"
        row = rf"^\| {one.door} \| [^|]+ \| {size} \| [^|]+ \| \d+ \| {one.at_once} \+ {one.waiting} \|$"
        assert re.search(row, PAGE, re.MULTILINE), row


def test_what_is_bounded_without_a_door_is_in_the_docs_as_it_is():
    lines = (
        (
            f"| a form | anywhere else | {bodies.LARGEST_FORM // MEGABYTE} MB, of which the site reads "
            f"{settings.DATA_UPLOAD_MAX_MEMORY_SIZE / MEGABYTE} MB; {settings.DATA_UPLOAD_MAX_NUMBER_FIELDS:,} fields"
        ),
        f"| API | a document | {gate.MOST_BYTES // 1024} kB",
        (
            f"| bodies larger than {bodies.IN_MEMORY // 1024} kB | of one address | "
            f"{bodies.ON_DISK_OF_ONE // MEGABYTE} MB unanswered (of all: {bodies.ON_DISK_OF_ALL // MEGABYTE:,} MB); "
            f"beyond {bodies.KEPT_BODY // MEGABYTE} MB nothing is kept"
        ),
        (
            f"| requests that are not complete | of one address | {connections.UNFINISHED_OF_ONE}, then the oldest is dropped; "
            f"{connections.HEAD_SECONDS:.0f} seconds for a head, {bodies.BODY_SECONDS:.0f} for a body"
        ),
        f"| files | asked for | one rendered at a time, {asgi.FILES_WAITING} wait",
        f"| jobs | asked for | {background.MOST_OWN} at once; one search for each tournament",
        (
            f"| pictures that wait | at all desks | {queue.MOST_WAITING} files, "
            f"{queue.MOST_BYTES_WAITING // MEGABYTE:,} MB"
        ),
        f"| register | names that stand twice | {register.MOST} names of {register.MOST_ALIKE} entries each",
        f"| players | of one tournament, by files | {player_files.MOST_PLAYERS:,} |",
    )
    assert [line for line in lines if line not in PAGE] == []


def reads_a_body(view: Callable[..., Any]) -> bool:
    """Whether a view, or what it calls in its own module, looks at uploaded files or at the bytes of a request."""
    first = inspect.unwrap(view)
    todo, seen = [first], set()
    while todo:
        one = todo.pop()
        if one in seen or not inspect.isfunction(one):
            continue
        seen.add(one)
        names = set(one.__code__.co_names)
        if names & {"FILES", "body"}:
            return True
        module = sys.modules[one.__module__]
        called = (getattr(module, name, None) for name in names)
        todo += [each for each in called if getattr(each, "__module__", None) == one.__module__]
    return False


def views(patterns: list[Any], space: str = "") -> Iterator[tuple[str, Callable[..., Any]]]:
    for one in patterns:
        if isinstance(one, URLPattern):
            yield f"{space}{one.name}", one.callback
        elif one.namespace != "admin":
            yield from views(one.url_patterns, f"{one.namespace}:" if one.namespace else space)


def test_every_address_that_takes_foreign_bytes_is_behind_a_door_that_says_how_many():
    """An address that was forgotten would take 64 MB, eight at once; the API counts by itself (api/gate.py)."""
    taking = {name for name, view in views(get_resolver().url_patterns) if reads_a_body(view)}
    assert len(taking) > 8
    free = {name for name in taking if not name.startswith("api_v1:")}
    behind = {name for name, (held, _asked) in DEAR.items() if held.most_bytes}
    assert sorted(free - behind) == []


def test_a_forgotten_address_would_be_noticed():
    def sent(request):
        return helping(request)

    def helping(request):
        return request.FILES

    assert reads_a_body(helping)
    assert not reads_a_body(lambda request: request.POST)


def test_every_door_is_attacked_and_every_attack_has_its_measured_line():
    told = PAGE.partition("## Measured")[2]
    house = House(port=0, pid=0, slug="a", session="", data=HOUSE, token="", searched=())  # nothing is sent
    all_attacks = list(attacks(house))
    assert {name for one in all_attacks for name in one.doors} == {one.door for one in DOORS}
    rows = re.findall(r"^\| ([^|]+) \|(?: [\d,]+ ms \|){3} \*\*\d+ MB\*\*", told, re.MULTILINE)
    assert rows == ["nobody", *(one.name for one in all_attacks)]


def test_every_address_behind_a_door_exists():
    known = {name for name, _asked in named_in(get_resolver().url_patterns, "", frozenset())}
    assert set(DEAR) <= known
    assert {door.door for door, _methods in DEAR.values()} == {door.door for door in DOORS}


def test_whoever_finds_a_door_full_is_sent_away_at_once():
    door = ConcurrencyLimit("x", waiting=0, patience=0.01)
    with door.passing(), pytest.raises(Crowded, match="noch einmal versuchen"), door.passing():
        pass
    with door.passing():
        pass  # and it is free again


def archive(part: bytes) -> Archive:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("a.xml", part)
    return Archive(target.getvalue(), limits.FileBudget())


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


@pytest.mark.slow
def test_a_workbook_with_one_long_attribute_is_refused():
    content = attribute()
    assert len(content) < 90_000
    held = Archive(content, limits.FileBudget())
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
        door._admitted
        for door in DOORS
        for _n in range(door.at_once + door.waiting)
        if door._admitted.acquire(blocking=False)
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
