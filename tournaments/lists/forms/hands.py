"""The hands that were left, as cards: what each counts, and whether all of them can come from one deck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from scoring.engine import Card, augen, census, read_cards, recount
from scoring.forms.cards import MOST_CARDS, cards_field, cards_ticked, read_with, ticked
from scoring.rules import RuleSet
from scoring.wording.answers import Why, census_found
from scoring.wording.faces import Face, PickRow, faces, pick_rows
from tournaments.lists.forms.game import UNOPENED
from tournaments.models import Seat

LONGEST_CARRIED = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedHand:
    """A hand that was shown, and what it counts."""

    seat: Seat
    faces: tuple[Face, ...]
    augen: int
    wrong: tuple[Why, ...]  # its number of cards

    @property
    def name(self) -> str:
        """Whose it is, as short as people say it."""
        registration = self.seat.registration
        return registration.player.given_name or registration.name


class HandsForm(forms.Form):
    """Cards for every seat that may still hold some; what stood in the entry of the game is carried along."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        rules: RuleSet,
        seats: Sequence[Seat],
        carried: Mapping[str, str],
    ) -> None:
        super().__init__(data, auto_id="feld_%s")
        self.rules = rules
        self.carried = carried
        self.seats = [seat for seat in seats if str(seat.number) != carried.get("winner")]
        self.playing = len(seats)
        for seat in self.seats:
            field = cards_field(gettext_lazy("Karten"), "")
            field.widget.attrs["aria-label"] = f"{gettext_lazy('Karten')}: {seat.registration.name}"
            self.fields[f"blatt_{seat.number}"] = field

    @property
    def hands(self) -> Iterator[tuple[Seat, forms.BoundField, tuple[PickRow, ...], str]]:
        """What the page draws for each seat: its field, its grid, and the name of the grid's boxes."""
        for seat in self.seats:
            name = f"k_{seat.number}"
            grid = tuple(pick_rows(self.rules.law, ticked(self.data if self.is_bound else None, name)))
            yield seat, self[f"blatt_{seat.number}"], grid, name

    def clean(self) -> dict[str, Any]:
        for seat in self.seats:
            name = f"blatt_{seat.number}"
            if name in self.errors:
                continue
            try:
                self.cleaned_data[name] = self._hand(seat, self.cleaned_data[name])
            except forms.ValidationError as error:
                self.add_error(name, error)
        return self.cleaned_data

    def _hand(self, seat: Seat, text: str) -> tuple[Card, ...]:
        cards = (*read_with(read_cards, text), *cards_ticked(ticked(self.data, f"k_{seat.number}")))
        if len(cards) > MOST_CARDS:
            raise forms.ValidationError(
                gettext_lazy("%(count)d Karten hat niemand auf der Hand. Bitte höchstens %(most)d angeben.")
                % {"count": len(cards), "most": MOST_CARDS}
            )
        return tuple(sorted(cards))

    @property
    def shown(self) -> dict[int, tuple[Card, ...]]:
        """The hands that could be read, by seat; nobody is asked for all of them."""
        read = {seat.number: self.cleaned_data.get(f"blatt_{seat.number}", ()) for seat in self.seats}
        return {seat: cards for seat, cards in read.items() if cards}

    @property
    def counted(self) -> tuple[CountedHand, ...]:
        """Every hand with its Augen."""
        shown, law = self.shown, self.rules.law
        return tuple(
            CountedHand(
                seat=seat,
                faces=faces(shown[seat.number]),
                augen=augen(shown[seat.number], law),
                wrong=self._miscounted(seat, shown[seat.number]),
            )
            for seat in self.seats
            if seat.number in shown
        )

    def _miscounted(self, seat: Seat, cards: tuple[Card, ...]) -> tuple[Why, ...]:
        """Who has not opened still holds every card that was dealt to him."""
        law = self.rules.law
        dealt = law.hand_cards.get(self.playing)
        unopened = self.carried.get(f"opened_{seat.number}") == UNOPENED and law.layoff_needs_opening
        if dealt is None or (len(cards) <= dealt and not unopened):
            return ()
        return census_found(self.rules, recount(cards, expected=dealt, law=law))

    @property
    def misfits(self) -> tuple[Why, ...]:
        """What does not fit the deck among all hands together."""
        return census_found(self.rules, census(*self.shown.values(), law=self.rules.law))

    @property
    def doubtful(self) -> bool:
        return bool(self.misfits) or any(hand.wrong for hand in self.counted)

    @property
    def taken(self) -> dict[str, str]:
        """The entry of the game with the Augen that were counted put in."""
        return {**self.carried, **{f"augen_{hand.seat.number}": str(hand.augen) for hand in self.counted}}


def carried_from(data: Mapping[str, Any], seats: Sequence[Seat]) -> dict[str, str]:
    """What stood in the entry of a game and has to be there again afterwards."""
    names = ["winner", "finish", "reason"]
    names += [f"{what}_{seat.number}" for seat in seats for what in ("opened", "augen")]
    return {name: str(data[name])[:LONGEST_CARRIED] for name in names if data.get(name)}
