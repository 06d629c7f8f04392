"""Statistics for those who would rather look than read: pictures with their numbers, and the same on paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from tournaments.event.selectors.names import matches
from tournaments.models import Tournament
from tournaments.pages.files import PDF, file_answer
from tournaments.pages.frame import page
from tournaments.pages.page_cache import public_page
from tournaments.paper.core.charts import NARROW, WIDE
from tournaments.paper.svg import svg
from tournaments.rankings.paper.statistics import statistics_pdf as printed
from tournaments.rankings.selectors.statistics import PlayerCourse, Statistics
from tournaments.rankings.selectors.statistics import statistics as counted
from tournaments.rankings.views.shown import must_be_out, shown_to
from tournaments.rankings.words.statistics import Chosen, pictures

MOST_CHOSEN = 10  # more lines than that nobody can tell apart
AT_FIRST = 5  # the first of the ranking, when nobody was chosen
MOST_FOUND = 12
LONGEST = 80  # signs of a search


@dataclass(frozen=True, slots=True, kw_only=True)
class StatisticsAsked:
    """Who was chosen, who is looked for, and whether points are summed up."""

    numbers: tuple[int, ...]
    everybody: bool  # nobody in particular: a bundle and nothing else
    name: str
    running: bool

    def query(self, numbers: tuple[int, ...]) -> str:
        """The address of the same page with others chosen."""
        parts = [f"spieler={number}" for number in numbers] or ["spieler=alle"]
        return "?" + "&".join([*parts, *(["art=summe"] if self.running else [])])


def statistics_asked(request: HttpRequest) -> StatisticsAsked:
    typed = request.GET.getlist("spieler")
    numbers = [int(one) for one in typed if one.isascii() and one.isdecimal() and len(one) < 7]
    return StatisticsAsked(
        numbers=tuple(dict.fromkeys(numbers))[:MOST_CHOSEN],
        everybody="alle" in typed,
        name=request.GET.get("name", "").strip()[:LONGEST],
        running=request.GET.get("art") == "summe",
    )


def chosen_of(what: Statistics, wanted: StatisticsAsked) -> Chosen:
    """Those who were chosen, in the order of the ranking; the first of it where nobody was."""
    if wanted.numbers:
        players = tuple(one for one in what.players if one.start_number in wanted.numbers)
    else:
        players = () if wanted.everybody else what.players[:AT_FIRST]
    return Chosen(players=players, running=wanted.running)


@require_safe
@public_page
def statistics(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every picture twice, for a phone and for a laptop, and below each the numbers in a table."""
    what, wanted = counted(shown_to(request, tournament)), statistics_asked(request)
    chosen = chosen_of(what, wanted)
    names = tuple(one.start_number for one in chosen.players)
    found = looked_for(what, wanted)
    context: dict[str, Any] = {
        "what": what,
        "shown": pictures_on_page(what, chosen),
        "asked": wanted,
        "chosen": [(one, wanted.query(without(names, one))) for one in chosen.players],
        "found": [(one, wanted.query(with_one(names, one, wanted))) for one in found[:MOST_FOUND]],
        "more": len(found) - MOST_FOUND,
        "first_five": wanted.query(tuple(one.start_number for one in what.players[:5])),
        "first_ten": wanted.query(tuple(one.start_number for one in what.players[:10])),
        "nobody": wanted.query(()),
        "quality_words": quality_words(what),
    }
    return page(
        request,
        "tournaments/rankings/statistics/statistics.html",
        tournament=tournament,
        current="statistics",
        **context,
    )


@require_safe
@public_page
def statistics_pdf(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The same pictures on paper, with the same players chosen."""
    seen = shown_to(request, tournament)
    must_be_out(seen)
    what = counted(seen)
    one = seen.publication
    state = _("Rangliste Nr. {number}").format(number=one.number) if one else ""
    now = one.published_at if one else timezone.now()
    content = printed(what, chosen_of(what, statistics_asked(request)), state=state, now=now)
    name = _("{name}, Statistik").format(name=tournament.name)
    return file_answer(content, PDF, f"{name}.pdf", inline=True)


def pictures_on_page(what: Statistics, chosen: Chosen) -> list[tuple[str, str, str, SafeString, SafeString]]:
    """Name, title, caption, and the picture in both sizes."""
    narrow = dict(pictures(what, chosen, NARROW))
    return [
        (
            name,
            wide.title,
            wide.caption or wide.description,
            svg(narrow[name], name=f"{name}-s", kind="chart--narrow"),
            svg(wide, name=f"{name}-w", kind="chart--wide"),
        )
        for name, wide in pictures(what, chosen, WIDE)
    ]


def looked_for(what: Statistics, wanted: StatisticsAsked) -> list[PlayerCourse]:
    if not wanted.name:
        return []
    return [one for one in what.players if matches(wanted.name, one.name, number=one.start_number)]


def without(names: tuple[int, ...], one: PlayerCourse) -> tuple[int, ...]:
    return tuple(number for number in names if number != one.start_number)


def with_one(names: tuple[int, ...], one: PlayerCourse, wanted: StatisticsAsked) -> tuple[int, ...]:
    """Added to those who were chosen; whoever is the first to be chosen stands alone with the bundle."""
    kept = names if wanted.numbers else ()
    return tuple(dict.fromkeys((*kept[: MOST_CHOSEN - 1], one.start_number)))


def quality_words(what: Statistics) -> list[str]:
    """How often people met, and whether tables of three and seats were shared out."""
    quality = what.quality
    if quality is None or not quality.pairs:
        return []
    met = ngettext(
        "{pairs} Paar saß zusammen an einem Tisch.",
        "{pairs} Paare saßen zusammen an einem Tisch.",
        quality.pairs,
    ).format(pairs=quality.pairs)
    again = (
        ngettext(
            "{again} davon mehr als einmal, höchstens {most}-mal.",
            "{again} davon mehr als einmal, höchstens {most}-mal.",
            quality.again,
        ).format(again=quality.again, most=quality.most)
        if quality.again
        else _("Niemand traf jemanden zweimal.")
    )
    threes = (
        ngettext(
            "{count} Spieler saß mehr als einmal an einem Dreiertisch.",
            "{count} Spieler saßen mehr als einmal an einem Dreiertisch.",
            quality.threes_twice,
        ).format(count=quality.threes_twice)
        if quality.threes_twice
        else _("Niemand saß zweimal an einem Dreiertisch.")
    )
    seats = (
        ngettext(
            "{count} Spieler saß auffallend oft auf demselben Platz.",
            "{count} Spieler saßen auffallend oft auf demselben Platz.",
            quality.uneven,
        ).format(count=quality.uneven)
        if quality.uneven
        else _("Die Plätze 1 bis 4 waren gerecht verteilt.")
    )
    return [f"{met} {again}", threes, seats]
