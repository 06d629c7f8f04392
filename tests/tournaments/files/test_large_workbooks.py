"""A workbook that takes longer than somebody waits: made in the background, its page says how far it is."""

from __future__ import annotations

import io
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from python_calamine import CalamineWorkbook

from tests import factories
from tournaments.event.services import background
from tournaments.files.services import large_workbooks
from tournaments.files.services.large_workbooks import WorkbookPlace
from tournaments.files.views import workbook
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def staged_day(stage: None) -> Tournament:
    made = factories.tournament(players=4)
    factories.play(factories.sheet_of(factories.draw(made)), 1)
    return made


@pytest.fixture
def day(staged_day: Tournament, monkeypatch, settings, tmp_path) -> Tournament:
    """Every tournament is large."""
    monkeypatch.setattr(workbook, "AT_ONCE", 0)
    settings.DATA_DIR = tmp_path
    return Tournament.objects.get(pk=staged_day.pk)


@pytest.fixture
def begun(monkeypatch) -> list[tuple[str, ...]]:
    """The processes that were begun: kept, so that a test lets them run when it wants."""
    kept: list[tuple[str, ...]] = []
    monkeypatch.setattr(background, "start_command", lambda *words: kept.append(words))
    return kept


def url(name: str, day: Tournament) -> str:
    return reverse(name, args=[day.slug])


@pytest.mark.slow
def test_asked_for_watched_and_taken_home(day, begun, client):
    assert client.get(url("standings_xlsx", day)).url == url("workbook", day)
    assert "Erstellen" in client.get(url("workbook", day)).content.decode()
    assert client.get(url("workbook_file", day)).status_code == 404
    assert client.post(url("workbook", day)).url == url("workbook", day)
    page = client.get(url("workbook", day)).content.decode()
    assert "wird erstellt" in page
    assert '<meta http-equiv="refresh"' in page, "without scripts the page looks again by itself"
    [words] = begun
    call_command(*words)
    page = client.get(url("workbook", day)).content.decode()
    assert "liegt bereit" in page
    assert "Seitdem" not in page
    answer = client.get(url("workbook_file", day))
    book = CalamineWorkbook.from_filelike(io.BytesIO(b"".join(answer.streaming_content)))
    assert "Spiele" in book.sheet_names
    assert "Protokoll" not in book.sheet_names, "it was made for everybody"
    factories.play(factories.sheet_of(day.series.get()), 2)
    assert "Seitdem ist eingetragen" in client.get(url("workbook", day)).content.decode()


def test_the_page_moves_and_says_nothing_when_nothing_moved(day, begun, client):
    client.post(url("workbook", day))
    place = WorkbookPlace(tournament=day.pk, reader="publikum", language="de")
    large_workbooks.heard(place, done=1000, rows=4000, now=timezone.now())
    part = client.get(url("workbook", day), headers={"HX-Request": "true", "X-Seen": "old"}).content.decode()
    assert "1000 / 4000" in part
    stamp = part.split('data-seen="')[1].split('"')[0]
    again = client.get(url("workbook", day), headers={"HX-Request": "true", "X-Seen": stamp})
    assert again.status_code == 204


@pytest.mark.slow
def test_who_asks_twice_starts_once_and_everybody_has_his_own(day, begun, client, monkeypatch):
    monkeypatch.setattr(large_workbooks, "MOST_WAITING", 2)
    director = Client()
    director.force_login(factories.user("leitung"))
    for _time in range(2):
        client.post(url("workbook", day))
        director.post(url("workbook", day))
    assert [words[3:] for words in begun] == [
        ("--fuer", "publikum", "--sprache", "de", "--entwurf"),
        ("--fuer", "leitung", "--sprache", "de", "--entwurf"),
    ]
    other = factories.tournament(players=4, name="Noch eines")
    factories.play(factories.sheet_of(factories.draw(other)), 1)
    refused = client.post(url("workbook", other))
    assert refused.status_code == 422
    assert "in einer Minute" in refused.content.decode()


