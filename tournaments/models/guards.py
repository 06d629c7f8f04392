"""What the database refuses by itself, beyond constraints: rows that contradict another table, and rewritten facts."""

from scoring.guards import Event, Guard, done_once, kept_row, register_guard

JOURNAL, SEAT, LINE, GAME = (
    "tournaments_journalentry",
    "tournaments_seat",
    "tournaments_line",
    "tournaments_game",
)
PLAN = "tournaments_seatingplan"
RULING, PENALTY, SIGNATURE = "tournaments_ruling", "tournaments_penalty", "tournaments_signature"
CALL, PROTEST, STEP = "tournaments_refereecall", "tournaments_protest", "tournaments_proteststep"

SEAT_BEYOND_TABLE = (
    "NEW.number > (SELECT t.size FROM tournaments_table t WHERE t.id = NEW.table_id) "
    "OR NEW.series_id <> (SELECT t.series_id FROM tournaments_table t WHERE t.id = NEW.table_id)"
)
LINE_FOR_STRANGER = (
    "NOT EXISTS (SELECT 1 FROM tournaments_seat s "
    "JOIN tournaments_scoresheet l ON l.table_id = s.table_id "
    "JOIN tournaments_game g ON g.sheet_id = l.id "
    "WHERE s.id = NEW.seat_id AND g.id = NEW.game_id)"
)
LINE_FOR_RESTING_DEALER = (
    "EXISTS (SELECT 1 FROM tournaments_game g "
    "WHERE g.id = NEW.game_id AND g.dealer_id = NEW.seat_id AND g.dealer_plays IS FALSE)"
)
WINNER_OF_EXHAUSTED_GAME = (
    "NEW.won IS TRUE AND EXISTS "
    "(SELECT 1 FROM tournaments_game g WHERE g.id = NEW.game_id AND g.finish = '–')"
)
DEALER_FROM_ELSEWHERE = (
    "NOT EXISTS (SELECT 1 FROM tournaments_seat s "
    "JOIN tournaments_scoresheet l ON l.table_id = s.table_id "
    "WHERE s.id = NEW.dealer_id AND l.id = NEW.sheet_id)"
)
GAME_REWRITTEN = (
    "OLD.number <> NEW.number OR OLD.sheet_id <> NEW.sheet_id OR OLD.dealer_id <> NEW.dealer_id "
    "OR OLD.finish <> NEW.finish OR OLD.struck_at IS NOT NULL "
    "OR (OLD.confirmed_at IS NOT NULL AND OLD.confirmed_by_id IS DISTINCT FROM NEW.confirmed_by_id)"
)
SIGNATURE_REWRITTEN = (
    "OLD.sheet_id <> NEW.sheet_id OR OLD.seat_id <> NEW.seat_id OR OLD.method <> NEW.method "
    "OR OLD.sheet_version <> NEW.sheet_version OR OLD.signed_at <> NEW.signed_at OR OLD.revoked_at IS NOT NULL "
    "OR COALESCE(CAST(OLD.strokes AS TEXT), '') <> COALESCE(CAST(NEW.strokes AS TEXT), '')"
)
PENALTY_REWRITTEN = (
    "OLD.registration_id <> NEW.registration_id OR OLD.sheet_id <> NEW.sheet_id "
    "OR COALESCE(OLD.game_id, 0) <> COALESCE(NEW.game_id, 0) OR OLD.ruling_id <> NEW.ruling_id OR OLD.kind <> NEW.kind "
    "OR OLD.offence <> NEW.offence OR OLD.points <> NEW.points OR OLD.augen <> NEW.augen "
    "OR OLD.voids_series <> NEW.voids_series OR COALESCE(OLD.game_number, 0) <> COALESCE(NEW.game_number, 0) "
    "OR OLD.lifted_by_id IS NOT NULL"
)
# JSON is compared as text: PostgreSQL keeps it in one spelling, SQLite as it was written.
PLAN_REWRITTEN = "OLD.posted_at IS NOT NULL OR " + " OR ".join(
    f"OLD.{name} IS DISTINCT FROM NEW.{name}"
    for name in (
        "id", "tournament_id", "version", "follows_id", "kind", "seed", "method", "request", "series", "report",
        "moved", "sentence", "cost", "cut", "made_at", "made_by", "reason",
    )
)  # fmt: skip
TABLE_CLEARED_AFTER_A_GAME = (
    "NEW.cleared_at IS NOT NULL AND (EXISTS (SELECT 1 FROM tournaments_game g "
    "JOIN tournaments_scoresheet l ON l.id = g.sheet_id WHERE l.table_id = NEW.id) "
    "OR EXISTS (SELECT 1 FROM tournaments_seat s WHERE s.table_id = NEW.id))"
)

