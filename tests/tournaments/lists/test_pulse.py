"""One plain statement says of a list what its whole view says, and of a phone what the door says."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from tests import factories
from tests.tournaments.lists.test_pages import now_of, phone, signed_in, url
from tournaments.access.selectors.codes import device_of, let_in, secret_hash
from tournaments.access.visitors import DEVICE
from tournaments.event.selectors.sheets import sheets
from tournaments.lists.selectors.pulse import Pulse, pulse_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def staged_sheet(stage: None):
    return factories.table_of(4)


@pytest.fixture
def sheet(staged_sheet):
    return sheets().get(pk=staged_sheet.pk)


def pulse(sheet, secret: str = "") -> Pulse:
    table = sheet.table
    found = pulse_of(
        table.series.tournament.slug,
        table.series.number,
        table.number,
        secret_hash=secret_hash(secret),
        now=timezone.now(),
    )
    assert found is not None
    assert found.sheet_id == sheet.pk
    return found


def test_the_device_is_known_exactly_while_the_door_lets_it_in(sheet):
    client = phone(sheet)
    client.get(url(sheet))
    secret = client.session[DEVICE]

    def agree() -> bool:
        here = pulse(sheet, secret).device_here
        assert here is let_in(device_of(secret))
        return here

    assert agree() is True
    assert pulse(sheet).device_here is False
    assert pulse(sheet, "guessed").device_here is False
    desk = signed_in()
    desk.post(url(sheet, "lend_table"), {"deed": "bar", "device": "1"})
    assert agree() is False
    desk.post(url(sheet, "lend_table"), {"deed": "readmit", "device": "1"})
    assert agree() is True
    desk.post(url(sheet, "lend_table"), {"deed": "revoke"})
    assert agree() is False


def test_a_device_of_another_table_is_not_at_home_here(sheet):
    other = factories.table_of(4)
    client = phone(other)
    client.get(url(other))
    assert pulse(other, client.session[DEVICE]).device_here is True
    assert pulse(sheet, client.session[DEVICE]).device_here is False


def test_the_open_call_is_told_with_who_goes(sheet):
    assert (pulse(sheet).call, pulse(sheet).going) == (None, None)
    phone(sheet).post(url(sheet, "call"), {"deed": "call"})
    call = sheet.calls.get()
    assert (pulse(sheet).call, pulse(sheet).going) == (call.pk, None)


def test_the_stamp_is_that_of_the_view(sheet):
    assert pulse(sheet).stamp == now_of(sheet).stamp
    factories.play(sheet, 1)
    assert pulse(sheet).stamp == now_of(sheet).stamp


def test_where_a_second_device_may_write_at_any_moment_pages_ask_sooner(sheet):
    one = phone(sheet)
    one.get(url(sheet))
    news, asked = (
        url(sheet, "sheet_state"),
        {"HX-Request": "true", "X-Seen": f"stand {now_of(sheet).stamp}; ruf 0"},
    )
    alone = one.get(news, headers=asked)
    assert (alone.status_code, alone.has_header("X-Every")) == (204, False)
    phone(sheet).get(url(sheet))
    assert float(one.get(news, headers=asked)["X-Every"]) < 2
    assert signed_in().get(news, headers=asked).has_header("X-Every")


def polled(client, sheet, entering: int = 1):
    return client.get(
        f"{url(sheet, 'sheet_state')}?spiel={entering}",
        headers={"HX-Request": "true", "X-Seen": f"am-tisch {pulse(sheet).stamp}; ruf 0"},
    )


def test_a_phone_that_asks_again_is_answered_in_one_statement(sheet, django_assert_num_queries):
    client = phone(sheet)
    client.get(url(sheet))
    polled(client, sheet)
    with django_assert_num_queries(1 + 1):  # the test's own stamp
        assert polled(client, sheet).status_code == 204


def test_a_session_that_was_ended_opens_nothing_however_well_it_is_remembered(sheet):
    client = phone(sheet)
    client.get(url(sheet))
    assert polled(client, sheet).status_code == 204
    Session.objects.all().delete()
    assert polled(client, sheet).status_code == 403


def test_a_session_that_ran_out_is_over_too(sheet):
    client = phone(sheet)
    client.get(url(sheet))
    assert polled(client, sheet).status_code == 204
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert polled(client, sheet).status_code == 403


def test_a_session_that_says_something_else_is_read_anew(sheet):
    client = phone(sheet)
    client.get(url(sheet))
    assert polled(client, sheet).status_code == 204
    session = client.session
    session[DEVICE] = "another secret"
    session.save()
    assert pulse(sheet, "another secret").device_here is False
    session["table_token"] = "of no table"
    session.save()
    assert polled(client, sheet).status_code == 403
