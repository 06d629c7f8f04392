"""Every URL asks: each address of the tournaments with each kind of visitor, for reading and for writing.

The addresses come from the URL conf, and so do the words in them: a new one is tried by everybody before anybody has
typed a row for it, must break nowhere, must not be read behind the desk by strangers, must change nothing when it is
only read, and then fails with the row that was seen, to be looked at and put into ROWS.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from http.cookies import SimpleCookie

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, reverse
from django.urls.converters import IntConverter
from django.utils import timezone

from tests import factories
from tournaments.access.selectors.codes import secret_hash
from tournaments.access.selectors.own_codes import own_code
from tournaments.access.services import devices as links
from tournaments.access.services import lent
from tournaments.event.permissions import Actor
from tournaments.event.selectors.sheets import sheets
from tournaments.event.services.setup import grant_role
from tournaments.federation.services.clubs import name_director, put_under
from tournaments.lists.selectors.check_codes import check_codes
from tournaments.models import Club, LentPhone, MachineEntry, Role, ScoreSheet, Tournament
from tournaments.pages.addresses import DESK
from tournaments.rankings.selectors.snapshots import snapshot
from tournaments.rankings.services.publications import publish
from tournaments.rankings.services.seasons import SeasonFrame, create_season
from tournaments.screens.services.screens import add_screen
from tournaments.urls import urlpatterns

pytestmark = pytest.mark.django_db

# A player has an account and no task; whoever has a task elsewhere, or a link that was closed, is a stranger here. So is who
# directs for another club: this tournament is held by a club that has its own.
STRANGERS = ("foreign director", "foreign referee", "foreign club's director", "player")
SIGNED_IN = (*STRANGERS, "treasurer", "administrator", "referee", "director")
# A phone that a referee borrowed for the day, here and at the other tournament: it acts, but is no account.
BORROWED = ("borrowed", "foreign borrowed")
EVERYBODY = ("anonymous", *SIGNED_IN, *BORROWED, "own link", "foreign link", "closed link")
# In the suite: who knows nothing, and who knows nearly everything. The others run with what is slow, in .ci/run; the
# director comes last, since he may change what others see.
OFTEN = ("anonymous", "referee")
SELDOM = (
    "foreign link",
    "closed link",
    "own link",
    "player",
    "foreign referee",
    "foreign director",
    "foreign club's director",
    "foreign borrowed",
    "borrowed",
    "treasurer",
    "administrator",
    "director",
)
STAFF = ("referee", "borrowed", "director")
AT_THE_TABLE = (*STAFF, "own link")
DIRECTOR = ("director",)
CASH = ("treasurer", "director")
ADMINISTRATOR = ("administrator",)
OF_A_CLUB = (
    "foreign club's director",
    *ADMINISTRATOR,
    *DIRECTOR,
)  # both see their own clubs there, and no other

# name → (who may read, with which answer; who may send, with which answer to an empty form)
# 302 after an empty form: it went back to where the button is, or did what needs no words.
ROWS: dict[str, tuple[tuple[str, ...], int, tuple[str, ...], int]] = {
    "home": (EVERYBODY, 200, EVERYBODY, 200),
    "logout": (EVERYBODY, 302, EVERYBODY, 302),
    "display": (EVERYBODY, 302, EVERYBODY, 302),
    "new_password": (SIGNED_IN, 200, SIGNED_IN, 422),
    "privacy": (EVERYBODY, 200, (), 405),
    "own_data": (EVERYBODY, 200, EVERYBODY, 422),
    "own_data_file": (EVERYBODY, 200, (), 405),
    "forgetting": ((*DIRECTOR, *ADMINISTRATOR), 200, (*DIRECTOR, *ADMINISTRATOR), 422),
    "naming": ((), 405, DIRECTOR, 302),
    "first_account": (EVERYBODY, 302, (), 403),  # only from the machine itself, while nobody has an account
    "second_step": (EVERYBODY, 302, EVERYBODY, 302),  # nobody here has just given a password
    "own_account": (SIGNED_IN, 200, SIGNED_IN, 200),
    "prove": (SIGNED_IN, 200, SIGNED_IN, 422),
    "own_app": (SIGNED_IN, 302, SIGNED_IN, 302),  # the password again, first
    "own_app_off": ((), 405, SIGNED_IN, 302),
    "own_passkey": (SIGNED_IN, 302, SIGNED_IN, 302),
    "own_passkey_off": ((), 405, SIGNED_IN, 302),
    "own_codes": ((), 405, SIGNED_IN, 302),
    "own_codes_pdf": ((), 405, SIGNED_IN, 302),
    "own_devices_off": ((), 405, SIGNED_IN, 302),
    "own_device_off": ((), 405, SIGNED_IN, 302),
    "lend_phone": ((), 405, DIRECTOR, 422),
    "take_phone_back": ((), 405, DIRECTOR, 302),
    "fetch_phone": (EVERYBODY, 422, EVERYBODY, 422),
    "give_phone_back": ((), 405, EVERYBODY, 302),
    "check_list": (EVERYBODY, 200, (), 405),
    "check_file": (EVERYBODY, 200, EVERYBODY, 422),
    "seal_certificate": (EVERYBODY, 200, (), 405),
    "seal_certificate_file": (EVERYBODY, 200, (), 405),
    "sheet_seals": (EVERYBODY, 200, (), 405),
    "sheet_sealed": (EVERYBODY, 404, (), 405),
    "series_sealed": (STAFF, 200, (), 405),
    "check_list_code": (EVERYBODY, 200, (), 405),
    "tournament": (EVERYBODY, 200, EVERYBODY, 200),
    "seating": (EVERYBODY, 200, EVERYBODY, 200),
    "seating_series": (EVERYBODY, 200, EVERYBODY, 200),
    "seating_wall": (EVERYBODY, 200, (), 405),
    "find_seat": (EVERYBODY, 200, EVERYBODY, 200),
    "my_seat": (EVERYBODY, 200, EVERYBODY, 200),
    "standings": (EVERYBODY, 200, (), 405),
    "publications": (EVERYBODY, 200, (), 405),
    "publication": (EVERYBODY, 200, (), 405),
    "publication_json": (EVERYBODY, 200, (), 405),
    "publication_pdf": (EVERYBODY, 200, (), 405),
    "publication_csv": (EVERYBODY, 200, (), 405),
    "new_screen": (EVERYBODY, 302, (), 405),
    "screen": (EVERYBODY, 200, (), 405),
    "screens": (DIRECTOR, 200, (), 405),
    "screen_add": ((), 405, DIRECTOR, 422),
    "screens_show": ((), 405, DIRECTOR, 422),
    "screens_run": ((), 405, DIRECTOR, 422),
    "message_send": ((), 405, DIRECTOR, 422),
    "message_start": ((), 405, DIRECTOR, 422),
    "message_back": ((), 405, DIRECTOR, 422),
    "screen_change": (DIRECTOR, 200, DIRECTOR, 422),
    "screen_remove": ((), 405, DIRECTOR, 302),
    "publish": (STAFF, 200, DIRECTOR, 409),
    # Whoever holds the code of a start card, whatever else he is: foreign and garbled codes are in test_own_page.py.
    "own_door": (EVERYBODY, 200, EVERYBODY, 422),
    "own_page": (EVERYBODY, 200, (), 405),
    "own_protest": (EVERYBODY, 200, EVERYBODY, 422),
    "evening": (EVERYBODY, 404, (), 405),  # a tournament by a points table has none
    "seasons": (EVERYBODY, 200, (), 405),
    "season_new": (SIGNED_IN, 200, SIGNED_IN, 422),
    "season": (EVERYBODY, 200, (), 405),
    "season_csv": (EVERYBODY, 200, (), 405),
    "season_pdf": (EVERYBODY, 200, (), 405),
    "season_versions": (EVERYBODY, 200, (), 405),
    "season_change": (DIRECTOR, 200, DIRECTOR, 422),
    "tournament_new": (SIGNED_IN, 200, SIGNED_IN, 200),
    "machine": (ADMINISTRATOR, 200, ADMINISTRATOR, 404),
    "machine_restore": (ADMINISTRATOR, 200, ADMINISTRATOR, 422),
    "calendar": (EVERYBODY, 200, (), 405),
    "calendar_ics": (EVERYBODY, 200, (), 405),
    # what of it directors of clubs see: tests/tournaments/federation/, tests/attacks/test_clubs.py
    "federation": (OF_A_CLUB, 200, (), 405),
    "director_name": ((), 405, ADMINISTRATOR, 422),
    "director_dismiss": ((), 405, ADMINISTRATOR, 302),
    "key_register": ((), 405, ADMINISTRATOR, 422),
    "key_withdraw": ((), 405, ADMINISTRATOR, 302),
    "club": (ADMINISTRATOR, 404, (), 405),
    "player_register": (OF_A_CLUB, 200, (), 405),
    "players_twice": (OF_A_CLUB, 200, (), 405),
    # whose entries somebody sees: tests/tournaments/federation/test_register.py
    "player_entry": (OF_A_CLUB, 404, (), 405),
    "player_same": (OF_A_CLUB, 404, OF_A_CLUB, 404),
    "player_part": ((), 405, OF_A_CLUB, 404),
    "organiser": (DIRECTOR, 200, DIRECTOR, 422),
    "neutral_pdf": (EVERYBODY, 200, (), 405),
    "day_guide_pdf": (EVERYBODY, 200, (), 405),
    "guide": (EVERYBODY, 200, (), 405),
    "paper_queue": (STAFF, 200, STAFF, 422),
    "paper_send": (AT_THE_TABLE, 200, AT_THE_TABLE, 422),
    "paper_read": (STAFF, 302, STAFF, 302),
    "reading_picture": (STAFF, 404, (), 405),
    "reading_strip": (STAFF, 404, (), 405),
    "reading_put_away": ((), 405, STAFF, 302),
    "desk": (STAFF, 200, STAFF, 200),
    "desk_accept": (DIRECTOR, 302, DIRECTOR, 409),
    "desk_sign_all": ((), 405, DIRECTOR, 409),
    "desk_accept_all": (DIRECTOR, 200, DIRECTOR, 409),
    "desk_take_back": ((), 405, DIRECTOR, 409),
    "finder": (STAFF, 200, (), 405),
    "tournament_frame": (DIRECTOR, 200, DIRECTOR, 422),
    "finish": (DIRECTOR, 200, DIRECTOR, 422),
    "registrations": (DIRECTOR, 200, DIRECTOR, 422),
    "registrations_csv": (DIRECTOR, 200, (), 405),
    "known_players": (DIRECTOR, 200, DIRECTOR, 200),
    "player_upload": (DIRECTOR, 200, DIRECTOR, 422),
    "player_file": (DIRECTOR, 302, DIRECTOR, 302),
    "player_sample": (DIRECTOR, 200, (), 405),
    "registration": (DIRECTOR, 200, DIRECTOR, 422),
    "correct_name": (DIRECTOR, 302, DIRECTOR, 422),
    "correct_registration": (DIRECTOR, 302, DIRECTOR, 302),
    "own_code": (DIRECTOR, 200, DIRECTOR, 302),
    "draw": (DIRECTOR, 200, DIRECTOR, 422),
    "seating_board": (STAFF, 200, STAFF, 200),
    "seat_next": ((), 405, DIRECTOR, 302),
    "series_take_down": ((), 405, DIRECTOR, 302),
    "series_hang_again": ((), 405, DIRECTOR, 302),
    "series_seat_anew": ((), 405, DIRECTOR, 302),
    "seating_swap": (DIRECTOR, 200, DIRECTOR, 422),
    "seating_plan": (DIRECTOR, 200, DIRECTOR, 422),
    "seating_search": (DIRECTOR, 200, DIRECTOR, 422),
    "seating_lay": (DIRECTOR, 302, DIRECTOR, 409),
    "seating_wishes": (DIRECTOR, 200, DIRECTOR, 422),
    "seating_players": (DIRECTOR, 200, DIRECTOR, 422),
    "seating_changes": (DIRECTOR, 200, DIRECTOR, 200),
    "seating_change": (DIRECTOR, 200, DIRECTOR, 422),
    "seating_history": (STAFF, 200, STAFF, 200),
    "seating_version": (STAFF, 200, STAFF, 200),
    "seating_post": (DIRECTOR, 302, DIRECTOR, 409),
    "seating_moves": (STAFF, 200, STAFF, 200),
    "final_lot": (DIRECTOR, 200, DIRECTOR, 422),
    "ranking_setup": (DIRECTOR, 200, DIRECTOR, 422),
    "teams": (DIRECTOR, 200, DIRECTOR, 200),
    "form_team": (DIRECTOR, 302, DIRECTOR, 422),
    "form_pair": (DIRECTOR, 302, DIRECTOR, 422),
    "correct_team": (DIRECTOR, 404, DIRECTOR, 404),
    "correct_pair": (DIRECTOR, 404, DIRECTOR, 404),
    "dissolve_team": (DIRECTOR, 302, DIRECTOR, 302),
    "dissolve_pair": (DIRECTOR, 302, DIRECTOR, 302),
    "tournament_zip": (DIRECTOR, 200, (), 405),
    "tournament_import": (ADMINISTRATOR, 200, ADMINISTRATOR, 422),
    "cash": (CASH, 200, CASH, 422),
    "cash_all": (CASH, 200, CASH, 422),
    "cash_person": (CASH, 200, CASH, 422),
    "cash_fees": (DIRECTOR, 200, DIRECTOR, 422),
    "cash_book": (CASH, 200, CASH, 422),
    "cash_csv": (CASH, 200, (), 405),
    "cash_undo": (CASH, 404, CASH, 404),
    "cash_count": (CASH, 200, CASH, 422),
    "prizes": (CASH, 200, CASH, 422),
    "prize_table": (DIRECTOR, 200, DIRECTOR, 422),
    "prizes_announce": (DIRECTOR, 302, DIRECTOR, 422),
    "receipts_pdf": (CASH, 200, (), 405),
    "backup": (DIRECTOR, 200, DIRECTOR, 302),
    "backup_file": ((), 403, (), 405),
    "network": (DIRECTOR, 200, DIRECTOR, 422),
    "phone_check": (DIRECTOR, 404, (), 405),
    "phone_arrives": (EVERYBODY, 404, EVERYBODY, 404),
    "certificate": (EVERYBODY, 404, (), 405),
    "certificate_file": (EVERYBODY, 404, (), 405),
    "roles": (DIRECTOR, 200, DIRECTOR, 422),
    "withdraw_role": (DIRECTOR, 302, DIRECTOR, 302),
    "account_new": (DIRECTOR, 302, DIRECTOR, 422),
    "journal": (STAFF, 200, (), 405),
    "journal_check": (STAFF, 200, (), 405),
    "journal_csv": (STAFF, 200, (), 405),
    "journal_jsonl": (STAFF, 200, (), 405),
    "api": (EVERYBODY, 200, (), 405),
    "table_links": (STAFF, 200, STAFF, 200),
    "accesses": (DIRECTOR, 200, DIRECTOR, 422),
    "revoke_access": ((), 405, DIRECTOR, 302),
    "sheet": (EVERYBODY, 200, (), 405),
    "sheet_state": (EVERYBODY, 200, (), 405),
    "game": (EVERYBODY, 200, AT_THE_TABLE, 422),
    "signatures": (AT_THE_TABLE, 200, AT_THE_TABLE, 422),
    "paper_grid": (AT_THE_TABLE, 200, AT_THE_TABLE, 409),
    "paper_sums": ((), 405, AT_THE_TABLE, 200),
    "second_typing": (AT_THE_TABLE, 200, AT_THE_TABLE, 422),
    "second_sums": ((), 405, AT_THE_TABLE, 200),
    "mismatches": (AT_THE_TABLE, 200, AT_THE_TABLE, 422),
    "emblem": (DIRECTOR, 200, DIRECTOR, 422),
    "emblem_picture": (DIRECTOR, 404, (), 405),
    "emblem_remove": ((), 405, DIRECTOR, 302),
    "photos": (AT_THE_TABLE, 200, AT_THE_TABLE, 422),
    "photo": (AT_THE_TABLE, 404, (), 405),
    "totals_only": (AT_THE_TABLE, 200, AT_THE_TABLE, 422),
    "strike_totals": (AT_THE_TABLE, 200, AT_THE_TABLE, 422),
    "time_is_over": ((), 405, AT_THE_TABLE, 409),
    "confirm_game": ((), 405, AT_THE_TABLE, 422),
    "misdeal": (STAFF, 200, STAFF, 422),
    "change_seats": (STAFF, 200, STAFF, 422),
    "end_list": (STAFF, 200, STAFF, 422),
    "run_clock": (DIRECTOR, 200, DIRECTOR, 422),
    "hall_clock": (EVERYBODY, 200, (), 405),
    "pins": (DIRECTOR, 200, DIRECTOR, 422),
    "hand_over": (AT_THE_TABLE, 200, AT_THE_TABLE, 422),
    "accept_sheet": ((), 405, DIRECTOR, 409),
    "take_back": (DIRECTOR, 200, DIRECTOR, 422),
    "lend_table": (STAFF, 200, STAFF, 200),
    "send_game": ((), 405, AT_THE_TABLE, 422),
    "check_game": (AT_THE_TABLE, 200, (), 405),
    "service_worker": (EVERYBODY, 200, (), 405),
    "table_door": (EVERYBODY, 200, EVERYBODY, 422),
    "table_link": (EVERYBODY, 302, (), 405),
    "referee": (STAFF, 200, (), 405),
    "calls": (STAFF, 302, (), 405),
    "waiting_badge": (STAFF, 200, (), 405),
    "revisions": (EVERYBODY, 200, (), 405),
    "list_revisions": (EVERYBODY, 200, (), 405),
    "call_go": ((), 405, STAFF, 404),
    "call_stay": ((), 405, STAFF, 404),
    "call_done": ((), 405, STAFF, 404),
    "call": (AT_THE_TABLE, 302, AT_THE_TABLE, 302),
    "protests": (STAFF, 200, (), 405),
    "protest": (AT_THE_TABLE, 200, AT_THE_TABLE, 422),
    "protest_shown": (AT_THE_TABLE, 404, AT_THE_TABLE, 404),
    "rulings": (STAFF, 200, (), 405),
    "lift_penalty": (STAFF, 404, STAFF, 404),
    "withdraw_remark": (STAFF, 404, STAFF, 404),
    "restore": (STAFF, 404, STAFF, 404),
    "strike": (STAFF, 200, STAFF, 422),
    "hand_of_game": (STAFF, 200, STAFF, 422),
    "count_hands": (AT_THE_TABLE, 200, AT_THE_TABLE, 200),
    "correct": (STAFF, 200, STAFF, 422),
    "penalty": (STAFF, 200, STAFF, 422),
    "sheet_pdf": (EVERYBODY, 200, (), 405),
    "sheets_pdf": (EVERYBODY, 200, (), 405),
    "standings_pdf": (EVERYBODY, 200, (), 405),
    "standings_csv": (EVERYBODY, 200, (), 405),
    "printing": (DIRECTOR, 200, (), 405),
    "series_lists": (DIRECTOR, 302, (), 405),
    "board_pdf": (EVERYBODY, 200, (), 405),
    "rules_pdf": (EVERYBODY, 200, (), 405),
    "table_cards_pdf": (STAFF, 200, (), 405),
    "place_cards_pdf": (STAFF, 200, (), 405),
    "start_cards_pdf": (DIRECTOR, 200, (), 405),
    "badges_pdf": (STAFF, 200, (), 405),
    "slips_pdf": (STAFF, 200, (), 405),
    "certificates_pdf": (DIRECTOR, 200, (), 405),
    "record_pdf": (STAFF, 200, (), 405),
    "standings_xlsx": (EVERYBODY, 200, (), 405),
    "statistics": (EVERYBODY, 200, (), 405),
    "statistics_pdf": (EVERYBODY, 200, (), 405),
    "workbook": (EVERYBODY, 302, EVERYBODY, 302),
    "workbook_file": (EVERYBODY, 404, (), 405),
}


def names(patterns: Sequence[URLPattern | URLResolver]) -> set[str]:
    """Every name, also of addresses that are included."""
    found: set[str] = set()
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            found |= names(pattern.url_patterns)
        else:
            assert pattern.name, f"{pattern.pattern} has no name"
            found.add(pattern.name)
    return found


def address(name: str, sheet: ScoreSheet, token: str) -> str:
    """The address of this name at the first table of the first series."""
    known = {
        "digits": 23456,
        "screen": 1,
        "message": 999_999,
        "season": "probesaison",
        "slug": sheet.table.series.tournament.slug,
        "series": 1,
        "table": 1,
        "number": 1,
        "game": 1,
        "seat": 1,
        "token": token,
        "penalty": 999_999,
        "ruling": 999_999,
        "call": 999_999,
        "protest": 999_999,
        "row": 999_999,
        "team": 999_999,
        "pair": 999_999,
        "role": 999_999,
        "club": 999_999,
        "director": 999_999,
        "laptop": 999_999,
        "player": 999_999,
        "entry": 999_999,
        "said": 999_999,
        "kind": "nachzuegler",
        "check": check_codes([sheet]).get(sheet.pk, "X"),
        "version": 1,
        "key": "unbekannt",
        "file": 999_999,
        "name": "romme-club-20261114-130000-hand.zip",
    }
    converters = pattern_of(name).pattern.converters
    if name == "fetch_phone":
        known["code"] = USED_UP
    elif "code" in converters:
        known["code"] = own_code(sheet.table.seats.get(number=1).registration).token
    return reverse(name, kwargs={place: known.get(place, anything(one)) for place, one in converters.items()})


def pattern_of(name: str) -> URLPattern:
    return next(one for one in urlpatterns if isinstance(one, URLPattern) and one.name == name)


def anything(converter: object) -> object:
    """What fits a place in an address that nobody has named here yet."""
    return 999_999 if isinstance(converter, IntConverter) else "gibt-es-nicht"


@pytest.fixture(scope="module")
def staged_sheet(stage: None) -> ScoreSheet:
    """The list of table 1 of two with one game; the foreign director runs another tournament."""
    other = factories.tournament(name="Nachbarturnier")
    grant_role(
        tournament_id=other.pk,
        user=factories.user("fremd"),
        kind=Role.Kind.DIRECTOR,
        by=factories.director(),
        now=factories.NOON,
    )
    factories.referee(other, USERS["foreign referee"])
    made = factories.tournament(players=7)
    factories.referee(made)
    cashier = factories.user(USERS["treasurer"])
    grant_role(
        tournament_id=made.pk,
        user=cashier,
        kind=Role.Kind.TREASURER,
        by=factories.director(),
        now=factories.NOON,
    )
    keeper = factories.administrator(USERS["administrator"])
    for club, user, held in (
        ("Karo Nord", factories.user(USERS["director"]), made),
        ("Pik Süd", factories.user(USERS["foreign club's director"]), other),
    ):
        holder = Club.objects.create(name=club)
        put_under(tournament_id=held.pk, club=holder, by=keeper, now=factories.NOON)
        name_director(club=holder, user=user, by=keeper, now=factories.NOON)
    first = factories.sheet_of(factories.draw(made))
    factories.play(first, 1)
    add_screen(tournament_id=made.pk, code="23456", by=factories.director(), now=factories.NOON)
    publish(
        tournament_id=made.pk, seen=snapshot(made).fingerprint, by=factories.director(), now=factories.NOON
    )
    year = SeasonFrame(
        name="Probesaison",
        starts_on=date(2026, 1, 1),
        ends_on=date(2026, 12, 31),
        unit="event",
        rule="best",
        figure=8,
    )
    create_season(year, tournaments=[made.pk], by=factories.director(), now=factories.NOON)
    return first


@pytest.fixture
def sheet(staged_sheet: ScoreSheet) -> ScoreSheet:
    return sheets().get(pk=staged_sheet.pk)


USED_UP = "abgeholt"  # the code of a phone that was fetched already
USERS = {
    "foreign director": "fremd",
    "foreign referee": "gastschiri",
    "foreign club's director": "nachbarverein",
    "player": "mitspielerin",
    "treasurer": "kasse",
    "administrator": "verwaltung",
    "referee": "schiri",
    "director": "leitung",
}


def lend(sheet: ScoreSheet) -> str:
    return links.lend_table(sheet_id=sheet.pk, by=factories.director(), now=factories.NOON)


def visitors(sheet: ScoreSheet) -> dict[str, Client]:
    """One browser for each kind of visitor; the director comes last, since he may change what others see."""
    clients = {kind: Client() for kind in (*SELDOM, *OFTEN)}
    clients["closed link"].get(reverse("table_link", args=[lend(sheet)]))
    links.revoke_links(sheet_id=sheet.pk, by=factories.director(), now=factories.NOON)
    clients["own link"].get(reverse("table_link", args=[lend(sheet)]))
    clients["foreign link"].get(reverse("table_link", args=[lend(factories.sheet_of(sheet.table.series, 2))]))
    for kind, username in USERS.items():
        clients[kind].force_login(factories.user(username))
    borrow(clients["borrowed"], sheet.table.series.tournament, USERS["referee"])
    borrow(
        clients["foreign borrowed"], Tournament.objects.get(name="Nachbarturnier"), USERS["foreign referee"]
    )
    return clients


def borrow(client: Client, tournament: Tournament, username: str) -> None:
    """This browser is a phone that the referee carries today."""
    role = Role.objects.get(tournament=tournament, user__username=username, kind=Role.Kind.REFEREE)
    director = Role.objects.filter(tournament=tournament, kind=Role.Kind.DIRECTOR).latest("pk").user
    phone, _code = lent.lend_phone(
        tournament_id=tournament.pk, role_id=role.pk, by=Actor(user=director), now=timezone.now()
    )
    LentPhone.objects.filter(pk=phone.pk).update(code_hash=secret_hash(f"{USED_UP}{phone.pk}"))
    answer = client.post(reverse("fetch_phone", args=[f"{USED_UP}{phone.pk}"]))
    assert answer.status_code == 302
    if username == USERS["referee"]:
        LentPhone.objects.filter(pk=phone.pk).update(code_hash=secret_hash(USED_UP))


@pytest.fixture(scope="module")
def staged_keys(staged_sheet: ScoreSheet) -> dict[str, SimpleCookie]:
    """What each browser keeps once it was let in."""
    return {kind: client.cookies for kind, client in visitors(staged_sheet).items()}


@pytest.fixture(scope="module")
def token(staged_sheet: ScoreSheet, staged_keys: dict[str, SimpleCookie]) -> str:
    """The code in force of that list, as its paper carries it; lent after all browsers were let in."""
    return lend(staged_sheet)


@pytest.fixture
def clients(sheet: ScoreSheet, staged_keys: dict[str, SimpleCookie]) -> dict[str, Client]:
    """The same browsers for every test, as they were when they had been let in."""
    fresh = {kind: Client() for kind in staged_keys}
    for kind, client in fresh.items():
        client.cookies = SimpleCookie({name: key.value for name, key in staged_keys[kind].items()})
    return fresh


Answers = dict[str, tuple[int, int]]  # visitor → how he was answered when he read, and when he sent
# Programs' addresses are included, and have visitors of their own in tests/api/test_access.py; log-in stands below.
ADDRESSES = sorted({str(one.name) for one in urlpatterns if isinstance(one, URLPattern)} - {"login"})


def facts() -> list[tuple[int, int]]:
    """What a page that is only read must not move: each tournament's revision, and the lines of the machine."""
    revisions = Tournament.objects.order_by("pk").values_list("pk", "revision")
    return [*revisions, (0, MachineEntry.objects.count())]


