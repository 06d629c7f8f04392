"""Seating by hand: what a swap costs is shown before it is done; on an old board it is not done at all."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.selectors import rules_of
from scoring.speech import say
from tournaments.event.permissions import Actor, may_direct
from tournaments.models import Tournament
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import find_tournament, is_fragment_request, need_role, page
from tournaments.seating.forms import SwapForm
from tournaments.seating.selectors import seating as selector
from tournaments.seating.selectors.proposals import Proposal, propose_move, propose_swap
from tournaments.seating.selectors.state import Seating, state_of
from tournaments.seating.services import changes as service
from tournaments.seating.views.board import board_page, choices_by_name, series_open, table_drawn
from tournaments.seating.words.seating import moves_of, qualities_compared


def swap(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose two (or one and a free chair), see what it costs, then do it."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    state = state_of(tournament)
    sent = request.POST if request.method == "POST" else request.GET
    number = series_of_form(request, state, sent.get("serie", ""))
    form = SwapForm(
        sent if "eins" in sent else None,
        seated=seat_choices(state, number),
        initial={"serie": number, "gesehen": state.version},
    )
    if request.method != "POST":
        if "zwei" not in sent and "tisch" not in sent:  # one name tapped, the other still to be chosen
            form = SwapForm(
                seated=seat_choices(state, number), initial={"eins": sent.get("eins"), "serie": number}
            )
        return swap_page(request, tournament, state, number, form)
    if not form.is_valid() or not form.is_whole:
        return swap_page(request, tournament, state, number, form, status=422)
    with Attempt(form) as attempt:
        changed = do_swap(tournament, number, form.cleaned_data, actor)
    if attempt.stale:
        picked = form.cleaned_data["eins"]
        return board_page(request, tournament, refused=attempt.said, status=409, number=number, picked=picked)
    if attempt.refused:
        return swap_page(request, tournament, state, number, form, status=422)
    messages.success(request, seats_in_words(tournament, changed))
    return redirect(f"{reverse('seating_board', args=[slug])}?serie={number}")


def series_of_form(request: HttpRequest, state: Seating, typed: str) -> int:
    """The series of the form; one that does not exist is not found."""
    return series_open(
        request, state.series, int(typed) if typed.isdecimal() and len(typed) < 4 else None
    ).number


def seat_choices(state: Seating, number: int) -> list[tuple[int, str]]:
    """Everybody who sits in this series, with his chair."""
    people = {one.start_number: one.listed for one in state.entrants}
    series = state.one(number)
    assert series is not None
    return choices_by_name(
        [
            (
                int(str(player)),
                _("{name} (Tisch {table}, Platz {seat})").format(
                    name=people[int(str(player))], table=table, seat=seat
                ),
            )
            for player, (table, seat) in series.planned.chairs()
        ]
    )


def do_swap(tournament: Tournament, number: int, data: dict[str, Any], actor: Actor) -> service.Changed:
    """The deed, as it was chosen: two change places, or one goes to a free chair."""
    seen = data["gesehen"] if data["gesehen"] is not None else -1
    if data["zwei"]:
        return service.swap_seats(
            tournament_id=tournament.pk,
            series=number,
            one=data["eins"],
            other=data["zwei"],
            seen_version=seen,
            by=actor,
            now=timezone.now(),
        )
    return service.move_player(
        tournament_id=tournament.pk,
        series=number,
        start_number=data["eins"],
        table=data["tisch"],
        seat=data["platz"],
        seen_version=seen,
        by=actor,
        now=timezone.now(),
    )


def seats_in_words(tournament: Tournament, changed: service.Changed) -> str:
    """Who sits where now, in one line."""
    found = selector.chairs_moved(changed.plan, state_of(tournament)) if changed.plan else ()
    parts = [
        _("{name}: Tisch {table}, Platz {seat}").format(
            name=move.person.name, table=move.after[0], seat=move.after[1]
        )
        for move in found
        if move.after
    ]
    return _("Umgesetzt. {moves}").format(moves=" · ".join(parts))


def swap_page(
    request: HttpRequest,
    tournament: Tournament,
    state: Seating,
    number: int,
    form: SwapForm,
    *,
    status: int = 200,
) -> HttpResponse:
    """The two selects, and beneath them what it costs as soon as both are chosen."""
    seen: dict[str, Any] = {}
    if form.is_bound and form.is_valid() and form.is_whole:
        with Attempt(form):
            seen = swap_preview(tournament, state, number, swap_proposal(state, number, form.cleaned_data))
    template = (
        "tournaments/seating/_swap.html" if is_fragment_request(request) else "tournaments/seating/swap.html"
    )
    return page(
        request,
        template,
        tournament=tournament,
        current="desk",
        form=form,
        number=number,
        state=state,
        part=is_fragment_request(request),
        status=status,
        **seen,
    )


def swap_proposal(state: Seating, number: int, data: dict[str, Any]) -> Proposal:
    """The seating as it would be."""
    seed = service.next_seed(state)
    if data["zwei"]:
        return propose_swap(state, number=number, one=data["eins"], other=data["zwei"], seed=seed)
    return propose_move(
        state, number=number, player=data["eins"], table=data["tisch"], seat=data["platz"], seed=seed
    )


def swap_preview(tournament: Tournament, state: Seating, number: int, proposal: Proposal) -> dict[str, Any]:
    """Before and after: the figures, what is said at the tables, and who moves."""
    rules = rules_of(tournament.rule_set)
    after = replace(state, series=proposal.series)
    old, new = state.one(number), after.one(number)
    assert old is not None
    assert new is not None
    before, then = (
        selector.board_of(s, rules, tournament.rounds, one) for s, one in ((state, old), (after, new))
    )
    moves = moves_of(proposal, state)
    touched = {
        chair[0] for one in moves for _kind, move in one.moves for chair in (move.before, move.after) if chair
    }
    was, will_be = warning_sentences(before), warning_sentences(then)
    quality = selector.quality_in_names(proposal.report, after, after.series)
    return {
        "rows": qualities_compared(selector.quality(state), quality),
        "worse": [one for one in will_be if one not in was],
        "better": [one for one in was if one not in will_be],
        "moves": moves,
        "touched": [table_drawn(table, "", free=False) for table in then.tables if table.number in touched],
        "drawn": old.drawn,
    }


def warning_sentences(board: selector.SeriesBoard) -> list[str]:
    """Every warning of a series, said."""
    return [say(one.sentence) for one in (*board.warnings, *(w for t in board.tables for w in t.warnings))]
