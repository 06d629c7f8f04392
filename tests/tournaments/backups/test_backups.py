"""Backups: made while people play, checked when written, put back by one command; which stay is a rule."""

from __future__ import annotations

import json
import sqlite3
import threading
import zipfile
from collections.abc import Iterable
from contextlib import closing
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection, transaction
from django.urls import reverse

from scoring import guards
from scoring.models import RuleSet
from tests import factories
from tests.factories import NOON
from tournaments.backups.services import backups as service
from tournaments.backups.services import before_deeds, checks, own_copies
from tournaments.backups.services.backups import Backup, Occasion, backups, make_backup, staying
from tournaments.backups.services.checks import ROWS, BackupBroken, check_backup
from tournaments.backups.services.restoring import copy_pages, put_database_back, put_rows_back, restore
from tournaments.event.selectors.rows import stored_row, thing_of
from tournaments.event.services.journal import first_broken
from tournaments.files.formats.tournament_reading import read_tournament
from tournaments.files.services import machine
from tournaments.files.services.tournament_files import part_name, take_over
from tournaments.models import Club, JournalEntry, Line, ScoreSheet, Tournament
from tournaments.rankings.selectors.standings import standings
from tournaments.rulings import services as rulings

pytestmark = pytest.mark.django_db(transaction=True)
LATER = NOON + timedelta(hours=1)


