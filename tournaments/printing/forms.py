"""An emblem as it is sent becomes a clean picture: really decoded, without metadata, small enough for every page."""

from __future__ import annotations

import io
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy
from PIL import Image, ImageOps

from tournaments.paper.core.broken import BROKEN_PICTURES
from tournaments.printing.services import CleanEmblem

MOST_BYTES = 4 * 1024 * 1024
MOST_PIXELS = 4_000_000  # 2000 × 2000; decoded whole, four bytes each
LONGEST_SIDE = 900  # 300 dots to the inch on 76 mm, more than a certificate gives it
SHORTEST_SIDE = 40
FORMATS = ("JPEG", "PNG")
STROKES = (b"<svg", b"<?xml", b"<!DOCTYPE svg")


class EmblemRefused(Exception):
    """A file that cannot be kept; its argument is the sentence for the page."""


def clean_emblem(data: bytes) -> CleanEmblem:
    """Decode a picture completely and write it anew; what shines through stays so."""
    if any(sign in data[:1024] for sign in STROKES):
        raise EmblemRefused(
            gettext_lazy("SVG-Dateien können Programme enthalten: Bitte das Wappen als PNG speichern.")
        )
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as sent:
            if sent.width * sent.height > MOST_PIXELS:
                raise EmblemRefused(gettext_lazy("Das Bild hat zu viele Bildpunkte: höchstens 4 Millionen."))
            if min(sent.size) < SHORTEST_SIDE:
                raise EmblemRefused(
                    gettext_lazy("Das Bild ist zu klein zum Drucken: mindestens 40 Bildpunkte je Seite.")
                )
            sent.load()
            upright = ImageOps.exif_transpose(sent).convert("RGBA")
            upright.thumbnail((LONGEST_SIDE, LONGEST_SIDE), Image.Resampling.LANCZOS)
            bare = Image.new("RGBA", upright.size)
            bare.paste(upright)
            target = io.BytesIO()
            bare.save(target, "PNG", optimize=True)
            return CleanEmblem(png=target.getvalue(), width=bare.width, height=bare.height)
    except BROKEN_PICTURES as broken:
        raise EmblemRefused(
            gettext_lazy("Diese Datei lässt sich nicht als Bild lesen. Bitte ein PNG oder JPEG wählen.")
        ) from broken


class EmblemForm(forms.Form):
    """One picture."""

    picture = forms.FileField(
        label=gettext_lazy("Bild"),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg"}),
        help_text=gettext_lazy("PNG (auch mit durchsichtigem Grund) oder JPEG, höchstens 4 MB."),
        error_messages={
            "required": gettext_lazy("Bitte ein Bild wählen."),
            "empty": gettext_lazy("Die Datei ist leer: Bitte das Bild noch einmal wählen."),
            "invalid": gettext_lazy("Bitte ein Bild wählen."),
        },
    )

    def clean_picture(self) -> CleanEmblem:
        sent: Any = self.cleaned_data["picture"]
        assert isinstance(sent, UploadedFile)
        if sent.size is None or sent.size > MOST_BYTES:
            raise forms.ValidationError(gettext_lazy("Das Bild ist zu groß: höchstens 4 MB."))
        try:
            return clean_emblem(sent.read())
        except EmblemRefused as refusal:
            raise forms.ValidationError(refusal.args[0]) from refusal
