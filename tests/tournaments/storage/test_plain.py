"""A plain statement answers by the short way what it answers in Django's, and goes that one where the short one ends."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, timedelta
from typing import Any

import pytest
from django.db import DataError, OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from tournaments.lists.selectors.pulse import FOR_A_PAGE, FOR_A_STAMP

from tests import factories
from tests.tournaments.lists.test_pages import phone, url
from tournaments.access.selectors.codes import secret_hash
from tournaments.access.visitors import DEVICE
from tournaments.event.selectors.revisions import PUBLIC_REVISION, REVISION
from tournaments.event.selectors.sheets import SHEET_AT
from tournaments.models import RefereeCall, Screen, Series, Tournament
from tournaments.rulings.selectors import calls
from tournaments.screens.selectors import PULSE
from tournaments.storage.plain import Plain


def in_djangos_way(question: Plain, *values: Any) -> Any:
    """With somebody who listens."""
    with CaptureQueriesContext(connection) as asked:
        row = question.row(*values)
    assert len(asked) == 1
    return row


def by_the_short_way(question: Plain, *values: Any) -> list[Any]:
    backend: Any = connection
    found = backend.rows_quickly(question, values)
    if found is None:  # the driver had the server forget everything, as it does after a rollback
        found = backend.rows_quickly(question, values)
    assert found is not None, "the short way was not taken"
    return list(found)


def same(values: tuple[Any, ...] | None) -> Any:
    """Times as moments, whatever zone object they name."""
    return values and tuple(
        one.astimezone(UTC) if hasattr(one, "tzinfo") and one.tzinfo else one for one in values
    )


def questions_of(sheet: Any, secret: str, session: str) -> Iterator[tuple[Plain, tuple[Any, ...]]]:
    place, now = sheet.table, timezone.now()
    made = place.series.tournament
    since, today = (connection.ops.adapt_datetimefield_value(at) for at in (now - timedelta(minutes=5), now))
    user = factories.user("leitung").pk
    for slug in (made.slug, "gibt-es-nicht", "ä ö 🂡"):
        yield REVISION, (slug,)
        yield PUBLIC_REVISION, (slug,)
        for known in (secret_hash(secret), ""):
            yield FOR_A_PAGE, (since, known, session, today, slug, place.series.number, place.number)
        yield calls.FOR_THE_DESK, (user, user, session, today, slug)
    yield FOR_A_STAMP, (sheet.pk,)
    yield calls.FOR_A_STAMP, (made.pk,)
    yield PULSE, ("47111",)
    yield PULSE, ("47112",)


@pytest.mark.django_db(transaction=True)
def test_every_plain_statement_answers_alike_in_both_ways():
    sheet = factories.table_of(4)
    client = phone(sheet)
    client.get(url(sheet))
    made = sheet.table.series.tournament
    Screen.objects.create(
        tournament=made,
        number=1,
        code="47111",
        programme="auto",
        added_at=timezone.now(),
        asked_at=timezone.now(),
    )
    Series.objects.filter(pk=sheet.table.series_id).update(clock_started_at=timezone.now(), clock_minutes=60)
    client.post(url(sheet, "call"), {"deed": "call"})
    assert RefereeCall.objects.filter(sheet=sheet).exists()
    answered = 0
    for question, values in questions_of(sheet, client.session[DEVICE], client.session.session_key):
        plain = in_djangos_way(question, *values)
        short = by_the_short_way(question, *values)
        assert [same(row) for row in short] == ([] if plain is None else [same(plain)])
        assert question.row(*values) == plain
        answered += plain is not None
    assert answered == 8, "of every kind of question one that has an answer"


@pytest.mark.django_db(transaction=True)
def test_the_list_of_a_page_takes_the_short_way():
    """Its sentence holds a number that the driver has dressed as one of four bytes."""
    table = factories.table_of(4).table
    sentence = SHEET_AT.sentence(connection)
    place = (table.series.tournament.slug, table.series.number, table.number)
    assert sentence.plain is not None
    assert len(by_the_short_way(sentence.plain, *sentence.given(place))) == 1


@pytest.mark.django_db
def test_the_cut_off_name_of_a_tournament_is_not_that_tournament():
    """C ends a text at its first zero: the short way must not."""
    made = factories.tournament(players=4)
    assert REVISION.row(made.slug) is not None
    found = None
    try:
        with transaction.atomic():
            found = REVISION.row(f"{made.slug}\0x")
    except DataError:
        assert connection.vendor == "postgresql"
    assert found is None


@pytest.mark.django_db(transaction=True)
def test_a_statement_that_is_no_longer_right_is_said_by_django():
    nowhere = Plain("SELECT 1 FROM nowhere WHERE a = %s")
    for _twice in range(2):
        with pytest.raises(Exception, match="nowhere") as refused:
            nowhere.row(1)
        assert refused.type.__module__ == "django.db.utils"


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_statement_that_the_server_forgot_is_asked_all_the_same():
    made = factories.tournament(players=4)
    expected = (made.revision,)
    assert by_the_short_way(REVISION, made.slug)
    with connection.cursor() as cursor:
        cursor.execute("DEALLOCATE ALL")
    assert connection.rows_quickly(REVISION, [made.slug]) is None
    assert by_the_short_way(REVISION, made.slug) == [expected]
    with connection.cursor() as cursor:
        cursor.execute("DEALLOCATE ALL")
    assert REVISION.row(made.slug) == expected


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_column_that_changed_its_kind_is_read_anew():
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE probe_of_plain (a integer)")
    try:
        question = Plain("SELECT a FROM probe_of_plain WHERE a <> %s")
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO probe_of_plain VALUES (7)")
        assert question.row(1) == (7,)
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE probe_of_plain ALTER a TYPE bigint")
        assert question.row(1) == (7,)
        assert by_the_short_way(question, 1) == [(7,)]
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE probe_of_plain")


@pytest.mark.postgres
@pytest.mark.django_db
def test_within_a_transaction_nothing_is_tried():
    made = Tournament(slug="x")
    assert connection.rows_quickly(REVISION, [made.slug]) is None


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_pooler_keeps_no_statements():
    connection.settings_dict["OPTIONS"]["server_side_binding"] = False
    try:
        assert connection.rows_quickly(REVISION, ["x"]) is None
    finally:
        connection.settings_dict["OPTIONS"]["server_side_binding"] = True


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_server_that_went_away_is_said_by_django_and_asked_anew():
    made = factories.tournament(players=4)
    assert by_the_short_way(REVISION, made.slug)
    number = connection.connection.info.backend_pid
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [number])
    other.close()
    with pytest.raises(OperationalError):
        REVISION.row(made.slug)
    connection.close_if_unusable_or_obsolete()
    assert REVISION.row(made.slug) == (made.revision,)
