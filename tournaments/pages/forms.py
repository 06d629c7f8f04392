"""Fields that forms of several rooms share."""

from __future__ import annotations

import secrets
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.event.refusals import REASON_LENGTH

SHORT = {"inputmode": "numeric", "class": "input--short", "autocomplete": "off"}


def number_field(
    label: Any, help_text: Any, wrong: Any, *, least: int = 1, **more: Any
) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        help_text=help_text,
        min_value=least,
        max_value=999,
        widget=forms.TextInput(attrs=SHORT),
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), wrong),
        **more,
    )


def reason_field() -> forms.CharField:
    """The field for a reason: one sentence, which is printed on the list."""
    return forms.CharField(
        label=gettext_lazy("Begründung"),
        help_text=gettext_lazy(
            "Ein Satz, der auf der Liste steht: was geschehen ist und warum so entschieden wird."
        ),
        max_length=REASON_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
        error_messages={
            "required": gettext_lazy("Bitte in einem Satz sagen, warum."),
            "max_length": gettext_lazy("Bitte mit höchstens %(limit_value)d Zeichen sagen, warum."),
        },
    )


class SeenForm(forms.Form):
    """A form that carries the version of the list that stood on its page."""

    seen_version = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean_seen_version(self) -> int:
        sent = str(self.cleaned_data["seen_version"])
        return int(sent) if sent.isdecimal() and len(sent) < 10 else UNSEEN


class ReasonForm(SeenForm):
    """A deed that needs nothing but a reason."""

    reason = reason_field()


UNSEEN = -1  # no list has this version: whoever sends none is told that the list has moved on


def fresh_seed() -> str:
    """A seed that nobody can guess and everybody can read out."""
    sign = secrets.token_hex(4)
    return f"{sign[:4]}-{sign[4:]}"
