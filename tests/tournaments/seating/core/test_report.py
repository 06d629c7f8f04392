"""The report by hand: figures, bounds and every sentence of small plans, and what it says of series that were given."""

from __future__ import annotations

import pytest

from tests.tournaments.seating.core.fields import field
from tournaments.seating import core as seating
from tournaments.seating.core.report import report_on

FIRST = ((1, 2, 3, 4), (5, 6, 7, 8))
SECOND = ((1, 2, 5, 6), (3, 4, 7, 8))
THIRD = ((1, 3, 5, 7), (2, 4, 6, 8))
SMALL = ((1, 2, 3, 4), (5, 6, 7))
SMALL_TOO = ((1, 5, 2, 6), (7, 3, 4))
NO_TWICE = "Niemand trifft jemanden zweimal. Besser geht es nicht."
NO_THREE = "Niemand sitzt zweimal an einem Dreiertisch."
EVEN = "Die Plätze am Tisch sind nach jeder Serie so gleich verteilt wie möglich."


def report(n, past, planned, *, size=None, cut=False, **of):
    return report_on(field(n, **of), past, planned, size=size, cut=cut)


def said(*asked, **more):
    return [str(sentence) for sentence in report(*asked, **more).sentences]


def test_one_series_is_without_a_fault():
    found = report(8, (), (FIRST,))
    assert found.rematches == found.three_repeats == seating.Count(happened=0, bound=0)
    assert (found.met_again, found.threes, found.mates, found.seat_imbalance) == ((), (), (), 0)
    assert [str(one) for one in found.sentences] == [NO_TWICE, NO_THREE, EVEN]


def test_eight_players_in_three_series():
    found = report(8, (), (FIRST, SECOND, THIRD))
    assert found.rematches == seating.Count(happened=12, bound=8, given=0, possible=8)
    assert len(found.met_again) == 12
    assert found.met_again[:3] == ((1, 2, 2), (1, 3, 2), (1, 5, 2))
    assert str(found.sentences[0]) == (
        "Wiederbegegnungen: 12, mindestens 8 unvermeidlich. Ob es besser geht, ist offen."
    )


def test_two_series_were_given_and_one_is_planned():
    """Two series of eight have 24 meetings, and there are 28 pairs: planned, nobody would have met again in them."""
    found = report(8, (FIRST, SECOND), (THIRD,))
    assert found.rematches == seating.Count(happened=12, bound=8, given=4, possible=8)
    assert (found.rematches.chosen, found.rematches.chosen_bound, found.rematches.is_best) == (8, 4, False)
    assert [str(one) for one in found.sentences][:2] == [
        "Wiederbegegnungen in schon gesetzten Serien (Los, Rangliste, von Hand): 4; geplant wären 0 möglich gewesen.",
        "Wiederbegegnungen: 8, mindestens 4 unvermeidlich. Ob es besser geht, ist offen.",
    ]


def test_all_series_were_given():
    assert said(8, (FIRST, SECOND, THIRD), ())[0] == (
        "Wiederbegegnungen in schon gesetzten Serien (Los, Rangliste, von Hand): 12; geplant wären 8 möglich gewesen."
    )
    assert not any(
        one.startswith(("Wiederbegegnungen:", "Niemand trifft")) for one in said(8, (FIRST, SECOND), ())
    )


def test_nothing_new_happens_after_what_was_given():
    told = said(8, (FIRST, FIRST), ())
    assert told[0].endswith("12; geplant wären 0 möglich gewesen.")
    assert told[1:] == [NO_THREE, "Die Plätze am Tisch sind nach jeder Serie so gleich verteilt wie möglich."]


def test_whoever_has_left_had_met_others_too():
    """Eight played two series; with the four who stay alone, 24 meetings could not have been without a repetition."""
    found = report(4, (FIRST, SECOND), ())
    assert found.rematches == seating.Count(happened=4, bound=4, given=4, possible=0)
    assert str(found.sentences[0]).endswith("4; geplant wären 0 möglich gewesen.")
    three = report(4, (((5, 6, 7, 8), (1, 2, 3)), ((1, 5, 6, 7), (2, 3, 4))), ())
    assert three.three_repeats == seating.Count(happened=2, bound=2, given=2, possible=0)


