"""Takes a tournament's file over without a browser: `python manage.py take_over FILE --as NAME`."""

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.sentence import Refusal
from scoring.speech import say
from tournaments.access.core.budgets import TOURNAMENT
from tournaments.event.permissions import Actor
from tournaments.files.formats.tournament_reading import read_tournament
from tournaments.files.services.tournament_files import take_over
from tournaments.models import User


class Command(BaseCommand):
    """What the page „Turnier übernehmen“ does, by the same service: all of it or nothing."""

    help = _("Übernimmt ein Turnier aus einer Datei, wie die Seite „Turnier übernehmen“.")

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Which file, and who answers for it."""
        parser.add_argument("file", type=Path, help=_("die Turnierdatei (zip)"))
        parser.add_argument(
            "--as",
            dest="name",
            required=True,
            help=_("Anmeldename; dieses Konto verwaltet den Rechner und leitet"),
        )

    def handle(self, *, file: Path, name: str, **_options: Any) -> None:
        """Read within the same bounds as an upload, take over, say where it is."""
        user = User.objects.filter(username__iexact=name, is_active=True, is_superuser=True).first()
        if user is None:
            raise CommandError(
                _(
                    "„{name}“ verwaltet diesen Rechner nicht: Ein Konto der Verwaltung nennen, "
                    "oder mit manage.py createsuperuser eines anlegen."
                ).format(name=name)
            )
        try:
            if file.stat().st_size > TOURNAMENT.most_bytes:
                raise CommandError(_("Die Datei ist größer, als ein Turnier sein kann."))
            content = file.read_bytes()
        except OSError as fault:
            raise CommandError(_("{file} lässt sich nicht lesen.").format(file=file)) from fault
        by = Actor(user=user, device="manage.py take_over")
        try:
            made = take_over(read_tournament(content), by=by, now=timezone.now())
        except Refusal as refusal:
            raise CommandError(say(refusal)) from refusal
        self.stdout.write(
            _("„{name}“ ist übernommen, so wie es war: /turnier/{slug}/").format(
                name=made.name, slug=made.slug
            )
        )
