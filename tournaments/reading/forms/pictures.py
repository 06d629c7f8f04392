"""Pictures of lists as they are dropped: several files in one field, bounded together."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.reading.services.queue import MOST_BYTES, MOST_FILES


class SeveralFiles(forms.ClearableFileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Every file that was chosen, one after the other."""

    def clean(self, data: Any, initial: Any = None) -> list[Any]:
        sent = data if isinstance(data, list | tuple) else [data]
        return [super(FilesField, self).clean(one, initial) for one in sent]


class PicturesForm(forms.Form):
    """Photos and scans of filled lists."""

    pictures = FilesField(
        label=gettext_lazy("Fotos und PDFs der Listen"),
        widget=SeveralFiles(
            attrs={"accept": "image/jpeg,image/png,image/webp,image/heic,application/pdf", "multiple": True}
        ),
        help_text=gettext_lazy(
            "Mehrere auf einmal, in beliebiger Reihenfolge und Richtung: JPEG, PNG, WebP, HEIC oder PDF vom Scanner, zusammen höchstens 60 MB. Der Code oben auf dem Blatt sagt, welche Liste es ist."
        ),
        error_messages={
            "required": gettext_lazy("Bitte zuerst Fotos oder ein PDF wählen."),
            "empty": gettext_lazy("Eine der Dateien ist leer: Bitte noch einmal wählen."),
            "invalid": gettext_lazy("Bitte zuerst Fotos oder ein PDF wählen."),
        },
    )

    def clean_pictures(self) -> list[Any]:
        sent: list[Any] = self.cleaned_data["pictures"]
        if len(sent) > MOST_FILES:
            raise forms.ValidationError(gettext_lazy("Bitte höchstens 60 Dateien auf einmal."))
        if sum(one.size or 0 for one in sent) > MOST_BYTES:
            raise forms.ValidationError(
                gettext_lazy("Zusammen sind die Dateien zu groß: Bitte in mehreren Stapeln senden.")
            )
        return sent
