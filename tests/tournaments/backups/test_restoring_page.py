"""The administrator puts a backup back on a page: looked at first, agreed to, and as safely as by the command."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.attacks.test_restore import TRIGGER, forged
from tournaments.backups.services import authenticity
from tournaments.backups.services.backups import Backup, Occasion, backups, make_backup
from tournaments.event.services.machine import first_broken_machine_line
from tournaments.models import MachineEntry, Tournament, User

pytestmark = pytest.mark.django_db(transaction=True)
PASSPHRASE = "vier Worte auf Papier"
ADDRESS = "/rechner/sicherung/"


@pytest.fixture(autouse=True)
def own_folder(settings, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.fixture
def keeper() -> Client:
    client = Client()
    factories.administrator("verwaltung")
    client.force_login(factories.user("verwaltung"))
    return client


def two_games_later(**more: Any) -> tuple[Backup, Tournament]:
    """A backup in the middle of a tournament, which goes on afterwards."""
    made = factories.tournament(players=4, name="Probepokal")
    kept = make_backup(Occasion.HAND, now=factories.NOON, **more)
    Tournament.objects.filter(pk=made.pk).update(name="Seitdem umbenannt")
    return kept, made


def page_of(keeper: Client, **sent: object) -> tuple[int, str]:
    answer = keeper.post(ADDRESS, sent)
    return answer.status_code, answer.content.decode()


def test_it_is_looked_at_agreed_to_and_put_back(keeper):
    kept, made = two_games_later()
    assert reverse("machine_restore") == ADDRESS
    assert kept.path.name in keeper.get(ADDRESS).content.decode()
    status, page = page_of(keeper, backup=kept.path.name)
    assert (status, "ist geöffnet und geprüft" in page, "Seitdem umbenannt" in page) == (200, True, False)
    assert "Probepokal" in page, "as the tournament is called there"
    refused, said = page_of(keeper, backup=kept.path.name, deed="restore")
    assert (refused, "Es ist nichts geschehen" in said) == (422, True)
    assert Tournament.objects.get(pk=made.pk).name == "Seitdem umbenannt"
    status, page = page_of(keeper, backup=kept.path.name, called=kept.path.name, deed="restore", sure="yes")
    assert (status, "Bitte neu anmelden" in page) == (200, True)
    assert Tournament.objects.get(pk=made.pk).name == "Probepokal"
    assert {one.occasion for one in backups()} == {Occasion.HAND, Occasion.RESTORE}, "what was here is kept"
    line = MachineEntry.objects.latest("number")
    assert (line.deed, line.actor, line.facts["name"]) == ("backup_restored", "verwaltung", kept.path.name)
    assert first_broken_machine_line() is None
    assert keeper.get(ADDRESS).status_code == 403, "whoever did it signs in anew"
    keeper.force_login(User.objects.get(username="verwaltung"))
    assert "Sicherung eingespielt" in keeper.get(reverse("machine")).content.decode()


@pytest.mark.slow
def test_one_from_a_stick_of_another_machine_needs_the_express_word(keeper):
    kept, made = two_games_later()
    authenticity.key_file().unlink()  # as if another machine had written it
    brought = SimpleUploadedFile("vom Stick.zip", kept.path.read_bytes())
    kept.path.unlink()
    status, page = page_of(keeper, file=brought)
    assert (status, "nicht dieser Rechner geschrieben" in page, "vom Stick.zip" in page) == (200, True, True)
    key = page.partition('name="backup" value="')[2].partition('"')[0]
    sent = {"backup": key, "called": "vom Stick.zip", "deed": "restore", "sure": "yes"}
    status, page = page_of(keeper, **sent)
    assert (status, "nicht dieser Rechner geschrieben" in page) == (422, True)
    assert Tournament.objects.get(pk=made.pk).name == "Seitdem umbenannt"
    status, page = page_of(keeper, **sent, known="yes")
    assert status == 200, page
    assert Tournament.objects.get(pk=made.pk).name == "Probepokal"
    assert not Session.objects.exists()
    line = MachineEntry.objects.latest("number")
    assert (line.deed, line.facts["name"]) == ("foreign_backup_restored", "vom Stick.zip")
    assert list(authenticity.key_file().parent.glob(".checking-*")) == [], "nothing of it lies about"


@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "sqlite", reason="a database in a file")
def test_a_prepared_one_is_refused_also_with_the_express_word(keeper, tmp_path):
    kept, _made = two_games_later()
    bad = forged(kept.path, TRIGGER, tmp_path / "bad.zip").read_bytes()
    status, page = page_of(keeper, file=SimpleUploadedFile("bad.zip", bad))
    key = page.partition('name="backup" value="')[2].partition('"')[0]
    status, page = page_of(keeper, backup=key, deed="restore", sure="yes", known="yes")
    assert (status, "Auslöser nicht wie hier" in page) == (422, True)


@pytest.mark.slow
def test_a_locked_one_opens_with_its_passphrase_both_times(keeper):
    kept, made = two_games_later(passphrase=PASSPHRASE)
    assert page_of(keeper, backup=kept.path.name)[0] == 422
    assert page_of(keeper, backup=kept.path.name, passphrase="falsch falsch falsch")[0] == 422
    assert page_of(keeper, backup=kept.path.name, passphrase=PASSPHRASE)[0] == 200
    done = page_of(keeper, backup=kept.path.name, passphrase=PASSPHRASE, deed="restore", sure="yes")
    assert done[0] == 200
    assert Tournament.objects.get(pk=made.pk).name == "Probepokal"


@pytest.mark.slow
def test_whoever_is_not_in_the_backup_keeps_his_name_in_the_journal(keeper):
    kept, _made = two_games_later()
    late = Client()
    late.force_login(factories.administrator("spaeter").user)
    assert page_of(late, backup=kept.path.name, deed="restore", sure="yes")[0] == 200
    line = MachineEntry.objects.latest("number")
    assert (line.user, line.actor) == (None, "spaeter")


@pytest.mark.parametrize(
    "key", ["", "../../etc/passwd", "0" * 64, "romme-club-20260101-000000-hand.zip", "\0"]
)
def test_what_is_no_backup_is_a_sentence(keeper, key):
    assert page_of(keeper, backup=key)[0] == 422
    assert page_of(keeper, backup=key, deed="restore", sure="yes")[0] == 422


@pytest.mark.parametrize("content", [b"", b"PK", b"romme-club locked backup 1\n" + b"\0" * 40])
def test_a_file_that_is_none_is_a_sentence(keeper, content):
    assert page_of(keeper, file=SimpleUploadedFile("a.zip", content), passphrase=PASSPHRASE)[0] == 422