def test_where_counting_leaves_no_choice():
    found = report(4, (), (((1, 2, 3, 4),), ((2, 1, 4, 3),)))
    assert found.rematches == seating.Count(happened=6, bound=6, given=0, possible=6)
    assert found.rematches.is_best
    assert str(found.sentences[0]) == (
        "Wiederbegegnungen: 6, besser geht es nicht: Es gibt nicht genug neue Gegner für alle."
    )


def test_second_seats_at_a_table_of_three():
    found = report(7, (), (SMALL, SMALL_TOO))
    assert found.three_repeats == seating.Count(happened=1, bound=0)
    assert found.threes == ((3, 1), (4, 1), (5, 1), (6, 1), (7, 2))
    assert str(found.sentences[1]) == (
        "1-mal sitzt jemand erneut an einem Dreiertisch, mindestens 0 unvermeidlich."
    )
    given = report(7, (SMALL, SMALL_TOO), (((1, 3, 5, 4), (2, 6, 7)),))
    assert given.three_repeats == seating.Count(happened=3, bound=2, given=1, possible=2)
    assert [str(one) for one in given.sentences][2:4] == [
        (
            "In schon gesetzten Serien (Los, Rangliste, von Hand) saß 1-mal jemand erneut an einem Dreiertisch; "
            "geplant wären 0 möglich gewesen."
        ),
        "2-mal sitzt jemand erneut an einem Dreiertisch, mindestens 1 unvermeidlich.",
    ]
    best = report(3, (), (((1, 2, 3),), ((2, 3, 1),)))
    assert best.three_repeats == seating.Count(happened=3, bound=3, given=0, possible=3)
    assert "besser geht es nicht: Es gibt mehr Dreierplätze" in str(best.sentences[1])
    only = report(7, (SMALL, SMALL_TOO), ())
    assert [str(one) for one in only.sentences][1].startswith("In schon gesetzten Serien")
    assert not any("erneut" in str(one) for one in only.sentences[2:])


def test_tables_of_five_know_no_table_of_three():
    rows = ((1, 2, 3, 4, 5), (6, 7, 8, 9))
    found = report(9, (), (rows, rows), size=5)
    assert found.three_repeats == seating.Count(happened=4, bound=0)
    assert report(9, (), (), size=5).three_repeats == seating.Count(happened=0, bound=0)


def test_club_mates_series_by_series():
    clubs = {
        "club": lambda i: "A" if i < 4 else None if i == 8 else "B",
        "pair": lambda i: "P" if i in (1, 5) else None,
    }
    found = report(8, (), (FIRST, SECOND), **clubs, seeded=lambda i: 1 if i == 3 else None)
    assert [(wish, [(one.happened, one.bound) for one in counts]) for wish, counts in found.mates] == [
        (seating.Wish.PARTNERS, [(0, 0), (1, 0)]),
        (seating.Wish.CLUB_MATES, [(6, 3), (3, 3)]),
    ]
    assert [str(one) for one in found.sentences][2:4] == [
        "Tandem-Partner am selben Tisch: 1, mindestens 0 unvermeidlich.",
        "Vereinskameraden am selben Tisch: 9, mindestens 6 unvermeidlich.",
    ]


def test_seats_that_are_not_even_and_time_that_was_up():
    same = ((1, 2, 3, 4),)
    told = said(4, (), (same, same), cut=True)
    assert told[-2:] == [
        "Die Plätze am Tisch sind nicht ganz gleich verteilt (4 über dem Möglichen).",
        "Die Zeit war um: Das ist der beste bis dahin gefundene Plan.",
    ]
    assert report(4, (same,), (((2, 1, 4, 3),),)).seat_imbalance == 0
    assert report(4, (same,), (((1, 2, 4, 3),),)).seat_imbalance == 2
    assert report(4, (((9, 2, 3, 4),),), (((1, 2, 4, 3),),)).seat_imbalance == 1


@pytest.mark.parametrize(("happened", "bound", "best"), [(2, 3, True), (3, 3, True), (4, 3, False)])
def test_a_count_is_best_at_its_bound(happened, bound, best):
    count = seating.Count(happened=happened, bound=bound)
    assert count.is_best is best
    assert (count.given, count.possible, count.chosen, count.chosen_bound) == (0, 0, happened, bound)
