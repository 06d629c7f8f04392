"""Access for programs: shown once, kept as a hash, never more than who made it, gone when revoked or over."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import NOON
from tournaments.access.services.tries import PAUSE, TooManyTries
from tournaments.accounts.selectors.programs import access_of, lets_in
from tournaments.accounts.services import programs as service
from tournaments.accounts.services.programs import AccessRefused, grant_access, let_program_in, revoke_access
from tournaments.event.permissions import Actor, NotAllowed, may_create, may_direct, may_look, may_score
from tournaments.event.services.setup import grant_role, withdraw_role
from tournaments.lists.services import sheets as sheets_service
from tournaments.models import AccessToken, JournalEntry, LoginAttempt, Role, Tournament

pytestmark = pytest.mark.django_db
Scope = AccessToken.Scope


@pytest.fixture(scope="module")
def staged(stage: None) -> Tournament:
    made = factories.tournament(players=8)
    factories.draw(made)
    return made


@pytest.fixture
def made(staged: Tournament) -> Tournament:
    return Tournament.objects.get(pk=staged.pk)


def grant(made: Tournament, scope: str = Scope.READ, *, name: str = "Probeprogramm", ends_at=None, by=None):
    return grant_access(
        tournament_id=made.pk,
        name=name,
        scope=scope,
        ends_at=ends_at,
        by=by or factories.director(),
        now=NOON,
    )


def come(token: str, now=NOON) -> AccessToken:
    return let_program_in(token=token, address="192.0.2.7", now=now)


def program(access: AccessToken) -> Actor:
    return Actor(user=access.made_by, token=access)


def test_the_token_is_shown_once_and_only_its_hash_is_kept(made):
    access, token = grant(made, name="  Vereinsseite ")
    assert (access.number, access.name) == (1, "Vereinsseite")
    assert come(token) == access
    kept = " ".join(map(str, AccessToken.objects.values_list().get()))
    assert token not in kept
    assert token.partition("_")[2] not in kept
    line = JournalEntry.objects.get(deed="access_granted")
    assert line.facts["name"] == "Vereinsseite"
    assert token not in str(line.facts)


def test_a_revoked_token_and_one_at_its_end_let_nobody_in(made):
    access, token = grant(made)
    ending, short = grant(made, ends_at=NOON + timedelta(hours=2))
    assert come(short, NOON + timedelta(minutes=119)) == ending
    with pytest.raises(AccessRefused):
        come(short, NOON + timedelta(hours=2))
    revoke = {"tournament_id": made.pk, "number": access.number, "by": factories.director(), "now": NOON}
    revoke_access(**revoke)
    revoke_access(**revoke)
    with pytest.raises(AccessRefused):
        come(token)
    assert JournalEntry.objects.filter(deed="access_revoked").count() == 1, "revoking twice is revoking once"
    assert not lets_in(AccessToken.objects.get(pk=access.pk), NOON)


def test_the_database_keeps_an_access_as_it_was_made(made):
    access, _token = grant(made)
    rows = AccessToken.objects.filter(pk=access.pk)
    for change in ({"scope": "all"}, {"name": "anders"}, {"ends_at": NOON}, {"token_hash": "0" * 64}):
        with pytest.raises(IntegrityError), factories.undone():
            rows.update(**change)
    rows.update(last_used_at=NOON)
    rows.update(revoked_at=NOON, revoked_by="Probe")
    with pytest.raises(IntegrityError), factories.undone():
        rows.update(revoked_at=None, revoked_by="")
    with pytest.raises(IntegrityError), factories.undone():
        rows.delete()


def test_how_far_each_scope_goes(made):
    sheet, other = (
        factories.sheet_of(made.series.get()),
        factories.table_of(4),  # of another tournament of the same director
    )
    rows = {
        Scope.READ: (True, False, False),
        Scope.LISTS: (True, True, False),
        Scope.ALL: (True, True, True),
    }
    for scope, (look, score, direct) in rows.items():
        actor = program(grant(made, scope)[0])
        assert (may_look(actor, made), may_score(actor, sheet), may_direct(actor, made)) == (
            look,
            score,
            direct,
        ), scope
        elsewhere = other.table.series.tournament
        assert not may_look(actor, elsewhere), scope
        assert not may_score(actor, other), scope
        assert not may_direct(actor, elsewhere), scope
        assert not may_create(actor)


def test_a_program_is_out_when_its_maker_has_lost_his_task(made):
    second = factories.user("zweite")
    role = grant_role(
        tournament_id=made.pk, user=second, kind=Role.Kind.DIRECTOR, by=factories.director(), now=NOON
    )
    actor = program(grant(made, Scope.ALL, by=Actor(user=second))[0])
    assert may_direct(actor, made)
    withdraw_role(tournament_id=made.pk, role_id=role.pk, by=factories.director(), now=NOON)
    assert not may_direct(actor, made)
    assert not may_look(actor, made)


def test_the_journal_names_the_program_and_who_let_it_in(made):
    access, _token = grant(made, Scope.LISTS, name="Saal-Tablet")
    sheet = factories.sheet_of(made.series.get())
    factories.play(sheet, 1, by=program(access))
    line = sheet.journal.get(deed="game_reported")
    assert line.actor == "Programm „Saal-Tablet“ (Zugang 1)"
    assert line.user == access.made_by
    assert sheet.games.get().entered_by == line.actor
    with pytest.raises(NotAllowed):
        sheets_service.accept(sheet_id=sheet.pk, seen_version=1, by=program(access), now=NOON)


def test_only_the_director_lets_programs_in(made):
    for stranger in (
        factories.referee(made),
        Actor(),
        Actor(user=factories.user("fremd")),
        program(grant(made, Scope.LISTS)[0]),
    ):
        with pytest.raises(NotAllowed):
            grant(made, by=stranger)
        with pytest.raises(NotAllowed):
            revoke_access(tournament_id=made.pk, number=1, by=stranger, now=NOON)


def test_last_use_is_coarse_and_costs_a_write_an_hour(made, django_assert_num_queries):
    _access, token = grant(made)
    with django_assert_num_queries(2):
        come(token)
    with django_assert_num_queries(1):
        come(token, NOON + timedelta(minutes=59))
    assert AccessToken.objects.get().last_used_at == NOON
    come(token, NOON + timedelta(minutes=61))
    assert AccessToken.objects.get().last_used_at == NOON + timedelta(minutes=61)


def test_guessing_is_paused_and_who_has_a_token_notices_nothing(made):
    _access, token = grant(made)
    for _try in range(service.TRIES):
        with pytest.raises(AccessRefused):
            come("rommeclub_geraten")
    with pytest.raises(TooManyTries):
        come("rommeclub_geraten")
    assert come(token)
    with pytest.raises(AccessRefused):
        come("rommeclub_geraten", NOON + PAUSE + timedelta(seconds=1))
    assert LoginAttempt.objects.exists()


@pytest.mark.parametrize("token", ["", "rommeclub_", "\x00", "\ud800", "rommeclub_" + "x" * 100_000])
def test_nonsense_is_no_token(token):
    assert access_of(token) is None


def test_the_last_day_of_all_ends_no_access(made):
    client = Client()
    client.force_login(factories.user())
    address = reverse("accesses", args=[made.slug])
    assert (
        client.post(address, {"name": "Wand", "scope": "read", "last_day": "9999-12-31"}).status_code == 200
    )
    assert AccessToken.objects.get().ends_at is None


def test_at_the_desk_a_token_is_made_shown_once_and_revoked(made):
    client = Client()
    client.force_login(factories.user())
    address = reverse("accesses", args=[made.slug])
    refused = client.post(address, {"name": " ", "scope": "read"})
    assert refused.status_code == 422
    assert "Bitte einen Namen eintragen" in refused.content.decode()
    past = client.post(address, {"name": "Wand", "scope": "read", "last_day": "2020-01-01"})
    assert past.status_code == 422
    assert "Vergangenheit" in past.content.decode()
    assert 'value="Wand"' in past.content.decode(), "what was typed is still there"
    shown = client.post(address, {"name": "Wand", "scope": "lists"})
    access = AccessToken.objects.get()
    token = next(
        word
        for word in shown.content.decode().replace("<", " ").replace(">", " ").split()
        if word.startswith("rommeclub_")
    )
    assert access_of(token) == access
    assert shown["Cache-Control"].count("no-store") == 1
    listed = client.get(address).content.decode()
    assert "Wand" in listed
    assert token not in listed
    gone = client.post(reverse("revoke_access", args=[made.slug, access.number]), follow=True)
    assert "gesperrt" in gone.content.decode()
    missing = client.post(reverse("revoke_access", args=[made.slug, 77]), follow=True)
    assert "Diesen Zugang gibt es nicht" in missing.content.decode()
