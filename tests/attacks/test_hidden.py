"""A tournament that its administrator has hidden is found at no address by anybody, and no page of others tells of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.tournaments.accounts import test_access as access
from tournaments.files.services.machine import hide, show
from tournaments.models import Season, Tournament
from tournaments.rankings.selectors.seasons import season_in_force, tournaments_of
from tournaments.rankings.services.seasons import change_season, frame_of

pytestmark = pytest.mark.django_db
clients, staged_keys, staged_sheet, sheet, token = (
    access.clients,
    access.staged_keys,
    access.staged_sheet,
    access.sheet,
    access.token,
)
NAME = "Verborgen-Pokal"


def hidden(sheet) -> Tournament:
    tournament = sheet.table.series.tournament
    Tournament.objects.filter(pk=tournament.pk).update(name=NAME)
    return hide(tournament_id=tournament.pk, reason="", by=factories.administrator(), now=factories.NOON)


EVERYWHERE = sorted({*access.ADDRESSES} - {"machine"})  # there its administrator shows it again


@pytest.mark.parametrize(
    "names", [EVERYWHERE[::5], pytest.param(EVERYWHERE, marks=pytest.mark.slow)], ids=["some", "all"]
)
def test_what_is_hidden_stands_nowhere(names, sheet, token, clients):
    """Invented results went on standing on televisions, on players' own pages and in the year's ranking."""
    slug = hidden(sheet).slug
    told = []
    for name in names:
        for kind in ("anonymous", "director"):
            answer = clients[kind].get(access.address(name, sheet, token))
            text = b"".join(answer) if answer.streaming else answer.content
            opened = answer.status_code == 200 and f"/{slug}/" in answer.wsgi_request.path
            if NAME.encode() in text or opened:
                told.append((name, kind))
    assert told == []
    for address in ("/api/v1/tournaments", f"/api/v1/tournaments/{slug}"):
        assert NAME.encode() not in clients["director"].get(address).content


def test_what_counts_in_a_year_is_not_removed(sheet):
    tournament = hidden(sheet)
    client = Client()
    client.force_login(factories.administrator().user)
    sent = {"tournament": tournament.pk, "deed": "remove", "name": NAME}
    answer = client.post(reverse("machine"), sent)
    assert answer.status_code == 422
    assert "Eine Jahreswertung zählt dieses Turnier" in answer.content.decode()
    assert Tournament.objects.filter(pk=tournament.pk).exists()


def test_a_year_leaves_it_out_and_has_it_again(sheet, clients):
    """Changed meanwhile by its keeper, who is not even offered it, the season has not lost it."""
    tournament = hidden(sheet)
    season = Season.objects.get()
    version = season_in_force(season.slug)
    assert version is not None
    assert tournaments_of(version) == []
    changed = change_season(
        season_id=season.pk,
        frame=replace(frame_of(version), name="Anderes Jahr"),
        tournaments=[],
        seen=version.number,
        reason="",
        by=factories.director(),
        now=factories.NOON,
    )
    show(tournament_id=tournament.pk, reason="", by=factories.administrator(), now=factories.NOON)
    assert tournaments_of(changed) == [tournament]
