"""„Drucken“: every button leads to its file, and every file says what the site says."""

from __future__ import annotations

import html
import io
import re
import shutil
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from pypdf import PdfReader

from scoring.numbers import SeatNumber, SeriesNumber
from scoring.selectors import rules_of
from scoring.wording import sections
from tests import factories
from tests.factories import NOON
from tests.tournaments.printing.test_codes import read_code
from tournaments.access.selectors.codes import codes_of
from tournaments.access.selectors.own_codes import own_code
from tournaments.event.selectors.sheets import sheets
from tournaments.event.services.setup import form_pair
from tournaments.journal.paper.day_record import record_pdf
from tournaments.journal.selectors.day_record import day_record
from tournaments.models import Tournament
from tournaments.printing.views.choices import Offered, ranking_choices
from tournaments.printing.views.printables import PRINTABLES
from tournaments.rankings.selectors.standings import standings
from tournaments.rankings.services.finish import finish_tournament
from tournaments.rulings.services import deduct_points, protests
from tournaments.seating.services.series import draw_series

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def staged(stage: None) -> Tournament:
    """Eight players, a tandem, one series played and accepted, with a penalty and a protest."""
    made = factories.tournament(players=8, rounds=1, name="Käse & Spaß")
    form_pair(tournament_id=made.pk, first=1, second=2, by=factories.director(), now=NOON)
    first, referee = factories.draw(made), factories.referee(made)
    for table in (1, 2):
        factories.accept(factories.sign_all(factories.play_all(factories.sheet_of(first, table))))
    sheet = factories.sheet_of(first)
    deduct_points(
        sheet_id=sheet.pk,
        start_number=sheet.table.seats.get(number=1).registration.start_number,
        points=2,
        reason="Laut geworden",
        seen_version=sheet.version,
        by=referee,
        now=NOON,
    )
    protests.file_protest(
        sheet_id=sheet.pk,
        seat_number=SeatNumber(2),
        text="Das war ich nicht",
        by=factories.scorer(sheet),
        now=NOON,
    )
    return made


@pytest.fixture
def made(staged: Tournament) -> Tournament:
    return Tournament.objects.select_related("rule_set").get(pk=staged.pk)


@pytest.fixture
def desk(made: Tournament) -> Client:
    client = Client()
    client.force_login(factories.user("leitung"))
    return client


def said(client: Client, made: Tournament, name: str, **asked: str) -> list[str]:
    """The text of each page."""
    answer = client.get(reverse(name, args=[made.slug]), asked)
    assert answer.status_code == 200, name
    assert answer["Content-Type"] == "application/pdf"
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(answer.content)).pages]


@pytest.mark.slow
def test_every_button_leads_to_a_file(desk, made):
    page = desk.get(reverse("printing", args=[made.slug])).content.decode()
    for action in re.findall(r'<form method="get" action="([^"]+)"', page):
        answer = desk.get(action, {"trotzdem": "1"}, follow=True)
        assert answer["Content-Type"] == "application/pdf", action
    assert page.count('class="box print"') == len(PRINTABLES)


def test_umlauts_survive_in_the_name_of_the_file(desk, made):
    answer = desk.get(reverse("board_pdf", args=[made.slug]))
    assert "K%C3%A4se%20%26%20Spa%C3%9F%2C%20Sitzordnung" in answer["Content-Disposition"]


def test_everybody_sits_where_the_site_says(desk, made):
    [page] = said(desk, made, "board_pdf", nach="tischen")
    for sheet in sheets().filter(table__series__tournament=made):
        for seat in sheet.table.seats.select_related("registration__player"):
            assert seat.registration.name in page
    assert desk.get(reverse("board_pdf", args=[made.slug]), {"serie": "2"}).status_code == 404


def test_the_board_carries_codes_only_for_those_who_lead(desk, made):
    [public] = said(Client(), made, "board_pdf", nach="tischen")
    [coded] = said(desk, made, "board_pdf", nach="codes")
    for code in codes_of(list(sheets().filter(table__series__tournament=made))).values():
        assert code.spoken_pin in coded
        assert code.spoken_pin not in public
    assert Client().get(reverse("board_pdf", args=[made.slug]), {"nach": "codes"}).status_code == 403


