"""The words of a ranking on the wall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.numbers import SeriesNumber
from scoring.rules import Measure
from scoring.standings import MEASURES
from scoring.wording.phrases import signed
from tournaments.models import Publication, Tournament
from tournaments.paper.words import days, moment_of, rules_line
from tournaments.rankings.selectors.rankings import Ranking, RankingRow
from tournaments.rankings.selectors.standings import SeriesTotal
from tournaments.rankings.words.figures import UNKNOWN, Figure, figures_of
from tournaments.rankings.words.rankings import (
    members_of,
    order_in_words,
    per_game,
    remarks_in_words,
    title_of,
)

MOST_SERIES = 8  # so many columns can be read from a step away; of more series the latest are shown
SERIES_MM = 10.5  # the width of one of them


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceFacts:
    """One line on the wall."""

    rank: str
    shared: bool
    start_number: str
    name: str
    belongs: str
    series: tuple[str, ...]
    games: str
    each: str  # points per game played
    augen: str
    decides: str  # what parted this line from the one above, where points did not
    points: str
    first_three: bool
    figures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WallFacts:
    """The whole standings, ready to be drawn."""

    title: str
    event: str
    where: str
    note: str
    series: tuple[str, ...]
    augen: bool
    places: tuple[PlaceFacts, ...]
    order: str
    state: str
    named: str = ""  # the head of the column of names; who is no player has no number either
    counted: str = ""  # the head of the column that says how many; usually games
    figures: tuple[tuple[str, float], ...] = ()  # the heads of further numbers, and how wide in mm

    @property
    def numbered(self) -> bool:
        """Whether those in it have start numbers: tandems, teams and clubs have none."""
        return not self.named and (not self.places or any(place.start_number for place in self.places))


def wall_facts(
    found: Ranking,
    *,
    open_lists: int,
    now: datetime,
    publication: Publication | None = None,
) -> WallFacts:
    """Everybody in order, as the site shows it now."""
    tournament = found.tournament
    figures = tuple(one for one in figures_of(found) if one.wall_mm)
    most = MOST_SERIES - ceil(sum(one.wall_mm for one in figures) / SERIES_MM)
    shown = found.series_numbers[-most:] if found.scope.series is None else ()
    augen = Measure.AUGEN_LOW in found.rules.measures
    return WallFacts(
        title=title_of(found.category, found.scope),
        event=tournament.name,
        where=" · ".join(filter(None, (tournament.place, days(tournament.starts_on, tournament.ends_on)))),
        note=wall_note(found, open_lists),
        series=tuple(_("S{number}").format(number=number) for number in shown),
        augen=augen,
        places=tuple(place_facts(row, shown, figures, augen=augen) for row in found.rows),
        figures=tuple((str(one.heading), one.wall_mm) for one in figures),
        order=f"{order_in_words(found.rules)} · {rules_line(tournament)}",
        state=wall_state(tournament, now) if publication is None else state_published(publication),
    )


def wall_note(found: Ranking, open_lists: int) -> str:
    """Whether this can still change."""
    if not found.games:
        return _("Noch kein Spiel ist eingetragen.")
    if open_lists:
        return ngettext(
            "Vorläufig: {count} Liste ist noch nicht angenommen.",
            "Vorläufig: {count} Listen sind noch nicht angenommen.",
            open_lists,
        ).format(count=open_lists)
    return ""


def place_facts(
    row: RankingRow, shown: tuple[SeriesNumber, ...], figures: Sequence[Figure] = (), *, augen: bool
) -> PlaceFacts:
    """One row; of a group its members stand where a player has his club."""
    first = row.registrations[0]
    grouped = row.name != first.name
    words = [members_of(row)] if grouped else [str(name) for name in (first.player.club, first.team) if name]
    return PlaceFacts(
        rank=f"{row.place.rank}.",
        shared=row.place.shared,
        start_number="" if grouped else str(first.start_number),
        name=row.name,
        belongs=" · ".join([*filter(None, words), *remarks_in_words(row)]),
        series=tuple(points_on_wall(row.series, number) for number in shown),
        games=str(row.games),
        each=_("je {points}").format(points=per_game(row)) if row.games else "",
        augen=str(row.augen) if augen else "",
        decides=decides(row.place.parted_by),
        points=signed(row.points),
        first_three=row.place.rank <= 3,
        figures=tuple(UNKNOWN if (value := one.value(row)) is None else signed(value) for one in figures),
    )


def points_on_wall(totals: Mapping[SeriesNumber, SeriesTotal], number: SeriesNumber) -> str:
    """The points of one series; a series without a game is not 0."""
    return signed(totals[number].net_points) if number in totals else "–"


def decides(measure: Measure | None) -> str:
    """Return what parted a row from the one above, where points did not."""
    said = MEASURES[measure].on_wall if measure is not None else ""
    return _(said) if said else ""


def wall_state(tournament: Tournament, now: datetime) -> str:
    return _("Stand {time} · Protokoll Nr. {number}").format(time=moment_of(now), number=tournament.revision)


def state_published(publication: Publication) -> str:
    return _("Ausgehängt Nr. {number} · {time} · {print}").format(
        number=publication.number, time=moment_of(publication.published_at), print=publication.short
    )
