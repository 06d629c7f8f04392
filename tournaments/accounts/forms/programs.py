"""What is typed about an access for a program: its name, how far it goes, and until when."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy

from tournaments.models import AccessToken


class AccessForm(forms.Form):
    """A new access."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=60,
        help_text=gettext_lazy(
            "Woran man das Programm erkennt, zum Beispiel „Vereinsseite“. So steht es im Protokoll."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={
            "required": gettext_lazy("Bitte einen Namen eintragen, an dem man das Programm erkennt.")
        },
    )
    scope = forms.ChoiceField(
        label=gettext_lazy("Was darf das Programm?"),
        choices=AccessToken.Scope.choices,
        initial=AccessToken.Scope.READ,
        help_text=gettext_lazy(
            "Auch mit „nur lesen“ sieht das Programm, was sonst nur die Turnierleitung sieht: Listen, Anmeldungen, Protokoll."
        ),
        widget=forms.RadioSelect(attrs={"class": "tiles tiles--one"}),
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), gettext_lazy("Bitte eines davon wählen.")
        ),
    )
    last_day = forms.DateField(
        label=gettext_lazy("Letzter Tag"),
        required=False,
        help_text=gettext_lazy("Leer: gilt, bis der Zugang gesperrt wird."),
        widget=forms.DateInput(attrs={"type": "date", "class": "input--short"}, format="%Y-%m-%d"),
        error_messages={"invalid": gettext_lazy("Bitte einen Tag eintragen, zum Beispiel 31.12.2026.")},
    )

    @property
    def ends_at(self) -> datetime | None:
        """The midnight after the last day; the last day of all has none after it, and ends nothing."""
        day = self.cleaned_data["last_day"]
        if day is None or day == date.max:
            return None
        return timezone.make_aware(datetime.combine(day, time())) + timedelta(days=1)
