"""Prizes: the table, the announcement that keeps them as they were said, and the money that is handed out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from scoring.sentence import Refusal, gettext_noop
from tournaments.event.permissions import Actor, may_direct, must
from tournaments.event.refusals import Stale
from tournaments.event.services import journal
from tournaments.event.services.locks import lock_tournament
from tournaments.models import CashEntry, Category, PrizeAnnouncement, PrizeAward, PrizePlan, Tournament
from tournaments.money.core import Scheme, german_euros
from tournaments.money.selectors.announcements import PrizeList, prize_list
from tournaments.money.selectors.prize_rules import (
    EACH,
    WHOLE_EVENT,
    PrizeRules,
    document_of,
    prize_plan_in_force,
)
from tournaments.money.selectors.prizes import Award, Division, Key
from tournaments.money.services.common import CashRefused, at_the_box, write_cash_line, write_lines

MOST_ROWS = 40


class PrizesRefused(Refusal):
    """A prize table, an announcement or a payout that cannot be."""


class StalePrizes(Stale, PrizesRefused):
    """The prizes are others by now than those on the page."""


@transaction.atomic
def set_prizes(*, tournament_id: int, rules: PrizeRules, by: Actor, now: datetime) -> PrizePlan:
    """Another prize table from now on; what was announced stays. The same table again changes nothing."""
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    check_rules(tournament, rules)
    before, document = prize_plan_in_force(tournament), document_of(rules)
    if before is not None and before.document == document:
        return before
    plan = PrizePlan.objects.create(
        tournament=tournament,
        number=before.number + 1 if before else 1,
        document=document,
        made_at=now,
        made_by=by.label,
    )
    journal.write(
        tournament, "prizes_set", by=by, now=now, facts={"version": plan.number, "rows": len(rules.rows)}
    )
    return plan


def check_rules(tournament: Tournament, rules: PrizeRules) -> None:
    """Every ranking once, and for shares something that is shared."""
    if len(rules.rows) > MOST_ROWS:
        raise PrizesRefused(gettext_noop("Das sind zu viele Zeilen: Höchstens {most} gehen."), most=MOST_ROWS)
    seen: set[tuple[str, int | None]] = set()
    for row in rules.rows:
        if row.category not in Category.values:
            raise PrizesRefused(gettext_noop("Diese Wertung gibt es nicht: {name}."), name=row.category)
        if row.scope not in (EACH, WHOLE_EVENT) and not (
            row.scope.isdecimal() and 1 <= int(row.scope) <= tournament.series_count
        ):
            raise PrizesRefused(gettext_noop("Diese Serie gibt es nicht: {name}."), name=row.scope)
        named = {(row.category, series) for series in row.series(tournament.series_count)}
        if named & seen:
            raise PrizesRefused(
                gettext_noop("„{name}“ steht zweimal in der Tabelle: Bitte in eine Zeile schreiben."),
                name=str(Category(row.category).label),
            )
        seen |= named
        fixed = row.places.scheme is Scheme.FIXED
        if fixed and (row.fund.share or row.fund.cents):
            raise PrizesRefused(
                gettext_noop(
                    "„{name}“: Preise in Euro brauchen keinen Anteil am Topf. Bitte das Feld leer lassen."
                ),
                name=str(Category(row.category).label),
            )
        if not fixed and not (row.fund.share or row.fund.cents):
            raise PrizesRefused(
                gettext_noop("„{name}“: Wie viel vom Topf? Zum Beispiel „60 %“ oder „120 €“."),
                name=str(Category(row.category).label),
            )


@transaction.atomic
def announce_prizes(
    *, tournament_id: int, rankings: Mapping[Key, str], by: Actor, now: datetime
) -> PrizeAnnouncement:
    """„Preise festlegen“: keep the prizes of these rankings as they are now. `rankings`: each with the sign that was seen.

    An earlier announcement of the same ranking stays, and no longer counts. Nobody announces what he has not seen,
    what the lot has still to decide, or more than the pot holds.
    """
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    plan = prize_plan_in_force(tournament)
    there = prize_list(tournament)
    if plan is None or not rankings:
        raise PrizesRefused(gettext_noop("Zuerst die Preistabelle anlegen."))
    divisions = [checked_ranking(there, ranking, seen) for ranking, seen in rankings.items()]
    check_pot(there, divisions)
    announcement = PrizeAnnouncement.objects.create(
        tournament=tournament,
        number=int(tournament.prize_announcements.aggregate(top=Max("number"))["top"] or 0) + 1,
        plan=plan,
        rankings=[list(ranking) for ranking in rankings],
        pot=there.prizes.pots.total,
        revision=tournament.revision,
        announced_at=now,
        announced_by=by.label,
    )
    awards = keep_awards(announcement, divisions)
    journal.write(
        tournament,
        "prizes_announced",
        by=by,
        now=now,
        facts={
            "announcement": announcement.number,
            "rankings": announcement.rankings,
            "prizes": len(awards),
            "cents": sum(award.cents for award in awards),
            "awards": [[award.category.value, award.series, award.whose, award.cents] for award in awards],
        },
    )
    return announcement


def keep_awards(announcement: PrizeAnnouncement, divisions: Iterable[Division]) -> list[Award]:
    """Who gets what, row by row, as it is said now; corrections of the standings no longer reach it."""
    awards = [award for division in divisions for award in division.awards]
    PrizeAward.objects.bulk_create(
        PrizeAward(
            announcement=announcement,
            number=number,
            category=award.category.value,
            series_number=award.series,
            rank=award.rank,
            shared=award.shared,
            whose=award.whose,
            registration=award.registration,
            name=award.name,
            cents=award.cents,
        )
        for number, award in enumerate(awards, 1)
    )
    return awards


def checked_ranking(there: PrizeList, ranking: Key, seen: str) -> Division:
    """The ranking as it is now, if it is the one that was seen and nothing in it is open."""
    division = there.prizes.of(ranking)
    if division is None:
        raise PrizesRefused(gettext_noop("Diese Wertung steht nicht in der Preistabelle."))
    if not division.played:
        raise PrizesRefused(gettext_noop("In dieser Wertung ist noch nicht gespielt."))
    if division.waiting:
        raise PrizesRefused(
            gettext_noop("Gleichstand: Zuerst das Los ziehen zwischen {names}."),
            names=", ".join(division.waiting[0]),
        )
    if division.seen != seen:
        raise StalePrizes(
            gettext_noop(
                "Die Preise haben sich inzwischen geändert: Bitte noch einmal ansehen und dann festlegen."
            )
        )
    return division


def check_pot(there: PrizeList, divisions: list[Division]) -> None:
    """What was announced elsewhere and what is announced now must lie in the pot."""
    now = {division.ranking for division in divisions}
    elsewhere = sum(one.announced for one in there.rankings if one.ranking not in now)
    short = elsewhere + sum(division.paid for division in divisions) - there.prizes.pots.total
    if short > 0:
        raise PrizesRefused(
            gettext_noop(
                "Im Topf fehlen {short}: Die Preise kleiner machen, oder einen Zuschuss als Einnahme für den Topf buchen."
            ),
            short=german_euros(short),
        )


@transaction.atomic
def pay_prize(*, tournament_id: int, award_id: int, by: Actor, now: datetime) -> CashEntry:
    """Hand out what is open of an announced prize; doing it twice is doing it once. Taken back by a counter line."""
    tournament = at_the_box(tournament_id, by)
    line = next((one for one in prize_list(tournament).lines if one.award.pk == award_id), None)
    if line is None:
        raise PrizesRefused(gettext_noop("Dieser Preis gilt nicht mehr: Die Preise wurden neu festgelegt."))
    if line.payout is not None:
        return line.payout
    if not line.open:
        raise CashRefused(gettext_noop("{name} hat den Preis schon bekommen."), name=line.award.name)
    award = line.award
    written = write_lines(
        tournament,
        [{"kind": CashEntry.Kind.PRIZE, "cents": -line.open, "award": award}],
        by=by,
        now=now,
    )
    write_cash_line(tournament, "prize_paid", written, by=by, now=now, name=award.name, award=award.number)
    return written[0]
