"""What one process writes another one reads: nothing may work only because a module was imported on the writing side.

Sealing loads pyHanko, and pyHanko loads modules that add names to registries of others. A machine that only judges never
seals, so the reading side of each test is a process of its own that has done nothing else.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import factories
from tests.factories import NOON
from tests.rooms import HOUSE
from tournaments.files.formats.tournament_writing import tournament_file
from tournaments.models import FairCopy, ScoreSheet
from tournaments.sealing import core as sealing
from tournaments.sealing.services import seals
from tournaments.sealing.views.seals import sealed_copy

pytestmark = pytest.mark.skipif(not sealing.AVAILABLE, reason="pyHanko has no wheel for this machine")

JUDGE = """
import sys
from pathlib import Path
from tournaments.sealing import core
found = core.signature_in(Path(sys.argv[1]).read_bytes())
print(found and (found.holds, found.whole, found.certificate.fingerprint))
"""
MACHINE = """
import os, sys
from pathlib import Path
os.environ["DJANGO_SETTINGS_MODULE"] = "rommé_club.settings"
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
call_command("publish_rules", stdout=open(os.devnull, "w"))
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.test.utils import setup_test_environment
from django.urls import reverse
from tournaments.models import User
"""
TAKE_OVER = (
    MACHINE
    + 'User.objects.create_superuser("verwaltung", password="ein langes Wort 4711")\ncall_command("take_over", sys.argv[1], "--as", "verwaltung")\n'
)
ASK_PAGE = MACHINE + (
    "setup_test_environment(debug=True)\n"
    'file = SimpleUploadedFile("1.pdf", Path(sys.argv[1]).read_bytes(), content_type="application/pdf")\n'
    'answer = Client().post(reverse("check_file"), {"file": file})\n'
    'print(answer.status_code, answer.context["worth"])\n'
)


@pytest.fixture
def accepted(db: None, settings, tmp_path: Path) -> ScoreSheet:
    settings.SEALED_LISTS = True
    settings.DATA_DIR = tmp_path / "hall"
    sheet = factories.table_of(3, rounds=1)
    factories.referee(sheet.table.series.tournament)
    return factories.accept(factories.sign_all(factories.play_all(sheet)))


@pytest.fixture
def sealed(accepted: ScoreSheet, tmp_path: Path) -> Path:
    path = tmp_path / "1.pdf"
    path.write_bytes(bytes(sealed_copy(FairCopy.objects.get(), now=NOON).pdf))
    return path


@pytest.fixture
def other_machine(made_before: Path, tmp_path: Path) -> Path:
    """Return a data folder with an empty database; `migrate` makes the tables where no earlier run has left them."""
    folder = tmp_path / "other"
    folder.mkdir()
    if made_before.exists():
        shutil.copyfile(made_before, folder / "romme-club.sqlite3")
    return folder


def run(script: str, *words: object, data: Path | None = None) -> str:
    """Return what a new Python process prints for a script; with DEBUG static files need no manifest."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "DATA_DIR")}
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, words)],
        cwd=HOUSE,
        env=kept | {"PYTHONUTF8": "1", "DEBUG": "1"} | ({"DATA_DIR": str(data)} if data else {}),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


def test_a_process_that_never_sealed_judges_a_seal(sealed):
    fingerprint = seals.certificate(now=NOON).fingerprint
    assert run(JUDGE, sealed) == str((True, True, fingerprint))


def test_a_process_that_never_sealed_finds_what_was_changed(sealed, tmp_path):
    content = sealed.read_bytes()
    changed = tmp_path / "changed.pdf"
    changed.write_bytes(content[:600] + bytes([content[600] ^ 1]) + content[601:])
    assert run(JUDGE, changed).startswith("(False, True, ")


def test_the_page_of_a_machine_that_never_sealed_knows_its_key(sealed, other_machine):
    """The laptop was started anew: its key lies there, and it is handed one of its papers first of all."""
    shutil.copyfile(seals.seal_file(), other_machine / "seal.pem")
    assert run(ASK_PAGE, sealed, data=other_machine) == "422 own", (
        "signed by this key, but kept in another database"
    )


def test_a_genuine_file_with_seals_is_taken_over_on_a_fresh_machine(
    sealed, accepted, other_machine, tmp_path
):
    moved = tmp_path / "turnier.zip"
    moved.write_bytes(tournament_file(accepted.table.series.tournament, now=NOON))
    assert "ist übernommen" in run(TAKE_OVER, moved, data=other_machine)
    assert run(ASK_PAGE, sealed, data=other_machine) == "200 taken"
