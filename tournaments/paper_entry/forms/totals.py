"""The sums of a list without games as they are typed become values; what cannot be is a sentence beside its field."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.utils.translation import gettext_lazy

from scoring.speech import say
from scoring.totals import ImpossibleTotals, SeatSum, check_totals, doubts_of_totals
from scoring.verification import Finding
from tournaments.lists.selectors.sheets import SheetView
from tournaments.lists.selectors.sums import sums_of
from tournaments.models import Seat
from tournaments.pages.forms import UNSEEN

WHOLE = {
    "invalid": gettext_lazy("Bitte eine ganze Zahl eintragen."),
    "required": gettext_lazy("Bitte eintragen."),
}


def whole_sum_field(label: Any, *, least: int, most: int) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        error_messages=WHOLE,
        widget=forms.TextInput(
            attrs={
                "inputmode": "numeric" if least >= 0 else "text",
                "class": "input--short",
                "autocomplete": "off",
            }
        ),
    )


class TotalsForm(forms.Form):
    """Points, crosses and Augen of every seat, as they stand at the foot of the paper, before penalties."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, view: SheetView, ask_reason: bool) -> None:
        super().__init__(data, initial=self.known(view))
        self.view = view
        self.asks_augen = view.rules.family.by_table
        self.sums: dict[int, SeatSum] = {}
        self.doubts: tuple[Finding, ...] = ()
        self.fields["games"] = whole_sum_field(
            gettext_lazy("Gespielte Spiele am Tisch"), least=1, most=view.planned or 200
        )
        for seat in view.seats:
            self.fields[f"points_{seat.number}"] = whole_sum_field(
                gettext_lazy("Punkte"), least=-9999, most=9999
            )
            if self.asks_augen:
                self.fields[f"crosses_{seat.number}"] = whole_sum_field(
                    gettext_lazy("Kreuze"), least=0, most=200
                )
                self.fields[f"augen_{seat.number}"] = whole_sum_field(
                    gettext_lazy("Augen"), least=0, most=99999
                )
        if ask_reason:
            self.fields["reason"] = forms.CharField(
                label=gettext_lazy("Begründung"),
                max_length=300,
                error_messages={"required": gettext_lazy("Bitte begründen.")},
            )

    @staticmethod
    def known(view: SheetView) -> dict[str, Any]:
        """What stands on the list, to be corrected; otherwise only how many games are planned."""
        if view.totals is None:
            return {"games": view.planned}
        found: dict[str, Any] = {"games": view.totals.games}
        for seat, one in sums_of(view.totals).items():
            found |= {
                f"points_{seat}": one.points,
                f"crosses_{seat}": one.crosses,
                f"augen_{seat}": one.augen,
            }
        return found

    @property
    def seen_version(self) -> int:
        sent = str(self.data.get("seen_version", ""))
        return int(sent) if sent.isascii() and sent.isdecimal() and len(sent) < 10 else UNSEEN

    @property
    def submission(self) -> UUID:
        try:
            return UUID(str(self.data.get("submission", "")))
        except ValueError:
            return uuid4()

    @property
    def columns(self) -> Iterator[tuple[Seat, list[forms.BoundField]]]:
        """Seat and its fields, as the page draws them."""
        names = ("points", "crosses", "augen") if self.asks_augen else ("points",)
        for seat in self.view.seats:
            yield seat, [self[f"{name}_{seat.number}"] for name in names]

    @property
    def mark(self) -> str:
        facts = (
            sorted((seat, one.points, one.crosses, one.augen) for seat, one in self.sums.items()),
            len(self.doubts),
        )
        return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]

    @property
    def confirmed(self) -> bool:
        return not self.doubts or self.data.get("confirmed") == self.mark

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if self.errors:
            return cleaned
        self.sums = {
            seat.number: SeatSum(
                points=cleaned[f"points_{seat.number}"],
                crosses=cleaned.get(f"crosses_{seat.number}", 0),
                augen=cleaned.get(f"augen_{seat.number}"),
            )
            for seat in self.view.seats
        }
        try:
            check_totals(self.view.rules, self.sums, games=cleaned["games"])
        except ImpossibleTotals as refusal:
            field = f"points_{refusal.sentence.values.get('seat')}"
            self.add_error(field if field in self.fields else None, say(refusal))
        else:
            self.doubts = doubts_of_totals(self.view.rules, self.sums, games=cleaned["games"])
        return cleaned


class StrikeTotalsForm(forms.Form):
    """Why the sums no longer count."""

    reason = forms.CharField(
        label=gettext_lazy("Begründung"),
        max_length=300,
        error_messages={"required": gettext_lazy("Bitte begründen.")},
    )
    seen_version = forms.IntegerField(min_value=0, max_value=2**31 - 1, widget=forms.HiddenInput)
