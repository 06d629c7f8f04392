"""Forms of what is uploaded: a table of players with its columns and questions, or a whole tournament."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.field.selectors.arrivals import NEW, OUT, SAME

MEANINGS = (  # the values are those of tournaments.field.formats.columns.Meaning
    ("", "–"),
    ("name", gettext_lazy("ganzer Name")),
    ("family", gettext_lazy("Nachname")),
    ("given", gettext_lazy("Vorname")),
    ("club", gettext_lazy("Verein")),
    ("born", gettext_lazy("Geburtsdatum")),
    ("sex", gettext_lazy("Geschlecht")),
    ("number", gettext_lazy("Startnummer")),
    ("guest", gettext_lazy("Gast")),
)
ACCEPTED = ".xlsx,.ods,.csv,.txt,.tsv"
ANSWER = re.compile(rf"{NEW}|{OUT}|{SAME}\d{{1,12}}")
ROW = re.compile(r"zeile-(\d{1,7})")


class PlayerFileForm(forms.Form):
    """The table of players."""

    file = forms.FileField(
        label=gettext_lazy("Datei"),
        help_text=gettext_lazy("Excel (xlsx), LibreOffice (ods) oder Text (csv), höchstens 8 MB."),
        error_messages={
            "required": gettext_lazy("Bitte eine Datei auswählen."),
            "empty": gettext_lazy("Diese Datei ist leer."),
        },
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
    )


class ReadingForm(forms.Form):
    """Which sheet, which row is the head, what each column means."""

    def __init__(self, *args: Any, sheets: Sequence[str], width: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.width = width
        self.fields["table"] = forms.TypedChoiceField(
            label=gettext_lazy("Tabellenblatt"),
            choices=[(place, name or f"{place + 1}") for place, name in enumerate(sheets)],
            coerce=int,
            required=False,
            empty_value=None,
        )
        self.fields["head"] = forms.IntegerField(
            label=gettext_lazy("Kopfzeile"),
            min_value=1,
            max_value=1_048_576,
            required=False,
            help_text=gettext_lazy("leer: keine"),
            widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "input--short"}),
        )
        for column in range(width):
            self.fields[f"column{column}"] = forms.ChoiceField(
                label=gettext_lazy("Spalte %(number)s") % {"number": column + 1},
                choices=MEANINGS,
                required=False,
            )

    def clean(self) -> dict[str, Any]:
        """Each meaning once, and somebody has to be named."""
        data = super().clean() or {}
        said = [meaning for meaning in self.columns(data) if meaning]
        twice = {meaning for meaning in said if said.count(meaning) > 1}
        if twice:
            labels = dict(MEANINGS)
            raise forms.ValidationError(
                gettext_lazy(
                    "Zwei Spalten können nicht dasselbe sein: %(what)s. Eine davon auf „–“ stellen."
                ),
                params={"what": ", ".join(str(labels[meaning]) for meaning in sorted(twice))},
            )
        if not {"name", "family"}.intersection(said):
            raise forms.ValidationError(
                gettext_lazy("Bitte sagen, in welcher Spalte der Name oder der Nachname steht.")
            )
        if "name" in said and {"family", "given"}.intersection(said):
            raise forms.ValidationError(
                gettext_lazy(
                    "Entweder eine Spalte mit dem ganzen Namen, oder Vorname und Nachname: nicht beides."
                )
            )
        return data

    def columns(self, data: Mapping[str, Any] | None = None) -> list[str]:
        """What each column means, in order."""
        said = self.cleaned_data if data is None else data
        return [str(said.get(f"column{column}", "")) for column in range(self.width)]

    def column_fields(self) -> list[forms.BoundField]:
        return [self[f"column{column}"] for column in range(self.width)]


def answers_in(post: Mapping[str, Any]) -> dict[int, str]:
    """The answers that were tapped, by row; anything else is none."""
    return {
        int(found[1]): str(value)
        for name, value in post.items()
        if (found := ROW.fullmatch(name)) and ANSWER.fullmatch(str(value))
    }


class TournamentFileForm(forms.Form):
    """The file of a tournament."""

    file = forms.FileField(
        label=gettext_lazy("Turnierdatei"),
        help_text=gettext_lazy("Auf dem anderen Rechner: Leitung → Turnierdatei."),
        error_messages={"required": gettext_lazy("Bitte eine Datei auswählen.")},
        widget=forms.FileInput(attrs={"accept": ".zip"}),
    )
    unproved = forms.BooleanField(
        label=gettext_lazy("Auch ohne bestätigte Herkunft übernehmen"),
        help_text=gettext_lazy("Dann zählt das Turnier in keiner Saison."),
        required=False,
    )

    def __init__(self, *args: Any, keys: bool = False, **more: Any) -> None:
        """Where no club has a registered key, nobody is asked about it."""
        super().__init__(*args, **more)
        if not keys:
            del self.fields["unproved"]
