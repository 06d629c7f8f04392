"""The director's desk: from an empty field to the last list, and every slip a sentence with what was typed."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import NOON
from tests.tournaments.desk.test_public import html, words
from tournaments.access.selectors.codes import code_of
from tournaments.desk.core.day import Station
from tournaments.desk.selectors.day import desk as desk_of
from tournaments.event.services import setup as service
from tournaments.models import Player, Registration, Series, Tournament
from tournaments.money.core import Ties, read_fund, read_places
from tournaments.money.selectors.prize_rules import PrizeRow, PrizeRules
from tournaments.money.selectors.prizes import prizes
from tournaments.money.services import cash
from tournaments.money.services import prizes as prize_service
from tournaments.rankings.services import finish

pytestmark = pytest.mark.django_db


@pytest.fixture
def director() -> Client:
    client = Client()
    client.force_login(factories.user())
    return client


def post(client: Client, page: str, made: Tournament, /, *more: object, **data: object):
    return client.post(reverse(page, args=[made.slug, *more]), data)


def at(made: Tournament) -> Station:
    seen = desk_of(Tournament.objects.select_related("rule_set").get(pk=made.pk), now=factories.NOON)
    return seen.day.at


def desk_page(client: Client, made: Tournament) -> str:
    return words(html(client, reverse("desk", args=[made.slug])))


# A new tournament ---------------------------------------------------------------------------------------------

FRAME = {
    "name": "Herbstpreis",
    "place": "Probesaal",
    "starts_on": "2026-11-14",
    "ends_on": "",
    "series_count": "3",
    "rounds": "5",
}


def new_url(key: str = "club_2018") -> str:
    row = factories.rule_row(key)
    return f"{reverse('tournament_new')}?regeln={row.key}/{row.version}"


def test_first_the_rules_are_chosen_from_tiles(director):
    factories.rule_row()
    page = html(director, reverse("tournament_new"))
    assert page.count('class="box" href="?regeln=') == 3
    assert "zu dritt nur, wenn es nicht aufgeht" in page


def test_without_rule_sets_the_page_says_how_to_get_them(director, nothing_published):
    assert "publish_rules" in html(director, reverse("tournament_new"))


@pytest.mark.parametrize("choice", ["club_2018", "club_2018/99", "nichts/1", "/", "club_2018/-1"])
def test_rules_that_do_not_exist_lead_back_to_the_tiles(director, choice):
    factories.rule_row()
    assert 'href="?regeln=' in html(director, reverse("tournament_new") + f"?regeln={choice}")


def test_the_runden_say_how_many_games_they_make(director):
    page = html(director, new_url())
    assert "5 Runden: jeder spielt 15" in page


def test_a_new_tournament_leads_to_the_registrations(director):
    answer = director.post(new_url(), FRAME)
    made = Tournament.objects.get(name="Herbstpreis")
    assert answer["Location"] == reverse("registrations", args=[made.slug])
    assert (made.series_count, made.rounds, made.target, made.table_size) == (3, 5, None, 4)
    assert made.starts_on == made.ends_on
    assert desk_page(director, made)


def test_dates_may_be_typed_as_people_write_them(director):
    director.post(new_url(), FRAME | {"starts_on": "14.11.2026", "ends_on": "15.11.2026"})
    assert str(Tournament.objects.get().ends_on) == "2026-11-15"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"name": ""}, "zwingend"),
        ({"starts_on": "vorgestern"}, "14.11.2026"),
        ({"ends_on": "2026-11-13"}, "Das Ende liegt vor dem Beginn"),
        ({"series_count": "0"}, "größer"),
        ({"series_count": "viele"}, "ganze Zahl"),
        ({"rounds": "99"}, "gültige Auswahl"),
        ({"name": "x" * 121}, "120"),
    ],
)
def test_every_mistake_is_a_sentence_and_nothing_typed_is_lost(director, wrong, sentence):
    answer = director.post(new_url(), FRAME | wrong)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in page
    assert 'value="Probesaal"' in page
    for name, typed in wrong.items():
        if typed and name != "rounds":
            assert f'value="{typed}"' in page
    assert not Tournament.objects.exists()


def test_a_proposed_value_wants_to_be_confirmed(director):
    url = new_url("federation")
    assert "Superrommé: 10 Punkte sollen gelten" in html(director, url)
    assert director.post(url, FRAME).status_code == 422
    director.post(url, FRAME | {"confirm_points_super": "on"})
    made = Tournament.objects.get()
    assert made.journal.get(number=1).facts["confirmed"] == ["points.super"]


def test_basic_rules_ask_for_table_size_and_target(director):
    url = new_url("basic")
    basic = FRAME | {"table_size": "6", "ending": "target", "rounds": "3"}
    answer = director.post(url, basic)
    assert "Bis zu wie vielen Punkten?" in answer.content.decode()
    director.post(url, basic | {"target": "200"})
    made = Tournament.objects.get()
    assert (made.table_size, made.target) == (6, 200)


def test_a_target_that_is_not_played_for_is_left_out(director):
    director.post(new_url("basic"), FRAME | {"table_size": "4", "ending": "rounds", "target": "200"})
    assert Tournament.objects.get().target is None


# Walk-ins -----------------------------------------------------------------------------------------------------


@pytest.fixture
def empty() -> Tournament:
    return factories.tournament(rounds=1)


def listed(made: Tournament) -> list[tuple[int, str, str]]:
    return [
        (one.start_number, one.player.listed_name, str(one.player.club or ""))
        for one in Registration.objects.filter(tournament=made).select_related("player__club")
    ]


@pytest.mark.parametrize(
    ("typed", "club", "person"),
    [
        ("Anna Muster", "", ("Muster, Anna", "")),
        ("Muster, Anna", "Karo 1900", ("Muster, Anna", "Karo 1900")),
        ("  Anna   Maria  Muster ", "", ("Muster, Anna Maria", "")),
        ("Karl von der Probe", "", ("von der Probe, Karl", "")),
        ("Muster, Anna (Karo 1900)", "", ("Muster, Anna", "Karo 1900")),
        ("Muster", "", ("Muster", "")),
        ("Änne Weiß-Œuvre", "Größe & Söhne", ("Weiß-Œuvre, Änne", "Größe & Söhne")),
    ],
)
def test_one_line_and_enter_make_a_player(director, empty, typed, club, person):
    answer = post(director, "registrations", empty, name=typed, club=club)
    assert answer.status_code == 302
    assert listed(empty) == [(1, *person)]
    page = html(director, answer["Location"])
    assert "Startnummer 1:" in page
    assert re.search(r'<input[^>]*name="name"[^>]*autofocus', page)  # ready for the next one


@pytest.mark.slow
def test_the_next_free_number_comes_by_itself_and_a_wish_is_heard(director, empty):
    for name, number in (("Anna Eins", ""), ("Anna Zwei", "40"), ("Anna Drei", "")):
        post(director, "registrations", empty, name=name, start_number=number)
    assert [number for number, *_ in listed(empty)] == [1, 40, 41]
    taken = post(director, "registrations", empty, name="Anna Vier", start_number="40")
    assert taken.status_code == 422
    assert "schon vergeben" in taken.content.decode()
    assert 'value="Anna Vier"' in taken.content.decode()


@pytest.mark.parametrize(
    "wrong", [{"name": ""}, {"name": ","}, {"name": "x" * 300}, {"name": "A B", "start_number": "vier"}]
)
def test_a_slip_at_the_desk_is_a_sentence(director, empty, wrong):
    answer = post(director, "registrations", empty, **wrong, club="Karo 1900")
    assert answer.status_code == 422
    assert 'value="Karo 1900"' in answer.content.decode()
    assert not listed(empty)


def test_the_same_person_twice_is_told_with_the_number(director, empty):
    post(director, "registrations", empty, name="Anna Muster")
    again = post(director, "registrations", empty, name="Muster, Anna")
    assert "schon angemeldet, mit der Startnummer 1" in again.content.decode()


def test_three_letters_find_who_has_played_before(director, empty):
    earlier = factories.tournament(name="Vorher")
    post(director, "registrations", earlier, name="Änne Öder", club="Karo 1900")
    url = reverse("known_players", args=[empty.slug])
    assert html(director, url + "?name=oe").strip() == ""
    assert 'value="Öder, Änne (Karo 1900)"' in html(director, url + "?name=oed")
    post(director, "registrations", empty, name="Öder, Änne (Karo 1900)")
    assert Player.objects.count() == 1
    assert html(director, url + "?name=oed").strip() == ""  # in the field already


@pytest.mark.slow
def test_a_known_name_without_a_club_is_the_only_one_who_has_it(director, empty):
    earlier = factories.tournament(name="Vorher")
    post(director, "registrations", earlier, name="Anna Muster", club="Karo 1900")
    said = html(director, post(director, "registrations", empty, name="Anna Muster")["Location"])
    assert "Startnummer 1: Anna Muster, Karo 1900" in said
    post(director, "registrations", earlier, name="Anna Muster", club="Pik 1901")
    third = factories.tournament(name="Nachher")
    answer = post(director, "registrations", third, name="Anna Muster")
    assert "gibt es mehrmals: Bitte den Verein dazuschreiben (Karo 1900, Pik 1901)" in answer.content.decode()


@pytest.mark.slow
def test_leaving_takes_a_reason_and_coming_back_does_not(director, empty):
    post(director, "registrations", empty, name="Anna Muster")
    assert post(director, "registration", empty, 1, reason="").status_code == 422
    post(director, "registration", empty, 1, reason="musste nach Hause")
    one = Registration.objects.get()
    assert one.withdrawn_at
    assert "musste nach Hause" in html(director, reverse("registrations", args=[empty.slug]))
    post(director, "registration", empty, 1, reason="")
    assert Registration.objects.get().withdrawn_at is None
    deeds = list(empty.journal.values_list("deed", flat=True))[-2:]
    assert deeds == ["player_withdrawn", "player_readmitted"]


@pytest.mark.slow
def test_a_button_tapped_twice_does_not_bring_back_who_left(director, empty):
    post(director, "registrations", empty, name="Anna Muster")
    page = html(director, reverse("registration", args=[empty.slug, 1]))
    assert 'name="deed" value="leave"' in page
    assert post(director, "registration", empty, 1, reason="ging heim", deed="leave").status_code == 302
    again = post(director, "registration", empty, 1, reason="ging heim", deed="leave")
    assert again.status_code == 409
    assert "Anna Muster ist schon ausgeschieden" in again.content.decode()
    assert 'name="deed" value="return"' in again.content.decode()  # what can be done now
    assert Registration.objects.get().withdrawn_reason == "ging heim"
    assert post(director, "registration", empty, 1, reason="", deed="return").status_code == 302
    assert post(director, "registration", empty, 1, reason="", deed="return").status_code == 409
    assert Registration.objects.get().withdrawn_at is None


@pytest.mark.slow
def test_a_tournament_is_finished_once(director):
    made = factories.tournament(players=3, series=1, rounds=1, name="Kurz")
    factories.accept(factories.sign_all(factories.play_all(factories.sheet_of(factories.draw(made)))))
    for _again in range(2):
        assert post(director, "finish", made).status_code == 302
    assert made.journal.filter(deed="tournament_finished").count() == 1


@pytest.mark.slow
def test_a_name_mended_elsewhere_has_its_line_wherever_it_stands(director, empty):
    post(director, "registrations", empty, name="Ana Muster")
    other = factories.tournament(name="Nachbarturnier")
    post(director, "registrations", other, name="Ana Muster")
    kept = Client().get(reverse("standings", args=[empty.slug]))["ETag"]
    post(director, "correct_name", other, 1, given_name="Anna", family_name="Muster")
    assert Client().get(reverse("standings", args=[empty.slug]))["ETag"] != kept
    assert [made.journal.last().deed for made in (empty, other)] == ["player_corrected"] * 2
    assert listed(empty) == [(1, "Muster, Anna", "")]


def test_a_name_typed_wrongly_is_mended_with_a_trace(director, empty):
    post(director, "registrations", empty, name="Ana Mustre")
    post(director, "correct_name", empty, 1, given_name="Anna", family_name="Muster", club="Karo 1900")
    assert listed(empty) == [(1, "Muster, Anna", "Karo 1900")]
    assert empty.journal.last().facts["before"] == ["Ana", "Mustre", ""]
    wrong = post(director, "correct_name", empty, 1, given_name="Anna", family_name="")
    assert wrong.status_code == 422
    assert director.get(reverse("registration", args=[empty.slug, 2])).status_code == 404


def test_the_field_asks_as_often_for_sixty_as_for_six(director, django_assert_max_num_queries):
    made = factories.tournament(players=60)
    with django_assert_max_num_queries(11):
        html(director, reverse("registrations", args=[made.slug]))


NAME, VALUE = re.compile(r'name="([^"]*)"'), re.compile(r'value="([^"]*)"')

# The draw -----------------------------------------------------------------------------------------------------


def hidden(page: str) -> dict[str, str]:
    """What the form of the draw holds."""
    inputs = re.findall(r"<input[^>]*>", page)
    held = {
        name[1]: value[1] for one in inputs if (name := NAME.search(one)) and (value := VALUE.search(one))
    }
    return {name: held[name] for name in ("seed", "number", "players")}


def test_the_draw_shows_the_tables_and_its_seed_before(director):
    made = factories.tournament(players=41)
    page = html(director, reverse("draw", args=[made.slug]))
    assert "8 Tische zu viert, 3 Tische zu dritt" in words(page)
    form = hidden(page)
    assert re.fullmatch("[0-9a-f]{4}-[0-9a-f]{4}", form["seed"])
    assert form["seed"] != hidden(html(director, reverse("draw", args=[made.slug])))["seed"]
    answer = post(director, "draw", made, **form)
    assert answer["Location"] == reverse("seating_series", args=[made.slug, 1])
    series = Series.objects.get()
    assert series.seed == form["seed"]
    assert f"Los {form['seed']}" in words(html(director, answer["Location"]))


def test_a_seed_of_ones_own_is_taken_as_it_is_printed(director):
    made = factories.tournament(players=4)
    post(director, "draw", made, seed="  6 aus  49: ö ", number=1, players=4)
    assert Series.objects.get().seed == "6 aus 49: ö"


@pytest.mark.parametrize("players", [0, 1, 2, 5])
def test_fields_that_make_no_tables_are_refused_with_a_sentence(director, players):
    made = factories.tournament(players=players)
    page = html(director, reverse("draw", args=[made.slug]))
    assert "jetzt auslosen" not in page
    answer = post(director, "draw", made, seed="x", number=1, players=players)
    assert answer.status_code == 422
    assert re.search("Mindestens 3 anmelden|lassen sich nicht", answer.content.decode())
    assert not Series.objects.exists()


def test_a_late_arrival_between_looking_and_drawing_is_noticed(director):
    made = factories.tournament(players=7)
    form = hidden(html(director, reverse("draw", args=[made.slug])))
    factories.register(made, 8)
    answer = post(director, "draw", made, **form)
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "Inzwischen sind es 8 Spieler" in page
    again = hidden(page)
    assert (again["seed"], again["players"]) == (form["seed"], "8")
    assert post(director, "draw", made, **again).status_code == 302


def test_a_series_is_drawn_once_even_when_the_button_is_pressed_twice(director, impatient):
    made = factories.tournament(players=7)
    form = hidden(html(director, reverse("draw", args=[made.slug])))
    post(director, "draw", made, **form)
    answer = post(director, "draw", made, **form)
    assert answer.status_code == 422
    assert "schon ausgelost" in answer.content.decode()
    assert made.series.count() == 1


def test_after_the_last_series_there_is_nothing_to_draw(director):
    made = factories.tournament(players=3, series=1)
    factories.draw(made)
    assert "Alle 1 Serien sind ausgelost" in words(html(director, reverse("draw", args=[made.slug])))


# The next step ------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_desk_leads_through_the_day(director):
    made = factories.tournament(rounds=1, series=1)
    assert at(made) is Station.REGISTER
    for number in range(1, 8):
        factories.register(made, number)
    assert at(made) is Station.SEAT
    assert "Serie 1 setzen" in desk_page(director, made)
    drawn = factories.draw(made)
    assert at(made) is Station.PAPERS
    first = factories.play_all(factories.sheet_of(drawn, 1))
    assert at(made) is Station.PLAY
    assert "Auf 1 Liste haben alle auf Papier unterschrieben" in desk_page(director, made)
    factories.sign_all(first)
    page = html(director, reverse("desk", args=[made.slug]))
    [pair] = re.findall(r'name="liste" value="([\d.]+)"', page)
    assert post(director, "desk_accept_all", made, liste=pair).status_code == 302
    assert "Tisch 2 spielt noch" in desk_page(director, made)
    second = factories.play_all(factories.sheet_of(drawn, 2))
    assert at(made) is Station.COLLECT
    assert "Unterschriften fehlen an Tisch 2" in desk_page(director, made)
    factories.accept(factories.sign_all(second))
    assert at(made) is Station.POST  # everybody made the same at his table
    assert "Das Los ziehen" in desk_page(director, made)
    post(director, "final_lot", made, seed="glas")
    assert at(made) is Station.CLOSE
    assert post(director, "finish", made).status_code == 302
    page = desk_page(director, made)
    assert "Das Turnier ist beendet" in page
    assert re.search("Urkunden drucken.*Excel-Datei.*Sicherung.*Preise anlegen", page), "nobody has paid"
    assert "Preise: keine" in page


def test_at_the_end_the_desk_says_what_is_true_of_the_prizes(director):
    made = factories.tournament(players=4, rounds=1, series=1)
    by = factories.director()
    factories.accept(factories.sign_all(factories.play_all(factories.sheet_of(factories.draw(made)))))
    finish.draw_final_lot(tournament_id=made.pk, seed="glas", by=by, now=NOON)
    assert "Preise: keine" in desk_page(director, made)
    assert "Preise sind keine angelegt." in desk_page(director, made)
    rules = PrizeRules(
        rows=(
            PrizeRow(category="players", scope="whole", fund=read_fund("68 €"), places=read_places("100 %")),
        ),
        ties=Ties.LOT,
    )
    cash.enter_other(
        tournament_id=made.pk, income=True, cents=7000, text="Spende", to_pot=True, by=by, now=NOON
    )
    prize_service.set_prizes(tournament_id=made.pk, rules=rules, by=by, now=NOON)
    page = desk_page(director, made)
    assert "Preise: festzulegen" in page
    assert "Die Preise sind noch nicht festgelegt." in html(director, reverse("finish", args=[made.slug]))
    seen = {one.ranking: one.seen for one in prizes(Tournament.objects.get(pk=made.pk)).divisions}
    announced = prize_service.announce_prizes(tournament_id=made.pk, rankings=seen, by=by, now=NOON)
    page = desk_page(director, made)
    assert "Preise: 68,00 € auszuzahlen" in page
    assert at(made) is Station.PRIZES
    closing = html(director, reverse("finish", args=[made.slug]))
    assert "Noch 68,00 € Preise sind nicht ausgezahlt." in closing
    prize_service.pay_prize(tournament_id=made.pk, award_id=announced.awards.get().pk, by=by, now=NOON)
    assert at(made) is Station.CLOSE
    assert re.search(r"Preise\s*erledigt", desk_page(director, made))
    assert post(director, "finish", made).status_code == 302
    assert "Es bleiben: Urkunden, Excel und Sicherung." in desk_page(director, made)


@pytest.mark.slow
def test_the_next_series_is_a_draft_then_hangs_out_then_is_taken_down_and_hung_out_again(director):
    made = factories.tournament(players=8, rounds=1, series=2)
    draft = post(director, "seat_next", made)
    assert draft["Location"] == reverse("seating_version", args=[made.slug, 1])
    assert not made.series.exists()
    assert at(made) is Station.SEAT
    assert "Entwurf ansehen und aushängen" in desk_page(director, made)
    assert post(director, "seating_post", made, 1, gesehen=0, legen=1)["Location"] == reverse(
        "desk", args=[made.slug]
    )
    assert at(made) is Station.PAPERS
    visitor = Client()
    places = reverse("seating", args=[made.slug])
    assert "Spieler001" in visitor.get(places).content.decode()
    page = desk_page(director, made)
    assert re.search("Listen der Serie 1 drucken.*Tischcodes.*Serie 1 zurücknehmen", page)
    sheet = factories.sheet_of(made.series.get())
    table = Client()
    table.get(f"/t/{code_of(sheet).token}/")
    listed = reverse("sheet", args=[made.slug, 1, 1])
    assert (visitor.get(listed).status_code, table.get(listed).status_code) == (200, 200)
    post(director, "series_take_down", made, 1)
    assert "Spieler001" not in visitor.get(places).content.decode()
    for somebody in (visitor, table):
        answer = somebody.get(listed)
        assert answer.status_code == 403
        assert "Die Sitzordnung dieser Serie ist zurückgenommen" in answer.content.decode()
    assert director.get(listed).status_code == 200
    assert table.post(reverse("game", args=[made.slug, 1, 1, 1]), {}).status_code == 403
    assert "Serie 1 ist zurückgenommen" in desk_page(director, made)
    post(director, "series_hang_again", made, 1)
    assert "Spieler001" in visitor.get(places).content.decode()
    deeds = list(made.journal.values_list("deed", flat=True))
    assert deeds[-2:] == ["series_taken_down", "series_hung_out"]


@pytest.mark.slow
def test_a_series_that_was_taken_down_is_set_anew_before_it_hangs_out(director):
    made = factories.tournament(players=8, rounds=1, series=1)
    factories.draw(made)
    before = seats(made)
    post(director, "series_seat_anew", made, 1)
    assert seats(made) == before  # it hangs out: nobody is moved in silence
    post(director, "series_take_down", made, 1)
    post(director, "series_seat_anew", made, 1)
    assert {who for _table, _seat, who in seats(made)} == {who for _table, _seat, who in before}
    assert made.series.get().posted_at is None
    assert made.seating_plans.count() == 2
    post(director, "series_hang_again", made, 1)
    factories.play(factories.sheet_of(made.series.get()), 1)
    post(director, "series_take_down", made, 1)
    assert made.series.get().posted_at is not None
    assert "schon ein Spiel eingetragen" in desk_page(director, made)


def seats(made: Tournament) -> list[tuple[int, int, int]]:
    return sorted(
        (seat.table.number, seat.number, seat.registration.start_number)
        for series in made.series.all()
        for seat in series.seats.select_related("table", "registration")
    )


@pytest.mark.slow
def test_a_list_of_an_earlier_series_is_not_forgotten(director):
    made = factories.tournament(players=3, rounds=1, series=2)
    first = factories.sheet_of(factories.draw(made, 1))
    factories.accept(factories.sign_all(factories.play_all(factories.sheet_of(factories.draw(made, 2)))))
    assert at(made) is Station.ACCEPT
    assert "Serie 1, Tisch 1 ist nicht angenommen" in desk_page(director, made)
    factories.accept(factories.sign_all(factories.play_all(first)))
    assert at(made) is not Station.ACCEPT


@pytest.mark.slow
def test_a_list_that_has_moved_on_is_shown_as_it_is_now(director):
    made = factories.tournament(players=3, rounds=1)
    sheet = factories.sign_all(factories.play_all(factories.sheet_of(factories.draw(made))))
    answer = post(director, "desk_accept", made, 1, 1, seen_version=sheet.version - 1)
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "Tisch 1: Inzwischen hat jemand anderes" in page
    assert f'name="liste" value="{sheet.pk}.{sheet.version}"' in page
    assert post(director, "desk_accept", made, 1, 1).status_code == 409  # a version that nobody has seen
    assert post(director, "desk_accept", made, 1, 1, seen_version=sheet.version).status_code == 302


def test_an_open_list_is_not_accepted(director):
    made = factories.tournament(players=3, rounds=1)
    sheet = factories.sheet_of(factories.draw(made))
    answer = post(director, "desk_accept", made, 1, 1, seen_version=sheet.version)
    assert answer.status_code == 422
    assert "noch nicht fertig" in answer.content.decode()


def test_the_moving_part_of_the_desk(director):
    made = factories.tournament(players=3, rounds=1)
    sheet = factories.sheet_of(factories.draw(made))
    factories.play(sheet, 1)
    part = html(director, reverse("desk", args=[made.slug]), **{"HX-Request": "true"})
    assert part.lstrip().startswith('<div class="day" id="lage"')
    assert "1/3" in words(part)


def test_a_referee_sees_the_desk_and_no_button_of_the_director(director):
    made = factories.tournament(players=3, rounds=1)
    factories.sign_all(factories.play_all(factories.sheet_of(factories.draw(made))))
    factories.referee(made)
    referee = Client()
    referee.force_login(factories.user("schiri"))
    page = html(referee, reverse("desk", args=[made.slug]))
    assert "annehmen/" not in page
    assert reverse("finder", args=[made.slug]) in page
    assert reverse("registrations", args=[made.slug]) not in page


def test_finishing_too_early_says_what_is_missing(director):
    made = factories.tournament(players=7)
    factories.draw(made)
    answer = post(director, "finish", made)
    assert answer.status_code == 422
    assert "Noch 2 Listen sind nicht angenommen" in answer.content.decode()
    assert "2 Serien sind nicht gespielt" in answer.content.decode()


def test_the_lot_is_drawn_once(director):
    made = factories.tournament(players=6, rounds=1)
    factories.draw(made)
    page = words(html(director, reverse("final_lot", args=[made.slug])))
    assert "noch nicht alle Listen angenommen" in page
    post(director, "final_lot", made, seed="glas")
    again = post(director, "final_lot", made, seed="glas")
    assert again.status_code == 422
    assert "schon gezogen" in again.content.decode()


@pytest.mark.parametrize("players", [8, 60])
def test_the_desk_asks_as_often_for_fifteen_tables_as_for_two(
    players, director, django_assert_max_num_queries
):
    made = factories.tournament(players=players)
    factories.draw(made)
    with django_assert_max_num_queries(22):
        html(director, reverse("desk", args=[made.slug]))


# Tandems and teams --------------------------------------------------------------------------------------------


def test_tandems_and_teams_are_formed_and_taken_apart(director):
    made = factories.tournament(players=6)
    post(director, "form_pair", made, **{"tandem-first": 1, "tandem-second": 4})
    post(
        director,
        "form_team",
        made,
        **{"mannschaft-name": "Asse", "mannschaft-player1": 2, "mannschaft-player2": 3},
    )
    page = html(director, reverse("teams", args=[made.slug]))
    assert "Tandem 1" in page
    assert "Asse" in page
    pair, team = made.pairs.get(), made.teams.get()
    post(director, "dissolve_pair", made, pair.pk)
    post(director, "dissolve_team", made, team.pk)
    assert not made.pairs.exists()
    assert not made.teams.exists()
    assert made.registrations.count() == 6
    assert [entry.deed for entry in made.journal.order_by("-number")[:2]] == [
        "team_dissolved",
        "pair_dissolved",
    ]


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("form_pair", {"tandem-first": 1, "tandem-second": 1}, "zwei verschiedene Spieler"),
        ("form_pair", {"tandem-first": 1}, "Bitte jemanden auswählen"),
        ("form_pair", {"tandem-first": 1, "tandem-second": 99}, "gültige Auswahl"),
        ("form_team", {"mannschaft-name": "Asse", "mannschaft-player1": 1}, "Bitte jemanden auswählen"),
        (
            "form_team",
            {"mannschaft-name": "Asse", "mannschaft-player1": 1, "mannschaft-player2": 1},
            "zwei bis vier verschiedene",
        ),
    ],
)
def test_a_tandem_or_team_that_cannot_be(director, name, data, sentence):
    made = factories.tournament(players=4)
    answer = post(director, name, made, **data)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert re.search('value="1" selected', answer.content.decode())


# Roles --------------------------------------------------------------------------------------------------------


def test_a_role_is_given_by_name_and_taken_back(director):
    made = factories.tournament()
    factories.user("schiri")
    unknown = post(director, "roles", made, username="niemand", kind="referee")
    assert unknown.status_code == 422
    assert "Ein Konto „niemand“ gibt es nicht" in unknown.content.decode()
    assert post(director, "roles", made, username="Schiri", kind="referee").status_code == 302
    role = made.roles.get(kind="referee")
    assert role.user.username == "schiri"
    post(director, "withdraw_role", made, role.pk)
    assert not made.roles.filter(kind="referee").exists()


def test_the_last_director_stays(director):
    made = factories.tournament()
    answer = post(director, "withdraw_role", made, made.roles.get().pk)
    assert answer.status_code == 422
    assert "Ein Turnier braucht eine Turnierleitung" in answer.content.decode()


def test_who_gives_his_own_role_away_leaves_the_desk(director):
    made = factories.tournament()
    service.grant_role(
        tournament_id=made.pk,
        user=factories.user("zweite"),
        kind="director",
        by=factories.director(),
        now=factories.NOON,
    )
    own = made.roles.get(user__username="leitung")
    assert post(director, "withdraw_role", made, own.pk)["Location"] == reverse(
        "tournament", args=[made.slug]
    )
    assert director.get(reverse("desk", args=[made.slug])).status_code == 403


def test_a_tournament_that_is_over_takes_nobody_in(director):
    made = factories.tournament()
    finish.finish_tournament(tournament_id=made.pk, by=factories.director(), now=factories.NOON)
    answer = post(director, "registrations", made, name="Anna Muster")
    assert answer.status_code == 422
    assert "beendet" in answer.content.decode()
