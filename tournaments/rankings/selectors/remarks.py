"""What is said beside a row of a ranking: who has left, who came for whom, smaller tables, sums only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from scoring.sentence import Sentence, gettext_noop
from tournaments.models import Tournament
from tournaments.rankings.selectors.facts import RankingFacts
from tournaments.rankings.selectors.members import Group
from tournaments.rankings.selectors.standings import Standing

SIZES = {
    2: gettext_noop("Zweiertisch: {series}"),
    3: gettext_noop("Dreiertisch: {series}"),
    4: gettext_noop("Vierertisch: {series}"),
    5: gettext_noop("Fünfertisch: {series}"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """A word beside a row. `code` is for programs, the sentence for people; `scoring.speech.say` says it."""

    code: str
    sentence: Sentence


def plain_remark(code: str, text: str, **values: object) -> Remark:
    return Remark(code=code, sentence=Sentence(text, values))


def remarks_of_player(
    tournament: Tournament, one: Standing, facts: RankingFacts, names: Mapping[int, str]
) -> Iterator[Remark]:
    """Everything that is to be known of one player in this scope, always in the same order."""
    registration = one.registration
    if registration.withdrawn_at is not None:
        yield plain_remark("withdrawn", gettext_noop("ausgeschieden"))
    if registration.guest:
        yield plain_remark("guest", gettext_noop("Gast"))
    seats = [seat for seat in facts.seats.get(registration.pk, ()) if seat.series in one.series]
    if registration.stands_in_for is not None and registration.stands_in_for in names:
        yield plain_remark(
            "substitute", gettext_noop("Ersatz für {name}"), name=names[registration.stands_in_for]
        )
    if later := [seat.series for seat in seats if seat.came_later]:
        yield plain_remark("came_later", gettext_noop("erst später am Tisch: {series}"), series=listed(later))
    if early := [seat.series for seat in seats if seat.left_early]:
        yield plain_remark("left_early", gettext_noop("nicht bis zum Ende: {series}"), series=listed(early))
    if voided := [number for number, total in one.series.items() if total.voided]:
        yield plain_remark("voided", gettext_noop("0 Punkte nach Entscheid: {series}"), series=listed(voided))
    for size in sorted({seat.size for seat in seats if seat.size < tournament.table_size}):
        at = listed(seat.series for seat in seats if seat.size == size)
        yield plain_remark("small_table", SIZES[size], series=at, size=size)
    if sums := [number for number, total in one.series.items() if total.totals_only]:
        yield plain_remark("totals_only", gettext_noop("nur Summen: {series}"), series=listed(sums))


def remarks_of_group(group: Group) -> Iterator[Remark]:
    """Who counts for a tandem, a team or a club, and who of them has left or came for somebody."""
    if len(group.counted) < len(group.members):
        yield plain_remark(
            "best_count",
            gettext_noop("die besten {counted} von {members}"),
            counted=len(group.counted),
            members=len(group.members),
        )
    elif group.full is not None and len(group.members) < group.full:
        yield plain_remark(
            "not_full", gettext_noop("{members} von {full}"), members=len(group.members), full=group.full
        )
    counted = [one.registration for one in group.counted]
    if left := [one.name for one in counted if one.withdrawn_at is not None]:
        yield plain_remark("withdrawn", gettext_noop("ausgeschieden: {names}"), names=", ".join(left))
    if came := [one.name for one in counted if one.stands_in_for is not None]:
        yield plain_remark("substitute", gettext_noop("Ersatz: {names}"), names=", ".join(came))
    if voided := {number for one in group.counted for number, total in one.series.items() if total.voided}:
        yield plain_remark("voided", gettext_noop("0 Punkte nach Entscheid: {series}"), series=listed(voided))
    if sums := {number for one in group.counted for number, total in one.series.items() if total.totals_only}:
        yield plain_remark("totals_only", gettext_noop("nur Summen: {series}"), series=listed(sums))


def listed(series: Iterable[int]) -> str:
    """As „S1, S3“: the heads of the columns."""
    return ", ".join(f"S{number}" for number in sorted(set(series)))
