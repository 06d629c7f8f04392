"""The desk page "Bildschirme": what each screen shows, and every change with one tap."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.event.permissions import may_direct
from tournaments.models import Tournament
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import find_tournament, is_fragment_request, need_role, page
from tournaments.pages.phone_addresses import address_for_phones
from tournaments.screens import selectors as selector
from tournaments.screens.forms import (
    AddScreenForm,
    ChangeScreenForm,
    MessageForm,
    RunForm,
    ShowForm,
    StartForm,
    next_hour,
)
from tournaments.screens.selectors import Item, View, item
from tournaments.screens.services import messages as said
from tournaments.screens.services import screens as service
from tournaments.screens.views.cards import card, next_start, other_rankings, programmes, shares, taps
from tournaments.screens.views.material import Material
from tournaments.screens.words.journal import item_in_words


@never_cache
@require_safe
def screens(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything about the screens; asked for news, the part that moves."""
    tournament = find_tournament(slug)
    need_role(request, may_direct, tournament)
    return screens_page(request, tournament)


def screens_page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    add_form: AddScreenForm | None = None,
    message_form: MessageForm | None = None,
    start_form: StartForm | None = None,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    now = timezone.now()
    rows = list(selector.screens(tournament))
    given = Material(tournament, now=now)
    context: dict[str, Any] = {
        "cards": [card(row, given) for row in rows],
        "said": given.messages,
        "everywhere": taps(given),
        "programmes": programmes(),
        "shares": shares(rows),
        "refused": refused,
    }
    if is_fragment_request(request):
        return page(
            request, "tournaments/screens/desk/_cards.html", tournament=tournament, current="desk", **context
        )
    return page(
        request,
        "tournaments/screens/desk/screens.html",
        tournament=tournament,
        current="desk",
        status=status,
        add_form=add_form or AddScreenForm(prefix="dazu"),
        message_form=message_form or MessageForm(prefix="meldung", screens=rows),
        start_form=start_form or StartForm(prefix="start", initial={"text": next_start(given)}),
        address=short_address(address_for_phones(request, reverse("new_screen"))),
        site=short_address(address_for_phones(request, "/")),
        **context,
    )


def short_address(url: str) -> str:
    """As it is typed with a remote control."""
    return url.split("//", 1)[-1].rstrip("/")


# Deeds --------------------------------------------------------------------------------------------------------


def do_and_show(
    request: HttpRequest, tournament: Tournament, deed: Callable[[], Any], done: str = "", **forms: Any
) -> HttpResponse:
    """Do the deed and answer with the page of screens; a refusal stands above what was typed."""
    with Attempt() as attempt:
        deed()
    if attempt.refused:
        return screens_page(request, tournament, refused=attempt.said, status=422, **forms)
    if done:
        messages.success(request, done)
    return redirect("screens", tournament.slug)


@require_POST
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """One more screen."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    form = AddScreenForm(request.POST, prefix="dazu")
    if not form.is_valid():
        return screens_page(request, tournament, add_form=form, status=422)
    data = form.cleaned_data
    return do_and_show(
        request,
        tournament,
        lambda: service.add_screen(tournament_id=tournament.pk, by=actor, now=timezone.now(), **data),
        _("Der Bildschirm ist dabei."),
        add_form=form,
    )


@require_POST
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """Put one view on a screen, or on all of them."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    form = ShowForm(request.POST)
    if not form.is_valid():
        return screens_page(request, tournament, refused=_("Bitte eine Ansicht antippen."), status=422)
    number, what = form.cleaned_data["screen"], form.cleaned_data["item"]
    return do_and_show(
        request,
        tournament,
        lambda: service.show(
            tournament_id=tournament.pk,
            numbers=None if number is None else [number],
            item=what.document(),
            by=actor,
            now=timezone.now(),
        ),
    )