def tried(
    name: str, kinds: Sequence[str], sheet: ScoreSheet, token: str, clients: dict[str, Client]
) -> Answers:
    """How each visitor is answered; all read before anybody sends. What holds everywhere is looked at on the way."""
    path, before = address(name, sheet, token), facts()
    read = {kind: clients[kind].get(path).status_code for kind in kinds}
    assert facts() == before, f"reading {name} changed something"
    answers = {kind: (read[kind], clients[kind].post(path).status_code) for kind in kinds}
    broken = {kind: both for kind, both in answers.items() if max(both) >= 500}
    assert not broken, f"{name} breaks: {broken}"
    if str(pattern_of(name).pattern).startswith(DESK):
        inside = {kind: answers[kind] for kind in kinds if kind in OUTSIDE and not set(answers[kind]) <= SHUT}
        assert not inside, f"{name} is behind the desk, and strangers are answered: {inside}"
    return answers


OUTSIDE = ("anonymous", *STRANGERS, "foreign borrowed", "own link", "foreign link", "closed link")
SHUT = {403, 405}


def row_seen(answers: Answers) -> str:
    """The row that these answers would be, for whoever adds an address."""
    told = []
    for which in (0, 1):
        said = {both[which] for both in answers.values()} - {403}
        kinds = tuple(kind for kind, both in answers.items() if both[which] != 403)
        told.append(f"{kinds if said != {405} else ()}, {sorted(said)}")
    return f"({', '.join(told)})"


