"""What the database refuses about paper: games beside sums, sums beside games, anything rewritten or deleted."""

from scoring.guards import Event, Guard, done_once, kept, register

GAME, TYPING, SETTLEMENT, TOTALS, TOTAL_LINE, PHOTO = (
    "tournaments_game",
    "tournaments_papertyping",
    "tournaments_papersettlement",
    "tournaments_totalentry",
    "tournaments_totalline",
    "tournaments_sheetphoto",
)

TOTALS_REWRITTEN = (
    "OLD.sheet_id <> NEW.sheet_id OR OLD.games <> NEW.games OR OLD.submission <> NEW.submission "
    "OR OLD.struck_at IS NOT NULL"
)
GAMES_THERE = (
    "EXISTS (SELECT 1 FROM tournaments_game g WHERE g.sheet_id = NEW.sheet_id AND g.struck_at IS NULL)"
)
TOTALS_THERE = (
    "EXISTS (SELECT 1 FROM tournaments_totalentry e WHERE e.sheet_id = NEW.sheet_id AND e.struck_at IS NULL)"
)
TOTAL_OF_A_STRANGER = (
    "NOT EXISTS (SELECT 1 FROM tournaments_seat s "
    "JOIN tournaments_scoresheet l ON l.table_id = s.table_id "
    "JOIN tournaments_totalentry e ON e.sheet_id = l.id "
    "WHERE s.id = NEW.seat_id AND e.id = NEW.entry_id)"
)


register(
    *kept("typings", TYPING, "a typing of a paper list"),
    *kept("settlements", SETTLEMENT, "a settlement of two typings"),
    *kept("photos", PHOTO, "a photo of a list"),
    *kept("totals_lines", TOTAL_LINE, "a total from paper"),
    *done_once("totals", TOTALS, "a list of totals from paper", "struck", rewritten=TOTALS_REWRITTEN),
    Guard(
        name="totals_or_games",
        table=TOTALS,
        event=Event.INSERT,
        condition=GAMES_THERE,
        message="a list has either games or totals: this one has games",
    ),
    Guard(
        name="games_or_totals",
        table=GAME,
        event=Event.INSERT,
        condition=TOTALS_THERE,
        message="a list has either games or totals: this one has totals",
    ),
    Guard(
        name="total_for_own_table",
        table=TOTAL_LINE,
        event=Event.INSERT,
        condition=TOTAL_OF_A_STRANGER,
        message="this seat is not at the table of these totals",
    ),
)
