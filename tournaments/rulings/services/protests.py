"""Protests: filed at the table or at the desk, decided with a reason, withdrawn or opened again. Nothing is deleted."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils.formats import time_format
from django.utils.timezone import localtime

from scoring.numbers import GameNumber, SeatNumber
from scoring.sentence import Refusal, gettext_noop
from tournaments.event.permissions import Actor, may_object, may_referee, must
from tournaments.event.services import journal
from tournaments.event.services.locks import lock_sheet, lock_tournament
from tournaments.lists.selectors.sheets import SheetView, sheet_view
from tournaments.lists.services import fair_copies
from tournaments.models import Protest, ProtestStep, Ruling, Seat, Tournament
from tournaments.models.protests import TEXT_LENGTH
from tournaments.rulings.selectors.protests import protest_views, window_ends, window_open
from tournaments.rulings.selectors.protests import protests as protests_of
from tournaments.rulings.services.common import decide

MOST_OPEN = 5  # of one player, filed from his own page: whoever finds a card cannot bury the referees


class ProtestRefused(Refusal):
    """A protest that cannot be filed or decided like this."""


@transaction.atomic
def file_protest(
    *,
    sheet_id: int,
    seat_number: SeatNumber,
    text: str,
    by: Actor,
    now: datetime,
    game_number: GameNumber | None = None,
) -> Protest:
    """A player objects: on his own page, from the phone of his table, or the desk writes it down for him.

    The same words of the same player about the same game again are the same protest.
    """
    sheet = lock_sheet(sheet_id)
    view = sheet_view(sheet, now=now)
    seat = objecting_seat(view, seat_number, by)
    must(may_object(by, sheet, seat.registration_id if seat else 0))
    if seat is None:
        raise ProtestRefused(
            gettext_noop("Den Platz {seat} gibt es an diesem Tisch nicht."), seat=seat_number
        )
    text = needed_words(text)
    coming = view.next_game.number if view.next_game else None
    if game_number is not None and view.game(game_number) is None and game_number != coming:
        raise ProtestRefused(gettext_noop("Spiel {number} ist nicht eingetragen."), number=game_number)
    if not window_open(sheet, view.rules, now=now):
        ends = window_ends(sheet, view.rules)
        assert ends is not None
        raise ProtestRefused(
            gettext_noop(
                "Die Frist für Einsprüche ist um {time} Uhr abgelaufen. Nur ein Entscheid kann noch etwas ändern."
            ),
            time=time_format(localtime(ends), "H:i"),
        )
    tournament = lock_tournament(view.tournament.pk)
    same = Protest.objects.filter(
        sheet=sheet, registration=seat.registration, game_number=game_number, text=text
    ).first()
    if same is not None:
        return same
    if by.registration_id is not None and open_protests(tournament, by.registration_id) >= MOST_OPEN:
        raise ProtestRefused(
            gettext_noop("{most} Einsprüche sind noch offen: Bitte warten, bis einer entschieden ist."),
            most=MOST_OPEN,
        )
    number = (tournament.protests.aggregate(top=Max("number"))["top"] or 0) + 1
    protest = Protest.objects.create(
        tournament=tournament,
        number=number,
        sheet=sheet,
        registration=seat.registration,
        game_number=game_number,
        text=text,
        filed_at=now,
        filed_by=by.label,
    )
    write_protest_line(protest, tournament, "protest_filed", by=by, now=now, reason=text)
    return protest


def objecting_seat(view: SheetView, number: SeatNumber, by: Actor) -> Seat | None:
    """Who objects: whoever sits there now; from his own page the player himself, also when he has left."""
    rows = [*view.seats, *view.former]
    if by.registration_id is not None:
        rows = [seat for seat in rows if seat.registration_id == by.registration_id]
    return next((seat for seat in rows if seat.number == number), None)


def open_protests(tournament: Tournament, registration_id: int) -> int:
    """How many of this player's protests nobody has decided yet."""
    own = protest_views(protests_of(tournament).filter(registration=registration_id))
    return sum(one.is_open for one in own)


def needed_words(text: str) -> str:
    """What it is about, in a few sentences."""
    text = text.strip()
    if not text:
        raise ProtestRefused(gettext_noop("Bitte in einem Satz sagen, worum es geht."))
    if len(text) > TEXT_LENGTH:
        raise ProtestRefused(
            gettext_noop("Das ist zu lang: Bitte mit höchstens {most} Zeichen sagen."), most=TEXT_LENGTH
        )
    return text


