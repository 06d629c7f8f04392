"""The words of a year ranking on the wall."""

from __future__ import annotations

from datetime import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.paper.words import moment_of, signed
from tournaments.rankings.selectors.seasons import Held, SeasonRow, SeasonStanding
from tournaments.rankings.words.seasons import (
    decided_in_words,
    figure,
    held_in_short,
    measures_in_words,
    notes_of,
    sum_in_words,
    unit_in_words,
)
from tournaments.rankings.words.wall import MOST_SERIES, PlaceFacts, WallFacts


def season_facts(standing: SeasonStanding, *, now: datetime) -> WallFacts:
    """Everybody in order; the latest results have columns, a dropped one stands in brackets."""
    version = standing.version
    shown = standing.held[-MOST_SERIES:]
    period = [date_format(day, "SHORT_DATE_FORMAT") for day in (version.starts_on, version.ends_on)]
    return WallFacts(
        title=_("Jahreswertung"),
        event=version.name,
        where=" · ".join(filter(None, (version.holder, " – ".join(period)))),
        note=sum_in_words(standing.plan),
        series=tuple(held_in_short(one, version.unit) for one in shown),
        augen=False,
        places=tuple(place_of(row, standing, shown) for row in standing.rows),
        order=measures_in_words(standing),
        state=" · ".join(
            [
                _("Stand {time} · Fassung {number}").format(time=moment_of(now), number=version.number),
                unit_in_words(version.unit),
                *([_("In Klammern: gestrichen.")] if any(row.dropped for row in standing.rows) else []),
            ]
        ),
        counted=_("Ergebn."),
    )


def place_of(row: SeasonRow, standing: SeasonStanding, shown: tuple[Held, ...]) -> PlaceFacts:
    entry = row.place.entry
    decided = decided_in_words(row)
    return PlaceFacts(
        rank=f"{row.place.rank}." if row.place.rank else "–",
        shared=row.place.shared,
        start_number="",
        name=row.player.name,
        belongs=" · ".join(
            [*notes_of(row), *([_("entschieden: {by}").format(by=decided)] if decided else [])]
        ),
        series=tuple(result_of(row, one) for one in shown),
        games=str(entry.results),
        each="",
        augen="",
        decides="",
        points=figure(entry.points, standing.plan),
        first_three=row.place.rank is not None and row.place.rank <= 3,
    )


def result_of(row: SeasonRow, one: Held) -> str:
    if one.number in row.dropped:
        return f"({signed(row.dropped[one.number].points)})"
    return signed(row.counted[one.number].points) if one.number in row.counted else "–"
