"""The desk's backup: one click, and it leaves this machine by its administrator only."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tournaments.backups.services.backups import backups
from tournaments.backups.services.checks import check_backup

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_click_makes_one_backup(client: Client, settings, tmp_path: Path):
    settings.DATA_DIR = tmp_path
    made = factories.tournament()
    address = reverse("backup", args=[made.slug])
    client.force_login(factories.user())
    page = client.post(address, follow=True).content.decode()
    [kept] = backups()
    assert f"Gesichert und geprüft: {kept.path.name}" in page
    assert check_backup(kept.path).journals == 1
    client.post(address)  # tapped twice
    assert backups() == [kept]
    taken = reverse("backup_file", args=[made.slug, kept.path.name])
    assert client.get(taken).status_code == 403
    person = factories.user()
    person.is_superuser = True
    person.save()
    assert b"".join(client.get(taken)) == kept.path.read_bytes()
    assert client.get(reverse("backup_file", args=[made.slug, "manifest.json"])).status_code == 404
