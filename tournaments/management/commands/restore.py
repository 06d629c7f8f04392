"""Puts a backup back: `python manage.py restore FILE`. What is there now is backed up first."""

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.sentence import Refusal
from scoring.speech import say
from tournaments.backups.services.backups import backup_folder
from tournaments.backups.services.encryption import is_locked
from tournaments.backups.services.restoring import restore
from tournaments.backups.services.sharing import fetched
from tournaments.management.passphrases import add_passphrase, known_passphrase


class Command(BaseCommand):
    """Everything as it was when the backup was made."""

    help = _("Spielt eine Sicherung ein. Was jetzt da ist, wird vorher gesichert.")
    requires_system_checks = []  # Django 6 opens the database for them, and it may be broken

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Which file."""
        parser.add_argument("file", type=Path, help=_("die Sicherung, eine Datei romme-club-….zip"))

        parser.add_argument(
            "--fremd",
            action="store_true",
            help=_("die Datei hat ein anderer Rechner geschrieben, und ich weiß, woher sie kommt"),
        )

        add_passphrase(parser)

    def handle(self, *, file: Path, fremd: bool, **options: Any) -> None:
        """Put it back, and say what is there now."""
        file = fetched(file, backup_folder())
        if not file.is_file():
            raise CommandError(_("Die Datei {file} gibt es nicht.").format(file=file))
        try:
            passphrase = known_passphrase(options) if is_locked(file) else ""
            checked = restore(file, now=timezone.now(), foreign=fremd, passphrase=passphrase)
        except Refusal as refusal:
            raise CommandError(say(refusal)) from refusal
        self.stdout.write(
            _("Eingespielt: Stand vom {moment}, {rows} Zeilen, {journals} Protokolle geprüft.").format(
                moment=date_format(timezone.localtime(checked.made_at), "DATETIME_FORMAT"),
                rows=sum(checked.counts.values()),
                journals=checked.journals,
            )
        )
