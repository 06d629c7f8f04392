"""The board: the whole event as tables with names, the plan in force and every other version, and the quality report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.selectors import rules_of
from scoring.speech import say
from tournaments.event.permissions import may_direct, may_referee
from tournaments.event.selectors.names import matches, plain
from tournaments.models import PlanSearch, SeatingPlan, Tournament
from tournaments.pages.frame import actor_of, find_tournament, need_role, page
from tournaments.seating.selectors import places
from tournaments.seating.selectors import seating as selector
from tournaments.seating.selectors.running import left_behind
from tournaments.seating.selectors.searches import searches
from tournaments.seating.selectors.state import Seating, SeriesNow, posted_plan, state_of
from tournaments.seating.views.tables import VersionsTable, report_context
from tournaments.seating.words.reprints import reprints
from tournaments.seating.words.running import running_in_words
from tournaments.seating.words.seating import (
    moves_by_series,
    qualities_compared,
    series_state,
)

WAITING = (PlanSearch.State.ASKED, PlanSearch.State.RUNNING, PlanSearch.State.FOUND)
FULL = 4  # chairs at a table of the tournament families


def board(request: HttpRequest, slug: str) -> HttpResponse:
    """The seating in force, one series after the other as tabs."""
    tournament = find_tournament(slug)
    need_role(request, may_referee, tournament)
    return board_page(request, tournament)


def board_page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    refused: str = "",
    status: int = 200,
    number: int | None = None,
    picked: int | None = None,
) -> HttpResponse:
    """The board as it is now; `refused` says why a deed was not done, `picked` is who was in hand."""
    state = state_of(tournament)
    directs = may_direct(actor_of(request), tournament)
    series = series_open(request, state.series, number)
    is_on = tournament.status != Tournament.Status.FINISHED
    seated = any(not one.planned.is_open for one in state.series)
    return page(
        request,
        "tournaments/seating/board.html",
        tournament=tournament,
        current="desk",
        directs=directs,
        state=state,
        plan=posted_plan(tournament),
        draft=selector.drafts(tournament).filter(version__gt=state.version).first(),
        searching=searches(tournament).filter(state__in=WAITING).first(),
        tabs=[tab(one) for one in state.series],
        refused=refused,
        picked=picked,
        next_number=next_to_draw(tournament, state),
        next_ready=is_ready(tournament, state),
        running=running_in_words(tournament, left_behind(tournament, now=timezone.now())) if is_on else (),
        status=status,
        **(report_context(selector.quality(state)) if seated else {}),
        **board_context(request, tournament, state, series, may_change=directs and is_on),
    )


def board_context(
    request: HttpRequest, tournament: Tournament, state: Seating, series: SeriesNow, *, may_change: bool
) -> dict[str, Any]:
    """The tables of one series as they are drawn, and who is being looked for."""
    seen = selector.board_of(state, rules_of(tournament.rule_set), tournament.rounds, series)
    may_change = may_change and seen.changeable
    asked = request.GET.get("name", "").strip()[:80]
    tables = [table_drawn(table, asked, free=may_change and state.size is None) for table in seen.tables]
    return {
        "board": seen,
        "tables": tables,
        "may_change": may_change,
        "warned": sum(1 for table in tables if table["warnings"] and not seen.begun),
        "general": [say(one.sentence) for one in seen.warnings if not seen.begun],
        "asked": asked,
        "found": [
            (chair["person"], table["number"], chair["seat"])
            for table in tables
            for chair in table["chairs"]
            if chair.get("found")
        ],
        "badge": series_state(series),
        "endless": tournament.target is not None,
    }


def table_drawn(table: selector.TableOnBoard, asked: str, *, free: bool) -> dict[str, Any]:
    """A table with its chairs, who deals when, and its warnings as sentences."""
    chairs: list[dict[str, Any]] = [
        {
            "seat": chair.seat,
            "person": chair.person,
            "deals": ", ".join(str(deal.game) for deal in table.deals if deal.dealer == chair.seat),
            "found": bool(asked)
            and matches(asked, chair.person.name, chair.person.listed, number=chair.person.start_number),
        }
        for chair in table.chairs
    ]
    if free and table.size < FULL:
        chairs.append({"seat": table.size + 1, "person": None})
    playing = len(table.deals[0].playing) if table.deals else table.size
    return {
        "number": table.number,
        "size": table.size,
        "chairs": chairs,
        "games": len(table.deals),
        "rounds": table.deals[-1].round if table.deals else 0,
        "sits_out": playing < table.size,
        "warnings": [(say(one.sentence), one.strict) for one in table.warnings],
        "strict": any(one.strict for one in table.warnings),
    }


def series_open(request: HttpRequest, series: Sequence[SeriesNow], number: int | None = None) -> SeriesNow:
    """The series whose tab is open: asked for, or the first that has not begun."""
    typed = request.GET.get("serie", "") if number is None else str(number)
    if not typed:
        return next((one for one in series if not one.begun), series[-1])
    found = next((one for one in series if str(one.number) == typed), None)
    if found is None:
        raise Http404(_("Diese Serie gibt es nicht."))
    return found


def tab(one: SeriesNow) -> dict[str, Any]:
    return {"number": one.number, **series_state(one)}


def next_to_draw(tournament: Tournament, state: Seating) -> int | None:
    """The series whose tables are laid next."""
    number = state.drawn + 1
    return (
        number
        if number <= tournament.series_count and tournament.status != Tournament.Status.FINISHED
        else None
    )


def is_ready(tournament: Tournament, state: Seating) -> bool:
    """Whether the next series stands in the plan already."""
    number = next_to_draw(tournament, state)
    following = state.one(number) if number else None
    return following is not None and not following.planned.is_open


# Versions -----------------------------------------------------------------------------------------------------


def find_version(tournament: Tournament, version: int) -> SeatingPlan:
    found = selector.plans(tournament).filter(version=version).first()
    if found is None:
        raise Http404(_("Diesen Sitzplan gibt es nicht."))
    return found


def version_page(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """One version, draft or posted: its tables, its report, what it changed."""
    tournament = find_tournament(slug)
    need_role(request, may_referee, tournament)
    return show_version(request, tournament, find_version(tournament, version))


def show_version(
    request: HttpRequest, tournament: Tournament, plan: SeatingPlan, *, refused: str = "", status: int = 200
) -> HttpResponse:
    """A version beside the one in force."""
    state = state_of(tournament)
    then = selector.with_plan(state, plan)
    quality = selector.plan_quality(plan, state)
    is_draft = not plan.is_posted
    return page(
        request,
        "tournaments/seating/version.html",
        tournament=tournament,
        current="desk",
        directs=may_direct(actor_of(request), tournament),
        plan=plan,
        state=state,
        in_force=plan.pk == state.plan_id,
        postable=is_draft and plan.follows_id == state.plan_id,
        sentence=say(selector.sentence_of_plan(plan)),
        tabs=[tab(one) for one in then.series],
        compared=qualities_compared(selector.quality(state), quality) if is_draft and state.plan_id else None,
        moves=moves_by_series(selector.chairs_moved(plan, state)),
        next_number=next_to_draw(tournament, state),
        to_lay=[one.number for one in then.series if not one.drawn and not one.planned.is_open],
        refused=refused,
        status=status,
        **report_context(quality),
        **board_context(request, tournament, then, series_open(request, then.series), may_change=False),
    )


def history(request: HttpRequest, slug: str) -> HttpResponse:
    """Every version with who made it, when, why, and how many chairs moved."""
    tournament = find_tournament(slug)
    need_role(request, may_referee, tournament)
    plans = list(selector.plans(tournament).defer("series", "request", "report").order_by("-version"))
    in_force = next((plan.version for plan in plans if plan.is_posted), 0)
    return page(
        request,
        "tournaments/seating/history.html",
        tournament=tournament,
        current="desk",
        versions_table=VersionsTable(
            [
                {
                    "plan": plan,
                    "in_force": plan.version == in_force,
                    "sentence": say(selector.sentence_of_plan(plan)),
                    "moved": chairs_moved(plan),
                }
                for plan in plans
            ]
        ),
    )


def chairs_moved(plan: SeatingPlan) -> int:
    """Chairs of people who were there and still are."""
    return sum(1 for one in plan.moved for chair in one["chairs"] if chair["before"] and chair["after"])


def moves(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """Who goes where: large, to read out and to print."""
    tournament = find_tournament(slug)
    need_role(request, may_referee, tournament)
    plan = find_version(tournament, version)
    found = moves_by_series(selector.chairs_moved(plan, state_of(tournament)))
    directs = may_direct(actor_of(request), tournament)
    standing = {
        one["number"]: frozenset(int(table["number"]) for table in one["tables"]) for one in plan.series
    }
    return page(
        request,
        "tournaments/seating/moves.html",
        tournament=tournament,
        current="desk",
        plan=plan,
        directs=directs,
        moves=found,
        reprints=reprints(tournament, found, standing, places.hanging(tournament), directs=directs)
        if plan.is_posted
        else None,
        sentence=say(selector.sentence_of_plan(plan)),
        running=running_in_words(tournament, left_behind(tournament, now=timezone.now())),
    )


def choices_by_name(people: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Choices in the order of a telephone book."""
    return sorted(people, key=lambda one: plain(one[1]))
