"""Rankings in words, for pages, paper and files: how one is called, and what is said beside its rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.rules import Measure, RuleSet
from scoring.speech import say
from scoring.standings import MEASURES
from scoring.wording.phrases import decimal
from tournaments.lists.selectors.in_bulk import UnfinishedSeries
from tournaments.pages.words import numbers
from tournaments.paper.words import series_name
from tournaments.rankings.selectors.rankings import WHOLE, Category, Ranking, RankingRow, Scope
from tournaments.rankings.selectors.remarks import Remark


def title_of(category: Category, scope: Scope) -> str:
    """As „Rangliste“, „Rangliste der Serie 2“, „Damen“, „Tandem, Serie 2“."""
    if category is Category.PLAYERS:
        if scope.series is not None:
            return _("Rangliste der Serie {series}").format(series=scope.series)
        if scope.day is not None:
            return _("Rangliste vom {day}").format(day=day_in_words(scope.day))
        return _("Rangliste")
    name = str(category.label)
    return name if scope == WHOLE else f"{name}, {scope_in_words(scope)}"


def scope_in_words(scope: Scope) -> str:
    if scope.series is not None:
        return _("Serie {number}").format(number=scope.series)
    if scope.day is not None:
        return day_in_words(scope.day)
    return _("alle Serien")


def day_in_words(day: date) -> str:
    """As „Samstag, 14. November“."""
    return f"{date_format(day, 'l')}, {date_format(day, 'MONTH_DAY_FORMAT')}"


def remarks_in_words(row: RankingRow) -> list[str]:
    return [say(remark.sentence) for remark in row.remarks]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRemarks:
    """What a page says beside the rows of a ranking: short in the row, explained once below the table."""

    beside: tuple[tuple[str, ...], ...]  # by row, in the order of the ranking
    of_everybody: tuple[str, ...]  # said of every row, and so beside none
    legend: tuple[str, ...]  # what the signs beside the rows mean


def page_remarks(rows: Sequence[RankingRow]) -> PageRemarks:
    """Shorten what is said beside the rows, so that lists of sums and small tables do not make every row higher.

    A remark that every row has is said once. Of the others those about lists become a sign with the series.
    """
    said = [{say(one.sentence): one for one in row.remarks} for row in rows]
    common = {text for text in said[0] if all(text in other for other in said)} if len(said) > 1 else set()
    legend: dict[str, None] = {}
    beside = []
    for remarks in said:
        words = []
        for text, remark in remarks.items():
            if text in common:
                continue
            sign = sign_of(remark)
            if sign is not None:
                legend[sign.meaning] = None
            words.append(text if sign is None else sign.text)
        beside.append(tuple(words))
    of_everybody = tuple(text for text in said[0] if text in common) if said else ()
    return PageRemarks(beside=tuple(beside), of_everybody=of_everybody, legend=tuple(sorted(legend)))


@dataclass(frozen=True, slots=True, kw_only=True)
class RemarkSign:
    """A remark as a sign, and what the sign means."""

    text: str
    meaning: str


def sign_of(remark: Remark) -> RemarkSign | None:
    """Return the sign of a remark about somebody's lists; remarks about the person have none."""
    values = dict(remark.sentence.values)
    match remark.code:
        case "totals_only":
            return RemarkSign(text=_("Σ: {series}").format(**values), meaning=_("Σ: nur Summen bekannt"))
        case "small_table":
            return RemarkSign(
                text=_("{size}er: {series}").format(**values),
                meaning=_("{size}er: Tisch mit {size} Plätzen").format(**values),
            )
    return None


def members_of(row: RankingRow) -> str:
    """The names of those whose results are added; nothing for a single player."""
    return ", ".join(one.name for one in row.registrations) if row.name != row.registrations[0].name else ""


def per_game(row: RankingRow) -> str:
    """Points per game played, with two digits."""
    value = row.points_per_game
    return "" if value is None else decimal(value)


def measures_said(measures: Iterable[Measure]) -> str:
    return _(", dann ").join(_(MEASURES[measure].order) for measure in measures)


def order_in_words(rules: RuleSet) -> str:
    """By what the order goes."""
    return _("Es entscheiden: {measures}").format(measures=measures_said(rules.measures))


def reasons_provisional(unfinished: UnfinishedSeries) -> list[str]:
    """Return why results can still change, one sentence a reason; empty once they are final."""
    said = []
    if count := sum(unfinished.open_lists.values()):
        said.append(
            ngettext(
                "{count} Liste ist noch nicht angenommen.",
                "{count} Listen sind noch nicht angenommen.",
                count,
            ).format(count=count)
        )
    if unfinished.undrawn:
        said.append(
            ngettext(
                "Serie {series} ist noch nicht gespielt.",
                "Die Serien {series} sind noch nicht gespielt.",
                len(unfinished.undrawn),
            ).format(series=numbers(unfinished.undrawn))
        )
    return said


def ranking_name(ranking: Ranking) -> str:
    """As it is called out."""
    names = {
        Category.PLAYERS: _("Einzelwertung"),
        Category.LADIES: _("Damenwertung"),
        Category.SENIORS: _("Seniorenwertung"),
        Category.JUNIORS: _("Juniorenwertung"),
        Category.YOUTH: _("Jugendwertung"),
        Category.PAIRS: _("Tandemwertung"),
        Category.MIXED_PAIRS: _("Mixed-Tandemwertung"),
        Category.TEAMS: _("Mannschaftswertung"),
        Category.CLUBS: _("Vereinswertung"),
    }
    label = names[ranking.category]
    if ranking.scope.series is not None:
        return f"{label} · {series_name(ranking.scope.series)}"
    if ranking.scope.day is not None:
        return f"{label} · {date_format(ranking.scope.day, 'SHORT_DATE_FORMAT')}"
    return label
