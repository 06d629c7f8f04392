"""A photo as it is sent becomes a clean picture: really decoded, upright, without metadata, of a bounded size."""

from __future__ import annotations

import io
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy
from PIL import Image

from tournaments.paper.core.broken import BROKEN_PICTURES
from tournaments.paper.core.decoded import shrink, too_dear, upright
from tournaments.paper_entry.services.photos import CleanPhoto

MOST_BYTES = 15 * 1024 * 1024
MOST_PIXELS = 50_000_000  # the largest phones take pictures of 48 million
LONGEST_SIDE = 2400  # enough to read a list of 20 games
QUALITY = 80
FORMATS = ("JPEG", "PNG", "WEBP")


class PhotoRefused(Exception):
    """A file that cannot be kept; its argument is the sentence for the page."""


def clean_picture(data: bytes) -> CleanPhoto:
    """Decode a picture completely and write it anew: what is kept has pixels and nothing else."""
    if len(data) > MOST_BYTES:
        raise PhotoRefused(gettext_lazy("Das Foto ist zu groß: höchstens 15 MB."))
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as sent:
            if sent.width * sent.height > MOST_PIXELS:
                raise PhotoRefused(gettext_lazy("Das Foto hat zu viele Bildpunkte: höchstens 50 Millionen."))
            shrink(sent, "RGB", LONGEST_SIDE)
            if too_dear(sent):
                raise PhotoRefused(
                    gettext_lazy(
                        "Dieses Bild ist zu groß für seine Art: Bitte als gewöhnliches JPEG senden, wie Handys es speichern."
                    )
                )
            sent.load()
            plain = on_white(sent)
            plain.thumbnail((LONGEST_SIDE, LONGEST_SIDE), Image.Resampling.LANCZOS)
            return encoded_anew(upright(plain, sent))
    except BROKEN_PICTURES as broken:
        raise PhotoRefused(
            gettext_lazy(
                "Diese Datei lässt sich nicht als Foto lesen. Bitte ein Bild als JPEG, PNG oder WebP wählen."
            )
        ) from broken


def on_white(picture: Image.Image) -> Image.Image:
    """Pixels in plain colours; what is transparent becomes paper."""
    if picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info:
        layer = picture if picture.mode == "RGBA" else picture.convert("RGBA")
        paper = Image.new("RGB", layer.size, "white")
        paper.paste(layer, mask=layer.getchannel("A"))
        return paper
    return picture if picture.mode == "RGB" else picture.convert("RGB")


def encoded_anew(picture: Image.Image) -> CleanPhoto:
    """A JPEG that holds these pixels and nothing of the file they came from."""
    bare = Image.new("RGB", picture.size)
    bare.paste(picture)
    target = io.BytesIO()
    bare.save(target, "JPEG", quality=QUALITY, optimize=True)
    return CleanPhoto(jpeg=target.getvalue(), width=bare.width, height=bare.height)


class PhotoForm(forms.Form):
    """One photo of the paper."""

    photo = forms.FileField(
        label=gettext_lazy("Foto der Liste"),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
        help_text=gettext_lazy("JPEG, PNG oder WebP, höchstens 15 MB. Ort und Kameradaten werden entfernt."),
        error_messages={
            "required": gettext_lazy("Bitte ein Foto wählen."),
            "empty": gettext_lazy("Die Datei ist leer: Bitte das Foto noch einmal wählen."),
            "invalid": gettext_lazy("Bitte ein Foto wählen."),
        },
    )

    def clean_photo(self) -> CleanPhoto:
        sent: Any = self.cleaned_data["photo"]
        assert isinstance(sent, UploadedFile)
        if sent.size is None or sent.size > MOST_BYTES:
            raise forms.ValidationError(gettext_lazy("Das Foto ist zu groß: höchstens 15 MB."))
        try:
            return clean_picture(sent.read())
        except PhotoRefused as refusal:
            raise forms.ValidationError(refusal.args[0]) from refusal
