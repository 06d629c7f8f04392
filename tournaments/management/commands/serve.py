"""Serves the site: `python manage.py serve`; it names the application, so that nobody has to type the é."""

import argparse
import contextlib
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.sentence import Refusal
from scoring.speech import say
from tournaments.access.selectors import phones
from tournaments.access.visitors import OWN_NAMES
from tournaments.accounts.selectors.printed import no_account_yet
from tournaments.desk.services.network import note_at_start
from tournaments.management import network, ports, servers
from tournaments.management.data_folder import refuse_broken_data
from tournaments.management.local_name import answering
from tournaments.management.own_folder import keep_to_owner

_EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104  the phones in the hall are meant to come in


class Command(BaseCommand):
    """Say where the site can be reached, and answer until Ctrl-C."""

    help = _("Startet den Server und zeigt, unter welcher Adresse er zu erreichen ist.")
    requires_system_checks = []  # `prepare` and CI have checked; a hall does not wait for it again

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Host, port, processes, browser."""
        parser.add_argument(
            "--host", default="127.0.0.1", help=_("0.0.0.0: auch für die Handys im selben Netz")
        )
        parser.add_argument("--port", type=int, default=8000, help=_("ist er belegt, gilt der nächste freie"))
        parser.add_argument("--workers", type=int, default=1, help=_("mehrere Prozesse, nur mit PostgreSQL"))
        parser.add_argument("--https", action="store_true", help=_("mit dem Zertifikat von hall_certificate"))
        parser.add_argument(
            "--certificate", type=Path, help=_("eigenes Zertifikat samt Kette (PEM), mit --key")
        )
        parser.add_argument("--key", type=Path, help=_("der Schlüssel dazu (PEM)"))
        parser.add_argument("--browser", action="store_true", help=_("öffnet die Seite im Browser"))

    def handle(self, *, host: str, port: int, workers: int, browser: bool, **options: Any) -> None:
        """Bind, tell, serve."""
        secured = self._certificate(**{name: options[name] for name in ("https", "certificate", "key")})
        self.scheme = "https" if secured else "http"
        if not 0 < port < 65536:
            raise CommandError(_("Der Port muss zwischen 1 und 65535 liegen."))
        self._refuse_workers(workers)
        try:
            refuse_broken_data(whole=False)
        except Refusal as refusal:
            raise CommandError(say(refusal)) from refusal
        database = Path(settings.DATABASES["default"]["NAME"]) if connection.vendor == "sqlite" else None
        keep_to_owner(Path(settings.DATA_DIR), database)
        # A laptop moves on to the next free port; on a host the proxy knows only the one that was asked for.
        tries = 1 if settings.PRODUCTION else network.TRIES
        folder = Path(settings.DATA_DIR)
        try:
            with ports.own_port(
                host, port, tries=tries, folder=folder, waiting=self._wait_for_port
            ) as listener:
                self._serve(
                    listener, host=host, asked=port, workers=workers, browser=browser, secured=secured
                )
        except network.NoFreePort as nowhere:
            raise CommandError(
                _("Unter {host} ist ab Port {port} keiner frei. Mit --port einen anderen wählen.").format(
                    host=host, port=port
                )
            ) from nowhere
        self._say(_("Angehalten. Alles ist gespeichert."))

    def _serve(
        self,
        listener: socket.socket,
        *,
        host: str,
        asked: int,
        workers: int,
        browser: bool,
        secured: servers.Secured | None,
    ) -> None:
        """Tell where the site is, and answer on a port that is this server's alone."""
        got = listener.getsockname()[1]
        reachable = phones.addresses_for_phones() if host in _EVERYWHERE and not settings.PRODUCTION else []
        with answering(reachable, got) as name:
            self._announce(host, asked=asked, got=got, browser=browser, name=name)
            if reachable:
                with contextlib.suppress(DatabaseError):  # tables that `prepare` has not made yet
                    note_at_start(likeliest=reachable[0], present=reachable, now=timezone.now())
            servers.serve(listener, workers=workers, secured=secured)

    def _wait_for_port(self, port: int) -> None:
        self._say(_("Auf Port {port} hört noch jemand: einen Moment …").format(port=port))

    def _refuse_workers(self, workers: int) -> None:
        if workers < 1:
            raise CommandError(_("Es braucht mindestens einen Prozess."))
        if workers == 1:
            return
        if connection.vendor != "postgresql":
            raise CommandError(
                _("Mehrere Prozesse brauchen PostgreSQL (DATABASE_URL). SQLite bedient einer.")
            )
        if sys.platform == "win32":
            raise CommandError(_("Mehrere Prozesse gibt es unter Windows nicht. Ohne --workers starten."))

    def _certificate(
        self, *, https: bool, certificate: Path | None, key: Path | None
    ) -> servers.Secured | None:
        """The certificate to serve with; None for plain http."""
        if not (https or certificate or key):
            return None
        own = Path(settings.DATA_DIR)
        secured = servers.Secured(
            certificate=certificate or own / "hall-server.pem", key=key or own / "hall-server-key.pem"
        )
        if bool(certificate) != bool(key):
            raise CommandError(_("Zu --certificate gehört --key, und umgekehrt."))
        for path in (secured.certificate, secured.key):
            if not path.is_file():
                raise CommandError(
                    _("{file} fehlt. Ein eigenes macht: python manage.py hall_certificate").format(
                        file=path.name
                    )
                )
        return secured

    def _announce(self, host: str, *, asked: int, got: int, browser: bool, name: str) -> None:
        local = "127.0.0.1" if host in _EVERYWHERE else _bracketed(host)
        here = f"{self.scheme}://{local}:{got}/"
        if got != asked:
            self._say(_("Port {asked} ist belegt, also gilt {got}.").format(asked=asked, got=got))
        self._say(_("Auf diesem Rechner:  {address}").format(address=here))
        with contextlib.suppress(DatabaseError):  # tables that `prepare` has not made yet
            self._announce_first_account(here, local=local)
        if host in _EVERYWHERE:
            self._announce_to_phones(got, name)
        self._say(_("Anhalten mit Strg+C."))
        if browser:
            threading.Timer(0.5, webbrowser.open, (here,)).start()

    def _announce_first_account(self, here: str, *, local: str) -> None:
        """Say where the first account is created, while there is none."""
        if not no_account_yet():
            return
        if settings.PRODUCTION or settings.BEHIND_PROXY or local not in OWN_NAMES:
            self._say(_("Noch hat hier niemand ein Konto. Eines anlegen: manage.py createsuperuser"))
            return
        self._say(
            _(
                "Noch hat hier niemand ein Konto: Auf diesem Rechner {address} öffnen und „{button}“ wählen."
            ).format(address=here, button=_("Anmelden und beginnen"))
        )

    def _announce_to_phones(self, port: int, name: str) -> None:
        called = [*phones.addresses_for_phones(), *([name] if name else [])]
        addresses = [f"{self.scheme}://{address}:{port}/" for address in called]
        if not addresses:
            self._say(_("Handys: noch kein Netz gefunden. WLAN oder Hotspot einschalten und neu starten."))
            return
        self._say(_("Handys im selben Netz:  {address}").format(address="  ".join(addresses)))
        self._say(network.qr_code(addresses[0], colours=self.stdout.isatty()))

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