@pytest.fixture(autouse=True)
def own_folder(settings, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path / "backups"


def ranks(made: Tournament) -> list[tuple[str, int]]:
    return [(row.registration.name, row.total.net_points) for row in standings(made).rows]


def everything() -> dict[str, list[dict[str, Any]]]:
    """Every row of every table; how often a page was changed is no fact, and a restore has a line of its own."""
    found = {
        model._meta.label_lower: [stored_row(thing) for thing in model._base_manager.order_by("pk")]
        for model in service.kept_models()
    }
    for row in found["tournaments.tournament"]:
        del row["revision"]
    lines = found["tournaments.machineentry"]
    found["tournaments.machineentry"] = [row for row in lines if row["deed"] != "backup_restored"]
    return found


def played_table() -> Tournament:
    sheet = factories.table_of(4, rounds=1)
    factories.play(sheet, 1)
    factories.play(sheet, 2)
    return sheet.table.series.tournament


def test_everything_comes_back_as_it_was():
    made = played_table()
    kept = make_backup(Occasion.HAND, now=NOON)
    before, order, seen = everything(), ranks(made), made.revision
    factories.play(factories.sheet_of(made.series.get()), 3)
    factories.tournament(name="Danach")
    made.refresh_from_db()
    later = made.revision
    checked = restore(kept.path, now=LATER)
    connection.close()
    assert checked.journals == 1
    assert everything() == before
    assert ranks(Tournament.objects.get()) == order
    assert first_broken(JournalEntry.objects.order_by("number")) is None
    assert Tournament.objects.get().revision > later > seen  # no browser takes its newer page for this one
    assert [one.occasion for one in backups()] == [
        Occasion.RESTORE,
        Occasion.HAND,
    ]  # what was there is not lost
    with pytest.raises(Exception, match="never deleted"):  # the guards stand again
        Line.objects.all()._raw_delete("default")


@pytest.mark.slow
def test_rows_of_every_table_come_back_on_either_database(tmp_path):
    """What a host with PostgreSQL writes: rows, all of one moment."""
    played_table()
    part = tmp_path / ROWS
    service.write_rows(part)
    desk = tmp_path / "desk"
    desk.mkdir()
    part.rename(desk / ROWS)
    kept = service.finish_backup(desk, service.backup_folder(), Occasion.HAND, NOON)
    before = everything()
    factories.tournament(name="Danach")
    with service.workshop(tmp_path) as place:
        with zipfile.ZipFile(kept.path) as archive:
            archive.extract(ROWS, place)
        put_rows_back(place / ROWS, check_backup(kept.path))
    assert everything() == before
    assert factories.tournament(name="Danach").pk  # sequences go on
    assert {name for name, _table in guards.installed(connection)} >= {"guard_journal_lines_stay"}


@pytest.mark.slow
def test_a_backup_is_made_while_somebody_writes():
    made = played_table()
    with zipfile.ZipFile(make_backup(Occasion.HAND, now=NOON).path) as archive:
        assert archive.testzip() is None
        assert json.loads(archive.read("manifest.json"))["occasion"] == "hand"
    assert (
        made.journal.count()
        == check_backup(backups()[0].path).counts[
            "tournaments_journalentry" if connection.vendor == "sqlite" else "tournaments.journalentry"
        ]
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("manifest.json", lambda text: text.replace(b'"sha256": "', b'"sha256": "00')),
        ("manifest.json", lambda text: text.replace(b'"counts": {', b'"counts": {"more": 1, ')),
        ("manifest.json", lambda text: text.replace(b"romme-club-backup", b"something")),
        ("manifest.json", lambda _text: b"{}"),
        ("", lambda text: text[: len(text) // 2]),
    ],
)
def test_a_changed_file_is_refused_and_nothing_is_touched(name, change, tmp_path):
    made = played_table()
    kept = make_backup(Occasion.HAND, now=NOON)
    broken = tmp_path / "broken.zip"
    if name:
        with zipfile.ZipFile(kept.path) as source, zipfile.ZipFile(broken, "w") as target:
            for part in source.namelist():
                target.writestr(part, change(source.read(part)) if part == name else source.read(part))
    else:
        broken.write_bytes(change(kept.path.read_bytes()))
    with pytest.raises(BackupBroken):
        restore(broken, now=LATER)
    assert Tournament.objects.get().pk == made.pk
    assert len(backups()) == 1


def test_a_journal_that_was_mended_by_hand_is_no_backup(tmp_path):
    played_table()
    with guards.lifted(connection):
        JournalEntry.objects.filter(number=3).update(actor="Niemand")
    with pytest.raises(BackupBroken, match="in Zeile 3"):
        make_backup(Occasion.HAND, now=NOON)
    assert backups() == []


@pytest.mark.slow
def test_what_is_damaged_does_not_stop_the_restore_that_mends_it(own_folder, caplog):
    played_table()
    kept = make_backup(Occasion.HAND, now=NOON)
    before = everything()
    with guards.lifted(connection):
        JournalEntry.objects.filter(number=3).update(actor="Niemand")
    restore(kept.path, now=LATER)
    connection.close()
    assert everything() == before
    assert "damaged" in caplog.text
    aside = [path for path in own_folder.iterdir() if path.name.startswith("damaged-")]
    assert len(aside) == (connection.vendor == "sqlite")


@pytest.mark.slow
def test_a_database_that_is_none_any_more_is_replaced(tmp_path, monkeypatch):
    """The pages of a backup go into a file of garbage too."""
    played_table()
    kept = make_backup(Occasion.HAND, now=NOON)
    if check_backup(kept.path).kind == ROWS:
        return  # on PostgreSQL the server keeps the files
    living = tmp_path / "living.sqlite3"
    living.write_bytes(b"garbage" * 4000)
    with zipfile.ZipFile(kept.path) as archive:
        archive.extract("database.sqlite3", tmp_path)
    connection.close()
    monkeypatch.setitem(connection.settings_dict, "NAME", str(living))
    monkeypatch.setattr("tournaments.backups.services.restoring.call_command", lambda *_words, **_more: None)
    put_database_back(tmp_path / "database.sqlite3")
    with sqlite3.connect(living) as copy:
        assert copy.execute("SELECT COUNT(*) FROM tournaments_game").fetchone() == (2,)
    copy.close()


def test_pages_of_another_size_fit_as_well(tmp_path):
    """A backup of a time when the database had larger pages goes into the one of today."""
    old, living = tmp_path / "old.sqlite3", tmp_path / "living.sqlite3"
    for path, size in ((old, 4096), (living, 1024)):
        with closing(sqlite3.connect(path)) as made:
            made.execute(f"PRAGMA page_size={size}")
            made.execute("PRAGMA journal_mode=WAL")
            made.execute("CREATE TABLE game (number)")
            made.execute("INSERT INTO game VALUES (?)", (size,))
            made.commit()
    copy_pages(old, living)
    with closing(sqlite3.connect(living)) as copy:
        assert copy.execute("SELECT number FROM game").fetchall() == [(4096,)]
        assert copy.execute("PRAGMA page_size").fetchone() == (1024,)


def test_a_later_kind_of_backup_wants_a_newer_program(tmp_path):
    path = tmp_path / "later.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(
            checks.MANIFEST, json.dumps({"format": checks.FORMAT, "version": checks.VERSION + 1})
        )
    with pytest.raises(BackupBroken, match="Zuerst Rommé-Club erneuern"):
        check_backup(path)


@pytest.mark.slow
def test_a_newer_program_wrote_it(tmp_path):
    factories.tournament()
    kept = make_backup(Occasion.HAND, now=NOON)
    newer = tmp_path / "newer.zip"
    with zipfile.ZipFile(kept.path) as source, zipfile.ZipFile(newer, "w") as target:
        for part in source.namelist():
            text = source.read(part)
            target.writestr(
                part,
                text.replace(b"tournaments.0001_initial", b"tournaments.9999_later")
                if part == "manifest.json"
                else text,
            )
    with pytest.raises(BackupBroken, match="neueres Programm"):
        restore(newer, now=LATER)


# By itself ----------------------------------------------------------------------------------------------------


def settle(threads: Iterable[threading.Thread]) -> None:
    for thread in threads:
        thread.join(timeout=30)


@pytest.fixture
def by_itself(settings, monkeypatch):
    """Automatic backups on; the threads that pack them are waited for."""
    settings.AUTOMATIC_BACKUPS = True
    threads, begun = [], before_deeds.begin_backup

    def begin(occasion, deed):
        threads.append(begun(occasion, deed))

    monkeypatch.setattr(before_deeds, "begin_backup", begin)
    yield threads
    settle(threads)


@pytest.mark.slow
def test_before_a_series_and_before_a_correction_a_backup_is_there(by_itself):
    made = factories.tournament(players=4)
    sheet = factories.sheet_of(factories.draw(made))
    factories.play(sheet, 1)
    rulings.strike_game(
        sheet_id=sheet.pk,
        number=1,
        reason="falsch gegeben",
        seen_version=ScoreSheet.objects.get(pk=sheet.pk).version,
        by=factories.referee(made),
        now=NOON,
    )
    settle(by_itself)
    if connection.vendor == "postgresql":  # many tournaments share it: a copy of this one alone
        [corrected, drawn] = sorted(own_copies.own_copies(made.slug), key=lambda one: one.occasion)
        assert [in_file(one, "series") for one in (drawn, corrected)] == [0, 1]  # as it was before the deed
        assert (in_file(corrected, "ruling"), backups()) == (0, [])
        return
    [corrected, drawn] = sorted(backups(), key=lambda one: one.occasion)
    assert (corrected.occasion, drawn.occasion) == (Occasion.CORRECTION, Occasion.SERIES)
    assert rows_in(drawn, "series") == 0  # as it was before the deed
    assert (rows_in(corrected, "series"), rows_in(corrected, "ruling")) == (1, 0)


def in_file(one: Backup, table: str) -> int:
    """How many rows of a table stand in a tournament's own copy."""
    with zipfile.ZipFile(one.path) as archive:
        return len(json.loads(archive.read(part_name(f"tournaments.{table.capitalize()}"))))


@pytest.mark.postgres
def test_a_director_takes_the_copies_of_his_own_tournament_and_of_no_other(by_itself, client):
    """Where many tournaments share a database, a series copies its own; the file goes in again in place of the first."""
    made, other = (
        factories.tournament(players=4, name="Unseres"),
        factories.tournament(players=4, name="Das andere"),
    )
    factories.draw(made)
    factories.draw(other)
    settle(by_itself)
    [ours], [theirs] = own_copies.own_copies(made.slug), own_copies.own_copies(other.slug)
    client.force_login(factories.user("leitung"))
    page = client.get(reverse("backup", args=[made.slug])).content.decode()
    assert "Kopien dieses Turniers" in page
    assert theirs.path.name not in page
    assert (
        b"".join(client.get(reverse("backup_file", args=[made.slug, ours.path.name])))
        == ours.path.read_bytes()
    )
    assert client.get(reverse("backup_file", args=[made.slug, theirs.path.name])).status_code == 403
    keeper = factories.administrator()
    machine.hide(tournament_id=made.pk, reason="verdorben", by=keeper, now=LATER)
    machine.remove(tournament_id=made.pk, typed="Unseres", reason="verdorben", by=keeper, now=LATER)
    again = take_over(read_tournament(ours.path.read_bytes()), by=keeper, now=LATER, unproved=True)
    assert (again.name, again.series.count()) == ("Unseres", 0)


@pytest.mark.postgres
def test_nothing_is_lost_between_the_copy_of_what_is_there_and_a_restore():
    """Two hosts: on one a backup is put back, on the other somebody writes in just that moment."""
    played_table()
    kept = make_backup(Occasion.HAND, now=NOON)
    written, refused, over = [], [], threading.Event()

    def write(who: int) -> None:
        number = 0
        while not over.is_set():
            try:
                with transaction.atomic():
                    assert JournalEntry.objects.count() >= 0  # as a page does: it reads before it writes
                    Club.objects.create(name=f"Verein {who} {number}")
                written.append(number)
                number += 1
            except OperationalError as held:
                refused.append(str(held))
                connection.close()
        connection.close()

    writers = [threading.Thread(target=write, args=(who,)) for who in range(2)]
    for writer in writers:
        writer.start()
    try:
        restore(kept.path, now=LATER)
    finally:
        over.set()
        for writer in writers:
            writer.join(timeout=30)
    [before] = [one for one in backups() if one.occasion is Occasion.RESTORE]
    assert rows_in(before, "club") + Club.objects.count() == len(written), "each is in the copy or after it"


def rows_in(one: Backup, table: str) -> int:
    counts = check_backup(one.path).counts
    return counts.get(f"tournaments_{table}", 0) + counts.get(f"tournaments.{table}", 0)


def test_a_backup_that_fails_stops_no_deed(by_itself, monkeypatch, caplog):
    def full(*_arguments):
        raise OSError("no space left on device")

    monkeypatch.setattr(before_deeds, "snapshot", full)
    monkeypatch.setattr(own_copies, "import_string", full)
    series = factories.draw(factories.tournament(players=4))
    settle(by_itself)
    assert series.pk
    assert "the backup before a deed failed" in caplog.text
    assert list(service.backup_folder().iterdir()) == []


# Which stay ---------------------------------------------------------------------------------------------------


def at(days: float, occasion: Occasion = Occasion.CORRECTION) -> Backup:
    return Backup(
        path=Path(f"{days}-{occasion}"), occasion=occasion, made_at=NOON - timedelta(days=days), size=1
    )


def test_the_newest_forty_and_one_a_day_and_one_a_month_stay():
    today = [at(n / 1000) for n in range(60)]
    month = [at(n + part) for n in range(1, 60) for part in (0.1, 0.3)]
    years = [at(n * 30 + 100) for n in range(40)]
    hand = [at(900, Occasion.HAND)]
    stay = staying([*today, *month, *years, *hand], now=NOON)
    assert {one.path for one in today[:40]} <= stay
    assert today[50].path not in stay
    assert month[0].path in stay  # the later one of yesterday
    assert month[1].path not in stay
    assert sum(one.path in stay for one in years) == 12 - len(
        {f"{one.made_at:%m}" for one in (*today, *month)}
    )
    assert hand[0].path in stay


def test_nothing_of_somebody_else_is_cleared_away(own_folder):
    factories.tournament()
    kept = make_backup(Occasion.HAND, now=NOON)
    (own_folder / "Urlaub.zip").write_bytes(b"x")
    service.clear_backups(now=NOON + timedelta(days=4000))
    assert {path.name for path in own_folder.iterdir()} == {"Urlaub.zip", kept.path.name}


# Commands -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_two_commands(tmp_path):
    played_table()
    stick = tmp_path / "stick" / "Rommé"  # made by the command
    told = StringIO()
    call_command("backup", into=stick, stdout=told)
    [file] = stick.iterdir()
    assert "Gesichert und geprüft" in told.getvalue()
    factories.tournament(name="Danach")
    call_command("restore", file, stdout=told)
    connection.close()
    assert Tournament.objects.count() == 1
    assert "1 Protokolle geprüft" in told.getvalue()
    with pytest.raises(CommandError, match="keine Sicherung"):
        call_command("restore", __file__)
    with pytest.raises(CommandError, match="Einen anderen nennen"):
        call_command("backup", into=file / "darin")


def test_a_row_and_back_loses_nothing():
    row = RuleSet.objects.first() or factories.rule_row()
    assert stored_row(thing_of(RuleSet, json.loads(json.dumps(stored_row(row))))) == stored_row(row)
