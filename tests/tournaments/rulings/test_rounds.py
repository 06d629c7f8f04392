"""Pages of the life of a list: looked at first, then done; signed by PIN or by hand; the clock by the server's time."""

from __future__ import annotations

import re
from datetime import timedelta
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pypdf import PageObject, PdfReader

from tests import factories
from tests.tournaments.lists.test_pages import hidden, now_of, phone, signed_in, url
from tournaments.access.selectors.own_codes import own_code
from tournaments.event.selectors.sheets import sheets
from tournaments.lists.selectors.sheets import Life
from tournaments.lists.services import clock, confirming
from tournaments.models import Registration, Series, Signature, Tournament

pytestmark = pytest.mark.django_db
WHY = "Platz 3 hat statt Platz 2 gegeben."
NAME = "[[[100, 100], [400, 200], [700, 90]]]"


@pytest.fixture(scope="module")
def staged_sheet(stage: None):
    """A table of four after six games of three Runden; start number 5 stands by."""
    made = factories.table_of(4, rounds=3)
    factories.register(made.table.series.tournament, 5)
    factories.referee(made.table.series.tournament)
    for number in range(1, 7):
        factories.play(made, number)
    return made


@pytest.fixture
def sheet(staged_sheet):
    return sheets().get(pk=staged_sheet.pk)


def rule(client: Client, sheet, name: str, **typed):
    """Type, read what follows, confirm; the page that was read and the answer to the confirmation."""
    data = {"seen_version": now_of(sheet).sheet.version, "reason": WHY} | typed
    shown = client.post(url(sheet, name), data)
    assert shown.status_code == 200, shown.content.decode()
    page = shown.content.decode()
    return page, client.post(url(sheet, name), data | {"previewed": hidden(page, "previewed")})


def test_a_wrong_deal_is_looked_at_first(sheet):
    schiri = signed_in("schiri")
    assert url(sheet, "misdeal") in schiri.get(url(sheet)).content.decode()
    assert url(sheet, "misdeal") not in phone(sheet).get(url(sheet)).content.decode()
    page, answer = rule(schiri, sheet, "misdeal", fault="3")
    assert "Spiel 3 steht in einer abgeschlossenen Runde" in page
    assert "Gestrichen werden die Spiele 5 und 6." in page
    assert "Weiter geht es mit Spiel 5. Es gibt Platz 1" in page
    assert answer.status_code == 302
    listed = Client().get(url(sheet)).content.decode()
    assert listed.count(f"Gestrichen: {WHY}") == 2
    assert now_of(sheet).next_game.number == 5


@pytest.mark.slow
def test_looking_changes_nothing_and_a_disputed_entry_is_asked_for_at_the_border_of_a_runde(sheet):
    schiri = signed_in("schiri")
    assert "ist falsch eingetragen" not in schiri.get(url(sheet, "misdeal")).content.decode()
    for number in (7, 8):
        factories.play(sheet, number)
    assert "ist falsch eingetragen" in schiri.get(url(sheet, "misdeal")).content.decode()
    version = now_of(sheet).sheet.version
    data = {"seen_version": version, "reason": WHY, "fault": "6"}
    page = schiri.post(url(sheet, "misdeal"), data).content.decode()
    assert "Kein eingetragenes Spiel wird gestrichen." in page
    page = schiri.post(url(sheet, "misdeal"), data | {"disputed": "on"}).content.decode()
    assert "Gestrichen werden die Spiele 6, 7 und 8." in page
    assert now_of(sheet).sheet.version == version
    assert not now_of(sheet).struck


def test_where_nobody_knows_the_origin_no_game_number_is_demanded(sheet):
    schiri = signed_in("schiri")
    page, answer = rule(schiri, sheet, "misdeal", unknown="on")
    assert "Wo der Fehler begann, weiß niemand" in page
    assert "Gestrichen werden die Spiele 5 und 6." in page
    assert answer.status_code == 302
    assert now_of(sheet).next_game.number == 5


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"fault": "99"}, "Spiele 1 bis 7"),
        ({"fault": "zwei"}, "Bitte die Nummer des Spiels eingeben"),
        ({"fault": "5", "unknown": "on"}, "Entweder die Nummer des Spiels"),
        ({"fault": ""}, "Bitte die Nummer des Spiels eingeben"),
        ({"fault": "5", "reason": ""}, "Bitte in einem Satz sagen, warum"),
        ({"fault": "5", "seen_version": "1"}, "Inzwischen hat jemand anderes"),
    ],
)
def test_what_cannot_be_ruled_comes_back_with_what_was_typed(sheet, typed, said):
    data = {"seen_version": now_of(sheet).sheet.version, "reason": WHY} | typed
    answer = signed_in("schiri").post(url(sheet, "misdeal"), data)
    assert answer.status_code == (409 if "seen_version" in typed else 422)
    page = answer.content.decode()
    assert said in page
    assert not typed["fault"] or f'value="{typed["fault"]}"' in page


