"""Tells a journal again: does every deed that it records on lists that are still empty, and comes to the same lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from scoring.offences import Noticed
from scoring.totals import SeatSum
from tournaments.event.permissions import Actor
from tournaments.event.selectors.sheets import sheets
from tournaments.event.services import locks
from tournaments.lists.selectors.sheets import result_of, sheet_view
from tournaments.lists.selectors.sums import result_from
from tournaments.lists.services import clock, confirming, signing
from tournaments.lists.services import sheets as lists
from tournaments.models import (
    JournalEntry,
    Penalty,
    Protest,
    ProtestStep,
    Ruling,
    ScoreSheet,
    Tournament,
)
from tournaments.paper_entry.services import totals
from tournaments.rulings import services as rulings
from tournaments.rulings.selectors.offences import Offence
from tournaments.rulings.services import Otherwise, deals, endings, protests, seats

SUBMISSIONS = UUID("00000000-0000-0000-0000-00000000ae11")  # submissions carry entries; they are no facts
AT_THE_TABLE = ("", "berichtigt am Tisch")

# Lines beside a list: they change nothing of what stands on it.
BESIDE = frozenset(
    {
        "naming_wished",  # how somebody is called, and that he was forgotten, changes no list
        "person_forgotten",
        "registration_corrected",  # start number, guest, why somebody left: as it stands in the field
        "table_lent",
        "links_revoked",
        "device_barred",
        "device_readmitted",
        "phone_lent",
        "phone_fetched",
        "phone_ended",
        "paper_typed",  # its rows have lines of their own
        "paper_typed_again",
        "paper_settled",
        "photo_added",
        "pictures_sent",
        "reading_left",
        "reading_taken",  # its games have lines of their own
        "referee_called",
        "call_taken_back",
        "referee_goes",
        "referee_stays",
        "call_done",
    }
)


class CannotTell(Exception):
    """A line of a deed that this house does not know how to do again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """One line to be done again: its facts, and on which list."""

    entry: JournalEntry
    following: JournalEntry | None
    onto: Tournament
    sheet: ScoreSheet | None

    @property
    def facts(self) -> Mapping[str, Any]:
        facts: dict[str, Any] = self.entry.facts
        return facts

    @property
    def by(self) -> Actor:
        """The same person; whoever came by the link of the table comes by the link of this one."""
        if self.entry.user is not None:
            return Actor(user=self.entry.user, device=self.entry.device)
        return Actor(sheet_id=self.here.pk, device=self.entry.device)

    @property
    def now(self) -> datetime:
        return self.entry.at

    @property
    def here(self) -> ScoreSheet:
        assert self.sheet is not None, "the line is of a list"
        return self.sheet

    @property
    def on_list(self) -> dict[str, Any]:
        """What every deed on a list is called with."""
        return {"sheet_id": self.here.pk, "by": self.by, "now": self.now}

    @property
    def seen(self) -> dict[str, Any]:
        """The same, for deeds that must have seen the newest list."""
        version = ScoreSheet.objects.values_list("version", flat=True).get(pk=self.here.pk)
        return {"seen_version": version} | self.on_list

    @property
    def ruled(self) -> dict[str, Any]:
        return {"reason": self.entry.reason} | self.seen

    @property
    def submission(self) -> UUID:
        return uuid5(SUBMISSIONS, self.entry.hash)


def retell(entries: Iterable[JournalEntry], *, onto: Tournament) -> int:
    """Do again what these lines tell of lists and clocks, on the same tables of another tournament; how many deeds.

    The other tournament has the same field, the same seating and the same people in the same roles. What the lines
    tell of its making is passed over.
    """
    lines = list(entries)
    done = 0
    for place, entry in enumerate(lines):
        if entry.sheet is None and entry.deed not in OF_THE_EVENT:
            continue
        if entry.deed in BESIDE:
            continue
        if entry.deed not in TELLERS:
            raise CannotTell(entry.deed)
        following = next((line for line in lines[place + 1 :] if line.sheet_id == entry.sheet_id), None)
        TELLERS[entry.deed](
            Telling(entry=entry, following=following, onto=onto, sheet=same_table(entry, onto))
        )
        done += 1
    return done


