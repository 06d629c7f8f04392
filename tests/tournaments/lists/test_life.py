"""The table of `tournaments.lists.core.life` is what the docs say and what the services do: every deed, in every state, by everybody."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction

from scoring.numbers import SeatNumber, SeriesNumber
from scoring.sentence import Refusal
from tests import factories
from tests.factories import NOON, result
from tests.tournaments.lists import life_table as list_life_table
from tests.tournaments.lists.test_sheets_life import view_of
from tournaments.event.permissions import Actor, NotAllowed
from tournaments.event.selectors.sheets import sheets as sheets_now
from tournaments.lists.core.life import TABLE, Deed, Life, Who, possible, refusal
from tournaments.lists.services import clock, confirming, sheets, signing
from tournaments.models import ScoreSheet
from tournaments.rulings import services as rulings
from tournaments.rulings.services import deals, endings, seats

HOURS = timedelta(hours=2)
WHY = "weil es so ist"
BROKEN = ScoreSheet.EndCause.BROKEN_OFF


def test_the_docs_show_the_table_as_it_is():
    written = list_life_table.PAGE.read_text(encoding="utf-8")
    assert written == list_life_table.page(), "python -m tests.tournaments.lists.life_table"


@pytest.mark.parametrize("deed", Deed)
def test_whatever_is_refused_is_refused_with_a_sentence(deed):
    for life in Life:
        assert (refusal(deed, life) is None) == possible(deed, life)
    assert set(TABLE[deed].refused) == set(Life) - TABLE[deed].lives


def build(life: Life) -> ScoreSheet:
    """The list of a table of four that has come so far; its clock has run out, its neighbour confirms."""
    sheet = factories.table_of(4, rounds=2)
    made = sheet.table.series.tournament
    factories.register(made, 5)
    factories.referee(made)
    clock.start_clock(
        tournament_id=made.pk, number=SeriesNumber(1), minutes=60, by=factories.director(), now=NOON - HOURS
    )
    confirming.want_confirmation(tournament_id=made.pk, wanted=True, by=factories.director(), now=NOON)
    sheet = sheets_now().get(pk=sheet.pk)
    if life is Life.OPEN:
        for number in (1, 2, 3, 4):
            factories.play(sheet, number)
        return sheet
    factories.play_all(sheet)
    if life is not Life.COMPLETE:
        factories.sign_all(sheet)
    if life in (Life.ACCEPTED, Life.FINAL):
        factories.accept(sheet)
    return sheet


def deeds_at(sheet: ScoreSheet) -> dict[Deed, Callable[[Actor, dict[str, Any]], object]]:
    """Every deed with arguments that nothing but the state of the list or the person can be against."""
    view = view_of(sheet)
    last = view.games[-1]
    coming = view.next_game.number if view.next_game else last.number + 1
    playing = [seat.number for seat in view.playing(coming)]
    what = result(playing[0], dict.fromkeys(playing[1:], (25, True)))
    other = result(
        view.playing(last.number)[0].number,
        {seat.number: (33, True) for seat in view.playing(last.number)[1:]},
    )
    spare = view.tournament.registrations.exclude(seats__table=sheet.table).first()
    ruled: dict[str, Any] = {"reason": WHY}
    sheet_id: dict[str, Any] = {"sheet_id": sheet.pk}
    return {
        Deed.ENTER: lambda by, at: sheets.enter_game(
            number=coming, result=what, submission=uuid4(), by=by, **sheet_id, **at
        ),
        Deed.CORRECT: lambda by, at: sheets.enter_game(
            number=last.number, result=other, submission=uuid4(), by=by, **sheet_id, **at
        ),
        Deed.CONFIRM: lambda by, at: confirming.confirm_game(
            number=last.number, game_id=last.pk, by=by, now=at["now"], **sheet_id
        ),
        Deed.HAND_OVER: lambda by, at: sheets.hand_over(
            seat_number=SeatNumber(2), by=by, now=at["now"], **sheet_id
        ),
        Deed.END_ON_TIME: lambda by, at: endings.end_on_time(by=by, **sheet_id, **at),
        Deed.SIGN: lambda by, at: signing.sign_list(
            seat_number=SeatNumber(1), method="paper", by=by, **sheet_id, **at
        ),
        Deed.ACCEPT: lambda by, at: sheets.accept(by=by, **sheet_id, **at),
        Deed.TAKE_BACK: lambda by, at: sheets.take_back_acceptance(by=by, **sheet_id, **ruled, **at),
        Deed.STRIKE: lambda by, at: rulings.strike_game(number=last.number, by=by, **sheet_id, **ruled, **at),
        Deed.CORRECT_BY_RULING: lambda by, at: rulings.correct_game(
            number=last.number, result=other, submission=uuid4(), by=by, **sheet_id, **ruled, **at
        ),
        Deed.PENALISE: lambda by, at: rulings.penalise_loose_hand(
            number=last.number,
            seat_number=view.playing(last.number)[1].number,
            by=by,
            **sheet_id,
            **ruled,
            **at,
        ),
        Deed.MISDEAL: lambda by, at: deals.rule_misdeal(
            fault=last.number, disputed=True, by=by, **sheet_id, **ruled, **at
        ),
        Deed.CHANGE_SEATS: lambda by, at: seats.substitute(
            seat_number=SeatNumber(1), start_number=spare.start_number, by=by, **sheet_id, **ruled, **at
        ),
        Deed.BREAK_OFF: lambda by, at: endings.end_early(
            last_game=last.number - 1, cause=BROKEN, by=by, **sheet_id, **ruled, **at
        ),
    }


def persons(sheet: ScoreSheet) -> dict[Who | None, Actor]:
    """One person of each kind; None is somebody from another table."""
    return {
        None: Actor(sheet_id=sheet.pk + 1, device="Test"),
        Who.TABLE: factories.scorer(sheet),
        Who.REFEREE: Actor(user=factories.user("schiri"), device="Test"),
        Who.DIRECTOR: factories.director(),
    }


def answer(deed: Callable[[Actor, dict[str, Any]], object], by: Actor, at: dict[str, Any]) -> str:
    """What comes of it; nothing of it stays."""
    try:
        with transaction.atomic():
            deed(by, at)
            transaction.set_rollback(True)
    except NotAllowed:
        return "not allowed"
    except Refusal:
        return "not now"
    return "done"


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("life", Life)
def test_the_services_do_what_the_table_says(life):
    sheet = build(life)
    now = NOON + HOURS if life is Life.FINAL else NOON
    assert view_of(sheet, now=now).life is life
    at = {"seen_version": view_of(sheet).sheet.version, "now": now}
    people = persons(sheet)
    # Signing, accepting and ending twice is doing it once: nothing is refused, and nothing happens.
    twice = {Life.COMPLETE: set(), Life.SIGNED: {Deed.SIGN}}.get(life, {Deed.SIGN, Deed.ACCEPT})
    for deed, do in deeds_at(sheet).items():
        if not possible(deed, life) and deed in twice and life is not Life.OPEN:
            continue
        low = max((who for who in people if who is not None and who < TABLE[deed].who), default=None)
        assert answer(do, people[low], at) == "not allowed", (deed, low)
        expected = "done" if possible(deed, life) else "not now"
        for who in {TABLE[deed].who, Who.DIRECTOR}:
            assert answer(do, people[who], at) == expected, (deed, who)


@pytest.mark.slow
@pytest.mark.django_db
def test_an_early_end_is_taken_back_by_the_referee_until_the_list_is_accepted():
    sheet = build(Life.OPEN)
    at: dict[str, Any] = {"sheet_id": sheet.pk, "by": factories.director(), "now": NOON, "reason": WHY}
    for expected in (Life.COMPLETE, Life.SIGNED, Life.ACCEPTED):
        if view_of(sheet).sheet.ends_after is None:
            version = view_of(sheet).sheet.version
            endings.end_early(last_game=4, cause=BROKEN, seen_version=version, **at)
        if expected is not Life.COMPLETE:
            factories.sign_all(view_of(sheet).sheet)
        if expected is Life.ACCEPTED:
            factories.accept(sheet)
        assert view_of(sheet).life is expected
        play_on = {"seen_version": view_of(sheet).sheet.version} | at
        if possible(Deed.PLAY_ON, expected):
            endings.resume_games(**play_on)
            assert view_of(sheet).life is Life.OPEN
        else:
            with pytest.raises(Refusal, match="angenommen"):
                endings.resume_games(**play_on)
