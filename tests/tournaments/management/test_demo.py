"""The demo is one real tournament day: built through the services, in the middle of series 3, loaded once."""

from __future__ import annotations

import json
import stat
from collections import Counter
from io import StringIO
from itertools import combinations
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from tests import factories
from tournaments.event.selectors.sheets import sheets
from tournaments.event.services.journal import first_broken
from tournaments.lists.selectors.sheets import Life, sheet_views
from tournaments.management.demo import play as demo_service
from tournaments.models import Game, JournalEntry, Line, Penalty, Player, Ruling, Signature, Tournament, User
from tournaments.money.selectors.announcements import prize_list
from tournaments.money.selectors.cash import balance_of, cash_book, pots
from tournaments.money.selectors.fees import accounts
from tournaments.rankings.selectors.standings import standings

CUP, EVENING, ON_PAPER = "kreuzbuben-pokal", "romme-abend-am-donnerstag", "vereinsabend-stilleberg"
PASSWORDS = "demo-passwords.json"
pytestmark = pytest.mark.slow


def load() -> str:
    told = StringIO()
    call_command("load_demo", stdout=told)
    return told.getvalue()


@pytest.fixture(scope="module")
def told(django_db_setup, django_db_blocker, tmp_path_factory):
    """The demo, loaded once for this file and gone afterwards; what the command printed."""
    here, settings.DATA_DIR = settings.DATA_DIR, tmp_path_factory.mktemp("demo")
    with django_db_blocker.unblock(), transaction.atomic():
        yield load()
        transaction.set_rollback(True)
    settings.DATA_DIR = here


@pytest.fixture(scope="module")
def cup(told) -> Tournament:
    return Tournament.objects.get(slug=CUP)


@pytest.fixture(scope="module")
def lists(cup):
    return sheet_views(list(sheets().filter(table__series__tournament=cup)), now=timezone.now())


def test_the_field(cup):
    assert cup.registrations.count() == 41
    assert cup.teams.count() == 6
    assert cup.pairs.count() == 6
    assert all(team.members.count() == 4 for team in cup.teams.all())
    gone = cup.registrations.get(withdrawn_at__isnull=False)
    assert gone.withdrawn_reason


def test_tables_of_four_and_of_three_where_everybody_plays_15_games(cup, lists):
    assert [series.number for series in cup.series.order_by("number")] == [1, 2, 3]
    assert cup.series_count == 5
    for series in (1, 2, 3):
        sizes = Counter(len(view.seats) for view in lists if view.sheet.table.series.number == series)
        assert sizes == {4: 8, 3: 3}
    played = [row.series[number].games_played for row in standings(cup).rows for number in (1, 2)]
    assert set(played) == {15}


def test_in_the_middle_of_series_three(lists):
    lives = Counter((view.sheet.table.series.number, view.life) for view in lists)
    assert lives == {
        (1, Life.FINAL): 11,
        (2, Life.FINAL): 11,
        (3, Life.FINAL): 8,
        (3, Life.OPEN): 1,
        (3, Life.COMPLETE): 1,
        (3, Life.SIGNED): 1,
    }


def test_one_wrong_deal_and_one_penalty(cup, lists):
    struck = [game for view in lists for game in view.struck]
    assert [(game.number, bool(game.struck_reason)) for game in struck] == [(6, True), (7, True)]
    penalty = Penalty.objects.get(registration__tournament=cup)
    assert penalty.kind == Penalty.Kind.LOOSE_HAND
    assert Ruling.objects.filter(tournament=cup).count() == 2


def test_lists_are_signed_in_every_way(cup):
    drawn = Signature.objects.filter(sheet__table__series__tournament=cup, method="drawn")
    assert drawn.count() == 3
    assert all(signature.strokes for signature in drawn)
    assert Signature.objects.filter(method="pin").exists()


def test_no_game_is_doubtful(lists):
    assert not [view.doubts(game) for view in lists for game in view.games if view.doubts(game)]


def test_partners_and_team_mates_never_share_a_table(lists):
    for view in lists:
        for one, other in combinations((seat.registration for seat in view.seats), 2):
            assert one.pair_id is None or one.pair_id != other.pair_id
            assert one.team_id is None or one.team_id != other.team_id