def same_table(entry: JournalEntry, onto: Tournament) -> ScoreSheet | None:
    """The list of the same table of the same series."""
    if entry.sheet is None:
        return None
    table = entry.sheet.table
    return sheets().get(
        table__series__tournament=onto, table__series__number=table.series.number, table__number=table.number
    )


# Games and sums -----------------------------------------------------------------------------------------------


def game(line: Telling) -> None:
    """A row as the table wrote it, as it was typed from paper, or as a ruling replaced it."""
    number, result = line.facts["game"], result_from(line.facts)
    confirmed = line.facts.get("confirmed", ())
    if line.facts.get("ruling"):
        after = line.following
        if after is not None and after.deed == "row_restored" and after.facts["game"] == number:
            return  # the next line does it
        rulings.correct_game(number=number, result=result, submission=line.submission, **line.ruled)
    elif line.entry.reason in AT_THE_TABLE:
        lists.enter_game(
            number=number, result=result, submission=line.submission, confirmed=confirmed, **line.seen
        )
    else:
        view = sheet_view(locks.lock_sheet(line.here.pk), now=line.now)
        lists.write_game(
            view,
            number,
            result,
            submission=line.submission,
            strike_reason=line.entry.reason,
            by=line.by,
            now=line.now,
            confirmed=confirmed,
        )


def struck(line: Telling) -> None:
    rulings.strike_game(number=line.facts["game"], **line.ruled)


def restored(line: Telling) -> None:
    """The struck row is found by what stood on it: other rows have other keys here."""
    before = JournalEntry.objects.filter(
        tournament=line.entry.tournament, sheet=line.entry.sheet, number__lt=line.entry.number
    ).order_by("-number")[0]
    result, number = result_from(before.facts), line.facts["game"]
    view = sheet_view(line.here, now=line.now)
    row = next(one for one in reversed(view.struck) if one.number == number and result_of(one) == result)
    rulings.restore_row(row_id=row.pk, submission=line.submission, **line.ruled)


def sums(line: Telling) -> None:
    told = {
        int(seat): SeatSum(points=points, crosses=crosses, augen=augen)
        for seat, (points, crosses, augen) in line.facts["totals"].items()
    }
    totals.enter_totals(
        sums=told,
        games=line.facts["games"],
        submission=line.submission,
        confirmed=line.facts.get("confirmed", ()),
        reason="" if line.entry.reason == totals.MENDED else line.entry.reason,
        **line.seen,
    )


# Rulings ------------------------------------------------------------------------------------------------------


def penalty(line: Telling) -> None:
    """The rule proposes the same again; what the referee took instead of it is taken again."""
    facts = line.facts
    seen = dict(facts["seen"])
    if "noticed" in seen:
        seen["noticed"] = Noticed(seen["noticed"])
    if facts["kind"] == Penalty.Kind.DEDUCTION:
        seen.setdefault("points", -facts["points"])
    otherwise = None
    if facts["prescribed"] is not None:
        otherwise = Otherwise(
            points=facts["points"], augen=facts["augen"], voids_series=facts["voids_series"]
        )
    rulings.impose(
        offence=Offence(kind=facts["kind"], seat=facts["seat"], game=facts["game"], **seen),
        otherwise=otherwise,
        **line.ruled,
    )


def lifted(line: Telling) -> None:
    found = Penalty.objects.get(ruling__tournament=line.onto, ruling__number=line.facts["ruling"])
    rulings.lift_penalty(penalty_id=found.pk, reason=line.entry.reason, by=line.by, now=line.now)


def remark(line: Telling) -> None:
    number = line.facts["game"]
    text = line.entry.reason
    if sheet_view(line.here, now=line.now).game(number) is None:
        text = text.removeprefix(f"Spiel {number}: ")
    rulings.remark(number=number, text=text, paragraph=line.facts["paragraph"], **line.on_list)


def remark_withdrawn(line: Telling) -> None:
    said = Ruling.objects.get(tournament=line.onto, number=line.facts["ruling"])
    rulings.withdraw_remark(ruling_id=said.pk, reason=line.entry.reason, by=line.by, now=line.now)


def misdeal(line: Telling) -> None:
    deals.rule_misdeal(fault=line.facts["fault"], disputed=line.facts["disputed"], **line.ruled)


def ended(line: Telling) -> None:
    if line.facts["ruling"] is None:
        endings.end_on_time(**line.seen)
        return
    endings.end_early(last_game=line.facts["last_game"], cause=line.facts["cause"], **line.ruled)


