"""A whole day through the services: two tables side by side, everybody plays 15 games, standings at the end."""

from __future__ import annotations

import pytest

from scoring.engine.law import Finish
from scoring.selectors import may_publish_rules
from tests import factories
from tests.factories import NOON, accept, draw, play, play_all, result, sheet_of, sign_all
from tournaments.event.refusals import DrawRefused
from tournaments.event.selectors.sheets import sheets
from tournaments.event.services.journal import first_broken
from tournaments.event.services.setup import grant_role, withdraw_role
from tournaments.lists.selectors.sheets import Life, sheet_view
from tournaments.models import User
from tournaments.rankings.selectors.standings import standings
from tournaments.rankings.services.finish import draw_final_lot
from tournaments.seating.services.series import draw_series

pytestmark = pytest.mark.django_db


def view_of(sheet):
    return sheet_view(sheets().get(pk=sheet.pk), now=NOON)


def test_a_table_of_four_and_a_table_of_three_side_by_side_all_play_fifteen_games():
    day = factories.tournament(players=7)
    series = draw(day)
    lists = [play_all(sheet_of(series, table)) for table in (1, 2)]
    assert [view_of(sheet).planned for sheet in lists] == [20, 15]
    assert [row.total.games_played for row in standings(day).rows] == [15] * 7


@pytest.mark.slow
def test_the_day_from_the_draw_to_the_accepted_list():
    day = factories.tournament(players=4, series=1)
    sheet = play_all(sheet_of(draw(day)))
    assert view_of(sheet).life is Life.COMPLETE
    sheet = sign_all(sheet)
    assert view_of(sheet).life is Life.SIGNED
    accept(sheet)
    assert view_of(sheet).life is Life.ACCEPTED
    assert first_broken(day.journal.order_by("number")) is None
    deeds = list(day.journal.order_by("number").values_list("deed", flat=True))
    assert deeds[:5] == ["tournament_created", *["player_registered"] * 4]
    assert deeds[5:] == ["series_drawn", *["game_reported"] * 20, *["sheet_signed"] * 4, "sheet_accepted"]


def test_the_same_seed_draws_the_same_seats_and_another_seed_others():
    seats = []
    for seed in ("a", "a", "b"):
        day = factories.tournament(players=23, name=f"Los {len(seats)}")
        drawn = draw(day, seed=seed)
        seats.append(
            list(
                drawn.seats.order_by("table__number", "number").values_list(
                    "registration__start_number", flat=True
                )
            )
        )
    assert seats[0] == seats[1] != seats[2]


@pytest.mark.parametrize("players", [1, 2, 5])
def test_numbers_that_make_no_tables_are_refused_with_a_sentence(players):
    day = factories.tournament(players=players)
    with pytest.raises(Exception, match="anmelden|dazunehmen"):
        draw(day)
    assert day.series.count() == 0


def test_a_series_is_drawn_once_and_in_order():
    day = factories.tournament(players=4)
    with pytest.raises(DrawRefused, match="Zuerst die Serie 1"):
        draw_series(tournament_id=day.pk, number=2, seed="x", by=factories.director(), now=NOON)
    draw(day)
    with pytest.raises(DrawRefused, match="schon ausgelost"):
        draw(day)


def test_the_basic_family_plays_to_a_target_and_the_winner_takes_the_augen_of_the_others():
    evening = factories.tournament(rules="basic", players=3, series=1, rounds=1, target=100, table_size=3)
    sheet = sheet_of(draw(evening))
    play(sheet, 1, result(2, {1: (30, True), 3: (25, True)}))
    assert view_of(sheet).next_game is not None
    play(sheet, 2, result(2, {1: (30, False), 3: (15, True)}))
    view = view_of(sheet)
    assert view.next_game is None
    assert view.life is Life.COMPLETE
    assert [row.total.net_points for row in standings(evening).rows] == [100, 0, 0]


def test_equal_players_share_a_rank_until_the_lot_is_drawn():
    day = factories.tournament(players=4, series=1)
    sheet = sheet_of(draw(day))
    for number in range(1, 5):  # one Runde of exhausted games: everybody holds the same
        others = [seat.number for seat in view_of(sheet).next_game.playing]
        play(sheet, number, result(None, dict.fromkeys(others, (20, True)), Finish.EXHAUSTED))
    assert [(row.place.rank, row.place.shared) for row in standings(day).rows] == [(1, True)] * 4
    draw_final_lot(tournament_id=day.pk, seed="los", by=factories.director(), now=NOON)
    day.refresh_from_db()
    assert [row.place.rank for row in standings(day).rows] == [1, 2, 3, 4]


def test_who_directs_a_tournament_may_publish_rules_and_who_directs_none_may_not():
    day = factories.tournament()
    helper = factories.user("zweite")
    assert not may_publish_rules(helper)
    role = grant_role(tournament_id=day.pk, user=helper, kind="director", by=factories.director(), now=NOON)
    assert may_publish_rules(User.objects.get(pk=helper.pk))
    withdraw_role(tournament_id=day.pk, role_id=role.pk, by=factories.director(), now=NOON)
    assert not may_publish_rules(User.objects.get(pk=helper.pk))
