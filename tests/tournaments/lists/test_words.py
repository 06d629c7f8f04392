"""Every word that the paper list must have (docs/rules, "the paper list"), read back from the printed page."""

from __future__ import annotations

import io
import json

import pytest
from django.urls import reverse
from pypdf import PdfReader

from scoring.engine.law import Finish
from scoring.numbers import GameNumber, SeatNumber
from scoring.totals import SeatSum
from tests import factories
from tests.factories import NOON, SPACE, result
from tournaments.event.selectors.sheets import sheets
from tournaments.lists.paper.page import draw_list
from tournaments.lists.paper.pdf import lists_pdf
from tournaments.lists.selectors.in_bulk import rulings_of
from tournaments.lists.selectors.sheets import SheetView, sheet_view
from tournaments.lists.services import signing
from tournaments.lists.words.printed import list_facts
from tournaments.models import Club, ScoreSheet
from tournaments.paper_entry.services.totals import enter_totals
from tournaments.rulings import services as rulings
from tournaments.rulings.services import protests, seats

pytestmark = pytest.mark.django_db
NAME = json.dumps([[[100 + 40 * step, 120 + (60 if step % 2 else -60)] for step in range(20)]])


def view_of(sheet: ScoreSheet) -> SheetView:
    return sheet_view(sheets().select_related("accepted_by").get(pk=sheet.pk), now=NOON)


def printed(sheet: ScoreSheet, **how) -> str:
    view = view_of(sheet)
    content = lists_pdf([view], rulings_of([view.sheet]), **({"blank": False} | how), now=NOON)
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)


def version(sheet: ScoreSheet) -> int:
    return ScoreSheet.objects.values_list("version", flat=True).get(pk=sheet.pk)


def last_runde(sheet: ScoreSheet) -> None:
    factories.play_all(sheet)
    for seat in view_of(sheet).unsigned:
        drawn = seat.number == 2
        signing.sign_list(
            sheet_id=sheet.pk,
            seat_number=seat.number,
            method="drawn" if drawn else "paper",
            drawn=NAME if drawn else "",
            seen_version=version(sheet),
            by=factories.scorer(sheet),
            now=NOON,
        )
    factories.accept(sheet)


@pytest.fixture(scope="module")
def rich(stage: None) -> ScoreSheet:
    sheet = factories.table_of(4, rounds=2)
    made = sheet.table.series.tournament
    referee = factories.referee(made)
    club = Club.objects.create(name="Pikhausener Asse")
    first = sheet.table.seats.get(number=1).registration.player
    first.club = club
    first.save()
    factories.play(sheet, 1, result(3, {2: (18, True), 4: (120, False)}))
    factories.play(sheet, 2, result(1, {3: (7, True), 4: (31, True)}, Finish.HAND))
    rulings.strike_game(
        sheet_id=sheet.pk,
        number=GameNumber(2),
        reason="Außer der Reihe gegeben",
        seen_version=2,
        by=referee,
        now=NOON,
    )
    factories.play(sheet, 2, result(1, {3: (7, True), 4: (31, True)}, Finish.HAND_WITH_LAYOFF))
    factories.play(sheet, 3, result(None, {1: (20, True), 2: (44, True), 4: (101, False)}, Finish.EXHAUSTED))
    rulings.penalise_loose_hand(
        sheet_id=sheet.pk,
        number=GameNumber(3),
        seat_number=SeatNumber(2),
        reason="Hand zusammengeworfen",
        seen_version=version(sheet),
        by=referee,
        now=NOON,
    )
    rulings.remark(
        sheet_id=sheet.pk,
        number=GameNumber(2),
        text="Nachgezählt: zulässig",
        paragraph="12",
        by=referee,
        now=NOON,
    )
    factories.play(sheet, 4)
    late = factories.register(made, 99)
    seats.substitute(
        sheet_id=sheet.pk,
        seat_number=SeatNumber(4),
        start_number=late.start_number,
        reason="Ersatz nach Unwohlsein",
        seen_version=version(sheet),
        by=referee,
        now=NOON,
    )
    last_runde(sheet)
    return sheet


def test_head_and_seats(rich):
    view, said = view_of(rich), printed(rich)
    for word in (
        "Spielliste",
        "Probeturnier",
        "Probesaal · 14.11.2026",
        "Serie",
        "Tisch",
        "Regelwerk",
        "Beginn",
        "Ende",
    ):
        assert word in said
    assert f"· {view.tournament.rule_set.short_fingerprint}" in said
    assert f"Nr. {view.tournament.rule_set.version}" in said
    assert "2 Runden = 8 Spiele" in said
    for seat in view.seats:
        assert seat.registration.name in said
        assert f"Nr. {seat.registration.start_number}" in said
    assert "Pikhausener Asse" in said
    assert "✎ Liste" in said


