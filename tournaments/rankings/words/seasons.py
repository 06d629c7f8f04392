"""Year rankings in words: the rule, the figures, what decided, and how the sheet on the wall says it."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction
from typing import assert_never

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.seasons import Rule, SeasonClub, SeasonMeasure, SeasonPlan
from scoring.wording.phrases import decimal, signed
from tournaments.models import SeasonVersion
from tournaments.paper.words import moment_of
from tournaments.rankings.selectors.seasons import EventHeld, SeasonRow, SeasonStanding
from tournaments.rankings.words.wall import MOST_SERIES, PlaceFacts, WallFacts


def rule_in_words(plan: SeasonPlan, unit: str) -> str:
    """As „Summe der besten 8 Ergebnisse. Ein Ergebnis ist ein Spieltag oder Abend.“."""
    return f"{sum_in_words(plan)}. {unit_in_words(unit)}"


def unit_in_words(unit: str) -> str:
    return _("Ein Ergebnis ist {unit}.").format(unit=SeasonVersion.Unit(unit).label)


def sum_in_words(plan: SeasonPlan) -> str:
    match plan.rule:
        case Rule.AVERAGE:
            said = ngettext(
                "Durchschnitt ab {count} Ergebnis", "Durchschnitt ab {count} Ergebnissen", plan.number
            )
        case Rule.BEST:
            said = ngettext("das beste Ergebnis", "Summe der besten {count} Ergebnisse", plan.number)
        case Rule.DROPPED:
            said = ngettext(
                "Summe ohne {count} Streichergebnis; wer fehlt, hat 0",
                "Summe ohne {count} Streichergebnisse; wer fehlt, hat 0",
                plan.number,
            )
        case unknown:
            assert_never(unknown)
    return said.format(count=plan.number)


def season_measures_in_words(standing: SeasonStanding) -> str:
    words = {
        SeasonMeasure.POINTS: _("mehr Punkte"),
        SeasonMeasure.AUGEN: _("weniger Augen"),
        SeasonMeasure.BEST_RESULT: _("das beste einzelne Ergebnis"),
        SeasonMeasure.RESULTS: _("mehr Ergebnisse"),
    }
    return _("Es entscheiden: {measures}").format(
        measures=_(", dann ").join(words[one] for one in standing.measures)
    )


def decided_in_words(row: SeasonRow) -> str:
    """What parted a row from the one above where points were equal."""
    return {
        None: "",
        SeasonMeasure.POINTS: "",
        SeasonMeasure.AUGEN: _("Augen"),
        SeasonMeasure.BEST_RESULT: _("bestes Ergebnis"),
        SeasonMeasure.RESULTS: _("mehr Ergebnisse"),
    }[row.place.parted_by]


def season_figure(value: Fraction, plan: SeasonPlan) -> str:
    """A sum as a whole number, an average with two digits."""
    digits = 2 if plan.rule is Rule.AVERAGE else 0
    return decimal(value, digits)


def notes_of(row: SeasonRow) -> list[str]:
    """What is said beside a name."""
    said = [str(row.player.club)] if row.player.club else []
    if row.guest:
        said.append(_("Gast"))
    if row.place.entry.missing:
        missing = row.place.entry.missing
        said.append(
            ngettext("noch {count} Ergebnis", "noch {count} Ergebnisse", missing).format(count=missing)
        )
    elif row.place.rank is None:
        said.append(_("außer Wertung"))
    return said


def held_in_short(one: EventHeld, unit: str) -> str:
    """The head of a column: the day, and the series where results are series."""
    day = date_format(one.day, "d.m.")
    return f"{day} S{one.series[0]}" if unit == SeasonVersion.Unit.SERIES else day


def season_facts(standing: SeasonStanding, *, now: datetime) -> WallFacts:
    """Everybody in order; the latest results have columns, a dropped one stands in brackets."""
    version = standing.version
    shown = standing.held[-MOST_SERIES:]
    return WallFacts(
        title=_("Jahreswertung"),
        event=version.name,
        where=where_and_when(version),
        note=sum_in_words(standing.plan),
        series=tuple(held_in_short(one, version.unit) for one in shown),
        augen=False,
        places=tuple(season_place(row, standing, shown) for row in standing.rows),
        order=season_measures_in_words(standing),
        state=" · ".join(
            [
                season_state(version, now),
                unit_in_words(version.unit),
                *([_("In Klammern: gestrichen.")] if any(row.dropped for row in standing.rows) else []),
            ]
        ),
        named=_("Name"),
        counted=_("Ergebn."),
    )


def club_facts(standing: SeasonStanding, *, now: datetime) -> WallFacts:
    """The clubs of a season, with how many of how many counted."""
    version = standing.version
    return WallFacts(
        title=_("Vereinswertung"),
        event=version.name,
        where=where_and_when(version),
        note=club_rule_in_words(version),
        series=(),
        augen=False,
        places=tuple(club_place(one, standing.plan) for one in standing.clubs),
        order=_("Vereine mit gleich vielen Punkten teilen den Rang."),
        state=season_state(version, now),
        named=_("Verein"),
        counted=_("gezählt"),
    )


def where_and_when(version: SeasonVersion) -> str:
    period = [date_format(day, "SHORT_DATE_FORMAT") for day in (version.starts_on, version.ends_on)]
    return " · ".join(filter(None, (version.holder, " – ".join(period))))


def season_state(version: SeasonVersion, now: datetime) -> str:
    return _("Stand {time} · Nr. {number}").format(time=moment_of(now), number=version.number)


def club_rule_in_words(version: SeasonVersion) -> str:
    """How many count for their club; the pages say the same sentence."""
    said = ngettext(
        "Für einen Verein zählt sein Bester.",
        "Für einen Verein zählen seine %(best)s Besten zusammen.",
        version.of_a_club,
    )
    return said % {"best": version.of_a_club}


def club_place(one: SeasonClub, plan: SeasonPlan) -> PlaceFacts:
    return PlaceFacts(
        rank=f"{one.rank}.",
        shared=one.shared,
        start_number="",
        name=str(one.key),
        belongs="",
        series=(),
        games=str(len(one.counted)),
        each=_("von {all}").format(all=one.members),
        augen="",
        decides="",
        points=season_figure(one.points, plan),
        first_three=one.rank <= 3,
    )


def season_place(row: SeasonRow, standing: SeasonStanding, shown: tuple[EventHeld, ...]) -> PlaceFacts:
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
        series=tuple(season_result(row, one) for one in shown),
        games=str(entry.results),
        each="",
        augen="",
        decides="",
        points=season_figure(entry.points, standing.plan),
        first_three=row.place.rank is not None and row.place.rank <= 3,
    )


def season_result(row: SeasonRow, one: EventHeld) -> str:
    if one.number in row.dropped:
        return f"({signed(row.dropped[one.number].points)})"
    return signed(row.counted[one.number].points) if one.number in row.counted else "–"
