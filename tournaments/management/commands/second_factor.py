"""Takes a lost second factor off, at this machine's keyboard: `python manage.py second_factor NAME --remove`."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.accounts.selectors.second import second_of
from tournaments.accounts.services.second import take_everything_off
from tournaments.models import User


class Command(BaseCommand):
    """Says what somebody has beside his password; with --remove takes it off and signs him out everywhere."""

    help = _("Zeigt den zweiten Schritt eines Kontos; mit --remove nimmt er ihn heraus.")

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Whose, and whether it goes."""
        parser.add_argument("name", help=_("Anmeldename"))
        parser.add_argument(
            "--remove", action="store_true", help=_("App, Passkeys und Notfall-Codes entfernen")
        )

    def handle(self, *, name: str, remove: bool, **_options: Any) -> None:
        """Show or remove; the machine's journal keeps the removal."""
        user = User.objects.filter(username__iexact=name).first()
        if user is None:
            raise CommandError(_("Ein Konto „{name}“ gibt es nicht.").format(name=name))
        if remove:
            take_everything_off(username=name, now=timezone.now())
            self.stdout.write(
                _("{name} meldet sich jetzt mit dem Passwort allein an und ist überall abgemeldet.").format(
                    name=user.username
                )
            )
            return
        found = second_of(user)
        app = _("Code-App") if found.app else _("keine Code-App")
        keys = ngettext("{count} Passkey", "{count} Passkeys", len(found.passkeys)).format(
            count=len(found.passkeys)
        )
        left = ngettext("{count} Notfall-Code", "{count} Notfall-Codes", found.codes_left).format(
            count=found.codes_left
        )
        self.stdout.write(f"{user.username}: {app}, {keys}, {left}")
