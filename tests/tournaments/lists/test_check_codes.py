"""The check code of a printed list: the same while nothing changes, another one after every change, and what it says."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.numbers import GameNumber, SeatNumber
from tests import factories
from tests.factories import NOON, result
from tournaments.access.services.tries import TooManyTries
from tournaments.event.selectors.sheets import sheets
from tournaments.journal.words.journal import DEEDS
from tournaments.lists.selectors.check_codes import (
    MARK,
    QUIET,
    SIGNS,
    check_codes,
    in_signs,
    mark_of_line,
    read_code,
    said_of_code,
    spelled_code,
)
from tournaments.lists.services import sheets as sheets_service
from tournaments.models import JournalEntry, Ruling, ScoreSheet
from tournaments.rulings import services as rulings
from tournaments.rulings.services import protests
from tournaments.sealing.services.check_codes import TRIES, UnknownCode, look_up


@pytest.fixture(scope="module")
def staged_list(stage: None) -> ScoreSheet:
    """A table of three, one Runde, played."""
    sheet = factories.table_of(3, rounds=1)
    factories.referee(sheet.table.series.tournament)
    return factories.play_all(sheet)


@pytest.fixture
def played(db: None, staged_list: ScoreSheet) -> ScoreSheet:
    return sheets().get(pk=staged_list.pk)


def code_of(sheet: ScoreSheet) -> str:
    return check_codes([sheet])[sheet.pk]


def referee(sheet: ScoreSheet):
    return factories.referee(sheet.table.series.tournament)


def penalise(sheet: ScoreSheet, reason: str = "Karten zusammengeworfen"):
    return rulings.penalise_loose_hand(
        sheet_id=sheet.pk,
        number=GameNumber(1),
        seat_number=SeatNumber(3),
        reason=reason,
        seen_version=ScoreSheet.objects.get(pk=sheet.pk).version,
        by=referee(sheet),
        now=NOON,
    )


def test_the_same_code_from_the_last_game_to_the_acceptance(played):
    code = code_of(played)
    said = said_of_code(code)
    assert (said.newest, said.accepted, said.accepted_at) == (True, False, None)
    factories.accept(factories.sign_all(played))
    assert code_of(played) == code
    said = said_of_code(code)
    assert said.accepted
    assert (said.accepted_at, said.accepted_by) == (NOON, "leitung")


def test_a_ruling_makes_older_papers_of_all_that_were_printed_before(played):
    code = code_of(factories.accept(factories.sign_all(played)))
    ruling = penalise(played).ruling
    said = said_of_code(code)
    assert not said.newest
    assert not said.accepted
    assert said.accepted_at == NOON, "it is still the list as it was accepted first"
    assert said.rulings == (ruling,)
    newer = code_of(played)
    assert newer != code
    assert said_of_code(newer).accepted


@pytest.mark.slow
def test_a_lifted_penalty_is_told_by_the_ruling_that_lifts_it(played):
    penalty = penalise(played)
    code = code_of(played)
    lifting = rulings.lift_penalty(penalty_id=penalty.pk, reason="Verwechselt", by=referee(played), now=NOON)
    assert said_of_code(code).rulings == (lifting,)


def test_a_protest_decided_since_is_told_and_one_decided_before_is_not(played):
    def decided(seat: int, now: datetime) -> Ruling:
        filed = protests.file_protest(
            sheet_id=played.pk,
            seat_number=SeatNumber(seat),
            game_number=GameNumber(1),
            text="Auf dem Zettel stehen 15 Augen.",
            by=factories.scorer(played),
            now=now,
        )
        step = protests.decide_protest(
            protest_id=filed.pk, granted=False, reason="Zettel gelesen", by=referee(played), now=now
        )
        assert step.ruling is not None
        return step.ruling

    decided(2, NOON)
    code = code_of(played)
    assert said_of_code(code).rulings == ()
    later = decided(3, NOON + timedelta(minutes=5))
    assert said_of_code(code).rulings == (later,)


def test_an_acceptance_taken_back_leaves_the_entries_and_not_the_acceptance(played):
    code = code_of(factories.accept(factories.sign_all(played)))
    sheets_service.take_back_acceptance(
        sheet_id=played.pk,
        reason="Zu früh",
        seen_version=played.version,
        by=factories.director(),
        now=NOON,
    )
    said = said_of_code(code)
    assert said.newest
    assert not said.accepted


def test_every_entry_makes_another_code(db):
    sheet = factories.table_of(4, rounds=1)
    assert not check_codes([sheet]), "nothing stands on this list"
    codes = []
    for number in (1, 2, 3):
        factories.play(sheet, number)
        codes.append(code_of(sheet))
    factories.play(sheet, 3, result(1, {2: (44, True), 4: (66, False)}))
    codes.append(code_of(sheet))
    rulings.remark(
        sheet_id=sheet.pk, number=2, text="Gemischt wurde neu", paragraph="", by=referee(sheet), now=NOON
    )
    codes.append(code_of(sheet))
    penalise(sheet)
    codes.append(code_of(sheet))
    assert len(set(codes)) == len(codes)
    assert [said_of_code(code).newest for code in codes] == [False] * 5 + [True]
    assert [len(said_of_code(code).changes) for code in codes] == [5, 4, 3, 2, 1, 0]


@pytest.mark.slow
def test_the_code_of_one_list_says_nothing_about_another(db):
    made = factories.tournament(players=7)
    series = factories.draw(made)
    first, second = (factories.sheet_of(series, table) for table in (1, 2))
    factories.play(first, 1)
    factories.play(second, 1)
    mark = read_code(code_of(first))[1]
    assert said_of_code(spelled_code(first.pk, mark)) is not None
    assert said_of_code(spelled_code(second.pk, mark)) is None
    assert said_of_code(spelled_code(first.pk + 999, mark)) is None


@pytest.mark.slow
def test_codes_of_many_lists_are_one_question(db, django_assert_num_queries):
    made = factories.tournament(players=7)
    series = factories.draw(made)
    lists = [factories.sheet_of(series, table) for table in (1, 2)]
    for sheet in lists:
        factories.play(sheet, 1)
    with django_assert_num_queries(1):
        assert len(set(check_codes(lists).values())) == 2


@pytest.mark.slow
def test_who_tries_codes_is_paused_and_who_knows_one_is_not(played):
    code = code_of(played)
    for _try in range(TRIES):
        with pytest.raises(UnknownCode):
            look_up(code=f"{code[:-1]}{'2' if code[-1] != '2' else '3'}", address="10.0.0.9", now=NOON)
    with pytest.raises(TooManyTries):
        look_up(code="4F-22222-22222", address="10.0.0.9", now=NOON)
    assert look_up(code=code, address="10.0.0.9", now=NOON).newest
    with pytest.raises(UnknownCode, match="kennt diese Seite nicht"):
        look_up(code="4F-22222-22222", address="10.0.0.10", now=NOON)


@pytest.mark.parametrize(
    "typed", ["", "4F", "0000000000000", "4F-K7QF3-M2XPI", "ü" * 12, "2" * 24, "\x00" * 12]
)
def test_what_cannot_be_a_code_is_said_so(db, typed):
    assert read_code(typed) is None
    with pytest.raises(UnknownCode, match="kein Prüfcode"):
        look_up(code=typed, address="10.0.0.11", now=NOON)


@given(st.integers(1, 2**63 - 1), st.text("0123456789abcdef", min_size=64, max_size=64))
def test_a_code_is_read_as_it_was_printed_however_it_is_typed(number, line_hash):
    mark = mark_of_line(line_hash)
    assert len(mark) == MARK
    assert set(mark) <= set(SIGNS)
    code = spelled_code(number, mark)
    for typed in (
        code,
        code.lower(),
        code.replace("-", ""),
        code.replace("-", " "),
        f" {code} ",
        code.replace("-", "–"),
    ):
        assert read_code(typed) == (number, mark)


@given(st.text(max_size=90))
def test_anything_may_be_typed(typed):
    read = read_code(typed)
    if read is not None:
        assert in_signs(read[0]).lstrip("2") == "".join(sign for sign in typed.upper() if sign in SIGNS)[
            :-MARK
        ].lstrip("2")


def test_quiet_deeds_are_deeds_of_the_journal():
    assert set(DEEDS) >= QUIET


def test_the_code_covers_the_whole_chain(played):
    """Another line before it would have been another code: the mark follows from the hash of the newest entry."""
    newest = JournalEntry.objects.filter(sheet=played).exclude(deed__in=QUIET).order_by("-number").first()
    assert code_of(played) == spelled_code(played.pk, mark_of_line(newest.hash))