def test_the_evening_by_the_basic_rules(told):
    evening = Tournament.objects.get(slug=EVENING)
    assert evening.registrations.count() == 7
    assert evening.rule_set.key == "basic"
    assert standings(evening).games
    assert Player.objects.count() == 41, "the evening's guests are people of the cup"


def test_the_evening_on_paper_knows_only_sums(told):
    evening = Tournament.objects.get(slug=ON_PAPER)
    views = sheet_views(list(sheets().filter(table__series__tournament=evening)), now=timezone.now())
    assert len(views) == 3 * 4
    assert all(view.totals is not None and not view.games for view in views)
    lives = Counter(view.life for view in views)
    assert lives == {Life.FINAL: 10, Life.SIGNED: 1, Life.COMPLETE: 1}
    rows = standings(evening).rows
    assert len(rows) == 14
    assert all(row.total.totals_only and row.total.games_played == 45 for row in rows)


def test_an_evening_of_a_later_version_does_not_come_to_those_who_have_the_demo(told):
    """A club that updates finds no new tournament on its first page."""
    with transaction.atomic():
        Tournament.objects.filter(slug=ON_PAPER).update(slug="ein-anderes")
        assert "schon da" in load()
        assert not Tournament.objects.filter(slug=ON_PAPER).exists()
        transaction.set_rollback(True)


def test_the_journal_is_real_and_unbroken(told):
    for tournament in Tournament.objects.filter(slug__in=(CUP, EVENING, ON_PAPER)):
        entries = tournament.journal.select_related("user").order_by("number")
        assert first_broken(entries) is None
        deeds = Counter(entry.deed for entry in entries)
        games = Game.objects.filter(sheet__table__series__tournament=tournament).count()
        assert deeds["game_reported"] == games
        assert tournament.revision == len(entries)
    hours = list(JournalEntry.objects.filter(tournament__slug=CUP).values_list("at", flat=True))
    assert max(hours).date() == hours[0].date(), "all of it on the demo's own day"


def test_the_money_of_the_cup_adds_up(cup):
    field = accounts(cup)
    assert (field.settled, field.open_cents) == (39, 2 * 1500)
    assert pots(cup).total == 38 * 1500 - 500
    assert cash_book(cup).balance == balance_of(cup) > 0
    handed_out = prize_list(cup)
    assert {line.award.series_number for line in handed_out.lines if not line.open} == {1}
    assert {line.award.series_number for line in handed_out.lines if line.open} == {2}
    assert not [one for one in handed_out.rankings if one.changes]


def test_a_second_call_changes_nothing(told):
    before = [model.objects.count() for model in (User, Player, Game, Line, JournalEntry)]
    again = load()
    assert [model.objects.count() for model in (User, Player, Game, Line, JournalEntry)] == before
    assert told.splitlines()[-2:] == again.splitlines()[-2:], "who can sign in is printed each time"
    assert "nichts wurde geändert" in again


def test_who_can_sign_in(told):
    path = Path(settings.DATA_DIR) / PASSWORDS
    words = json.loads(path.read_text(encoding="utf-8"))
    assert set(words) == {"leitung", "schiri", "verwaltung"}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    for name, word in words.items():
        assert User.objects.get(username=name).check_password(word)
        assert f"{name}  {word}" in told
    assert len(set(words.values())) == 3


def test_a_password_that_was_changed_is_not_printed(told):
    with transaction.atomic():
        user = User.objects.get(username="leitung")
        user.set_password("Eigenes-Wort-7")
        user.save()
        assert "leitung  (selbst gewählt)" in load()
        transaction.set_rollback(True)


@pytest.mark.django_db
def test_the_same_plan_gives_the_same_tournament():
    """Two installations see the same demo: tables, Augen, and every line of the journal."""
    plan = demo_service.read_plan()
    evening = [one for one in plan.evenings if one.slug == EVENING]
    small = demo_service.DemoPlan(players=plan.players, users=plan.users, evenings=tuple(evening))
    lines = JournalEntry.objects.order_by("number")
    told = []
    for _time in range(2):
        with transaction.atomic():
            demo_service.load_demo(small, new_password=str.upper, now=factories.NOON)
            told.append(list(lines.values_list("number", "deed", "facts", "actor", "reason", "at")))
            transaction.set_rollback(True)
    assert told[0] == told[1]
    assert len(told[0]) > 50
