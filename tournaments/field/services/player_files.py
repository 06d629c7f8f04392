"""Takes players in by the hundred: an uploaded table waits here until it is decided, then all enter or nobody."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from scoring.sentence import Refusal, gettext_noop
from tournaments.event.permissions import Actor, may_direct, must
from tournaments.event.refusals import Stale
from tournaments.event.selectors.names import plain
from tournaments.event.services import journal
from tournaments.event.services.locks import lock_tournament
from tournaments.field.selectors.arrivals import (
    OPEN,
    TAKEN,
    Arrival,
    JudgedRow,
    RowKind,
    judge_rows,
    print_of,
)
from tournaments.field.selectors.newcomers import numbers_for
from tournaments.models import Club, Player, PlayerFile, Registration, Tournament

WAITS = timedelta(days=7)
BATCH = 500
MOST_PLAYERS = 3_000  # of one tournament that come by files: its pages name them all, for every reader


class ImportRefused(Refusal):
    """Players that cannot be taken in like this."""


class PeopleMoved(Stale, ImportRefused):
    """Somebody entered, or was mended, since the preview was shown."""


@transaction.atomic
def keep_file(
    *,
    tournament_id: int,
    name: str,
    fingerprint: str,
    tables: Sequence[Mapping[str, Any]],
    table: int,
    head: int | None,
    columns: Sequence[str],
    by: Actor,
    now: datetime,
) -> PlayerFile:
    """Lay an uploaded table aside until it is decided; what nobody decided for a week is cleared away."""
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    refuse_when_over(tournament)
    assert by.user is not None
    PlayerFile.objects.filter(kept_at__lt=now - WAITS).delete()
    return PlayerFile.objects.create(
        tournament=tournament,
        name=name[:200],
        fingerprint=fingerprint,
        tables=list(tables),
        table=table,
        head=head,
        columns=list(columns),
        kept_by=by.user,
        kept_at=now,
    )


@transaction.atomic
def say_about_file(
    *,
    file_id: int,
    table: int,
    head: int | None,
    columns: Sequence[str],
    answers: Mapping[int, str],
    by: Actor,
) -> PlayerFile:
    """What the director has said so far: which sheet, which head, which columns, and answers to questions."""
    file = hold_file(file_id)
    must(may_direct(by, file.tournament))
    if table != file.table:
        file.answers = {}
    else:
        file.answers = file.answers | {str(row): answer for row, answer in answers.items()}
    file.table, file.head, file.columns = table, head, list(columns)
    file.save(update_fields=["table", "head", "columns", "answers"])
    return file


@transaction.atomic
def discard_file(*, file_id: int, by: Actor) -> None:
    """Throw an uploaded table away; nobody enters."""
    file = hold_file(file_id)
    must(may_direct(by, file.tournament))
    file.delete()


@transaction.atomic
def register_players(
    *,
    tournament_id: int,
    arrivals: Sequence[Arrival],
    answers: Mapping[int, str],
    seen: str,
    by: Actor,
    now: datetime,
    file_id: int | None = None,
) -> list[Registration]:
    """Enter everybody of a table into the field, or nobody: as it was seen, in one deed, with a line for each."""
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    refuse_when_over(tournament)
    file = hold_file(file_id) if file_id is not None else None
    judged = judge_rows(tournament, arrivals, answers)
    if print_of(judged) != seen:
        raise PeopleMoved(
            gettext_noop(
                "Inzwischen hat sich etwas geändert: Die Vorschau ist neu. Bitte noch einmal ansehen, dann anmelden."
            )
        )
    refuse_open(judged)
    entering = [one for one in judged if one.kind in TAKEN]
    if not entering:
        raise ImportRefused(gettext_noop("In dieser Datei ist niemand, der noch anzumelden wäre."))
    refuse_crowd(tournament, len(entering))
    players, filled = people_of(entering)
    numbers = numbers_for(tournament, entering)
    entered = Registration.objects.bulk_create(
        (
            Registration(
                tournament=tournament,
                player=player,
                start_number=number,
                guest=one.arrival.guest,
                registered_at=now,
            )
            for one, player, number in zip(entering, players, numbers, strict=True)
        ),
        batch_size=BATCH,
    )
    told = {
        "file": file.name if file else "",
        "fingerprint": file.fingerprint if file else "",
        "players": len(entered),
        "new": sum(one.kind is RowKind.NEW for one in entering),
        "left_out": sum(one.kind is RowKind.OUT for one in judged),
    }
    lines = [
        ("player_registered", {"start_number": one.start_number, "name": one.player.name}) for one in entered
    ]
    journal.write_many(tournament, [("players_imported", told), *lines], by=by, now=now)
    tell_elsewhere(tournament, filled, by=by, now=now)
    if file is not None:
        file.delete()
    return entered


def tell_elsewhere(
    tournament: Tournament, filled: Mapping[int, Mapping[str, Any]], *, by: Actor, now: datetime
) -> None:
    """Day of birth and sex are those of a person everywhere: they may move rankings of other tournaments.

    So each of them has the line, as after a correction, and its pages kept by readers are old.
    """
    lines: dict[Tournament, list[tuple[str, Mapping[str, Any]]]] = defaultdict(list)
    elsewhere = Registration.objects.filter(player__in=filled).exclude(tournament=tournament)
    for one in elsewhere.select_related("tournament").order_by("tournament", "start_number"):
        told = {"start_number": one.start_number, **filled[one.player_id]}
        lines[one.tournament].append(("player_corrected", told))
    for other, of_other in lines.items():
        journal.write_many(other, of_other, by=by, now=now)


def hold_file(file_id: int) -> PlayerFile:
    """The waiting file, held until the deed is done; one that is gone has been decided."""
    found = (
        PlayerFile.objects.select_for_update(of=("self",))
        .select_related("tournament")
        .filter(pk=file_id)
        .first()
    )
    if found is None:
        raise ImportRefused(gettext_noop("Diese Datei ist schon erledigt: Die Anmeldungen ansehen."))
    return found


def refuse_when_over(tournament: Tournament) -> None:
    if tournament.status == Tournament.Status.FINISHED:
        raise ImportRefused(gettext_noop("Dieses Turnier ist beendet: Anmeldungen sind nicht mehr möglich."))


def refuse_crowd(tournament: Tournament, coming: int) -> None:
    if tournament.registrations.count() + coming > MOST_PLAYERS:
        raise ImportRefused(
            gettext_noop(
                "Ein Turnier hat höchstens {most} Spieler, mit dieser Datei wären es mehr: "
                "Bitte auf mehrere Turniere verteilen."
            ),
            most=MOST_PLAYERS,
        )


def refuse_open(judged: Sequence[JudgedRow]) -> None:
    """All or nobody: a question or a fault that is left keeps everybody out."""
    waiting = [one.arrival.row for one in judged if one.kind in OPEN]
    if waiting:
        raise ImportRefused(
            gettext_noop(
                "Noch {count} Zeilen sind offen, die erste ist Zeile {row}: Zuerst entscheiden, dann anmelden."
            ),
            count=len(waiting),
            row=waiting[0],
        )


def people_of(entering: Sequence[JudgedRow]) -> tuple[list[Player], dict[int, Mapping[str, Any]]]:
    """The players of these rows: known ones with what they lacked, new ones added; and what was filled in, by player."""
    clubs = clubs_for(entering)
    new = iter(
        Player.objects.bulk_create(
            (
                Player(
                    given_name=one.arrival.given_name,
                    family_name=one.arrival.family_name,
                    club=clubs.get(plain(one.arrival.club)),
                    born_on=one.arrival.born_on,
                    sex=one.arrival.sex,
                )
                for one in entering
                if one.kind is RowKind.NEW
            ),
            batch_size=BATCH,
        )
    )
    players = [one.player or next(new) for one in entering]
    filled: dict[int, Mapping[str, Any]] = {}
    for one in entering:
        if one.player is not None and (told := complete_player(one.player, one.arrival)):
            filled[one.player.pk] = told
    known = [player for player in players if player.pk in filled]
    Player.objects.bulk_update(known, ["born_on", "sex"], batch_size=BATCH)
    return players, filled


def complete_player(player: Player, arrival: Arrival) -> Mapping[str, Any] | None:
    """Fill in what nobody knew of a player, and say what it was; what is known is never overwritten by a file."""
    if (player.born_on or not arrival.born_on) and (player.sex or not arrival.sex):
        return None
    before = facts_of_person(player)
    player.born_on = player.born_on or arrival.born_on
    player.sex = player.sex or arrival.sex
    return {"before": before, "after": facts_of_person(player)}


def facts_of_person(player: Player) -> list[str]:
    """A person as the journal keeps him."""
    said = [player.given_name, player.family_name, str(player.club or "")]
    return [*said, str(player.born_on or ""), player.sex]


def clubs_for(entering: Sequence[JudgedRow]) -> dict[str, Club]:
    """Every club that new players belong to, the missing ones added; capitals and accents make no second club."""
    known = {plain(club.name): club for club in Club.objects.order_by("-pk")}
    missing: dict[str, Club] = {}
    for one in entering:
        name = plain(one.arrival.club)
        if one.kind is RowKind.NEW and name and name not in known:
            missing.setdefault(name, Club(name=one.arrival.club))
    Club.objects.bulk_create(missing.values(), batch_size=BATCH)
    return known | missing
