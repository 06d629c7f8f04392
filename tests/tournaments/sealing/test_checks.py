"""„Papier prüfen“: from the printed page back to the site, for everybody."""

from __future__ import annotations

import io
import re

import pytest
from django.urls import reverse
from pypdf import PdfReader

from tests import factories
from tests.factories import NOON
from tournaments.event.selectors.sheets import sheets
from tournaments.models import JournalEntry, ScoreSheet
from tournaments.rulings import services as rulings

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def staged_list(stage: None) -> ScoreSheet:
    sheet = factories.table_of(3, rounds=1)
    factories.referee(sheet.table.series.tournament)
    return factories.sign_all(factories.play_all(sheet))


@pytest.fixture
def played(staged_list: ScoreSheet) -> ScoreSheet:
    return sheets().get(pk=staged_list.pk)


def pdf_address(sheet: ScoreSheet) -> str:
    return reverse("sheet_pdf", args=[sheet.table.series.tournament.slug, 1, 1])


def code_on_paper(client, sheet: ScoreSheet) -> str:
    said = PdfReader(io.BytesIO(client.get(pdf_address(sheet)).content)).pages[0].extract_text()
    return re.findall(r"Prüfcode (\S+)", said)[0]


def asked(client, code: str) -> str:
    answer = client.get(reverse("check_list"), {"code": code})
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.slow
def test_from_paper_to_page_through_the_life_of_a_list(client, played):
    code = code_on_paper(client, played)
    before = JournalEntry.objects.count()
    page = asked(client, code.lower().replace("-", " "))
    assert "zeigt den neuesten Stand" in page
    assert "Probe1 Spieler001" in page
    factories.accept(played)
    assert code_on_paper(client, played) == code
    assert "ist die angenommene Liste" in asked(client, code)
    rulings.deduct_points(
        sheet_id=played.pk,
        start_number=1,
        points=2,
        reason="Zu spät am Tisch",
        seen_version=played.version,
        by=factories.referee(played.table.series.tournament),
        now=NOON,
    )
    page = asked(client, code)
    assert "ist überholt" in page
    assert "Zu spät am Tisch" in page
    assert "Endpunkte" not in page, "an older paper is not compared with newer sums"
    assert "ist die angenommene Liste" in asked(client, code_on_paper(client, played))
    assert JournalEntry.objects.count() == before + 2


def test_the_square_leads_to_the_same_page(client, played):
    code = code_on_paper(client, played)
    page = client.get(reverse("check_list_code", args=[code])).content.decode()
    assert "zeigt den neuesten Stand" in page
    assert f'value="{code}"' in page


def test_a_blank_list_has_no_code_and_says_nothing_of_it(client, played):
    said = PdfReader(io.BytesIO(client.get(pdf_address(played) + "?leer=1").content)).pages[0].extract_text()
    assert "Prüfcode" not in said


@pytest.mark.parametrize(
    "typed", ["4F-22222-22222", "nichts", "<script>alert(1)</script>", "2" * 500, "%00%ff", "../../"]
)
def test_what_is_not_known_is_a_sentence(client, typed):
    answer = client.get(reverse("check_list"), {"code": typed})
    page = answer.content.decode()
    assert answer.status_code == 404
    assert "Prüfcode" in page
    assert "<script>alert" not in page


@pytest.mark.slow
def test_too_many_tries_pause_the_address_and_not_the_right_code(client, played):
    code = code_on_paper(client, played)
    answers = [
        client.get(reverse("check_list"), {"code": "4F-22222-22222"}).status_code for _try in range(22)
    ]
    assert answers[:20] == [404] * 20
    assert answers[20:] == [429] * 2
    asked(client, code)


@pytest.mark.slow
def test_the_number_of_queries_does_not_depend_on_the_story(client, played, django_assert_max_num_queries):
    code = code_on_paper(client, played)
    with django_assert_max_num_queries(12):
        asked(client, code)
