"""How a series is seated, row by row: planned, bare lot, by standing, tandem blocks, Swiss; wishes that reach the tables."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.selectors import rules_of
from tests import factories
from tests.factories import NOON, referee
from tests.tournaments.seating.core.validator import judge
from tests.tournaments.seating.test_story import check_day, deed, planned_day, version
from tournaments.event.permissions import NotAllowed
from tournaments.event.services import setup as tournaments
from tournaments.event.services.setup import NewPlayer
from tournaments.models import SeatingPlan, Series, Table
from tournaments.seating import core as planner
from tournaments.seating.core import Filling, Weight, Wish, Wishes, draw_lots
from tournaments.seating.refusals import SeatingRefused
from tournaments.seating.selectors import seating as asked
from tournaments.seating.selectors.by_standing import standing_order
from tournaments.seating.selectors.documents import wishes_of
from tournaments.seating.selectors.proposals import propose_move
from tournaments.seating.selectors.state import Setup, posted_plan, state_of
from tournaments.seating.services import changes as seating_changes
from tournaments.seating.services import plans as seating
from tournaments.seating.services.plans import PlayerWishes, StaleSeating

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("impatient"), pytest.mark.slow]
Mode = Series.Mode


def wish(made, **setup):
    seating.choose_wishes(**deed(made, setup=Setup(**setup)))


def post(made, *, lay=1, **more) -> SeatingPlan:
    draft = seating.draft_plan(**deed(made, seed="Modus", **more))
    return seating.post_plan(**deed(made, version=draft.version, seen_version=version(made), lay=lay))


def play_series(made, number: int) -> None:
    """One game at every table: the player left of the dealer wins, the others hold different Augen."""
    for table in Table.objects.filter(series__tournament=made, series__number=number):
        sheet = factories.sheet_of(Series.objects.get(tournament=made, number=number), table.number)
        seats = [2, 3, 4] if table.size == 4 else [2, 3, 1]
        hands = {seat: (10 * table.number + seat, True) for seat in seats[1:]}
        factories.play(sheet, 1, factories.result(seats[0], hands))


def rows(made, number: int) -> list[tuple[int, tuple[object, ...]]]:
    series = state_of(made).one(number)
    assert series
    return [(t.number, t.players) for t in series.planned.tables]


# Modes ----------------------------------------------------------------------------------------------------


def test_by_standing_the_best_sits_at_table_one_seat_one():
    made = factories.tournament(players=11, series=3)
    wish(made, modes=(Mode.PLAN, Mode.STANDING))
    plan = post(made)
    assert [one["mode"] for one in plan.series] == ["plan", "standing", "standing"]
    assert [bool(one["tables"]) for one in plan.series] == [True, False, False]  # they wait for the standing
    with pytest.raises(SeatingRefused, match="wartet noch auf ihren Plan"):
        seating.seat_series(**deed(made, number=2, seen_version=version(made)))
    play_series(made, 1)
    order = standing_order(made, mode=Mode.STANDING, last_series_only=False, seed="Modus")
    post(made)
    assert [p for _number, players in rows(made, 2) for p in players] == list(order)
    assert [len(players) for _number, players in rows(made, 2)] == [4, 4, 3]
    assert Series.objects.get(tournament=made, number=2).mode == Mode.STANDING
    check_day(made)


def test_a_draft_by_standing_is_stale_when_the_standing_has_changed():
    made = factories.tournament(players=8, series=2)
    wish(made, modes=(Mode.PLAN, Mode.STANDING))
    post(made)
    play_series(made, 1)
    draft = seating.draft_plan(**deed(made, seed="Stand"))
    sheet = factories.sheet_of(Series.objects.get(tournament=made, number=1), 2)
    factories.play(sheet, 2, factories.result(1, {3: (90, False), 4: (101, False)}))
    with pytest.raises(StaleSeating, match="Stand hat sich inzwischen geändert"):
        seating.post_plan(**deed(made, version=draft.version, seen_version=version(made)))


def test_the_standing_may_be_that_of_the_last_series_alone():
    made = factories.tournament(players=8, series=3)
    wish(made, modes=(Mode.PLAN, Mode.PLAN, Mode.STANDING), last_series_only=True)
    post(made, lay=2)
    play_series(made, 1)
    play_series(made, 2)
    last = standing_order(made, mode=Mode.STANDING, last_series_only=True, seed="Modus")
    assert last != standing_order(made, mode=Mode.STANDING, last_series_only=False, seed="Modus")
    post(made)
    assert [p for _number, players in rows(made, 3) for p in players] == list(last)


def test_tandem_blocks_part_the_partners_the_better_one_at_the_first_table():
    made = factories.tournament(players=8, series=2)
    for first in (1, 3, 5, 7):
        tournaments.form_pair(**deed(made, first=first, second=first + 1))
    wish(made, modes=(Mode.PLAN, Mode.TANDEM))
    post(made)
    play_series(made, 1)
    pairs = standing_order(made, mode=Mode.TANDEM, last_series_only=False, seed="Modus")
    post(made)
    (_one, first), (_two, second) = rows(made, 2)
    assert list(zip(first, second, strict=True)) == list(pairs)
    late = seating_changes.arrive(**deed(made, player=NewPlayer(given_name="Ohne", family_name="Tandem")))
    assert late.plan is not None
    check_day(made)


def test_somebody_without_a_partner_cannot_be_seated_in_tandem_blocks():
    made = factories.tournament(players=8, series=1)
    wish(made, modes=(Mode.TANDEM,))
    with pytest.raises(SeatingRefused, match="Probe1 Spieler001 hat keinen Tandem-Partner"):
        seating.draft_plan(**deed(made, seed="x"))


def test_swiss_seats_neighbours_who_have_not_met():
    made = factories.tournament(players=20, series=2)
    wish(made, modes=(Mode.PLAN, Mode.SWISS))
    post(made)
    play_series(made, 1)
    plan = post(made)
    assert plan.report["rematches"] == [0, 0]
    verdict = judge(range(1, 21), [[t for _n, t in rows(made, 2)]], past=[[t for _n, t in rows(made, 1)]])
    assert verdict.clean
    assert verdict.rematches == 0


def test_the_bare_lot_can_be_redone_by_anybody_and_parts_partners():
    made = factories.tournament(players=11, series=1)
    factories.draw(made, seed="Pfingsten")
    assert [players for _n, players in rows(made, 1)] == list(draw_lots(range(1, 12), seed="Pfingsten/1"))
    assert posted_plan(made).kind == "drawn"
    check_day(made)

    other = factories.tournament(players=11, series=1, name="Mit Tandem")
    first, second = draw_lots(range(1, 12), seed="Pfingsten/1")[0][:2]
    tournaments.form_pair(**deed(other, first=first, second=second))
    factories.draw(other, seed="Pfingsten")
    assert not any({first, second} <= set(players) for _n, players in rows(other, 1))


# Wishes ---------------------------------------------------------------------------------------------------


def test_closed_tables_and_the_direction_of_filling_reach_the_tables():
    made = factories.tournament(players=11, series=1)
    wish(made, closed_tables=frozenset({2}), filling=Filling.DOWN)
    post(made)
    assert [number for number, _players in rows(made, 1)] == [1, 3, 4]
    assert [len(players) for _number, players in rows(made, 1)] == [3, 4, 4]  # the threes are filled last
    late = [NewPlayer(given_name=f"Spät{n}", family_name="Zug") for n in (1, 2)]
    for newcomer in late:
        seating_changes.arrive(**deed(made, player=newcomer))
    assert [number for number, _players in rows(made, 1)] == [1, 3, 4, 5]  # table 2 stays closed
    check_day(made)


def test_a_fixed_table_and_seat_hold_in_every_series():
    made = factories.tournament(players=14, series=3)
    seating.choose_player_wishes(**deed(made, start_number=5, wishes=PlayerWishes(table=2, seat=1)))
    post(made, lay=2)
    seating_changes.drop_out(**deed(made, start_number=9, reason="krank"))
    for number in (1, 2, 3):
        assert dict(rows(made, number))[2][0] == 5
    check_day(made)
    with pytest.raises(SeatingRefused, match="Platz 5 gibt es nicht"):
        seating.choose_player_wishes(**deed(made, start_number=5, wishes=PlayerWishes(seat=5)))


def test_two_strength_groups_stay_apart_also_for_who_comes_late_or_goes():
    made = factories.tournament(players=14, series=2)
    for number in range(1, 15):
        strength = 1 if number <= 7 else 2
        seating.choose_player_wishes(
            **deed(made, start_number=number, wishes=PlayerWishes(strength=strength))
        )
    wish(made, groups_apart=True)
    post(made)
    seating_changes.drop_out(**deed(made, start_number=3, reason="krank"))
    seating_changes.come_back(**deed(made, start_number=3))
    for number in (1, 2):
        for _table, players in rows(made, number):
            assert len({p <= 7 for p in players}) == 1
    check_day(made)


def test_clubs_teams_and_tandems_come_from_the_registrations():
    made = factories.tournament(series=1)
    for n in range(16):
        tournaments.register_player(
            **deed(made, player=NewPlayer(given_name=f"P{n}", family_name="X", club=f"Verein {n % 4}"))
        )
    tournaments.form_team(**deed(made, name="Team", start_numbers=[1, 2, 3, 4]))
    tournaments.form_pair(**deed(made, first=5, second=6))
    plan = post(made)
    assert {"start_number": 1, "club": "Verein 0", "team": str(made.teams.get().pk)} in plan.request[
        "players"
    ]
    mates = dict(plan.report["mates"])
    assert mates == {"partners": [[0, 0]], "team_mates": [[0, 0]], "club_mates": [[0, 0]]}


def test_partners_are_never_at_one_table_whatever_is_wished():
    made = factories.tournament(players=8, series=1)
    tournaments.form_pair(**deed(made, first=1, second=2))
    wishes = Wishes(weights={Wish.PARTNERS: Weight.INDIFFERENT})
    with pytest.raises(SeatingRefused, match="Tandem-Partner sitzen nie am selben Tisch"):
        wish(made, wishes=wishes)
    wish(made, wishes=replace(wishes, weights={Wish.REMATCH: Weight.NEVER}))
    assert state_of(made).setup.wishes.weight(Wish.REMATCH) is Weight.NEVER


@pytest.mark.parametrize(("size", "players", "tables"), [(2, 5, [2, 3]), (3, 7, [2, 2, 3]), (6, 11, [5, 6])])
def test_the_basic_family_sits_at_tables_of_the_chosen_size(size, players, tables):
    made = factories.tournament(rules="basic", players=players, series=2, table_size=size)
    post(made)
    assert sorted(len(players) for _n, players in rows(made, 1)) == tables
    seating_changes.miss(**deed(made, start_number=1))
    check_day(made)


@pytest.mark.parametrize(("players", "words"), [(5, "5 Spieler lassen sich nicht"), (2, "Mindestens 3")])
def test_a_field_that_makes_no_tables_is_refused_with_a_sentence(players, words):
    made = factories.tournament(players=players, series=1)
    with pytest.raises(SeatingRefused, match=words):
        seating.draft_plan(**deed(made, seed="x"))


# Plans ----------------------------------------------------------------------------------------------------


def test_a_plan_can_be_made_again_from_what_it_carries(monkeypatch):
    monkeypatch.undo()  # the time must not be up
    made = factories.tournament(players=22, series=2)
    plan = seating.draft_plan(**deed(made, seed="Nachprüfbar"))
    kept = plan.request
    again = planner.plan(
        planner.Request(
            players=tuple(planner.AskedPlayer(id=p["start_number"]) for p in kept["players"]),
            series=planner.series_by_lots(2),
            wishes=wishes_of(kept["wishes"]["weights"], kept["wishes"]["order"]),
            seed=plan.seed,
        )
    )
    assert (plan.method, plan.cut) == (planner.METHOD, False)
    assert [[t["players"] for t in one["tables"]] for one in plan.series] == [
        [list(t.players) for t in one.tables] for one in again.series
    ]
    assert plan.report["rematches"] == [again.report.rematches.happened, again.report.rematches.bound]


def test_one_series_at_a_time():
    made = factories.tournament(players=12, series=3)
    for number in (1, 2, 3):
        plan = post(made, only_next=True)
        assert [bool(one["tables"]) for one in plan.series] == [number >= n for n in (1, 2, 3)]
    with pytest.raises(SeatingRefused, match="Alle Serien sind ausgelost"):
        seating.draft_plan(**deed(made, seed="x"))
    check_day(made)


def test_a_draft_is_stale_when_somebody_came_or_another_plan_is_in_force():
    made = factories.tournament(players=12, series=2)
    one, two, three = (seating.draft_plan(**deed(made, seed=seed)) for seed in "abc")
    seating.post_plan(**deed(made, version=one.version, seen_version=0))
    assert seating.post_plan(**deed(made, version=one.version, seen_version=version(made))).is_posted
    with pytest.raises(StaleSeating, match="gilt ein anderer Sitzplan"):
        seating.post_plan(**deed(made, version=two.version, seen_version=version(made)))
    four = seating.draft_plan(**deed(made, seed="d"))
    assert list(asked.drafts(made)) == [four]
    factories.register(made, 13)
    with pytest.raises(StaleSeating, match="gekommen, gegangen"):
        seating.post_plan(**deed(made, version=four.version, seen_version=version(made)))
    with pytest.raises(StaleSeating, match="sitzen nicht alle"):
        seating.seat_series(**deed(made, number=1, seen_version=version(made)))
    assert three.version == 3
    assert [plan.version for plan in asked.plans(made).filter(posted_at__isnull=False)] == [1]


def test_nobody_but_the_director_plans_or_moves():
    made = planned_day(12, series=1)
    by = referee(made)
    tables, seen = state_of(made).one(1).tables, version(made)
    with pytest.raises(NotAllowed):
        seating.draft_plan(tournament_id=made.pk, seed="x", by=by, now=NOON)
    with pytest.raises(NotAllowed):
        seating.post_plan(tournament_id=made.pk, version=1, seen_version=seen, by=by, now=NOON)
    with pytest.raises(NotAllowed):
        seating_changes.swap_seats(
            tournament_id=made.pk, series=1, one=tables[0][0], other=tables[1][0], seen_version=seen, by=by,
            now=NOON,
        )  # fmt: skip
    with pytest.raises(NotAllowed):
        seating.choose_wishes(tournament_id=made.pk, setup=Setup(), by=by, now=NOON)


def test_a_player_moves_to_a_table_of_three_and_no_further():
    made = planned_day(13, series=1)
    four, three = rows(made, 1)[0], rows(made, 1)[1]
    move = {"series": 1, "seen_version": version(made), "seat": None}
    state = state_of(made)
    tried = propose_move(state, number=1, player=four[1][1], table=three[0], seat=None, seed="")
    assert {chair.player for chair in tried.moved[1]} == {four[1][1], four[1][3]}  # the last moves up
    with pytest.raises(SeatingRefused, match="sitzt schon dort"):
        seating_changes.move_player(**deed(made, start_number=four[1][1], table=four[0], **move))
    with pytest.raises(SeatingRefused, match="So geht es nicht auf"):
        seating_changes.move_player(**deed(made, start_number=three[1][0], table=four[0], **move))
    seating_changes.move_player(**deed(made, start_number=four[1][1], table=three[0], **move))
    assert dict(rows(made, 1))[three[0]] == (*three[1], four[1][1])
    check_day(made)


def count_queries(question) -> int:
    with CaptureQueriesContext(connection) as queries:
        question()
    return len(queries)


def test_questions_cost_the_same_for_a_small_and_a_large_field():
    questions = {
        "state": state_of,
        "boards": lambda made: [
            asked.board_of(state, rules_of(made.rule_set), made.rounds, one)
            for state in [state_of(made)]
            for one in state.series
        ],
        "quality": lambda made: asked.quality(state_of(made)),
        "plan": lambda made: asked.plan_quality(posted_plan(made), state_of(made)),
        "moves": lambda made: asked.chairs_moved(posted_plan(made), state_of(made)),
    }
    small, large = planned_day(8, series=2, name="Klein"), planned_day(27, series=2, name="Groß")
    for name, question in questions.items():
        costs = [count_queries(lambda made=made, ask=question: ask(made)) for made in (small, large)]
        assert costs[0] == costs[1] <= 9, name
