"""Confirms single games: the left neighbour of the list keeper has read along, where the tournament wants it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from scoring.numbers import GameNumber
from scoring.sentence import gettext_noop
from tournaments.event.permissions import Actor, may_direct, must
from tournaments.event.services import journal
from tournaments.event.services.locks import lock_sheet, lock_tournament
from tournaments.lists.core.life import Deed
from tournaments.lists.permissions import may_do
from tournaments.lists.selectors.confirming import neighbour_of
from tournaments.lists.selectors.sheets import sheet_view
from tournaments.lists.services.sheets import SheetRefused, check_possible, stale
from tournaments.models import Game, Tournament


@transaction.atomic
def confirm_game(*, sheet_id: int, number: GameNumber, game_id: int, by: Actor, now: datetime) -> Game:
    """The neighbour has read this row; a row that was written since is another one. Twice is once."""
    sheet = lock_sheet(sheet_id)
    must(may_do(by, sheet, Deed.CONFIRM))
    view = sheet_view(sheet, now=now)
    if not view.tournament.neighbour_confirms:
        raise SheetRefused(gettext_noop("In diesem Turnier bestätigt niemand einzelne Spiele."))
    check_possible(view, Deed.CONFIRM)
    game = view.game(number)
    if game is None or game.pk != game_id:
        raise stale()
    if game.confirmed_at is not None:
        return game
    game.confirmed_at, game.confirmed_by = now, neighbour_of(view)
    game.save(update_fields=["confirmed_at", "confirmed_by"])
    journal.write(
        view.tournament,
        "game_confirmed",
        by=by,
        now=now,
        sheet=sheet,
        facts={"game": number, "seat": game.confirmed_by.number},
    )
    return game


@transaction.atomic
def want_confirmation(*, tournament_id: int, wanted: bool, by: Actor, now: datetime) -> Tournament:
    """Whether the left neighbour confirms every game of this tournament."""
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    if tournament.neighbour_confirms != wanted:
        tournament.neighbour_confirms = wanted
        tournament.save(update_fields=["neighbour_confirms"])
        journal.write(tournament, "confirmation_wanted", by=by, now=now, facts={"wanted": wanted})
    return tournament