MESSAGE_REWRITTEN = (
    "OLD.tournament_id <> NEW.tournament_id OR OLD.text <> NEW.text OR OLD.sent_at <> NEW.sent_at "
    "OR OLD.sent_by <> NEW.sent_by OR OLD.taken_back_at IS NOT NULL"
)
CALL_REWRITTEN = (
    "OLD.sheet_id <> NEW.sheet_id OR OLD.called_at <> NEW.called_at OR OLD.called_by <> NEW.called_by "
    "OR OLD.done_at IS NOT NULL"
)


def both(name: str, table: str, condition: str, message: str) -> tuple[Guard, Guard]:
    """The same refusal for a new row and for a changed one."""
    return (
        Guard(name=name, table=table, event=Event.INSERT, condition=condition, message=message),
        Guard(name=f"{name}_changed", table=table, event=Event.UPDATE, condition=condition, message=message),
    )


register_guard(
    *kept_row("journal_lines", JOURNAL, "a journal line"),
    Guard(
        name="journal_is_never_emptied",
        table=JOURNAL,
        event=Event.TRUNCATE,
        message="the journal is never emptied",
    ),
    *kept_row("publications", "tournaments_publication", "a publication"),
    *kept_row("protests", PROTEST, "a protest"),
    *kept_row("protest_steps", STEP, "a step of a protest"),
    *kept_row("lines", LINE, "a line of a game"),
    *kept_row("rulings", RULING, "a ruling"),
    *done_once("calls", CALL, "a call", "done", rewritten=CALL_REWRITTEN),
    *done_once(
        "screen_messages",
        "tournaments_screenmessage",
        "a message",
        "taken_back",
        rewritten=MESSAGE_REWRITTEN,
    ),
    *done_once("games", GAME, "a game", "struck", rewritten=GAME_REWRITTEN),
    *done_once("penalties", PENALTY, "a penalty", "lifted", rewritten=PENALTY_REWRITTEN),
    *done_once("signatures", SIGNATURE, "a signature", "revoked", rewritten=SIGNATURE_REWRITTEN),
    *done_once("plans", PLAN, "a seating plan", "posted", rewritten=PLAN_REWRITTEN),
    Guard(
        name="tables_are_cleared_before_their_first_game",
        table="tournaments_table",
        event=Event.UPDATE,
        condition=TABLE_CLEARED_AFTER_A_GAME,
        message="a table with seats or games is not cleared away",
    ),
    *both(
        "seat_within_table",
        SEAT,
        SEAT_BEYOND_TABLE,
        "the table has no such seat, or stands in another series",
    ),
    *both("dealer_sits_at_the_table", GAME, DEALER_FROM_ELSEWHERE, "the dealer sits at another table"),
    Guard(
        name="line_for_own_table",
        table=LINE,
        event=Event.INSERT,
        condition=LINE_FOR_STRANGER,
        message="this seat is not at the table of this game",
    ),
    Guard(
        name="dealer_sits_out",
        table=LINE,
        event=Event.INSERT,
        condition=LINE_FOR_RESTING_DEALER,
        message="the dealer of a table of four has no line",
    ),
    Guard(
        name="nobody_wins_an_exhausted_game",
        table=LINE,
        event=Event.INSERT,
        condition=WINNER_OF_EXHAUSTED_GAME,
        message="nobody wins when the stock ran out",
    ),
)


# Money ---------------------------------------------------------------------------------------------------------

