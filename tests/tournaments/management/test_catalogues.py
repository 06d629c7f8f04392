"""Compiled translations: made from the .po files alone, again when these change, whole for everybody who reads them."""

import gettext
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tournaments.management import catalogues

PO = """msgid ""
msgstr ""
"Language: en\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Rangliste"
msgstr "Standings"

#, fuzzy
msgid "Tisch"
msgstr "Chair"

msgid "Liste"
msgstr ""

msgctxt "Karte"
msgid "Karo"
msgstr "Diamonds"

msgid "{count} Spiel"
msgid_plural "{count} Spiele"
msgstr[0] "{count} game"
msgstr[1] "{count} games"

#~ msgid "Alt"
#~ msgstr "Old"
"""


@pytest.fixture
def po(tmp_path) -> Path:
    path = tmp_path / "en/LC_MESSAGES/django.po"
    path.parent.mkdir(parents=True)
    path.write_text(PO, encoding="utf-8")
    return path


def read(po: Path) -> gettext.GNUTranslations:
    with po.with_suffix(".mo").open("rb") as file:
        return gettext.GNUTranslations(file)


def test_what_is_translated_is_compiled_and_nothing_guessed_empty_or_old(po, tmp_path):
    assert catalogues.compile_stale(tmp_path) == [po.with_suffix(".mo")]
    english = read(po)
    assert english.gettext("Rangliste") == "Standings"
    assert english.pgettext("Karte", "Karo") == "Diamonds"
    assert [english.ngettext("{count} Spiel", "{count} Spiele", n) for n in (1, 2)] == [
        "{count} game",
        "{count} games",
    ]
    assert [english.gettext(word) for word in ("Tisch", "Liste", "Alt")] == ["Tisch", "Liste", "Alt"]


def test_a_fresh_catalogue_is_left_alone(po, tmp_path):
    catalogues.compile_stale(tmp_path)
    assert catalogues.compile_stale(tmp_path) == []


@pytest.mark.parametrize("seconds", [-100, 100])
def test_a_changed_catalogue_is_compiled_again_even_when_its_file_is_older(po, tmp_path, seconds):
    catalogues.compile_stale(tmp_path)
    moment = po.stat().st_mtime + seconds
    po.write_text(PO.replace("Standings", "Ranking"), encoding="utf-8")
    os.utime(po, (moment, moment))
    catalogues.compile_stale(tmp_path)
    assert read(po).gettext("Rangliste") == "Ranking"


def test_many_that_start_at_once_leave_one_whole_catalogue(po, tmp_path):
    command = [sys.executable, "-c", f"from tournaments.management import catalogues; catalogues.compile_stale(catalogues.Path({str(tmp_path)!r}))"]  # fmt: skip
    with ThreadPoolExecutor(4) as pool:
        ends = [one.returncode for one in pool.map(lambda _: subprocess.run(command, cwd=catalogues.HOUSE, check=False), range(4))]  # fmt: skip
    assert ends == [0] * 4
    assert sorted(path.name for path in po.parent.iterdir()) == ["django.mo", "django.po"]
    assert read(po).gettext("Rangliste") == "Standings"


@pytest.mark.parametrize("broken", [b"<<<<<<< HEAD\n", b'msgid "\xff"\nmsgstr ""\n'])
def test_a_broken_catalogue_leaves_the_old_one_and_no_draft(po, tmp_path, capsys, broken):
    catalogues.compile_stale(tmp_path)
    po.write_bytes(PO.encode() + broken)
    catalogues.compile_or_warn(tmp_path)
    assert "nicht auf dem neuesten Stand" in capsys.readouterr().err
    assert sorted(path.name for path in po.parent.iterdir()) == ["django.mo", "django.po"]
    assert read(po).gettext("Rangliste") == "Standings"


def test_every_command_of_a_checkout_compiles_first(tmp_path):
    """A copy of the house without .mo, as git gives it: any command leaves them compiled."""
    for name in ("manage.py", "rommé_club", "scoring", "tournaments", "locale"):
        source, ignored = (
            catalogues.HOUSE / name,
            shutil.ignore_patterns("*.mo", "__pycache__", "ttf", "*.npz"),
        )
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=ignored)
        else:
            shutil.copyfile(source, tmp_path / name)
    subprocess.run([sys.executable, "manage.py", "version"], cwd=tmp_path, check=True, capture_output=True)
    assert {path.parent.parent.name for path in tmp_path.glob("locale/*/LC_MESSAGES/django.mo")} == {
        "en",
        "fr",
        "lb",
    }


@pytest.mark.skipif(shutil.which("msgfmt") is None, reason="gettext is not installed here")
def test_it_says_what_gettext_itself_would_say(tmp_path):
    for po in sorted(catalogues.LOCALE.glob("*/LC_MESSAGES/django.po")):
        subprocess.run(["msgfmt", "-o", tmp_path / "django.mo", po], check=True)
        theirs, ours = read(tmp_path / "django.po"), read(po)
        sentences = set(re.findall(r'^msgid "(.+)"$', po.read_text(encoding="utf-8"), re.MULTILINE))
        assert sentences
        assert [one for one in sorted(sentences) if theirs.gettext(one) != ours.gettext(one)] == []
