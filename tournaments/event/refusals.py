"""What any deed may be refused for, and how long a reason may be."""

from __future__ import annotations

from scoring.sentence import Refusal

REASON_LENGTH = 300  # as much as the list prints beside a struck row


class Stale(Refusal):
    """Somebody else was quicker: the page shows what stands now and asks again."""


class DrawRefused(Refusal):
    """A series that cannot be drawn now."""
