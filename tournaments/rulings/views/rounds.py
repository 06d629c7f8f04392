"""The referee rules about Runden, seats and the end of a list; each deed is looked at before it is confirmed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scoring.numbers import GameNumber
from tournaments.lists.forms.table import SignForm
from tournaments.lists.selectors.confirming import neighbour_of
from tournaments.lists.selectors.sheets import SheetView, sheet_view
from tournaments.lists.services import confirming
from tournaments.lists.views.sheets import address, crumbs, posted, sheet_page, whole_list
from tournaments.models import Seat
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import actor_of, find_sheet
from tournaments.pages.words import numbers
from tournaments.rulings.forms.rounds import EndForm, MisdealForm, SeatChangeForm
from tournaments.rulings.services import deals, endings, seats
from tournaments.rulings.views.games import BOTH, found_list
from tournaments.rulings.views.steps import Deed, Prepared, seen_for, take_step

Asked = Callable[[SheetView, dict[str, Any]], tuple[Deed, list[str]]]


def ruled(
    request: HttpRequest,
    view: SheetView,
    form: Any,
    asked: Asked,
    *,
    heading: str,
    lead: str,
    submit: str,
    done: str,
) -> HttpResponse:
    """Ask, show what follows, then do it: the form comes back with the consequences until they are confirmed."""
    follows: list[str] = []

    def prepare() -> Prepared:
        nonlocal follows
        deed, follows = asked(view, form.cleaned_data)
        return deed, (heading, sorted(form.cleaned_data.items()))

    step = take_step(request, view, form, prepare)
    if step.done:
        messages.success(request, done)
        return redirect(address(view))
    return sheet_page(
        request,
        "tournaments/rulings/ruling.html",
        step.view,
        status=step.status,
        heading=heading,
        crumbs=crumbs(step.view, heading),
        lead=lead,
        form=form,
        told=step.told,
        follows=follows if step.told else [],
        submit=submit,
        seen=seen_for(step.view, form.data, step.status),
    )


@never_cache
@BOTH
def misdeal(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """A deal out of turn: which games are void, and where the deal goes on."""
    view = found_list(request, slug, series, table)
    by = actor_of(request)

    def asked(now: SheetView, wanted: dict[str, Any]) -> tuple[Deed, list[str]]:
        told = deals.prescribe_misdeal(now, wanted["fault"], disputed=wanted["disputed"])
        return partial(deals.rule_misdeal, sheet_id=now.sheet.pk, by=by, **wanted), said_misdeal(told)

    return ruled(
        request,
        view,
        MisdealForm(posted(request), view=view),
        asked,
        heading=_("Falsch gegeben"),
        lead=_(
            "In der laufenden Runde werden alle Spiele ab dem Fehler neu gegeben. Später bemerkt, bleiben abgeschlossene Runden stehen, und die laufende beginnt neu. Gestrichene Zeilen bleiben sichtbar."
        ),
        submit=_("So entscheiden"),
        done=_("Entschieden. Die Liste zeigt, wer jetzt gibt."),
    )


def said_misdeal(told: deals.Misdeal) -> list[str]:
    """What the rule says about this case, line by line."""
    struck = [game.number for game in told.struck]
    lines = []
    if told.fault is None:
        lines.append(
            _(
                "Wo der Fehler begann, weiß niemand: Abgeschlossene Runden bleiben, die Runde {runde} beginnt neu."
            ).format(runde=told.running_round)
        )
    elif told.found_later:
        lines.append(
            _(
                "Spiel {fault} steht in einer abgeschlossenen Runde: Sie bleibt, die Runde {runde} beginnt neu."
            ).format(fault=told.fault, runde=told.running_round)
        )
    lines.append(
        _("Gestrichen werden die Spiele {games}.").format(games=numbers(struck))
        if struck
        else _("Kein eingetragenes Spiel wird gestrichen.")
    )
    lines.append(
        _("Weiter geht es mit Spiel {number}. Es gibt Platz {seat}, {name}.").format(
            number=told.start, seat=told.dealer.number, name=told.dealer.registration.name
        )
    )
    return lines


def asked_for(request: HttpRequest) -> dict[str, str]:
    """Return what a link to this form has chosen already, by the names of the fields."""
    names = {"platz": "seat", "was": "what", "ersatz": "start_number", "grund": "reason"}
    return {field: request.GET[name][:300] for name, field in names.items() if name in request.GET}


@never_cache
@BOTH
def change_seats(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """Somebody leaves, a substitute comes, or the last change is taken back."""
    view = found_list(request, slug, series, table)
    by = actor_of(request)

    def asked(now: SheetView, wanted: dict[str, Any]) -> tuple[Deed, list[str]]:
        common = {
            "sheet_id": now.sheet.pk,
            "seat_number": wanted["seat"],
            "reason": wanted["reason"],
            "seen_version": wanted["seen_version"],
            "by": by,
        }
        match wanted["what"]:
            case SeatChangeForm.LEAVE:
                told = seats.prescribe_leaving(now, wanted["seat"])
                return partial(seats.let_leave, **common), said_change(now, told)
            case SeatChangeForm.SUBSTITUTE:
                told = seats.prescribe_substitute(now, wanted["seat"], wanted["start_number"])
                deed = partial(seats.substitute, start_number=wanted["start_number"], **common)
                return deed, said_change(now, told)
            case _:
                return partial(seats.bring_back, **common), [
                    _("Auf Platz {seat} sitzt wieder, wer vorher dort saß.").format(seat=wanted["seat"])
                ]

    return ruled(
        request,
        view,
        SeatChangeForm(posted(request), view=view, chosen=asked_for(request)),
        asked,
        heading=_("Platz wechseln"),
        lead=_(
            "Plätze wechseln zwischen zwei Runden. Jeder behält, was er selbst gespielt hat: Der Ersatz beginnt bei null."
        ),
        submit=_("So entscheiden"),
        done=_("Der Platz ist geändert."),
    )


def said_change(view: SheetView, told: seats.SeatChange) -> list[str]:
    """What follows for the deal and the number of games, line by line."""
    name = told.seat.registration.name
    lines = [
        _("{name} sitzt bis Runde {runde} auf Platz {seat}.").format(
            name=name, runde=told.after_round, seat=told.seat.number
        )
    ]
    if told.size_after < len(view.sitting):
        plays = _("Der Geber spielt mit.") if told.dealer_plays else _("Der Geber setzt aus.")
        lines.append(_("Danach wird zu {size} gespielt. {plays}").format(size=told.size_after, plays=plays))
    if told.games_before != told.games_after:
        lines.append(
            _("Die Liste hat dann {after} statt {before} Spiele.").format(
                after=told.games_after, before=told.games_before
            )
        )
    elif told.games_after is not None:
        lines.append(_("Es bleibt bei {games} Spielen.").format(games=told.games_after))
    lines.append(said_dealer(told.next_dealer))
    if told.scorer_after is not None:
        lines.append(_("Die Liste führt dann {name}.").format(name=told.scorer_after.registration.name))
    return lines


def said_dealer(dealer: Seat | None) -> str:
    if dealer is None:
        return _("Als Nächstes gibt der Ersatz.")
    return _("Als Nächstes gibt Platz {seat}, {name}.").format(
        seat=dealer.number, name=dealer.registration.name
    )


@never_cache
@BOTH
def end_list(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """The list ends before its last game, or goes on after all."""
    view = found_list(request, slug, series, table)
    by = actor_of(request)

    def asked(now: SheetView, wanted: dict[str, Any]) -> tuple[Deed, list[str]]:
        common = {
            "sheet_id": now.sheet.pk,
            "reason": wanted["reason"],
            "seen_version": wanted["seen_version"],
            "by": by,
        }
        if wanted["cause"] == EndForm.ON:
            return partial(endings.resume_games, **common), [_("Die fehlenden Spiele werden gespielt.")]
        last = wanted["last_game"]
        deed = partial(endings.end_early, last_game=last, cause=wanted["cause"], **common)
        struck = [game.number for game in now.games if game.number > last]
        lines = [_("Spiel {number} ist das letzte gültige.").format(number=last)]
        if struck:
            lines.append(_("Gestrichen werden die Spiele {games}.").format(games=numbers(struck)))
        lines.append(_("Alles danach gilt als nicht gespielt und wird nicht gewertet."))
        return deed, lines

    return ruled(
        request,
        view,
        EndForm(posted(request), view=view, chosen=asked_for(request)),
        asked,
        heading=_("Liste vorzeitig beenden"),
        lead=_(
            "Für abgelaufene Zeit, oder wenn ein Tisch nicht zu Ende spielen kann. Was nicht gespielt ist, zählt für niemanden."
        ),
        submit=_("So entscheiden"),
        done=_("Entschieden."),
    )


@require_POST
def time_is_over(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """The table says that no game runs any more; what is left is not played."""
    found = find_sheet(slug, series, table)
    seen = SignForm.version_in(request.POST)
    with Attempt() as attempt:
        endings.end_on_time(sheet_id=found.pk, seen_version=seen, by=actor_of(request), now=timezone.now())
    if attempt.refused:
        return whole_list(
            request, find_sheet(slug, series, table), status=attempt.status, refused=attempt.said
        )
    messages.success(request, _("Die Liste ist zu Ende. Jetzt liest und unterschreibt jeder Platz."))
    return redirect(address(found))


@require_POST
def confirm_game(
    request: HttpRequest, slug: str, series: int, table: int, number: GameNumber
) -> HttpResponse:
    """The left neighbour has read along."""
    found = find_sheet(slug, series, table)
    sent = request.POST.get("row", "")
    row = int(sent) if sent.isascii() and sent.isdecimal() and len(sent) < 12 else 0
    with Attempt() as attempt:
        confirming.confirm_game(
            sheet_id=found.pk, number=number, game_id=row, by=actor_of(request), now=timezone.now()
        )
    if attempt.refused:
        return whole_list(
            request, find_sheet(slug, series, table), status=attempt.status, refused=attempt.said
        )
    view = sheet_view(found, now=timezone.now())
    name = neighbour_of(view).registration.name
    messages.success(
        request, _("Spiel {number} ist bestätigt, danke, {name}.").format(number=number, name=name)
    )
    return redirect(address(found))
