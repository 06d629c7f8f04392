"""What the database refuses about money: a line changed or deleted, a counter line that does not mirror, a prize paid twice."""

from scoring.guards import Event, Guard, kept, register

FEES, PLAN, ANNOUNCEMENT, AWARD, CASH, COUNT = (
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

register(
    *kept("fee_plans", FEES, "a fee plan"),
    *kept("prize_plans", PLAN, "a prize table"),
    *kept("announcements", ANNOUNCEMENT, "an announcement of prizes"),
    *kept("awards", AWARD, "an announced prize"),
    *kept("cash_lines", CASH, "a line of the cash book", advice=": write a counter line"),
    *kept("cash_counts", COUNT, "a count of the cash"),
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
