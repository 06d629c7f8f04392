"""What a player objects to, and what a referee decides about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.lists.selectors.sheets import SheetView
from tournaments.models.calls import NOTE_LENGTH
from tournaments.models.protests import TEXT_LENGTH
from tournaments.pages.forms import reason_field
from tournaments.rulings.forms.rulings import game_field, seat_field


class ProtestForm(forms.Form):
    """Who objects, to which game, and why."""

    seat = seat_field(
        gettext_lazy("Wer erhebt Einspruch?"), gettext_lazy("Bitte antippen, wer Einspruch erhebt.")
    )
    game = game_field(gettext_lazy("Zu welchem Spiel?"))
    text = forms.CharField(
        label=gettext_lazy("Worum geht es?"),
        help_text=gettext_lazy("Ein, zwei Sätze: was falsch ist und wie es richtig wäre."),
        max_length=TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off"}),
        error_messages={
            "required": gettext_lazy("Bitte in einem Satz sagen, worum es geht."),
            "max_length": gettext_lazy("Das ist zu lang: Bitte mit höchstens %(limit_value)d Zeichen sagen."),
        },
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        view: SheetView,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}))
        numbers = [game.number for game in view.games]
        if view.next_game is not None:
            numbers.append(view.next_game.number)
        choices: dict[str, list[tuple[Any, Any]]] = {
            "seat": [(seat.number, f"{seat.number} {seat.registration.name}") for seat in view.seats],
            "game": [
                ("", pgettext_lazy("Spiel", "kein bestimmtes")),
                *(
                    (number, gettext_lazy("Spiel %(number)s") % {"number": number})
                    for number in sorted(set(numbers))
                ),
            ],
        }
        for name, offered in choices.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = offered


class OwnProtestForm(ProtestForm):
    """The same from a player's own page: who objects is known."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        view: SheetView,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, view=view, initial=initial)
        del self.fields["seat"]


class DecisionForm(forms.Form):
    """Granted or dismissed, or open again; always with a reason."""

    deed = forms.ChoiceField(
        label=gettext_lazy("Entscheid"),
        choices=[
            ("granted", gettext_lazy("Dem Einspruch wird stattgegeben")),
            ("dismissed", gettext_lazy("Der Einspruch wird abgewiesen")),
        ],
        widget=forms.RadioSelect(attrs={"class": "tiles tiles--one"}),
        error_messages={
            "required": gettext_lazy("Bitte antippen, wie entschieden wird."),
            "invalid_choice": gettext_lazy("Bitte eines antippen."),
        },
    )
    reason = reason_field()


class NoteForm(forms.Form):
    """How it was settled at the table; may stay empty."""

    note = forms.CharField(
        label=gettext_lazy("Vermerk"),
        max_length=NOTE_LENGTH,
        required=False,
        error_messages={"max_length": gettext_lazy("Bitte mit höchstens %(limit_value)d Zeichen.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
