"""What is done to whole tournaments on this machine: hidden, shown again, removed; each with a line that outlives them."""

from __future__ import annotations

from datetime import datetime

from django.db import connection, transaction
from django.db.models import F, Model

from scoring import guards
from scoring.sentence import Refusal, gettext_noop
from tournaments.backups.services.backups import Occasion, make_backup
from tournaments.event.permissions import Actor, must_administer
from tournaments.event.selectors.journal import chain_head
from tournaments.event.services.machine import write_line
from tournaments.files.selectors.belongings import TAKEN, model_of
from tournaments.models import SeasonEvent, Tournament
from tournaments.storage.deleting import delete_alone

# Tables of this machine that hang on a tournament too, and the way from their rows to it.
HERE = {
    "tournaments.PaperReading": "upload__tournament",
    "tournaments.PaperPiece": "upload__tournament",
    "tournaments.PaperUpload": "tournament",
    "tournaments.ScreenMessage": "tournament",
    "tournaments.Screen": "tournament",
    "tournaments.AccessToken": "tournament",
    "tournaments.LentPhone": "tournament",
    "tournaments.PlayerFile": "tournament",
    "tournaments.PlanSearch": "tournament",
    "tournaments.Emblem": "tournament",
    "tournaments.Workbook": "tournament",
    "tournaments.Organiser": "tournament",
    "tournaments.ClosedCode": "sheet__table__series__tournament",
    "tournaments.TableDevice": "sheet__table__series__tournament",
    "tournaments.Role": "tournament",
}


class MachineRefused(Refusal):
    """Hiding, showing or removing this tournament is refused."""


@transaction.atomic
def hide(*, tournament_id: int, reason: str, by: Actor, now: datetime) -> Tournament:
    """Hide a tournament: it answers at no address any more, and nothing of it is deleted."""
    tournament = held_for_administrator(tournament_id, by)
    if tournament.hidden_at is None:
        Tournament.objects.filter(pk=tournament.pk).update(hidden_at=now, revision=F("revision") + 1)
        write_line("tournament_hidden", tournament=tournament, by=by, now=now, reason=reason)
    return tournament


@transaction.atomic
def show(*, tournament_id: int, reason: str, by: Actor, now: datetime) -> Tournament:
    """Show a hidden tournament again."""
    tournament = held_for_administrator(tournament_id, by)
    if tournament.hidden_at is not None:
        Tournament.objects.filter(pk=tournament.pk).update(hidden_at=None, revision=F("revision") + 1)
        write_line("tournament_shown", tournament=tournament, by=by, now=now, reason=reason)
    return tournament


def remove(*, tournament_id: int, typed: str, reason: str, by: Actor, now: datetime) -> str:
    """Take every row of a hidden tournament away, after a backup of everything. Its name has to be typed."""
    with transaction.atomic():
        refuse_removal(held_for_administrator(tournament_id, by), typed)
    make_backup(Occasion.HAND, now=now)
    with transaction.atomic():
        tournament = held_for_administrator(tournament_id, by)
        refuse_removal(tournament, typed)
        lines, head = chain_head(tournament)
        told = {"lines": lines, "head": head}
        write_line("tournament_removed", tournament=tournament, by=by, now=now, reason=reason, more=told)
        with guards.lifted(connection):
            for label, way in [*HERE.items(), *reversed(TAKEN.items())]:
                model: type[Model] = model_of(label)
                delete_alone(model._base_manager.filter(**{way: tournament.pk}))
        return tournament.name


def refuse_removal(tournament: Tournament, typed: str) -> None:
    if tournament.hidden_at is None:
        raise MachineRefused(gettext_noop("Zuerst verbergen, dann löschen: So merkt jemand, wenn es fehlt."))
    if " ".join(typed.split()) != " ".join(tournament.name.split()):
        raise MachineRefused(gettext_noop("Zum Löschen bitte den Namen des Turniers genau so eintragen."))
    if SeasonEvent.objects.filter(tournament=tournament).exists():
        raise MachineRefused(
            gettext_noop(
                "Eine Jahreswertung zählt dieses Turnier: Dort zuerst herausnehmen, oder es verborgen lassen."
            )
        )


def held_for_administrator(tournament_id: int, by: Actor) -> Tournament:
    must_administer(by)
    return Tournament.objects.select_for_update().get(pk=tournament_id)
