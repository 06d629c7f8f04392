"""„Ruf den Schiedsrichter“: one call however often it is tapped, one who goes, and every step in the journal."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.factories import NOON
from tournaments.event.permissions import Actor, NotAllowed
from tournaments.event.selectors.revisions import revisions_of
from tournaments.models import JournalEntry, RefereeCall, Role, Tournament, User
from tournaments.rulings.selectors import calls as selector
from tournaments.rulings.services import calls
from tournaments.rulings.services.calls import MOST_CALLS, WINDOW, CallRefused

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


@pytest.fixture
def sheet():
    return factories.table_of(4)


@pytest.fixture
def referee(sheet):
    return factories.referee(sheet.table.series.tournament)


def call(sheet, at=NOON, by=None):
    return calls.call_referee(sheet_id=sheet.pk, by=by or factories.scorer(sheet), now=at)


def deeds(sheet) -> list[str]:
    return list(
        JournalEntry.objects.filter(sheet=sheet, facts__has_key="call")
        .order_by("number")
        .values_list("deed", flat=True)
    )


def test_a_call_from_the_first_tap_to_the_note(sheet, referee):
    one = call(sheet)
    assert call(sheet, NOON + MINUTE) == one, "tapped twice it is one call"
    assert call(sheet, by=referee) == one
    calls.go(call_id=one.pk, by=referee, now=NOON + MINUTE)
    assert str(selector.open_call(sheet).going) == "schiri"
    done = calls.finish_call(call_id=one.pk, by=referee, now=NOON + 3 * MINUTE, note="  Karten nachgezählt ")
    assert (done.note, done.done_by) == ("Karten nachgezählt", "schiri")
    assert calls.finish_call(call_id=one.pk, by=referee, now=NOON, note="noch einmal").note == done.note
    assert selector.open_call(sheet) is None
    assert deeds(sheet) == ["referee_called", "referee_goes", "call_done"]
    assert JournalEntry.objects.get(deed="call_done").reason == "Karten nachgezählt"


def test_of_two_referees_the_second_is_told_who_goes(sheet, referee):
    other = factories.director()
    one = call(sheet)
    calls.go(call_id=one.pk, by=referee, now=NOON)
    assert calls.go(call_id=one.pk, by=referee, now=NOON + MINUTE).going_at == NOON
    with pytest.raises(CallRefused, match="schiri geht schon hin"):
        calls.go(call_id=one.pk, by=other, now=NOON)
    calls.stay(call_id=one.pk, by=referee, now=NOON)
    assert calls.stay(call_id=one.pk, by=referee, now=NOON).going is None
    assert calls.go(call_id=one.pk, by=other, now=NOON).going == other.user
    assert deeds(sheet) == ["referee_called", "referee_goes", "referee_stays", "referee_goes"]


def test_the_table_takes_its_call_back(sheet, referee):
    one = call(sheet)
    keeper = factories.scorer(sheet)
    assert calls.take_call_back(sheet_id=sheet.pk, by=keeper, now=NOON).taken_back
    assert calls.take_call_back(sheet_id=sheet.pk, by=keeper, now=NOON) is None
    with pytest.raises(CallRefused, match="schon erledigt"):
        calls.go(call_id=one.pk, by=referee, now=NOON)
    assert call(sheet, NOON + MINUTE).pk != one.pk, "calling again is the way back from taking back"


def test_a_table_does_not_call_all_the_time(sheet, referee):
    for n in range(MOST_CALLS):
        one = call(sheet, NOON + n * MINUTE)
        calls.finish_call(call_id=one.pk, by=referee, now=NOON + n * MINUTE)
    with pytest.raises(CallRefused, match="die Hand heben"):
        call(sheet, NOON + MOST_CALLS * MINUTE)
    assert call(sheet, NOON + WINDOW + MINUTE).done_at is None


def test_only_the_table_calls_and_only_referees_go(sheet, referee):
    stranger = Actor(sheet_id=sheet.pk + 1)
    with pytest.raises(NotAllowed):
        call(sheet, by=stranger)
    one = call(sheet)
    for deed in (calls.go, calls.stay, calls.finish_call):
        with pytest.raises(NotAllowed):
            deed(call_id=one.pk, by=factories.scorer(sheet), now=NOON)


def test_who_waits_longest_and_has_nobody_comes_first():
    series = factories.draw(factories.tournament(players=12))
    lists = [factories.sheet_of(series, number) for number in (1, 2, 3)]
    rows = [call(sheet, NOON + n * MINUTE) for n, sheet in enumerate(lists)]
    calls.go(call_id=rows[0].pk, by=factories.director(), now=NOON)
    assert [row.sheet.table.number for row in selector.open_calls(series.tournament)] == [2, 3, 1]


def test_the_number_for_referees_moves_with_every_step_and_only_then(sheet, referee):
    def number() -> int:
        return revisions_of(Tournament.objects.get(pk=sheet.table.series.tournament_id)).calls

    numbers = [number()]
    factories.play(sheet, 1)
    assert number() == numbers[0], "a game is no news for the referee"
    one = call(sheet)
    steps = [
        lambda: calls.go(call_id=one.pk, by=referee, now=NOON),
        lambda: calls.stay(call_id=one.pk, by=referee, now=NOON),
        lambda: calls.go(call_id=one.pk, by=factories.director(), now=NOON + MINUTE),
        lambda: calls.finish_call(call_id=one.pk, by=referee, now=NOON),
    ]
    for step in steps:
        numbers.append(number())
        step()
    numbers.append(number())
    assert all(before < after for before, after in pairwise(numbers))


def test_a_call_is_never_rewritten_or_deleted(sheet, referee):
    one = call(sheet)
    calls.finish_call(call_id=one.pk, by=referee, now=NOON)
    from_database = RefereeCall.objects.filter(pk=one.pk)
    for change in (lambda: from_database.update(note="anders"), lambda: from_database._raw_delete("default")):
        with pytest.raises(Exception, match=r"never rewritten|never deleted"), factories.undone():
            change()


def asked(client, sheet):
    made = sheet.table.series.tournament
    return client.get(reverse("calls", args=[made.slug]), headers={"HX-Request": "true"})


@pytest.fixture
def desk(sheet):
    """A director's browser."""
    client = Client()
    client.force_login(factories.user("leitung"))
    assert asked(client, sheet).status_code == 200
    return client


