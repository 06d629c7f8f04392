"""What the facts of a line of the journal may be, deed by deed.

The words of the journal tell a line also where a fact is missing, and lines stay as the version wrote them that did the
deed: so no fact must be there, and one that is not known here is small, and only kept. What is there is of its kind.
"""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.files.core.shapes import (
    AnySmall,
    ByName,
    Flag,
    ListOf,
    Nothing,
    Object,
    OneOf,
    Places,
    Shape,
    Text,
    Whole,
)

MANY = 10_000
COUNT = Whole(0, 10**9)
SUM = Whole(-(10**9), 10**9)
KEY = Whole(0)
NAME = Text(400)
SHORT = Text(120)
HOUR = Text(40)
DIGEST = Text(64)
NONE_OR_COUNT = OneOf((COUNT, Nothing()))
NONE_OR_HOUR = OneOf((HOUR, Nothing()))
COUNTS = ListOf(COUNT, MANY)
SMALL = OneOf((Text(500), SUM, Flag(), Nothing()))
BEFORE_AFTER = Places((SMALL, SMALL))
CONFIRMED = ListOf(Text(300), 60)
CHAIR = OneOf((Places((COUNT, COUNT)), Nothing()))
TOTALS = ByName(Places((SUM, SUM, OneOf((SUM, Nothing())))), 6)
ITEM = Object(
    {},
    {"view": SHORT, "seconds": COUNT, "series": OneOf((SUM, SHORT, Nothing())), "category": SHORT},
    AnySmall(),
)
READ = ListOf(Places((COUNT, COUNT, Text(200), Text(200))), 2_000)

FORGOTTEN = Object({}, {"start_number": COUNT})
UNKNOWN = Object({}, {}, AnySmall(), most_others=40)  # a deed of another version: told as it stands


def facts(**known: Shape) -> Object:
    return Object({}, known, AnySmall())


PERSON = facts(start_number=COUNT, name=NAME)
GAME = facts(
    game=COUNT,
    finish=Text(8),
    winner=NONE_OR_COUNT,
    hands=ByName(Places((COUNT, Flag())), 6),
    confirmed=CONFIRMED,
    ruling=NONE_OR_COUNT,
)
OF_GAME = facts(game=NONE_OR_COUNT, ruling=NONE_OR_COUNT, seat=COUNT, row=KEY, paragraph=Text(400))
OF_RULING = facts(ruling=NONE_OR_COUNT, by_ruling=NONE_OR_COUNT, start_number=COUNT)
GROUP = facts(name=NAME, number=COUNT, start_numbers=COUNTS)
GROUP_CORRECTED = facts(name=NAME, number=COUNT, start_numbers=COUNTS, before=GROUP)
ROLE = facts(user=NAME, kind=SHORT)
SEAT = facts(
    seat=COUNT,
    start_number=COUNT,
    substitute=COUNT,
    after_round=COUNT,
    scorer=NONE_OR_COUNT,
    ruling=NONE_OR_COUNT,
    method=SHORT,
    strokes=ListOf(ListOf(Places((COUNT, COUNT)), 2_000), 60),
)
PROTEST = facts(protest=COUNT, start_number=COUNT, game=NONE_OR_COUNT, kind=SHORT)
CALL = facts(table=COUNT, series=COUNT, call=KEY)
VERSION = facts(version=COUNT, rows=COUNT)
SERIES = facts(series=COUNT)
CLOCK = facts(series=COUNT, minutes=SUM, by_minutes=SUM)
SUMS = facts(games=COUNT, totals=TOTALS, confirmed=CONFIRMED)
DEVICE = facts(device=COUNT, name=NAME, table=COUNT, links=COUNT)
PHONE = facts(phone=COUNT, user=NAME, name=NAME, ends_at=HOUR)
ACCESS = facts(access=COUNT, name=NAME, scope=SHORT, ends_at=NONE_OR_HOUR)
CASH = facts(vouchers=COUNTS, start_number=COUNT, cents=SUM, of=COUNT, kind=SHORT, name=NAME, award=KEY)
SCREEN = facts(
    screen=COUNT,
    screens=ListOf(COUNT, 500),
    name=NAME,
    programme=SHORT,
    own=ListOf(ITEM, 60),
    item=ITEM,
)
MESSAGE = facts(
    message=KEY, text=Text(500), screen=NONE_OR_COUNT, starts_at=NONE_OR_HOUR, ends_at=NONE_OR_HOUR
)
MOVED = ListOf(facts(series=COUNT, chairs=ListOf(facts(player=COUNT, before=CHAIR, after=CHAIR), MANY)), 60)
PLAN = facts(
    version=COUNT,
    follows=NONE_OR_COUNT,
    kind=SHORT,
    seed=SHORT,
    method=COUNT,
    planned=ListOf(COUNT, 60),
    rematches=OneOf((Places((SUM, SUM)), Places((SUM, SUM, SUM, SUM)))),
    cut=Flag(),
    moved=MOVED,
)
SEARCH = facts(search=KEY, seconds=COUNT, seed=SHORT, tries=COUNT, version=COUNT)
PENALTY = facts(
    ruling=NONE_OR_COUNT,
    kind=SHORT,
    seat=COUNT,
    start_number=COUNT,
    points=SUM,
    augen=SUM,
    voids_series=Flag(),
    game=NONE_OR_COUNT,
    offence=COUNT,
    prescribed=OneOf((facts(points=SUM, augen=SUM, voids_series=Flag()), Nothing())),
    seen=Object({}, {"noticed": SHORT}, OneOf((SUM, Flag(), Nothing()))),
)
EMBLEM = facts(sha256=DIGEST, width=COUNT, height=COUNT)

