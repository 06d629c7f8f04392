"""Lists from paper at the desk: pictures wait, are read, looked at and taken over; nothing is written silently."""

from __future__ import annotations

import hashlib
import io
import tracemalloc
from datetime import timedelta

import pytest

pytest.importorskip("cv2", reason="the extra `reading` is not installed: python start.py reading")

import numpy as np
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from benchmarks.reading_games import filled
from benchmarks.reading_writers import own_examples
from scoring.rules.loader import built_in
from tests import factories
from tests.factories import NOON
from tests.tournaments.reading import made
from tournaments.access.selectors.codes import code_of
from tournaments.event.permissions import NotAllowed
from tournaments.event.selectors.sheets import sheets
from tournaments.event.services import background
from tournaments.event.services.journal import first_broken
from tournaments.lists.selectors.sheets import sheet_view
from tournaments.models import Game, JournalEntry, PaperReading, PaperUpload, ScoreSheet, SheetPhoto, Table
from tournaments.paper.document import Part, pdf
from tournaments.reading.core.form import Form
from tournaments.reading.paper.forms import form_of_pages
from tournaments.reading.refusals import ReadingRefused
from tournaments.reading.selectors.queue import whole
from tournaments.reading.selectors.whose import whose
from tournaments.reading.services import examples, queue, work

pytestmark = pytest.mark.django_db
ADDRESS = "http://127.0.0.1:8000/t/"


@pytest.fixture(autouse=True)
def started(monkeypatch) -> list[str]:
    """What would have been started beside the site; tests read in their own process."""
    calls: list[str] = []
    monkeypatch.setattr(background, "start_command", lambda *words: calls.append(words[0]))
    return calls


@pytest.fixture
def sheet():
    return sheets().get(pk=factories.table_of(3, rounds=2).pk)


def paper_of(sheet) -> tuple[Form, bytes]:
    """The blank list of this table as its director prints it."""
    link = f"{ADDRESS}{code_of(sheet).token}/"
    pages = work.blank_pages(sheet, link, now=NOON)
    form = form_of_pages(pages, built_in("club_2018"), seats=sheet.table.seats.count(), drawn={})
    return form, pdf([Part(name="-", pages=pages)], title="-", author="-", subject="-", now=NOON)


def photo_of(sheet, *, seed: int = 3):
    form, blank = paper_of(sheet)
    list_ = filled(built_in("club_2018"), form, np.random.default_rng(seed), slips=0)
    return list_, made.picture_of(blank, form, list_, seed=seed)


def send(sheet, *files: tuple[str, bytes]):
    tournament = sheet.table.series.tournament
    opened = [(name, io.BytesIO(content)) for name, content in files]
    return queue.send(tournament_id=tournament.pk, files=opened, by=factories.director(), now=NOON)


def at(sheet, name: str) -> str:
    series = sheet.table.series
    return reverse(name, args=[series.tournament.slug, series.number, sheet.table.number])


def signed_in() -> Client:
    client = Client()
    client.force_login(factories.user("leitung"))
    return client


