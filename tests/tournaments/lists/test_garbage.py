"""Whatever a browser, a bored child or a forger sends: an answer with a sentence, never a crash, never half a game."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import factories
from tests.tournaments.lists.test_pages import now_of, signed_in, url
from tournaments.models import Game, Penalty

pytestmark = pytest.mark.django_db

junk = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=30),
    st.integers(-(10**30), 10**30).map(str),
    st.sampled_from(
        ["", "0", "-0", "1e9", "NaN", "٣", "²", "\x00", "'; --", "{{ 7 }}", "%s", "9" * 5000, "<b>"]
    ),
)
seats = st.sampled_from(["0", "1", "2", "3", "4", "5"])
numbers = st.integers(0, 900).map(str)
FIELDS = {
    "winner": seats | junk,
    "finish": st.sampled_from(["R", "HA", "H", "S", "–"]) | junk,
    **{f"opened_{seat}": st.sampled_from(["ja", "nein", ""]) | junk for seat in range(6)},
    **{f"augen_{seat}": numbers | junk for seat in range(6)},
    "submission": st.builds(lambda: str(uuid4())) | junk,
    "confirmed": junk,
    "reason": st.just("Weil es so ist.") | junk,
    "kind": st.sampled_from(["loose_hand", "warning", "deduction"]) | junk,
    "seat": seats | junk,
    "game": numbers | junk,
    "points": numbers | junk,
    "seat_number": seats | junk,
    "method": st.sampled_from(["pin", "drawn", "paper"]) | junk,
    "deed": st.sampled_from(["lend", "revoke", "bar", "readmit"]) | junk,
    "device": seats | junk,
}
forms = st.fixed_dictionaries({}, optional=FIELDS)
DEEDS = (
    "game",
    "send_game",
    "correct",
    "strike",
    "penalty",
    "signatures",
    "hand_over",
    "accept_sheet",
    "lend_table",
    "lift",
)
ANSWERS = {200, 302, 404, 405, 409, 422}


def send(client: Client, sheet, deed: str, number: int, data: dict[str, str]) -> int:
    if deed == "lift":
        slug = sheet.table.series.tournament.slug
        return client.post(reverse("lift_penalty", args=[slug, number]), data).status_code
    more = (number,) if deed in {"game", "send_game", "correct", "strike"} else ()
    return client.post(url(sheet, deed, *more), data).status_code


def whole(sheet) -> None:
    """However it came about: the list can be read, and every game in force has all its lines."""
    view = now_of(sheet)
    playing = 3 if len(view.seats) == 4 else len(view.seats)
    assert all(len(game.lines.all()) == playing for game in view.games)
    numbers = [game.number for game in view.games]
    assert len(numbers) == len(set(numbers))


def play_with_junk(examples: int, **table) -> None:
    sheet = factories.table_of(**table)
    for number in (1, 2, 3):
        factories.play(sheet, number)
    client = signed_in()

    @settings(max_examples=examples)
    @given(
        deeds=st.lists(
            st.tuples(st.sampled_from(DEEDS), st.integers(0, 6), forms, st.booleans()), min_size=1, max_size=4
        )
    )
    def junk_arrives(deeds) -> None:
        for deed, number, data, fresh in deeds:
            seen = {"seen_version": str(now_of(sheet).sheet.version)} if fresh else {}
            assert send(client, sheet, deed, number, data | seen) in ANSWERS
        whole(sheet)

    junk_arrives()
    assert client.get(url(sheet)).status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize(
    "table", [{"size": 4}, {"size": 3, "rules": "basic", "target": 400}], ids=["club", "basic"]
)
def test_junk_never_crashes_a_list(table):
    play_with_junk(8, **table)


@pytest.mark.full
@pytest.mark.parametrize(
    "table", [{"size": 4}, {"size": 4, "rules": "federation"}, {"size": 6, "rules": "basic"}]
)
def test_much_junk_never_crashes_a_list(table):
    play_with_junk(300, **table)


def test_a_penalty_never_takes_more_than_it_said():
    sheet = factories.table_of(4)
    factories.play(sheet, 1)
    client = signed_in()
    data = {
        "kind": "loose_hand",
        "seat": "3",
        "game": "1",
        "reason": "weil",
        "confirmed": "loose_hand/3/1/1/−9 Punkte",
    }
    answer = client.post(url(sheet, "penalty"), data | {"seen_version": now_of(sheet).sheet.version})
    assert answer.status_code == 200
    assert not Penalty.objects.exists()
    assert Game.objects.count() == 1
