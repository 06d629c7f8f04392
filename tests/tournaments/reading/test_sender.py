"""The table's own phone sends its list by its code: into the desk's queue, its own list only, under the rules for photos."""

from __future__ import annotations

import pytest

pytest.importorskip("cv2", reason="the extra `reading` is not installed: python start.py reading")

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import NOON
from tests.tournaments.reading.test_desk import at, grey, photo_of, signed_in
from tournaments.access.selectors.codes import code_of
from tournaments.event.permissions import NotAllowed
from tournaments.event.selectors.sheets import sheets
from tournaments.event.services import background
from tournaments.models import Game, JournalEntry, PaperReading, PaperUpload
from tournaments.paper_entry.forms.photos import clean_picture
from tournaments.reading.refusals import ReadingRefused
from tournaments.reading.services import queue, work

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def unstarted(monkeypatch):
    monkeypatch.setattr(background, "start_command", lambda *_words: 0)


@pytest.fixture
def sheet():
    return sheets().get(pk=factories.table_of(3, rounds=2).pk)


def phone_of(sheet) -> Client:
    """A phone that opened the link on the paper of this table."""
    client = Client()
    client.get(f"/t/{code_of(sheet).token}/", follow=True)
    client.post(f"/t/{code_of(sheet).token}/", follow=True)
    return client


def post(client: Client, sheet, data: bytes):
    return client.post(at(sheet, "paper_send"), {"photo": SimpleUploadedFile("list.jpg", data)})


@pytest.mark.slow
def test_the_table_sends_its_list_and_the_desk_finds_it_read(sheet):
    phone = phone_of(sheet)
    assert at(sheet, "paper_send") in phone.get(at(sheet, "sheet")).content.decode()
    list_, photo = photo_of(sheet)
    assert post(phone, sheet, photo).status_code == 302
    upload = PaperUpload.objects.get()
    assert upload.sheet_id == sheet.pk
    assert "wird gelesen" in phone.get(at(sheet, "paper_send")).content.decode()
    assert work.read_all(now=lambda: NOON) == 1
    reading = PaperReading.objects.get()
    assert (reading.sheet_id, reading.refusal) == (sheet.pk, {})
    assert not Game.objects.exists()  # nothing is written before the desk has looked
    assert "Die Turnierleitung sieht es an" in phone.get(at(sheet, "paper_send")).content.decode()
    desk = signed_in().get(reverse("paper_queue", args=["probeturnier"])).content.decode()
    assert "Gelesen, bitte ansehen" in desk
    line = JournalEntry.objects.get(deed="pictures_sent")
    assert line.sheet_id == sheet.pk
    assert len(list_.results) == 6


def test_what_cannot_be_read_is_told_at_the_table(sheet):
    phone = phone_of(sheet)
    assert post(phone, sheet, b"no picture").status_code == 422
    assert not PaperUpload.objects.exists()
    post(phone, sheet, grey())
    work.read_all(now=lambda: NOON)
    assert "nicht zu erkennen" in phone.get(at(sheet, "paper_send")).content.decode()


def test_a_table_sends_no_other_list_and_no_stranger_sends_any(sheet):
    other = sheets().get(pk=factories.table_of(3, rounds=2).pk)
    _list, photo = photo_of(sheet)
    with pytest.raises(NotAllowed):
        send(sheet, photo, by=factories.scorer(other))
    assert post(Client(), sheet, photo).status_code in (302, 403)
    assert not PaperUpload.objects.exists()


@pytest.mark.slow
def test_a_photo_of_the_neighbours_list_is_told_and_goes_nowhere(sheet):
    _list, photo = photo_of(sheet)
    upload = send(sheet, photo)
    others = sheets().get(pk=factories.table_of(3, rounds=2).pk)
    PaperUpload.objects.filter(pk=upload.pk).update(sheet=others)
    work.read_all(now=lambda: NOON)
    reading = PaperReading.objects.get()
    assert reading.sheet_id is None
    assert "nur seine eigene Liste" in reading.refusal["text"]


def test_four_photos_of_a_list_are_enough_and_a_signed_one_takes_none(sheet):
    for _photo in range(queue.MOST_OF_TABLE):
        send(sheet, grey())
    with pytest.raises(ReadingRefused, match="liegen schon"):
        send(sheet, grey())
    PaperUpload.objects.all().delete()
    factories.play_all(sheet)
    factories.sign_all(sheet)
    with pytest.raises(ReadingRefused, match="unterschrieben"):
        send(sheet, grey())


def send(sheet, data: bytes, *, by=None) -> PaperUpload:
    return queue.send_from_table(
        sheet_id=sheet.pk, picture=clean_picture(data), by=by or factories.scorer(sheet), now=NOON
    )