def test_rows_crosses_and_ways_to_finish(rich):
    facts = list_facts(view_of(rich), (), blank=False)
    assert [row.finish for row in facts.rows[:4]] == ["R", "H", "HA", "–"]
    assert facts.rows[0].cells[3].texts[3] == "✕"
    assert [row.dealer for row in facts.rows if not row.struck] == ["1", "2", "3", "4"] * 2
    assert [row.number for row in facts.rows if row.closes_round] == [4, 8]
    assert "gestrichen: Außer der Reihe gegeben" in printed(rich)


def test_foot_rulings_penalties_and_acceptance(rich):
    said = printed(rich)
    for word in ("Pluspunkte", "Kreuze ✕", "Strafen §", "Endpunkte", "Augen", "R · HA · H", "Rang am Tisch"):
        assert word in said
    for reason in (
        "Hand zusammengeworfen (schiri)",
        "Nachgezählt: zulässig (schiri)",
        "Ersatz nach Unwohlsein (schiri)",
    ):
        assert reason in said
    assert "ab Runde 2" in said
    assert "bis Runde 1" in said
    assert "weitere" not in said
    assert said.count("✓ auf Papier") == 3
    assert "leitung, 14.11.2026 13:00" in said


def test_drawn_names_are_for_those_who_may_see_them(rich):
    view = view_of(rich)
    shown, hidden = (
        sum(
            len(lines)
            for pen in draw_list(list_facts(view, (), blank=False, ink=ink))
            for lines in pen.rules.values()
        )
        for ink in (True, False)
    )
    assert shown - hidden == 19, "the strokes of one drawn name"


@pytest.mark.slow
def test_a_protest_that_was_decided_stands_on_the_list():
    sheet = factories.table_of(3, rounds=1)
    referee = factories.referee(sheet.table.series.tournament)
    last_runde(sheet)
    filed = protests.file_protest(
        sheet_id=sheet.pk,
        seat_number=1,
        game_number=1,
        text="Das waren 52 Augen",
        by=referee,
        now=NOON,
    )
    protests.decide_protest(
        protest_id=filed.pk, granted=False, reason="Nachgezählt: 25", by=referee, now=NOON
    )
    assert "Nachgezählt: 25 (schiri)" in printed(sheet)


def test_a_list_of_sums_has_sums_and_no_empty_rows():
    sheet = factories.table_of(4)
    enter_totals(
        sheet_id=sheet.pk,
        sums={seat: SeatSum(points=30 + seat, augen=300, crosses=1) for seat in (1, 2, 3, 4)},
        games=20,
        submission=SPACE,
        seen_version=0,
        by=factories.director(),
        now=NOON,
    )
    facts = list_facts(view_of(sheet), (), blank=False)
    assert facts.rows == ()
    totals = {total.name: total.texts for total in facts.totals}
    assert totals["Endpunkte"] == ("31", "32", "33", "34")
    assert totals["R · HA · H"] == ("–",) * 4, "nobody knows how the games ended"
    assert "Nur Summen nach 20 Spielen" in printed(sheet)
    assert len(list_facts(view_of(sheet), (), blank=True).rows) == 20


@pytest.mark.slow
def test_the_counter_list_is_empty_and_lets_nobody_in(client):
    sheet = factories.table_of(4)
    factories.play(sheet, 1)
    said = printed(sheet, counter=True)
    assert "Gegenliste" in said
    assert "Es gilt die Spielliste" in said
    assert "✎" not in said
    assert "PIN" not in said
    assert "Prüfcode" not in said
    facts = list_facts(view_of(sheet), (), blank=False, counter=True)
    assert len(facts.rows) == 20
    assert not any(cell.texts for row in facts.rows for cell in row.cells)
    client.force_login(factories.user("leitung"))
    slug = sheet.table.series.tournament.slug
    answer = client.get(reverse("sheets_pdf", args=[slug, 1]) + "?gegenliste=1")
    assert "Gegenliste" in PdfReader(io.BytesIO(answer.content)).pages[0].extract_text()
    chosen = client.get(reverse("series_lists", args=[slug]), {"serie": "1", "leer": "gegenliste"})
    assert chosen["Location"].endswith("?gegenliste=1")


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "size"), [("club_2018", 3), ("federation", 4), ("basic", 2), ("basic", 6)])
def test_blank_lists_of_every_kind_have_names_dealers_and_lines(rules, size):
    rounds = 2 * size if rules == "basic" else 2  # by the basic rules a Runde is one deal
    sheet = factories.table_of(size, rules=rules, rounds=rounds)
    view = view_of(sheet)
    facts = list_facts(view, (), blank=True)
    assert [row.dealer for row in facts.rows] == [str(n % size + 1) for n in range(2 * size)]
    struck = [sum(cell.rests for cell in row.cells) for row in facts.rows]
    assert struck == [int(size == 4 and rules != "basic")] * (2 * size)
    assert sum(row.closes_round for row in facts.rows) == 2
    said = " ".join(printed(sheet, blank=True).split())
    assert all(seat.registration.name in said for seat in view.seats)
