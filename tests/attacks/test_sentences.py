"""What breaks is said in a sentence, and strangers learn nothing by sending the wrong shape."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests import factories
from tests.api.conftest import LIST, ROOT, Program
from tests.factories import NOON
from tournaments.accounts.services.programs import grant_access
from tournaments.api.gate import AT_THE_TABLE, WRITES
from tournaments.api.v1 import document
from tournaments.backups.services.backups import DatabaseDamaged, Occasion, make_backup
from tournaments.models import AccessToken

WRITING = {
    path: operations["post"]["operationId"]
    for path, operations in document()["paths"].items()
    if "post" in operations
}


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a file that can be spoilt")
@pytest.mark.django_db(transaction=True)
def test_a_corrupt_database_is_no_traceback_at_backup(tmp_path, settings, monkeypatch):
    settings.DATA_DIR = tmp_path
    spoilt = tmp_path / "spoilt.sqlite3"
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as whole:
        whole.execute("VACUUM INTO ?", [str(spoilt)])
    with_rows = spoilt.read_bytes()
    spoilt.write_bytes(with_rows[:4096] + b"\xde\xad" * (len(with_rows) // 2 - 2048))
    monkeypatch.setitem(connection.settings_dict, "NAME", str(spoilt))
    with pytest.raises(DatabaseDamaged, match="beschädigt"):
        make_backup(Occasion.HAND, now=NOON)
    with pytest.raises(CommandError, match="beschädigt"):
        call_command("backup")
    monkeypatch.setitem(connection.settings_dict, "NAME", str(tmp_path / "no" / "folder.sqlite3"))
    with pytest.raises(CommandError, match="nicht gelungen"):
        call_command("backup")


def test_every_writing_operation_says_who_may_write():
    assert {path.rpartition("/")[2] for path in WRITING} == {*WRITES, *AT_THE_TABLE}


@pytest.mark.django_db
@pytest.mark.parametrize("address", sorted(WRITING))
@pytest.mark.parametrize("sent", [{}, [], {"seen_version": "x"}, {"seen_version": 999, "reason": ""}])
def test_permission_is_judged_before_the_shape(address, sent):
    made = factories.tournament(players=8, rounds=1)
    factories.play(factories.sheet_of(factories.draw(made)), 1)
    _access, token = grant_access(
        tournament_id=made.pk,
        name="Probe",
        scope=AccessToken.Scope.READ,
        ends_at=None,
        by=factories.director(),
        now=NOON,
    )
    place = (
        address.replace("{slug}", made.slug)
        .replace("{series}", "1")
        .replace("{table}", "1")
        .replace("{number}", "1")
        .replace("{start_number}", "1")
    )
    assert place.startswith((ROOT, LIST))
    assert Program(token).post(place, sent).status_code == 403
    assert Program().post(place, sent).status_code == 401
