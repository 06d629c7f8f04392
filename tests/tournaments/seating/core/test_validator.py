"""The judge itself must be able to say no."""

from tests.tournaments.seating.core.validator import fewest_threes, judge, seat_excess

GOOD = [[[1, 2, 3, 4], [5, 6, 7, 8]]]


def test_a_good_series_has_no_fault():
    verdict = judge(range(1, 9), GOOD)
    assert verdict.clean
    assert (verdict.rematches, verdict.three_repeats, verdict.seat_excess) == (0, 0, [0])


def test_somebody_missing_somebody_twice_and_wrong_tables_are_faults():
    assert not judge(range(1, 10), GOOD).clean
    assert not judge(range(1, 9), [[[1, 2, 3, 4], [5, 6, 7, 7]]]).clean
    assert not judge(range(1, 9), [[[1, 2, 3], [4, 5, 6], [7, 8]]]).clean


def test_a_rematch_is_each_meeting_beyond_the_first():
    assert judge(range(1, 9), GOOD * 3).rematches == 24
    assert judge(range(1, 9), GOOD * 3).rematch_bound == 8
    assert judge(range(1, 9), GOOD, past=GOOD).rematches == 12


def test_second_seats_at_three_and_clubs_are_counted():
    plan = [[[1, 2, 3, 4], [5, 6, 7]]] * 2
    verdict = judge(range(1, 8), plan, groups={"club": {1: "a", 2: "a", 5: "a"}})
    assert (verdict.three_repeats, verdict.three_bound) == (3, 0)
    assert verdict.mates["club"] == [(1, 1), (1, 1)]


def test_fixed_places_are_checked():
    assert not judge(range(1, 9), GOOD, tables_at={1: 2}).clean
    assert judge(range(1, 9), GOOD, tables_at={5: 2}, seats_at={5: 1}).clean
    assert not judge(range(1, 9), GOOD, seats_at={5: 2}).clean


def test_equal_seats_are_seen_after_every_series():
    assert seat_excess(range(1, 9), GOOD * 2) == [0, 8]
    assert fewest_threes(14) == (2, 2)
