"""How many tables a field makes."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.selectors import rules_of
from scoring.sentence import Sentence
from tournaments.event.core.sizes import NoTables, table_sizes
from tournaments.models import Registration, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """The tables that so many players make; or why they make none."""

    players: int
    sizes: tuple[int, ...]
    refusal: Sentence | None

    @property
    def by_size(self) -> tuple[tuple[int, int], ...]:
        """How many tables of which size, the larger first."""
        return tuple((size, self.sizes.count(size)) for size in sorted(set(self.sizes), reverse=True))


def tables_for(tournament: Tournament) -> Tables:
    """The tables of everybody who has not withdrawn."""
    players = Registration.objects.filter(tournament=tournament, withdrawn_at__isnull=True).count()
    basic = not rules_of(tournament.rule_set).family.by_table
    try:
        sizes = table_sizes(players, size=tournament.table_size if basic else None)
    except NoTables as refusal:
        return Tables(players=players, sizes=(), refusal=refusal.sentence)
    return Tables(players=players, sizes=sizes, refusal=None)
