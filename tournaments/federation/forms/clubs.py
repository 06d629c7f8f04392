"""Naming a director, registering the key of a club's laptop, and looking for players."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.models import Club, User

LONGEST = 8_000  # signs of a certificate; ours has 700


class ClubField(forms.CharField):
    """A club by its name; one that nobody has typed before is new."""

    def __init__(self, **more: Any) -> None:
        said: dict[str, Any] = {
            "label": gettext_lazy("Verein"),
            "max_length": 120,
            "error_messages": {"required": gettext_lazy("Bitte den Verein nennen.")},
        }
        super().__init__(**(said | more))


class DirectorForm(forms.Form):
    """Who directs for which club."""

    club = ClubField()
    username = forms.CharField(
        label=gettext_lazy("Anmeldename"),
        max_length=150,
        help_text=gettext_lazy("Das Konto muss es schon geben."),
        error_messages={"required": gettext_lazy("Bitte den Anmeldenamen nennen.")},
    )

    def clean_username(self) -> User:
        user = User.objects.filter(username=self.cleaned_data["username"].strip(), is_active=True).first()
        if user is None:
            raise forms.ValidationError(gettext_lazy("Dieses Konto gibt es nicht, oder es ist geschlossen."))
        return user


class KeyForm(forms.Form):
    """The certificate of a club's laptop."""

    club = ClubField()
    certificate = forms.CharField(
        label=gettext_lazy("Zertifikat"),
        max_length=LONGEST,
        help_text=gettext_lazy(
            "Auf dem Laptop des Vereins: „Siegel“, Datei zertifikat.pem. Ihren Inhalt hier einsetzen und den "
            "Fingerabdruck am Telefon vergleichen."
        ),
        error_messages={"required": gettext_lazy("Bitte das Zertifikat einsetzen.")},
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )


class OrganiserForm(forms.Form):
    """Which club holds a tournament."""

    club = forms.ModelChoiceField(
        label=gettext_lazy("Ausrichter"),
        queryset=Club.objects.none(),
        error_messages={"required": gettext_lazy("Bitte einen Verein wählen.")},
    )

    def __init__(self, *args: Any, clubs: frozenset[int] | None, **more: Any) -> None:
        super().__init__(*args, **more)
        known = Club.objects.order_by("name")
        self.fields["club"].queryset = known if clubs is None else known.filter(pk__in=clubs)  # type: ignore[attr-defined]
