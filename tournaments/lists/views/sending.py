"""What the entry page asks while it is open: takes a game that waited, checks one being typed, shows the newest state."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scoring.numbers import GameNumber
from scoring.points import Result
from scoring.sentence import Refusal, gettext_noop
from scoring.speech import say
from tournaments.event.permissions import may_score, must
from tournaments.lists.forms.game import GameForm
from tournaments.lists.forms.game_check import check_so_far
from tournaments.lists.selectors.sheets import SheetView, result_of, sheet_view
from tournaments.lists.selectors.state import ListState, list_state
from tournaments.lists.services.sheets import enter_game
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
    entry = TypedEntry(request.POST, find_sheet(slug, series, table), number)
    with Attempt() as attempt:
        game = entry.enter(request)
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
    """What was typed into the page of a game on this list."""

    def __init__(self, data: Any, sheet: ScoreSheet, number: GameNumber) -> None:
        self.data, self.sheet, self.number, self.now = data, sheet, number, timezone.now()

    @cached_property
    def state(self) -> ListState:
        """The list as it stands; whether it has moved until the game is written, its version says under the lock."""
        return list_state(self.sheet, now=self.now)

    def enter(self, request: HttpRequest) -> Game:
        """Write the game for whoever asks; refused while something is missing or to be confirmed."""
        actor = actor_of(request)
        must(may_score(actor, self.sheet))
        result, confirmed = self.read()
        return enter_game(
            sheet_id=self.sheet.pk,
            number=self.number,
            result=result,
            submission=self.form.submission,
            seen_version=self.form.seen_version,
            confirmed=confirmed,
            by=actor,
            now=self.now,
        )

    def read(self) -> tuple[Result, list[str]]:
        """Return the game as it was typed, and the codes of its doubts, all of which were confirmed."""
        if self.form.result is None or not self.form.confirmed:
            raise NotTaken(gettext_noop("Die Eingabe ist noch nicht vollständig."))
        return self.form.result, [doubt.code for doubt in self.form.doubts]

    @cached_property
    def form(self) -> GameForm:
        """The form with what was typed, validated."""
        form = GameForm(self.data, rules=self.state.rules, seats=self.state.playing(self.number))
        form.full_clean()
        return form


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
