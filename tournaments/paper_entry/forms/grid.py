"""A whole list as it is typed from paper: every cell kept as typed, every row read, the paper's totals reconciled."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.points import Result
from scoring.reconcile import PaperTotal
from scoring.sheets import SheetTally
from scoring.shorthand import Unreadable, read_row, written
from scoring.speech import say
from scoring.verification import Finding, findings
from tournaments.lists.selectors.sheets import SheetView
from tournaments.models import PaperSettlement, Seat
from tournaments.pages.forms import UNSEEN
from tournaments.paper_entry.selectors import (
    Reconciled,
    from_paper,
    may_type,
    numbers_of,
    playing_numbers,
    reconciled,
    results_in_force,
    typed_tally,
)

LONGEST_CELL, LONGEST_TOTAL = 12, 7
TOTALS = ("points", "crosses", "augen")


@dataclass(frozen=True, slots=True, kw_only=True)
class GridCell:
    """One cell: what stands in it, or that its seat deals."""

    seat: int
    name: str  # of the field; empty for a dealer who rests
    text: str = ""
    wrong: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GridRow:
    """One row of the grid as it is drawn."""

    number: int
    dealer: int
    ends_round: bool
    locked: bool
    cells: tuple[GridCell, ...]
    known: Result | None  # what stands on the list
    changed: bool
    refusal: str
    doubts: tuple[str, ...]
    finish: str


class GridForm(forms.Form):
    """Cells `z<game>_<seat>` in the shorthand of `scoring.shorthand`, and the paper's totals `summe_<what>_<seat>`.

    Rows that may not be written are drawn, and what is sent for them is not read. A second typing (`blind`) does not
    see what stands on the list.
    """

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, view: SheetView, blind: bool = False
    ) -> None:
        super().__init__(data)
        self.view, self.blind = view, blind
        self.asks_augen = view.rules.family.by_table
        self.known = {} if blind else results_in_force(view)
        typed = frozenset[int]() if blind else from_paper(view)
        self.locked = frozenset(
            number for number in numbers_of(view) if not blind and not may_type(view, number, typed)
        )
        self.results: dict[int, Result] = dict(self.known)
        self.refusals: dict[int, tuple[str, int]] = {}  # row → sentence, seat
        self.doubts: dict[int, tuple[Finding, ...]] = {}
        self.paper: dict[int, PaperTotal] = {}
        self.total_errors: dict[str, str] = {}

    # What was sent ---------------------------------------------------------------------------------------

    @property
    def seen_version(self) -> int:
        """The version of the list that stood on the page."""
        sent = str(self.data.get("seen_version", ""))
        return int(sent) if sent.isascii() and sent.isdecimal() and len(sent) < 10 else UNSEEN

    @cached_property
    def submission(self) -> UUID:
        """What makes this list this deed, however often it is sent; a forged sign is replaced."""
        try:
            return UUID(str(self.data.get("submission", "")))
        except ValueError:
            return uuid4()

    def texts(self, number: int) -> dict[int, str]:
        """What stands in the cells of a row: as typed, otherwise as it stands on the list.

        A row that was left empty is the one of the list: whoever entered it meanwhile is not overwritten by nothing.
        """
        playing = playing_numbers(self.view, number)
        if self.is_bound and number not in self.locked:
            sent = {
                seat: str(self.data.get(cell_name(number, seat), "")).strip()[:LONGEST_CELL]
                for seat in playing
            }
            if any(sent.values()):
                return sent
        known = self.known.get(number)
        there = written(self.view.rules, known) if known else {}
        return {seat: there.get(seat, "") for seat in playing}

    def total_text(self, what: str, seat: int) -> str:
        return str(self.data.get(total_name(what, seat), "")).strip()[:LONGEST_TOTAL]

    # How it is read --------------------------------------------------------------------------------------

    def clean(self) -> dict[str, Any]:
        self.results = {}
        for number in numbers_of(self.view):
            self.read(number)
        for seat in self.view.seats:
            self.read_totals(seat)
        if self.refusals or self.total_errors:
            self.add_error(None, self.first_refusal())
        return self.cleaned_data

    def read(self, number: int) -> None:
        """One row: a result, nothing, or a sentence that belongs to it."""
        playing = playing_numbers(self.view, number)
        known = self.known.get(number)
        if number in self.locked:
            if known is not None:
                self.results[number] = known
            return
        try:
            result = read_row(self.view.rules, self.texts(number), playing=playing)
        except Unreadable as refusal:
            self.refusals[number] = say(refusal), int(str(refusal.sentence.values.get("seat", 0)))
            return
        if result is None:
            return
        self.results[number] = result
        doubts = findings(self.view.rules, result)
        if doubts and result != known:
            self.doubts[number] = doubts

    def read_totals(self, seat: Seat) -> None:
        """The foot of one column on the paper; what is left empty is not compared."""
        values: dict[str, int | None] = {}
        for what in TOTALS:
            text = self.total_text(what, seat.number).replace("−", "-").replace("–", "-")
            digits = text.removeprefix("-").removeprefix("+")
            if text and not (digits.isascii() and digits.isdecimal()):
                self.total_errors[total_name(what, seat.number)] = text
            values[what] = int(text) if text and digits.isascii() and digits.isdecimal() else None
        self.paper[seat.number] = PaperTotal(**values)

    def first_refusal(self) -> str:
        if not self.refusals:
            return _("Unten bei den Summen vom Papier steht etwas, das keine ganze Zahl ist.")
        number, (sentence, _seat) = min(self.refusals.items())
        more = len(self.refusals) - 1
        text = _("Spiel %(number)s: %(sentence)s") % {"number": number, "sentence": sentence}
        if more:
            text += " " + ngettext("Und %(more)s Zeile mehr.", "Und %(more)s Zeilen mehr.", more) % {
                "more": more
            }
        return text

    def refuse_row(self, number: int, sentence: str) -> None:
        """Show a service's refusal at the row that it is about."""
        self.refusals[number] = sentence, 0
        self.add_error(None, _("Spiel %(number)s: %(sentence)s") % {"number": number, "sentence": sentence})

    # What follows from it --------------------------------------------------------------------------------

    @cached_property
    def sums(self) -> SheetTally:
        """Running sums of every row that can be read, saved or not."""
        return typed_tally(self.view, self.results)

    @cached_property
    def reconciled(self) -> Reconciled:
        return reconciled(self.view, self.results, self.sums, self.paper)

    @property
    def to_confirm(self) -> bool:
        """Whether somebody has to look again before this is saved."""
        return bool(self.doubts) or (self.reconciled.asked and not self.reconciled.agrees)

    @property
    def mark(self) -> str:
        """A sign of exactly these doubts and differences about exactly these rows."""
        doubts = [
            (number, [(doubt.code, doubt.seat) for doubt in found])
            for number, found in sorted(self.doubts.items())
        ]
        facts = (
            sorted(
                (n, r.finish, r.winner, sorted((s, h.augen, h.opened) for s, h in r.hands.items()))
                for n, r in self.results.items()
            ),
            doubts,
            sorted((seat, sorted(what.items())) for seat, what in self.reconciled.missing.items()),
        )
        return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]

    @property
    def confirmed(self) -> bool:
        return not self.to_confirm or self.data.get("confirmed") == self.mark

    @property
    def rows(self) -> list[GridRow]:
        """Every row as it is drawn."""
        return [self.row(number) for number in numbers_of(self.view)]

    def row(self, number: int) -> GridRow:
        deal = self.view.course.deal(number)
        texts = self.texts(number)
        sentence, wrong = self.refusals.get(number, ("", 0))
        result, known = self.results.get(number), self.known.get(number)
        return GridRow(
            number=number,
            dealer=deal.dealer,
            ends_round=deal.last_of_round,
            locked=number in self.locked,
            cells=tuple(
                GridCell(
                    seat=seat.number,
                    name=cell_name(number, seat.number) if seat.number in texts else "",
                    text=texts.get(seat.number, ""),
                    wrong=seat.number == wrong,
                )
                for seat in self.view.seats
            ),
            known=known,
            changed=self.is_bound and known is not None and result != known,
            refusal=sentence,
            doubts=tuple(say(doubt.sentence) for doubt in self.doubts.get(number, ())),
            finish=result.finish.value if result else "",
        )


def cell_name(number: int, seat: int) -> str:
    return f"z{number}_{seat}"


def total_name(what: str, seat: int) -> str:
    return f"summe_{what}_{seat}"


class SettleForm(forms.Form):
    """One row that was read differently, and which reading holds."""

    number = forms.IntegerField(min_value=1, max_value=999)
    chosen = forms.ChoiceField(choices=PaperSettlement.Chosen.choices)
    seen_version = forms.IntegerField(min_value=0, max_value=2**31 - 1)
