"""A sealed list as somebody sends it back: some bytes, bounded, and nothing of them believed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy

MOST_BYTES = 2 * 1024 * 1024  # a sealed list of 48 games has 60 kB


class SealedFileForm(forms.Form):
    """One file that may be a sealed list."""

    file = forms.FileField(
        label=gettext_lazy("Versiegelte Liste"),
        widget=forms.FileInput(attrs={"accept": "application/pdf,.pdf"}),
        help_text=gettext_lazy(
            "Die PDF-Datei, wie sie von dieser Seite kam: nicht ausgedruckt, nicht neu gespeichert."
        ),
        error_messages={
            "required": gettext_lazy("Bitte eine Datei wählen."),
            "empty": gettext_lazy("Die Datei ist leer: Bitte noch einmal wählen."),
            "invalid": gettext_lazy("Bitte eine Datei wählen."),
        },
    )

    def clean_file(self) -> bytes:
        sent: Any = self.cleaned_data["file"]
        assert isinstance(sent, UploadedFile)
        if sent.size is None or sent.size > MOST_BYTES:
            raise forms.ValidationError(
                gettext_lazy("Die Datei ist zu groß für eine Spielliste: höchstens 2 MB.")
            )
        content: bytes = sent.read()
        if not content.startswith(b"%PDF-"):
            raise forms.ValidationError(gettext_lazy("Das ist keine PDF-Datei."))
        return content
