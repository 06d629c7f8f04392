"""A prepared question answers what the same question through the ORM answers, with everything that hangs on its rows."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction
from django.db.models.signals import post_init

from tests import factories
from tournaments.access.selectors.codes import DEVICE_OF
from tournaments.access.selectors.phones import NOTED
from tournaments.desk.selectors.asking import ON_THE_DESK, WRITTEN_THERE
from tournaments.desk.selectors.day import LEFT, WRITTEN
from tournaments.event.permissions import ROLES
from tournaments.event.selectors.sheets import HELD, HELD_AT, SHEET_AT
from tournaments.event.selectors.tournaments import TOURNAMENT_AT
from tournaments.event.selectors.waiting import OPEN_CALLS, OPEN_PROTESTS
from tournaments.lists.selectors.progress import CHAIRS, LISTS
from tournaments.lists.selectors.second_typing import TYPED_AGAIN
from tournaments.lists.selectors.sheets import PUNISHED, SIGNED, WHOLE_SEATS, sheet_view, sheet_views
from tournaments.lists.selectors.state import GAMES, LINES, SEATS
from tournaments.models import HallAddress, Player, Protest, ProtestStep, RefereeCall, Role, ScoreSheet
from tournaments.rankings.selectors.facts import DRAWN
from tournaments.rankings.selectors.facts import SEATS as SEATS_OF_ALL
from tournaments.rankings.selectors.lines import LINES as LINES_OF_ALL
from tournaments.rankings.selectors.standings import FIELD, PENALTIES, TOTALS
from tournaments.rulings.selectors.calls import WAITING
from tournaments.rulings.selectors.doubts import TABLES, WRITTEN_IN
from tournaments.seating.selectors.state import PLAN_IN_FORCE
from tournaments.seating.selectors.table_sizes import PLAYERS
from tournaments.storage.made import Maker
from tournaments.storage.prepared import LARGEST, Prepared

pytestmark = pytest.mark.django_db


@pytest.fixture
def staged_sheet(stage: None):
    made = factories.table_of(4)
    for number in (1, 2, 3):
        factories.play(made, number)
    return made


def facts(row: Any, seen: frozenset[int] = frozenset()) -> Any:
    """Everything that a row holds, and what was loaded with it."""
    if row is None or id(row) in seen:
        return None
    own = {name: value for name, value in vars(row).items() if not name.startswith("_")}
    state = row._state
    return (
        own,
        state.db,
        state.adding,
        {name: facts(one, seen | {id(row)}) for name, one in state.fields_cache.items()},
    )


def asked(question: Prepared[Any], *values: int | str) -> list[Any]:
    return list(question.question(*values))


def test_every_prepared_question_of_a_list_is_the_one_it_was_written_as(staged_sheet):
    table = staged_sheet.table
    place = (table.series.tournament.slug, table.series.number, table.number)
    questions = [
        (SHEET_AT, place),
        (TOURNAMENT_AT, place[:1]),
        (FIELD, (table.series.tournament_id,)),
        (DRAWN, (table.series.tournament_id,)),
        (TOTALS, (table.series.tournament_id,)),
        (SEATS, (table.pk,)),
        (WHOLE_SEATS, (table.pk,)),
        (GAMES, (staged_sheet.pk,)),
        (LINES, (staged_sheet.pk,)),
        (SIGNED, (staged_sheet.pk,)),
        (PUNISHED, (staged_sheet.pk,)),
        (TYPED_AGAIN, (staged_sheet.pk,)),
        (DEVICE_OF, ("nobody",)),
    ]
    for _again in (1, 2):
        for question, values in questions:
            ours, known = question(*values), asked(question, *values)
            assert [facts(row) for row in ours] == [facts(row) for row in known]
    with transaction.atomic():
        for question, values in ((HELD, (staged_sheet.pk,)), (HELD_AT, place)):
            assert [facts(row) for row in question(*values)] == [
                facts(row) for row in asked(question, *values)
            ]


def test_prepared_values_are_those_of_the_orm(staged_sheet):
    tournament = staged_sheet.table.series.tournament
    for question, values in (
        (LINES_OF_ALL, (tournament.pk,)),
        (PENALTIES, (tournament.pk,)),
        (SEATS_OF_ALL, (tournament.pk,)),
    ):
        known = [tuple(row) for row in question.question(*values)]
        assert question(*values) == question(*values) == known
    [(series, games, written)] = LINES_OF_ALL(tournament.pk)
    assert (series, games, len(written.split())) == (1, 3, 18)
    assert len(SEATS_OF_ALL(tournament.pk)) == 4
    assert SEATS_OF_ALL(LARGEST + 1) == []


def test_what_the_desk_asks_is_what_it_was_written_as(staged_sheet):
    """A call, two protests of which one is decided, a list that lies on the desk: each question has something to answer."""
    tournament, now = staged_sheet.table.series.tournament, factories.NOON
    seat = staged_sheet.table.seats.first()
    RefereeCall.objects.create(sheet=staged_sheet, called_at=now)
    for number in (1, 2):
        protest = Protest.objects.create(
            tournament=tournament,
            number=number,
            sheet=staged_sheet,
            registration_id=seat.registration_id,
            text="falsch gezählt",
            filed_at=now,
        )
    ProtestStep.objects.create(protest=protest, number=1, kind=ProtestStep.Kind.WITHDRAWN, at=now)
    HallAddress.objects.create(address="10.0.0.1", why=HallAddress.Why.PRINTED, at=now)
    ScoreSheet.objects.filter(pk=staged_sheet.pk).update(completed_at=now)
    leads = Role.objects.get(tournament=tournament, kind=Role.Kind.DIRECTOR).user_id
    for values, rows in (
        ((LISTS, staged_sheet.table.series_id), 1),
        ((CHAIRS, staged_sheet.table.series_id), 4),
        ((WRITTEN, staged_sheet.table.series_id), 1),
        ((LEFT, tournament.pk, 0), 1),
        ((TABLES, staged_sheet.table.series_id), 1),
        ((WRITTEN_IN, staged_sheet.table.series_id), 9),
        ((WRITTEN_THERE, tournament.pk), 9),
        ((LEFT, tournament.pk, staged_sheet.table.series_id), 0),
        ((ROLES, tournament.pk, leads), 1),
        ((PLAYERS, tournament.pk), 1),
        ((OPEN_CALLS, tournament.pk), 1),
        ((OPEN_PROTESTS, tournament.pk), 1),
        ((PLAN_IN_FORCE, tournament.pk), 1),
    ):
        question, *given = values
        known = [tuple(row) for row in question.question(*given)]
        assert question(*given) == question(*given) == known, given
        assert len(known) == rows, given
    for question, *given in ((WAITING, tournament.pk), (ON_THE_DESK, tournament.pk), (NOTED,)):
        known = [facts(row) for row in asked(question, *given)]
        assert [facts(row) for row in question(*given)] == known
        assert len(known) == 1


def test_a_list_alone_is_the_same_as_a_list_among_others(staged_sheet):
    [found] = SHEET_AT(*(staged_sheet.table.series.tournament.slug, 1, staged_sheet.table.number))
    now = staged_sheet.table.series.tournament.created_at
    alone, [among] = sheet_view(found, now=now), sheet_views([found], now=now)
    for name in (
        "seats",
        "games",
        "struck",
        "signatures",
        "penalties",
        "tally",
        "planned",
        "life",
        "next_game",
        "stamp",
    ):
        assert getattr(alone, name) == getattr(among, name), name
    for mine, other in zip(alone.games, among.games, strict=True):
        assert list(mine.lines.all()) == list(other.lines.all())
        assert mine.lines.filter(won=True).get().game_id == mine.pk, "also when somebody asks on"
        assert mine.lines.filter(won=False).count() == len(mine.lines.all()) - 1


def test_the_sentence_is_put_together_once(staged_sheet, django_assert_num_queries):
    asks = []
    question = Prepared(lambda pk: asks.append(pk) or ScoreSheet.objects.filter(pk=pk), int)
    with django_assert_num_queries(3):
        assert question.first(staged_sheet.pk) == staged_sheet
        assert question(staged_sheet.pk) == [staged_sheet]
        assert question.first(staged_sheet.pk + 1_000) is None
    assert len(asks) == 1


def test_a_number_that_no_column_holds_finds_nothing(staged_sheet):
    assert GAMES(LARGEST + 1) == []
    assert SHEET_AT("x", 10**30, 1) == []


def test_a_value_that_stands_nowhere_is_noticed(staged_sheet):
    with pytest.raises(AssertionError, match="not asked for"):
        Prepared(lambda one, _two: ScoreSheet.objects.filter(pk=one), int, int)(1, 2)


def test_a_model_whose_making_somebody_hears_is_made_by_django():
    assert Maker(Player).plain, "the shortest way is taken where it is the same"
    heard: list[Any] = []

    def hear(**said: Any) -> None:
        heard.append(said["instance"])

    post_init.connect(hear, sender=Player)
    try:
        made = Maker(Player).from_db("default", ["id", "given_name"], [7, "Anna"])
        assert not Maker(Player).plain
        assert heard == [made]
    finally:
        post_init.disconnect(hear, sender=Player)
    quick = Maker(Player).from_db("default", ["id", "given_name"], [7, "Anna"])
    assert facts(quick) == facts(made)
    assert quick.get_deferred_fields() == made.get_deferred_fields() != set()