@require_POST
def run(request: HttpRequest, slug: str) -> HttpResponse:
    """Let a programme run on a screen, or on all of them."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    form = RunForm(request.POST)
    if not form.is_valid():
        return screens_page(request, tournament, refused=_("Bitte ein Programm antippen."), status=422)
    number = form.cleaned_data["screen"]
    return do_and_show(
        request,
        tournament,
        lambda: service.run(
            tournament_id=tournament.pk,
            numbers=None if number is None else [number],
            programme=form.cleaned_data["programme"],
            by=actor,
            now=timezone.now(),
        ),
    )


@require_POST
def send(request: HttpRequest, slug: str) -> HttpResponse:
    """Say something on the screens."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    form = MessageForm(request.POST, prefix="meldung", screens=selector.screens(tournament))
    if not form.is_valid():
        return screens_page(request, tournament, message_form=form, status=422)
    now, data = timezone.now(), form.cleaned_data
    until = next_hour(data["until"], now=now) if data["until"] else None
    return do_and_show(
        request,
        tournament,
        lambda: said.send_message(
            tournament_id=tournament.pk,
            text=data["text"],
            screen=data["screen"],
            ends_at=until,
            by=actor,
            now=now,
        ),
        _("Die Meldung steht auf den Bildschirmen."),
        message_form=form,
    )


@require_POST
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """Say when it goes on."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    form = StartForm(request.POST, prefix="start")
    if not form.is_valid():
        return screens_page(request, tournament, start_form=form, status=422)
    now, data = timezone.now(), form.cleaned_data
    return do_and_show(
        request,
        tournament,
        lambda: said.say_start(
            tournament_id=tournament.pk,
            text=data["text"],
            starts_at=next_hour(data["at"], now=now),
            by=actor,
            now=now,
        ),
        _("Der nächste Start steht auf den Bildschirmen."),
        start_form=form,
    )


@require_POST
def message_back(request: HttpRequest, slug: str, message: int) -> HttpResponse:
    """Take a message off the screens."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    return do_and_show(
        request,
        tournament,
        lambda: said.take_message_back(
            tournament_id=tournament.pk, message_id=message, by=actor, now=timezone.now()
        ),
        _("Die Meldung ist zurückgenommen."),
    )


@require_POST
def remove(request: HttpRequest, slug: str, screen: int) -> HttpResponse:
    """Remove a screen."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    return do_and_show(
        request,
        tournament,
        lambda: service.remove_screen(
            tournament_id=tournament.pk, number=screen, by=actor, now=timezone.now()
        ),
        _("Der Bildschirm ist entfernt."),
    )


# One screen ---------------------------------------------------------------------------------------------------


def offered(tournament: Tournament) -> list[tuple[Item, str]]:
    """The views of which a programme can be made."""
    items = [item(view) for view in View if view != View.MESSAGES]
    groups = other_rankings(Material(tournament, now=timezone.now()))
    items[1:1] = [
        item(View.STANDINGS, series=selector.LAST),
        *(item(View.STANDINGS, category=one.value) for one in groups),
    ]
    return [(one, item_in_words(one)) for one in items]


@never_cache
def change(request: HttpRequest, slug: str, screen: int) -> HttpResponse:
    """Where it stands, how large its letters are, and a programme of its own."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    row = selector.screens(tournament).filter(number=screen).first()
    if row is None:
        raise Http404(_("Diesen Bildschirm gibt es nicht mehr."))
    form = ChangeScreenForm(
        request.POST if request.method == "POST" else None, screen=row, offered=offered(tournament)
    )
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        with Attempt(form) as attempt:
            service.change_screen(
                tournament_id=tournament.pk,
                number=screen,
                name=data["name"],
                letters=data["letters"],
                dark=data["dark"],
                own=form.own(),
                by=actor,
                now=timezone.now(),
            )
        if not attempt.refused:
            messages.success(request, _("Der Bildschirm ist geändert."))
            return redirect("screens", slug)
    return page(
        request,
        "tournaments/screens/desk/screen.html",
        tournament=tournament,
        current="desk",
        status=422 if form.errors else 200,
        screen=row,
        form=form,
    )
