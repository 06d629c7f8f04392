"""Where standings wait for their release: every address that everybody may read, looked through for what only the draft knows."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest
from django.http import HttpResponse
from django.test import Client
from pypdf import PdfReader
from python_calamine import CalamineWorkbook

from tests import factories
from tests.api import test_access as programs
from tests.factories import NOON
from tests.tournaments.accounts import test_access as pages
from tournaments.event.selectors.sheets import sheets
from tournaments.event.services.details import change_frame
from tournaments.event.services.setup import Frame
from tournaments.models import ScoreSheet, Tournament
from tournaments.rankings.selectors.snapshots import snapshot
from tournaments.rankings.selectors.standings import standings
from tournaments.rankings.services.publications import publish
from tournaments.rulings.services import deduct_points
from tournaments.screens.services.screens import add_screen

pytestmark = pytest.mark.django_db

TAKEN = 971  # points that a ruling takes after the publication: nobody has come to such a number otherwise

# Lists tell what their own table has written, to everybody (decision 0121).
OF_A_LIST = {"sheet", "sheet_state", "sheet_pdf", "game", "check_list", "check_list_code"}
LISTS_OF_PROGRAMS = {"lists", "list", "game", "games"}
ELSEWHERE = {"logout", "display", "new_screen", "workbook", "table_link"}  # they lead to one of the others


@pytest.fixture(scope="module")
def staged(stage: None) -> ScoreSheet:
    made = factories.tournament(players=7)
    frame = Frame(**{name: getattr(made, name) for name in Frame.__slots__})
    waits = replace(frame, release=Tournament.Release.PUBLISHED)
    change_frame(made.pk, waits, by=factories.director(), now=NOON)
    factories.referee(made)
    sheet = factories.sheet_of(factories.draw(made))
    factories.play(sheet, 1)
    made = Tournament.objects.get(pk=made.pk)
    publish(tournament_id=made.pk, seen=snapshot(made).fingerprint, by=factories.director(), now=NOON)
    add_screen(tournament_id=made.pk, code="23456", by=factories.director(), now=NOON)
    deduct_points(
        sheet_id=sheet.pk,
        start_number=sheet.table.seats.get(number=2).registration.start_number,
        points=TAKEN,
        reason="Probe",
        seen_version=sheets().get(pk=sheet.pk).version,
        by=factories.director(),
        now=NOON,
    )
    return sheets().get(pk=sheet.pk)


def text_of(answer: HttpResponse) -> str:
    content = answer.getvalue() if answer.streaming else answer.content
    match answer["Content-Type"].split(";")[0]:
        case "application/pdf":
            return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
        case "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":
            book = CalamineWorkbook.from_filelike(io.BytesIO(content))
            sheets_of_book = [book.get_sheet_by_name(name).to_python() for name in book.sheet_names]
            return "\n".join(" ".join(map(str, row)) for rows in sheets_of_book for row in rows)
    return content.decode()


def secrets(sheet: ScoreSheet) -> re.Pattern[str]:
    """The points that somebody has in the draft alone, with either minus, and what was taken."""
    last = min(row.total.net_points for row in standings(sheet.table.series.tournament).rows)
    assert last < -900
    return re.compile(rf"[-−](?:{-last}|{TAKEN})\b")


def readable() -> list[str]:
    rows = {name: row for name, row in pages.ROWS.items() if "anonymous" in row[0] and row[1] in (200, 302)}
    return sorted(set(rows) - OF_A_LIST - ELSEWHERE)


def test_the_draft_is_there_for_those_who_lead(staged):
    director = Client()
    director.force_login(factories.user("leitung"))
    secret = secrets(staged)
    for name in ("standings", "standings_csv", "standings_pdf", "standings_xlsx"):
        said = text_of(director.get(pages.address(name, staged, "x"), follow=True))
        assert secret.search(said), name


def test_all_lists_in_one_file_would_be_the_draft(staged):
    where = pages.address("sheets_pdf", staged, "x")
    assert Client().get(where).status_code == 403
    assert Client().get(where, {"leer": "1"}).status_code == 200
    assert Client().get(pages.address("sheet_pdf", staged, "x")).status_code == 403
    assert Client().get(pages.address("sheet_pdf", staged, "x"), {"leer": "1"}).status_code == 200
    referee = Client()
    referee.force_login(factories.user("schiri"))
    assert referee.get(where).status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize("who", ["anonymous", "own link", "player"])
def test_no_page_and_no_file_that_everybody_may_read_tells_the_draft(who, staged):
    reader, token = Client(), pages.lend(staged)
    if who == "own link":
        reader.get(pages.address("table_link", staged, token))
    if who == "player":
        reader.force_login(factories.user("mitspielerin"))
    secret = secrets(staged)
    looked = []
    for name in readable():
        answer = reader.get(pages.address(name, staged, token), follow=True)
        if answer.status_code == 200:
            looked.append(name)
            assert not secret.search(text_of(answer)), f"{name} tells {who} what only the draft knows"
    assert {"standings", "standings_csv", "standings_pdf", "standings_xlsx", "screen", "own_page"} <= set(
        looked
    )


def test_no_program_without_rights_reads_the_draft(staged):
    secret, looked = secrets(staged), []
    for name, (method, url, _sent, who, status) in programs.ROWS.items():
        if method != "get" or "anonymous" not in who or status != 200 or "/lists" in url:
            continue
        answer = Client().get(url.replace("probeturnier", staged.table.series.tournament.slug))
        if answer.status_code == 200:
            looked.append(name)
            assert not secret.search(text_of(answer)), name
    assert {"standings", "announced", "tournament"} <= set(looked)
