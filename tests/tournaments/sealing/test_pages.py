"""Sealed lists in the browser: found on the list, saved, sent back to be checked; strangers' files refused."""

from __future__ import annotations

import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.factories import NOON
from tournaments.access.services.tries import keyed
from tournaments.event.selectors.sheets import sheets
from tournaments.models import FairCopy, LoginAttempt, ScoreSheet, Seal
from tournaments.rulings import services as rulings
from tournaments.sealing import core as sealing
from tournaments.sealing.services.check_codes import FILES

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.slow,
    pytest.mark.skipif(not sealing.AVAILABLE, reason="pyHanko has no wheel for this machine"),
]


@pytest.fixture(autouse=True)
def switched_on(settings, tmp_path):
    settings.SEALED_LISTS = True
    settings.DATA_DIR = tmp_path


@pytest.fixture(scope="module")
def staged_list(stage: None) -> ScoreSheet:
    sheet = factories.table_of(3, rounds=1)
    factories.referee(sheet.table.series.tournament)
    return factories.accept(factories.sign_all(factories.play_all(sheet)))


@pytest.fixture
def accepted(staged_list: ScoreSheet) -> ScoreSheet:
    return sheets().get(pk=staged_list.pk)


def link(name: str, sheet: ScoreSheet, *more: int) -> str:
    return reverse(name, args=[sheet.table.series.tournament.slug, 1, 1, *more])


def sealed_file(client, sheet: ScoreSheet) -> bytes:
    client.get(link("sheet_seals", sheet))
    return client.get(link("sheet_sealed", sheet, 1)).content


def send(client, content: bytes, name: str = "liste.pdf"):
    return client.post(reverse("check_file"), {"file": SimpleUploadedFile(name, content)})


def test_from_the_list_to_the_sealed_file_and_back(client, accepted):
    page = client.get(link("sheet", accepted)).content.decode()
    assert link("sheet_seals", accepted) in page
    page = client.get(link("sheet_seals", accepted)).content.decode()
    assert link("sheet_sealed", accepted, 1) in page
    answer = client.get(link("sheet_sealed", accepted, 1))
    assert answer["Content-Type"] == "application/pdf"
    assert "attachment" in answer["Content-Disposition"]
    assert client.get(link("sheet_sealed", accepted, 1)).content == answer.content
    back = send(client, answer.content)
    assert back.status_code == 200
    assert "Diese Datei ist unverändert" in back.content.decode()
    assert "ist die angenommene Liste" in back.content.decode()


def test_a_ruling_makes_the_file_an_older_one_and_both_stay(client, accepted):
    first = sealed_file(client, accepted)
    rulings.deduct_points(
        sheet_id=accepted.pk,
        start_number=1,
        points=2,
        reason="Zu spät am Tisch",
        seen_version=accepted.version,
        by=factories.referee(accepted.table.series.tournament),
        now=NOON,
    )
    page = client.get(link("sheet_seals", accepted)).content.decode()
    assert "Endgültige Liste Nr. 2" in page
    assert client.get(link("sheet_sealed", accepted, 2)).content != first
    said = send(client, first).content.decode()
    assert "Diese Datei ist unverändert" in said
    assert "ist überholt" in said
    assert client.get(link("sheet_sealed", accepted, 1)).content == first


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda pdf: pdf.replace(b"/Author", b"/Auther", 1), "wurde verändert"),
        (lambda pdf: pdf + b"% more", "etwas angehängt"),
        (lambda pdf: pdf[:9] + b"x" * 5000, "kein Siegel von hier"),
        (lambda pdf: b"PK\x03\x04" + pdf, "keine PDF-Datei"),
        (lambda pdf: pdf[:0], "leer"),
        (lambda pdf: pdf + bytes(2 * 1024 * 1024), "zu groß"),
        (
            lambda pdf: pdf.replace(b"2A8648CE3D030107", b"2A8648CE3D030163"),
            "kein Siegel von hier",
        ),  # a curve
        (
            lambda pdf: pdf.replace(b"2A8648CE3D0201", b"2A8648CE3D0263"),
            "kein Siegel von hier",
        ),  # a kind of key
        (lambda pdf: pdf.replace(b"A003020102", b"A003020107", 1), "kein Siegel von hier"),  # a version
    ],
)
def test_files_that_are_not_whole_are_told_so(client, accepted, change, said):
    answer = send(client, change(sealed_file(client, accepted)))
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert "unverändert" not in answer.content.decode()


def test_who_sends_files_without_end_is_paused(client, accepted):
    who = keyed("check file", "127.0.0.1")
    LoginAttempt.objects.bulk_create(LoginAttempt(who=who, at=timezone.now()) for _file in range(FILES))
    assert send(client, b"%PDF-1.4 x").status_code == 429


def test_all_lists_of_a_series_in_one_file_for_those_who_lead(client, accepted):
    address = reverse("series_sealed", args=[accepted.table.series.tournament.slug, 1])
    assert client.get(address).status_code == 403
    client.force_login(factories.user("leitung"))
    slug = accepted.table.series.tournament.slug
    chosen = client.get(reverse("series_lists", args=[slug]), {"serie": "1", "leer": "versiegelt"})
    assert chosen["Location"] == address
    with zipfile.ZipFile(io.BytesIO(client.get(address).content)) as archive:
        [name] = archive.namelist()
        assert name == "Spielliste Serie 1, Tisch 1, endgültige Liste 1.pdf"
        assert sealing.signature_in(archive.read(name)).holds


def test_the_certificate_is_for_everybody_and_the_key_for_nobody(client):
    page = client.get(reverse("seal_certificate")).content.decode()
    saved = client.get(reverse("seal_certificate_file"))
    assert "BEGIN CERTIFICATE" in saved.content.decode()
    assert "PRIVATE" not in saved.content.decode() + page
    fingerprint = sealing.certificate_of(saved.content).fingerprint.upper()
    assert fingerprint in page.replace(" ", "")


def test_without_pyhanko_every_page_says_so(client, accepted, monkeypatch):
    client.get(link("sheet_seals", accepted))
    monkeypatch.setattr(sealing, "AVAILABLE", False)
    monkeypatch.setattr("tournaments.sealing.views.seals.AVAILABLE", False)
    for address in (reverse("seal_certificate"), link("sheet_seals", accepted)):
        assert "nicht versiegelt" in client.get(address).content.decode()
    assert client.get(link("sheet_sealed", accepted, 1)).status_code == 404
    assert client.get(reverse("seal_certificate_file")).status_code == 404
    assert send(client, b"%PDF-1.4 x").status_code == 422
    assert not Seal.objects.exists()
    assert FairCopy.objects.exists()


def test_what_is_not_there_is_not_found(client, accepted):
    assert client.get(link("sheet_sealed", accepted, 9)).status_code == 404
    assert client.get(reverse("sheet_seals", args=["anderswo", 1, 1])).status_code == 404
