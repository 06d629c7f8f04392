"""What is typed at the desk about screens: a new one, its programme, a message, the hour of the next start."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, time, timedelta
from typing import Any

from django import forms
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_lazy

from tournaments.models import Screen
from tournaments.models.screens import CODE_DIGITS, MESSAGE_LENGTH
from tournaments.screens.selectors import LONGEST, SECONDS, SHORTEST, Item, from_key

OFF = {"autocomplete": "off"}
SHORT = {"inputmode": "numeric", "class": "input--short", "autocomplete": "off"}
HALF_A_DAY = timedelta(hours=12)
MOST_NUMBER = 32_767  # what the column holds: no database is asked for more


def next_hour(typed: time, *, now: datetime) -> datetime:
    """The hour as people mean it: today's, or after midnight tomorrow's."""
    here = localtime(now)
    meant = here.replace(hour=typed.hour, minute=typed.minute, second=0, microsecond=0)
    return meant + timedelta(days=1) if meant < here - HALF_A_DAY else meant


def hour_field(label: Any, *, required: bool, help_text: Any = "") -> forms.TimeField:
    return forms.TimeField(
        label=label,
        required=required,
        help_text=help_text,
        input_formats=["%H:%M", "%H.%M", "%H"],
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time", "class": "input--short"}),
        error_messages={"invalid": gettext_lazy("Die Uhrzeit bitte so schreiben: 15:30.")},
    )


def screen_fields() -> dict[str, forms.Field]:
    return {
        "name": forms.CharField(
            label=gettext_lazy("Wo er steht"),
            max_length=40,
            required=False,
            help_text=gettext_lazy("Zum Beispiel: Eingang, Bühne."),
            widget=forms.TextInput(attrs=OFF),
        ),
        "letters": forms.ChoiceField(
            label=gettext_lazy("Schrift"),
            choices=Screen.Letters.choices,
            initial=Screen.Letters.LARGE,
            widget=forms.RadioSelect(attrs={"class": "tiles tiles--one"}),
        ),
        "dark": forms.BooleanField(
            label=gettext_lazy("Dunkler Grund, für einen dunklen Saal"), required=False
        ),
    }


class AddScreenForm(forms.Form):
    """One more screen: with the number that a television shows, or without."""

    code = forms.CharField(
        label=gettext_lazy("Nummer auf dem Bildschirm"),
        required=False,
        max_length=CODE_DIGITS + 3,
        help_text=gettext_lazy(
            "Der Fernseher zeigt sie, sobald er die Adresse geöffnet hat. Leer: Es gibt eine neue."
        ),
        widget=forms.TextInput(attrs={**SHORT, "class": "input--short input--big"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields |= screen_fields()

    def clean_code(self) -> str:
        return "".join(str(self.cleaned_data["code"]).split())


class ChangeScreenForm(forms.Form):
    """Where a screen stands, its letters, and a programme of its own: which views in which order, how long each page."""

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, screen: Screen, offered: Iterable[tuple[Item, str]]
    ) -> None:
        super().__init__(data, initial={"name": screen.name, "letters": screen.letters, "dark": screen.dark})
        self.fields |= screen_fields()
        self.offered = list(offered)
        places = {Item(**one).key: (place, one["seconds"]) for place, one in enumerate(screen.own, 1)}
        for item, label in self.offered:
            place, seconds = places.get(item.key, (None, SECONDS[item.view]))
            self.fields[f"place_{item.key}"] = forms.IntegerField(
                label=label,
                required=False,
                min_value=1,
                max_value=99,
                initial=place,
                widget=forms.TextInput(attrs=SHORT),
            )
            self.fields[f"seconds_{item.key}"] = forms.IntegerField(
                label=gettext_lazy("Sekunden je Seite"),
                required=False,
                min_value=SHORTEST,
                max_value=LONGEST,
                initial=seconds,
                widget=forms.TextInput(attrs=SHORT),
            )

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A line for each view: its place, and how long a page of it stands."""
        return [
            {"label": label, "place": self[f"place_{item.key}"], "seconds": self[f"seconds_{item.key}"]}
            for item, label in self.offered
        ]

    def own(self) -> list[dict[str, Any]] | None:
        """The views that have a place, in its order; None where nothing has one."""
        found = []
        for at, (item, _label) in enumerate(self.offered):
            place = self.cleaned_data.get(f"place_{item.key}")
            if place is not None:
                seconds = self.cleaned_data.get(f"seconds_{item.key}") or SECONDS[item.view]
                found.append((place, at, item.document() | {"seconds": seconds}))
        return [document for _place, _at, document in sorted(found, key=lambda one: one[:2])] or None


class ShowForm(forms.Form):
    """One tap: which view, and on which screen; without a number on all."""

    item = forms.CharField(max_length=60)
    screen = forms.IntegerField(required=False, min_value=1, max_value=MOST_NUMBER)

    def clean_item(self) -> Item:
        found = from_key(str(self.cleaned_data["item"]))
        if found is None:
            raise forms.ValidationError(gettext("Diese Ansicht gibt es nicht."))
        return found


class RunForm(forms.Form):
    """One tap: which programme, and on which screen; without a number on all."""

    programme = forms.ChoiceField(choices=Screen.Programme.choices)
    screen = forms.IntegerField(required=False, min_value=1, max_value=MOST_NUMBER)


class MessageForm(forms.Form):
    """What the screens say."""

    text = forms.CharField(
        label=gettext_lazy("Meldung"),
        max_length=MESSAGE_LENGTH,
        help_text=gettext_lazy("Ein kurzer Satz ist am weitesten zu lesen."),
        widget=forms.TextInput(attrs=OFF),
    )
    until = hour_field(
        gettext_lazy("bis"),
        required=False,
        help_text=gettext_lazy("Ohne Uhrzeit, bis sie zurückgenommen wird."),
    )
    screen = forms.TypedChoiceField(label=gettext_lazy("Wo"), required=False, coerce=int, empty_value=None)

    def __init__(self, *args: Any, screens: Iterable[Screen], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["screen"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", gettext_lazy("auf allen")), *((one.number, str(one)) for one in screens)]


class StartForm(forms.Form):
    """When it goes on."""

    text = forms.CharField(
        label=gettext_lazy("Was beginnt"), max_length=MESSAGE_LENGTH, widget=forms.TextInput(attrs=OFF)
    )
    at = hour_field(gettext_lazy("um"), required=True)
