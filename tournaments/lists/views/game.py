"""The page on which one game is entered or corrected at the table; what is closed is shown with the way on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.numbers import GameNumber
from scoring.speech import say
from tournaments.event.permissions import may_score, must, must_read
from tournaments.lists.forms.game import GameForm
from tournaments.lists.forms.hands import carried_from
from tournaments.lists.selectors.sheets import SheetView, result_of, sheet_view
from tournaments.lists.views import rows as sheet_rows
from tournaments.lists.views.at_table import at_table, table_plan, writable
from tournaments.lists.views.sending import NotTaken, TypedEntry
from tournaments.lists.views.sheets import address, crumbs, rights_of, sheet_page
from tournaments.models import Game
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import actor_of, find_sheet


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def game(request: HttpRequest, slug: str, series: int, table: int, number: GameNumber) -> HttpResponse:
    """Enter one game, or correct it while its Runde runs."""
    if request.method == "POST" and number > 0:
        return report_typed(request, (slug, series, table), number)
    found = find_sheet(slug, series, table)
    must_read(actor_of(request), found)
    view = sheet_view(found, now=timezone.now())
    if number < 1:
        return closed_game_page(request, view, number, None)
    row = view.game(number)
    if not writable(view, number):
        return closed_game_page(request, view, number, row)
    if row is not None and not may_score(actor_of(request), view.sheet):
        return closed_game_page(request, view, number, row)
    must(may_score(actor_of(request), view.sheet))
    form = game_form(view, number, known=row, carried=request.GET)
    return entry_page(request, view, number, form, seen=view.sheet.version, submission=uuid4())


def report_typed(request: HttpRequest, place: tuple[str, int, int], number: GameNumber) -> HttpResponse:
    """Do the one deed with what was typed; whatever is wrong comes back with it."""
    entry = TypedEntry(request.POST, find_sheet(*place), number)
    with Attempt() as attempt:
        entry.enter(request)
    if not attempt.refused:
        messages.success(request, _("Spiel %(number)s ist eingetragen.") % {"number": number})
        return redirect("sheet", *place)
    view, form = sheet_view(find_sheet(*place), now=timezone.now()), entry.form
    if attempt.stale:
        return entry_page(
            request,
            view,
            number,
            form,
            seen=view.sheet.version,
            submission=uuid4(),
            status=409,
            conflict=True,
        )
    if not isinstance(attempt.refusal, NotTaken):
        form.add_error(None, attempt.said)
    return entry_page(
        request, view, number, form, seen=form.seen_version, submission=form.submission, status=422
    )


def place_of_list(view: SheetView) -> tuple[str, int, int]:
    table = view.sheet.table
    return view.tournament.slug, table.series.number, table.number


def game_form(
    view: SheetView,
    number: GameNumber,
    *,
    data: Any = None,
    known: Game | None = None,
    carried: Mapping[str, Any] | None = None,
    kind: type[GameForm] = GameForm,
) -> GameForm:
    """The form of a game: its fields follow from the rules and from who plays.

    `carried` is what stood in it before the Augen were counted from cards.
    """
    seats = view.playing(number)
    form = kind(data, rules=view.rules, seats=seats, known=result_of(known) if known else None)
    if carried:
        form.initial.update(carried_from(carried, seats))
    return form


def entry_page(
    request: HttpRequest,
    view: SheetView,
    number: GameNumber,
    form: GameForm,
    *,
    seen: int,
    submission: UUID,
    status: int = 200,
    conflict: bool = False,
) -> HttpResponse:
    """The entry of a game: who deals, where everybody stands, and the big fields."""
    row = view.game(number)
    about = about_game(view, number)
    resting = GameForm(rules=view.rules, seats=[about["dealer"]], sign="ruht") if about["rests"] else None
    return sheet_page(
        request,
        "tournaments/lists/game.html",
        view,
        status=status,
        number=number,
        row=sheet_rows.said_game(view, row) if row else [],
        same=bool(row and form.is_bound and form.result == result_of(row)),
        conflict=conflict,
        writable=writable(view, number),
        form=form,
        doubts=[say(doubt.sentence) for doubt in form.doubts],
        seen=seen,
        submission=submission,
        plan=table_plan(view, number),
        resting=resting,
        **about | at_table(view, number),
    )


def about_game(view: SheetView, number: GameNumber) -> dict[str, Any]:
    """What stands above the fields of a game, at the table and at the referee."""
    deal, playing = view.course.deal(number), view.playing(number)
    dealing = next(seat for seat in view.seats_at(number) if seat.number == deal.dealer)
    return {
        "dealer": dealing,
        "rests": dealing not in playing,
        "begins": playing[0],
        "tally": sheet_rows.tally_bar(view, number=number),
        "round_number": deal.round_number,
        "target": sheet_rows.target_words(view),
        "count_url": address(view, "count_hands", number),
    }


def closed_game_page(
    request: HttpRequest, view: SheetView, number: GameNumber, row: Game | None
) -> HttpResponse:
    """A game that cannot be entered now: what stands there, why it stays, and whom to ask."""
    earlier = [struck for struck in view.struck if struck.number == number]
    if row is None and not earlier:
        coming = view.next_game
        sentence = _("Spiel %(number)s gibt es auf dieser Liste nicht.") % {"number": number}
        if coming is not None:
            sentence = _("Spiel %(number)s ist noch nicht dran: Als Nächstes kommt Spiel %(next)s.") % {
                "number": number,
                "next": coming.number,
            }
        return render(request, "errors/404.html", {"sentence": sentence}, status=404)
    return sheet_page(
        request,
        "tournaments/lists/game_shown.html",
        view,
        heading=_("Spiel %(number)s") % {"number": number},
        crumbs=crumbs(view, _("Spiel %(number)s") % {"number": number}),
        number=number,
        row=sheet_rows.said_game(view, row) if row else [],
        earlier=[(struck, sheet_rows.said_game(view, struck)) for struck in earlier],
        rights=rights_of(actor_of(request), view.sheet),
        strike_url=address(view, "strike", number),
        correct_url=address(view, "correct", number),
        penalty_url=f"{address(view, 'penalty')}?spiel={number}",
        hand_url=address(view, "hand_of_game", number) if row else "",
    )