@pytest.mark.slow
def test_a_photo_becomes_a_proposal_and_the_proposal_a_list(
    sheet, started, django_capture_on_commit_callbacks
):
    list_, photo = photo_of(sheet)
    client, tournament = signed_in(), sheet.table.series.tournament
    page = reverse("paper_queue", args=[tournament.slug])
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(page, {"pictures": [SimpleUploadedFile("tisch.jpg", photo)]})
    assert answer.status_code == 302
    assert started == ["read_queue"]
    assert "wird gelesen" in client.get(page).content.decode()

    assert work.read_all(now=lambda: NOON) == 1
    (reading,) = PaperReading.objects.all()
    assert (reading.sheet_id, reading.refusal) == (sheet.pk, {})
    assert not Game.objects.exists()
    assert "Gelesen, bitte ansehen" in client.get(page).content.decode()
    strip = client.get(reverse("reading_strip", args=[tournament.slug, reading.pk, 1, 2]))
    assert Image.open(io.BytesIO(strip.content)).width > 100
    around, cell = reading.proposal["strips"]["1-2"], reading.proposal["augen_cells"]["1-2"]
    assert around[0] <= cell[0] < cell[2] <= around[2]
    assert around[1] <= cell[1] < cell[3] <= around[3]

    shown = client.get(at(sheet, "paper_read"))
    assert shown.status_code == 200
    form = shown.context["form"]
    asked = {(one["game"], one["seat"]) for one in reading.proposal["result"]["entries"] if one["asked"]}
    for number, result in list_.results.items():
        if not any((number, seat) in asked for seat in (1, 2, 3)):
            assert form.results[number].winner == result.winner
    data = {
        cell["name"]: cell["text"] for row in shown.context["rows"] for cell in row["cells"] if cell["name"]
    }
    data |= truth(list_, asked)
    data |= {"seen_version": str(shown.context["seen"]), "submission": str(shown.context["submission"])}
    answer = client.post(at(sheet, "paper_read"), data)
    if answer.status_code == 422:  # a hand that is unusual is confirmed once
        answer = client.post(at(sheet, "paper_read"), data | {"confirmed": answer.context["form"].mark})
    assert answer.status_code == 302
    view = sheet_view(sheets().get(pk=sheet.pk), now=NOON)
    assert len(view.games) == len(list_.results)
    assert SheetPhoto.objects.filter(sheet=sheet).count() == 1
    assert not PaperReading.objects.exists()
    assert not PaperUpload.objects.exists()
    line = JournalEntry.objects.get(deed="reading_taken")
    assert line.facts["read"] == sum(
        len(one.hands) + 1 for one in list_.results.values() if one.winner
    ) + sum(len(one.hands) for one in list_.results.values() if not one.winner)
    assert {(game, seat) for game, seat, _read, _answer in line.facts["asked"]} == asked
    assert first_broken(list(JournalEntry.objects.order_by("number"))) is None
    assert "Einträge gelesen" in client.get(reverse("journal", args=[tournament.slug])).content.decode()


def truth(list_, asked) -> dict[str, str]:
    """What somebody answers who looks at the paper."""
    answers = {}
    for game, seat in asked:
        result = list_.results[game]
        held = result.hands.get(seat)
        answers[f"z{game}_{seat}"] = (
            result.finish.value if held is None else f"{held.augen}" if held.opened else f"{held.augen}-"
        )
    return answers


