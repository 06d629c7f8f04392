"""What the screens of one tournament may need: asked for at most once, and only where it is shown."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cached_property

from tournaments.lists.selectors.progress import TableProgress, progress
from tournaments.models import ScreenMessage, Series, Tournament
from tournaments.rankings.selectors.publications import Shown, standings_shown
from tournaments.rulings.selectors.calls import open_calls
from tournaments.screens.selectors import active_messages, screens
from tournaments.screens.views.parts import rendered_part
from tournaments.screens.views.turns import Slot
from tournaments.seating.selectors import places
from tournaments.seating.selectors.places import Hanging, LaidTable


class Material:
    """Everything that screens of one tournament may need, each asked for at most once and only where it is shown."""

    def __init__(self, tournament: Tournament, *, now: datetime, public: bool = False) -> None:
        self.tournament = tournament
        self.now = now
        self.public = public  # otherwise for eyes that may see more than everybody; nothing is cached of that
        self.oldest = tournament.revision  # of all that is shown
        self.tables: dict[int, list[LaidTable]] = {}

    @cached_property
    def hanging(self) -> list[Hanging]:
        return places.hanging(self.tournament)

    @cached_property
    def on(self) -> Hanging | None:
        """The series that people look for now; None while nothing hangs out."""
        return places.current(self.hanging)

    @cached_property
    def row(self) -> Series | None:
        """The database row of the series, or None while its tables are not laid."""
        if self.on is None or self.on.laid is None:
            return None
        row = self.tournament.series.get(pk=self.on.laid)
        row.tournament = self.tournament
        return row

    @cached_property
    def progress(self) -> tuple[TableProgress, ...]:
        return progress(self.row, now=self.now) if self.row else ()

    @cached_property
    def calls(self) -> list[int]:
        """The tables that have called; who goes there and why is nobody else's business."""
        return sorted(call.sheet.table.number for call in open_calls(self.tournament))

    @cached_property
    def numbers(self) -> list[int]:
        """The screens of this hall."""
        return list(screens(self.tournament).values_list("number", flat=True))

    @cached_property
    def messages(self) -> list[ScreenMessage]:
        return active_messages(self.tournament, now=self.now)

    @cached_property
    def seen(self) -> Shown:
        """What everybody may see: a screen never shows a draft."""
        return standings_shown(self.tournament, draft=self.tournament.release == Tournament.Release.LIVE)

    def long(self, key: tuple[object, ...], make: Callable[[], list[Slot]]) -> list[Slot]:
        """The pages of a long list; from the cache, where everybody sees the same."""
        if not self.public:
            return make()
        part = rendered_part(self.tournament, key, make)
        self.oldest = min(self.oldest, part.revision)
        return list(part.slots)

    def seated(self, series: Hanging) -> list[LaidTable]:
        if series.number not in self.tables:
            self.tables[series.number] = places.tables_of_series(self.tournament, series)
        return self.tables[series.number]
