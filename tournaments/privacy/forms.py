"""How somebody wants to be called in public."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.models.naming import Naming


class NamingForm(forms.Form):
    """Three ways; the full name is the usual one."""

    shown_as = forms.ChoiceField(
        label=gettext_lazy("Auf öffentlichen Seiten und Aushängen"),
        choices=Naming.choices,
        widget=forms.RadioSelect(attrs={"class": "tiles tiles--one"}),
        help_text=gettext_lazy(
            "An der Leitung und auf Papierlisten bleibt der volle Name. Was schon gedruckt hängt, ändert sich erst mit dem nächsten Druck."
        ),
        error_messages={"required": gettext_lazy("Bitte wählen, wie der Name öffentlich erscheinen soll.")},
    )
