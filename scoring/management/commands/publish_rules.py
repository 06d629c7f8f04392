"""Publishes the rule sets that come with the house, or one from a TOML file."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from scoring.rules import RulesError, parse_toml
from scoring.services import publish_built_in, publish_rules
from scoring.speech import say


class Command(BaseCommand):
    help = (
        "Publish the built-in rule sets, or those of the given TOML files. Calling it again changes nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="*", type=Path, help="TOML files; without any: the built-in ones")

    def handle(self, *_args: Any, files: list[Path], **_options: Any) -> None:
        now = timezone.now()
        try:
            if files:
                rows = tuple(
                    publish_rules(parse_toml(file.read_text(encoding="utf-8")), by=None, now=now)
                    for file in files
                )
            else:
                rows = publish_built_in(now=now)
        except RulesError as error:
            raise CommandError(say(error)) from None
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(str(error)) from None
        for row in rows:
            self.stdout.write(f"{row.key} {row.version}  {row.short_fingerprint}  {row.name}")
