"""Makes a backup while the site runs, and checks it: `python manage.py backup`; `--locked` puts it under a passphrase."""

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.sentence import Refusal
from scoring.speech import say
from tournaments.backups.services.backups import Occasion, make_backup
from tournaments.backups.services.checks import check_backup, in_the_clear
from tournaments.management.passphrases import add_passphrase, new_passphrase


class Command(BaseCommand):
    """One file with everything."""

    help = _("Sichert alles in eine Datei, auch während die Seite läuft, und prüft sie.")

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Where to."""
        parser.add_argument("--into", type=Path, help=_("Ordner, zum Beispiel ein USB-Stick"))
        add_passphrase(parser, asked=True)

    def handle(self, *, into: Path | None, **options: Any) -> None:
        """Make it, and say what is in it."""
        if into is not None:
            try:
                into.mkdir(parents=True, exist_ok=True)
            except OSError as fault:
                raise CommandError(
                    _("Der Ordner {folder} lässt sich nicht anlegen: Einen anderen nennen.").format(
                        folder=into
                    )
                ) from fault
        try:
            passphrase = new_passphrase(options)
            made = make_backup(Occasion.HAND, now=timezone.now(), into=into, passphrase=passphrase)
            with in_the_clear(made.path, passphrase) as plain:
                checked = check_backup(plain)
        except Refusal as refusal:
            raise CommandError(say(refusal)) from refusal
        self.stdout.write(
            _("Gesichert und geprüft: {path} ({size} kB, {rows} Zeilen, {journals} Protokolle)").format(
                path=made.path,
                size=made.size // 1024,
                rows=sum(checked.counts.values()),
                journals=checked.journals,
            )
        )
