"""Everything that is kept of one player at one tournament, as one document: what the page shows is what the file says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tournaments.event.selectors.persons import entries_of, tournament_of_two
from tournaments.models import (
    CashEntry,
    JournalEntry,
    Line,
    Penalty,
    Player,
    PrizeAward,
    Registration,
    Seat,
    SheetPhoto,
    Signature,
    TotalLine,
)
from tournaments.models.naming import Naming

FORMAT, VERSION = "romme-club-own-data", 1
Document = dict[str, Any]
ONE, SEVERAL = "start_number", "start_numbers"  # how facts of a deed name people


def own_data(registration: Registration) -> Document:
    """Everything that is kept of a player, as he himself reads it: his full name, and nobody else's."""
    tournament = registration.tournament
    player = Player.objects.select_related("club").get(pk=registration.player_id)
    return {
        "format": FORMAT,
        "version": VERSION,
        "person": {
            "given_name": player.given_name,
            "family_name": player.family_name,
            "club": player.club.name if player.club else "",
            "born_on": player.born_on.isoformat() if player.born_on else None,
            "sex": player.sex,
        },
        "entries": list(entries(player)),
        "registration": {
            "tournament": tournament.name,
            "day": tournament.starts_on.isoformat(),
            "start_number": registration.start_number,
            "shown_as": Naming(registration.shown_as).value,
            "guest": registration.guest,
            "team": registration.team.name if registration.team else None,
            "pair": registration.pair.number if registration.pair else None,
            "registered_at": registration.registered_at.isoformat(),
            "withdrawn_at": registration.withdrawn_at.isoformat() if registration.withdrawn_at else None,
            "withdrawn_reason": registration.withdrawn_reason,
            "wishes": {
                "seeded": registration.seeded,
                "strength": registration.strength,
                "table": registration.fixed_table,
                "seat": registration.fixed_seat,
            },
        },
        "seats": list(own_seats(registration)),
        "games": list(recorded_games(registration)),
        "totals": list(own_totals(registration)),
        "penalties": list(own_penalties(registration)),
        "protests": list(own_protests(registration)),
        "signatures": list(own_signatures(registration)),
        "money": list(own_money(registration)),
        "prizes": list(own_prizes(registration)),
        "pictures": own_pictures(registration),
        "journal": list(lines_about(registration)),
    }


def entries(player: Player) -> Iterator[Document]:
    """Every entry of the register that is this person, and where each has played."""
    keys = entries_of(player.pk)
    if tournament_of_two(keys) is not None:  # two people, whatever was said: nobody reads another's data
        keys = frozenset({player.pk})
    shown = Registration.objects.filter(player__in=keys, tournament__hidden_at__isnull=True)
    places = list(shown.select_related("tournament").order_by("tournament__starts_on", "pk"))
    for one in Player.objects.select_related("club").filter(pk__in=keys).order_by("pk"):
        yield {
            "number": one.pk,
            "given_name": one.given_name,
            "family_name": one.family_name,
            "club": one.club.name if one.club else "",
            "born_on": one.born_on.isoformat() if one.born_on else None,
            "sex": one.sex,
            "tournaments": [
                {
                    "tournament": at.tournament.name,
                    "day": at.tournament.starts_on.isoformat(),
                    "start_number": at.start_number,
                }
                for at in places
                if at.player_id == one.pk
            ],
        }


def own_seats(registration: Registration) -> Iterator[Document]:
    for one in Seat.objects.filter(registration=registration).select_related("table__series").order_by("pk"):
        yield {
            "series": one.table.series.number,
            "table": one.table.number,
            "seat": one.number,
            "from_round": one.first_round,
            "to_round": one.last_round,
        }


def recorded_games(registration: Registration) -> Iterator[Document]:
    """Every line of every game, struck ones too."""
    found = Line.objects.filter(seat__registration=registration).select_related("game__sheet__table__series")
    for one in found.order_by("game_id"):
        table = one.game.sheet.table
        yield {
            "series": table.series.number,
            "table": table.number,
            "game": one.game.number,
            "won": one.won,
            "opened": one.opened,
            "augen": one.augen,
            "entered_at": one.game.entered_at.isoformat(),
            "struck": one.game.struck_reason,
        }


def own_totals(registration: Registration) -> Iterator[Document]:
    found = TotalLine.objects.filter(seat__registration=registration)
    for one in found.select_related("entry__sheet__table__series").order_by("pk"):
        table = one.entry.sheet.table
        yield {
            "series": table.series.number,
            "table": table.number,
            "points": one.points,
            "augen": one.augen,
            "crosses": one.crosses,
            "struck": one.entry.struck_reason,
        }


def own_penalties(registration: Registration) -> Iterator[Document]:
    found = Penalty.objects.filter(registration=registration).select_related("ruling").order_by("pk")
    for one in found:
        yield {
            "kind": one.kind,
            "points": one.points,
            "augen": one.augen,
            "reason": one.ruling.reason,
            "at": one.ruling.decided_at.isoformat(),
            "lifted": one.lifted_by_id is not None,
        }


def own_protests(registration: Registration) -> Iterator[Document]:
    for one in registration.protests.prefetch_related("steps").order_by("number"):
        steps = [
            {"kind": step.kind, "reason": step.reason, "at": step.at.isoformat()} for step in one.steps.all()
        ]
        yield {
            "game": one.game_number,
            "text": one.text,
            "filed_at": one.filed_at.isoformat(),
            "steps": steps,
        }


def own_signatures(registration: Registration) -> Iterator[Document]:
    found = Signature.objects.filter(seat__registration=registration).select_related("sheet__table__series")
    for one in found.order_by("pk"):
        yield {
            "series": one.sheet.table.series.number,
            "table": one.sheet.table.number,
            "method": one.method,
            "signed_at": one.signed_at.isoformat(),
            "strokes": one.strokes,
            "revoked": one.revoked_reason,
        }


def own_money(registration: Registration) -> Iterator[Document]:
    for one in CashEntry.objects.filter(registration=registration).order_by("pk"):
        yield {
            "kind": one.kind,
            "cents": one.cents,
            "text": one.text,
            "voucher": one.voucher,
            "at": one.at.isoformat(),
        }


def own_prizes(registration: Registration) -> Iterator[Document]:
    for one in PrizeAward.objects.filter(registration=registration).order_by("pk"):
        yield {"name": one.name, "category": one.category, "cents": one.cents}


def own_pictures(registration: Registration) -> int:
    """On how many photos of lists his name may stand; they show others too, so they are looked at with the desk."""
    tables = Seat.objects.filter(registration=registration).values("table")
    return SheetPhoto.objects.filter(sheet__table__in=tables).count()


def lines_about(registration: Registration) -> Iterator[Document]:
    """The lines of the journal that name his start number, without who wrote them: that is somebody else's."""
    found = JournalEntry.objects.filter(tournament=registration.tournament_id).order_by("number")
    for one in found.iterator(chunk_size=2000):
        if names_number(one.facts, registration.start_number):
            yield {"number": one.number, "at": one.at.isoformat(), "deed": one.deed, "reason": one.reason}


def names_number(facts: Any, start_number: int) -> bool:
    """Whether facts of a deed name this start number."""
    if not isinstance(facts, dict):
        return False
    several = facts.get(SEVERAL)
    return facts.get(ONE) == start_number or (isinstance(several, list) and start_number in several)
