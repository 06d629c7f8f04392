"""`python manage.py hall_certificate`: a certificate authority of this laptop's own, and a certificate for its addresses."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.access.selectors.phones import addresses_for_phones

try:
    from tournaments.management.certificates import BrokenAuthority, make_certificates, may_speak_for
except ImportError:  # no wheel of cryptography for Windows on ARM
    make_certificates = None  # type: ignore[assignment]

NAMES = ["romme-club.local", "localhost", "127.0.0.1"]


class Command(BaseCommand):
    """Make both, and say what phones need."""

    help = _("Macht ein Zertifikat für https im Saal, ausgestellt von diesem Laptop selbst.")

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """More names than the machine knows of itself."""
        parser.add_argument("names", nargs="*", help=_("weitere Adressen oder Namen auf .local"))

    def handle(self, *, names: list[str], **_options: Any) -> None:
        """Write the files and tell the next step."""
        if make_certificates is None:
            raise CommandError(_("Auf diesem Rechner gibt es die Bibliothek für Zertifikate nicht."))
        folder = Path(settings.DATA_DIR)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        every = list(dict.fromkeys([*addresses_for_phones(), *names, *NAMES]))
        ours = [name for name in every if may_speak_for(name)]
        try:
            made = make_certificates(folder, names=ours, now=timezone.now())
        except BrokenAuthority as broken:
            raise CommandError(
                _(
                    "Das Zertifikat dieses Laptops ist beschädigt: {files}. Aus einer Kopie des Ordners zurückholen, oder beide Dateien "
                    "umbenennen und noch einmal aufrufen: Dann brauchen Handys das neue."
                ).format(files=", ".join(str(path) for path in broken.args))
            ) from broken
        self.stdout.write(_("Das Zertifikat gilt für {names}.").format(names=", ".join(ours)))
        if left_out := [name for name in every if name not in ours]:
            self.stdout.write(
                _("Nicht für {names}: Es spricht nur für private Netze und Namen auf .local.").format(
                    names=", ".join(left_out)
                )
            )
        self.stdout.write(_("Starten mit:  python manage.py serve --host 0.0.0.0 --https"))
        self.stdout.write(
            _("Handys, die ohne Warnung hereinkommen sollen, brauchen {file} (Seite /zertifikat/).").format(
                file=made.authority.name
            )
        )
