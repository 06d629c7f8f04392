"""The words of the standings on the wall."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.rules import Measure, RuleSet
from tournaments.exports.paper.words import days, moment_of, rules_line, signed
from tournaments.models import Publication, Tournament
from tournaments.selectors.standings import SeriesTotal, Standing, Standings

MOST_SERIES = 8  # so many columns can be read from a step away; of more series the latest are shown


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
    augen: str
    decides: str  # what parted this line from the one above, where points did not
    points: str
    first_three: bool


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


def wall_facts(
    what: Standings,
    *,
    series: int | None,
    open_lists: int,
    now: datetime,
    publication: Publication | None = None,
) -> WallFacts:
    """Everybody in order, as the site shows it now."""
    tournament = what.tournament
    shown = what.series_numbers[-MOST_SERIES:] if series is None else ()
    augen = Measure.AUGEN_LOW in what.rules.measures
    return WallFacts(
        title=_("Rangliste") if series is None else _("Rangliste der Serie {series}").format(series=series),
        event=tournament.name,
        where=" · ".join(filter(None, (tournament.place, days(tournament.starts_on, tournament.ends_on)))),
        note=note_of(what, open_lists),
        series=tuple(_("S{number}").format(number=number) for number in shown),
        augen=augen,
        places=tuple(place_facts(row, shown, augen=augen) for row in what.rows),
        order=f"{order_of(what.rules)} · {rules_line(tournament)}",
        state=state_of(tournament, now) if publication is None else state_published(publication),
    )


def note_of(what: Standings, open_lists: int) -> str:
    """Whether this can still change."""
    if not what.games:
        return _("Noch kein Spiel ist eingetragen.")
    if open_lists:
        return ngettext(
            "Vorläufig: {count} Liste ist noch nicht angenommen.",
            "Vorläufig: {count} Listen sind noch nicht angenommen.",
            open_lists,
        ).format(count=open_lists)
    return ""


def place_facts(row: Standing, shown: tuple[int, ...], *, augen: bool) -> PlaceFacts:
    registration = row.registration
    words = [str(name) for name in (registration.player.club, registration.team) if name]
    if registration.withdrawn_at is not None:
        words.append(_("ausgeschieden"))
    if row.total.totals_only:
        words.append(_("nur Summen"))
    return PlaceFacts(
        rank=f"{row.place.rank}.",
        shared=row.place.shared,
        start_number=str(registration.start_number),
        name=registration.name,
        belongs=" · ".join(words),
        series=tuple(series_points(row.series, number) for number in shown),
        games=str(row.total.games_played),
        augen=str(row.total.augen) if augen else "",
        decides=decides(row.place.parted_by),
        points=signed(row.total.net_points),
        first_three=row.place.rank <= 3,
    )


def series_points(totals: Mapping[int, SeriesTotal], number: int) -> str:
    """The points of one series; a series without a game is not 0."""
    return signed(totals[number].net_points) if number in totals else "–"


def decides(measure: Measure | None) -> str:
    match measure:
        case Measure.AUGEN_LOW:
            return _("entscheiden")
        case Measure.LOT:
            return _("das Los")
    return ""


def order_of(rules: RuleSet) -> str:
    """By what the order goes."""
    words = {
        Measure.POINTS_HIGH: _("mehr Punkte"),
        Measure.AUGEN_LOW: _("weniger Augen"),
        Measure.LOT: _("das Los"),
    }
    return _("Es entscheiden: {measures}").format(
        measures=_(", dann ").join(words[measure] for measure in rules.measures)
    )


def state_of(tournament: Tournament, now: datetime) -> str:
    return _("Stand {time} · Protokoll Nr. {number}").format(time=moment_of(now), number=tournament.revision)


def state_published(publication: Publication) -> str:
    return _("Veröffentlicht Nr. {number} · {time} · Prüfzeichen {print}").format(
        number=publication.number, time=moment_of(publication.published_at), print=publication.short
    )