FEES, PRIZES, ANNOUNCEMENT, AWARD, CASH, COUNT = (
    "tournaments_feeplan",
    "tournaments_prizeplan",
    "tournaments_prizeannouncement",
    "tournaments_prizeaward",
    "tournaments_cashentry",
    "tournaments_cashcount",
)
NO_MIRROR = (
    "NEW.undoes_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM tournaments_cashentry o WHERE o.id = NEW.undoes_id "
    "AND o.undoes_id IS NULL AND o.tournament_id = NEW.tournament_id AND o.kind = NEW.kind "
    "AND o.cents = -NEW.cents AND o.settles = -NEW.settles AND o.to_pot = NEW.to_pot "
    "AND COALESCE(o.registration_id, 0) = COALESCE(NEW.registration_id, 0) "
    "AND COALESCE(o.series_number, 0) = COALESCE(NEW.series_number, 0) "
    "AND COALESCE(o.award_id, 0) = COALESCE(NEW.award_id, 0))"
)
PAID_ALREADY = (
    "NEW.kind = 'prize' AND NEW.undoes_id IS NULL AND EXISTS (SELECT 1 FROM tournaments_cashentry o "
    "WHERE o.award_id = NEW.award_id AND o.undoes_id IS NULL "
    "AND NOT EXISTS (SELECT 1 FROM tournaments_cashentry u WHERE u.undoes_id = o.id))"
)
FROM_ELSEWHERE = (
    "NEW.registration_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM tournaments_registration r "
    "WHERE r.id = NEW.registration_id AND r.tournament_id = NEW.tournament_id)"
)

register_guard(
    *kept_row("fee_plans", FEES, "a fee plan"),
    *kept_row("prize_plans", PRIZES, "a prize table"),
    *kept_row("announcements", ANNOUNCEMENT, "an announcement of prizes"),
    *kept_row("awards", AWARD, "an announced prize"),
    *kept_row("cash_lines", CASH, "a line of the cash book", advice=": write a counter line"),
    *kept_row("cash_counts", COUNT, "a count of the cash"),
    Guard(
        name="counter_lines_mirror",
        table=CASH,
        event=Event.INSERT,
        condition=NO_MIRROR,
        message="a counter line turns exactly one line round",
    ),
    Guard(
        name="prizes_are_paid_once",
        table=CASH,
        event=Event.INSERT,
        condition=PAID_ALREADY,
        message="this prize was paid already",
    ),
    Guard(
        name="money_of_people_who_are_here",
        table=CASH,
        event=Event.INSERT,
        condition=FROM_ELSEWHERE,
        message="this person belongs to another tournament",
    ),
)


# Paper ---------------------------------------------------------------------------------------------------------

TYPING, SETTLEMENT, TOTALS, TOTAL_LINE, PHOTO = (
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


RULED_ELSEWHERE = (
    "NOT EXISTS (SELECT 1 FROM tournaments_ruling r WHERE r.id = NEW.ruling_id AND r.sheet_id = COALESCE("
    "(SELECT g.sheet_id FROM tournaments_game g WHERE g.id = NEW.game_id), "
    "(SELECT e.sheet_id FROM tournaments_totalentry e WHERE e.id = NEW.totals_id)))"
)

register_guard(
    *kept_row("ruled_rows", "tournaments_ruledrow", "what a ruling did to a row"),
    Guard(
        name="ruled_row_of_own_list",
        table="tournaments_ruledrow",
        event=Event.INSERT,
        condition=RULED_ELSEWHERE,
        message="the ruling is about another list",
    ),
    *kept_row("typings", TYPING, "a typing of a paper list"),
    *kept_row("settlements", SETTLEMENT, "a settlement of two typings"),
    *kept_row("photos", PHOTO, "a photo of a list"),
    *kept_row("totals_lines", TOTAL_LINE, "a total from paper"),
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


# Rankings, fair copies and seals -------------------------------------------------------------------------------

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

register_guard(
    *kept_row("drawn_lots", LOT, "a lot"),
    *kept_row("seasons", SEASON, "a season"),
    *kept_row("season_versions", VERSION, "a version of a season"),
    *kept_row("season_events", EVENT, "a tournament in a version of a season"),
    Guard(
        name="lot_for_own_series",
        table=LOT,
        event=Event.INSERT,
        condition=LOT_OF_ANOTHER_TOURNAMENT,
        message="this series belongs to another tournament",
    ),
)


register_guard(
    *kept_row("fair_copies", "tournaments_faircopy", "the fair copy of a list"),
    *kept_row("seals", "tournaments_seal", "a seal"),
)
