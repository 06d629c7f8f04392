"""What is fuzzed: name → what it does with bytes. It may refuse with a sentence; anything else it raises is a finding."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import suppress

from django.core.exceptions import ValidationError

from scoring.engine.notation import read_cards, read_melds
from scoring.engine.record_reader import read_records
from scoring.sentence import Refusal
from tournaments.access.core.proxies import caller_behind
from tournaments.backups.services.encryption import Locked, head_of
from tournaments.event.selectors.journal import verdict_of_lines
from tournaments.field.formats import read_tables
from tournaments.files.formats.tournament_reading import read_tournament
from tournaments.lists.selectors.check_codes import read_code
from tournaments.paper_entry.forms.photos import NoPicture, clean_picture
from tournaments.sealing.core import AVAILABLE, signature_in

Target = Callable[[bytes], object]


def text(read: Callable[[str], object]) -> Target:
    """Of what takes words: bytes as a form would bring them."""
    return lambda data: read(data.decode("utf-8", "replace").replace("\x00", ""))


def refusing(target: Target) -> Target:
    def tried(data: bytes) -> None:
        with suppress(Refusal, ValidationError, NoPicture):
            target(data)

    return tried


def locked_head(data: bytes) -> None:
    with suppress(Locked):
        head_of(io.BytesIO(data))


TARGETS: dict[str, Target] = {
    name: refusing(target)
    for name, target in {
        "table": read_tables,  # xlsx, ods, csv: what it is shows in its bytes
        "tournament": read_tournament,  # zip with JSON
        "picture": clean_picture,
        "cards": text(read_cards),
        "melds": text(read_melds),
        "game": text(read_records),
        "code": text(read_code),  # of a printed list, typed or scanned
        "journal": text(lambda said: verdict_of_lines(said.splitlines())),  # JSON lines
        "proxies": text(lambda said: caller_behind(2, forwarded=said, sent="192.0.2.1")),  # a header
        "locked": locked_head,
        **({"sealed": signature_in} if AVAILABLE else {}),  # PDF
    }.items()
}
