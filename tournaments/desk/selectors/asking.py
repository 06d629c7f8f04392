"""What speaks against taking a list: doubts about its rows, a protest that waits, two readings that differ."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from scoring.sentence import Sentence
from tournaments.event.selectors.sheets import known_sums
from tournaments.lists.core.life import Life
from tournaments.lists.selectors.second_typing import unsettled
from tournaments.lists.selectors.sheets import SheetView, sheet_views
from tournaments.models import JournalEntry, PaperTyping, ScoreSheet, Tournament
from tournaments.rulings.selectors.protests import protest_book, waiting_protests
from tournaments.storage.prepared import Prepared


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedList:
    """One list that lies on the desk, with everything that somebody should know before he takes it."""

    view: SheetView
    doubts: tuple[tuple[int, Sentence], ...]  # the game and what is odd about it
    protests: tuple[int, ...]  # their numbers
    differing: tuple[int, ...]  # games that two people have read differently

    @property
    def sheet(self) -> ScoreSheet:
        return self.view.sheet

    @property
    def ready(self) -> bool:
        """Whether it can be taken at all."""
        return self.view.life is Life.SIGNED and not self.differing

    @property
    def plain(self) -> bool:
        """Whether the list can be accepted without showing anything first."""
        return self.ready and not self.doubts and not self.protests


ON_THE_DESK = Prepared(
    lambda tournament: (
        ScoreSheet.objects.filter(
            table__series__tournament=tournament,
            table__cleared_at__isnull=True,
            completed_at__isnull=False,
            accepted_at__isnull=True,
        )
        .select_related("table__series", "scorer")
        .annotate(has_totals=known_sums())
        .order_by("table__series__number", "table__number")
    ),
    int,
)


def on_the_desk(tournament: Tournament, *, now: datetime) -> tuple[AskedList, ...]:
    """Every list of which all games are known and which nobody has taken yet, in the order of series and tables."""
    lists = ON_THE_DESK(tournament.pk)
    for sheet in lists:
        sheet.table.series.tournament = tournament  # with its rules, which are a long text in each row
    return asked(tournament, lists, now=now)


def asked(tournament: Tournament, lists: Sequence[ScoreSheet], *, now: datetime) -> tuple[AskedList, ...]:
    """As `on_the_desk`, for lists that were loaded before."""
    if not lists:
        return ()
    pending: dict[int, list[int]] = defaultdict(list)
    for one in waiting_protests(protest_book(tournament)):
        pending[one.protest.sheet_id].append(one.protest.number)
    twice = set(PaperTyping.objects.filter(sheet__in=lists, second=True).values_list("sheet_id", flat=True))
    looked_at = confirmed(lists)
    return tuple(
        AskedList(
            view=view,
            doubts=tuple(
                (game.number, doubt.sentence)
                for game in view.games
                for doubt in view.doubts(game)
                if doubt.code not in looked_at[view.sheet.pk, game.number]
            ),
            protests=tuple(pending[view.sheet.pk]),
            differing=unsettled(view) if view.sheet.pk in twice else (),
        )
        for view in sheet_views(lists, now=now)
    )


def confirmed(lists: Sequence[ScoreSheet]) -> dict[tuple[int, int], frozenset[str]]:
    """By list and game: the doubts that whoever entered the game has looked at and confirmed."""
    found: dict[tuple[int, int], frozenset[str]] = defaultdict(frozenset)
    lines = JournalEntry.objects.filter(sheet__in=lists, deed__in=["game_reported", "game_corrected"])
    for sheet, facts in lines.order_by("number").values_list("sheet_id", "facts"):
        assert sheet is not None
        found[sheet, facts.get("game", 0)] = frozenset(facts.get("confirmed", ()))
    return found
