"""How an evening by the basic rules went, game by game: for everybody who may see the standings of this moment."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.selectors import rules_of
from tournaments.event.permissions import may_see_draft
from tournaments.models import Tournament
from tournaments.pages.frame import actor_of, page
from tournaments.pages.page_cache import public_page
from tournaments.rankings.selectors.evenings import EveningAtTable, GameStep, courses_of
from tournaments.rankings.words.rankings import day_in_words


@require_safe
@public_page
def evening(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every table of every series: totals after each game, the target, and where it was decided."""
    if rules_of(tournament.rule_set).family.by_table:
        raise Http404(_("Den Verlauf gibt es nur bei den Grundregeln."))
    courses = courses_of(tournament) if may_see_draft(actor_of(request), tournament) else ()
    tables = [evening_table(course) for course in courses]
    return page(
        request,
        "tournaments/rankings/evening.html",
        tournament=tournament,
        current="standings",
        tables=tables,
        several_days=len({course.day for course in courses}) > 1,
    )


def evening_table(course: EveningAtTable) -> dict[str, Any]:
    """One table as its template draws it."""
    seats = sorted(course.seats)
    return {
        "course": course,
        "day": day_in_words(course.day),
        "names": [course.seats[seat].name for seat in seats],
        "rows": [(step.game, [total_cell(step, seat, course) for seat in seats]) for step in course.steps],
        "said": evening_sentences(course),
    }


def total_cell(step: GameStep, seat: int, course: EveningAtTable) -> dict[str, Any]:
    """The total after this game, and what the winner got."""
    won = step.winner == seat
    reached = won and step.game == course.reached_in
    return {"total": step.totals[seat], "gain": step.gain if won else None, "reached": reached}


def evening_sentences(course: EveningAtTable) -> list[str]:
    """Who is in front, who has reached the target, and from which game on it was decided."""
    if not course.leaders:
        return [_("Noch hat niemand Punkte.")]
    names = ", ".join(course.seats[seat].name for seat in course.leaders)
    points = course.totals[course.leaders[0]]
    said = [_("Vorn: {names} mit {points} Punkten.").format(names=names, points=points)]
    if course.reached_in is not None:
        said.append(
            _("Das Ziel von {target} Punkten ist in Spiel {game} erreicht.").format(
                target=course.target, game=course.reached_in
            )
        )
    elif course.target is not None:
        said.append(_("Bis zum Ziel fehlen {left} Punkte.").format(left=course.target - points))
    if course.decided_in is not None:
        said.append(_("Seit Spiel {game} allein vorn.").format(game=course.decided_in))
    return said
