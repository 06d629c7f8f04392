"""Forms of the field: a walk-in on one line, who leaves, names that are mended, tandems and teams."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from tournaments.event.forms.setup import date_field
from tournaments.event.selectors.names import parts_of
from tournaments.event.services.setup import NewPlayer
from tournaments.models import Player, Registration

PART = 80  # letters in a given or a family name
WITH_CLUB = re.compile(r"^(?P<name>[^()]+)\((?P<club>[^()]+)\)\s*$")
OFF = {"autocomplete": "off", "spellcheck": "false"}


def typed_person(name: str, club: str) -> NewPlayer:
    """What was typed at the desk as a person."""
    given, family = parts_of(name)
    if not family:
        raise ValidationError(gettext_lazy("Bitte einen Namen eingeben: „Anna Muster“ oder „Muster, Anna“."))
    if len(given) > PART or len(family) > PART:
        raise ValidationError(
            gettext_lazy("Vorname und Nachname dürfen je höchstens 80 Zeichen haben: Bitte abkürzen.")
        )
    return NewPlayer(given_name=given, family_name=family, club=" ".join(club.split()))


class WalkInForm(forms.Form):
    """Name, club, Enter. A suggestion brings its club along: "Muster, Anna (Probeverein)"."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=260,
        error_messages={
            "required": gettext_lazy("Bitte einen Namen eingeben: „Anna Muster“ oder „Muster, Anna“.")
        },
        widget=forms.TextInput(attrs={**OFF, "list": "known", "autofocus": True, "autocapitalize": "words"}),
    )
    club = forms.CharField(
        label=gettext_lazy("Verein"),
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs={**OFF, "list": "clubs"}),
    )
    start_number = forms.IntegerField(
        label=gettext_lazy("Startnummer"),
        min_value=1,
        max_value=99_999,
        required=False,
        widget=forms.TextInput(attrs={**OFF, "inputmode": "numeric", "class": "input--short"}),
        error_messages={"invalid": gettext_lazy("Bitte eine ganze Zahl eintragen, oder leer lassen.")},
    )
    guest = forms.BooleanField(label=gettext_lazy("Gast"), required=False)

    def clean(self) -> dict[str, Any]:
        """Turn the line into a person."""
        data = super().clean() or {}
        if "name" in data and "club" in data:
            name, club = data["name"], data["club"]
            if found := WITH_CLUB.match(name):
                name, club = found["name"], club or found["club"]
            try:
                data["person"] = typed_person(name, club)
            except ValidationError as refused:
                self.add_error("name", refused)
        return data

    def value(self) -> NewPlayer:
        value = self.cleaned_data["person"]
        assert isinstance(value, NewPlayer)
        return value


LEAVE, RETURN = "leave", "return"


def deed_field(deed: str) -> forms.CharField:
    """Which deed the page has shown: tapped twice, or on an old page, a form never does the opposite."""
    return forms.CharField(initial=deed, required=False, widget=forms.HiddenInput)


class LeaveForm(forms.Form):
    """Why somebody leaves the field."""

    deed = deed_field(LEAVE)
    reason = forms.CharField(
        label=gettext_lazy("Grund"),
        max_length=200,
        help_text=gettext_lazy("Ein paar Worte für das Protokoll, zum Beispiel „musste nach Hause“."),
        widget=forms.TextInput(attrs=OFF),
    )


class ReturnForm(forms.Form):
    """Why somebody is back in the field."""

    deed = deed_field(RETURN)
    reason = forms.CharField(
        label=gettext_lazy("Grund"), max_length=200, required=False, widget=forms.TextInput(attrs=OFF)
    )


