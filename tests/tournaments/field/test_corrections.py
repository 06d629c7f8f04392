"""What was typed for a registration, a tandem or a team is corrected later, with an entry in the journal each."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import NOON
from tests.tournaments.desk.test_public import words
from tournaments.event.forms.field import NameForm, RegistrationForm
from tournaments.event.services import corrections
from tournaments.event.services.setup import SetupRefused, form_pair, form_team, registered, withdraw_player
from tournaments.files.core.shapes import wrong_in
from tournaments.files.selectors.deed_shapes import DEEDS as SHAPES
from tournaments.journal.words.journal import DETAILS
from tournaments.models import Player, Registration, SeasonVersion, Tournament
from tournaments.money.selectors.fees import FeeGroup, accounts
from tournaments.money.services import fees
from tournaments.money.services.fees import Fees
from tournaments.rankings.selectors.seasons import season_standing, tournaments_of
from tournaments.rankings.services.seasons import SeasonFrame, create_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def made() -> Tournament:
    return factories.tournament(players=8, series=1, rounds=1)


@pytest.fixture
def desk(made: Tournament) -> Client:
    client = Client()
    client.force_login(factories.user("leitung"))
    return client


def correct(desk: Client, made: Tournament, number: int, **typed: object):
    sent = {f"anmeldung-{name}": value for name, value in typed.items()}
    return desk.post(reverse("correct_registration", args=[made.slug, number]), sent)


def last_told(made: Tournament) -> str:
    line = made.journal.order_by("number").last()
    assert line is not None
    assert not wrong_in(SHAPES[line.deed], line.facts), "a file with this line is read again"
    return DETAILS[line.deed](line.facts)


# Where each column of a registration, and of the person in it, is corrected. A new column fails here until somebody says.
CORRECTED = {
    "shown_as": "naming",
    "start_number": "correct_registration",
    "guest": "correct_registration",
    "withdrawn_reason": "correct_registration",
    "team": "correct_team",
    "team_place": "correct_team",
    "pair": "correct_pair",
    "pair_place": "correct_pair",
    "seeded": "seating_players",
    "strength": "seating_players",
    "fixed_table": "seating_players",
    "fixed_seat": "seating_players",
    "withdrawn_at": "registration",
}
OF_THE_PERSON = {"given_name", "family_name", "club", "born_on", "sex"}
NOT_TYPED = {"id", "tournament", "player", "registered_at", "pin_issue", "page_issue", "stands_in_for"}


def test_every_column_that_somebody_types_has_a_place_where_it_is_corrected():
    columns = {field.name for field in Registration._meta.concrete_fields}
    assert columns == CORRECTED.keys() | NOT_TYPED
    assert {field.name for field in Player._meta.concrete_fields} == OF_THE_PERSON | {"id"}
    assert NameForm.base_fields.keys() == OF_THE_PERSON
    typed = {name for name, page in CORRECTED.items() if page == "correct_registration"}
    assert RegistrationForm.base_fields.keys() == typed


def test_a_guest_who_is_none_pays_another_fee_and_is_ranked_in_the_season(desk, made):
    by = factories.director()
    fees.set_fees(tournament_id=made.pk, fees=Fees(ordinary=1000, guest=1500), by=by, now=NOON)
    frame = SeasonFrame(
        name="Probesaison",
        starts_on=date(2026, 1, 1),
        ends_on=date(2026, 12, 31),
        unit="event",
        rule="best",
        figure=8,
        guests_ranked=False,
    )
    for table in (1, 2):
        sheet = factories.sheet_of(factories.draw(made) if table == 1 else made.series.get(), table)
        factories.accept(factories.sign_all(factories.play_all(sheet)))
    season = create_season(frame, tournaments=[made.pk], by=by, now=NOON)
    assert not guests_of(season)

    assert correct(desk, made, 3, guest="on").status_code == 302
    account = next(one for one in accounts(made).rows if one.registration.start_number == 3)
    assert (account.group, account.due) == (FeeGroup.GUEST, 1500)
    assert guests_of(season) == {"Probe3 Spieler003"}
    assert last_told(made) == "Startnummer 3: Gast: nein → ja"

    assert correct(desk, made, 3).status_code == 302
    assert not registered(made, 3).guest
    assert not guests_of(season)
    count = made.journal.count()
    correct(desk, made, 3)
    assert made.journal.count() == count, "the same again is no deed"


def guests_of(season: SeasonVersion) -> set[str]:
    """Who stands in the season as a guest."""
    return {row.player.name for row in season_standing(season, tournaments_of(season)).rows if row.guest}


def test_a_start_number_is_corrected_until_a_seating_names_it(desk, made):
    taken = correct(desk, made, 3, start_number=5)
    assert taken.status_code == 422
    assert "Die Startnummer 5 ist schon vergeben" in taken.content.decode()
    assert 'value="5"' in taken.content.decode(), "what was typed stays"
    done = correct(desk, made, 3, start_number=30)
    assert done.url == reverse("registration", args=[made.slug, 30])
    assert registered(made, 30).player.family_name == "Spieler003"
    assert last_told(made) == "Startnummer 30: Startnummer: 3 → 30"
    correct(desk, made, 30, start_number=3)
    factories.draw(made)
    page = desk.get(reverse("registration", args=[made.slug, 3])).content.decode()
    assert "Sie steht schon in einem Sitzplan und bleibt." in page
    correct(desk, made, 3, start_number=30, guest="on")
    assert registered(made, 3).guest, "the rest is corrected all the same"
    with pytest.raises(SetupRefused, match="Sitzplan"):
        corrections.correct_registration(
            tournament_id=made.pk,
            start_number=3,
            new_start_number=30,
            guest=True,
            by=factories.director(),
            now=NOON,
        )


def test_the_reason_why_somebody_left_is_corrected(desk, made):
    withdraw_player(tournament_id=made.pk, start_number=4, reason="Ban", by=factories.director(), now=NOON)
    left = registered(made, 4).withdrawn_at
    correct(desk, made, 4, start_number=4, withdrawn_reason="Bahn")
    one = registered(made, 4)
    assert (one.withdrawn_reason, one.withdrawn_at) == ("Bahn", left)
    assert last_told(made) == "Startnummer 4: Grund des Ausscheidens: Ban → Bahn"


def test_a_team_gets_its_right_name_and_members_also_one_who_has_left(desk, made):
    team = form_team(
        tournament_id=made.pk, name="Ase", start_numbers=[1, 2, 3], by=factories.director(), now=NOON
    )
    withdraw_player(tournament_id=made.pk, start_number=2, reason="Bahn", by=factories.director(), now=NOON)
    address = reverse("correct_team", args=[made.slug, team.pk])
    page = desk.get(address).content.decode()
    assert 'value="Ase"' in page
    assert page.count(" selected>") >= 3
    sent = {"name": "Asse", "player1": 1, "player2": 2, "player3": 4}
    assert desk.post(address, sent).status_code == 302
    team.refresh_from_db()
    members = list(team.members.order_by("team_place").values_list("start_number", flat=True))
    assert (team.name, members) == ("Asse", [1, 2, 4])
    assert last_told(made) == "Ase: 1, 2, 3 → Asse: 1, 2, 4"
    twice = desk.post(address, sent | {"player3": 1})
    assert twice.status_code == 422
    assert "zwei bis vier verschiedene Spieler" in words(twice.content.decode())


def test_a_tandem_gets_its_right_members(desk, made):
    by = factories.director()
    pair = form_pair(tournament_id=made.pk, first=1, second=2, by=by, now=NOON)
    form_pair(tournament_id=made.pk, first=3, second=4, by=by, now=NOON)
    address = reverse("correct_pair", args=[made.slug, pair.pk])
    assert desk.post(address, {"first": 2, "second": 5}).status_code == 302
    assert list(pair.members.order_by("pair_place").values_list("start_number", flat=True)) == [2, 5]
    assert last_told(made) == "1: 1, 2 → 1: 2, 5"
    assert desk.post(address, {"first": 2, "second": 3}).status_code == 422, "she plays in another tandem"
    assert desk.get(reverse("correct_pair", args=[made.slug, 999])).status_code == 404
