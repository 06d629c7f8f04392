"""Seating by hand: every warning by its sentence, its table and whether it must never be; and what a swap shows."""

from __future__ import annotations

import pytest

from tests.tournaments.seating.core.fields import field
from tournaments.seating import core as seating

NEVER = seating.Wishes(
    weights=dict.fromkeys((seating.Wish.REMATCH, seating.Wish.SECOND_THREE), seating.Weight.NEVER)
)
ALL_SAME = seating.Wishes(weights=dict.fromkeys(seating.Wish, seating.Weight.INDIFFERENT))
FULL = (
    seating.AskedPlayer(id=1, club="V", team="M", pair="P", seeded=1, table=1, seat=1),
    seating.AskedPlayer(id=2, club="V", team="M", pair="P", seeded=2),
    seating.AskedPlayer(id=3, club="W", table=2),
    seating.AskedPlayer(id=4, club="W", seat=4),
    *field(3, start=5),
)
PAST = (((1, 3, 5, 7), (2, 4, 6)),)


def tables(*rows):
    return tuple(seating.PlannedTable(number=n, players=row) for n, row in enumerate(rows, start=1))


def said(players, rows, *, past=(), **more):
    request = seating.Request(players=players, series=seating.series_by_lots(1), **more)
    return [
        (str(one.sentence), one.table, one.strict)
        for one in seating.check_series(request, tables(*rows), past=past)
    ]


def test_a_series_without_fault_says_nothing():
    assert said(field(7), [(1, 2, 3, 4), (5, 6, 7)]) == []


def test_who_sits_twice_or_nowhere_or_is_a_stranger():
    assert said(field(7), [(1, 2, 3, 3), (5, 6, 99)]) == [
        ("3 sitzt zweimal: Einen Platz räumen.", None, True),
        ("4 hat noch keinen Platz.", None, True),
        ("7 hat noch keinen Platz.", None, True),
        ("99 ist nicht angemeldet: Vom Tisch nehmen.", None, True),
    ]


@pytest.mark.parametrize(
    ("size", "seated", "wrong"),
    [(None, 2, True), (None, 3, False), (None, 4, False), (None, 5, True), (4, 1, True), (4, 2, False), (4, 6, False), (4, 7, True)],
)  # fmt: skip
def test_so_many_may_sit_at_a_table(size, seated, wrong):
    players = field(seated if size is None and seated > 2 and seated != 5 else 8)
    told = [one for one in said(players, [tuple(range(1, seated + 1))], size=size) if one[1] == 1]
    assert told == ([(f"An Tisch 1 sitzen {seated}: Jemanden umsetzen.", 1, True)] if wrong else [])


def test_who_should_not_meet_is_named_with_every_reason():
    assert said(FULL, [(1, 2, 5, 4), (3, 6, 7)], past=PAST) == [
        ("1 und 2 sind Tandem-Partner.", 1, True),
        ("1 und 2 sind in einer Mannschaft.", 1, True),
        ("1 und 2 sind aus einem Verein.", 1, False),
        ("1 und 2 sind beide gesetzt.", 1, False),
        ("1 und 5 haben sich schon getroffen.", 1, False),
        ("2 und 4 haben sich schon getroffen.", 1, False),
        ("3 und 7 haben sich schon getroffen.", 2, False),
        ("6 saß schon an einem Dreiertisch.", 2, False),
    ]


def test_what_must_never_be_is_told_as_such():
    assert said(FULL, [(1, 5, 2, 4), (3, 6, 7)], past=PAST, wishes=NEVER)[-4:] == [
        ("1 und 2 sind beide gesetzt.", 1, False),
        ("2 und 4 haben sich schon getroffen.", 1, True),
        ("3 und 7 haben sich schon getroffen.", 2, True),
        ("6 saß schon an einem Dreiertisch.", 2, True),
    ]