class NameForm(forms.Form):
    """A name, a club, a day of birth: what was typed wrongly, or is known only now."""

    given_name = forms.CharField(
        label=gettext_lazy("Vorname"), max_length=PART, required=False, widget=forms.TextInput(attrs=OFF)
    )
    family_name = forms.CharField(
        label=gettext_lazy("Nachname"), max_length=PART, widget=forms.TextInput(attrs=OFF)
    )
    club = forms.CharField(
        label=gettext_lazy("Verein"),
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs={**OFF, "list": "clubs"}),
    )
    born_on = date_field(
        gettext_lazy("geboren am"),
        required=False,
        help_text=gettext_lazy("Nur für Senioren, Junioren und Jugend."),
    )
    sex = forms.ChoiceField(
        label=gettext_lazy("Geschlecht"),
        choices=Player.Sex.choices,
        required=False,
        help_text=gettext_lazy("Nur für Damen und Mixed-Tandem."),
    )

    def value(self) -> NewPlayer:
        data = self.cleaned_data
        said = {name: " ".join(data[name].split()) for name in ("given_name", "family_name", "club")}
        return NewPlayer(**said, born_on=data["born_on"], sex=data["sex"])


class RegistrationForm(forms.Form):
    """What was typed for one registration, as it should be."""

    start_number = forms.IntegerField(
        label=gettext_lazy("Startnummer"),
        min_value=1,
        max_value=99_999,
        widget=forms.TextInput(attrs={**OFF, "inputmode": "numeric", "class": "input--short"}),
        error_messages={
            "invalid": gettext_lazy("Bitte eine ganze Zahl eintragen."),
            "required": gettext_lazy("Bitte eine ganze Zahl eintragen."),
        },
    )
    guest = forms.BooleanField(
        label=gettext_lazy("Gast"),
        required=False,
        help_text=gettext_lazy("Danach richten sich Startgeld und Saison."),
    )
    withdrawn_reason = forms.CharField(
        label=gettext_lazy("Grund des Ausscheidens"), max_length=200, widget=forms.TextInput(attrs=OFF)
    )

    def __init__(self, data: Any = None, *, one: Registration, number_is_fixed: bool) -> None:
        said = {
            "start_number": one.start_number,
            "guest": one.guest,
            "withdrawn_reason": one.withdrawn_reason,
        }
        super().__init__(data, prefix="anmeldung", initial=said)
        if one.withdrawn_at is None:
            del self.fields["withdrawn_reason"]
        if number_is_fixed:  # a disabled field keeps its value, whatever is sent
            self.fields["start_number"].disabled = True
            self.fields["start_number"].help_text = gettext_lazy(
                "Sie steht schon in einem Sitzplan und bleibt."
            )


def player_choice(label: Any, field: list[Registration], *, required: bool) -> forms.TypedChoiceField:
    """Somebody of the field, looked up by name."""
    choices = [
        ("", "–"),
        *((one.start_number, f"{one.player.listed_name} · {one.start_number}") for one in field),
    ]
    return forms.TypedChoiceField(
        label=label,
        choices=choices,
        coerce=int,
        empty_value=None,
        required=required,
        error_messages={"required": gettext_lazy("Bitte jemanden auswählen.")},
    )


class PairForm(forms.Form):
    """Two who play for one result."""

    def __init__(self, *args: Any, field: list[Registration], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["first"] = player_choice(gettext_lazy("Erster"), field, required=True)
        self.fields["second"] = player_choice(gettext_lazy("Zweiter"), field, required=True)


class TeamForm(forms.Form):
    """A name and two to four players."""

    name = forms.CharField(
        label=gettext_lazy("Name der Mannschaft"), max_length=120, widget=forms.TextInput(attrs=OFF)
    )

    def __init__(self, *args: Any, field: list[Registration], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for place in range(1, 5):
            self.fields[f"player{place}"] = player_choice(
                gettext_lazy("Spieler %(place)s") % {"place": place}, field, required=place <= 2
            )

    def start_numbers(self) -> list[int]:
        chosen = (self.cleaned_data[f"player{place}"] for place in range(1, 5))
        return [number for number in chosen if number is not None]
