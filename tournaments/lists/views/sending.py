"""What the entry page asks while it is open: takes a game that waited, checks one being typed, shows the newest state."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scoring.numbers import GameNumber
from scoring.sentence import Refusal, gettext_noop
from scoring.speech import say
from tournaments.access.visitors import by_who_asks
from tournaments.event.permissions import may_score, must
from tournaments.event.selectors.sheets import Place
from tournaments.lists.forms.game import GameForm
from tournaments.lists.forms.game_check import check_so_far
from tournaments.lists.forms.straight import seen_version_in, straight_result, submission_in
from tournaments.lists.selectors.sheets import SheetView, result_of, sheet_view
from tournaments.lists.selectors.state import ListState
from tournaments.lists.services.sheets import Reported, enter_game
from tournaments.lists.views import rows as sheet_rows
from tournaments.lists.views.at_table import writable
from tournaments.models import Game, ScoreSheet
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import actor_of, find_sheet


@never_cache
@require_POST
def send_game(request: HttpRequest, slug: str, series: int, table: int, number: GameNumber) -> HttpResponse:
    """Take a game that a phone has kept; the answer says what became of it, in words that the page can show."""
    there_can_be(number)
    entry = TypedEntry(request.POST, number)
    with there_must_be_a_list(), Attempt() as attempt:
        game = entry.enter(request, (slug, series, table))
    if isinstance(attempt.refusal, NotTaken):
        return JsonResponse(not_taken(entry.form), status=422)
    if attempt.stale:
        newer = sheet_view(find_sheet(slug, series, table), now=timezone.now())
        return JsonResponse(moved_on(newer, number, entry.form, attempt.said), status=409)
    if attempt.refused:
        refused = {"state": "refused", "errors": [{"seat": None, "text": attempt.said}]}
        return JsonResponse(refused, status=422)
    return JsonResponse({"state": "saved", "version": game.sheet.version})


class NotTaken(Refusal):
    """What was typed cannot be a game, or has doubts that nobody has confirmed: the form says which."""


class TypedEntry:
    """What was typed into the page of a game, read once the list is known."""

    state: ListState

    def __init__(self, data: Any, number: GameNumber) -> None:
        self.data, self.number = data, number

    def enter(self, request: HttpRequest, place: Place) -> Game:
        """Write it on the list at this address, for whoever asks."""
        now = timezone.now()
        return by_who_asks(
            request,
            lambda by: enter_game(sheet_id=place, number=self.number, read=self.read, by=by, now=now),
        )

    def read(self, state: ListState) -> Reported:
        """The game as it was typed; refused while something is missing or to be confirmed."""
        self.state = state
        result = straight_result(self.data, rules=state.rules, seats=state.playing(self.number))
        confirmed: list[str] = []
        if result is None:
            if self.form.result is None or not self.form.confirmed:
                raise NotTaken(gettext_noop("Die Eingabe ist noch nicht vollständig."))
            result, confirmed = self.form.result, [doubt.code for doubt in self.form.doubts]
        return Reported(
            result=result,
            submission=submission_in(self.data),
            seen_version=seen_version_in(self.data),
            confirmed=confirmed,
        )

    @cached_property
    def form(self) -> GameForm:
        """The same as a form that was looked through: for whoever has to be told something."""
        form = GameForm(self.data, rules=self.state.rules, seats=self.state.playing(self.number))
        form.full_clean()
        return form


@contextmanager
def there_must_be_a_list() -> Iterator[None]:
    """404 where the deed finds no list at the address."""
    try:
        yield
    except ScoreSheet.DoesNotExist as fault:
        raise Http404(_("Diese Liste gibt es nicht.")) from fault


def entry_form(view: SheetView, number: GameNumber, data: Any) -> GameForm:
    there_can_be(number)
    return GameForm(data, rules=view.rules, seats=view.playing(number))


def there_can_be(number: GameNumber) -> None:
    if not 0 < number < 10_000:
        raise Http404(_("Dieses Spiel gibt es nicht."))


def not_taken(form: GameForm) -> dict[str, Any]:
    """What is missing, or what somebody has to confirm."""
    if form.errors:
        errors = [
            {"seat": seat_in_name(name), "text": str(error)}
            for name, errors in form.errors.items()
            for error in errors
        ]
        return {"state": "refused", "errors": errors}
    doubts = [{"seat": doubt.seat, "text": say(doubt.sentence)} for doubt in form.doubts]
    return {"state": "doubt", "doubts": doubts, "mark": form.mark}


def seat_in_name(name: str) -> int | None:
    """`augen_3` → 3."""
    last = name.rpartition("_")[2]
    return int(last) if last.isdecimal() else None


def moved_on(view: SheetView, number: GameNumber, form: GameForm, sentence: str) -> dict[str, Any]:
    """Both versions of a game: what stands on the list now, and whether the sent one may still take its place.

    `row` names the row in force; a phone that had seen just this row has overlooked nothing.
    """
    row = view.game(number)
    return {
        "state": "stale",
        "version": view.sheet.version,
        "row": str(row.submission) if row else "",
        "there": sheet_rows.said_game(view, row) if row else [],
        "same": row is not None and result_of(row) == form.result,
        "writable": writable(view, number),
        "next": view.next_game.number if view.next_game else None,
        "text": sentence,
    }


@never_cache
@require_safe
def check_game(request: HttpRequest, slug: str, series: int, table: int, number: GameNumber) -> HttpResponse:
    """What is to be said of a game while it is typed; nothing is written."""
    view = sheet_view(find_sheet(slug, series, table), now=timezone.now())
    must(may_score(actor_of(request), view.sheet))
    checked = check_so_far(entry_form(view, number, request.GET))
    remarks = [
        {"seat": remark.seat, "text": remark.text, "refused": remark.refused} for remark in checked.remarks
    ]
    return JsonResponse({"remarks": remarks, "mark": checked.mark})


@require_safe
def service_worker(_request: HttpRequest) -> HttpResponse:
    """Keeps the entry page on the phone where browsers allow it (https); its address decides for which pages."""
    path = finders.find("js/keep.js") or ""
    if not path:
        raise Http404
    with open(path, encoding="utf-8") as script:  # noqa: PTH123
        content = script.read()
    answer = HttpResponse(content, content_type="text/javascript; charset=utf-8")
    answer["Cache-Control"] = "no-cache"
    return answer
