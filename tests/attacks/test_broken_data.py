"""A crash, a full disk or a wrong hand has broken a file in `.data/`: each start says what to do and overwrites nothing."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management.base import CommandError
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import NOON
from tests.rooms import HOUSE
from tournaments.backups.services import authenticity
from tournaments.backups.services.authenticity import BrokenKey
from tournaments.files.formats.tournament_writing import tournament_file
from tournaments.management.commands.load_demo import keep_passwords, known_passwords
from tournaments.sealing import core as sealing
from tournaments.sealing.services import seals
from tournaments.storage import whole_files

DATABASE = "romme-club.sqlite3"
SLOW = pytest.mark.slow


def manage(data: Path, *words: object) -> subprocess.CompletedProcess[str]:
    """Run one of our commands in a process of its own on a folder of data."""
    ours = {"PRODUCTION", "DEBUG", "SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "DATA_DIR", "SEAL_KEY"}
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    return subprocess.run(
        [sys.executable, "manage.py", *map(str, words)],
        cwd=HOUSE,
        env=kept | {"PYTHONUTF8": "1", "DATA_DIR": str(data), "STATIC_ROOT": str(data.parent / "static")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )


def told(run: subprocess.CompletedProcess[str]) -> str:
    """Return what a command said; never a traceback."""
    said = run.stdout + run.stderr
    assert "Traceback" not in said, said
    return said


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory, made_before: Path) -> Path:
    """A laptop that was made ready, with a backup; the tables are those of an earlier run, where it has left them."""
    data = tmp_path_factory.mktemp("laptop") / "data"
    data.mkdir()
    if made_before.exists():
        shutil.copyfile(made_before, data / DATABASE)
    assert manage(data, "prepare", "--no-demo").returncode == 0
    assert manage(data, "backup").returncode == 0
    return data


@pytest.fixture
def laptop(prepared: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(prepared, tmp_path / "data"))


def contents(data: Path) -> dict[str, bytes]:
    return {
        path.relative_to(data).as_posix(): path.read_bytes()
        for path in data.rglob("*")
        if path.is_file() and not path.name.endswith((".lock", "-shm", "-wal"))
    }


def refused(data: Path, *sentences: str, commands: tuple[str, ...] = ("prepare",)) -> None:
    """Assert that nothing starts, that one sentence says why, and that no file was changed, added or removed."""
    before = contents(data)
    for command in commands:
        run = manage(data, command, *(["--no-demo"] if command == "prepare" else ["--port", "8900"]))
        said = told(run)
        assert run.returncode, said
        for sentence in sentences:
            assert sentence in said, said
        assert contents(data) == before, command


@pytest.mark.parametrize(
    "content",
    [b"", pytest.param(b"abgeschnitten", marks=SLOW), pytest.param(b"\xff\xfe" * 40, marks=SLOW)],
    ids=["empty", "cut", "other bytes"],
)
def test_a_broken_secret_key_stops_the_start_and_stays(laptop, content):
    (laptop / "secret-key").write_bytes(content)
    refused(laptop, "Der Schlüssel dieses Rechners ist beschädigt", "secret-key", "umbenennen")


@SLOW
def test_a_folder_in_the_place_of_the_secret_key_is_a_sentence(laptop):
    (laptop / "secret-key").unlink()
    (laptop / "secret-key").mkdir()
    refused(laptop, "Der Schlüssel dieses Rechners ist beschädigt", commands=("prepare",))


@pytest.mark.parametrize("content", [b"", b'{"leitung": "Kreu', b"[1, 2]", b'{"leitung": 7}', b"\xff"])
def test_broken_passwords_of_the_demo_are_not_written_over(tmp_path, content):
    path = tmp_path / "demo-passwords.json"
    path.write_bytes(content)
    with pytest.raises(CommandError, match="changepassword"):
        known_passwords(path)
    assert path.read_bytes() == content


def test_broken_passwords_of_the_demo_are_told_and_the_rest_starts(laptop):
    path = laptop / "demo-passwords.json"
    content = b'{"leitung": "Kreu'
    path.write_bytes(content)
    run = manage(laptop, "prepare")
    said = told(run)
    assert run.returncode == 0, said
    assert "demo-passwords.json" in said
    assert "changepassword" in said
    assert path.read_bytes() == content


@pytest.mark.skipif(not sealing.AVAILABLE, reason="pyHanko has no wheel for this machine")
def test_a_cut_key_of_the_seals_is_told_at_the_start_and_lists_go_on(laptop):
    path = laptop / "seal.pem"
    content = path.read_bytes()[:150]
    path.write_bytes(content)
    run = manage(laptop, "prepare", "--no-demo")
    said = told(run)
    assert run.returncode == 0, said
    assert "Der Schlüssel der Siegel ist beschädigt" in said
    assert path.read_bytes() == content


@pytest.mark.django_db
@pytest.mark.skipif(not sealing.AVAILABLE, reason="pyHanko has no wheel for this machine")
@pytest.mark.parametrize("content", [b"", b"-----BEGIN PRIVATE KEY-----\nMIG"])
def test_no_page_fails_because_of_a_cut_key_of_the_seals(settings, tmp_path, content):
    settings.SEALED_LISTS, settings.DATA_DIR = True, tmp_path
    seals.seal_file().write_bytes(content)
    sheet = factories.table_of(3, rounds=1)
    factories.referee(sheet.table.series.tournament)
    factories.accept(factories.sign_all(factories.play_all(sheet)))
    stranger, keeper = Client(), Client()
    keeper.force_login(factories.administrator().user)
    assert stranger.get(reverse("seal_certificate")).status_code == 200
    assert "seal.pem" not in stranger.get(reverse("seal_certificate")).content.decode()
    assert "seal.pem" in keeper.get(reverse("seal_certificate")).content.decode()
    assert stranger.get(reverse("seal_certificate_file")).status_code == 404
    made = sheet.table.series.tournament
    assert stranger.get(f"/turnier/{made.slug}/liste/1/1/siegel/1.pdf").status_code == 404
    assert stranger.get(f"/turnier/{made.slug}/liste/1/1/siegel/").status_code == 200
    director = Client()
    director.force_login(factories.user())
    assert director.get(f"/turnier/{made.slug}/serie/1/versiegelt.zip").status_code in (400, 404)
    file = SimpleUploadedFile("1.pdf", b"%PDF-1.7 nothing", content_type="application/pdf")
    assert stranger.post(reverse("check_file"), {"file": file}).status_code == 422
    assert tournament_file(made, now=NOON).startswith(b"PK"), "a copy is made all the same, unsigned"
    assert seals.seal_file().read_bytes() == content


@pytest.mark.parametrize("content", [b"", pytest.param(b"\x00" * 31, marks=SLOW)])
def test_a_cut_key_of_the_backups_stops_the_start(laptop, settings, content):
    settings.DATA_DIR = laptop
    authenticity.key_file().write_bytes(content)
    refused(laptop, "Der Schlüssel der Sicherungen ist beschädigt", "restore --fremd")
    with pytest.raises(BrokenKey):
        authenticity.key()


def spoil(path: Path, how: str) -> None:
    """Damage a database file as a dying disk or a half copy does."""
    content = bytearray(path.read_bytes())
    match how:
        case "no database":
            content[:] = b"Das ist keine Datenbank.\n" * 50
        case "cut":
            del content[len(content) // 2 :]
        case "torn":
            content[3 * 1024 : 40 * 1024] = b"\xa5" * (37 * 1024)
    path.write_bytes(content)


@pytest.mark.parametrize(
    "how", ["no database", pytest.param("cut", marks=SLOW), pytest.param("torn", marks=SLOW)]
)
def test_a_damaged_database_is_told_left_alone_and_put_back_from_the_backup(laptop, how):
    path = laptop / DATABASE
    spoil(path, how)
    [backup] = (laptop / "backups").glob("*.zip")
    commands = ("prepare", "serve") if how == "no database" else ("prepare",)
    refused(laptop, "ist beschädigt", f"manage.py restore {backup}", commands=commands)
    run = manage(laptop, "restore", backup)
    assert run.returncode == 0, told(run)
    assert manage(laptop, "prepare", "--no-demo").returncode == 0


def test_an_empty_database_beside_backups_does_not_become_a_new_one(laptop):
    path = laptop / DATABASE
    path.write_bytes(b"")
    refused(laptop, "ist leer (0 Bytes)", "manage.py restore")
    [backup] = (laptop / "backups").glob("*.zip")
    assert manage(laptop, "restore", backup).returncode == 0
    assert manage(laptop, "prepare", "--no-demo").returncode == 0
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT COUNT(*) FROM scoring_ruleset").fetchone()[0] > 0


@SLOW
def test_an_empty_database_of_a_first_start_that_was_interrupted_is_filled(laptop):
    (laptop / DATABASE).write_bytes(b"")
    shutil.rmtree(laptop / "backups")
    assert manage(laptop, "prepare", "--no-demo").returncode == 0
    assert (laptop / DATABASE).stat().st_size > 0


@SLOW
def test_a_missing_database_beside_backups_is_told(laptop):
    for path in laptop.glob(f"{DATABASE}*"):
        path.unlink()
    run = manage(laptop, "prepare", "--no-demo")
    assert run.returncode == 0
    assert "Die Datenbank fehlt, aber Sicherungen liegen in" in told(run)


@pytest.mark.parametrize("command", ["prepare", pytest.param("serve", marks=SLOW)])
def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path, command):
    (tmp_path / "file").write_text("a file where a folder should be", encoding="utf-8")
    run = manage(tmp_path / "file" / "data", command)
    assert run.returncode
    assert "lässt sich nicht anlegen" in told(run)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a folder in which even root writes nothing")
@pytest.mark.parametrize("command", ["prepare", pytest.param("serve", marks=SLOW)])
def test_a_read_only_folder_is_a_sentence(command):
    run = manage(Path("/sys/kernel"), command)
    assert run.returncode
    assert "lässt sich nicht schreiben: /sys/kernel" in told(run)


@SLOW
def test_a_broken_lock_is_told(laptop):
    for path in laptop.glob("prepare.lock*"):
        path.unlink()
    (laptop / "prepare.lock").write_bytes(b"kein Schloss " * 100)
    run = manage(laptop, "prepare", "--no-demo")
    assert run.returncode
    assert "prepare.lock ist beschädigt" in told(run)


@pytest.mark.skipif(not sealing.AVAILABLE, reason="no cryptography for this machine")
@pytest.mark.parametrize("name", ["hall-ca-key.pem", pytest.param("hall-ca.pem", marks=SLOW)])
def test_a_cut_certificate_of_the_hall_is_told(laptop, name):
    assert manage(laptop, "hall_certificate").returncode == 0
    cut = (laptop / name).read_bytes()[:60]
    (laptop / name).write_bytes(cut)
    run = manage(laptop, "hall_certificate")
    assert run.returncode
    assert "Das Zertifikat dieses Laptops ist beschädigt" in told(run)
    assert (laptop / name).read_bytes() == cut


# Written whole and flushed ----------------------------------------------------------------------------------------


def test_secrets_are_written_whole_and_flushed_or_not_at_all(tmp_path):
    """A process that dies in the middle leaves no part under the final name: real kills, at every system call that writes."""
    path = tmp_path / "secret"
    whole_files.write_once(path, b"first")
    whole_files.write_once(path, b"second")
    assert path.read_bytes() == b"first", "whoever comes second leaves it"
    whole_files.replace_whole(path, b"third")
    assert path.read_bytes() == b"third"
    assert path.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in tmp_path.iterdir()] == ["secret"]


DIES = """
import os, sys
from pathlib import Path
sys.path.insert(0, {house!r})
from tournaments.storage import whole_files
deed, path, dies_at = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
calls = 0
def dying(event, arguments):
    global calls
    if event in ("open", "os.rename", "os.link", "os.remove") and str(path.parent) in str(arguments):
        calls += 1
        if calls == dies_at:
            os._exit(9)
