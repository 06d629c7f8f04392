"""`manage.py work`: works through the queue of large workbooks, plan searches and pictures to read."""

from __future__ import annotations

import argparse
import os

from django.core.management.base import BaseCommand

from tournaments.management.worker import LivingWorker


class Command(BaseCommand):
    """On a host a service of its own, on as many hosts as one likes; on a laptop the site starts it when there is something."""

    help = "Erledigt, was länger dauert als eine Seite: große Arbeitsmappen, Plansuchen, Bilder von Listen."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--until-done", action="store_true", help="endet, wenn nichts mehr wartet")

    def handle(self, *, until_done: bool, **_options: object) -> None:
        """Behind everybody else: whoever enters a game does not wait for it."""
        if hasattr(os, "nice"):
            os.nice(10)
        worker = LivingWorker(until_done=until_done)
        worker.configure_signals()
        worker.run()
