"""A player's own page: who gets in, what stands there and what does not, how it follows, and a protest from it."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from scoring.numbers import SeatNumber
from tests import factories
from tests.factories import NOON
from tournaments.access.selectors.own_codes import own_code
from tournaments.event.permissions import Actor, NotAllowed
from tournaments.event.selectors.sheets import sheets
from tournaments.field.selectors.own_codes import registration_of_token
from tournaments.field.selectors.own_page import own_lists
from tournaments.lists.services import signing
from tournaments.models import JournalEntry, LoginAttempt, Protest, Registration, ScoreSheet, Tournament
from tournaments.rulings.services import deduct_points, protests, seats

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def staged(stage: None) -> Tournament:
    """Eight players; at table 1 every game of the first series of two Runden, at table 2 one."""
    made = factories.tournament(players=8, rounds=2)
    first = factories.draw(made)
    factories.play_all(factories.sheet_of(first, 1))
    factories.play(factories.sheet_of(first, 2), 1)
    return made


@pytest.fixture
def made(staged: Tournament) -> Tournament:
    return Tournament.objects.select_related("rule_set").get(pk=staged.pk)


@pytest.fixture
def one(made: Tournament) -> Registration:
    """Who sits at table 1, seat 2."""
    return sitting(made, 1, 2)


def sitting(made: Tournament, table: int, seat: int) -> Registration:
    return made.registrations.select_related("player").get(seats__table__number=table, seats__number=seat)


def sheet_of(made: Tournament, table: int = 1) -> ScoreSheet:
    return sheets().get(table__series__tournament=made, table__number=table)


def url(one: Registration) -> str:
    return reverse("own_page", args=[own_code(one).token])


def read(client: Client, where: str, status: int = 200, **headers: str) -> str:
    answer = client.get(where, headers=headers)
    assert answer.status_code == status
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


# Getting in ---------------------------------------------------------------------------------------------------


def test_scanned_typed_behind_the_address_and_typed_at_the_door(client, one):
    code = own_code(one)
    assert one.player.name in read(client, url(one))
    assert client.get(f"/s/{code.typed}/")["Location"] == url(one)
    typed = {"start_number": str(one.start_number), "pin": f" {code.spoken_pin} "}
    assert client.post(reverse("own_door"), typed)["Location"] == url(one)
    assert not LoginAttempt.objects.exclude(who__startswith="right-").exists()


@pytest.mark.parametrize(
    "garbled",
    ["x", "1-aaaaaaaaaaaaaaaaaaaa", "zzzzzzzzzzzz-aaaaaaaaaaaaaaaaaaaa", "0", "💥", "1-000000", "a" * 80],
)
def test_what_is_no_code_opens_nothing(client, one, garbled):
    answer = client.get(f"/s/{garbled}/")
    assert answer.status_code == 404
    assert "Startkarte" in answer.content.decode()
    assert client.get(f"/s/{garbled}/einspruch/1/").status_code == 404


def test_one_sign_changed_or_another_player_in_front_opens_nothing(one, made):
    token = own_code(one).token
    row, signature = token.split("-")
    other = own_code(sitting(made, 2, 1)).token.split("-")[0]
    for forged in (f"{other}-{signature}", f"{row}-{signature[:-1]}{'a' if signature[-1] != 'a' else 'b'}"):
        assert registration_of_token(forged) is None
    assert registration_of_token(token.upper()) == one


def test_a_renewed_code_closes_the_old_one_and_the_journal_knows(client, one, made):
    old = url(one)
    signing.renew_own_code(
        tournament_id=made.pk, start_number=one.start_number, by=factories.director(), now=NOON
    )
    read(client, old, status=404)
    one.refresh_from_db()
    assert one.player.name in read(client, url(one))
    assert JournalEntry.objects.filter(deed="own_code_renewed").get().facts == {
        "start_number": one.start_number
    }
    for stranger in (Actor(), Actor(registration_id=one.pk), factories.referee(made)):
        with pytest.raises(NotAllowed):
            signing.renew_own_code(
                tournament_id=made.pk, start_number=one.start_number, by=stranger, now=NOON
            )


def test_the_desk_shows_the_code_and_renews_it(one, made):
    desk, where = Client(), reverse("own_code", args=[made.slug, one.start_number])
    desk.force_login(factories.user("leitung"))
    assert own_code(one).spoken_pin in read(desk, where)
    assert (
        reverse("own_code", args=[made.slug, one.start_number])
        in desk.get(reverse("registration", args=[made.slug, one.start_number])).content.decode()
    )
    assert desk.post(where)["Location"] == where
    assert own_code(Registration.objects.get(pk=one.pk)).issue == 1
    assert Client().get(url(one)).status_code == 404


def test_a_code_of_a_rehearsal_opens_no_later_entry_in_the_same_row(one):
    early = own_code(one).token
    one.registered_at += timedelta(microseconds=1)
    assert own_code(one).token != early


@pytest.mark.slow
def test_guessing_is_paused_and_a_scanned_code_is_not(client, one):
    code = own_code(one)
    wrong = f"{(int(code.pin) + 1) % 10**6:06}"
    answers = [client.get(f"/s/{one.start_number}-{wrong}/").status_code for _try in range(11)]
    assert answers == [404] * 10 + [429]
    assert client.get(f"/s/{code.typed}/").status_code == 429, "this number pauses, the right PIN too"
    assert client.get(url(one)).status_code == 200
    for _try in range(10):
        client.get("/s/1-aaaaaaaaaaaaaaaaaaaa/")
    assert client.get("/s/1-aaaaaaaaaaaaaaaaaaaa/").status_code == 429


def test_nobody_keeps_finds_or_passes_on_the_address(client, one):
    for where in (url(one), reverse("own_protest", args=[own_code(one).token, 1]), "/s/unsinn/"):
        answer = client.get(where)
        assert answer["Cache-Control"] == "private, no-store"
        assert "noindex" in answer["X-Robots-Tag"]
        assert answer["Referrer-Policy"] == "same-origin"


# What stands there --------------------------------------------------------------------------------------------


def test_the_next_seat_the_games_the_points_and_the_rank(client, one, made):
    page = read(client, url(one))
    assert "Liste der Serie 1 unterschreiben" in page
    assert "Alles gespielt, was bisher ausgehängt ist." in page
    assert "Mein Rang Einzel" in page
    assert "von 8" in page
    [own] = own_lists(one, now=NOON)
    assert [game.number for game in own.games] == list(range(1, 9))
    assert [game.number for game in own.games if game.rests] == [2, 6]
    assert own.total.net_points == sum(game.points for game in own.games)
    assert f"Zusammen {own.total.augen} {own.total.net_points}" in page
    waiting = read(client, url(sitting(made, 2, 3)))
    assert "Serie 1 jetzt" in waiting
    assert "Tisch 2 Platz 3" in waiting
    assert "Spiel 2" in waiting


def test_a_substitute_and_who_left_have_their_own_games(made):
    sheet = sheet_of(made, 2)
    left = sitting(made, 2, 4)
    for number in (2, 3, 4):
        factories.play(sheet, number)
    referee = factories.referee(made)
    new = factories.register(made, 9)
    seats.substitute(
        sheet_id=sheet.pk,
        seat_number=4,
        start_number=new.start_number,
        reason="ging nach Hause",
        seen_version=sheet_of(made, 2).version,
        by=referee,
        now=NOON,
    )
    factories.play(sheet_of(made, 2), 5)
    [before], [after] = own_lists(left, now=NOON), own_lists(new, now=NOON)
    assert [game.number for game in before.games] == [1, 2, 3, 4]
    assert [game.number for game in after.games] == [5]
    assert before.total.games_played == 3
    assert after.total.games_played == 1


def test_what_belongs_to_others_is_not_there(client, one, made):
    sheet, mate, referee = sheet_of(made), sitting(made, 1, 3), factories.referee(made)
    protests.file_protest(
        sheet_id=sheet.pk, seat_number=3, text="Geheimer Ärger", by=factories.scorer(sheet), now=NOON
    )
    protest = Protest.objects.get()
    protests.decide_protest(
        protest_id=protest.pk, granted=False, reason="Geheimer Bescheid", by=referee, now=NOON
    )
    deduct_points(
        sheet_id=sheet.pk,
        start_number=mate.start_number,
        points=1,
        reason="Geheime Verwarnung",
        seen_version=sheet_of(made).version,
        by=referee,
        now=NOON,
    )
    page = read(client, url(one))
    assert "Geheim" not in page
    assert own_code(mate).token not in page
    his = read(client, url(mate))
    for word in ("Geheimer Ärger", "Geheimer Bescheid", "Geheime Verwarnung"):
        assert word in his
    assert his.count("Geheimer Bescheid") == 1


# Following ----------------------------------------------------------------------------------------------------


def test_what_concerns_the_player_moves_the_numbers_that_his_page_follows(client, one, made):
    page = client.get(url(one)).content.decode()
    address, follows, seen = re.search(
        r'data-revisions="([^"]+)" data-follows="([^"]+)" data-seen="([^"]+)"', page
    ).groups()

    def numbers() -> str:
        answer = client.get(address).json()
        return " ".join(str(answer.get(name, 0)) for name in follows.split())

    assert numbers() == seen
    factories.play(sheet_of(made, 2), 2)
    assert (numbers() != seen) == (sitting(made, 2, 3).pk == one.pk or "list-2" in follows)
    part = client.get(url(one), headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith("<div")
    assert "<html" not in part


def test_ranks_are_those_that_everybody_may_see(client, one, made):
    assert "Mein Rang" in read(client, url(one))
    Tournament.objects.filter(pk=made.pk).update(release=Tournament.Release.PUBLISHED)
    assert "Mein Rang" not in read(client, url(one)), "nothing is published yet"


@pytest.mark.slow
@pytest.mark.parametrize("players", [8, 40])
def test_the_page_asks_as_often_whatever_the_field(players, client, django_assert_max_num_queries):
    big = factories.tournament(players=players, series=2, rounds=1)
    for number in (1, 2):
        drawn = factories.draw(big, number)
        for table in range(1, players // 4 + 1):
            factories.play_all(factories.sheet_of(drawn, table))
    one = big.registrations.get(start_number=1)
    with django_assert_max_num_queries(28):
        client.get(url(one))


# Protests -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_player_objects_by_himself_sees_the_decision_and_may_withdraw(client, one, made):
    where = reverse("own_protest", args=[own_code(one).token, 1])
    assert client.post(where, {"text": " ", "game": ""}).status_code == 422
    sent = client.post(where, {"text": "Spiel 3: ich hatte 15 Augen.", "game": "3"})
    assert sent["Location"] == url(one)
    filed = Protest.objects.get()
    assert (filed.registration, filed.game_number) == (one, 3)
    line = JournalEntry.objects.get(deed="protest_filed")
    assert line.actor == "Spieler auf seiner eigenen Seite"
    protests.decide_protest(
        protest_id=filed.pk, granted=True, reason="Der Zettel stimmt.", by=factories.referee(made), now=NOON
    )
    page = read(client, url(one))
    assert "stattgegeben" in page
    assert "Der Zettel stimmt." in page
    client.post(where, {"text": "noch etwas", "game": ""})
    second = Protest.objects.get(number=2)
    assert client.post(where, {"deed": "withdraw", "protest": "2"}).status_code == 302
    assert second.steps.get().kind == "withdrawn"


def test_whoever_finds_a_card_cannot_bury_the_referees(one, made):
    sheet, by = sheet_of(made), Actor(registration_id=one.pk)

    def lodge(number: int) -> Protest:
        return protests.file_protest(
            sheet_id=sheet.pk, seat_number=SeatNumber(2), text=f"Nr. {number}", by=by, now=NOON
        )

    filed = [lodge(number) for number in range(protests.MOST_OPEN)]
    with pytest.raises(protests.ProtestRefused, match="noch offen"):
        lodge(99)
    assert lodge(0) == filed[0], "sent twice it is one protest"
    protests.withdraw_protest(protest_id=filed[0].pk, by=by, now=NOON)
    assert lodge(99).number == protests.MOST_OPEN + 1


def test_nobody_objects_for_another_or_takes_his_objection_back(client, one, made):
    sheet, stranger = sheet_of(made), sitting(made, 2, 1)
    by = Actor(registration_id=stranger.pk)
    for seat in (1, 2):
        with pytest.raises(NotAllowed):
            protests.file_protest(sheet_id=sheet.pk, seat_number=seat, text="x", by=by, now=NOON)
    mine = protests.file_protest(
        sheet_id=sheet.pk, seat_number=2, text="x", by=Actor(registration_id=one.pk), now=NOON
    )
    with pytest.raises(NotAllowed):
        protests.withdraw_protest(protest_id=mine.pk, by=by, now=NOON)
    elsewhere = reverse("own_protest", args=[own_code(stranger).token, 1])
    assert client.post(elsewhere, {"deed": "withdraw", "protest": str(mine.number)}).status_code == 404
    assert not mine.steps.exists()


def test_after_the_window_the_form_says_so_and_keeps_what_was_typed(client, one, made):
    factories.accept(factories.sign_all(sheet_of(made)))  # long before the clock of this machine
    where = reverse("own_protest", args=[own_code(one).token, 1])
    assert "Die Frist für Einsprüche ist vorbei" in read(client, where)
    late = client.post(where, {"text": "zu spät bemerkt", "game": ""})
    assert late.status_code == 422
    assert "abgelaufen" in late.content.decode()
    assert "zu spät bemerkt" in late.content.decode()
    assert client.get(reverse("own_protest", args=[own_code(one).token, 9])).status_code == 404
