"""A backup under a passphrase: it opens with it and with nothing else, nothing of it lies about in plain, no byte can be changed."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import NOON
from tournaments.backups.services import encryption
from tournaments.backups.services.backups import Occasion, backups, make_backup
from tournaments.backups.services.checks import NeedsPassphrase, check_backup, in_the_clear
from tournaments.backups.services.encryption import Locked, lock, unlock
from tournaments.backups.services.restoring import restore
from tournaments.models import Player, Tournament

WORDS = "vier Wörter im Wind"
SMALL = 16  # bytes of a piece, so that a small text is many pieces


@pytest.fixture(autouse=True)
def cheap(monkeypatch, settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(encryption, "KIBIBYTES", 64)
    monkeypatch.setattr(encryption, "PASSES", 1)


@pytest.fixture
def small(monkeypatch) -> None:
    monkeypatch.setattr(encryption, "PIECE", SMALL)


@pytest.mark.parametrize("size", [0, 1, SMALL - 1, SMALL, SMALL + 1, 5 * SMALL, 5 * SMALL + 3])
def test_what_was_locked_comes_out_the_same(size, small, tmp_path):
    plain, locked, again = tmp_path / "a", tmp_path / "b", tmp_path / "c"
    plain.write_bytes(bytes(n % 251 for n in range(size)))
    lock(plain, locked, WORDS)
    unlock(locked, again, f"  {WORDS} ")
    assert again.read_bytes() == plain.read_bytes()
    assert again.stat().st_mode & 0o077 == 0
    assert locked.stat().st_mode & 0o077 == 0


def test_no_byte_can_be_changed_and_no_piece_left_out(small, tmp_path):
    plain, locked = tmp_path / "a", tmp_path / "b"
    plain.write_bytes(b"The journal of a whole season, piece after piece.")
    lock(plain, locked, WORDS)
    content, piece = locked.read_bytes(), SMALL + encryption.TAG
    body = content[encryption.HEAD :]
    spoiled = [content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :] for at in range(len(content))]
    cut = [content[:at] for at in range(len(content))]
    swapped = content[: encryption.HEAD] + body[piece : 2 * piece] + body[:piece] + body[2 * piece :]
    for number, said in enumerate([*spoiled, *cut, swapped, content + b"x", content + body[-piece:]]):
        bad, out = tmp_path / f"bad-{number}", tmp_path / "out"
        bad.write_bytes(said)
        with pytest.raises(Locked):
            unlock(bad, out, WORDS)
        assert not out.exists(), "nothing of it is left"
    unlock(locked, tmp_path / "fine", WORDS)


def test_a_file_that_asks_for_a_dear_key_is_refused_before_it_is_made(tmp_path, monkeypatch):
    locked = tmp_path / "b"
    head = encryption.FileHead(passes=2**31, kibibytes=2**31, lanes=255, salt=b"s" * 16, nonce=b"n" * 7)
    locked.write_bytes(bytes(head) + b"x" * 40)
    monkeypatch.setattr(encryption, "derived_key", lambda *_a: pytest.fail("a key was made"))
    with pytest.raises(Locked):
        unlock(locked, tmp_path / "c", WORDS)


@pytest.mark.parametrize("typed", ["", "kurz", " elf Zeichen", "x" * 201])
def test_a_passphrase_that_keeps_nothing_is_refused(typed):
    with pytest.raises(Locked):
        encryption.sound_passphrase(typed)


@pytest.mark.django_db(transaction=True)
def test_a_locked_backup_is_made_tried_and_put_back(tmp_path, capsys):
    made = factories.tournament(players=4)
    name = Player.objects.first().family_name.encode()
    stick = tmp_path / "stick"
    stick.mkdir()
    locked = make_backup(Occasion.HAND, now=NOON, into=stick, passphrase=WORDS)
    assert locked.locked
    assert [one.name for one in stick.iterdir()] == [locked.path.name], "nothing else on the stick"
    content = locked.path.read_bytes()
    assert name not in content
    assert b"PK\x03\x04" not in content[:400]
    left = [path for path in tmp_path.rglob("*") if path.is_file() and path.name != "backup-key"]
    assert left == [locked.path], "nothing plain is left anywhere"
    with in_the_clear(locked.path, WORDS) as plain:
        assert check_backup(plain).ours
    with pytest.raises(NeedsPassphrase):
        restore(locked.path, now=NOON)
    with pytest.raises(Locked, match="passt nicht"):
        restore(locked.path, now=NOON, passphrase="vier Wörter im Sturm")
    Tournament.objects.filter(pk=made.pk).update(name="Danach")
    restore(locked.path, now=NOON + timedelta(minutes=1), passphrase=WORDS)
    assert Tournament.objects.get(pk=made.pk).name == made.name
    assert not [path for path in tmp_path.rglob(".*") if path.is_dir()], "and no desk stands about"


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_commands_ask_for_it_and_say_what_is_wrong(tmp_path, monkeypatch):
    factories.tournament(players=4)
    word, wrong = tmp_path / "word", tmp_path / "wrong"
    word.write_text(f"{WORDS}\nzweite Zeile\n", encoding="utf-8")
    wrong.write_text("etwas ganz anderes", encoding="utf-8")
    told = StringIO()
    call_command("backup", "--passphrase-file", str(word), stdout=told)
    [kept] = backups()
    assert kept.path.name in told.getvalue()
    assert kept.locked
    with pytest.raises(CommandError, match="passt nicht"):
        call_command("restore", str(kept.path), "--passphrase-file", str(wrong))
    typed = iter([WORDS, "anders", "", WORDS, WORDS])
    monkeypatch.setattr("getpass.getpass", lambda _asked: next(typed))
    with pytest.raises(CommandError, match="verschieden"):
        call_command("backup", "--locked")
    with pytest.raises(CommandError, match="Ohne Passwort"):
        call_command("backup", "--locked")
    call_command("backup", "--locked", "--into", str(tmp_path / "stick"), stdout=told)
    call_command("restore", str(kept.path), "--passphrase-file", str(word), stdout=told)
    assert "Eingespielt" in told.getvalue()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_page_makes_one_and_tries_it(client: Client, tmp_path):
    made = factories.tournament(players=4)
    address = reverse("backup", args=[made.slug])
    person = factories.user()
    person.is_superuser = True
    person.save()
    client.force_login(person)
    assert "verschieden" in client.post(address, {"passphrase": WORDS, "again": "x"}).content.decode()
    assert (
        "mindestens 12 Zeichen"
        in client.post(address, {"passphrase": "kurz", "again": "kurz"}).content.decode()
    )
    assert client.post(address, {"passphrase": " ", "again": ""}).status_code == 422, (
        "an empty one is no wish for a plain one"
    )
    assert backups() == []
    page = client.post(address, {"passphrase": WORDS, "again": WORDS}, follow=True).content.decode()
    [kept] = backups()
    assert f"Verschlüsselt gesichert und geprüft: {kept.path.name}" in page
    assert WORDS not in page
    wrong = client.post(address, {"look": kept.path.name, "passphrase": "vier Wörter im Sturm"})
    assert wrong.status_code == 422
    assert "passt nicht zu dieser Sicherung" in wrong.content.decode()
    right = client.post(address, {"look": kept.path.name, "passphrase": WORDS}, follow=True).content.decode()
    assert re.search(r"Das Passwort passt, die Sicherung ist heil: \d+ Zeilen", right)
    assert client.post(address, {"look": "../backup-key", "passphrase": WORDS}).status_code == 422
    taken = client.get(reverse("backup_file", args=[made.slug, kept.path.name]))
    assert b"".join(taken).startswith(encryption.MARK)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_what_a_fallen_plug_left_is_swept_away_a_day_later(tmp_path, monkeypatch):
    factories.tournament(players=4)
    make_backup(Occasion.HAND, now=NOON)
    for desk in (tmp_path / "backups" / ".making-x", tmp_path / ".checking-x"):
        desk.mkdir()
        (desk / "database.sqlite3").write_text(json.dumps({"plain": True}), encoding="utf-8")
    now = datetime.now(UTC)
    make_backup(Occasion.HAND, now=now)
    assert (tmp_path / ".checking-x").exists(), "somebody may be at it"
    make_backup(Occasion.HAND, now=now + timedelta(days=2))
    assert not (tmp_path / ".checking-x").exists()
    assert not (tmp_path / "backups" / ".making-x").exists()
