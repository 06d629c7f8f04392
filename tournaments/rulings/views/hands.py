"""Cards at a table: a hand judged by the referee and kept as a remark, and Augen counted from cards."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.forms.cards import HandForm
from scoring.numbers import GameNumber
from tournaments.event.permissions import may_referee, may_score, must
from tournaments.lists.forms.hands import HandsForm, carried_from
from tournaments.lists.selectors.sheets import SheetView, sheet_view
from tournaments.lists.views.sheets import address, crumbs, posted, sheet_page
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import actor_of, find_sheet, need_role
from tournaments.rulings import services as service

BOTH = require_http_methods(["GET", "HEAD", "POST"])
ASKED = "frage"
BACK = ("game", "correct")  # the pages on which a game is entered


def known_game(slug: str, series: int, table: int, number: GameNumber) -> SheetView:
    """The list, if this game is on it or comes next."""
    view = sheet_view(find_sheet(slug, series, table), now=timezone.now())
    coming = view.next_game.number if view.next_game else 0
    if view.game(number) is None and number != coming:
        raise Http404(_("Dieses Spiel steht nicht auf der Liste."))
    return view


@never_cache
@BOTH
def hand_of_game(
    request: HttpRequest, slug: str, series: int, table: int, number: GameNumber
) -> HttpResponse:
    """Judge a hand by the rules of this tournament; one tap keeps the verdict with the game."""
    view = known_game(slug, series, table, number)
    actor = need_role(request, may_referee, view.tournament)
    form = HandForm(request.GET if ASKED in request.GET else None, rules=view.rules)
    refused = form.is_bound and not form.is_valid()
    here = address(view, "hand_of_game", number)
    sentence = ""
    if request.method == "POST" and form.answer is not None:
        with Attempt() as attempt:
            service.remark(
                sheet_id=view.sheet.pk,
                number=number,
                text=form.remark,
                paragraph=form.answer.paragraph,
                by=actor,
                now=timezone.now(),
            )
        if not attempt.refused:
            messages.success(request, _("Der Vermerk steht auf der Liste."))
            return redirect(address(view))
        sentence, refused = attempt.said, True
    refused = refused or (request.method == "POST" and form.answer is None)
    context = {
        "form": form,
        "answer": form.answer,
        "action": here,
        "number": number,
        "refused": sentence,
        "attach_url": f"{here}?{request.GET.urlencode()}" if form.answer else "",
        "attach_label": attach_label(form, number),
    }
    status = 422 if refused else 200
    if request.headers.get("HX-Request"):
        return render(request, "scoring/cards/_answer.html", context, status=status)
    return sheet_page(
        request,
        "tournaments/rulings/hand.html",
        view,
        status=status,
        heading=_("Blatt prüfen"),
        crumbs=crumbs(view, _("Blatt prüfen")),
        **context,
    )


def attach_label(form: HandForm, number: GameNumber) -> str:
    """What the button keeps: the verdict as it is shown, and of whom."""
    label = _("Als Vermerk zu Spiel %(number)s") % {"number": number}
    return f"{label}: {form.who}" if form.who else label


@never_cache
@BOTH
def count_hands(request: HttpRequest, slug: str, series: int, table: int, number: GameNumber) -> HttpResponse:
    """Augen from cards, for the entry of a game: what was typed there comes along and goes back with them."""
    view = known_game(slug, series, table, number)
    must(may_score(actor_of(request), view.sheet))
    seats = view.playing(number)
    sent = posted(request)
    source = request.GET if sent is None else sent
    asked = sent is not None and "deed" in sent  # else it comes from the entry, with what was typed there
    form = HandsForm(
        sent if asked else None,
        rules=view.rules,
        seats=sorted(seats, key=lambda seat: seat.number),
        carried=carried_from(source, seats),
    )
    back = source.get("from", "")
    back_to = address(view, back if back in BACK else BACK[0], number)
    status = 200
    if asked and sent is not None:
        deed = sent["deed"]
        if not form.is_valid():
            status = 422
        elif deed == "anyway" or (deed == "take" and not form.doubtful):
            return redirect(f"{back_to}?{urlencode(form.taken)}")
    context = {
        "form": form,
        "number": number,
        "back": back,
        "back_url": f"{back_to}?{urlencode(form.carried)}",
        "action": address(view, "count_hands", number),
        "read": asked and status == 200,
    }
    if request.headers.get("HX-Request"):
        return render(request, "tournaments/rulings/_counted.html", context, status=status)
    return sheet_page(
        request,
        "tournaments/rulings/count.html",
        view,
        status=status,
        heading=_("Augen aus Karten"),
        crumbs=crumbs(view, _("Spiel %(number)s") % {"number": number}),
        **context,
    )
