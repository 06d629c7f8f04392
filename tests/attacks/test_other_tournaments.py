"""Whoever leads one tournament names what belongs to another in his own addresses: nothing of it is shown, nothing moves."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import URLPattern, reverse

from tests import factories
from tests.factories import NOON
from tests.tournaments.files.test_tournament_files import played
from tournaments.access.services.lent import lend_phone
from tournaments.accounts.services.programs import grant_access
from tournaments.event.selectors.sheets import sheets
from tournaments.models import Game, PaperReading, PaperUpload, Penalty, RefereeCall, Role, Tournament
from tournaments.rulings.services.calls import call_referee
from tournaments.rulings.services.penalties import deduct_points
from tournaments.screens.services.messages import send_message
from tournaments.screens.services.screens import add_screen
from tournaments.urls import urlpatterns

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
FORMS: tuple[dict[str, str], ...] = (
    {},
    {"reason": "weil ich es kann", "deed": "withdraw", "seen_version": "1", "sure": "on"},
)


@pytest.fixture
def theirs() -> Tournament:
    """A tournament with everything that has a number: a call, a penalty, a screen, a message, a phone, a reading."""
    made = played()
    by, when = factories.director(), NOON
    referee = factories.referee(made)
    second = sheets().get(table__series__tournament=made, table__number=2)
    call_referee(sheet_id=second.pk, by=by, now=when)
    deduct_points(
        sheet_id=second.pk,
        start_number=second.table.seats.get(number=1).registration.start_number,
        points=5,
        reason="Beispiel",
        by=referee,
        now=when,
        seen_version=sheets().get(pk=second.pk).version,
    )
    add_screen(tournament_id=made.pk, code="23456", by=by, now=when)
    send_message(tournament_id=made.pk, text="Gleich geht es weiter", by=by, now=when)
    lend_phone(tournament_id=made.pk, role_id=made.roles.get(kind="referee").pk, by=by, now=when)
    grant_access(tournament_id=made.pk, name="Programm", scope="read", ends_at=None, by=by, now=when)
    upload = PaperUpload.objects.create(
        tournament=made, name="geheim.jpg", content=b"x", size=1, sent_at=when, sent_by="x"
    )
    PaperReading.objects.create(
        upload=upload,
        page=1,
        sheet=second,
        part=1,
        photo=b"GEHEIM",
        width=1,
        height=1,
        straight=b"GEHEIM",
        read_at=when,
    )
    return made


@pytest.fixture
def mine(theirs: Tournament) -> tuple[Tournament, Client]:
    """One of somebody else's own, as empty as it can be; he directs it and is its referee."""
    made = factories.tournament(players=0, name="Eigenes")
    made.roles.all().delete()
    rival = factories.user("rivale")
    for kind in (Role.Kind.DIRECTOR, Role.Kind.REFEREE, Role.Kind.TREASURER):
        Role.objects.create(tournament=made, user=rival, kind=kind)
    client = Client()
    client.force_login(rival)
    return made, client


def rows() -> dict[str, list[tuple[Any, ...]]]:
    """Everything that is stored, but for who is signed in and how often somebody has tried."""
    return {
        model._meta.label: list(model._base_manager.order_by("pk").values_list())
        for model in apps.get_app_config("tournaments").get_models()
        if model.__name__ not in ("SignedInDevice", "Try", "TableDevice")
    }


def highest(made: Tournament) -> int:
    """No number of what belongs to this tournament is higher."""
    of_lists = {"sheet__table__series__tournament": made}
    held = (
        made.roles.all(),
        made.screen_messages.all(),
        RefereeCall.objects.filter(**of_lists),
        Penalty.objects.filter(**of_lists),
        Game.objects.filter(**of_lists),
        PaperReading.objects.filter(upload__tournament=made),
    )
    return max(rows.order_by("-pk").values_list("pk", flat=True).first() or 0 for rows in held)


def test_no_number_of_another_tournament_opens_or_moves_anything(theirs, mine):
    made, client = mine
    before, tried = rows(), 0
    secrets = ["GEHEIM", theirs.name, *(one.name for one in theirs.registrations.all())]
    # of roles he has some himself
    numbers = {False: [*range(1, highest(theirs) + 1)], True: list(theirs.roles.values_list("pk", flat=True))}
    for one in urlpatterns:
        if not isinstance(one, URLPattern) or "slug" not in one.pattern.converters:
            continue
        places = [name for name in one.pattern.converters if name not in ("slug", "series", "table")]
        if not places or any(
            one.pattern.converters[name].__class__.__name__ != "IntConverter" for name in places
        ):
            continue
        for number in numbers["role" in places]:
            at = {name: number if name in places else 1 for name in one.pattern.converters if name != "slug"}
            where = reverse(one.name, kwargs={"slug": made.slug, **at})
            answers = [client.get(where), *(client.post(where, fields) for fields in FORMS)]
            if one.name == "reading_put_away":
                continue
            for answer in answers:
                assert answer.status_code in (302, 403, 404, 405, 409, 422), (where, answer.status_code)
                shown = answer.content.decode("utf-8", "replace")
                assert not [secret for secret in secrets if secret in shown], where
            tried += 1
    for name in ("lesung", "stapel"):
        for number in range(1, highest(theirs) + 1):
            client.post(reverse("reading_put_away", args=[made.slug]), {name: number})
    assert rows() == before
    assert tried > 100