@pytest.mark.slow
def test_four_become_three(sheet):
    for number in (7, 8):
        factories.play(sheet, number)
    schiri = signed_in("schiri")
    page, answer = rule(schiri, sheet, "change_seats", seat="3", what="leave")
    assert "Danach wird zu 3 gespielt. Der Geber spielt mit." in page
    assert "Die Liste hat dann 11 statt 12 Spiele." in page
    assert "Als Nächstes gibt Platz 1" in page
    assert answer.status_code == 302
    keeper = phone(sheet)
    listed = keeper.get(url(sheet)).content.decode()
    assert "bis Runde 2 dabei" in listed
    assert "von 11" in listed
    entry = keeper.get(url(sheet, "game", 9)).content.decode()
    assert "augen_3" not in entry
    assert "augen_1" in entry
    assert Client().get(reverse("sheet_pdf", args=url_args(sheet))).status_code == 200
    for name in ("seating", "standings", "tournament"):
        assert Client().get(reverse(name, args=url_args(sheet)[:1])).status_code == 200


def url_args(sheet):
    table = sheet.table
    return [table.series.tournament.slug, table.series.number, table.number]


@pytest.mark.slow
def test_a_substitute_and_the_way_back(sheet):
    for number in (7, 8):
        factories.play(sheet, number)
    schiri = signed_in("schiri")
    missing = schiri.post(
        url(sheet, "change_seats"),
        {"seen_version": now_of(sheet).sheet.version, "reason": WHY, "seat": "2", "what": "substitute"},
    )
    assert missing.status_code == 422
    assert "Startnummer des Ersatzes" in missing.content.decode()
    page, answer = rule(schiri, sheet, "change_seats", seat="2", what="substitute", start_number="5")
    assert "Es bleibt bei 12 Spielen." in page
    assert answer.status_code == 302
    listed = Client().get(url(sheet)).content.decode()
    assert re.search(r"Platz 2, Probe\d Spieler\d+, ab Runde 3: 0 Punkte, 0 Augen in 0 Spielen", listed)
    _page, answer = rule(schiri, sheet, "change_seats", seat="2", what="back")
    assert answer.status_code == 302
    assert not now_of(sheet).former


@pytest.mark.slow
def test_a_list_ends_early_and_goes_on(sheet):
    schiri = signed_in("schiri")
    page, answer = rule(schiri, sheet, "end_list", cause="broken", last_game="5")
    assert "Gestrichen werden die Spiele 6." in page
    assert answer.status_code == 302
    listed = phone(sheet).get(url(sheet)).content.decode()
    assert "Die Spiele 6 bis 12 sind nicht gespielt und nicht gewertet (abgebrochen)" in listed
    assert "Die Liste ist zu Ende." in listed
    rule(schiri, sheet, "end_list", cause="on", last_game="")
    assert now_of(sheet).next_game.number == 6