def end_the_session(_user: User) -> None:
    Session.objects.all().delete()


def let_the_session_run_out(_user: User) -> None:
    Session.objects.update(expire_date=timezone.now() - MINUTE)


def set_another_password(user: User) -> None:
    user.set_password("ein anderes")
    user.save()


def close_the_account(user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


def take_the_roles_away(user: User) -> None:
    Role.objects.filter(user=user)._raw_delete("default")


def make_it_another_ones_session(_user: User) -> None:
    store = SessionStore(Session.objects.get().session_key)
    store["_auth_user_id"] = str(factories.user("jemand").pk)
    store.save()


@pytest.mark.parametrize(
    "end",
    [
        end_the_session,
        let_the_session_run_out,
        set_another_password,
        close_the_account,
        take_the_roles_away,
        make_it_another_ones_session,
    ],
)
def test_whoever_may_no_longer_ask_is_told_so_at_once(sheet, desk, end):
    end(factories.user("leitung"))
    assert asked(desk, sheet).status_code in (302, 403)


def test_of_a_hidden_tournament_nothing_is_said(sheet, desk):
    made = sheet.table.series.tournament
    Tournament.objects.filter(pk=made.pk).update(hidden_at=NOON)
    assert asked(desk, sheet).status_code == 404


# A call that waited for the network --------------------------------------------------------------------------------


def late(sheet, at, *, waited: timedelta, sent_before: bool = True):
    return calls.call_referee(
        sheet_id=sheet.pk, by=factories.scorer(sheet), now=at, waited=waited, sent_before=sent_before
    )


def test_a_call_that_waited_rings_with_the_hour_of_its_tap(sheet):
    one = late(sheet, NOON + 4 * MINUTE, waited=4 * MINUTE)
    assert one.called_at == NOON
    assert JournalEntry.objects.get(deed="referee_called").at == NOON + 4 * MINUTE


def test_an_answer_that_was_lost_is_no_second_call(sheet, referee):
    """Also when the referee was there and gone before the phone heard of it; and a sending may take some seconds longer."""
    one = call(sheet)
    calls.finish_call(call_id=one.pk, by=referee, now=NOON + MINUTE)
    assert late(sheet, NOON + 3 * MINUTE, waited=3 * MINUTE) == one
    assert late(sheet, NOON + 3 * MINUTE + timedelta(seconds=8), waited=3 * MINUTE) == one
    assert RefereeCall.objects.count() == 1


def test_a_call_of_another_phone_since_the_tap_answers_it(sheet, referee):
    other = call(sheet, NOON + 2 * MINUTE)
    calls.finish_call(call_id=other.pk, by=referee, now=NOON + 3 * MINUTE)
    assert late(sheet, NOON + 5 * MINUTE, waited=5 * MINUTE) == other


def test_what_was_done_before_the_tap_answers_nothing(sheet, referee):
    calls.finish_call(call_id=call(sheet).pk, by=referee, now=NOON + MINUTE)
    late(sheet, NOON + 5 * MINUTE, waited=2 * MINUTE)
    assert RefereeCall.objects.filter(done_at__isnull=True).count() == 1


def test_a_first_sending_is_always_a_call(sheet):
    """Called, taken back and called again within seconds: nothing was lost, so nothing is the same."""
    call(sheet)
    calls.take_call_back(sheet_id=sheet.pk, by=factories.scorer(sheet), now=NOON)
    late(sheet, NOON + timedelta(seconds=3), waited=timedelta(0), sent_before=False)
    assert RefereeCall.objects.filter(done_at__isnull=True).count() == 1


@pytest.mark.parametrize("waited", [calls.LONGEST_WAIT + timedelta(seconds=1), timedelta(hours=5)])
def test_a_call_of_some_time_ago_does_not_ring(sheet, waited):
    with pytest.raises(CallRefused, match="zu alt"):
        late(sheet, NOON, waited=waited)
    assert not RefereeCall.objects.exists()


def test_the_page_takes_what_the_phone_says_and_nothing_else(sheet):
    client = Client()
    client.force_login(factories.user())
    url = reverse("call", args=[sheet.table.series.tournament.slug, 1, 1])
    fragment = {"headers": {"HX-Request": "true"}}
    for old in ("7200", "9" * 18):
        answer = client.post(url, {"deed": "call", "waited": old, "again": "1"}, **fragment)
        assert answer.status_code == 422
        assert "bitte noch einmal rufen" in answer.content.decode()
    for strange in ("-5", "1e9", "9" * 40, "abc"):
        assert client.post(url, {"deed": "call", "waited": strange}, **fragment).status_code == 200
    one = RefereeCall.objects.get()
    assert timezone.now() - one.called_at < MINUTE