def test_examples_are_kept_only_when_the_director_says_so(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    picture = io.BytesIO()
    Image.new("L", (200, 100), 200).save(picture, "JPEG")
    page = PaperReading(straight=picture.getvalue(), proposal={"strips": {"1-2": [10, 10, 80, 40]}})
    assert examples.keep([page], [[1, 2, "25", "28"], [3, 1, "7", "1"], [1, 2, "25", ""]]) == 1
    assert examples.export(tmp_path / "out.zip") == 1
    (line,) = (tmp_path / "reading-examples" / "examples.jsonl").read_text(encoding="utf-8").splitlines()
    assert '"answer": "28"' in line


def test_kept_examples_become_cells_to_learn_from(settings, tmp_path):
    """What the command writes is what the training reads: the cell of the Augen and what was answered, of no winner."""
    settings.DATA_DIR = tmp_path
    flat = np.full((100, 200), 255, np.uint8)
    flat[35:45, 30:34] = 0  # a 1 in the first seat's cell
    picture = io.BytesIO()
    Image.fromarray(flat).save(picture, "PNG")
    jpeg = io.BytesIO()
    Image.open(picture).save(jpeg, "JPEG", quality=95)
    strips = {"1-2": [10, 20, 150, 60], "2-2": [10, 60, 150, 100]}
    cells = {"1-2": [20, 24, 60, 56], "2-2": [20, 64, 60, 96]}
    page = PaperReading(straight=jpeg.getvalue(), proposal={"strips": strips, "augen_cells": cells})
    assert examples.keep([page], [[1, 2, "7", "1-"], [2, 2, "R", "H"]]) == 2
    examples.export(tmp_path / "out.zip")
    ((wide, (pictures, said)),) = own_examples(tmp_path / "out.zip").items()
    assert said == ["1"]
    assert pictures.shape == (1, 32, wide)
    assert pictures[0].max() > 200
    assert pictures[0, :, wide // 2 :].max() < 60


def test_whose_list_it_is_and_every_wrong_code_has_its_sentence(sheet):
    tournament = sheet.table.series.tournament
    link = f"{ADDRESS}{code_of(sheet).token}/"
    assert whose(link, tournament) == (sheet, None)
    other = factories.table_of(3, rounds=2)
    elsewhere = factories.tournament(name="Anderswo", players=4, series=1)
    key, _dash, code = code_of(sheet).token.partition("-")
    key_of_other = code_of(other).token.partition("-")[0]
    assert key != key_of_other
    said = {
        str(whose(text, where)[1])
        for text, where in (
            ("", tournament),
            ("https://example.org/", tournament),
            (f"{ADDRESS}{key_of_other}-{code}/", tournament),
            (f"{ADDRESS}zzzz-{code}/", tournament),
            (link[:-3] + "aa/", tournament),
            (link, elsewhere),
        )
    }
    assert len(said) == 3  # not to be read, strange, of another tournament
    assert any("Probeturnier" in sentence for sentence in said)


def test_an_old_print_and_a_signed_list_are_told(sheet):
    tournament = sheet.table.series.tournament
    link = f"{ADDRESS}{code_of(sheet).token}/"
    sheet.closed_codes.create(number=1, closed_at=NOON, closed_by="Leitung")
    found, refusal = whose(link, tournament)
    assert found is None
    assert "alter Ausdruck" in str(refusal)
    new = f"{ADDRESS}{code_of(sheet).token}/"
    factories.play_all(sheet)
    factories.sign_all(sheet)
    assert "schon unterschrieben" in str(whose(new, tournament)[1])


def test_the_paper_of_a_table_that_was_broken_up_says_so(sheet):
    empty = Table.objects.create(series=sheet.table.series, number=9, size=4)
    aside = ScoreSheet.objects.create(table=empty, scorer=sheet.scorer)
    link = f"{ADDRESS}{code_of(aside).token}/"
    Table.objects.filter(pk=empty.pk).update(cleared_at=NOON)
    found, refusal = whose(link, empty.series.tournament)
    assert found is None
    assert "Tisch 9: Diesen Tisch gibt es nicht mehr" in str(refusal)


def test_what_cannot_be_read_stays_visible_until_it_is_put_away(sheet):
    send(sheet, ("notiz.txt", b"no picture at all"), ("grau.png", grey()))
    work.read_all(now=lambda: NOON)
    client = signed_in()
    page = reverse("paper_queue", args=["probeturnier"])
    text = client.get(page).content.decode()
    assert "lässt sich nicht als Bild lesen" in text
    assert "Code oben auf dem Blatt ist nicht zu erkennen" in text
    away = reverse("reading_put_away", args=["probeturnier"])
    client.post(away, {"lesung": str(PaperReading.objects.get().pk)})
    client.post(away, {"stapel": str(PaperUpload.objects.get(state="failed").pk)})
    client.post(away, {"stapel": "77777"})
    client.post(away, {"lesung": "zwölf"})
    assert not PaperUpload.objects.exists()
    assert JournalEntry.objects.filter(deed="reading_left").count() == 2


def grey() -> bytes:
    target = io.BytesIO()
    Image.new("L", (300, 400), 220).save(target, "PNG")
    return target.getvalue()


def test_a_restart_finds_what_was_begun_and_a_deadly_picture_is_left(sheet, started):
    (upload,) = send(sheet, ("grau.png", grey()))
    assert work.claimed(now=NOON).pk == upload.pk  # the process dies here
    assert work.claimed(now=NOON) is None  # it may still be alive
    later = NOON + timedelta(minutes=5)
    assert queue.wake(now=later)
    assert started == ["read_queue"]
    assert work.claimed(now=later).pk == upload.pk  # and dies again
    assert work.read_all(now=lambda: later + timedelta(minutes=5)) == 0
    upload.refresh_from_db()
    assert (upload.state, bytes(upload.content)) == ("failed", b"")
    assert "zweimal gescheitert" in upload.refusal["text"]


def read_already(sheet, *, straight: bytes | None = None, box: list[int] | None = None) -> PaperReading:
    """A page that was read: one game of three seats, one entry of it doubtful."""
    entries = [
        {"game": 1, "seat": 1, "text": "R", "asked": False},
        {"game": 1, "seat": 2, "text": "25", "asked": True, "candidates": []},
        {"game": 1, "seat": 3, "text": "38", "asked": False},
    ]
    upload = PaperUpload.objects.create(
        tournament=sheet.table.series.tournament,
        name="-",
        content=b"-",
        size=1,
        state="read",
        sent_at=NOON,
        sent_by="-",
    )
    return PaperReading.objects.create(
        upload=upload,
        sheet=sheet,
        page=1,
        proposal={"result": {"entries": entries}, "strips": {"1-3": box or [10, 10, 80, 40]}},
        photo=jpeg(200),
        straight=jpeg(220) if straight is None else straight,
        width=200,
        height=100,
        read_at=NOON,
    )


def jpeg(light: int) -> bytes:
    target = io.BytesIO()
    Image.new("L", (200, 100), light).save(target, "JPEG")
    return target.getvalue()


def as_shown(shown) -> dict[str, str]:
    """What the grid would send as it stands."""
    cells = {
        cell["name"]: cell["text"] for row in shown.context["rows"] for cell in row["cells"] if cell["name"]
    }
    return cells | {
        "seen_version": str(shown.context["seen"]),
        "submission": str(shown.context["submission"]),
    }


def test_what_was_read_is_looked_at_changed_and_kept_as_an_example(sheet, settings, tmp_path):
    """A hand that is unusual is confirmed first; what is changed unasked is told apart from what was asked."""
    settings.DATA_DIR = tmp_path
    reading = read_already(sheet)
    client = signed_in()
    flat = reverse("reading_picture", args=["probeturnier", reading.pk])
    assert client.get(flat).content == jpeg(220)
    data = as_shown(client.get(at(sheet, "paper_read")))
    wrong = client.post(at(sheet, "paper_read"), data | {"z1_3": "quatsch"})
    assert wrong.status_code == 422
    assert 'value="quatsch"' in wrong.content.decode()
    assert not Game.objects.exists()
    taken = client.post(at(sheet, "paper_read"), data | {"z1_3": "33", "beispiele": "ja"})
    assert taken.status_code == 302
    facts = JournalEntry.objects.get(deed="reading_taken").facts
    assert facts["asked"] == [[1, 2, "25", "25"]]
    assert facts["changed"] == [[1, 3, "38", "33"]]
    assert facts["examples"] == 1


NO_PICTURES = {
    "no picture": (b"scribbled by hand", None),
    "cut off": (jpeg(220)[:300], None),
    "no such part": (jpeg(220), [80, 40, 10, 10]),
}


@pytest.mark.parametrize(("straight", "box"), NO_PICTURES.values(), ids=NO_PICTURES)
def test_a_stored_picture_that_is_none_is_told_and_the_list_is_taken_without_examples(
    sheet, settings, tmp_path, straight: bytes, box: list[int] | None
):
    settings.DATA_DIR = tmp_path
    reading = read_already(sheet, straight=straight, box=box)
    client = signed_in()
    strip = reverse("reading_strip", args=["probeturnier", reading.pk, 1, 3])
    assert client.get(strip).status_code == 404
    data = as_shown(client.get(at(sheet, "paper_read"))) | {"z1_3": "33"}
    refused = client.post(at(sheet, "paper_read"), data | {"beispiele": "ja"})
    assert refused.status_code == 422
    assert "Bitte ohne Beispiele übernehmen" in refused.content.decode()
    assert 'value="33"' in refused.content.decode()
    assert not Game.objects.exists()
    assert client.post(at(sheet, "paper_read"), data).status_code == 302
    assert JournalEntry.objects.get(deed="reading_taken").facts["changed"] == [[1, 3, "38", "33"]]


def test_a_page_without_a_picture_has_none_to_show(sheet):
    reading = read_already(sheet, straight=b"scribbled by hand")
    page = reverse("reading_picture", args=["probeturnier", reading.pk])
    assert signed_in().get(page).status_code == 404
    PaperReading.objects.filter(pk=reading.pk).update(straight=b"", photo=b"")
    assert signed_in().get(page).status_code == 404


def test_pictures_are_for_the_desk_alone_and_bounded(sheet, client, monkeypatch):
    tournament = sheet.table.series.tournament
    with pytest.raises(NotAllowed):
        queue.send(
            tournament_id=tournament.pk, files=[("a", io.BytesIO(b"b"))], by=factories.scorer(sheet), now=NOON
        )
    assert client.get(reverse("paper_queue", args=[tournament.slug])).status_code in (302, 403)
    with pytest.raises(ReadingRefused):
        send(sheet)
    monkeypatch.setattr(queue, "MOST_FILES", 1)
    with pytest.raises(ReadingRefused):
        send(sheet, ("a", b"b"), ("c", b"d"))
    assert signed_in().get(at(sheet, "paper_read")).status_code == 302  # nothing was read


def test_without_its_libraries_the_page_says_so_and_typing_remains(sheet, monkeypatch):
    monkeypatch.setattr("tournaments.reading.core.missing.LIBRARIES", ("a_library_that_nobody_has",))
    text = signed_in().get(reverse("paper_queue", args=["probeturnier"])).content.decode()
    assert "a_library_that_nobody_has" in text
    assert "tippen geht immer" in text
    with pytest.raises(ReadingRefused):
        send(sheet, ("a", b"b"))


def test_a_stack_is_never_whole_in_memory_while_it_is_laid_down(sheet):
    """Eight who sent 58 MB each took 180 MB: as bytes, as the parameter of the database, as its row."""
    sent = b"%PDF-1.4\n" + bytes(range(256)) * 80_000
    opened = io.BytesIO(sent)
    tournament = sheet.table.series.tournament
    tracemalloc.start()
    try:
        (upload,) = queue.send(
            tournament_id=tournament.pk, files=[("stapel.pdf", opened)], by=factories.director(), now=NOON
        )
        _now, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 8 * queue.PIECE, "the driver of PostgreSQL copies a piece some times"
    found = PaperUpload.objects.get(pk=upload.pk)
    assert (found.size, found.pieces.count()) == (len(sent), len(sent) // queue.PIECE)
    assert max(map(len, found.pieces.values_list("content", flat=True))) == queue.PIECE
    assert whole(found) == sent
    (told,) = JournalEntry.objects.get(deed="pictures_sent").facts["sha256"]
    assert told == hashlib.sha256(sent).hexdigest()
    work.read_all(now=lambda: NOON)
    found.refresh_from_db()
    assert (found.state, bytes(found.content), found.pieces.count()) == ("failed", b"", 0)


def test_a_file_that_an_older_version_laid_down_whole_is_read(sheet):
    tournament = sheet.table.series.tournament
    old = PaperUpload.objects.create(
        tournament=tournament, name="alt", content=b"x" * 3_000_000, size=3_000_000, sent_at=NOON, sent_by="x"
    )
    assert whole(old) == b"x" * 3_000_000


def test_what_waits_on_the_disk_is_bounded_too(sheet, monkeypatch):
    monkeypatch.setattr(queue, "MOST_BYTES_WAITING", 2_000)
    send(sheet, ("a.jpg", b"x" * 1_500))
    with pytest.raises(ReadingRefused, match="erst diese lesen"):
        send(sheet, ("b.jpg", b"x" * 1_500))
    assert PaperUpload.objects.count() == 1


def test_a_reader_that_died_twice_leaves_no_pieces(sheet, monkeypatch):
    monkeypatch.setattr(queue, "PIECE", 100)
    (upload,) = send(sheet, ("a.jpg", b"x" * 450))
    assert upload.pieces.count() == 4
    PaperUpload.objects.update(state="reading", tries=work.TRIES, heard_at=NOON - timedelta(hours=1))
    work.bury(now=NOON)
    upload.refresh_from_db()
    assert (upload.state, upload.pieces.count()) == ("failed", 0)
