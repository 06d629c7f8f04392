"""Every page of the site, and who opens it: what `test_every_page.py` measures and judges, and what is left out, and why.

`tests/test_pages_looked_at.py` fails with each address that is neither here nor explained here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.numbers import GameNumber, SeatNumber
from tests import factories
from tests.tournaments.accounts.test_access import ROWS, address
from tournaments.access.selectors.codes import code_of
from tournaments.access.services.lent import lend_phone
from tournaments.event.permissions import Actor
from tournaments.event.selectors.sheets import sheets
from tournaments.event.services.setup import grant_role
from tournaments.federation.services.clubs import name_director, put_under
from tournaments.lists.selectors.sheets import Life
from tournaments.management.demo.play import Playing, read_plan
from tournaments.models import Club, Role, ScoreSheet
from tournaments.money.services.fees import Fees, set_fees
from tournaments.rankings.selectors.snapshots import snapshot
from tournaments.rankings.services.publications import publish
from tournaments.rankings.services.seasons import SeasonFrame, create_season
from tournaments.rulings.services.calls import call_referee
from tournaments.rulings.services.protests import file_protest
from tournaments.screens.services.screens import add_screen

# What is no page, by the reason for it.
NO_PAGES: dict[str, frozenset[str]] = {
    "a file, a picture or an answer for programs": frozenset({
        "journal_csv", "journal_jsonl", "player_sample", "publication_json", "publication_csv",
        "publication_pdf", "season_csv", "season_pdf", "standings_csv", "standings_pdf", "standings_xlsx",
        "statistics_pdf", "cash_csv", "receipts_pdf", "sheet_pdf", "sheets_pdf", "board_pdf", "rules_pdf",
        "table_cards_pdf", "place_cards_pdf", "start_cards_pdf", "badges_pdf", "slips_pdf", "certificates_pdf",
        "record_pdf", "tournament_zip", "sheet_sealed", "series_sealed", "seal_certificate_file", "check_game",
        "day_guide_pdf", "service_worker", "backup_file", "neutral_pdf", "own_data_file", "own_codes_pdf",
        "calendar_ics", "registrations_csv", "certificate_file", "emblem_picture", "photo", "reading_picture",
        "reading_strip", "workbook_file", "rule_document", "revisions", "list_revisions",
    }),
    "a part of a page": frozenset({"known_players", "sheet_state", "waiting_badge"}),
    "read, it leads to a page; sent empty, its refusal is one of the pages here": frozenset({
        "correct_name", "correct_registration", "seating_lay", "seating_post", "form_team", "form_pair", "prizes_announce",
        "account_new", "desk_accept", "own_codes",
    }),
    "it only leads elsewhere": frozenset({
        "logout", "display", "new_screen", "dissolve_team", "dissolve_pair", "withdraw_role", "table_link",
        "calls", "call", "staff_login", "rule_set_newest", "series_lists",
    }),
    "there only while nobody has an account: test_first_start.py walks through it": frozenset({"first_account"}),
    "letters on walls and televisions are counted by test_walls.py": frozenset({"screen", "seating_wall", "hall_clock"}),
}  # fmt: skip
LEFT_OUT = frozenset().union(*NO_PAGES.values())
# Addresses that no row of the table of addresses has: signing in, and everything about rules.
BESIDE = {
    "login": {},
    "rules": {},
    "rule_set": {"key": "club_2018", "version": 1},
    "rule_variant": {"key": "club_2018", "version": 1},
    "hand": {},
    "game_record": {},
}
NEXT_GAME = "game that comes"
USERS = {
    "director": "leitung", "administrator": "verwaltung", "referee": "schiri", "treasurer": "kasse",
    "player": "mitspielerin",
}  # fmt: skip
# Everybody's pages and the director's are all opened. The others' are opened where they show something else than these did.
BEFORE: dict[str, tuple[str, ...]] = {
    "anonymous": (),
    "director": (),
    "administrator": ("anonymous", "director"),
    "referee": ("anonymous", "director"),
    "treasurer": ("anonymous", "director"),
    "player": ("anonymous", "director"),
    "table": ("anonymous", "director"),
    "borrowed": ("anonymous", "director", "referee"),
}
IN_ROWS = {"table": "own link"}  # as the table of addresses calls the list keeper


@dataclass(frozen=True, slots=True)
class Visit:
    """A page and how it answers; `sent`: the form behind this address was sent empty."""

    name: str
    url: str
    status: int = 200
    sent: bool = False


def hall() -> ScoreSheet:
    """A tournament in the middle of its day, with long names, a call, a protest, fees and a second table that has played everything."""
    made = factories.tournament(players=7, series=2, rounds=1, name="Herbstturnier der Kartenfreunde")
    factories.referee(made)
    director = factories.director()
    grant_role(
        tournament_id=made.pk,
        user=factories.user(USERS["treasurer"]),
        kind=Role.Kind.TREASURER,
        by=director,
        now=factories.NOON,
    )
    club, keeper = Club.objects.create(name="Karo Nord"), factories.administrator()
    put_under(tournament_id=made.pk, club=club, by=keeper, now=factories.NOON)
    name_director(club=club, user=factories.user(USERS["director"]), by=keeper, now=factories.NOON)
    drawn = factories.draw(made)
    first = factories.sheet_of(drawn)
    factories.play(first, 1)
    factories.sign_all(factories.play_all(factories.sheet_of(drawn, 2)))
    call_referee(sheet_id=first.pk, by=factories.scorer(first), now=factories.NOON)
    file_protest(
        sheet_id=first.pk,
        seat_number=SeatNumber(2),
        game_number=GameNumber(1),
        text="Das Ass zählt hier elf.",
        by=director,
        now=factories.NOON,
    )
    set_fees(tournament_id=made.pk, fees=Fees(ordinary=1000), by=director, now=factories.NOON)
    add_screen(tournament_id=made.pk, code="23456", by=director, now=factories.NOON)
    publish(tournament_id=made.pk, seen=snapshot(made).fingerprint, by=director, now=factories.NOON)
    year = SeasonFrame(
        name="Probesaison",
        starts_on=date(2026, 1, 1),
        ends_on=date(2026, 12, 31),
        unit="event",
        rule="best",
        figure=8,
    )
    create_season(year, tournaments=[made.pk], by=director, now=factories.NOON)
    return sheets().get(pk=first.pk)


def evening_of_sums() -> ScoreSheet:
    """The demo's evening on paper, of whose lists only the sums are known; returns one that is complete and not yet signed."""
    plan = read_plan()
    [evening] = (one for one in plan.evenings if all(series.sums_only for series in one.series))
    made = Playing(plan, evening, factories.director(), Actor(user=factories.user(USERS["referee"]))).play()
    [(table, _state)] = (one for one in evening.series[-1].left_at.items() if one[1] == Life.COMPLETE.value)
    return sheets().get(
        table__series__tournament=made, table__series__number=len(evening.series), table__number=table
    )


