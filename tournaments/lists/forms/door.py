"""Table or start number with its PIN, as somebody types them who does not scan."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.access.selectors.codes import PIN_DIGITS

HIGHEST_TABLE = 9999
HIGHEST_START_NUMBER = 999_999


class PinForm(forms.Form):
    """Which table, and the digits that stand on its list. Gaps in the PIN are as people write them."""

    table = forms.IntegerField(
        label=_("Tisch"),
        min_value=1,
        max_value=HIGHEST_TABLE,
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "class": "input--big input--short", "autocomplete": "off"}
        ),
        error_messages={
            "required": _("Bitte die Nummer des Tisches eintragen."),
            "invalid": _("Bitte nur die Nummer des Tisches eintragen, zum Beispiel 7."),
            "min_value": _("Bitte die Nummer des Tisches eintragen, zum Beispiel 7."),
            "max_value": _("Einen Tisch mit dieser Nummer gibt es nicht."),
        },
    )
    pin = forms.CharField(
        label=_("PIN"),
        max_length=12,
        help_text=_("Die sechs Ziffern neben dem Code auf der Spielliste."),
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "class": "input--big input--pin", "autocomplete": "off"}
        ),
        error_messages={"required": _("Bitte die PIN eintragen: sechs Ziffern.")},
    )

    def clean_pin(self) -> str:
        return checked_pin(self.cleaned_data["pin"])


def checked_pin(typed: object) -> str:
    pin = "".join(str(typed).split())
    if len(pin) != PIN_DIGITS or not pin.isdecimal():
        raise forms.ValidationError(_("Die PIN hat sechs Ziffern: Bitte noch einmal ansehen."))
    return pin


class StartNumberForm(forms.Form):
    """Which player, and the digits that stand on his start card."""

    start_number = forms.IntegerField(
        label=_("Startnummer"),
        min_value=1,
        max_value=HIGHEST_START_NUMBER,
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "class": "input--big input--short", "autocomplete": "off"}
        ),
        error_messages={
            "required": _("Bitte die Startnummer eintragen."),
            "invalid": _("Bitte nur die Startnummer eintragen, zum Beispiel 17."),
            "min_value": _("Bitte die Startnummer eintragen, zum Beispiel 17."),
            "max_value": _("Diese Startnummer gibt es nicht."),
        },
    )
    pin = forms.CharField(
        label=_("PIN"),
        max_length=12,
        help_text=_("Die sechs Ziffern unter dem Code auf der Startkarte."),
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "class": "input--big input--pin", "autocomplete": "off"}
        ),
        error_messages={"required": _("Bitte die PIN eintragen: sechs Ziffern.")},
    )

    def clean_pin(self) -> str:
        return checked_pin(self.cleaned_data["pin"])