DEEDS: Mapping[str, Shape] = {
    "tournament_created": facts(
        name=NAME, rules=SHORT, rules_version=COUNT, fingerprint=DIGEST, confirmed=CONFIRMED
    ),
    "tournament_changed": ByName(BEFORE_AFTER, 40, SHORT),
    "tournament_imported": facts(exported_at=HOUR, slug=SHORT),
    "tournament_finished": facts(),
    "account_created": facts(user=NAME, username=NAME),
    "role_granted": ROLE,
    "role_withdrawn": ROLE,
    "players_imported": facts(players=COUNT, file=NAME, fingerprint=DIGEST, new=COUNT, left_out=COUNT),
    "player_registered": PERSON,
    "player_withdrawn": PERSON,
    "player_readmitted": PERSON,
    "player_corrected": facts(start_number=COUNT, before=ListOf(Text(200), 5), after=ListOf(Text(200), 5)),
    "registration_corrected": facts(start_number=COUNT, changed=ByName(BEFORE_AFTER, 40, SHORT)),
    "person_forgotten": PERSON,
    "naming_wished": facts(start_number=COUNT, shown_as=SHORT),
    "pin_renewed": PERSON,
    "own_code_renewed": PERSON,
    **dict.fromkeys(("team_formed", "team_dissolved", "pair_formed", "pair_dissolved"), GROUP),
    **dict.fromkeys(("team_corrected", "pair_corrected"), GROUP_CORRECTED),
    "series_drawn": facts(
        series=COUNT,
        mode=SHORT,
        seed=SHORT,
        plan=NONE_OR_COUNT,
        tables=ListOf(ListOf(COUNT, 6), MANY),
        numbers=COUNTS,
    ),
    "series_taken_down": SERIES,
    "series_hung_out": SERIES,
    "lot_drawn": facts(seed=SHORT, series=NONE_OR_COUNT, day=NONE_OR_HOUR),
    "rankings_set": facts(changed=ByName(BEFORE_AFTER, 40, SHORT), days=ByName(BEFORE_AFTER, 60)),
    "seating_wishes_chosen": facts(
        weights=ByName(SHORT, 20, SHORT),
        order=ListOf(SHORT, 20),
        modes=ListOf(SHORT, 60),
        last_series_only=Flag(),
        closed_tables=COUNTS,
        filling=SHORT,
        groups_apart=Flag(),
    ),
    "player_wishes_chosen": facts(
        start_number=COUNT, seeded=Flag(), strength=NONE_OR_COUNT, table=NONE_OR_COUNT, seat=NONE_OR_COUNT
    ),
    **dict.fromkeys(("plan_drafted", "plan_posted", "seating_changed"), PLAN),
    **dict.fromkeys(("search_asked", "search_stopped", "search_taken", "search_left"), SEARCH),
    "game_reported": GAME,
    "game_corrected": GAME,
    **dict.fromkeys(("game_struck", "game_confirmed", "row_restored", "remark_written"), OF_GAME),
    "remark_withdrawn": OF_RULING,
    "penalty_imposed": PENALTY,
    "penalty_lifted": OF_RULING,
    "misdeal_ruled": facts(
        fault=NONE_OR_COUNT,
        disputed=Flag(),
        struck=COUNTS,
        start=COUNT,
        dealer=COUNT,
        ruling=NONE_OR_COUNT,
    ),
    "sheet_ended_early": facts(last_game=COUNT, cause=SHORT, ruling=NONE_OR_COUNT),
    "sheet_goes_on": OF_RULING,
    **dict.fromkeys(
        ("seat_left", "seat_taken_over", "seat_restored", "sheet_signed", "sheet_handed_over"), SEAT
    ),
    **dict.fromkeys(("protest_filed", "protest_decided", "protest_withdrawn", "protest_reopened"), PROTEST),
    **dict.fromkeys(
        ("referee_called", "call_taken_back", "referee_goes", "referee_stays", "call_done"), CALL
    ),
    "confirmation_wanted": facts(wanted=Flag()),
    **dict.fromkeys(("clock_started", "clock_extended", "clock_taken_back"), CLOCK),
    "paper_typed": facts(
        rows=COUNTS,
        games=COUNT,
        paper_totals=ByName(ListOf(OneOf((SUM, Nothing())), 3), 6),
        differences=ByName(ListOf(SUM, 3), 6),
    ),
    "paper_typed_again": facts(games=COUNT, mismatches=COUNTS),
    "paper_settled": facts(game=COUNT, chosen=SHORT),
    "photo_added": facts(photo=COUNT, sha256=DIGEST, bytes=COUNT),
    "emblem_hung": EMBLEM,
    "emblem_taken_down": EMBLEM,
    "pictures_sent": facts(files=COUNT, sha256=ListOf(DIGEST, 500)),
    "reading_taken": facts(typing=KEY, read=COUNT, asked=READ, followed=READ, changed=READ, examples=COUNT),
    "reading_left": facts(file=NAME, page=COUNT, refused=Text(1_000)),
    **dict.fromkeys(("totals_entered", "totals_corrected", "totals_struck"), SUMS),
    "sheet_accepted": VERSION,
    "acceptance_withdrawn": VERSION,
    "table_lent": DEVICE,
    "links_revoked": DEVICE,
    "device_barred": DEVICE,
    "device_readmitted": DEVICE,
    "doors_opened": facts(tries=COUNT),
    "access_granted": ACCESS,
    "access_revoked": ACCESS,
    **dict.fromkeys(("phone_lent", "phone_fetched", "phone_ended"), PHONE),
    "standings_published": facts(number=COUNT, fingerprint=DIGEST, games=COUNT),
    **dict.fromkeys(
        ("screen_added", "screen_changed", "screen_removed", "screens_fixed", "screens_run"), SCREEN
    ),
    "message_sent": MESSAGE,
    "message_taken_back": MESSAGE,
    "fees_set": facts(
        per=SHORT,
        ordinary=COUNT,
        youth=NONE_OR_COUNT,
        member=NONE_OR_COUNT,
        guest=NONE_OR_COUNT,
        youth_under=COUNT,
        member_club=SHORT,
        loss_to_pot=Flag(),
    ),
    **dict.fromkeys(
        (
            "fee_paid",
            "fee_waived",
            "fee_repaid",
            "loss_money_paid",
            "cash_income",
            "cash_expense",
            "cash_turned_round",
            "prize_paid",
        ),
        CASH,
    ),
    "cash_counted": facts(count=COUNT, expected=SUM, counted=COUNT),
    "prizes_set": VERSION,
    "prizes_announced": facts(
        announcement=COUNT,
        rankings=ListOf(Places((SHORT, NONE_OR_COUNT)), 1_000),
        prizes=COUNT,
        cents=COUNT,
        awards=ListOf(Places((SHORT, NONE_OR_COUNT, NAME, COUNT)), MANY),
    ),
}
