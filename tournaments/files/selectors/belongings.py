"""What belongs to a tournament: every table is written down here, either taken along in its file or left behind."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db import models

from scoring.models import RuleSet
from tournaments.event.selectors.rows import Row, stored_row
from tournaments.models import Club, JournalEntry, Player, Tournament, User
from tournaments.rankings.selectors.standings import standings

# Label → the way from a row to its tournament; in the order in which rows can be written.
TAKEN: dict[str, str] = {
    "tournaments.Tournament": "pk",
    "tournaments.Team": "tournament",
    "tournaments.Pair": "tournament",
    "tournaments.Registration": "tournament",
    "tournaments.FeePlan": "tournament",
    "tournaments.PrizePlan": "tournament",
    "tournaments.PrizeAnnouncement": "tournament",
    "tournaments.PrizeAward": "announcement__tournament",
    "tournaments.CashEntry": "tournament",
    "tournaments.CashCount": "tournament",
    "tournaments.SeatingSetup": "tournament",
    "tournaments.RankingSetup": "tournament",
    "tournaments.SeatingPlan": "tournament",
    "tournaments.Series": "tournament",
    "tournaments.DrawnLot": "tournament",
    "tournaments.Table": "series__tournament",
    "tournaments.Seat": "series__tournament",
    "tournaments.ScoreSheet": "table__series__tournament",
    "tournaments.Game": "sheet__table__series__tournament",
    "tournaments.Line": "game__sheet__table__series__tournament",
    "tournaments.Signature": "sheet__table__series__tournament",
    "tournaments.PaperTyping": "sheet__table__series__tournament",
    "tournaments.PaperSettlement": "typing__sheet__table__series__tournament",
    "tournaments.TotalEntry": "sheet__table__series__tournament",
    "tournaments.TotalLine": "entry__sheet__table__series__tournament",
    "tournaments.SheetPhoto": "sheet__table__series__tournament",
    "tournaments.Ruling": "tournament",
    "tournaments.RuledRow": "ruling__tournament",
    "tournaments.Penalty": "ruling__tournament",
    "tournaments.FairCopy": "sheet__table__series__tournament",
    "tournaments.Seal": "fair_copy__sheet__table__series__tournament",
    "tournaments.Protest": "tournament",
    "tournaments.ProtestStep": "protest__tournament",
    "tournaments.RefereeCall": "sheet__table__series__tournament",
    "tournaments.Publication": "tournament",
    "tournaments.JournalEntry": "tournament",
}
MONEY = frozenset(
    f"tournaments.{name}"
    for name in ("FeePlan", "PrizePlan", "PrizeAnnouncement", "PrizeAward", "CashEntry", "CashCount")
)
LATER = MONEY | frozenset(
    {
        "tournaments.Publication",
        "tournaments.RankingSetup",
        "tournaments.DrawnLot",
        "tournaments.RuledRow",
    }
)  # files that were written before this table was there have none
ONLY_HERE = {
    "tournaments.Tournament": ("taken_over_at", "hidden_at")
}  # what this machine knows, and no other
# Known by what they are, not by their key: matched on the other machine, or added there.
MATCHED: dict[str, str] = {
    "scoring.RuleSet": "by its fingerprint; its whole text travels along",
    "tournaments.Club": "by its name",
    "tournaments.Player": "by name, club and day of birth",
    "tournaments.User": "a name in what was written elsewhere: nobody signs in with it, nobody here is meant",
}
LEFT: dict[str, str] = {
    "tournaments.Role": "rights on this machine; whoever takes a tournament over directs it there",
    "tournaments.Season": "counts many tournaments; it stays where they are",
    "tournaments.SeasonVersion": "a version of a season",
    "tournaments.SeasonEvent": "which tournaments a season counts",
    "tournaments.ScreenMessage": "ran over the screens of this hall; the journal keeps its words",
    "tournaments.Screen": "a television that asks this machine; the other one lists its own",
    "tournaments.HallAddress": "an address of this laptop",
    "tournaments.PhoneCheck": "a trial in this hall",
    "tournaments.PhoneArrival": "a phone that arrived at this laptop",
    "tournaments.MachineEntry": "tells of this machine, and outlives its tournaments",
    "tournaments.AccessToken": "lets programs in at this machine; the other one lets its own in",
    "tournaments.PlayerFile": "waits for a decision at this desk",
    "tournaments.PaperPiece": "waits at this desk to be read",
    "tournaments.PaperUpload": "waits at this desk to be read",
    "tournaments.PaperReading": "a proposal that nobody has taken over yet; the picture can be sent again",
    "tournaments.Emblem": "a club's picture, hung up at this desk; the other one hangs up its own",
    "tournaments.Organiser": "which club holds it, as this machine knows; another one knows its own clubs",
    "tournaments.ClubDirector": "rights on this machine",
    "tournaments.ClubKey": "what this machine has compared",
    "tournaments.SamePerson": "what this machine's federation has said of its register",
    "tournaments.Workbook": "can be made again from the rest at any time",
    "tournaments.TaskSign": "tells which worker is at which job now",
    "tournaments.PlanSearch": "a process of this machine; what it found is a SeatingPlan",
    "tournaments.ClosedCode": "codes of tables are signed with the key of this machine",
    "tournaments.TableDevice": "phones let in here; the other machine lets its own in",
    "tournaments.LentPhone": "lent for a day at this machine's tournament; the journal tells of it",
    "tournaments.Authenticator": "opens this machine to its own people",
    "tournaments.Passkey": "opens this machine to its own people",
    "tournaments.RecoveryCode": "opens this machine to its own people",
    "tournaments.SignedInDevice": "who is signed in at this machine",
    "tournaments.Chore": "what this machine does from time to time",
    "tournaments.LoginAttempt": "guards the log-in of this machine",
    "tournaments.User_groups": "rights on this machine",
    "tournaments.User_user_permissions": "rights on this machine",
}


def model_of(label: str) -> Any:
    return apps.get_model(label)


def belonging_rows(tournament: Tournament, label: str) -> Iterator[Row]:
    """The rows of one table that belong to the tournament, in the order in which they were written."""
    found = model_of(label)._base_manager.filter(**{TAKEN[label]: tournament.pk}).order_by("pk")
    for thing in found.iterator(chunk_size=2000):
        yield (
            journal_row_with_keys(thing)
            if isinstance(thing, JournalEntry)
            else stored_row(thing, leave_out=ONLY_HERE.get(label, ()))
        )


def journal_row_with_keys(entry: JournalEntry) -> Row:
    """A line with the keys that its hash covers, which are others on the next machine."""
    covered = entry.written_elsewhere or {"list": entry.sheet_id, "account": entry.user_id}
    return stored_row(entry) | {"written_elsewhere": covered}


def keys_in(rows: list[Row], label: str, target: type[models.Model]) -> set[int]:
    """The keys by which rows of a table name rows of another one."""
    names = [
        field.attname
        for field in model_of(label)._meta.concrete_fields
        if field.is_relation and field.related_model is target
    ]
    return {row[name] for row in rows for name in names if row[name] is not None}


def belonging_people(keys: set[int]) -> dict[str, list[Row]]:
    """Players and their clubs."""
    players = list(Player.objects.filter(pk__in=keys).order_by("pk"))
    clubs = Club.objects.filter(pk__in={player.club_id for player in players}).order_by("pk")
    return {
        "clubs": [stored_row(club) for club in clubs],
        "players": [stored_row(player) for player in players],
    }


def accounts_of(keys: set[int]) -> list[Row]:
    """Accounts by name. No password, no address, no rights."""
    found = User.objects.filter(pk__in=keys).order_by("pk")
    return [dict(row) for row in found.values("id", "username", "first_name", "last_name")]


def rules_of_file(rule_set: RuleSet) -> list[Row]:
    """The rule set and what it is based on, the oldest first."""
    chain: list[Row] = []
    row: RuleSet | None = rule_set
    while row is not None:
        based_on = row.based_on
        chain.append(
            {
                "id": row.pk,
                "fingerprint": row.fingerprint,
                "canonical": row.canonical,
                "based_on": based_on.pk if based_on else None,
            }
        )
        row = based_on
    return chain[::-1]


def standings_document(tournament: Tournament) -> bytes:
    """The standings as JSON: the same facts are the same bytes on every machine."""
    what = standings(tournament)
    rows = [
        {
            "start_number": row.registration.start_number,
            "name": row.registration.name,
            "club": str(row.registration.player.club or ""),
            "rank": row.place.rank,
            "shared": row.place.shared,
            "parted_by": row.place.parted_by.value if row.place.parted_by else None,
            "points": row.total.net_points,
            "plus": row.total.plus_points,
            "crosses": row.total.crosses,
            "penalties": row.total.penalty_points,
            "augen": row.total.augen,
            "games": row.total.games_played,
            "series": {str(number): part.net_points for number, part in sorted(row.series.items())},
        }
        for row in what.rows
    ]
    document = {"rules": tournament.rule_set.fingerprint, "games": what.games, "rows": rows}
    return json.dumps(document, ensure_ascii=False, sort_keys=True, indent=1).encode()
