"""Forms at the cash box: amounts as people write them become cents; what is unclear is a sentence, and stays typed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from scoring.sentence import Refusal
from scoring.speech import say
from tournaments.models import FeePlan
from tournaments.models.money import TEXT_LENGTH
from tournaments.money.core import read_cents
from tournaments.money.services.fees import Fees

OFF = {"autocomplete": "off", "spellcheck": "false"}
AMOUNT = {**OFF, "inputmode": "decimal", "class": "input--short"}


class CashField(forms.CharField):
    """An amount; its value are cents, None where nothing was typed."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.TextInput(attrs=AMOUNT))
        kwargs.setdefault(
            "error_messages", {"required": gettext_lazy("Bitte einen Betrag eintragen, zum Beispiel 12,50.")}
        )
        super().__init__(max_length=30, **kwargs)

    def clean(self, value: Any) -> Any:
        """The cents of what was typed."""
        typed = super().clean(value)
        if not typed:
            return None
        try:
            return read_cents(typed)
        except Refusal as refused:
            raise ValidationError(say(refused)) from refused


def text_field(label: Any, **more: Any) -> forms.CharField:
    return forms.CharField(label=label, max_length=TEXT_LENGTH, widget=forms.TextInput(attrs=OFF), **more)


def hidden_number() -> forms.IntegerField:
    """What the page has shown; whatever is missing or broken is not compared."""
    return forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)


class SeenMoneyForm(forms.Form):
    """Forms about one person: which deed, how many lines he had on the page, and up to which series was asked."""

    seen = hidden_number()
    upto = hidden_number()


class PayForm(SeenMoneyForm):
    """What is open is paid, or a part of it."""

    cents = CashField(
        label=gettext_lazy("Anderer Betrag"),
        required=False,
        help_text=gettext_lazy("Leer lassen: alles, was offen ist."),
    )


class WaiveForm(SeenMoneyForm):
    """Why somebody need not pay."""

    reason = text_field(
        gettext_lazy("Warum?"),
        help_text=gettext_lazy("Zum Beispiel „hilft beim Aufbau“ oder „Jugend, zahlt die Hälfte“."),
    )
    cents = CashField(
        label=gettext_lazy("Betrag"),
        required=False,
        help_text=gettext_lazy("Leer lassen: alles, was offen ist."),
    )


class RepayForm(SeenMoneyForm):
    """What somebody gets back, as the director has decided."""

    cents = CashField(label=gettext_lazy("Betrag"))
    reason = text_field(
        gettext_lazy("Warum?"),
        help_text=gettext_lazy("Was die Turnierleitung entschieden hat, zum Beispiel „ging nach Serie 1“."),
    )


class MoneyReasonForm(forms.Form):
    """What was wrong with a line."""

    reason = text_field(
        gettext_lazy("Was war falsch?"), help_text=gettext_lazy("Zum Beispiel „falscher Name angetippt“.")
    )


class OtherForm(forms.Form):
    """Other money, in or out."""

    way = forms.ChoiceField(
        label=gettext_lazy("Einnahme oder Ausgabe"),
        choices=[("in", gettext_lazy("kommt in die Kasse")), ("out", gettext_lazy("geht aus der Kasse"))],
        initial="out",
        widget=forms.RadioSelect(attrs={"class": "tiles tiles--one"}),
    )
    cents = CashField(label=gettext_lazy("Betrag"))
    text = text_field(
        gettext_lazy("Wofür?"),
        help_text=gettext_lazy("Zum Beispiel „Wechselgeld“, „Kaffee und Kuchen“, „Saalmiete“."),
    )
    voucher = forms.CharField(
        label=gettext_lazy("Kassenzettel-Nr."),
        max_length=40,
        required=False,
        help_text=gettext_lazy("Die Nummer auf dem Kassenzettel, wenn es einen gibt."),
        widget=forms.TextInput(attrs=OFF),
    )
    to_pot = forms.BooleanField(label=gettext_lazy("Einnahme ist für den Topf der Preise"), required=False)
    seen = hidden_number()


class CountForm(forms.Form):
    """What was counted in the box."""

    counted = CashField(
        label=gettext_lazy("Gezählt"),
        help_text=gettext_lazy("Alles Geld in der Kasse, Scheine und Münzen zusammen."),
    )
    note = text_field(gettext_lazy("Bemerkung"), required=False)


class FeesForm(forms.Form):
    """What is to be paid, and by whom."""

    per = forms.ChoiceField(
        label=gettext_lazy("Startgeld"),
        choices=FeePlan.Per.choices,
        initial=FeePlan.Per.EVENT,
        widget=forms.RadioSelect(attrs={"class": "tiles tiles--one"}),
    )
    ordinary = CashField(label=gettext_lazy("Betrag"), help_text=gettext_lazy("0 heißt: Niemand zahlt."))
    youth = CashField(label=gettext_lazy("Jugend"), required=False)
    youth_under = forms.IntegerField(
        label=gettext_lazy("Jugend heißt unter … Jahren"),
        min_value=1,
        max_value=99,
        initial=18,
        help_text=gettext_lazy(
            "Am ersten Tag des Turniers; wer keinen Geburtstag angegeben hat, zählt nicht dazu."
        ),
        widget=forms.TextInput(attrs={**OFF, "inputmode": "numeric", "class": "input--short"}),
        error_messages={"invalid": gettext_lazy("Bitte eine ganze Zahl eintragen.")},
    )
    member = CashField(label=gettext_lazy("Mitglieder"), required=False)
    member_club = forms.CharField(
        label=gettext_lazy("Mitglieder welches Vereins"),
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs={**OFF, "list": "clubs"}),
    )
    guest = CashField(label=gettext_lazy("Gäste"), required=False)
    loss_to_pot = forms.BooleanField(
        label=gettext_lazy("Verlustgeld kommt in den Topf der Preise"), required=False
    )

    @property
    def has_exceptions(self) -> bool:
        """Whether somebody pays something else, or something is wrong there: then that part of the page is open."""
        groups = [self[name] for name in ("youth", "member", "guest")]
        return any(field.value() for field in groups) or any(
            field.errors for field in (*groups, self["youth_under"])
        )

    def value(self) -> Fees:
        return Fees(**{name: self.cleaned_data[name] for name in Fees.__slots__})
