"""A backup that somebody has prepared: not restored by mistake, nothing of it carried out, nothing foreign kept."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection
from django_tasks_db.models import DBTaskResult

from scoring import guards
from tests import factories
from tests.factories import NOON
from tournaments.backups.services import authenticity, restoring
from tournaments.backups.services.backups import BackupFailed, Occasion, backups, make_backup
from tournaments.backups.services.checks import DATABASE, MANIFEST, BackupBroken, check_backup
from tournaments.backups.services.fitting import ForeignBackup
from tournaments.backups.services.restoring import restore
from tournaments.event.services import jobs
from tournaments.models import Tournament, User

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="a database in a file"),
]
TRIGGER = """
CREATE TRIGGER helpful AFTER UPDATE ON tournaments_user
BEGIN UPDATE tournaments_user SET is_superuser = 1, is_staff = 1 WHERE username = 'rivale'; END
"""


@pytest.fixture(autouse=True)
def own_folder(settings, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path


def forged(path: Path, words: str, target: Path, *, keep_seal: bool = False) -> Path:
    """The same backup after somebody has run some SQL in it; digest and counts fit again."""
    desk = target.with_suffix(".folder")
    desk.mkdir()
    with zipfile.ZipFile(path) as archive:
        archive.extractall(desk)
    with closing(sqlite3.connect(desk / DATABASE)) as copy:
        copy.executescript(words)
        tables = copy.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        )
        counts = {
            name: copy.execute(f'SELECT COUNT(*) FROM "{name}"').fetchone()[0]
            for (name,) in tables.fetchall()
        }
        copy.commit()
    manifest = json.loads((desk / MANIFEST).read_text(encoding="utf-8"))
    content = (desk / DATABASE).read_bytes()
    manifest["counts"] = counts
    manifest["parts"][DATABASE] = {"sha256": hashlib.sha256(content).hexdigest(), "size": len(content)}
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(MANIFEST, json.dumps(manifest))
        archive.write(desk / DATABASE, DATABASE)
        if keep_seal:
            archive.write(desk / authenticity.SEAL, authenticity.SEAL)
    return target


@pytest.mark.slow
def test_a_trigger_in_a_foreign_file_makes_no_superuser(tmp_path):
    """It survived the restore and made one at the next log-in."""
    factories.user("rivale")
    kept = make_backup(Occasion.HAND, now=NOON)
    for keep_seal in (False, True):
        bad = forged(kept.path, TRIGGER, tmp_path / f"bad-{keep_seal}.zip", keep_seal=keep_seal)
        assert not check_backup(bad).ours
        with pytest.raises(ForeignBackup, match="nicht dieser Rechner"):
            restore(bad, now=NOON)
        with pytest.raises(ForeignBackup, match="Auslöser nicht wie hier"):
            restore(bad, now=NOON, foreign=True)
        with pytest.raises(CommandError, match="--fremd"):
            call_command("restore", str(bad))
    User.objects.filter(username="rivale").update(first_name="x")
    assert not User.objects.filter(is_superuser=True).exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        "CREATE VIEW tournaments_extra AS SELECT 1",
        "CREATE TABLE extra (a)",
        "ALTER TABLE tournaments_user ADD COLUMN extra",
        "DROP TRIGGER guard_journal_lines_stay",
        "DROP TRIGGER guard_lines_never_change; CREATE TRIGGER guard_lines_never_change AFTER INSERT ON tournaments_line BEGIN SELECT 1; END",
    ],
)
def test_a_foreign_file_with_anything_that_is_not_ours_is_refused(words, tmp_path):
    factories.tournament(players=4)
    bad = forged(make_backup(Occasion.HAND, now=NOON).path, words, tmp_path / "bad.zip")
    with pytest.raises(ForeignBackup):
        restore(bad, now=NOON, foreign=True)
    assert Tournament.objects.count() == 1


@pytest.mark.slow
def test_a_foreign_backup_is_restored_by_who_says_so_without_its_sessions(tmp_path):
    made = factories.tournament(players=4, name="Fremdes")
    session = SessionStore()
    session["x"] = 1
    session.create()
    kept = make_backup(Occasion.HAND, now=NOON)
    (tmp_path / "backup-key").unlink()  # another machine, with another key
    with pytest.raises(ForeignBackup):
        restore(kept.path, now=NOON)
    factories.tournament(players=4, name="Danach")
    checked = restore(kept.path, now=NOON, foreign=True)
    assert not checked.ours
    assert [one.name for one in Tournament.objects.all()] == [made.name]
    assert not Session.objects.exists()
    assert {name for name, _table in guards.installed(connection)} >= {"guard_journal_lines_stay"}
    assert factories.tournament(name="Und weiter", players=3).pk


@pytest.mark.slow
def test_our_own_comes_back_and_a_changed_manifest_is_not_ours(tmp_path):
    factories.tournament(players=4)
    kept = make_backup(Occasion.HAND, now=NOON)
    assert check_backup(kept.path).ours
    restore(kept.path, now=NOON)
    with zipfile.ZipFile(kept.path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts[MANIFEST] += b" "
    changed = tmp_path / "changed.zip"
    with zipfile.ZipFile(changed, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    assert not check_backup(changed).ours


@pytest.mark.slow
def test_a_backup_is_unpacked_within_bounds(tmp_path):
    bomb = tmp_path / "bomb.zip"
    manifest = {"format": "romme-club-backup", "version": 1, "kind": DATABASE, "parts": {}}
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(MANIFEST, json.dumps(manifest))
        with archive.open(DATABASE, "w", force_zip64=True) as part:
            for _n in range(300):
                part.write(b"\0" * 1024 * 1024)
    with pytest.raises(BackupBroken, match="viel größer"):
        check_backup(bomb)
    assert not list(tmp_path.glob(".checking-*")), "and nothing is left lying about"


def test_backups_of_before_the_key_are_taken_as_ours_once(tmp_path):
    factories.tournament(players=4)
    kept = make_backup(Occasion.HAND, now=NOON)
    with zipfile.ZipFile(kept.path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist() if name != authenticity.SEAL}
    with zipfile.ZipFile(kept.path, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    (tmp_path / "backup-key").unlink()
    assert authenticity.seal_what_lies_here([one.path for one in backups()], MANIFEST) == 1
    assert check_backup(kept.path).ours
    assert authenticity.seal_what_lies_here([one.path for one in backups()], MANIFEST) == 0


@pytest.mark.slow
def test_whoever_was_signed_out_since_stays_out(tmp_path):
    """An own backup brought ended sessions back to life: that of a phone that was lost in between."""
    lost, kept = SessionStore(), SessionStore()
    for one in (lost, kept):
        one["who"] = "x"
        one.create()
    path = make_backup(Occasion.HAND, now=NOON).path
    Session.objects.get(session_key=lost.session_key).delete()
    restore(path, now=NOON)
    assert [one.session_key for one in Session.objects.all()] == [kept.session_key]


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        "DROP TABLE tournaments_club; CREATE TABLE tournaments_club (id integer PRIMARY KEY, name AS (zeroblob(90000000)))",
        "DROP TABLE tournaments_tasksign; CREATE VIRTUAL TABLE tournaments_tasksign USING fts5(id, heard_at, task)",
    ],
    ids=["a column that is reckoned", "a table of a module"],
)
def test_nothing_of_a_foreign_file_is_reckoned_while_its_rows_are_read(words, tmp_path):
    bad = forged(make_backup(Occasion.HAND, now=NOON).path, words, tmp_path / "bad.zip")
    with pytest.raises(BackupBroken):
        restore(bad, now=NOON, foreign=True)


@pytest.mark.slow
def test_jobs_and_sessions_of_a_foreign_file_are_never_there_not_even_for_a_moment(tmp_path, monkeypatch):
    """They were deleted after the restore: in between a worker could take a job, and a browser its session."""
    stranger = SessionStore()
    stranger["who"] = "rival"
    stranger.create()
    jobs.call.enqueue("workbook", ["x"])
    path = make_backup(Occasion.HAND, now=NOON).path
    Session.objects.all().delete()
    jobs.forget_jobs()
    authenticity.key_file().unlink()
    monkeypatch.setattr(restoring.jobs, "forget_jobs", lambda: None)
    restore(path, now=NOON, foreign=True)
    assert not Session.objects.exists()
    assert not DBTaskResult.objects.exists()


def test_backups_by_hand_leave_room_on_the_disk(monkeypatch):
    """They stay for good, and every director may make them: one in twenty seconds fills any disk."""
    usage = shutil.disk_usage(".")
    monkeypatch.setattr(shutil, "disk_usage", lambda _place: usage._replace(free=10_000_000))
    with pytest.raises(BackupFailed, match="zu wenig Platz"):
        make_backup(Occasion.HAND, now=NOON)
    assert make_backup(Occasion.SERIES, now=NOON).path.exists(), "one before a series goes again by itself"
