"""Who comes, who goes, who takes over: first seen, then done, and a page that says who goes where."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from tests import factories
from tests.tournaments.desk.test_public import html, words
from tests.tournaments.seating.test_board import at, chairs, director, planned
from tournaments.models import Club, JournalEntry, SeatingPlan, Tournament
from tournaments.rulings.services import seats
from tournaments.seating.selectors.state import state_of
from tournaments.seating.services import changes as seating_changes

__all__ = ["director"]  # the fixture

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def staged(stage: None) -> Tournament:
    """Twenty-three players, two series, the first laid."""
    return planned(players=23)


@pytest.fixture
def made(staged: Tournament) -> Tournament:
    return Tournament.objects.select_related("rule_set").get(pk=staged.pk)


def version(made: Tournament) -> int:
    return state_of(made).version


def preview(client: Client, made: Tournament, kind: str, **asked: object) -> str:
    """What the page says would happen; it writes nothing."""
    before = (JournalEntry.objects.count(), SeatingPlan.objects.count(), made.registrations.count())
    page = html(client, at("seating_change", made, kind, **asked))
    assert (JournalEntry.objects.count(), SeatingPlan.objects.count(), made.registrations.count()) == before
    assert "So wäre es dann" in page
    return page


def deed(client: Client, made: Tournament, kind: str, **sent: object):
    return client.post(at("seating_change", made, kind), {"gesehen": version(made), **sent})


def moves(page: str) -> list[str]:
    """Who goes where, line by line."""
    return [words(line) for line in re.findall(r'(?s)<li class="move .*?</li>', page)]


def moved_as_shown(client: Client, made: Tournament, shown: str, answer) -> None:
    """The deed leads to the page that names the chairs: the same ones that the preview named."""
    assert answer.status_code == 302
    assert answer.url == at("seating_moves", made, version(made))
    assert moves(html(client, answer.url)) == moves(shown) != []


KINDS = {
    "nachzuegler": {"name": "Lena Spät", "club": "Karo Probe"},
    "nicht-da": {"player": 3},
    "ausgeschieden": {"player": 3, "reason": "Zahnweh"},
    "ersatz": {"player": 3, "name": "Eva Ersatz", "reason": "Zahnweh"},
    "tisch": {"table": "1-2"},
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_change_shows_first_who_moves_and_then_does_just_that(director, kind, made):
    shown = preview(director, made, kind, **KINDS[kind])
    before = chairs(made, 1)
    answer = deed(director, made, kind, **KINDS[kind])
    moved_as_shown(director, made, shown, answer)
    after = chairs(made, 1)
    here = made.registrations.filter(withdrawn_at=None).values_list("start_number", flat=True)
    assert set(after) == set(here)
    match kind:
        case "nachzuegler":
            assert set(after) - set(before) == {24}
        case "nicht-da" | "ausgeschieden":
            assert set(before) - set(after) == {3}
        case "ersatz":
            assert after[24] == before[3]
            assert {p: c for p, c in after.items() if p != 24} == {p: c for p, c in before.items() if p != 3}
        case "tisch":
            assert 2 not in {table for table, _seat in after.values()}


@pytest.mark.slow
def test_who_had_gone_comes_back_to_a_chair(director, made):
    deed(director, made, "ausgeschieden", player=4, reason="Bahn")
    assert 4 not in chairs(made, 2)
    shown = preview(director, made, "zurueck", player=4)
    answer = deed(director, made, "zurueck", player=4)
    moved_as_shown(director, made, shown, answer)
    assert 4 in chairs(made, 2)
    offered = html(director, at("seating_change", made, "zurueck"))
    assert '<option value="4"' not in offered  # he is here again


def test_what_is_played_stays(director):
    made = planned(players=24, rounds=1)
    factories.play(factories.sheet_of(made.series.get(), 1), 1)
    before = chairs(made, 1)
    deed(director, made, "ausgeschieden", player=3, reason="Bahn")
    assert chairs(made, 1) == before
    assert 3 not in chairs(made, 2)


def test_an_old_preview_is_shown_anew_and_nothing_is_done(director, made):
    seen = version(made)
    seating_changes.drop_out(
        tournament_id=made.pk, start_number=9, reason="Bahn", by=factories.director(), now=factories.NOON
    )
    sent = {"gesehen": seen, "player": 3, "reason": "Zahnweh"}
    answer = director.post(at("seating_change", made, "ausgeschieden"), sent)
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "Inzwischen hat sich die Sitzordnung geändert" in page
    assert 'value="Zahnweh"' in page
    assert f'name="gesehen" value="{version(made)}"' in page
    assert made.registrations.get(start_number=3).withdrawn_at is None


@pytest.mark.parametrize(
    ("kind", "sent", "kept"),
    [
        ("nachzuegler", {"name": "", "club": "Karo Probe"}, 'value="Karo Probe"'),
        ("ausgeschieden", {"player": 3, "reason": ""}, '<option value="3" selected>'),
        ("ausgeschieden", {"player": 99, "reason": "Zahnweh"}, 'value="Zahnweh"'),
        ("ersatz", {"player": 3, "name": "", "reason": "Zahnweh"}, 'value="Zahnweh"'),
        ("ersatz", {"player": "", "name": "Eva Ersatz", "reason": "x"}, 'value="Eva Ersatz"'),
        ("tisch", {"table": "1-99"}, "field-error"),
    ],
)
def test_bad_input_keeps_what_was_typed(director, kind, sent, kept, made):
    plans = SeatingPlan.objects.count()
    answer = deed(director, made, kind, **sent)
    assert answer.status_code == 422
    assert kept in answer.content.decode()
    assert SeatingPlan.objects.count() == plans


def test_somebody_who_plays_already_is_no_newcomer(director, made):
    answer = deed(director, made, "nachzuegler", name="Probe3 Spieler003")
    assert answer.status_code == 422
    assert "ist schon angemeldet" in answer.content.decode()


def test_before_anybody_sits_nobody_has_to_move(director):
    made = factories.tournament(players=7)
    shown = preview(director, made, "nachzuegler", name="Lena Spät")
    assert "Noch sitzt niemand" in shown
    answer = deed(director, made, "nachzuegler", name="Lena Spät")
    assert answer.url == at("seating_board", made)
    assert made.registrations.count() == 8


def test_somebody_known_who_comes_late_keeps_his_club(made):
    player = factories.register(factories.tournament(name="Voriges"), 99).player
    player.club = Club.objects.create(name="Karo Probe")
    player.save()
    assert seating_changes.entrant_expected(player, 24).club == "Karo Probe"
    changed = seating_changes.arrive(
        tournament_id=made.pk,
        player=player,
        seen_version=version(made),
        by=factories.director(),
        now=factories.NOON,
    )
    assert changed.registration is not None
    assert changed.registration.player_id == player.pk
    assert 24 in chairs(made, 1)


def test_a_change_that_is_none_is_not_found(director, made):
    assert director.get(at("seating_change", made, "aprilscherz")).status_code == 404


def test_the_form_knows_whom_it_was_opened_for(director, made):
    page = html(director, at("seating_change", made, "ausgeschieden", nummer=5))
    assert '<option value="5" selected>' in page
    assert "So wäre es dann" not in page


def test_who_had_gone_may_stand_in_for_another(director, made):
    deed(director, made, "ausgeschieden", player=4, reason="Bahn")
    before = chairs(made, 1)
    shown = preview(director, made, "ersatz", player=5, known=4, reason="Dienst")
    moved_as_shown(director, made, shown, deed(director, made, "ersatz", player=5, known=4, reason="Dienst"))
    after = chairs(made, 1)
    assert after[4] == before[5]
    assert 5 not in after
    assert made.registrations.get(start_number=4).withdrawn_at is None


# The list that runs -------------------------------------------------------------------------------------------


@pytest.fixture
def playing() -> Tournament:
    """Eight players, two series; at both tables of the first a game is played."""
    made = planned(players=8, rounds=2)
    for table in (1, 2):
        factories.play(factories.sheet_of(made.series.get(), table), 1)
    return made


def remedies(page: str) -> dict[str, str]:
    """The links beside a running list by their words."""
    box = re.search(r'(?s)<section class="stack stack--tight running.*?</section>', page)
    links = re.findall(r'(?s)<a class="button button--quiet" href="([^"]+)">(.*?)</a>', box[0]) if box else []
    return {words(label).strip(): unescape(address) for address, label in links}


def chair_of(made: Tournament, number: int) -> tuple[int, int]:
    return chairs(made, 1)[number]


@pytest.mark.parametrize(
    ("kind", "asked"),
    [
        ("ausgeschieden", {"reason": "Zahnweh"}),
        ("nicht-da", {}),
        ("ersatz", {"name": "Eva Ersatz", "reason": "Zahnweh"}),
    ],
)
def test_whoever_leaves_while_their_table_plays_is_told_what_happens_to_the_list(
    director, kind, asked, playing
):
    table, seat = chair_of(playing, 3)
    page = preview(director, playing, kind, player=3, **asked)
    assert f"Serie 1, Tisch {table}" in page
    assert "Hier fehlen noch 7 Spiele." in page
    assert f"Probe3 Spieler003 bleibt auf Platz {seat} dieser Liste, bis hier entschieden ist." in words(page)
    assert "Plätze wechseln erst, wenn die laufende Runde zu Ende ist." in page
    links = remedies(page)
    assert list(links) == ["Ersatz einsetzen", "Zu dritt weiterspielen", "Liste beenden"]
    form = html(director, links["Zu dritt weiterspielen"])
    assert re.search(rf'name="seat" value="{seat}"[^>]*checked', form)
    assert re.search(r'name="what" value="leave"[^>]*checked', form)
    assert ("Zahnweh" in form) == ("reason" in asked)
    assert re.search(r'name="what" value="substitute"[^>]*checked', html(director, links["Ersatz einsetzen"]))
    assert re.search(r'name="cause" value="broken"[^>]*checked', html(director, links["Liste beenden"]))


def test_after_the_deed_the_remedies_are_still_there_until_one_was_taken(director, playing):
    sheet = factories.sheet_of(playing.series.get(), chair_of(playing, 3)[0])
    for number in (2, 3, 4):
        factories.play(sheet, number)
    answer = deed(director, playing, "ersatz", player=3, name="Eva Ersatz", reason="Zahnweh")
    page = html(director, answer.url)
    links = remedies(page)
    assert "Plätze wechseln erst" not in page
    assert "ersatz=9" in links["Ersatz einsetzen"]
    assert 'value="9"' in html(director, links["Ersatz einsetzen"])
    sheet.refresh_from_db()
    seats.substitute(
        sheet_id=sheet.pk,
        seat_number=chair_of(playing, 3)[1],
        start_number=9,
        reason="Zahnweh",
        seen_version=sheet.version,
        by=factories.referee(playing),
        now=factories.NOON,
    )
    assert not remedies(html(director, answer.url))


def test_in_the_last_series_too_the_list_is_spoken_of(director):
    made = planned(players=8, rounds=1)
    for number in (1, 2):
        series = made.series.get() if number == 1 else factories.draw(made, 2)
        for table in (1, 2):
            factories.play(factories.sheet_of(series, table), 1)
    page = html(director, at("seating_change", made, "ausgeschieden", player=3, reason="Bahn"))
    assert "Noch sitzt niemand" not in page
    assert "Niemand muss umziehen" in page
    assert page.count("Hier fehlen noch 3 Spiele.") == 2
    typed = director.post(at("registration", made, 3), {"deed": "leave", "reason": "Bahn"})
    assert typed.status_code == 302
    assert "ausgeschieden/?player=3" in typed.url, "the short form leads to the same preview"
    done = deed(director, made, "ausgeschieden", player=3, reason="Bahn")
    assert "Liste beenden" in remedies(html(director, done.url))


def test_whoever_has_not_signed_is_asked_to_before_going(director):
    made = planned(players=8, rounds=1)
    sheet = factories.play_all(factories.sheet_of(made.series.get(), chair_of(made, 3)[0]))
    page = preview(director, made, "ausgeschieden", player=3, reason="Bahn")
    assert "Probe3 Spieler003 hat noch nicht unterschrieben." in words(page)
    assert list(remedies(page)) == ["Zur Liste"]
    factories.sign_all(sheet)
    assert not remedies(preview(director, made, "ausgeschieden", player=3, reason="Bahn"))


def test_a_newcomer_is_told_from_which_series_they_play(director, playing):
    said = "Serie 1 hat schon begonnen: Lena Spät spielt ab Serie 2."
    assert said in words(preview(director, playing, "nachzuegler", name="Lena Spät"))
    deed(director, playing, "ausgeschieden", player=4, reason="Bahn")
    said = "Serie 1 hat schon begonnen: Probe4 Spieler004 spielt ab Serie 2."
    assert said in words(preview(director, playing, "zurueck", player=4))


def test_while_nobody_has_played_there_is_no_running_list(director, made):
    assert not remedies(preview(director, made, "ausgeschieden", player=3, reason="Bahn"))
    assert "hat schon begonnen" not in preview(director, made, "nachzuegler", name="Lena Spät")
