"""What is tapped around a list: who confirms it, and who keeps it from now on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.models import Seat, Signature
from tournaments.pages.forms import UNSEEN
from tournaments.paper.core.strokes import MOST_TEXT


class SignForm(forms.Form):
    """A seat that has read the list and signs: with its PIN, drawn on the screen, or on paper."""

    seat_number = forms.IntegerField(
        min_value=1,
        max_value=6,
        error_messages={
            name: gettext_lazy("Diesen Platz gibt es nicht: Bitte den eigenen Namen antippen.")
            for name in ("required", "invalid", "min_value", "max_value")
        },
    )
    method = forms.ChoiceField(
        choices=[
            (method.value, method.label)
            for method in (Signature.Method.PIN, Signature.Method.DRAWN, Signature.Method.PAPER)
        ],
        error_messages={
            name: gettext_lazy(
                "Bitte antippen, wie unterschrieben wird: mit PIN, auf dem Bildschirm oder auf Papier."
            )
            for name in ("required", "invalid_choice")
        },
    )
    pin = forms.CharField(
        required=False,
        max_length=12,
        error_messages={"max_length": gettext_lazy("Eine PIN hat vier Ziffern.")},
    )
    drawn = forms.CharField(
        required=False,
        max_length=MOST_TEXT,
        error_messages={
            "max_length": gettext_lazy(
                "Das ist zu viel für eine Unterschrift: Bitte löschen und noch einmal schreiben."
            )
        },
    )
    seen_version = forms.CharField(required=False)

    def clean_seen_version(self) -> int:
        return self.version_in(self.cleaned_data)

    @staticmethod
    def version_in(data: Mapping[str, Any]) -> int:
        """The version of the list that stood on the page; without one none was seen."""
        sent = str(data.get("seen_version", ""))
        return int(sent) if sent.isdecimal() and len(sent) < 10 else UNSEEN


class HandOverForm(forms.Form):
    """Who keeps the list from now on."""

    seat = forms.TypedChoiceField(
        label=gettext_lazy("Wer führt die Liste weiter?"),
        coerce=int,
        widget=forms.RadioSelect(attrs={"class": "tiles"}),
        error_messages={
            "required": gettext_lazy("Bitte antippen, wer die Liste weiterführt."),
            "invalid_choice": gettext_lazy("Diesen Platz gibt es an diesem Tisch nicht."),
        },
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, seats: Sequence[Seat], scorer: Seat) -> None:
        super().__init__(data)
        field = self.fields["seat"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            (seat.number, f"{seat.number} {seat.registration.name}") for seat in seats if seat.pk != scorer.pk
        ]
