"""Serves the site: `python manage.py serve`; it names the application, so that nobody has to type the é."""

import argparse
import threading
import webbrowser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils.translation import gettext as _

from tournaments.access.selectors import phones
from tournaments.management import network, servers
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
        parser.add_argument(
            "--server",
            choices=("granian", "waitress"),
            default="granian" if servers.many_processes_possible() else "waitress",
            help=_("waitress nur, wo es granian nicht gibt"),
        )
        parser.add_argument("--browser", action="store_true", help=_("öffnet die Seite im Browser"))

    def handle(
        self, *, host: str, port: int, workers: int, server: str, browser: bool, **_options: Any
    ) -> None:
        """Bind, tell, serve."""
        if not 0 < port < 65536:
            raise CommandError(_("Der Port muss zwischen 1 und 65535 liegen."))
        self._refuse_workers(workers)
        database = Path(settings.DATABASES["default"]["NAME"]) if connection.vendor == "sqlite" else None
        keep_to_owner(Path(settings.DATA_DIR), database)
        # A laptop moves on to the next free port; on a host the proxy knows only the one that was asked for.
        tries = 1 if settings.PRODUCTION else network.TRIES
        try:
            listener = network.listen(host, port, tries=tries)
        except network.NoFreePort as nowhere:
            raise CommandError(
                _("Unter {host} ist ab Port {port} keiner frei. Mit --port einen anderen wählen.").format(
                    host=host, port=port
                )
            ) from nowhere
        got = listener.getsockname()[1]
        if server == "granian":
            listener.close()  # its processes open their own: nobody may wait at a door that is about to close
        self._announce(host, asked=port, got=got, browser=browser)
        if server == "granian":
            servers.serve_in_processes(host, got, workers=workers)
        else:
            servers.serve_in_threads(listener)
        self._say(_("Angehalten. Alles ist gespeichert."))

    def _refuse_workers(self, workers: int) -> None:
        if workers < 1:
            raise CommandError(_("Es braucht mindestens einen Prozess."))
        if workers == 1:
            return
        if connection.vendor != "postgresql":
            raise CommandError(
                _("Mehrere Prozesse brauchen PostgreSQL (DATABASE_URL). SQLite bedient einer.")
            )
        if not servers.many_processes_possible():
            raise CommandError(_("Mehrere Prozesse gibt es unter Windows nicht. Ohne --workers starten."))

    def _announce(self, host: str, *, asked: int, got: int, browser: bool) -> None:
        here = f"http://127.0.0.1:{got}/" if host in _EVERYWHERE else f"http://{_bracketed(host)}:{got}/"
        if got != asked:
            self._say(_("Port {asked} ist belegt, also gilt {got}.").format(asked=asked, got=got))
        self._say(_("Auf diesem Rechner:  {address}").format(address=here))
        if host in _EVERYWHERE:
            self._announce_to_phones(got)
        self._say(_("Anhalten mit Strg+C."))
        if browser:
            threading.Timer(0.5, webbrowser.open, (here,)).start()

    def _announce_to_phones(self, port: int) -> None:
        addresses = [f"http://{address}:{port}/" for address in phones.addresses_for_phones()]
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