def test_the_clock_at_the_desk_in_the_hall_and_at_the_table(sheet):
    slug = sheet.table.series.tournament.slug
    desk = signed_in()
    page = desk.get(reverse("run_clock", args=[slug, 1])).content.decode()
    assert 'value="135"' in page
    assert "Vorgesehen sind 135 Minuten (Turnierbrauch)." in page
    hall = reverse("hall_clock", args=[slug, 1])
    assert "Die Uhr läuft noch nicht." in Client().get(hall).content.decode()
    assert desk.post(reverse("run_clock", args=[slug, 1]), {"minutes": "90"}).status_code == 302
    ends = int(Series.objects.get().clock_started_at.timestamp() * 1000) + 90 * 60_000
    for client, path in (
        (Client(), hall),
        (desk, reverse("desk", args=[slug])),
        (Client(), url(sheet)),
        (phone(sheet), url(sheet, "game", 7)),
    ):
        assert f'data-ends="{ends}"' in client.get(path).content.decode(), path
    part = Client().get(hall, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert abs(int(re.search(r'data-now="(\d+)"', part)[1]) - timezone.now().timestamp() * 1000) < 60_000
    assert hall in Client().get(reverse("tournament", args=[slug])).content.decode()
    more = {"minutes": "10", "reason": "Feueralarm", "deed": "extend"}
    assert desk.post(reverse("run_clock", args=[slug, 1]), more).status_code == 302
    assert Series.objects.get().clock_minutes == 100
    refused = desk.post(reverse("run_clock", args=[slug, 1]), {"minutes": "", "reason": "weil"})
    assert refused.status_code == 422
    assert (
        desk.post(reverse("run_clock", args=[slug, 1]), {"reason": "doch nicht", "deed": "back"}).status_code
        == 302
    )
    assert Series.objects.get().clock_minutes is None


def test_when_the_time_is_over_the_table_ends_its_list(sheet):
    keeper = phone(sheet)
    early = keeper.post(url(sheet, "time_is_over"), {"seen_version": now_of(sheet).sheet.version})
    assert early.status_code == 422
    clock.start_clock(
        tournament_id=sheet.table.series.tournament_id,
        number=1,
        minutes=60,
        by=factories.director(),
        now=timezone.now() - timedelta(minutes=61),
    )
    page = keeper.get(url(sheet)).content.decode()
    assert "Lief Spiel 7 schon, wird es zu Ende gespielt" in page
    assert "Spiel 7 eintragen" in page
    assert Client().post(url(sheet, "time_is_over")).status_code == 403
    seen = hidden(page, "seen_version")
    assert keeper.post(url(sheet, "time_is_over"), {"seen_version": seen}).status_code == 302
    assert now_of(sheet).life is Life.COMPLETE
    assert "Die Spiele 7 bis 12 sind nicht gespielt" in keeper.get(url(sheet)).content.decode()


@pytest.mark.slow
def test_the_left_neighbour_is_asked_by_name(sheet):
    keeper = phone(sheet)
    assert "Stimmt Spiel" not in keeper.get(url(sheet)).content.decode()
    slug = sheet.table.series.tournament.slug
    assert signed_in().post(reverse("pins", args=[slug]), {"deed": "confirm"}).status_code == 302
    assert Tournament.objects.get().neighbour_confirms
    page = keeper.get(url(sheet)).content.decode()
    name = now_of(sheet).seats[1].registration.name
    assert f"{name}: Stimmt Spiel 1?" in page
    assert keeper.post(url(sheet, "confirm_game", 1), {"row": hidden(page, "row")}).status_code == 302
    assert f"{name}: Stimmt Spiel 2?" in keeper.get(url(sheet)).content.decode()
    assert keeper.post(url(sheet, "confirm_game", 2), {"row": "0"}).status_code == 409


# Signing --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def staged_full(stage: None):
    return factories.play_all(factories.table_of(4, rounds=1))


@pytest.fixture
def full(staged_full):
    return sheets().get(pk=staged_full.pk)


def sign(client: Client, sheet, seat: int, **typed):
    data = {"seat_number": seat, "seen_version": now_of(sheet).sheet.version} | typed
    return client.post(url(sheet, "signatures"), data)


def pin_at(sheet, seat: int) -> str:
    return own_code(sheet.table.seats.get(number=seat).registration).pin


@pytest.mark.slow
def test_a_seat_signs_with_its_own_code_only(full):
    keeper = phone(full)
    wrong = "0000" if pin_at(full, 2) != "0000" else "1111"
    answer = sign(keeper, full, 2, method="pin", pin=wrong)
    assert answer.status_code == 422
    assert "Das ist nicht der Code von" in answer.content.decode()
    assert wrong not in answer.content.decode(), "a PIN is never shown again"
    assert sign(keeper, full, 2, method="pin", pin=pin_at(full, 2)).status_code == 302
    assert Signature.objects.get().method == "pin"


@pytest.mark.slow
def test_pins_are_not_guessed_but_the_other_ways_stay_open(full):
    keeper = phone(full)
    right = pin_at(full, 1)
    for n in range(5):
        assert sign(keeper, full, 1, method="pin", pin=f"x{n}").status_code == 422
    answer = sign(phone(full), full, 1, method="pin", pin=right)
    assert answer.status_code == 422
    assert "Zu viele falsche Codes" in answer.content.decode()
    assert sign(keeper, full, 2, method="pin", pin=pin_at(full, 2)).status_code == 302
    assert sign(keeper, full, 1, method="drawn", drawn=NAME).status_code == 302


@pytest.mark.slow
def test_a_renewed_pin_is_another_one(full):
    slug = full.table.series.tournament.slug
    desk = signed_in()
    registration = full.table.seats.get(number=1).registration
    before = own_code(registration).pin
    assert f"<b>{before[:3]} {before[3:]}</b>" in desk.get(reverse("pins", args=[slug])).content.decode()
    sent = {"deed": "renew", "start_number": registration.start_number}
    assert desk.post(reverse("pins", args=[slug]), sent).status_code == 302
    assert Registration.objects.get(pk=registration.pk).page_issue == 1
    assert pin_at(full, 1) != before
    assert sign(phone(full), full, 1, method="pin", pin=before).status_code == 422
    assert desk.post(reverse("pins", args=[slug]), {"deed": "renew", "start_number": "99"}).status_code == 422


def test_a_drawn_name_is_shown_to_the_table_and_to_nobody_else(full):
    keeper = phone(full)
    assert sign(keeper, full, 3, method="drawn", drawn=NAME).status_code == 302
    path = 'd="M100 100L400 200L700 90"'
    assert path in keeper.get(url(full)).content.decode()
    assert path in keeper.get(url(full, "signatures")).content.decode()
    assert path in signed_in().get(url(full)).content.decode()
    assert path not in Client().get(url(full)).content.decode()


def pdf_of(client: Client, sheet) -> PageObject:
    answer = client.get(reverse("sheet_pdf", args=url_args(sheet)))
    return PdfReader(BytesIO(answer.content)).pages[0]


def strokes_on(page: PageObject) -> int:
    """How many lines are drawn."""
    content = page.get_contents()
    assert content is not None
    return len(re.findall(rb" l\b", content.get_data()))


@pytest.mark.slow
def test_a_drawn_name_is_printed_for_those_who_lead(full):
    assert sign(phone(full), full, 3, method="drawn", drawn=NAME).status_code == 302
    public, own = pdf_of(Client(), full), pdf_of(signed_in(), full)
    assert strokes_on(own) == strokes_on(public) + 2
    assert "geschrieben" in public.extract_text()


@pytest.mark.slow
def test_what_was_not_played_and_who_sat_there_is_printed(sheet):
    for number in (7, 8):
        factories.play(sheet, number)
    schiri = signed_in("schiri")
    rule(schiri, sheet, "change_seats", seat="2", what="substitute", start_number="5")
    factories.play(sheet, 9)
    rule(schiri, sheet, "end_list", cause="broken", last_game="9")
    text = pdf_of(Client(), sheet).extract_text()
    assert "Spiele 10 bis 12 nicht gespielt, nicht gewertet" in text
    assert "bis Runde 2" in text
    assert "ab Runde 3" in text


@pytest.mark.parametrize(
    ("drawn", "said"),
    [
        ("", "noch keine Unterschrift"),
        ("[[[5, 5], [6, 6]]]", "noch keine Unterschrift"),
        ("[[[5, 5], [2000, 6]]]", "nicht angekommen"),
        ("[[[5, 5], [200.5, 6]]]", "nicht angekommen"),
        ('[["<svg>", 1]]', "nicht angekommen"),
        ("[" * 9000, "nicht angekommen"),
        (str([[[0, 0], [500, 300]]] * 61), "zu viel"),
        ("[" + "1," * 40_000, "zu viel"),
    ],
)
def test_what_is_no_signature_is_refused(full, drawn, said):
    answer = sign(phone(full), full, 3, method="drawn", drawn=drawn)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Signature.objects.exists()


def test_unconfirmed_games_are_named_where_it_is_signed(full):
    confirming.want_confirmation(
        tournament_id=full.table.series.tournament_id,
        wanted=True,
        by=factories.director(),
        now=factories.NOON,
    )
    assert (
        "4 Spiele hat der Nachbar nicht bestätigt"
        in phone(full).get(url(full, "signatures")).content.decode()
    )