@pytest.mark.skipif(
    not (shutil.which("zbarimg") and shutil.which("pdftoppm")),
    reason="zbar-tools or poppler-utils is missing: .ci/run installs them",
)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "asked"), [("start_cards_pdf", {}), ("table_cards_pdf", {}), ("board_pdf", {"nach": "codes"})]
)
def test_a_reader_of_codes_reads_every_card(desk, made, tmp_path, name, asked):
    read = read_code(desk.get(reverse(name, args=[made.slug]), asked).content, tmp_path)
    if name == "start_cards_pdf":
        tokens = [own_code(one).token for one in made.registrations.all()]
        expected = {f"http://testserver{reverse('own_page', args=[token])}" for token in tokens}
    else:
        lists = list(sheets().filter(table__series__tournament=made))
        expected = {
            f"http://testserver{reverse('table_link', args=[code.token])}"
            for code in codes_of(lists).values()
        }
    assert set(read) == expected


@pytest.mark.slow
def test_start_cards_carry_the_code_of_their_player_and_table_cards_that_of_their_list(desk, made):
    text = "\n".join(said(desk, made, "start_cards_pdf"))
    for one in made.registrations.all():
        assert own_code(one).spoken_pin in text
    [single] = said(desk, made, "start_cards_pdf", nummer="3")
    assert "Probe3 Spieler003" in single
    assert "Probe4 Spieler004" not in single
    cards = said(desk, made, "table_cards_pdf")
    codes = codes_of(list(sheets().filter(table__series__tournament=made)))
    for page, code in zip(cards, sorted(codes.values(), key=lambda code: code.table), strict=True):
        assert code.spoken_pin in page


def test_slips_say_what_the_lists_say_or_nothing(desk, made):
    row = next(row for row in standings(made).rows if row.total.augen)
    filled, blank = said(desk, made, "slips_pdf"), said(desk, made, "slips_pdf", leer="1")
    assert f"{row.total.crosses} {row.total.augen}" in filled[0]
    assert f"{row.total.crosses} {row.total.augen}" not in blank[0]
    assert row.registration.name in blank[0]


def test_certificates_are_called_out_from_the_last_place(desk, made):
    pages = said(desk, made, "certificates_pdf", bis="3", serie="1")
    ranks = [re.search(r"(\d+)\. Platz", page)[1] for page in pages]
    assert ranks == sorted(ranks, reverse=True)
    first = standings(made).rows[0]
    assert first.registration.name in pages[-1]
    [pair] = said(desk, made, "certificates_pdf", wertung="tandem", trotzdem="1")
    assert "Probe1 Spieler001" in pair
    assert "Probe2 Spieler002" in pair
    assert desk.get(reverse("certificates_pdf", args=[made.slug]), {"wertung": "x"}).status_code == 404


def test_certificates_are_final_once_the_last_list_is_accepted_and_ask_on_the_screen_before(desk):
    made = factories.tournament(players=4, series=2, rounds=1, name="Urkundenabend")
    address = reverse("certificates_pdf", args=[made.slug])
    first = factories.play_all(factories.sheet_of(factories.draw(made)))
    asked = desk.get(address, {"bis": "1", "art": "band"})
    assert asked["Content-Type"].startswith("text/html")
    page = asked.content.decode()
    assert "1 Liste ist noch nicht angenommen." in page
    assert "Serie 2 ist noch nicht gespielt." in page
    anyway = html.unescape(re.search(r'href="([^"]*trotzdem=1[^"]*)"', page)[1])
    assert "bis=1" in anyway
    assert "art=band" in anyway
    papers = PdfReader(io.BytesIO(desk.get(anyway).content)).pages
    assert not any("Vorläufig" in paper.extract_text() for paper in papers)

    factories.accept(factories.sign_all(first))
    assert "1. Platz" in said(desk, made, "certificates_pdf", serie="1")[-1], "this series is over"
    assert "Serie 2 ist noch nicht gespielt." in desk.get(address).content.decode()
    assert "vorläufig: Serie 2 ist noch nicht gespielt." in " ".join(said(desk, made, "record_pdf"))

    factories.accept(factories.sign_all(factories.play_all(factories.sheet_of(factories.draw(made, 2)))))
    assert made.status != Tournament.Status.FINISHED
    assert "1. Platz" in said(desk, made, "certificates_pdf")[-1], "the desk says to print them now"
    assert "vorläufig" not in " ".join(said(desk, made, "record_pdf"))