def taken_over(line: Telling) -> None:
    seats.substitute(seat_number=line.facts["seat"], start_number=line.facts["substitute"], **line.ruled)


# Protests: their decisions are rulings about the list -------------------------------------------------------------


def protest_of(line: Telling) -> Protest:
    return Protest.objects.get(tournament=line.onto, number=line.facts["protest"])


def protest_filed(line: Telling) -> None:
    people = {seat.registration.start_number: seat for seat in sheet_view(line.here, now=line.now).seats}
    protests.file_protest(
        seat_number=people[line.facts["start_number"]].number,
        text=line.entry.reason,
        game_number=line.facts["game"],
        **line.on_list,
    )


def protest_step(line: Telling) -> None:
    facts: dict[str, Any] = {
        "protest_id": protest_of(line).pk,
        "reason": line.entry.reason,
        "by": line.by,
        "now": line.now,
    }
    match line.entry.deed:
        case "protest_decided":
            protests.decide_protest(granted=line.facts["kind"] == ProtestStep.Kind.GRANTED, **facts)
        case "protest_reopened":
            protests.reopen_protest(**facts)
        case _:
            protests.withdraw_protest(**facts)


# Signing and accepting ----------------------------------------------------------------------------------------


def signed(line: Telling) -> None:
    """A PIN is in no journal: the line itself says that it was the right one."""
    drawn = line.facts.get("strokes")
    signing.write_signature(
        seat_number=line.facts["seat"],
        method=line.facts["method"],
        lines=tuple(tuple((x, y) for x, y in stroke) for stroke in drawn) if drawn else None,
        **line.seen,
    )


def confirmed(line: Telling) -> None:
    number = line.facts["game"]
    row = sheet_view(line.here, now=line.now).game(number)
    assert row is not None, "a confirmed game stands on the list"
    confirming.confirm_game(number=number, game_id=row.pk, **line.on_list)


# The event ----------------------------------------------------------------------------------------------------


def of_clock(line: Telling) -> dict[str, Any]:
    return {"tournament_id": line.onto.pk, "number": line.facts["series"], "by": line.by, "now": line.now}


def clock_extended(line: Telling) -> None:
    clock.extend_clock(minutes=line.facts["by_minutes"], reason=line.entry.reason, **of_clock(line))


def confirmation(line: Telling) -> None:
    confirming.want_confirmation(
        tournament_id=line.onto.pk, wanted=line.facts["wanted"], by=line.by, now=line.now
    )


OF_THE_EVENT: Mapping[str, Callable[[Telling], Any]] = {
    "clock_started": lambda line: clock.start_clock(minutes=line.facts["minutes"], **of_clock(line)),
    "clock_extended": clock_extended,
    "clock_taken_back": lambda line: clock.take_clock_back(reason=line.entry.reason, **of_clock(line)),
    "confirmation_wanted": confirmation,
}
TELLERS: Mapping[str, Callable[[Telling], Any]] = {
    **OF_THE_EVENT,
    "game_reported": game,
    "game_corrected": game,
    "game_struck": struck,
    "row_restored": restored,
    "totals_entered": sums,
    "totals_corrected": sums,
    "totals_struck": lambda line: totals.strike_totals(**line.ruled),
    "game_confirmed": confirmed,
    "penalty_imposed": penalty,
    "penalty_lifted": lifted,
    "remark_written": remark,
    "remark_withdrawn": remark_withdrawn,
    "protest_filed": protest_filed,
    "protest_decided": protest_step,
    "protest_reopened": protest_step,
    "protest_withdrawn": protest_step,
    "misdeal_ruled": misdeal,
    "sheet_ended_early": ended,
    "sheet_goes_on": lambda line: endings.resume_games(**line.ruled),
    "seat_left": lambda line: seats.let_leave(seat_number=line.facts["seat"], **line.ruled),
    "seat_taken_over": taken_over,
    "seat_restored": lambda line: seats.bring_back(seat_number=line.facts["seat"], **line.ruled),
    "sheet_signed": signed,
    "sheet_handed_over": lambda line: lists.hand_over(seat_number=line.facts["seat"], **line.on_list),
    "sheet_accepted": lambda line: lists.accept(**line.seen),
    "acceptance_withdrawn": lambda line: lists.take_back_acceptance(**line.ruled),
}
