"""Who may open what of a list: every address with every kind of visitor, and what each is told."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.tournaments.lists.test_pages import now_of, phone, signed_in, typed, url
from tournaments.access.services import devices as links
from tournaments.event.selectors.sheets import sheets
from tournaments.models import Game, Penalty, Ruling, ScoreSheet, Signature
from tournaments.rulings import services as rulings

pytestmark = pytest.mark.django_db

PAGES = {
    "sheet": (),
    "sheet_state": (),
    "game": (4,),
    "signatures": (),
    "hand_over": (),
    "accept_sheet": (),
    "lend_table": (),
    "strike": (3,),
    "correct": (3,),
    "penalty": (),
}
EVERYBODY = {"sheet": 200, "sheet_state": 200, "game": 403, "accept_sheet": 405}
NOBODY = dict.fromkeys(PAGES, 403) | EVERYBODY
KEEPER = NOBODY | {"game": 200, "signatures": 200, "hand_over": 200}
REFEREE = dict.fromkeys(PAGES, 200) | {"accept_sheet": 405}
GETS = {
    "anonymous": NOBODY,
    "own table": KEEPER,
    "other table": NOBODY,
    "revoked link": NOBODY,
    "account without a role": NOBODY,
    "referee of another event": NOBODY,
    "referee": REFEREE,
    "director": REFEREE,
}
WRITERS = {"own table", "referee", "director"}


@pytest.fixture(scope="module")
def staged_sheet(stage: None) -> ScoreSheet:
    """The first of two tables, with a closed Runde of three and the next game open."""
    series = factories.draw(factories.tournament(players=7))
    made = next(
        sheet
        for sheet in (factories.sheet_of(series, 1), factories.sheet_of(series, 2))
        if sheet.table.size == 3
    )
    for number in (1, 2, 3):
        factories.play(made, number)
    return made


@pytest.fixture
def sheet(staged_sheet: ScoreSheet) -> ScoreSheet:
    return sheets().get(pk=staged_sheet.pk)


def visitor(kind: str, sheet) -> Client:
    tournament = sheet.table.series.tournament
    match kind:
        case "anonymous":
            return Client()
        case "own table":
            return phone(sheet)
        case "other table":
            return phone(factories.sheet_of(sheet.table.series, 3 - sheet.table.number))
        case "revoked link":
            client = phone(sheet)
            links.revoke_links(sheet_id=sheet.pk, by=factories.director(), now=factories.NOON)
            return client
        case "account without a role":
            return signed_in("gast")
        case "referee of another event":
            factories.referee(factories.tournament(name="Anderes Turnier"), "fremd")
            return signed_in("fremd")
        case "referee":
            factories.referee(tournament)
            return signed_in("schiri")
        case "director":
            return signed_in()
    raise AssertionError(kind)


@pytest.mark.slow
@pytest.mark.parametrize("kind", GETS)
def test_who_may_open_what(sheet, kind):
    client = visitor(kind, sheet)
    before = now_of(sheet).tournament.revision
    answers = {}
    for name, more in PAGES.items():
        answer = client.get(url(sheet, name, *more))
        answers[name] = answer.status_code
        if answer.status_code == 403:
            assert "Dafür fehlt die Berechtigung" in answer.content.decode()
    assert answers == GETS[kind]
    assert now_of(sheet).tournament.revision == before, "looking changes nothing"


@pytest.mark.slow
@pytest.mark.parametrize("kind", GETS)
def test_who_may_do_what(sheet, kind):
    client = visitor(kind, sheet)
    tournament = sheet.table.series.tournament
    penalty = rulings.deduct_points(
        sheet_id=sheet.pk,
        start_number=now_of(sheet).seats[0].registration.start_number,
        points=0,
        reason="Probe",
        seen_version=now_of(sheet).sheet.version,
        by=factories.director(),
        now=factories.NOON,
    )
    before = now_of(sheet).sheet.version
    seen = {"seen_version": str(before), "reason": "Probe"}
    refused = {
        "game": client.post(url(sheet, "game", 4), typed(sheet, winner=2, s1=("ja", "25"), s3=("ja", "30"))),
        "strike": client.post(url(sheet, "strike", 3), seen),
        "correct": client.post(
            url(sheet, "correct", 3),
            typed(sheet, winner=2, s1=("ja", "25"), s3=("ja", "30")) | {"reason": "x"},
        ),
        "penalty": client.post(url(sheet, "penalty"), seen | {"kind": "warning", "seat": "1"}),
        "accept_sheet": client.post(url(sheet, "accept_sheet"), seen),
        "signatures": client.post(url(sheet, "signatures"), seen | {"seat_number": "1", "method": "paper"}),
        "hand_over": client.post(url(sheet, "hand_over"), {"seat": "2"}),
        "lend_table": client.post(url(sheet, "lend_table"), {}),
        "lift": client.post(reverse("lift_penalty", args=[tournament.slug, penalty.pk]), {"reason": "x"}),
    }
    statuses = {name: answer.status_code for name, answer in refused.items()}
    rules = {"strike", "correct", "penalty", "lend_table", "lift", "accept_sheet"}
    match kind:
        case "director":
            assert 403 not in statuses.values()
        case "referee":
            assert {name for name, status in statuses.items() if status == 403} == {"accept_sheet"}
        case "own table":
            assert {name for name, status in statuses.items() if status == 403} == rules
        case _:
            assert set(statuses.values()) == {403}
    assert (now_of(sheet).sheet.version > before) == (kind in WRITERS)


@pytest.mark.slow
def test_a_table_link_that_was_never_lent_or_is_revoked_says_whom_to_ask():
    sheet = factories.table_of(4)
    for token in ("x", "0" * 40, "%00", "täuschung", "a" * 5000):
        answer = Client().get(f"/t/{token}/")
        assert answer.status_code == 404
        assert "die Turnierleitung um den neuen Code" in answer.content.decode()
    client = phone(sheet)
    links.revoke_links(sheet_id=sheet.pk, by=factories.director(), now=factories.NOON)
    late = client.post(url(sheet, "game", 1), typed(sheet, winner=2, s3=("ja", "25"), s4=("ja", "30")))
    assert late.status_code == 403
    assert not sheet.games.exists()


def test_a_table_link_says_whose_phone_this_is():
    sheet = factories.table_of(4)
    page = phone(sheet).get(url(sheet)).content.decode()
    assert page.count("Tisch 1, Serie 1") >= 2  # the heading, and the name in the bar


def test_a_second_link_takes_the_phone_to_the_other_table(sheet):
    other = factories.sheet_of(sheet.table.series, 3 - sheet.table.number)
    client = phone(sheet)
    token = links.lend_table(sheet_id=other.pk, by=factories.director(), now=factories.NOON)
    assert client.get(reverse("table_link", args=[token])).status_code == 302
    assert client.get(url(sheet, "signatures")).status_code == 403
    assert client.get(url(other, "signatures")).status_code == 200


def test_the_director_lends_a_phone_and_takes_it_back(sheet):
    desk = signed_in()
    page = desk.post(url(sheet, "lend_table"), {"deed": "lend"}).content.decode()
    assert "<svg" in page
    address = page.split("<figcaption>")[1].split("<")[0].strip()
    assert address.startswith("http://testserver/t/")
    again = desk.post(url(sheet, "lend_table"), {"deed": "lend"}).content.decode()
    assert address in again, "the same code, however often it is shown"
    visitor = Client()
    assert visitor.get(address).status_code == 302
    assert visitor.get(url(sheet, "signatures")).status_code == 200
    assert desk.post(url(sheet, "lend_table"), {"deed": "revoke"}).status_code == 302
    assert visitor.get(url(sheet, "signatures")).status_code == 403
    assert Client().get(address).status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/turnier/gibt-es-nicht/liste/1/1/",
        "/turnier/{slug}/liste/9/1/",
        "/turnier/{slug}/liste/1/99/",
        "/turnier/{slug}/liste/1/99999999999999999999999999/",
        "/turnier/{slug}/liste/1/{table}/spiel/0/",
        "/turnier/{slug}/liste/1/{table}/spiel/9/",
        "/turnier/{slug}/liste/1/{table}/spiel/99999999999999999999999/",
        "/turnier/{slug}/liste/1/{table}/spiel/9/streichen/",
        "/turnier/{slug}/liste/1/{table}/spiel/0/berichtigen/",
        "/turnier/{slug}/entscheide/strafe/4711/aufheben/",
        "/turnier/{slug}/entscheide/strafe/99999999999999999999999999/aufheben/",
    ],
)
def test_what_does_not_exist_is_not_found(sheet, path):
    slug = sheet.table.series.tournament.slug
    answer = signed_in().get(path.format(slug=slug, table=sheet.table.number))
    assert answer.status_code == 404


def test_a_form_from_another_site_is_refused(sheet):
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = phone(sheet).cookies
    answer = strict.post(url(sheet, "game", 4), typed(sheet, winner=2, s1=("ja", "25"), s3=("ja", "30")))
    assert answer.status_code == 403
    assert Game.objects.count() == 3


@pytest.mark.slow
@pytest.mark.parametrize("version", ["", "-1", "99", "1e3", "٣", "9" * 40, "\x00"])
def test_a_version_that_nobody_has_seen_is_stale(sheet, version):
    keeper, desk = phone(sheet), signed_in()
    before = now_of(sheet).sheet.version
    data = typed(sheet, winner=2, s1=("ja", "25"), s3=("ja", "30")) | {"seen_version": version, "reason": "x"}
    expected = 302 if version == "٣" else 409  # an Arabic three is a three
    assert keeper.post(url(sheet, "game", 4), data).status_code == expected
    if expected == 409:
        assert desk.post(url(sheet, "correct", 3), data).status_code == 409
        assert desk.post(url(sheet, "strike", 3), data).status_code in {409, 422}
        assert now_of(sheet).sheet.version == before
    assert not Ruling.objects.exists()
    assert not Penalty.objects.exists()
    assert not Signature.objects.exists()
