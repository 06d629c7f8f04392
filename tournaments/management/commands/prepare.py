"""Makes this machine ready: key, tables, rule sets, demo, static files. Calling it again changes nothing that is there."""

import argparse
import io
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.sentence import Refusal
from scoring.speech import say
from tournaments.backups.services.authenticity import seal_what_lies_here
from tournaments.backups.services.backups import Occasion, backup_folder, backups, make_backup
from tournaments.backups.services.checks import MANIFEST
from tournaments.management.data_folder import (
    begun_anew,
    broken_but_spared,
    refuse_broken_data,
    refuse_read_only,
)
from tournaments.management.own_folder import keep_to_owner
from tournaments.sealing import core as sealing
from tournaments.sealing.services.seals import BrokenIdentity, identity
from tournaments.storage import files
from tournaments.storage.machine_lock import machine_lock
from tournaments.storage.whole_files import write_once


class Command(BaseCommand):
    """One step after the other, each with the seconds that it took."""

    help = _("Richtet diesen Rechner ein: Schlüssel, Tabellen, Regelwerke, Vorführung, Dateien.")
    requires_system_checks = []  # Django 6 opens the database for them: they run when it was found whole

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """With the demo or without."""
        parser.add_argument("--no-demo", action="store_true", help=_("ohne Vorführ-Turnier"))

    def handle(self, *, no_demo: bool, **_options: Any) -> None:
        """Each step finds what is there and adds what is missing; a second one that is called meanwhile waits."""
        try:
            refuse_read_only(Path(settings.DATA_DIR))
            with machine_lock("prepare"):
                refuse_broken_data(whole=True)
                self._steps(no_demo=no_demo)
        except Refusal as refusal:
            raise CommandError(say(refusal)) from refusal

    def _steps(self, *, no_demo: bool) -> None:
        if begun_anew():
            self.stdout.write(
                _(
                    "Die Datenbank fehlt, aber Sicherungen liegen in {folder}: Es wird neu begonnen. Zurückspielen: manage.py restore DATEI"
                ).format(folder=backup_folder())
            )
        self._step(_("Schlüssel"), keep_secret_key)
        self._step(_("Rechte"), keep_data_to_owner)
        self._step(_("Siegel"), keep_seal)
        self.check()
        self._step(_("Datenbank"), migrate)
        self._step(_("Regelwerke"), quietly("publish_rules"))
        self._step(_("Bilder und Schriften"), quietly("collectstatic", interactive=False))
        if not no_demo:
            self.stdout.write(self._step(_("Vorführung"), self._demo))
        for refusal in broken_but_spared():
            self.stderr.write(say(refusal))

    def _demo(self) -> str:
        """Load the demo; what is wrong with its passwords keeps nobody from starting."""
        try:
            return quietly("load_demo")()
        except CommandError as broken:
            return str(broken)

    def _step(self, name: str, work: Callable[[], str]) -> str:
        self.stdout.write(f"  {name} … ", ending="")
        self.stdout.flush()
        begun, done = time.monotonic(), threading.Event()
        ticker = threading.Thread(target=self._tick, args=(done,), daemon=True)
        ticker.start()
        try:
            told = work()
        finally:
            done.set()
            ticker.join()
        self.stdout.write(f"{time.monotonic() - begun:.1f} s")
        self.stdout.flush()
        return told

    def _tick(self, done: threading.Event) -> None:
        """A dot for every second, so that nobody takes a slow laptop for a stuck one."""
        while not done.wait(1):
            self.stdout.write(".", ending="")
            self.stdout.flush()


def quietly(command: str, **options: Any) -> Callable[[], str]:
    """A command as a step: what it prints is handed back, so that the lines of the steps stay whole."""

    def work() -> str:
        told = io.StringIO()
        call_command(command, stdout=told, **options)
        return told.getvalue()

    return work


def keep_secret_key() -> str:
    """On a laptop: one key for good, readable by its owner only. In production it comes from the environment."""
    path = Path(settings.DATA_DIR) / "secret-key"
    if settings.PRODUCTION or path.exists():
        return ""
    write_once(path, secrets.token_urlsafe(50).encode())
    return ""


def keep_data_to_owner() -> str:
    """What lies in the folder of this machine is its owner's alone, what older versions left open is closed; a store is there."""
    files.make_ready()
    database = Path(settings.DATABASES["default"]["NAME"]) if connection.vendor == "sqlite" else None
    keep_to_owner(Path(settings.DATA_DIR), database)
    seal_what_lies_here([one.path for one in backups()], MANIFEST)
    return ""


def keep_seal() -> str:
    """The key with which accepted lists are sealed: one for good, where pyHanko is to be had."""
    if sealing.AVAILABLE:
        with suppress(BrokenIdentity):  # told at the end
            identity(now=timezone.now())
    return ""


def migrate() -> str:
    """Bring the tables up to date; a database that holds something is copied first."""
    executor = MigrationExecutor(connection)
    executor.check_replacements()  # a database from before a squash counts the squashed migration as applied
    pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if not pending:
        return ""
    if connection.vendor == "sqlite" and executor.loader.applied_migrations:
        make_backup(Occasion.UPDATE, now=timezone.now())
    return quietly("migrate", interactive=False)()
