"""Protests as people see them: how each stands, until when one may be filed, and whom it concerns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Prefetch, QuerySet

from scoring.rules import RuleSet
from tournaments.models import Protest, ProtestStep, ScoreSheet, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtestView:
    """A protest with its steps; how it stands is its last one."""

    protest: Protest
    steps: tuple[ProtestStep, ...]

    @property
    def last(self) -> ProtestStep | None:
        return self.steps[-1] if self.steps else None

    @property
    def is_open(self) -> bool:
        """Whether somebody still has to decide."""
        return self.last is None or self.last.kind == ProtestStep.Kind.REOPENED


def window_ends(sheet: ScoreSheet, rules: RuleSet) -> datetime | None:
    """Until when a protest may be filed: so long after the list was accepted; before that there is no end yet."""
    if sheet.accepted_at is None:
        return None
    return sheet.accepted_at + timedelta(minutes=rules.series.objection_minutes)


def window_open(sheet: ScoreSheet, rules: RuleSet, *, now: datetime) -> bool:
    """Whether a protest may still be filed about this list."""
    ends = window_ends(sheet, rules)
    return ends is None or now < ends


def protests(tournament: Tournament) -> QuerySet[Protest]:
    """Every protest with its steps, the newest first."""
    return (
        Protest.objects.filter(tournament=tournament)
        .select_related("registration__player", "sheet__table__series__tournament")
        .prefetch_related(
            Prefetch("steps", queryset=ProtestStep.objects.select_related("ruling").order_by("number"))
        )
        .order_by("-number")
    )


def protest_views(found: QuerySet[Protest]) -> tuple[ProtestView, ...]:
    return tuple(ProtestView(protest=one, steps=tuple(one.steps.all())) for one in found)


def protest_book(tournament: Tournament) -> tuple[ProtestView, ...]:
    """The whole book, in two queries; what waits for a decision comes first."""
    found = protest_views(protests(tournament))
    return (*(one for one in found if one.is_open), *(one for one in found if not one.is_open))


def of_sheet(sheet: ScoreSheet) -> tuple[ProtestView, ...]:
    """The protests about one list, for the people at its table."""
    return protest_views(protests(sheet.table.series.tournament).filter(sheet=sheet))


def waiting_protests(found: Sequence[ProtestView]) -> tuple[ProtestView, ...]:
    """Those that nobody has decided yet, the oldest first."""
    return tuple(reversed([one for one in found if one.is_open]))
