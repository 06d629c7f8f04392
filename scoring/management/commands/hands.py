"""Answers questions about hands: JSON lines in, JSON lines out, thousands a second."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from scoring.engine.lines import answers
from scoring.rules import BUILT_IN, built_in
from scoring.speech import say

CHUNK = 1 << 16


class Command(BaseCommand):
    help = (
        "Read questions about hands as JSON lines and write an answer for each line (docs/hands-schema.json), "
        'for example {"id": 1, "ask": "best", "rules": "club_2018", "hand": "♥7 ♥8 ★ ♣D ♠D ♥D ♦2"}'
    )
    requires_system_checks = ()
    stealth_options = ("stdin",)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="*", help="files to read; without any: standard input")

    def handle(self, *_args: Any, files: list[str], **options: Any) -> None:
        laws = {key: built_in(key).law for key in BUILT_IN}
        try:
            for source in self.sources(files, options):
                for chunk in chunks(source):
                    found = list(answers(chunk, laws, say))
                    if found:
                        self.stdout.write("\n".join(found))
                        self.stdout.flush()
        except BrokenPipeError:
            return  # nobody reads any more
        except OSError as error:
            text = _("„{file}“ lässt sich nicht lesen: Die Datei fehlt oder ist keine Datei.")
            raise CommandError(text.format(file=error.filename)) from None

    def sources(self, files: list[str], options: dict[str, Any]) -> Iterator[BinaryIO]:
        if not files:
            yield options.get("stdin") or sys.stdin.buffer
        for name in files:
            with Path(name).open("rb") as file:
                yield file


def chunks(source: BinaryIO) -> Iterator[list[str]]:
    """Whole lines, as many as there are: one who asks by hand has the answer at once, a file goes in bulk."""
    read = getattr(source, "read1", source.read)
    rest = b""
    while data := read(CHUNK):
        *lines, rest = (rest + data).split(b"\n")
        yield [line.decode("utf-8", "replace") for line in lines]
    if rest:
        yield [rest.decode("utf-8", "replace")]