def test_a_process_that_died_is_said_to_have_died(day, begun, client):
    client.post(url("workbook", day))
    place = WorkbookPlace(tournament=day.pk, reader="publikum", language="de")
    large_workbooks.heard(place, done=1, rows=9, now=timezone.now() - timedelta(minutes=5))
    assert "nicht fertig geworden" in client.get(url("workbook", day)).content.decode()
    client.post(url("workbook", day))
    assert len(begun) == 2


@pytest.mark.slow
def test_what_fails_leaves_no_half_file(day, begun, client, monkeypatch):
    client.post(url("workbook", day))
    Tournament.objects.filter(pk=day.pk).update(lot_seed="x")
    monkeypatch.setattr("tournaments.management.commands.workbook.write_workbook", broken)
    with pytest.raises(OSError, match="disk"):
        call_command(*begun[0])
    assert large_workbooks.files().listdir("")[1] == []
    assert "nicht fertig geworden" in client.get(url("workbook", day)).content.decode()


def broken(*_args: object, **_options: object) -> None:
    raise OSError("disk is full")


@pytest.mark.slow
def test_a_file_with_the_draft_is_gone_with_the_right_to_see_it(day, begun, client):
    client.post(url("workbook", day))
    call_command(*begun[0])
    answer = client.get(url("workbook_file", day))
    assert answer.status_code == 200
    assert b"".join(answer.streaming_content).startswith(b"PK")
    Tournament.objects.filter(pk=day.pk).update(release=Tournament.Release.PUBLISHED)
    assert client.get(url("workbook_file", day)).status_code == 404


def test_old_files_go_and_the_older_one_goes_when_a_newer_is_there(
    day, begun, client, django_capture_on_commit_callbacks
):
    place = WorkbookPlace(tournament=day.pk, reader="publikum", language="de")
    client.post(url("workbook", day))
    for content in (b"one", b"two"):
        large_workbooks.finish_workbook(place, io.BytesIO(content), revision=1, now=timezone.now())
    book = large_workbooks.workbook_of(place)
    assert book is not None
    assert large_workbooks.files().listdir("")[1] == [book.file]
    with large_workbooks.files().open(book.file) as kept:
        assert kept.read() == b"two"
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        large_workbooks.tidy_workbooks(now=timezone.now() + timedelta(days=3))
    assert large_workbooks.workbook_of(place) is None
    assert large_workbooks.files().listdir("")[1] == []


@pytest.mark.slow
def test_the_command_writes_a_file_and_says_how_far_it_is(day, tmp_path: Path):
    said, heard = io.StringIO(), io.StringIO()
    path = tmp_path / "mappe.xlsx"
    call_command("workbook", day.slug, nach=path, stdout=said, stderr=heard)
    assert "Protokoll" in CalamineWorkbook.from_path(path).sheet_names
    assert "Zeilen" in heard.getvalue()
    assert str(path) in said.getvalue()
    call_command("workbook", day.slug, nach=path, fuer="publikum", sprache="en", stdout=said, stderr=heard)
    assert "Protokoll" not in CalamineWorkbook.from_path(path).sheet_names
    with pytest.raises(CommandError, match="gibt-es-nicht"):
        call_command("workbook", "gibt-es-nicht")


def test_a_terminal_may_name_a_folder_and_is_told_what_cannot_be_written(day, tmp_path):
    new = tmp_path / "neu" / "abend.xlsx"
    for asked, written in ((new, new), (tmp_path, tmp_path / f"{day.slug}.xlsx")):
        call_command("workbook", day.slug, "--nach", str(asked), stdout=io.StringIO(), stderr=io.StringIO())
        assert "Spiele" in CalamineWorkbook.from_path(written).sheet_names
    with pytest.raises(CommandError, match="kann nicht geschrieben werden"):
        call_command("workbook", day.slug, "--nach", str(new / "x.xlsx"))
