"""Statistics and large workbooks as people see them: on a phone and a laptop, with scripts and without."""

from __future__ import annotations

import re

import pytest
from django.core.management import call_command
from django.urls import reverse
from playwright.sync_api import expect

from tests import factories
from tests.browser.conftest import LAPTOP, PHONE, fits
from tournaments.event.services import background
from tournaments.files.views import workbook


@pytest.fixture
def day(transactional_db):
    made = factories.tournament(players=7, series=2, rounds=1)
    for series in (1, 2):
        drawn = factories.draw(made, series)
        for table in (1, 2):
            factories.play_all(factories.sheet_of(drawn, table))
    return made


@pytest.mark.parametrize(("size", "kind"), [(PHONE, "chart--narrow"), (LAPTOP, "chart--wide")])
def test_each_picture_is_seen_once_and_nothing_runs_over_the_edge(open_page, day, size, kind):
    page = open_page(reverse("statistics", args=[day.slug]), size=size)
    figures = page.locator("figure.chart-box")
    assert figures.count() >= 4
    for place in range(figures.count()):
        seen = figures.nth(place).locator("svg:visible")
        expect(seen).to_have_count(1)
        expect(seen).to_have_class(re.compile(rf"\b{kind}\b"))
        box = seen.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size["width"]
    assert fits(page)


def test_somebody_looks_for_himself_and_stands_alone_with_the_bundle(open_page, day):
    page = open_page(reverse("statistics", args=[day.slug]), size=PHONE, scripts=False)
    page.get_by_label("Name oder Startnummer").fill("7")
    page.get_by_role("button", name="Suchen").click()
    page.get_by_role("link", name="Spieler007").last.click()
    expect(page.locator("#verlauf .chip--accepted").first).to_contain_text("Spieler007")
    expect(page.locator("#verlauf svg.chart:visible")).to_contain_text("Spieler007")
    expect(page.locator("#verlauf figcaption")).to_contain_text("6 weitere Linien")


def test_a_large_workbook_is_waited_for_and_taken_home(open_page, day, monkeypatch):
    begun: list[tuple[str, ...]] = []
    monkeypatch.setattr(workbook, "AT_ONCE", 0)
    monkeypatch.setattr(background, "start_command", lambda *words: begun.append(words))
    page = open_page(reverse("standings_xlsx", args=[day.slug]), size=PHONE)
    page.get_by_role("button", name="Erstellen").click()
    expect(page.get_by_text("Die Arbeitsmappe wird erstellt.")).to_be_visible()
    call_command(*begun[0])
    with page.expect_download() as fetched:
        page.get_by_role("link", name="Herunterladen").click(timeout=15_000)
    assert fetched.value.suggested_filename.endswith("Rangliste.xlsx")
