"""What a deed on the seating may be refused for."""

from __future__ import annotations

from scoring.sentence import Refusal


class SeatingRefused(Refusal):
    """A seating that cannot be, with what to do instead."""
