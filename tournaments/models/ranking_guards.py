"""What the database refuses about rankings: another lot in place of the one that was drawn, a season rewritten."""

from scoring.guards import Event, Guard, kept, register

LOT, SEASON, VERSION, EVENT = (
    "tournaments_drawnlot",
    "tournaments_season",
    "tournaments_seasonversion",
    "tournaments_seasonevent",
)
LOT_OF_ANOTHER_TOURNAMENT = (
    "NEW.series_id IS NOT NULL AND NEW.tournament_id <> "
    "(SELECT s.tournament_id FROM tournaments_series s WHERE s.id = NEW.series_id)"
)

register(
    *kept("drawn_lots", LOT, "a lot"),
    *kept("seasons", SEASON, "a season"),
    *kept("season_versions", VERSION, "a version of a season"),
    *kept("season_events", EVENT, "a tournament in a version of a season"),
    Guard(
        name="lot_for_own_series",
        table=LOT,
        event=Event.INSERT,
        condition=LOT_OF_ANOTHER_TOURNAMENT,
        message="this series belongs to another tournament",
    ),
)
