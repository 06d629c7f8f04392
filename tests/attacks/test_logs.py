"""Whoever finds the log of the server finds no name, no code and no PIN in it: a whole walk, and everything that it wrote."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.test import Client, override_settings
from django.utils.log import configure_logging

from tests import factories
from tests.factories import NOON
from tournaments.access.selectors.codes import code_of
from tournaments.access.selectors.own_codes import own_code
from tournaments.accounts.services.programs import grant_access
from tournaments.files.services.tournament_files import TakeOverRefused, take_over
from tournaments.models import AccessToken, Player

pytestmark = pytest.mark.django_db
FAMILY, GIVEN, PASSWORD, WRONG_PIN = "Zwetschgenbaum", "Quirina", "Herz-Dame-Karo-7", "918273"


@pytest.fixture(params=[False, True], ids=["at a terminal", "for programs"])
def written(request) -> Iterator[io.StringIO]:
    """What the server's own handler writes, with the formatter of the settings."""
    text = io.StringIO()
    with override_settings(JSON_LOGS=request.param):
        formatter = (
            "tournaments.pages.logs.JsonLines" if request.param else "tournaments.pages.logs.QuietLines"
        )
        chosen = {"()": formatter} | (
            {} if request.param else {"format": "{levelname} {name}: {message}", "style": "{"}
        )
        handler = {"class": "logging.StreamHandler", "formatter": "line", "stream": text}
        known = {**settings.LOGGING, "formatters": {"line": chosen}, "handlers": {"terminal": handler}}
        configure_logging("logging.config.dictConfig", known)
        yield text
    configure_logging("logging.config.dictConfig", settings.LOGGING)


def broken(*_args: object, **_named: object) -> None:
    """As databases speak: with the row that they refused."""
    try:
        raise IntegrityError(f"duplicate key: (family_name)=({FAMILY})")
    except IntegrityError as cause:
        raise ValidationError(f"{GIVEN} {FAMILY}") from cause


def test_nothing_of_anybody_is_in_the_log(written, monkeypatch):
    sheet = factories.table_of(4)
    made, code = sheet.table.series.tournament, code_of(sheet)
    one = made.registrations.get(start_number=1)
    Player.objects.filter(pk=one.player_id).update(family_name=FAMILY, given_name=GIVEN)
    own = own_code(made.registrations.get(start_number=1))
    _access, token = grant_access(
        tournament_id=made.pk,
        name="Wand",
        scope=AccessToken.Scope.READ,
        ends_at=None,
        by=factories.director(),
        now=NOON,
    )
    phone = Client(raise_request_exception=False)
    for address in (
        f"/t/{code.token}/",
        f"/s/{own.token}/",
        f"/s/{own.token}/daten/",
        f"/s/{own.token}x/",
        f"/turnier/{made.slug}/platz/?name={FAMILY}",
        f"/turnier/{made.slug}/{FAMILY}/",
        "/turnier/x" * 300,
    ):
        phone.get(address)
    phone.post("/anmelden/", {"username": FAMILY, "password": PASSWORD})
    phone.post("/s/", {"start_number": "1", "pin": WRONG_PIN})
    phone.post("/t/", {"series": "1", "table": "1", "pin": WRONG_PIN})
    for sent in (token, f"{token}x"):
        phone.get(
            f"/api/v1/tournaments/{made.slug}/registrations", headers={"authorization": f"Bearer {sent}"}
        )
    with pytest.raises(TakeOverRefused):
        take_over({"manifest.json": {"tournament": {"name": FAMILY}}}, by=factories.administrator(), now=NOON)
    monkeypatch.setattr("tournaments.field.views.own_page.selector.own_page", broken)
    monkeypatch.setattr("tournaments.lists.views.door.render", broken, raising=False)
    assert phone.get(f"/s/{own.token}/").status_code == 500
    logging.getLogger("django.request").error("Internal Server Error: %s", f"/t/{code.token}/?pin={code.pin}")
    said = written.getvalue()
    assert "own_page" in said, "a fault is told, with the place where it happened"
    assert "ValidationError" in said
    for secret in (FAMILY, GIVEN, PASSWORD, WRONG_PIN, code.token, code.spoken_pin, own.token, token):
        assert secret not in said, said


def test_the_settings_write_like_that():
    """What the walk above used is what the server uses, unless somebody develops with DEBUG."""
    assert settings.LOGGING["formatters"]["line"]["()"] == "tournaments.pages.logs.QuietLines"
    assert settings.LOGGING["formatters"]["json"]["()"] == "tournaments.pages.logs.JsonLines"
    assert settings.LOGGING["loggers"]["django"]["handlers"] == []
    assert list(settings.LOGGING["handlers"]) == ["terminal"]
