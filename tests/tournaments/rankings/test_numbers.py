"""One number, many doors: the page, the sheet for the wall, CSV, the workbook, programs and the screen say the same."""

from __future__ import annotations

import io
import re
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from django.urls import reverse
from django.utils import translation
from hypothesis import example, given
from hypothesis import strategies as st
from pypdf import PdfReader
from python_calamine import CalamineWorkbook

from scoring.wording.phrases import decimal, nearest
from tests import factories
from tournaments.rankings.selectors.rankings import ranking
from tournaments.screens.selectors import View
from tournaments.screens.selectors import item as view_item
from tournaments.screens.services import screens


@given(points=st.integers(-500, 2000), games=st.integers(1, 400))
@example(points=143, games=45)  # cut it was 3,17
@example(points=107, games=40)  # 2.675, which a float holds as a hair less
@example(points=-1, games=8)
def test_a_share_is_rounded_and_never_cut_as_a_float_or_as_a_fraction(points, games):
    exact = Fraction(points, games)
    assert nearest(points / games) == nearest(exact)
    assert abs(Fraction(nearest(exact)) - exact) * 200 <= 1
    half_up = (Decimal(abs(points)) / games).quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)
    assert abs(nearest(exact)) == half_up, "as a spreadsheet rounds what it shows with two digits"
    with translation.override("de"):
        said = decimal(points / games)
    assert said.replace("−", "-").replace(",", ".") == f"{nearest(exact):.2f}"
    assert said not in ("−0,00", "-0,00")


@pytest.fixture
def day(db):
    """Tables of three and four, so that shares do not come out even; the second series is being played."""
    made = factories.tournament(players=7, series=2, rounds=3)
    for sheet in factories.draw(made, 1).tables.all():
        factories.accept(factories.sign_all(factories.play_all(sheet.sheet)))
    for table in factories.draw(made, 2).tables.all():
        factories.play(table.sheet, 1)
        factories.play(table.sheet, 2)
    return made


def whole(typed: object) -> int:
    """A number as a door wrote it."""
    return int(float(str(typed).replace("−", "-").replace(".", "") if isinstance(typed, str) else str(typed)))


def test_every_door_says_the_same_number_for_the_same_field(client, day):
    rows = {row.registrations[0].start_number: row for row in ranking(day).rows}
    assert any(row.points * 100 % row.games for row in rows.values()), "some share does not come out even"
    with translation.override("de"):
        said = {
            number: (row.points, row.augen, row.games, decimal(row.points_per_game))
            for number, row in rows.items()
        }
    fields = ("Punkte", "Augen", "Spiele", "Punkte je Spiel")

    lines = client.get(reverse("standings_csv", args=[day.slug])).content.decode("utf-8-sig").splitlines()
    head, *table = [line.split(";") for line in lines if line]
    key, *at = (head.index(name) for name in ("Startnummer", *fields))
    csv = {
        int(line[key]): (*(whole(line[n]) for n in at[:3]), line[at[3]].replace("-", "−")) for line in table
    }
    assert csv == said

    answer = client.get(reverse("standings_xlsx", args=[day.slug]))
    book = CalamineWorkbook.from_filelike(io.BytesIO(answer.content))
    head, *table = next(
        found
        for name in book.sheet_names
        if set(fields) <= set((found := book.get_sheet_by_name(name).to_python())[0])
    )
    key, *at = (head.index(name) for name in ("Startnummer", *fields))
    with translation.override("de"):
        xlsx = {
            int(line[key]): (*(whole(line[n]) for n in at[:3]), decimal(line[at[3]]))
            for line in table
            if isinstance(line[key], float) and line[key]
        }
    assert xlsx == said

    told = client.get(f"/api/v1/tournaments/{day.slug}/standings").json()["items"]
    for one in told:
        points, augen, games, each = said[one["start_number"]]
        figures = one["figures"]
        assert (one["points"], figures["augen"], figures["games"]) == (points, augen, games)
        with translation.override("de"):
            assert decimal(one["points_per_game"]) == each

    page = re.sub(r"<[^>]+>|\s+", " ", client.get(reverse("standings", args=[day.slug])).content.decode())
    wall = client.get(reverse("standings_pdf", args=[day.slug]))
    sheet = " ".join(one.extract_text() for one in PdfReader(io.BytesIO(wall.content)).pages)
    for points, augen, games, each in said.values():
        assert re.search(rf"{points}\b.*\b{augen}\b.*\b{games}\b", page)
        assert each in sheet
        assert str(augen) in sheet
        assert each not in ("", "0,00") or not points

    code = "55555"
    screens.add_screen(tournament_id=day.pk, code=code, by=factories.director(), now=factories.NOON)
    item = view_item(View.STANDINGS, category="players").document()
    screens.show(tournament_id=day.pk, numbers=None, item=item, by=factories.director(), now=factories.NOON)
    hung = client.get(reverse("screen", args=[int(code)])).content.decode()
    shown_there = re.findall(
        r'class="name[^"]*">(.*?)(?:<small>.*?)?</span><b\s+class="points">(\S+)', hung, re.DOTALL
    )
    assert [(name.partition(",")[0], whole(points)) for name, points in shown_there] == [
        (row.registrations[0].player.family_name, row.points) for row in ranking(day).rows
    ]
