"""Where standings wait for their release, nobody adds them up from the lists."""

from __future__ import annotations

import pytest
from django.test import Client

from tests import factories
from tests.api.conftest import Program
from tests.factories import NOON
from tournaments.access.selectors.codes import code_of
from tournaments.access.selectors.own_codes import own_code
from tournaments.accounts.services.programs import grant_access
from tournaments.lists.selectors.check_codes import check_codes
from tournaments.models import AccessToken, ScoreSheet, Tournament
from tournaments.rankings.selectors.snapshots import snapshot
from tournaments.rankings.services.publications import publish

pytestmark = pytest.mark.django_db
ADDRESSES = (
    "/turnier/{slug}/liste/1/1/",
    "/turnier/{slug}/liste/1/1.pdf",
    "/turnier/{slug}/liste/1/1/siegel/",
)
API = "/api/v1/tournaments/{slug}/lists/1/1"


@pytest.fixture
def sheet() -> ScoreSheet:
    made = factories.tournament(players=8, rounds=1)
    Tournament.objects.filter(pk=made.pk).update(release=Tournament.Release.PUBLISHED)
    found = factories.sheet_of(factories.draw(Tournament.objects.get(pk=made.pk)))
    return factories.accept(factories.sign_all(factories.play_all(found)))


def answers(client: Client, slug: str) -> set[int]:
    places = [*ADDRESSES, API, API + "/games/1"]
    return {client.get(place.format(slug=slug)).status_code for place in places}


def release(made: Tournament) -> None:
    seen = snapshot(Tournament.objects.get(pk=made.pk)).fingerprint
    publish(tournament_id=made.pk, seen=seen, by=factories.director(), now=NOON)


@pytest.mark.slow
def test_nobody_adds_the_standings_up_from_lists_that_wait(sheet):
    made = sheet.table.series.tournament
    assert answers(Client(), made.slug) <= {401, 403}
    other = Client()
    other.get(f"/t/{code_of(factories.sheet_of(sheet.table.series, 2)).token}/")
    assert answers(other, made.slug) == {403}, "another table"
    said = Client().get(ADDRESSES[0].format(slug=made.slug)).content.decode()
    assert "bis die Rangliste ausgehängt ist" in said
    assert Client().get(ADDRESSES[1].format(slug=made.slug), {"leer": "1"}).status_code == 200
    release(made)
    assert answers(Client(), made.slug) == {200}, "told by the publication"


@pytest.mark.slow
def test_the_own_table_and_those_who_lead_read_on(sheet):
    made = sheet.table.series.tournament
    own, director = Client(), Client()
    own.get(f"/t/{code_of(sheet).token}/")
    director.force_login(factories.user())
    assert answers(own, made.slug) == {200}
    assert answers(director, made.slug) == {200}
    _access, token = grant_access(
        tournament_id=made.pk,
        name="Probe",
        scope=AccessToken.Scope.READ,
        ends_at=None,
        by=factories.director(),
        now=NOON,
    )
    assert Program(token).get(API.format(slug=made.slug)).status_code == 200
    mine = made.registrations.filter(seats__table=sheet.table).first()
    assert Client().get(f"/s/{own_code(mine).token}/").status_code == 200


def test_a_code_says_whether_the_paper_is_genuine_and_not_its_sums(sheet):
    made = sheet.table.series.tournament
    code = check_codes([sheet])[sheet.pk]
    page = Client().get("/pruefen/", {"code": code}).content.decode()
    assert "Dieses Papier ist die angenommene Liste" in page
    assert "sobald die Rangliste ausgehängt ist" in page
    assert "data-label" not in page
    release(made)
    assert "data-label" in Client().get("/pruefen/", {"code": code}).content.decode()


def test_the_director_is_told_what_he_chooses(sheet):
    director = Client()
    director.force_login(factories.user())
    page = director.get(f"/turnier/{sheet.table.series.tournament.slug}/leitung/angaben/").content.decode()
    assert "Bis zum Aushängen sehen alle" in page


def test_live_standings_leave_every_list_open(sheet):
    made = sheet.table.series.tournament
    Tournament.objects.filter(pk=made.pk).update(release=Tournament.Release.LIVE)
    assert answers(Client(), made.slug) == {200}