@transaction.atomic
def decide_protest(*, protest_id: int, granted: bool, reason: str, by: Actor, now: datetime) -> ProtestStep:
    """Grant or dismiss an open protest; the ruling has a number and a reason. What follows is a deed of its own."""
    protest, tournament = hold_protest(protest_id)
    must(may_referee(by, tournament))
    if not is_open(protest):
        raise ProtestRefused(
            gettext_noop("Dieser Einspruch ist schon entschieden: Zum Ändern wieder öffnen.")
        )
    ruling = decide(tournament, Ruling.Kind.PROTEST, reason=reason, by=by, now=now, sheet=protest.sheet)
    kind = ProtestStep.Kind.GRANTED if granted else ProtestStep.Kind.DISMISSED
    step = add_step(protest, kind, by=by, now=now, reason=ruling.reason, ruling=ruling)
    write_protest_line(
        protest, tournament, "protest_decided", by=by, now=now, reason=ruling.reason, kind=kind
    )
    fair_copies.keep_after_ruling(protest.sheet, now=now)
    return step


@transaction.atomic
def reopen_protest(*, protest_id: int, reason: str, by: Actor, now: datetime) -> ProtestStep:
    """Take a decision or a withdrawal back: the protest waits again. The earlier steps stay."""
    protest, tournament = hold_protest(protest_id)
    must(may_referee(by, tournament))
    last = protest.steps.order_by("-number").first()
    if last is None or last.kind == ProtestStep.Kind.REOPENED:
        raise ProtestRefused(gettext_noop("Dieser Einspruch ist noch offen."))
    ruling = decide(
        tournament,
        Ruling.Kind.REOPENED,
        reason=reason,
        by=by,
        now=now,
        sheet=protest.sheet,
        undoes=last.ruling,
    )
    step = add_step(protest, ProtestStep.Kind.REOPENED, by=by, now=now, reason=ruling.reason, ruling=ruling)
    write_protest_line(protest, tournament, "protest_reopened", by=by, now=now, reason=ruling.reason)
    fair_copies.keep_after_ruling(protest.sheet, now=now)
    return step


@transaction.atomic
def withdraw_protest(*, protest_id: int, by: Actor, now: datetime, reason: str = "") -> ProtestStep:
    """The player takes his protest back, at his table or at the desk; doing it twice is doing it once."""
    protest, tournament = hold_protest(protest_id)
    must(may_object(by, protest.sheet, protest.registration_id))
    last = protest.steps.order_by("-number").first()
    if last is not None and last.kind == ProtestStep.Kind.WITHDRAWN:
        return last
    if not is_open(protest):
        raise ProtestRefused(gettext_noop("Dieser Einspruch ist schon entschieden und bleibt stehen."))
    step = add_step(
        protest, ProtestStep.Kind.WITHDRAWN, by=by, now=now, reason=reason.strip()[:TEXT_LENGTH], ruling=None
    )
    write_protest_line(protest, tournament, "protest_withdrawn", by=by, now=now, reason=step.reason)
    return step


def hold_protest(protest_id: int) -> tuple[Protest, Tournament]:
    """The protest, with its tournament held until the deed is done: two referees cannot decide at once."""
    protest = Protest.objects.select_related("registration", "sheet__table__series__tournament").get(
        pk=protest_id
    )
    return protest, lock_tournament(protest.tournament_id)


def is_open(protest: Protest) -> bool:
    last = protest.steps.order_by("-number").values_list("kind", flat=True).first()
    return last in (None, ProtestStep.Kind.REOPENED)


def add_step(
    protest: Protest, kind: str, *, by: Actor, now: datetime, reason: str, ruling: Ruling | None
) -> ProtestStep:
    return ProtestStep.objects.create(
        protest=protest,
        number=protest.steps.count() + 1,
        kind=kind,
        at=now,
        by=by.label,
        user=by.user,
        reason=reason,
        ruling=ruling,
    )


def write_protest_line(
    protest: Protest,
    tournament: Tournament,
    deed: str,
    *,
    by: Actor,
    now: datetime,
    reason: str,
    kind: str = "",
) -> None:
    """The line of the journal that belongs to a step."""
    facts = {
        "protest": protest.number,
        "start_number": protest.registration.start_number,
        "game": protest.game_number,
    }
    journal.write(
        tournament,
        deed,
        by=by,
        now=now,
        sheet=protest.sheet,
        facts=facts | ({"kind": kind} if kind else {}),
        reason=reason,
    )
