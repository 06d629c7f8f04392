"""The desk chooses the address, is told when it has changed, and sees whether phones arrive."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.tournaments.management.test_serve import network_of
from tournaments.desk.services import network as services
from tournaments.desk.services.network import CHECK_LASTS, note_at_start
from tournaments.event.services.machine import first_broken_machine_line
from tournaments.models import HallAddress, MachineEntry, PhoneCheck, Tournament

pytestmark = pytest.mark.django_db

WIFI, HOTSPOT = "192.168.178.20", "10.42.0.1"


@pytest.fixture
def tournament(monkeypatch) -> Tournament:
    """A laptop in two networks, with a series drawn."""
    network_of(monkeypatch, ("WLAN", WIFI), ("Hotspot", HOTSPOT), likely=WIFI)
    made = factories.tournament(players=7)
    factories.draw(made)
    return made


@pytest.fixture
def desk(tournament) -> Client:
    client = Client(headers={"Host": "127.0.0.1:8000"})
    client.force_login(factories.user("leitung"))
    return client


def page_of(desk: Client, tournament: Tournament) -> str:
    return desk.get(reverse("network", args=[tournament.slug])).content.decode()


def test_every_network_has_its_code_and_the_desk_chooses(desk, tournament):
    page = page_of(desk, tournament)
    assert page.count('<svg class="segno"') == 2 or page.count('<figure class="qr"') == 2
    assert f"http://{WIFI}:8000" in page
    assert f"http://{HOTSPOT}:8000" in page
    assert page.index("Diese gilt") < page.index(f"http://{HOTSPOT}:8000")
    desk.post(reverse("network", args=[tournament.slug]), {"address": HOTSPOT})
    assert page_of(desk, tournament).index("Diese gilt") > page_of(desk, tournament).index(f"{HOTSPOT}:8000")
    chosen = HallAddress.objects.get()
    assert (chosen.address, chosen.why, chosen.actor) == (HOTSPOT, "chosen", "leitung")
    line = MachineEntry.objects.get()
    assert (line.deed, line.facts["name"]) == ("address_chosen", HOTSPOT)
    assert first_broken_machine_line() is None
    codes = desk.get(reverse("table_links", args=[tournament.slug]))
    assert codes.status_code == 200


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "10.9.9.9",
        "8.8.8.8",
        "kein name",
        "x",
        "-.local",
        "a..b",
        "http://x.de",
        "1.2",
        "ä.local",
        "x" * 130,
    ],
)
def test_an_address_that_is_not_ours_is_refused_with_what_was_typed(desk, tournament, typed):
    answer = desk.post(reverse("network", args=[tournament.slug]), {"name": typed})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "hat der Laptop nicht" in page
    assert not typed or "ä" in typed or f'value="{typed}"' in page
    assert not HallAddress.objects.exists()


def test_a_name_that_somebody_set_up_is_believed(desk, tournament):
    answer = desk.post(
        reverse("network", args=[tournament.slug]), {"name": " 192-168-178-20.Halle.example.org. "}
    )
    assert answer.status_code == 302
    assert "http://192-168-178-20.halle.example.org:8000" in page_of(desk, tournament)


def test_another_address_than_on_the_paper_is_a_red_line_until_it_is_printed(desk, tournament, monkeypatch):
    earlier = factories.NOON - timedelta(hours=2)
    note_at_start(likeliest=WIFI, present=[WIFI, HOTSPOT], now=earlier)
    at_desk = reverse("desk", args=[tournament.slug])
    assert "führen ins Leere" not in desk.get(at_desk).content.decode()
    network_of(monkeypatch, ("Hotspot", HOTSPOT), likely=HOTSPOT)
    page = desk.get(at_desk).content.decode()
    assert "führen ins Leere" in page
    assert WIFI in page
    assert reverse("sheets_pdf", args=[tournament.slug, 1]) in page
    note_at_start(likeliest=HOTSPOT, present=[HOTSPOT], now=timezone.now())  # a new start changes no paper
    assert "führen ins Leere" in desk.get(at_desk).content.decode()
    desk.post(reverse("network", args=[tournament.slug]), {"printed": "1"})
    assert "führen ins Leere" not in desk.get(at_desk).content.decode()
    assert [one.why for one in HallAddress.objects.all()] == ["start", "start", "printed"]


def test_a_start_notes_an_address_once(tournament):
    for _start in range(3):
        note_at_start(likeliest=WIFI, present=[WIFI], now=timezone.now())
    note_at_start(likeliest="", present=[], now=timezone.now())
    assert [one.address for one in HallAddress.objects.all()] == [WIFI]


def test_a_phone_that_arrives_is_seen_at_the_desk(desk, tournament, monkeypatch):
    begun = desk.post(reverse("network", args=[tournament.slug]), {"try": "1"})
    page = desk.get(begun["Location"])
    key = PhoneCheck.objects.get().key
    assert f"http://{WIFI}:8000/handy/{key}/" in page.content.decode()
    polled = {"HX-Request": "true", "X-Seen": "0"}
    assert desk.get(begun["Location"], headers=polled).status_code == 204
    phone = Client(headers={"Host": f"{WIFI}:8000"}, enforce_csrf_checks=True)
    address = reverse("phone_arrives", args=[key])
    assert "arrive.js" in phone.get(address).content.decode()
    assert desk.get(begun["Location"], headers=polled).status_code == 204  # looking is not arriving
    assert "kein Handy" in desk.post(address).content.decode()  # the laptop's own browser proves nothing
    assert desk.get(begun["Location"], headers=polled).status_code == 204
    secret = phone.cookies["rommeclub_csrf"].value
    arrived = phone.post(address, {"csrfmiddlewaretoken": secret})
    assert "Angekommen" in arrived.content.decode()
    news = desk.get(begun["Location"], headers=polled).content.decode()
    assert "Ein Handy ist angekommen" in news
    assert f"über {WIFI}:8000" in news
    again = phone.post(address, {"csrfmiddlewaretoken": secret})
    assert "Angekommen" in again.content.decode()
    assert PhoneCheck.objects.get().arrivals.count() == 1, "one phone is one, however often it sends"
    other = Client(headers={"Host": f"{WIFI}:8000"})
    other.cookies["rommeclub_probe"] = "another trial"
    monkeypatch.setattr(services, "MOST_ARRIVALS", 2)
    for _phone in range(2):
        other.cookies.pop("rommeclub_probe")
        other.post(address)
    assert PhoneCheck.objects.get().arrivals.count() == 2


def test_a_trial_ends_after_a_quarter_of_an_hour_and_when_the_clock_jumps(tournament):
    now = timezone.now()
    services.begin_check(key="probe", by=factories.director(), now=now)
    assert services.phone_arrived(key="probe", called="x", now=now + CHECK_LASTS - timedelta(seconds=1))
    assert not services.phone_arrived(key="probe", called="x", now=now + CHECK_LASTS)
    assert not services.phone_arrived(key="probe", called="x", now=now - timedelta(seconds=1))
    assert not services.phone_arrived(key="andere", called="x", now=now)


def test_the_certificate_is_handed_out_where_there_is_one(desk, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    assert desk.get(reverse("certificate")).status_code == 404
    (tmp_path / "hall-ca.pem").write_text("-----BEGIN CERTIFICATE-----", encoding="utf-8")
    assert "Android" in desk.get(reverse("certificate")).content.decode()
    got = desk.get(reverse("certificate_file"))
    assert got["Content-Type"] == "application/x-x509-ca-cert"
    assert b"".join(got.streaming_content) == b"-----BEGIN CERTIFICATE-----"


def test_a_name_is_given_at_the_machine_or_by_its_administrator(desk, tournament):
    """Whoever had an account made a tournament of his own, and all codes of the hall led to a name of his."""
    address = reverse("network", args=[tournament.slug])
    elsewhere = Client(headers={"Host": f"{WIFI}:8000"}, REMOTE_ADDR="192.168.178.77")
    elsewhere.force_login(factories.user("leitung"))
    refused = elsewhere.post(address, {"name": "rivale.example"})
    assert refused.status_code == 422
    assert "wer am Laptop selbst sitzt" in refused.content.decode()
    assert elsewhere.post(address, {"address": HOTSPOT}).status_code == 302, (
        "an own address of the laptop is harmless"
    )
    assert desk.post(address, {"name": "romme-club.local"}).status_code == 302
    factories.administrator("leitung")
    assert elsewhere.post(address, {"name": "turnier.example"}).status_code == 302
