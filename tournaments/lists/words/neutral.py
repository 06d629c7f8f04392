"""A blank list of no tournament: nobody's name, nothing printed but what the rules say; for any table, to be filled in by hand."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.rules import RuleSet
from scoring.sheets import tally
from tournaments.event.core.course import Course
from tournaments.lists.words.facts import CellFacts, ListFacts, RowFacts, SeatFacts
from tournaments.lists.words.foot import legend_of, totals_of_tally
from tournaments.lists.words.printed import pack_of, seat_columns


def neutral_facts(rules: RuleSet, *, seats: int, games: int) -> ListFacts:
    """Event, table, names and hours are left to be written."""
    numbers = tuple(range(1, seats + 1))
    return ListFacts(
        event="",
        where="",
        series="",
        table="",
        rules="",
        length=ngettext("{games} Spiel", "{games} Spiele", games).format(games=games),
        begins="",
        ends="",
        seats=tuple(
            SeatFacts(number=number, start_number="", name="", belongs="", keeper=number == 1)
            for number in numbers
        ),
        columns=seat_columns(rules),
        rows=tuple(neutral_rows(rules, numbers, games)),
        totals=totals_of_tally(rules, tally(rules, [], seats=numbers), numbers, blank=True),
        remarks=(),
        legend=legend_of(rules),
        accepted="",
        state=_("Für jedes Turnier"),
        cards=pack_of(rules),
    )


def neutral_rows(rules: RuleSet, numbers: tuple[int, ...], games: int) -> Iterator[RowFacts]:
    """The games in their order, who deals each, and who then sits out."""
    rests_at = frozenset(size for size in range(2, 7) if rules.table.dealer_sits_out(size))
    course = Course(seats=dict.fromkeys(numbers), rests_at=rests_at, one_deal=rules.series.one_deal)
    for number in range(1, games + 1):
        deal = course.deal(number)
        yield RowFacts(
            number=number,
            round_number=deal.round_number,
            dealer=str(deal.dealer),
            finish="",
            cells=tuple(CellFacts(rests=seat not in deal.playing) for seat in numbers),
            closes_round=deal.last_of_round,
        )
