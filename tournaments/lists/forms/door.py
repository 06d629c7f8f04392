"""Table or start number with its PIN, as somebody types them who does not scan."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.access.selectors.codes import PIN_DIGITS

HIGHEST_TABLE = 9999
HIGHEST_START_NUMBER = 999_999


class PinForm(forms.Form):
    """Which table, and the digits that stand on its list. Gaps in the PIN are as people write them."""

    table = forms.IntegerField(
        label=gettext_lazy("Tisch"),
        min_value=1,
        max_value=HIGHEST_TABLE,
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "class": "input--big input--short", "autocomplete": "off"}
        ),
        error_messages={
            "required": gettext_lazy("Bitte die Nummer des Tisches eintragen."),
            "invalid": gettext_lazy("Bitte nur die Nummer des Tisches eintragen, zum Beispiel 7."),
            "min_value": gettext_lazy("Bitte die Nummer des Tisches eintragen, zum Beispiel 7."),
            "max_value": gettext_lazy("Einen Tisch mit dieser Nummer gibt es nicht."),
        },
    )
    pin = forms.CharField(
        label=gettext_lazy("PIN"),
        max_length=12,
        help_text=gettext_lazy("Die sechs Ziffern neben dem Code auf der Spielliste."),
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "class": "input--big input--pin", "autocomplete": "off"}
        ),
        error_messages={"required": gettext_lazy("Bitte die PIN eintragen: sechs Ziffern.")},
    )

    def clean_pin(self) -> str:
        return checked_pin(self.cleaned_data["pin"])


def checked_pin(typed: object) -> str:
    pin = "".join(str(typed).split())
    if len(pin) != PIN_DIGITS or not pin.isdecimal():
        raise forms.ValidationError(gettext_lazy("Die PIN hat sechs Ziffern: Bitte noch einmal ansehen."))
    return pin


class StartNumberForm(forms.Form):
    """Which player, and the digits that stand on his start card."""

    start_number = forms.IntegerField(
        label=gettext_lazy("Startnummer"),
        min_value=1,
        max_value=HIGHEST_START_NUMBER,
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "class": "input--big input--short", "autocomplete": "off"}
        ),
        error_messages={
            "required": gettext_lazy("Bitte die Startnummer eintragen."),
            "invalid": gettext_lazy("Bitte nur die Startnummer eintragen, zum Beispiel 17."),
            "min_value": gettext_lazy("Bitte die Startnummer eintragen, zum Beispiel 17."),
            "max_value": gettext_lazy("Diese Startnummer gibt es nicht."),
        },
    )
    pin = forms.CharField(
        label=gettext_lazy("PIN"),
        max_length=12,
        help_text=gettext_lazy("Die sechs Ziffern unter dem Code auf der Startkarte."),
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "class": "input--big input--pin", "autocomplete": "off"}
        ),
        error_messages={"required": gettext_lazy("Bitte die PIN eintragen: sechs Ziffern.")},
    )

    def clean_pin(self) -> str:
        return checked_pin(self.cleaned_data["pin"])