def test_certificates_of_a_tournament_that_was_closed_early_are_final(desk):
    made = factories.tournament(players=4, series=2, rounds=1)
    factories.accept(factories.sign_all(factories.play_all(factories.sheet_of(factories.draw(made)))))
    finish_tournament(tournament_id=made.pk, by=factories.director(), now=NOON)
    assert "1. Platz" in said(desk, made, "certificates_pdf")[-1]


def test_the_record_tells_the_day(desk, made):
    record = day_record(made)
    text = " ".join(
        page.extract_text() for page in PdfReader(io.BytesIO(record_pdf(record, now=NOON))).pages
    ).replace("\n", " ")
    for word in (
        "Turnierbericht",
        "Laut geworden",
        "Das war ich nicht",
        "Noch nicht entschieden.",
        "Tandem 1",
    ):
        assert word in text
    assert made.series.get().seed in text
    assert record.head in text
    assert "lückenlos" in text
    assert made.rule_set.fingerprint in text
    for state in record.series[0].lists:
        assert state.code in text
    for one in made.registrations.select_related("player"):
        assert one.name in text
    assert "mit Code" not in text


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["basic", "club_2018", "federation"])
def test_the_rule_page_has_every_value_on_four_pages_at_most(rules):
    made = factories.tournament(rules=rules, table_size=4)
    pages = said(Client(), made, "rules_pdf")
    assert len(pages) <= 4
    assert made.rule_set.fingerprint in pages[0].replace("\n", "")
    told = re.sub(r"\s+", " ", " ".join(pages))
    with translation.override("de"):
        for section in sections(rules_of(made.rule_set)):
            assert section.title in told
    assert ("Eine Karte außer der Reihe" in told) == (rules != "basic")
    assert "Was die Texte offen lassen" in told


def test_the_ranking_of_a_day_is_offered_where_there_are_several():
    made = factories.tournament(players=4, series=2)
    made.ends_on += timedelta(days=1)
    made.save(update_fields=["ends_on"])
    factories.draw(made)
    assert "tag" not in {one.name for one in ranking_choices(Offered(made))}
    draw_series(
        tournament_id=made.pk,
        number=SeriesNumber(2),
        seed="probe",
        by=factories.director(),
        now=NOON + timedelta(days=1),
    )
    [day] = [one for one in ranking_choices(Offered(made)) if one.name == "tag"]
    assert [(value, words) for value, words, _chosen in day.options] == [
        ("", "alle Tage"),
        ("2026-11-14", "14.11.2026"),
        ("2026-11-15", "15.11.2026"),
    ]
    assert [chosen for _value, _words, chosen in day.options] == [True, False, False]


@pytest.mark.slow
def test_an_empty_tournament_prints_pages_that_say_so(desk):
    made = factories.tournament()
    for name in ("table_cards_pdf", "place_cards_pdf", "start_cards_pdf", "slips_pdf", "certificates_pdf"):
        assert "Noch ist nichts da" in said(desk, made, name, trotzdem="1")[0], name
    assert "noch kein Platz" in said(desk, made, "board_pdf")[0]
    assert "Noch ist keine Serie ausgelost." in "".join(said(desk, made, "record_pdf"))
    assert desk.get(reverse("series_lists", args=[made.slug])).status_code == 404


@pytest.mark.slow
def test_the_files_ask_as_often_whatever_the_field(desk, django_assert_max_num_queries):
    big = factories.tournament(players=60, rounds=1)
    factories.draw(big)
    for name in ("start_cards_pdf", "table_cards_pdf", "badges_pdf", "slips_pdf", "record_pdf"):
        with django_assert_max_num_queries(32):
            desk.get(reverse(name, args=[big.slug]))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_blank_list_for_any_tournament(client, seats):
    made = factories.tournament(players=4, name="Kreuzbuben-Pokal")
    answer = client.get(reverse("neutral_pdf", args=[made.slug]), {"plaetze": seats})
    said = PdfReader(io.BytesIO(answer.content)).pages[0].extract_text()
    assert answer.status_code == 200
    assert "Kreuzbuben-Pokal" not in said
    assert "Turnier, Ort, Tag" in said
    assert ("110 Karten" in " ".join(said.split())) == (seats in (3, 4))
    assert said.count("___") == seats