def read_where_sums_are_the_rule(of: str, sheet: ScoreSheet) -> list[Visit]:
    """Every page of that evening that this visitor reads."""
    own, within = visitor(of, sheet), f"/{sheet.table.series.tournament.slug}/"
    found = [one for one in read_by(of, sheet) if within in one.url and one.status == 200]
    return [one for one in found if is_page(own.get(one.url))]


def is_page(answer: HttpResponseBase) -> bool:
    return answer.status_code == 200 and answer["Content-Type"].startswith("text/html")


def visitor(of: str, sheet: ScoreSheet) -> Client:
    """A browser that was let in as this one."""
    client = Client()
    if of in USERS:
        client.force_login(factories.user(USERS[of]))
    if of == "table":
        client.get(f"/t/{code_of(sheet).token}/")
    if of == "borrowed":
        client.post(reverse("fetch_phone", args=[lent_code(sheet)]))
    return client


def lent_code(sheet: ScoreSheet) -> str:
    """The code with which a phone becomes the referee's for today."""
    made = sheet.table.series.tournament
    role = Role.objects.get(tournament=made, kind=Role.Kind.REFEREE)
    _phone, code = lend_phone(
        tournament_id=made.pk, role_id=role.pk, by=factories.director(), now=timezone.now()
    )
    return code


