"""What speaks against taking a list: doubts about its rows, a protest that waits, two readings that differ."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from scoring.selectors import rules_of
from scoring.sentence import Sentence
from tournaments.event.selectors.sheets import known_sums
from tournaments.lists.core.life import Life
from tournaments.lists.selectors.second_typing import unsettled
from tournaments.lists.selectors.sheets import sheet_views
from tournaments.models import JournalEntry, PaperTyping, ScoreSheet, Seat, Signature, Tournament
from tournaments.rulings.selectors.doubts import doubted_games, written_on
from tournaments.rulings.selectors.protests import protest_book, waiting_protests


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedList:
    """One list that lies on the desk, with everything that somebody should know before he takes it."""

    sheet: ScoreSheet
    life: Life  # complete or signed
    doubts: tuple[tuple[int, Sentence], ...]  # the game and what is odd about it
    protests: tuple[int, ...]  # their numbers
    differing: tuple[int, ...]  # games that two people have read differently

    @property
    def ready(self) -> bool:
        """Whether it can be taken at all."""
        return self.life is Life.SIGNED and not self.differing

    @property
    def plain(self) -> bool:
        """Whether the list can be accepted without showing anything first."""
        return self.ready and not self.doubts and not self.protests


def waiting(tournament: Tournament) -> QuerySet[ScoreSheet]:
    """The lists of which all games are known and which nobody has taken yet, with how many sit there and have signed."""
    signed, sitting = (
        found.order_by().values(of).annotate(count=Count("pk")).values("count")
        for of, found in (
            ("sheet", Signature.objects.filter(sheet=OuterRef("pk"), revoked_at__isnull=True)),
            ("table", Seat.objects.filter(table=OuterRef("table"), last_round__isnull=True)),
        )
    )
    return (
        ScoreSheet.objects.filter(on_the_desk_of(tournament))
        .select_related("table__series", "scorer")
        .annotate(
            has_totals=known_sums(),
            signed=Coalesce(Subquery(signed), 0),
            sitting=Coalesce(Subquery(sitting), 0),
        )
        .order_by("table__series__number", "table__number")
    )


def on_the_desk_of(tournament: Tournament, where: str = "") -> Q:
    """Which lists lie on the desk, for a filter of lists, or of what leads to one."""
    said: dict[str, Any] = {
        "table__series__tournament": tournament,
        "table__cleared_at__isnull": True,
        "completed_at__isnull": False,
        "accepted_at__isnull": True,
    }
    return Q(**{where + name: value for name, value in said.items()})


def on_the_desk(tournament: Tournament, *, now: datetime) -> tuple[AskedList, ...]:
    """Every list of which all games are known and which nobody has taken yet, in the order of series and tables."""
    lists = list(waiting(tournament))
    if not lists:
        return ()
    for sheet in lists:
        sheet.table.series.tournament = tournament  # with its rules, which are a long text in each row
    pending: dict[int, list[int]] = defaultdict(list)
    for one in waiting_protests(protest_book(tournament)):
        pending[one.protest.sheet_id].append(one.protest.number)
    again = set(PaperTyping.objects.filter(sheet__in=lists, second=True).values_list("sheet_id", flat=True))
    twice = sheet_views([sheet for sheet in lists if sheet.pk in again], now=now) if again else ()
    differing = {view.sheet.pk: unsettled(view) for view in twice}
    written = written_on(on_the_desk_of(tournament, "game__sheet__"))
    odd = doubted_games(rules_of(tournament.rule_set), written)
    looked_at = confirmed(list(odd))
    return tuple(
        AskedList(
            sheet=sheet,
            life=Life.SIGNED if sheet.signed == sheet.sitting else Life.COMPLETE,  # type: ignore[attr-defined]  # annotated by `waiting`
            doubts=tuple(
                (number, doubt.sentence)
                for number, doubt in odd.get(sheet.pk, ())
                if doubt.code not in looked_at[sheet.pk, number]
            ),
            protests=tuple(pending[sheet.pk]),
            differing=differing.get(sheet.pk, ()),
        )
        for sheet in lists
    )


def confirmed(lists: Collection[int]) -> dict[tuple[int, int], frozenset[str]]:
    """By list and game: the doubts that whoever entered the game has looked at and confirmed."""
    found: dict[tuple[int, int], frozenset[str]] = defaultdict(frozenset)
    lines = JournalEntry.objects.filter(sheet__in=lists, deed__in=["game_reported", "game_corrected"])
    for sheet, facts in lines.order_by("number").values_list("sheet_id", "facts"):
        assert sheet is not None
        found[sheet, facts.get("game", 0)] = frozenset(facts.get("confirmed", ()))
    return found
