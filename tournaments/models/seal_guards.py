"""What the database refuses about fair copies and seals: anything rewritten or deleted."""

from scoring.guards import kept, register

register(
    *kept("fair_copies", "tournaments_faircopy", "the fair copy of a list"),
    *kept("seals", "tournaments_seal", "a seal"),
)
