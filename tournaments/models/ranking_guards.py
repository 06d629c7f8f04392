"""What the database refuses about rankings: another lot in place of the one that was drawn."""

from scoring.guards import Event, Guard, kept, register

LOT = "tournaments_drawnlot"
LOT_OF_ANOTHER_TOURNAMENT = (
    "NEW.series_id IS NOT NULL AND NEW.tournament_id <> "
    "(SELECT s.tournament_id FROM tournaments_series s WHERE s.id = NEW.series_id)"
)

register(
    *kept("drawn_lots", LOT, "a lot"),
    Guard(
        name="lot_for_own_series",
        table=LOT,
        event=Event.INSERT,
        condition=LOT_OF_ANOTHER_TOURNAMENT,
        message="this series belongs to another tournament",
    ),
)
