"""Forms of the seating: who changes places, what a director wishes, which seed, and who comes or goes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy

from tournaments.event.forms.field import OFF, WalkInForm
from tournaments.event.forms.setup import SeedForm
from tournaments.event.selectors.names import by_name
from tournaments.models import Registration, SeatingSetup, Series
from tournaments.seating.core import Filling, Weight, Wish, Wishes
from tournaments.seating.selectors.state import Setup

WEIGHTS = [
    (weight.name.lower(), label) for weight, label in zip(Weight, SeatingSetup.Weight.labels, strict=True)
]
MODES = (Series.Mode.PLAN, Series.Mode.LOTS, Series.Mode.STANDING, Series.Mode.SWISS, Series.Mode.TANDEM)
MOST_CLOSED = 200
CHOOSE = gettext_lazy("bitte wählen")
Choices = Sequence[tuple[Any, Any]]


def people_choices(registrations: Iterable[Registration]) -> list[tuple[int, str]]:
    """Everybody as a choice, in the order of a telephone book."""
    in_order = sorted(registrations, key=lambda one: by_name(one.player))
    return [(one.start_number, f"{one.player.listed_name} ({one.start_number})") for one in in_order]


def person_field(
    label: Any, choices: Choices, *, required: bool = True, nobody: Any = CHOOSE
) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label,
        choices=[("", nobody), *choices],
        coerce=int,
        empty_value=None,
        required=required,
        error_messages={
            "required": gettext_lazy("Bitte jemanden wählen."),
            "invalid_choice": gettext_lazy("Diese Person steht nicht mehr zur Wahl: Bitte neu wählen."),
        },
    )


def hidden_version() -> forms.IntegerField:
    return forms.IntegerField(required=False, widget=forms.HiddenInput)


class SwapForm(forms.Form):
    """Who changes places with whom, or who goes to a free chair."""

    def __init__(self, *args: Any, seated: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["eins"] = person_field(gettext_lazy("Wer"), seated)
        chair_chosen = bool(self.data.get("tisch"))
        self.fields["zwei"] = person_field(gettext_lazy("tauscht mit"), seated, required=not chair_chosen)
        for name in ("serie", "tisch", "platz", "gesehen"):
            self.fields[name] = hidden_version()

    @property
    def is_whole(self) -> bool:
        """Whether both ends of the move are known."""
        data = self.cleaned_data
        return bool(data.get("eins") and (data.get("zwei") or data.get("tisch")))


class PlanForm(SeedForm):
    """What is planned, and with which seed."""

    WHOLE, NEXT = "alles", "naechste"
    scope = forms.ChoiceField(
        label=gettext_lazy("Was wird geplant"),
        choices=[
            (WHOLE, gettext_lazy("alle Serien, die noch kommen")),
            (NEXT, gettext_lazy("nur die nächste Serie")),
        ],
        initial=WHOLE,
        widget=forms.RadioSelect(attrs={"class": "tiles tiles--two"}),
    )
    seconds = forms.TypedChoiceField(
        label=gettext_lazy("Länger suchen"),
        choices=[
            (30, gettext_lazy("30 Sekunden")),
            (120, gettext_lazy("2 Minuten")),
            (600, gettext_lazy("10 Minuten")),
        ],
        coerce=int,
        initial=30,
        required=False,
        empty_value=None,
    )
    field_order = ("scope", "seed", "seconds")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["number"], self.fields["players"]  # the draw's own


# Wishes -------------------------------------------------------------------------------------------------------


def read_table_numbers(text: str) -> frozenset[int]:
    """Table numbers as people write them.

    >>> sorted(read_table_numbers("3, 7 und 12-14"))
    [3, 7, 12, 13, 14]
    """
    found: set[int] = set()
    for part in filter(None, re.split(r"[,;]|\bund\b", text)):
        match = re.fullmatch(r"(\d{1,3})(?:[-–](\d{1,3}))?", part.replace(" ", ""))
        if not match:
            raise ValidationError(
                gettext("„{part}“ ist keine Tischnummer: zum Beispiel 3, 7, 12-14.").format(part=part.strip())
            )
        first, last = int(match[1]), int(match[2] or match[1])
        if first < 1 or last < first:
            raise ValidationError(
                gettext("„{part}“ geht nicht: Tischnummern beginnen bei 1, die kleinere steht vorn.").format(
                    part=part.strip()
                )
            )
        found.update(range(first, last + 1))
    if len(found) > MOST_CLOSED:
        raise ValidationError(gettext("Das sind zu viele Tische: höchstens 200 auslassen."))
    return frozenset(found)


def write_tables(numbers: Iterable[int]) -> str:
    """The same, written short.

    >>> write_tables([3, 7, 12, 13, 14])
    '3, 7, 12-14'
    """
    parts: list[list[int]] = []
    for number in sorted(numbers):
        if parts and parts[-1][-1] == number - 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(f"{part[0]}-{part[-1]}" if len(part) > 1 else str(part[0]) for part in parts)


class WishesForm(forms.Form):
    """A weight and a place for every wish, a mode for every series, and what the hall allows."""

    last_series_only = forms.BooleanField(
        label=gettext_lazy("Für die Rangliste zählt nur die letzte Serie"),
        help_text=gettext_lazy("Sonst wird nach dem Stand aller bisherigen Serien gesetzt."),
        required=False,
    )
    closed_tables = forms.CharField(
        label=gettext_lazy("Diese Tische auslassen"),
        help_text=gettext_lazy("Tische, die nicht besetzt werden: zum Beispiel 3, 7, 12-14."),
        required=False,
        max_length=300,
        widget=forms.TextInput(attrs=OFF),
    )
    filling = forms.ChoiceField(
        label=gettext_lazy("Die Tische füllen"),
        choices=SeatingSetup.Filling.choices,
        widget=forms.RadioSelect,
    )
    groups_apart = forms.BooleanField(
        label=gettext_lazy("Zwei Leistungsgruppen, die nicht gegeneinander spielen"),
        help_text=gettext_lazy("Wer in welche Gruppe gehört, steht bei den Spielern."),
        required=False,
    )

    def __init__(self, *args: Any, series: Sequence[tuple[int, bool, str]], **kwargs: Any) -> None:
        """`series`: number, whether it is drawn, its mode."""
        super().__init__(*args, **kwargs)
        self.series = series
        for wish in Wish:
            self.fields[f"weight_{wish.value}"] = forms.ChoiceField(
                label=gettext(wish.label), choices=WEIGHTS, widget=forms.RadioSelect
            )
            self.fields[f"place_{wish.value}"] = forms.IntegerField(
                label=gettext_lazy("Rang"),
                min_value=1,
                max_value=99,
                error_messages={
                    "invalid": gettext_lazy("Bitte eine ganze Zahl."),
                    "required": gettext_lazy("Bitte eine Zahl."),
                },
                widget=forms.TextInput(attrs={**OFF, "inputmode": "numeric", "class": "input--short"}),
            )
        for number, drawn, _mode in series:
            if not drawn:
                self.fields[f"mode_{number}"] = forms.ChoiceField(
                    label=gettext("Serie {number}").format(number=number),
                    choices=[(mode.value, mode.label) for mode in MODES],
                )

    @staticmethod
    def initial_of(setup: Setup, series: Sequence[tuple[int, bool, str]]) -> dict[str, Any]:
        """The form as the director left it."""
        order = in_order(setup.wishes)
        return {
            "last_series_only": setup.last_series_only,
            "closed_tables": write_tables(setup.closed_tables),
            "filling": setup.filling.value,
            "groups_apart": setup.groups_apart,
            **{f"weight_{wish.value}": setup.wishes.weight(wish).name.lower() for wish in Wish},
            **{f"place_{wish.value}": place for place, wish in enumerate(order, 1)},
            **{f"mode_{number}": setup.mode(number) for number, drawn, _mode in series if not drawn},
        }

    def clean_closed_tables(self) -> frozenset[int]:
        return read_table_numbers(str(self.cleaned_data["closed_tables"]))

    def value(self) -> Setup:
        """What was chosen, as the value that the service takes."""
        data = self.cleaned_data
        order = sorted(Wish, key=lambda wish: int(data[f"place_{wish.value}"]))
        return Setup(
            wishes=Wishes(
                weights={wish: Weight[data[f"weight_{wish.value}"].upper()] for wish in Wish},
                order=tuple(order),
            ),
            modes=tuple(mode if drawn else data[f"mode_{number}"] for number, drawn, mode in self.series),
            last_series_only=data["last_series_only"],
            closed_tables=data["closed_tables"],
            filling=Filling(data["filling"]),
            groups_apart=data["groups_apart"],
        )

    def rows(self) -> list[dict[str, Any]]:
        """The wishes in the order in which they stand now."""
        shown = sorted(Wish, key=self._place)
        return [
            {"wish": wish, "weight": self[f"weight_{wish.value}"], "place": self[f"place_{wish.value}"]}
            for wish in shown
        ]

    def _place(self, wish: Wish) -> int:
        typed = str(self[f"place_{wish.value}"].value() or "")
        return int(typed) if typed.isdecimal() and len(typed) < 3 else 99

    def mode_fields(self) -> list[Any]:
        return [self[f"mode_{number}"] for number, drawn, _mode in self.series if not drawn]


def in_order(wishes: Wishes) -> list[Wish]:
    """Every wish, the first matters most."""
    return [*wishes.order, *(wish for wish in Wish if wish not in wishes.order)]


def rearranged(data: Mapping[str, str], wish: str, step: int) -> dict[str, str]:
    """What was typed, with one wish a place up or down; nothing else changes."""

    def place(one: Wish) -> int:
        typed = data.get(f"place_{one.value}", "")
        return int(typed) if typed.isdecimal() and len(typed) < 3 else 99

    order = sorted(Wish, key=place)
    at = next((n for n, one in enumerate(order) if one.value == wish), None)
    if at is not None and 0 <= at + step < len(order):
        order[at], order[at + step] = order[at + step], order[at]
    return {**data, **{f"place_{one.value}": str(n) for n, one in enumerate(order, 1)}}


class PlayerWishesForm(forms.Form):
    """What one player brings with him."""

    seeded = forms.BooleanField(
        label=gettext_lazy("gesetzt"),
        help_text=gettext_lazy("Gesetzte sitzen möglichst nicht zusammen."),
        required=False,
    )
    strength = forms.TypedChoiceField(
        label=gettext_lazy("Leistungsgruppe"),
        choices=[("", gettext_lazy("keine")), (1, "1"), (2, "2")],
        coerce=int,
        empty_value=None,
        required=False,
    )
    table = forms.IntegerField(
        label=gettext_lazy("fester Tisch"),
        min_value=1,
        max_value=999,
        required=False,
        help_text=gettext_lazy("Zum Beispiel für einen Rollstuhl."),
        widget=forms.TextInput(attrs={**OFF, "inputmode": "numeric", "class": "input--short"}),
    )
    seat = forms.IntegerField(
        label=gettext_lazy("fester Platz"),
        min_value=1,
        max_value=6,
        required=False,
        widget=forms.TextInput(attrs={**OFF, "inputmode": "numeric", "class": "input--short"}),
    )

    def __init__(self, *args: Any, field: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"] = person_field(gettext_lazy("Spieler"), field)
        self.order_fields(["player", "seeded", "strength", "table", "seat"])


# Changes ------------------------------------------------------------------------------------------------------


def seating_reason(*, required: bool, help_text: Any = "") -> forms.CharField:
    return forms.CharField(
        label=gettext_lazy("Grund"),
        max_length=200,
        required=required,
        help_text=help_text,
        error_messages={"required": gettext_lazy("Bitte kurz sagen, warum: Es steht im Protokoll.")},
        widget=forms.TextInput(attrs=OFF),
    )


class ArrivalForm(WalkInForm):
    """Somebody comes late."""

    gesehen = hidden_version()


class PersonForm(forms.Form):
    """One person, and why."""

    def __init__(
        self, *args: Any, field: Choices, reason: bool, reason_help: Any = "", **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"] = person_field(gettext_lazy("Wer"), field)
        self.fields["reason"] = seating_reason(required=reason, help_text=reason_help)
        self.fields["gesehen"] = hidden_version()


class SubstituteForm(WalkInForm):
    """Who takes over whose chairs: a newcomer, or somebody who had gone."""

    gesehen = hidden_version()

    def __init__(self, *args: Any, field: Choices, gone: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["start_number"], self.fields["guest"]
        self.fields["player"] = person_field(gettext_lazy("Wer geht"), field)
        newcomer = gettext_lazy("jemand Neues, unten eintragen")
        self.fields["known"] = person_field(
            gettext_lazy("Wer übernimmt"), gone, required=False, nobody=newcomer
        )
        self.fields["name"].required = False
        del self.fields["name"].widget.attrs["autofocus"]  # who goes comes first
        self.fields["reason"] = seating_reason(required=True)
        self.order_fields(["player", "known", "name", "club", "reason"])

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if not data.get("known") and not data.get("name") and "name" not in self.errors:
            self.add_error("name", gettext_lazy("Bitte einen Namen eingeben, oder oben jemanden wählen."))
        elif data.get("known"):
            for name in ("name", "club"):
                self.errors.pop(name, None)
        return data


class BreakUpForm(forms.Form):
    """Which table of which series."""

    def __init__(self, *args: Any, tables: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["table"] = forms.ChoiceField(
            label=gettext_lazy("Tisch"),
            choices=[("", CHOOSE), *tables],
            error_messages={
                "required": gettext_lazy("Bitte einen Tisch wählen."),
                "invalid_choice": gettext_lazy("Diesen Tisch gibt es nicht mehr: Bitte neu wählen."),
            },
        )
        self.fields["gesehen"] = hidden_version()

    def chosen(self) -> tuple[int, int]:
        """Series and table."""
        series, _dash, table = str(self.cleaned_data["table"]).partition("-")
        return int(series), int(table)