def read_by(of: str, sheet: ScoreSheet) -> Iterator[Visit]:
    """Every page that this visitor reads."""
    token, called = code_of(sheet).token, IN_ROWS.get(of, of)
    for name, (readers, status, *_sending) in ROWS.items():
        if called in readers and status == 200 and name not in LEFT_OUT:
            yield Visit(name, address(name, sheet, token))
    for name, places in BESIDE.items():
        asked = {"login": "anonymous", "rule_variant": "director"}.get(name, of)
        if of == asked:
            yield Visit(name, reverse(name, kwargs=places))
    if of == "table":
        game = address("game", sheet, token).replace("/1/1/spiel/1/", "/1/1/spiel/2/")
        yield Visit(NEXT_GAME, game)
        yield Visit("protest_shown", address("protest_shown", sheet, token).replace("999999", "1"))
    if of == "anonymous":
        yield Visit("not found", "/gibt-es-nicht/", 404)
        yield Visit("not for you", address("desk", sheet, token), 403)


def refused_to(of: str, sheet: ScoreSheet) -> Iterator[Visit]:
    """What this visitor, and none before him, is told who sends a form empty or too late."""
    token, called = code_of(sheet).token, IN_ROWS.get(of, of)
    earlier = {"director": {"anonymous"}, "table": {"anonymous", "director"}}.get(of, set())
    if of not in ("anonymous", "director"):
        return
    for name, (_readers, _read, writers, written) in ROWS.items():
        if (
            called in writers
            and not earlier & {*writers}
            and written in (409, 422)
            and name not in NOT_REFUSED_HERE
        ):
            yield Visit(f"{name}, sent", address(name, sheet, token), written, sent=True)


# A phone's own outbox reads no page; and where a fee is open, this form takes it without another word.
NOT_REFUSED_HERE = frozenset({"send_game", "cash_person"})


def of_its_own(of: str, sheet: ScoreSheet) -> list[Visit]:
    """The pages on which this visitor sees something that nobody before him saw there; of the frame around, each kind once.

    A page is told by its `<main>`, the frame by all other words: menus, the name above, what waits.
    """
    own, others = visitor(of, sheet), [visitor(one, sheet) for one in BEFORE[of]]
    frames: set[str] = set()
    found = []
    for one in read_by(of, sheet):
        inside, around = parts(own.get(one.url).content.decode())
        seen = any(parts(other.get(one.url).content.decode())[0] == inside for other in others)
        if not (seen and around in frames):
            found.append(one)
        frames.add(around)
    return found


def parts(html: str) -> tuple[str, str]:
    """What is inside `<main>`, and the frame around it without the addresses that say where one is."""
    html = re.sub(r'(csrfmiddlewaretoken" value|nonce)="[^"]*"', "", html)
    main = re.search(r"<main.*</main>", html, re.DOTALL)
    if main is None:
        return html, ""
    frame = re.sub(r"<title>.*?</title>", "", html[: main.start()] + html[main.end() :], flags=re.DOTALL)
    return main[0], re.sub(r' aria-current="\w+"|(href|action|value|content|data-\w+)="[^"]*"', "", frame)


def visits(of: str, sheet: ScoreSheet) -> list[Visit]:
    """What is opened as this visitor."""
    if not BEFORE[of]:
        return [*read_by(of, sheet), *refused_to(of, sheet)]
    return of_its_own(of, sheet)
