"""Changes at any time: who comes, who goes, who takes over, which table is broken up; first seen, then done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.event.forms.field import WalkInForm
from tournaments.event.permissions import Actor, may_direct
from tournaments.event.selectors.tournaments import registrations
from tournaments.event.services.setup import refuse_newcomer
from tournaments.models import SeatingPlan, Tournament
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import find_tournament, need_role, page
from tournaments.seating.forms import ArrivalForm, BreakUpForm, PersonForm, SubstituteForm, people_choices
from tournaments.seating.selectors import places
from tournaments.seating.selectors import seating as selector
from tournaments.seating.selectors.proposals import Proposal, propose_change, propose_substitute
from tournaments.seating.selectors.running import begun_and_next, left_behind, running_lists
from tournaments.seating.selectors.state import Entrant, Seating, SeriesNow, state_of, with_entrants
from tournaments.seating.services import changes as service
from tournaments.seating.words.reprints import reprints
from tournaments.seating.words.running import plays_from, running_in_words
from tournaments.seating.words.seating import greeting, moves_of, qualities_compared

Kind = SeatingPlan.Kind
LEAVING = ("nicht-da", "ausgeschieden", "ersatz")
Text = str | Promise


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeKind:
    """One kind of change: what the page says, what is asked, how it is tried and done."""

    kind: str
    title: Text
    text: Text
    submit: Text
    icon: str


CHANGES = {
    "nachzuegler": ChangeKind(
        kind=Kind.ARRIVAL,
        title=gettext_lazy("Nachzügler"),
        text=gettext_lazy(
            "Jemand kommt später und bekommt einen Platz in allem, was noch nicht begonnen hat."
        ),
        submit=gettext_lazy("Anmelden und setzen"),
        icon="enter",
    ),
    "nicht-da": ChangeKind(
        kind=Kind.NO_SHOW,
        title=gettext_lazy("Nicht erschienen"),
        text=gettext_lazy(
            "Jemand ist angemeldet, aber nicht da. Sein Platz wird frei, wo noch nicht gespielt wurde."
        ),
        submit=gettext_lazy("Platz räumen"),
        icon="missing",
    ),
    "ausgeschieden": ChangeKind(
        kind=Kind.DROPOUT,
        title=gettext_lazy("Ausscheiden"),
        text=gettext_lazy("Jemand geht nach Hause. Was gespielt ist, bleibt stehen."),
        submit=gettext_lazy("Ausscheiden lassen"),
        icon="leave",
    ),
    "zurueck": ChangeKind(
        kind=Kind.RETURN,
        title=gettext_lazy("Wieder dabei"),
        text=gettext_lazy("Jemand war ausgeschieden und spielt ab der nächsten Serie wieder mit."),
        submit=gettext_lazy("Wieder aufnehmen und setzen"),
        icon="undo",
    ),
    "ersatz": ChangeKind(
        kind=Kind.SUBSTITUTE,
        title=gettext_lazy("Ersatz"),
        text=gettext_lazy("Jemand übernimmt die Plätze eines anderen. Sonst zieht niemand um."),
        submit=gettext_lazy("Ersetzen"),
        icon="people",
    ),
    "tisch": ChangeKind(
        kind=Kind.BROKEN_UP,
        title=gettext_lazy("Tisch auflösen"),
        text=gettext_lazy("Ein Tisch fällt weg. Wer dort sitzt, bekommt einen Platz an einem anderen."),
        submit=gettext_lazy("Tisch auflösen"),
        icon="table",
    ),
}


def changes(request: HttpRequest, slug: str) -> HttpResponse:
    """Which change it is."""
    tournament = find_tournament(slug)
    need_role(request, may_direct, tournament)
    return page(
        request,
        "tournaments/seating/changes.html",
        tournament=tournament,
        current="desk",
        changes=CHANGES.items(),
    )


def change(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Asked by GET it shows which chairs move; sent by POST it is done, if it still is what was shown."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    if kind not in CHANGES:
        raise Http404(_("Diese Änderung gibt es nicht."))
    state = state_of(tournament)
    if request.method != "POST":
        asked = change_form(
            kind, tournament, state, request.GET if request.GET.keys() - {"nummer"} else None, request
        )
        return change_page(request, tournament, state, kind, asked)
    form = change_form(kind, tournament, state, request.POST, request)
    if not form.is_valid():
        return change_page(request, tournament, state, kind, form, status=422)
    seen = form.cleaned_data["gesehen"]
    if seen is not None and seen != state.version:
        form.add_error(None, _("Inzwischen hat sich die Sitzordnung geändert. So sieht es jetzt aus:"))
        return change_page(request, tournament, state, kind, form, status=409)
    with Attempt(form) as attempt:
        changed = do_change(kind, tournament, state, form, actor)
    if attempt.refused:
        return change_page(request, tournament, state_of(tournament), kind, form, status=attempt.status)
    if kind == "nachzuegler" and changed.registration is not None:
        messages.success(request, greeting(changed.registration))
    if changed.plan is None:
        if left_behind(tournament, now=timezone.now()):
            messages.success(request, _("Eingetragen. Niemand muss umziehen, aber eine Liste läuft noch."))
        else:
            messages.success(request, _("Eingetragen. Niemand muss umziehen."))
        return redirect("seating_board", slug)
    messages.success(request, _("Eingetragen. Die neue Sitzordnung ist ausgehängt."))
    return redirect("seating_moves", slug, changed.plan.version)


def change_form(
    kind: str, tournament: Tournament, state: Seating, data: Any, request: HttpRequest
) -> forms.Form:
    """The form of this change, for the people who are there now."""
    field = list(registrations(tournament))
    here = people_choices(one for one in field if one.withdrawn_at is None)
    gone = people_choices(one for one in field if one.withdrawn_at is not None)
    initial = {"gesehen": state.version, "player": request.GET.get("nummer")}
    match kind:
        case "nachzuegler":
            return ArrivalForm(data, initial=initial)
        case "nicht-da":
            return PersonForm(data, field=here, reason=False, initial=initial)
        case "ausgeschieden":
            hint = _("Ein paar Worte für das Protokoll, zum Beispiel „musste nach Hause“.")
            return PersonForm(data, field=here, reason=True, reason_help=hint, initial=initial)
        case "zurueck":
            return PersonForm(data, field=gone, reason=False, initial=initial)
        case "ersatz":
            return SubstituteForm(data, field=here, gone=gone, initial=initial)
    return BreakUpForm(data, tables=table_choices(state), initial=initial)


def table_choices(state: Seating) -> list[tuple[str, str]]:
    """The tables of every series that has not begun."""
    return [
        (
            f"{series.number}-{table.number}",
            _("Serie {series}, Tisch {table}").format(series=series.number, table=table.number),
        )
        for series in state.series
        if not series.begun
        for table in series.planned.tables
    ]


def change_page(
    request: HttpRequest,
    tournament: Tournament,
    state: Seating,
    kind: str,
    form: forms.Form,
    *,
    status: int = 200,
) -> HttpResponse:
    """What is asked, and as soon as it is known, which chairs move."""
    seen: dict[str, Any] = {}
    if (form.is_bound and form.is_valid()) or status == 409:
        seen = tried(tournament, state, kind, form)
    if form.is_bound:
        form.data = {**dict(form.data.items()), "gesehen": state.version}
    return page(
        request,
        "tournaments/seating/change.html",
        tournament=tournament,
        current="desk",
        change=CHANGES[kind],
        kind=kind,
        form=form,
        status=422 if form.errors and status == 200 and request.method == "POST" else status,
        **seen,
    )


def tried(tournament: Tournament, state: Seating, kind: str, form: forms.Form) -> dict[str, Any]:
    """The change as it would be, without doing it."""
    told = told_of_series(tournament, state, kind, form)
    if not state.somebody_sits:
        return told | {"nobody_sits": True, "playing": any(one.begun for one in state.series)}
    with Attempt(form) as attempt:
        if isinstance(form, WalkInForm) and not form.cleaned_data.get("known"):
            refuse_newcomer(tournament, form.value(), form.cleaned_data.get("start_number"))
        proposal, after = change_proposal(kind, state, form)
    if attempt.refused:
        return told
    moves = moves_of(proposal, after)
    out = places.hanging(tournament)
    return told | {
        "proposal": proposal,
        "moves": moves,
        "reprints": reprints(tournament, moves, standing_tables(proposal.series), out, directs=True),
        "rows": qualities_compared(
            selector.quality(state), selector.quality_in_names(proposal.report, after, proposal.series)
        ),
    }


def told_of_series(tournament: Tournament, state: Seating, kind: str, form: forms.Form) -> dict[str, Any]:
    """Say what happens to the list of whoever leaves, and from which series a newcomer plays."""
    data = form.cleaned_data
    if kind in LEAVING:
        found = running_lists(tournament, data["player"], now=timezone.now())
        return {"running": running_in_words(tournament, found, reason=data.get("reason") or "")}
    if kind == "nachzuegler":
        assert isinstance(form, ArrivalForm)
        new = form.value()
        name = f"{new.given_name} {new.family_name}".strip()
    elif kind == "zurueck":
        name = service.entrant_of(state, data["player"]).name
    else:
        return {}
    return {"from_series": plays_from(name, *begun_and_next(state))}


def standing_tables(series: Sequence[SeriesNow]) -> dict[int, frozenset[int]]:
    """Which tables stand in each series."""
    return {one.number: frozenset(table.number for table in one.planned.tables) for one in series}


def change_proposal(kind: str, state: Seating, form: forms.Form) -> tuple[Proposal, Seating]:
    """The seating as it would be, with the seed that the deed will take."""
    data = form.cleaned_data
    seed = service.next_seed(state)
    match kind:
        case "ersatz":
            old = service.entrant_of(state, data["player"])
            new = taking_over(state, form)
            after = with_entrants(state, replace(old, here=False), new)
            return propose_substitute(
                state, after, old=old.start_number, new=new.start_number, seed=seed
            ), after
        case "tisch":
            assert isinstance(form, BreakUpForm)
            return propose_change(
                state, state, kind=Kind.BROKEN_UP, seed=seed, without_table=form.chosen()
            ), state
        case "nachzuegler":
            assert isinstance(form, ArrivalForm)
            entrant = newcomer_typed(form, data["start_number"] or next_start_number(state))
        case "zurueck":
            entrant = replace(service.entrant_of(state, data["player"]), here=True)
        case _:
            entrant = replace(service.entrant_of(state, data["player"]), here=False)
    after = with_entrants(state, entrant)
    return propose_change(state, after, kind=CHANGES[kind].kind, seed=seed), after


def next_start_number(state: Seating) -> int:
    return max((one.start_number for one in state.entrants), default=0) + 1


def taking_over(state: Seating, form: forms.Form) -> Entrant:
    """Who takes over: somebody who had gone, or somebody new."""
    assert isinstance(form, SubstituteForm)
    if form.cleaned_data["known"]:
        return replace(service.entrant_of(state, form.cleaned_data["known"]), here=True)
    return newcomer_typed(form, next_start_number(state))


def newcomer_typed(form: WalkInForm, number: int) -> Entrant:
    """Somebody who is not registered yet, as he will be."""
    new = form.value()
    listed = f"{new.family_name}, {new.given_name}" if new.given_name else new.family_name
    return replace(service.entrant_expected(new, number), listed=listed)


def do_change(
    kind: str, tournament: Tournament, state: Seating, form: forms.Form, actor: Actor
) -> service.Changed:
    """Do it."""
    data = form.cleaned_data
    frame: dict[str, Any] = {
        "tournament_id": tournament.pk,
        "seen_version": state.version,
        "by": actor,
        "now": timezone.now(),
    }
    match kind:
        case "nachzuegler":
            assert isinstance(form, ArrivalForm)
            return service.arrive(
                player=form.value(), start_number=data["start_number"], guest=data["guest"], **frame
            )
        case "nicht-da":
            said = {"reason": data["reason"]} if data["reason"] else {}
            return service.miss(start_number=data["player"], **said, **frame)
        case "ausgeschieden":
            return service.drop_out(start_number=data["player"], reason=data["reason"], **frame)
        case "zurueck":
            return service.come_back(start_number=data["player"], reason=data["reason"], **frame)
        case "ersatz":
            assert isinstance(form, SubstituteForm)
            by_whom = data["known"] or form.value()
            return service.substitute(
                start_number=data["player"], by_whom=by_whom, reason=data["reason"], **frame
            )
    assert isinstance(form, BreakUpForm)
    series, table = form.chosen()
    return service.break_up_table(series=series, table=table, **frame)
