"""What is typed about the clock of a series."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.lists.services.clock import MOST_MINUTES
from tournaments.pages.forms import SHORT, reason_field


class StartClockForm(forms.Form):
    """How long a series lasts."""

    minutes = forms.IntegerField(
        label=gettext_lazy("Minuten für diese Serie"),
        min_value=1,
        max_value=MOST_MINUTES,
        widget=forms.TextInput(attrs=SHORT),
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value", "max_value"),
            gettext_lazy("Bitte Minuten eingeben, zum Beispiel 135."),
        ),
    )


class ChangeClockForm(forms.Form):
    """More time, less time, or no limit after all; with a reason that everybody sees."""

    minutes = forms.IntegerField(
        label=gettext_lazy("Um wie viele Minuten?"),
        help_text=gettext_lazy("Mit einem Minus davor wird die Zeit kürzer."),
        required=False,
        min_value=-MOST_MINUTES,
        max_value=MOST_MINUTES,
        widget=forms.TextInput(attrs={"class": "input--short", "autocomplete": "off"}),
        error_messages=dict.fromkeys(
            ("invalid", "min_value", "max_value"),
            gettext_lazy("Bitte Minuten eingeben, zum Beispiel 10 oder -5."),
        ),
    )
    reason = reason_field()
