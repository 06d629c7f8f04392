"""Forms for the second step and for proving oneself again."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy


class CodeForm(forms.Form):
    """Six digits of the app, or a code of the paper."""

    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=40,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "one-time-code",
                "autocapitalize": "none",
                "autofocus": True,
                "spellcheck": "false",
                "class": "input--big",
            }
        ),
    )


class AppForm(CodeForm):
    """The first code that an app shows."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].label = gettext_lazy("Die sechs Ziffern aus der App")
        self.fields["code"].widget.attrs["inputmode"] = "numeric"


class ProofForm(forms.Form):
    """The password once more, before something is changed that opens doors. The service checks it, and counts."""

    password = forms.CharField(
        label=gettext_lazy("Passwort"),
        strip=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password", "autofocus": True}),
    )