def test_no_row_is_left_of_an_address_that_is_gone():
    assert not set(ROWS) - set(ADDRESSES)


@pytest.mark.parametrize(
    "kinds", [OFTEN, pytest.param(SELDOM, marks=pytest.mark.slow)], ids=["often", "seldom"]
)
@pytest.mark.parametrize("name", ADDRESSES)
def test_who_may_open_and_who_may_send(name, kinds, sheet, token, clients):
    answers = tried(name, kinds, sheet, token, clients)
    assert name in ROWS, f"look whether this is right, and put it into ROWS: {name!r}: {row_seen(answers)}"
    readers, read, writers, written = ROWS[name]
    expected = {
        kind: (
            read if kind in readers or read == 405 else 403,
            written if kind in writers or written == 405 else 403,
        )
        for kind in kinds
    }
    assert answers == expected, f"(GET, POST) of {name}"


def test_every_kind_of_visitor_is_tried():
    assert {*OFTEN, *SELDOM} == {*EVERYBODY}
    assert not {*OFTEN} & {*SELDOM}


def test_an_address_without_a_row_is_tried_by_everybody_and_told(sheet, token, clients, monkeypatch):
    """What happens to whoever adds one: here an old address plays the new one."""
    monkeypatch.delitem(ROWS, "registrations")
    with pytest.raises(AssertionError, match=r"put it into ROWS: 'registrations': \(\(\), \[\], "):
        test_who_may_open_and_who_may_send("registrations", OFTEN, sheet, token, clients)


