"""Collects the sentences of code and pages into the catalogues, for those who translate; or says which have no translation.

Django's `makemessages` with the flags of this house: all languages, no line numbers, no wrapping, no guesses from
similar sentences, nothing left over. So a run changes only what the sentences changed. French holds what players read
and no more (docs/decisions/0207).
"""

import argparse
import os
import re
import shutil
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands import makemessages

from tournaments.management.scope import IN_PART, in_scope

SOURCES = ("rommé_club", "scoring", "tournaments", "templates")
FLAGS = {
    "all": True,
    "no_obsolete": True,
    "no_wrap": True,
    "add_location": "file",
    "locale": [],
    "exclude": [],
    "domain": "django",
    "extensions": [],
    "ignore_patterns": [],
    "use_default_ignore_patterns": True,
    "no_location": False,
    "keep_pot": False,
    "verbosity": 0,
}


class Command(makemessages.Command):
    """`messages` writes the catalogues, `messages --check` only looks."""

    help = "Collects sentences into locale/*/LC_MESSAGES/django.po; the next command compiles them."
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """No flags to remember."""
        parser.add_argument(
            "--check", action="store_true", help="write nothing; fail and name what has no translation"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Work on a copy of the sources: Django lays files beside each page while it reads them, and others read here too."""
        house = Path(settings.BASE_DIR)
        with tempfile.TemporaryDirectory() as folder:
            bench = Path(folder)
            for source in SOURCES:
                shutil.copytree(house / source, bench / source, ignore=without_sentences)
            shutil.copytree(house / "locale", bench / "locale")
            self._collect(bench)
            catalogues = sorted(bench.glob("locale/*/LC_MESSAGES/django.po"))
            for catalogue in catalogues:
                if catalogue.parent.parent.name in IN_PART:
                    leave_out(catalogue)
                add_notes(catalogue, notes(house))
            missing = {catalogue.parent.parent.name: untranslated(catalogue) for catalogue in catalogues}
            if not options["check"]:
                for catalogue in catalogues:
                    keep_date(catalogue, house / catalogue.relative_to(bench))
        for language, sentences in missing.items():
            for sentence in sentences:
                self.stdout.write(f"{language}: {sentence}")
        if options["check"] and any(missing.values()):
            raise CommandError(
                "These sentences have no translation: python manage.py messages, then fill them in."
            )

    def _collect(self, bench: Path) -> None:
        here = Path.cwd()
        os.chdir(bench)
        try:
            super().handle(**FLAGS, symlinks=False)
        finally:
            os.chdir(here)


def without_sentences(folder: str, names: list[str]) -> list[str]:
    """The files of a folder in which nothing stands to be translated."""
    return [
        name
        for name in names
        if name == "__pycache__"
        or (not name.endswith((".py", ".html", ".txt")) and Path(folder, name).is_file())
    ]


def notes(house: Path) -> dict[str, str]:
    """What German sentences mean where the words alone do not tell; English, for translators."""
    kept: dict[str, str] = tomllib.loads((house / "locale" / "notes.toml").read_text(encoding="utf-8"))[
        "notes"
    ]
    return kept


def leave_out(catalogue: Path) -> None:
    """Keep the sentences that players read; the others are said in German."""
    head, *entries = catalogue.read_text(encoding="utf-8").split("\n\n")
    kept = [entry.strip("\n") for entry in entries if in_scope(entry)]
    catalogue.write_text("\n\n".join([head, *kept]) + "\n", encoding="utf-8", newline="\n")


def add_notes(catalogue: Path, meanings: dict[str, str]) -> None:
    """Put each note above its entry, where editors of catalogues show it."""
    head, *entries = catalogue.read_text(encoding="utf-8").split("\n\n")
    told = []
    for entry in entries:
        plain = "\n".join(line for line in entry.split("\n") if not line.startswith("#. "))
        sentence = re.search(r'^msgid "(.*)"$', plain, re.MULTILINE)
        note = meanings.get(sentence[1]) if sentence else None
        told.append(f"#. {note}\n{plain.lstrip()}" if note and not plain.startswith("#~") else plain)
    catalogue.write_text("\n\n".join([head, *told]), encoding="utf-8", newline="\n")


def keep_date(fresh: Path, kept: Path) -> None:
    """Write the fresh catalogue under the old date: a run without news changes nothing."""
    date = re.compile(r'^"POT-Creation-Date: .*$', re.MULTILINE)
    old = date.search(kept.read_text(encoding="utf-8"))
    text = fresh.read_text(encoding="utf-8")
    kept.write_text(date.sub(lambda _: old[0], text) if old else text, encoding="utf-8", newline="\n")


def untranslated(catalogue: Path) -> list[str]:
    """The sentences of a catalogue that say nothing in its language yet."""
    entries = catalogue.read_text(encoding="utf-8").split("\n\n")[1:]
    empty = re.compile(r'^msgstr(?:\[\d\])? ""$(?!\n")', re.MULTILINE)
    return [spelled(entry) for entry in entries if not entry.startswith("#~") and empty.search(entry)]


def spelled(entry: str) -> str:
    """The sentence of an entry, with the file where it stands."""
    places = re.findall(r"^#: (.*)$", entry, re.MULTILINE)
    lines = re.search(r"^msgid ((?:\".*\"\n?)+)", entry, re.MULTILINE)
    text = "".join(re.findall(r'"(.*)"', lines[1])) if lines else entry
    return f"{text}  ({', '.join(places)})"
