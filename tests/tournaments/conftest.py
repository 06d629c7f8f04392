"""What the stories of the seating share."""

from __future__ import annotations

import pytest

from tournaments.seating.core import planner
from tournaments.seating.selectors import proposals as seating_proposals


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody waits a moment at most: the plans are those of a very slow machine."""
    monkeypatch.setattr(seating_proposals, "SECONDS", 0.02)
    monkeypatch.setattr(planner, "SEAT_MOVES", 1_000)