def test_who_is_signed_in_is_not_asked_again(clients):
    expected = dict.fromkeys(EVERYBODY, 200) | dict.fromkeys(SIGNED_IN, 302)
    for kind, client in clients.items():
        assert client.get(reverse("login")).status_code == expected[kind], kind


def test_a_form_from_elsewhere_is_refused(sheet, staged_keys):
    """Without the secret of our own form nothing is done, whoever is signed in."""
    harmless = {
        "display",
        "set_language",
    }  # set a cookie for colours or language; their forms stand in cached pages
    names = [name for name, row in ROWS.items() if row[3] not in (405, 200) and name not in harmless]
    names.append("login")
    answers = {}
    for name in names:
        strict = Client(enforce_csrf_checks=True)
        strict.cookies = SimpleCookie({one: key.value for one, key in staged_keys["director"].items()})
        answers[name] = strict.post(address(name, sheet, "x")).status_code
    assert answers == dict.fromkeys(names, 403)


@pytest.mark.slow
@pytest.mark.parametrize("kind", EVERYBODY)
def test_what_does_not_exist_is_not_found(kind, clients):
    client = clients[kind]
    for name in ("tournament", "seating", "standings", "desk", "registrations", "draw", "journal", "rulings"):
        assert client.get(reverse(name, args=["gibt-es-nicht"])).status_code == 404


def test_a_refusal_says_what_to_do(sheet):
    answer = Client().get(reverse("desk", args=[sheet.table.series.tournament.slug]))
    assert "Berechtigung" in answer.content.decode()
    assert reverse("login") in answer.content.decode()
