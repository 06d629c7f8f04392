"""A recorded game as it is pasted, and how it travels in an address: packed, so that it can be shared."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from scoring.engine.record import Record, write_record
from scoring.engine.record_reader import read_records
from scoring.sentence import Refusal
from scoring.speech import say

LONGEST = 60_000  # signs; the longest games have a tenth of it
LONGEST_PACKED = 6_000  # what fits in an address


class RecordForm(forms.Form):
    """One recorded game as text."""

    mitschrift = forms.CharField(
        label=gettext_lazy("Mitschrift einer Partie"),
        help_text=gettext_lazy("Die Form steht im Handbuch: Kopf, Blätter, Züge, Ergebnis."),
        max_length=LONGEST,
        widget=forms.Textarea(
            attrs={"rows": 10, "class": "record-typed", "spellcheck": "false", "autocomplete": "off"}
        ),
        error_messages={
            "required": gettext_lazy("Bitte eine Mitschrift einfügen oder eine Partie wählen."),
            "max_length": gettext_lazy(
                "Das ist zu lang für eine Partie: Bitte nur eine Mitschrift einfügen."
            ),
        },
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, initial: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(data, initial=dict(initial or {}), auto_id="feld_%s")
        self.packed = ""

    def clean_mitschrift(self) -> Record:
        record = one_record(self.cleaned_data["mitschrift"])
        self.packed = pack(record)
        if len(self.packed) > LONGEST_PACKED:
            raise forms.ValidationError(
                gettext_lazy("Diese Partie ist zu lang für die Seite. Der Befehl „replay“ prüft sie auch so.")
            )
        return record


def one_record(text: str) -> Record:
    """The first game of a text, or the reader's sentence with its place."""
    try:
        records = read_records(text)
    except Refusal as refusal:
        raise forms.ValidationError(say(refusal)) from None
    if not records:
        raise forms.ValidationError(gettext_lazy("In diesem Text steht keine Partie."))
    if len(records) > 1:
        raise forms.ValidationError(gettext_lazy("Bitte nur eine Partie einfügen: Hier stehen mehrere."))
    return records[0]


def pack(record: Record) -> str:
    """A game as a short word for an address."""
    return base64.urlsafe_b64encode(zlib.compress(write_record(record).encode(), 9)).decode().rstrip("=")


def unpack(word: str) -> str:
    """The text behind such a word; an empty text if it is none."""
    try:
        packed = base64.b64decode(
            word[:LONGEST_PACKED] + "=" * (-len(word) % 4), altchars=b"-_", validate=True
        )
        return zlib.decompressobj().decompress(packed, 4 * LONGEST).decode()
    except (binascii.Error, zlib.error, ValueError):
        return ""