def test_what_is_indifferent_is_not_told():
    assert said(FULL, [(1, 2, 5, 4), (3, 6, 7)], past=PAST, wishes=ALL_SAME) == []


def test_tables_of_any_size_know_no_second_three():
    assert (
        said(field(7), [(1, 2, 3, 4), (5, 6, 7)], past=(((5, 6, 7), (1, 2, 3, 4)),), wishes=ALL_SAME, size=4)
        == []
    )
    third = said(field(7), [(1, 2, 3, 4), (5, 6, 7)], past=(((5, 1, 2), (6, 7, 3, 4)),), size=4)
    assert all("Dreiertisch" not in sentence for sentence, _table, _strict in third)


def test_fixed_tables_and_seats():
    assert said(FULL, [(3, 5, 6, 1), (7, 2, 4)]) == [
        ("3 soll an Tisch 2 sitzen.", 1, True),
        ("1 soll auf Platz 1 sitzen.", 1, True),
    ], "seat 4 is none at a table of three"
    assert said(FULL, [(4, 5, 6, 2), (1, 7, 3)])[:2] == [
        ("4 soll auf Platz 4 sitzen.", 1, True),
        ("1 soll an Tisch 1 sitzen.", 2, True),
    ]
    third = seating.AskedPlayer(id=7, seat=3)
    assert said((*field(6), third), [(1, 2, 3, 4), (7, 5, 6)]) == [("7 soll auf Platz 3 sitzen.", 2, True)]


def test_a_swap_tells_of_its_two_tables_and_of_nobody_else():
    players = field(12, club=lambda i: "V" if i in (1, 5) else "W" if i in (9, 10) else None)
    request = seating.Request(players=players, series=seating.series_by_lots(2))
    earlier = seating.PlannedSeries(
        draw=seating.Draw.LOTS, tables=tables((1, 5, 9, 2), (3, 6, 10, 4), (7, 8, 11, 12))
    )
    now = seating.PlannedSeries(
        draw=seating.Draw.LOTS, tables=tables((1, 3, 7, 11), (5, 6, 8, 12), (9, 10, 2, 4))
    )
    effect = seating.swap_effect(request, [earlier, now], series=1, one=3, other=5)
    assert [t.players for t in effect.series[1].tables] == [(1, 5, 7, 11), (3, 6, 8, 12), (9, 10, 2, 4)]
    assert effect.series[0] == earlier
    assert [(str(one.sentence), one.table) for one in effect.warnings] == [
        ("1 und 5 haben sich schon getroffen.", 1),
        ("1 und 5 sind aus einem Verein.", 1),
        ("7 und 11 haben sich schon getroffen.", 1),
        ("3 und 6 haben sich schon getroffen.", 2),
        ("8 und 12 haben sich schon getroffen.", 2),
    ]
    assert (effect.before.rematches.happened, effect.after.rematches.happened) == (4, 6)
    first = seating.swap_effect(request, [earlier, now], series=0, one=1, other=3)
    assert [(str(one.sentence), one.table) for one in first.warnings] == []


def test_a_swap_tells_of_a_whole_series_what_has_no_table():
    request = seating.Request(players=field(9), series=seating.series_by_lots(1))
    now = seating.PlannedSeries(draw=seating.Draw.LOTS, tables=tables((1, 2, 3, 4), (5, 6, 7, 8)))
    effect = seating.swap_effect(request, [now], series=0, one=1, other=5)
    assert [(str(one.sentence), one.table) for one in effect.warnings] == [("9 hat noch keinen Platz.", None)]


def test_two_of_those_who_sit():
    series = seating.PlannedSeries(draw=seating.Draw.LOTS, tables=tables((1, 2, 3, 4)))
    for one, other, says in ((1, 9, "9 sitzt nicht"), (9, 1, "9 sitzt nicht"), (2, 2, "Zwei verschiedene")):
        with pytest.raises(seating.CannotSwap, match=says):
            seating.swap(series, one, other)
