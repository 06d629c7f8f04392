"""The seating at the desk: planned, looked at, posted, rearranged by hand; each slip is a sentence and nothing is lost."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories
from tests.tournaments.desk.test_public import html, words
from tournaments.models import JournalEntry, SeatingPlan, SeatingSetup, Tournament
from tournaments.seating.core import Filling, Weight, Wish
from tournaments.seating.selectors.all_seats import seats_of_everybody
from tournaments.seating.selectors.proposals import propose_move, propose_swap
from tournaments.seating.selectors.state import seating_setup, state_of
from tournaments.seating.services import changes as seating_changes
from tournaments.seating.services import plans as seating

pytestmark = pytest.mark.django_db


@pytest.fixture
def director() -> Client:
    client = Client()
    client.force_login(factories.user())
    return client


def at(name: str, made: Tournament, /, *more: object, **query: object) -> str:
    said = "&".join(f"{key}={value}" for key, value in query.items())
    return reverse(name, args=[made.slug, *more]) + (f"?{said}" if said else "")


def planned(players: int = 16, series: int = 2, *, lay: int = 1, **of) -> Tournament:
    """A plan for the whole event hangs out, and the first series is laid."""
    made = factories.tournament(players=players, series=series, **of)
    frame: dict[str, Any] = {"tournament_id": made.pk, "by": factories.director(), "now": factories.NOON}
    draft = seating.draft_plan(seed="Pfingsten", **frame)
    seating.post_plan(version=draft.version, seen_version=0, lay=lay, **frame)
    made.refresh_from_db()
    return made


@pytest.fixture(scope="module")
def staged(stage: None) -> Tournament:
    """Sixteen players, two series, the first laid: most tests begin here."""
    return planned()


@pytest.fixture
def made(staged: Tournament) -> Tournament:
    return Tournament.objects.select_related("rule_set").get(pk=staged.pk)


def chairs(made: Tournament, number: int) -> dict[int, tuple[int, int]]:
    """start number → table and seat, as the seating stands now."""
    state = state_of(Tournament.objects.select_related("rule_set").get(pk=made.pk))
    series = state.one(number)
    assert series is not None
    return {int(str(player)): chair for player, chair in series.planned.chairs()}


def two_apart(made: Tournament, number: int) -> tuple[int, int]:
    """Two players of different tables."""
    at_table = {player: table for player, (table, _seat) in chairs(made, number).items()}
    one = min(at_table)
    return one, next(player for player in sorted(at_table) if at_table[player] != at_table[one])


# Planning -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_from_nothing_to_a_posted_plan(director, client):
    made = factories.tournament(players=15, series=2)
    assert "Noch ist kein Sitzplan ausgehängt" in words(html(director, at("seating_board", made)))
    answer = director.post(at("seating_plan", made), {"seed": "Pfingsten", "scope": "alles"})
    draft = SeatingPlan.objects.get(tournament=made)
    assert answer.url == at("seating_version", made, draft.version)
    page = words(html(director, answer.url))
    assert "Entwurf, nicht ausgehängt" in page
    assert "Niemand trifft jemanden zweimal. Besser geht es nicht." in page
    assert "Niemand sitzt zweimal an einem Dreiertisch." in page
    assert "Pfingsten" in page
    # nobody but the desk sees it
    assert "Noch ist keine Serie ausgelost" in words(html(client, at("seating", made)))
    answer = director.post(at("seating_post", made, draft.version), {"gesehen": 0, "legen": "1"})
    assert answer.url == at("desk", made)  # where the lists are printed next
    assert "ausgehängt" in words(html(director, answer.url))
    assert "Serie 1" in words(html(client, at("seating", made)))
    assert made.series.count() == 1
    director.post(at("seating_lay", made), {"serie": 2, "gesehen": draft.version})
    assert made.series.count() == 2


def test_only_the_next_series_is_planned_when_that_is_asked(director):
    made = factories.tournament(players=4, series=2)
    director.post(at("seating_plan", made), {"seed": "Los", "scope": "naechste"})
    tables = [bool(one["tables"]) for one in SeatingPlan.objects.get(tournament=made).series]
    assert tables == [True, False]


def test_a_seed_that_cannot_be_printed_stays_in_the_form(director):
    made = factories.tournament(players=4)
    answer = director.post(at("seating_plan", made), {"seed": "Los\ue0007", "scope": "naechste"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "die man drucken kann" in page
    assert 'value="naechste"' in re.search(r"<input[^>]*checked[^>]*>", page)[0]
    assert not made.seating_plans.exists()


def test_a_field_that_makes_no_tables_says_so(director):
    made = factories.tournament(players=5)
    page = words(html(director, at("seating_plan", made)))
    assert "Zu den Anmeldungen" in page
    answer = director.post(at("seating_plan", made), {"seed": "x", "scope": "alles"})
    assert answer.status_code == 422


def test_a_draft_that_was_overtaken_cannot_be_posted(director, made):
    director.post(at("seating_plan", made), {"seed": "neu", "scope": "alles"})
    draft = SeatingPlan.objects.get(tournament=made, posted_at=None)
    assert "Entwurf" in words(html(director, at("seating_board", made)))
    seating_changes.swap_seats(
        tournament_id=made.pk, series=2, one=two_apart(made, 2)[0], other=two_apart(made, 2)[1],
        seen_version=1, by=factories.director(), now=factories.NOON,
    )  # fmt: skip
    answer = director.post(at("seating_post", made, draft.version), {"gesehen": 1})
    assert answer.status_code == 409
    page = words(answer.content.decode())
    assert "Das wurde nicht gemacht" in page
    assert "Dieser Entwurf ist überholt" in page
    draft.refresh_from_db()
    assert draft.posted_at is None


def test_an_old_board_lays_no_tables(director, made):
    answer = director.post(at("seating_lay", made), {"serie": 2, "gesehen": 0})
    assert answer.status_code == 409
    assert made.series.count() == 1
    assert director.post(at("seating_lay", made), {"serie": "zwei", "gesehen": 1}).status_code == 422


def meet_again(made: Tournament) -> tuple[int, int]:
    """Swap by hand in series 2 so that two who met in series 1 meet again."""
    first, second = chairs(made, 1), chairs(made, 2)
    one = 1
    other = next(p for p in sorted(first) if p != one and first[p][0] == first[one][0])
    mate = next(p for p in sorted(second) if p != one and second[p][0] == second[one][0])
    seating_changes.swap_seats(
        tournament_id=made.pk, series=2, one=mate, other=other,
        seen_version=state_of(made).version, by=factories.director(), now=factories.NOON,
    )  # fmt: skip
    return one, other


def test_the_report_names_who_meets_twice_with_the_bound_beside_it(director, made):
    assert "Niemand trifft jemanden zweimal" in words(html(director, at("seating_board", made)))
    one, other = meet_again(made)
    read = words(html(director, at("seating_board", made)))
    assert f"Probe{one} Spieler{one:03} und Probe{other} Spieler{other:03} in den Serien 1 und 2" in read
    assert re.search(r"Wiederbegegnungen wer\? .*? [1-4] 0 vielleicht ginge es besser", read)


# The board ----------------------------------------------------------------------------------------------------


def test_the_board_draws_every_table_with_names_dealers_and_runden(director):
    made = planned(players=15)
    page = html(director, at("seating_board", made, serie=1))
    read = words(page)
    assert page.count('class="board-table"') == 4
    for player in range(1, 16):
        assert f'data-player="{player}"' in page
    assert read.count("20 Spiele, 5 Runden · der Geber setzt aus") == 3
    assert read.count("15 Spiele, 5 Runden · alle spielen mit") == 1
    assert read.count("gibt 1, 5, 9, 13, 17") == 3
    assert read.count("gibt 1, 4, 7, 10, 13") == 1
    assert page.count("data-free") == 1  # the empty chair at the table of three


def test_a_mark_stands_at_the_table_it_belongs_to(director, made):
    one, other = meet_again(made)
    table = chairs(made, 2)[one][0]
    page = html(director, at("seating_board", made, serie=2))
    marked = [
        (int(number), words(part))
        for number, part in re.findall(
            r'<section class="board-table" id="tisch-(\d+)"(.*?)</section>', page, re.DOTALL
        )
        if "haben sich schon getroffen" in part
    ]
    assert {number for number, _text in marked} >= {table}
    text = dict(marked)[table]
    assert f"Spieler{one:03} und Probe{other} Spieler{other:03} haben sich" in text
    first, second = chairs(made, 1), chairs(made, 2)
    for number, text in marked:
        for left, right in re.findall(r"Spieler(\d+) und Probe\d+ Spieler(\d+) haben sich", text):
            assert second[int(left)][0] == second[int(right)][0] == number
            assert first[int(left)][0] == first[int(right)][0]
    assert f'href="#tisch-{table}"' in page
    assert f"{len(marked)} mit Hinweis" in words(page)


def test_somebody_is_found_and_his_table_is_one_jump_away(director, made):
    page = html(director, at("seating_board", made, serie=1, name="spieler011"))
    table, seat = chairs(made, 1)[11]
    assert f'href="#tisch-{table}"' in page
    assert f"Tisch {table}, Platz {seat}" in words(page)
    assert page.count("place--me") == 1
    assert "sitzt nicht in dieser Serie" in words(html(director, at("seating_board", made, name="Xaver")))


def test_a_series_that_has_begun_is_shown_and_not_rearranged(director, made):
    factories.play(factories.sheet_of(made.series.get(), 1), 1)
    page = html(director, at("seating_board", made, serie=1))
    assert "begonnen" in words(page)
    assert "data-player" not in page
    one, other = two_apart(made, 1)
    answer = director.post(at("seating_swap", made), {"serie": 1, "eins": one, "zwei": other, "gesehen": 1})
    assert answer.status_code == 422
    assert "schon ein Spiel eingetragen" in answer.content.decode()


def test_a_referee_looks_and_changes_nothing(director, made):
    factories.referee(made)
    client = Client()
    client.force_login(factories.user("schiri"))
    page = html(client, at("seating_board", made))
    assert "data-player" not in page
    assert "Neu planen" not in page


PAGES = (
    "seating_board",
    "seating_version",
    "seating_swap",
    "seating_history",
    "seating_plan",
    "seating_wishes",
)


@pytest.mark.slow
def test_the_desk_asks_as_often_for_60_players_as_for_16(director):
    asked: dict[str, list[int]] = {name: [] for name in PAGES}
    for players in (16, 60):
        made = planned(players=players, name=f"Feld {players}")
        one, other = two_apart(made, 2)
        for name in PAGES:
            query = {"serie": 2, "eins": one, "zwei": other} if name == "seating_swap" else {}
            with CaptureQueriesContext(connection) as queries:
                html(director, at(name, made, *([1] if name == "seating_version" else []), **query))
            asked[name].append(len(queries))
    assert all(few == many for few, many in asked.values()), asked
    assert max(most for _few, most in asked.values()) <= 24, asked


# By hand ------------------------------------------------------------------------------------------------------


def test_a_swap_shows_what_it_costs_before_it_is_done(director, made):
    one, other = two_apart(made, 2)
    page = html(director, at("seating_swap", made, serie=2))
    assert page.count(f'<option value="{one}">') == 2  # both selects, without any script
    before = chairs(made, 2)
    preview = words(html(director, at("seating_swap", made, serie=2, eins=one, zwei=other)))
    assert re.search(r"Wiederbegegnungen vorher 0 → nachher \d", preview)
    assert (
        f"Tisch {before[one][0]}, Platz {before[one][1]} → Tisch {before[other][0]}, Platz {before[other][1]}"
        in preview
    )
    assert chairs(made, 2) == before  # looking changes nothing
    lines = JournalEntry.objects.count()
    answer = director.post(at("seating_swap", made), {"serie": 2, "eins": one, "zwei": other, "gesehen": 1})
    assert answer.url == at("seating_board", made, serie=2)
    after = chairs(made, 2)
    assert (after[one], after[other]) == (before[other], before[one])
    assert {p: c for p, c in after.items() if p not in (one, other)} == {
        p: c for p, c in before.items() if p not in (one, other)
    }
    assert JournalEntry.objects.count() == lines + 1
    said = words(html(director, answer.url))
    assert f"Tisch {after[one][0]}, Platz {after[one][1]}" in said


def test_a_taken_chair_is_a_swap_with_who_sits_there(made):
    one, other = two_apart(made, 2)
    state = state_of(made)
    table, seat = chairs(made, 2)[other]
    assert propose_move(state, number=2, player=one, table=table, seat=seat, seed="") == propose_swap(
        state, number=2, one=one, other=other, seed=""
    )


def test_everybody_has_the_chairs_that_are_laid_and_those_that_are_planned(
    made, django_assert_max_num_queries
):
    laid, planned_later = chairs(made, 1), chairs(made, 2)
    with django_assert_max_num_queries(3):
        seats = seats_of_everybody(made)
    assert dict(seats) == {p: {1: laid[p], 2: planned_later[p]} for p in range(1, 17)}


@pytest.mark.usefixtures("impatient")
def test_a_plan_is_posted_without_laying_its_tables(director):
    made = factories.tournament(players=4, series=1)
    draft = seating.draft_plan(
        seed="Pfingsten", tournament_id=made.pk, by=factories.director(), now=factories.NOON
    )
    answer = director.post(at("seating_post", made, draft.version), {"gesehen": 0}, follow=True)
    assert answer.redirect_chain == [(at("seating_board", made), 302)]
    assert f"Sitzplan {draft.version} ist ausgehängt." in words(answer.content.decode())
    assert not made.series.filter(posted_at__isnull=False).exists()


def test_the_dialog_is_the_same_page_without_its_frame(director, made):
    one, other = two_apart(made, 2)
    part = director.get(
        at("seating_swap", made, serie=2, eins=one, zwei=other), headers={"HX-Request": "true"}
    ).content.decode()
    assert part.lstrip().startswith("<div")
    assert "<html" not in part
    assert 'id="dialog-title"' in part
    assert f'name="gesehen" value="{1}"' in part


@pytest.mark.slow
def test_a_free_chair_at_a_table_of_three_takes_somebody(director):
    made = planned(players=15)
    where = chairs(made, 2)
    sizes = [table for table, _seat in where.values()]
    three = next(table for table in set(sizes) if sizes.count(table) == 3)
    player = next(p for p, (table, _seat) in where.items() if table != three)
    preview = html(director, at("seating_swap", made, serie=2, eins=player, tisch=three, platz=4))
    assert "Umsetzen" in preview
    answer = director.post(
        at("seating_swap", made), {"serie": 2, "eins": player, "tisch": three, "platz": 4, "gesehen": 1}
    )
    assert answer.status_code == 302
    assert chairs(made, 2)[player][0] == three


def test_two_directors_do_not_overwrite_each_other(director, made):
    one, other = two_apart(made, 2)
    assert (
        director.post(
            at("seating_swap", made), {"serie": 2, "eins": one, "zwei": other, "gesehen": 1}
        ).status_code
        == 302
    )
    here = chairs(made, 2)
    late = director.post(at("seating_swap", made), {"serie": 2, "eins": one, "zwei": other, "gesehen": 1})
    assert late.status_code == 409
    page = late.content.decode()
    assert "Das wurde nicht gemacht" in words(page)
    assert f'data-version="{state_of(made).version}"' in page  # the newer board
    assert f'data-picked="{one}"' in page  # who was in hand still is
    assert chairs(made, 2) == here


@pytest.mark.parametrize(
    "sent",
    [
        {"serie": 2, "eins": 1, "zwei": 1},
        {"serie": 2, "eins": 1},
        {"serie": 2, "eins": "niemand", "zwei": 2},
        {"serie": 2, "eins": 1, "zwei": 999},
        {"serie": 2, "eins": 1, "tisch": 77, "platz": 1},
    ],
)
def test_a_swap_that_cannot_be_is_a_sentence(director, sent, made):
    answer = director.post(at("seating_swap", made), {"gesehen": 1, **sent})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "field-error" in page or "alert--bad" in page or "Was kostet das?" in page
    if sent["eins"] == 1:
        assert '<option value="1" selected>' in page


def test_a_series_that_does_not_exist_is_not_found(director, made):
    for name in ("seating_board", "seating_swap"):
        assert director.get(at(name, made, serie=99)).status_code == 404
        assert director.get(at(name, made) + "?serie=" + "9" * 30).status_code in (200, 404)
    assert director.get(at("seating_version", made, 99)).status_code == 404


# Wishes -------------------------------------------------------------------------------------------------------


def sent_wishes(**more: object) -> dict[str, Any]:
    return {
        **{f"weight_{wish.value}": "rather_not" for wish in Wish},
        **{f"place_{wish.value}": place for place, wish in enumerate(Wish, 1)},
        **{f"mode_{number}": "plan" for number in (1, 2, 3)},
        "filling": "up",
        "closed_tables": "",
        **more,
    }


def test_wishes_are_kept_with_their_order(director):
    made = factories.tournament(players=4)
    sent = sent_wishes(
        weight_club_mates="never", place_club_mates=1, place_partners=9, mode_3="standing",
        closed_tables="3, 7 und 12-14", filling="down", groups_apart="on",
    )  # fmt: skip
    assert director.post(at("seating_wishes", made), sent).status_code == 302
    setup = seating_setup(made)
    assert setup.wishes.weight(Wish.CLUB_MATES) is Weight.NEVER
    assert setup.wishes.order[-1] is Wish.PARTNERS
    assert setup.closed_tables == {3, 7, 12, 13, 14}
    assert setup.filling is Filling.DOWN
    assert setup.groups_apart
    assert [setup.mode(number) for number in (1, 2, 3)] == ["plan", "plan", "standing"]
    page = html(director, at("seating_wishes", made))
    assert 'value="3, 7, 12-14"' in page
    read = words(html(director, at("seating_plan", made)))
    assert "Ausgelassen werden die Tische 3, 7, 12-14" in read


def test_a_wish_goes_up_and_down_without_scripts_and_nothing_is_saved(director):
    made = factories.tournament(players=4)

    def order(page: str) -> list[str]:
        return re.findall(r'id="wunsch-(\w+)"', page)

    first = order(html(director, at("seating_wishes", made)))
    sent = sent_wishes(closed_tables="noch nicht fertig", weight_seeded="indifferent")
    sent |= {f"place_{wish}": place for place, wish in enumerate(first, 1)}
    answer = director.post(at("seating_wishes", made), {**sent, "hoch": first[2]})
    assert answer.status_code == 200
    page = answer.content.decode()
    assert order(page) == [first[0], first[2], first[1], *first[3:]]
    assert "noch nicht fertig" in page  # what was typed elsewhere is still there
    assert not SeatingSetup.objects.exists()
    answer = director.post(at("seating_wishes", made), {**sent, "runter": first[-1]})
    assert order(answer.content.decode()) == first  # the last cannot go further down


@pytest.mark.parametrize("typed", ["drei", "0", "9-3", "1-900"])
def test_closed_tables_that_are_none_stay_in_the_field(director, typed):
    made = factories.tournament(players=4)
    answer = director.post(at("seating_wishes", made), sent_wishes(closed_tables=typed))
    assert answer.status_code == 422
    assert f'value="{typed}"' in answer.content.decode()
    assert not SeatingSetup.objects.exists()


def test_a_player_is_seeded_and_gets_his_table(director):
    made = factories.tournament(players=4)
    sent = {"player": 3, "seeded": "on", "strength": "", "table": "2", "seat": "4"}
    assert director.post(at("seating_players", made), sent).status_code == 302
    one = made.registrations.get(start_number=3)
    assert (one.seeded, one.strength, one.fixed_table, one.fixed_seat) == (True, None, 2, 4)
    read = words(html(director, at("seating_players", made)))
    assert "gesetzt · immer Tisch 2 · immer Platz 4" in read
    page = html(director, at("seating_players", made, nummer=3))
    assert '<option value="3" selected>' in page
    answer = director.post(at("seating_players", made), {**sent, "seat": "9"})
    assert answer.status_code == 422
    assert 'value="9"' in answer.content.decode()


# Versions -----------------------------------------------------------------------------------------------------


def test_the_history_says_who_changed_what_and_how_many_moved(director, made):
    one, other = two_apart(made, 2)
    director.post(at("seating_swap", made), {"serie": 2, "eins": one, "zwei": other, "gesehen": 1})
    read = words(html(director, at("seating_history", made)))
    assert "getauscht" in read
    assert "2 Plätze" in read
    assert read.index("getauscht") < read.index("geplant")  # the newest first
    assert "Pfingsten" in read
    moved = words(html(director, at("seating_moves", made, 2)))
    assert len(re.findall("Tisch \\d+, Platz \\d → Tisch", moved)) == 2
    assert "2 Personen ziehen um" in moved


# The draw -----------------------------------------------------------------------------------------------------


def test_mere_lots_are_one_search_and_one_button_away(director):
    made = factories.tournament(players=8)
    first = re.search(r'<a href="([^"]+/auslosen/)">', html(director, at("finder", made)))
    assert first
    page = html(director, first[1])
    form = re.search(r'<form method="post" class="form".*?</form>', page, re.DOTALL)
    assert form
    assert 'class="button button--big"' in form[0]
    sent = dict(re.findall(r'<input[^>]*name="(\w+)"[^>]*value="([^"]*)"', form[0]))
    assert director.post(first[1], sent).url == at("seating_series", made, 1)
    assert made.series.get().mode == "lots"


def test_a_planned_series_is_begun_from_the_draw_page_too(director, made):
    page = html(director, at("draw", made))
    assert "Diese Serie steht schon im Sitzplan Nr. 1" in words(page)
    answer = director.post(at("seating_lay", made), {"serie": 2, "gesehen": 1})
    assert answer.url == at("desk", made)


def test_the_draw_page_says_when_the_standing_was_wished(director):
    made = factories.tournament(players=4)
    director.post(at("seating_wishes", made), sent_wishes(mode_1="standing"))
    assert "Gewünscht ist für diese Serie: nach Rangliste" in words(html(director, at("draw", made)))