sys.addaudithook(dying)
getattr(whole_files, deed)(path, b"n" * 100)
print("done")
"""


@pytest.mark.parametrize("deed", ["write_once", "replace_whole"])
def test_a_process_that_dies_on_the_way_leaves_the_old_file_or_the_new_one(tmp_path, deed):
    outcomes = set()
    for dies_at in range(1, 9):
        folder = tmp_path / str(dies_at)
        folder.mkdir()
        path = folder / "secret"
        if deed == "replace_whole":
            path.write_bytes(b"o" * 100)
        script = DIES.format(house=str(HOUSE))
        run = subprocess.run(
            [sys.executable, "-c", script, deed, str(path), str(dies_at)], capture_output=True, check=False
        )
        left = path.read_bytes() if path.exists() else None
        assert left in ({None, b"n" * 100} if deed == "write_once" else {b"o" * 100, b"n" * 100})
        outcomes.add(left)
        if run.stdout:
            break
    assert len(outcomes) == 2, "it died before and after"


def test_the_passwords_of_the_demo_replace_the_older_ones_whole(tmp_path):
    path = tmp_path / "demo-passwords.json"
    keep_passwords(path, {"leitung": "Karo-7"})
    keep_passwords(path, {"leitung": "Karo-8"})
    assert json.loads(path.read_text(encoding="utf-8")) == {"leitung": "Karo-8"}
    assert path.stat().st_mode & 0o777 == 0o600
