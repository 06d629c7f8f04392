"""The grid of a paper list in a browser without scripts, and what the script asks for."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tournaments.event.selectors.sheets import sheets
from tournaments.models import Game, JournalEntry, PaperTyping

pytestmark = pytest.mark.django_db

AT = ["probeturnier", 1, 1]
ROW = {1: {2: "+", 3: "25", 4: "88-"}, 2: {1: "30", 3: "*", 4: "120-"}}


@pytest.fixture(scope="module")
def staged_sheet(stage: None):
    return factories.table_of(4, rounds=1)


@pytest.fixture
def sheet(staged_sheet):
    return sheets().get(pk=staged_sheet.pk)


def desk(username: str = "leitung", device: str = "Laptop") -> Client:
    client = Client(headers={"User-Agent": device})
    client.force_login(factories.user(username))
    return client


def sent(cells=ROW, *, version: int = 0, **more) -> dict[str, str]:
    fields = {f"z{number}_{seat}": text for number, row in cells.items() for seat, text in row.items()}
    return {"seen_version": str(version), "submission": str(uuid4())} | fields | more


def post(client: Client, data: dict[str, str], name: str = "paper_grid"):
    return client.post(reverse(name, args=AT), data)


def marked(answer) -> str:
    return answer.context["form"].mark


def test_a_list_is_typed_and_saved(sheet):
    answer = post(desk(), sent())
    assert answer.status_code == 302
    assert answer.url == reverse("sheet", args=AT)
    assert Game.objects.count() == 2
    page = desk().get(reverse("paper_grid", args=AT)).content.decode()
    assert 'name="z1_4" value="88-"' in page
    assert 'name="z2_3" value="H"' in page
    assert 'name="z1_1"' not in page  # the dealer of a table of four has no cell


def test_every_cell_comes_back_with_what_is_wrong(sheet):
    cells = ROW | {2: {1: "30", 3: "25"}, 3: {1: "quatsch", 2: "7", 4: "+"}}
    answer = post(desk(), sent(cells, summe_points_1="zwölf"))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert not Game.objects.exists()
    for number, row in cells.items():
        for seat, text in row.items():
            assert f'name="z{number}_{seat}" value="{text}"' in page
    assert 'name="summe_points_1" value="zwölf"' in page
    assert "Spiel 2: Bei Platz 4 fehlt noch etwas" in page
    assert "„quatsch“ ist nicht lesbar" in page
    assert page.count('aria-invalid="true"') == 2


def test_a_gap_belongs_to_its_row(sheet):
    answer = post(desk(), sent({1: ROW[1], 3: {1: "30", 2: "+", 4: "25"}}))
    assert answer.status_code == 422
    assert answer.context["form"].refusals.keys() == {3}
    assert "fehlt Spiel 2" in answer.content.decode()
    assert 'name="z3_2" value="+"' in answer.content.decode()


def test_doubts_are_confirmed_once_and_exactly(sheet):
    data = sent({1: {2: "+", 3: "1", 4: "88-"}})
    answer = post(desk(), data)
    assert answer.status_code == 422
    assert "zu wenig Augen (1)" in answer.content.decode()
    mark = marked(answer)
    other = data | {"z1_4": "20-", "confirmed": mark}
    assert post(desk(), other).status_code == 422  # another doubt: confirming the first confirms nothing
    assert post(desk(), data | {"confirmed": mark}).status_code == 302
    assert JournalEntry.objects.get(deed="game_reported").facts["confirmed"] == ["too_few_augen"]


def test_totals_that_differ_point_to_the_row(sheet):
    """The paper's seat 3 has 27 Augen fewer: somebody typed 52 for 25 in game 1."""
    data = sent({1: {2: "+", 3: "52", 4: "88-"}}, summe_augen_3="25", summe_points_3="2")
    answer = post(desk(), data)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Spiel 1, Platz 3: 25 statt 52?" in page
    assert "−27" in page
    assert post(desk(), data | {"confirmed": marked(answer)}).status_code == 302
    assert JournalEntry.objects.get(deed="paper_typed").facts["differences"] == {"3": [1, -27, 0]}


def test_totals_that_agree_are_said(sheet):
    answer = desk().post(reverse("paper_sums", args=AT), sent(summe_points_2="5", summe_augen_3="25"))
    assert answer.json()["check"]["state"] == "ok"


def test_the_sums_are_those_of_the_list(sheet):
    """What the script shows while one types is what the list shows when it is saved."""
    told = post(desk(), sent(), "paper_sums").json()
    assert not Game.objects.exists()
    assert not JournalEntry.objects.filter(sheet=sheet).exists()
    assert told["rows"]["2"]["cells"]["4"] == {
        "points": "✕",
        "cross": True,
        "augen_total": "208",
        "total": "0",
        "wrong": False,
    }
    assert told["totals"]["4"] == {"points": ["−1", ""], "crosses": ["1", ""], "augen": ["208", ""]}
    post(desk(), sent())
    view = desk().get(reverse("sheet", args=AT)).context
    assert [total["net"] for total in view["sheet"]["totals"]] == [
        told["totals"][str(seat)]["points"][0] for seat in (1, 2, 3, 4)
    ]


def test_a_stale_list_shows_both_versions(sheet):
    data = sent()
    factories.play(sheet, 1)
    answer = post(desk(), data)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert 'name="z1_4" value="88-"' in page
    assert "Auf der Liste steht: 2: R · 3: 25 · 4: 25" in page
    again = data | {"seen_version": "1", "submission": str(uuid4())}
    assert post(desk(), again).status_code == 302
    assert Game.objects.filter(number=1, struck_at__isnull=False).count() == 1


def test_rows_that_the_phone_entered_meanwhile_are_not_lost(sheet):
    """The desk has typed games 2 and 3 of its own page; game 1 came from the phone."""
    factories.play(sheet, 1)
    answer = post(desk(), sent({2: ROW[2]}, version=1))
    assert answer.status_code == 302
    assert sorted(Game.objects.values_list("number", "struck_at")) == [(1, None), (2, None)]


def test_the_same_list_sent_twice_is_saved_once(sheet):
    data = sent()
    assert [post(desk(), data).status_code for _ in range(2)] == [302, 302]
    assert Game.objects.count() == 2
    assert PaperTyping.objects.count() == 1


def test_a_second_typing_sees_nothing_of_the_first(sheet):
    post(desk(), sent())
    factories.referee(sheet.table.series.tournament)
    other = desk("schiri", "Tablet")
    page = other.get(reverse("second_typing", args=AT)).content.decode()
    assert 'value="88-"' not in page
    assert 'value="H"' not in page
    answer = post(other, sent(ROW | {2: {1: "30", 3: "+", 4: "120-"}}), "second_typing")
    assert answer.url == reverse("mismatches", args=AT)
    page = other.get(answer.url).content.decode()
    assert "Spiel 2" in page
    assert "Spiel 1" not in page
    assert "3: R" in page
    settled = {"number": "2", "chosen": "second", "seen_version": "2"}
    assert post(other, settled, "mismatches").status_code == 302
    assert "Beide Erfassungen sind gleich" in other.get(answer.url).content.decode()
    assert Game.objects.get(number=2, struck_at__isnull=True).finish == "R"


def test_the_typist_is_told_to_fetch_somebody_else(sheet):
    post(desk(), sent())
    answer = post(desk(), sent(), "second_typing")
    assert answer.status_code == 422
    assert "jemand anderes" in answer.content.decode()
    assert 'name="z1_4" value="88-"' in answer.content.decode()


@pytest.mark.slow
def test_a_settlement_of_an_old_page_is_stale(sheet):
    post(desk(), sent())
    factories.referee(sheet.table.series.tournament)
    post(desk("schiri"), sent(ROW | {2: {1: "31", 3: "*", 4: "120-"}}), "second_typing")
    answer = post(desk(), {"number": "2", "chosen": "second", "seen_version": "1"}, "mismatches")
    assert answer.status_code == 409
    assert Game.objects.filter(struck_at__isnull=False).count() == 0


@pytest.mark.parametrize(
    "rubbish",
    [
        {"z1_2": "x" * 10_000},
        {"z1_2": "\x00"},
        {"z1_2": "９９"},
        {"seen_version": "-1", "submission": "nichts"},
        {"z999_9": "25", "z1_1": "+"},
        {"summe_augen_1": "9" * 400, "summe_points_2": "--1", "summe_crosses_3": "1e9"},
    ],
)
def test_rubbish_is_answered_with_a_page(sheet, rubbish):
    for name in ("paper_grid", "second_typing", "paper_sums"):
        assert post(desk(), rubbish, name).status_code in (200, 409, 422)
    assert not Game.objects.exists()


def test_a_game_that_is_closed_has_no_cells(sheet):
    factories.accept(factories.sign_all(factories.play_all(sheet)))
    page = desk().get(reverse("paper_grid", args=AT)).content.decode()
    assert '<input name="z' not in page
    assert "Diese Liste ist abgeschlossen" in page
    before = list(Game.objects.values_list("pk", "struck_at"))
    answer = post(desk(), sent({1: {2: "R", 3: "25", 4: "88-"}}, version=sheet.version))
    assert answer.status_code in (409, 422)
    assert set(answer.context["form"].results) == {1, 2, 3, 4}, (
        "the rows of the list, and none of what was sent"
    )
    assert list(Game.objects.values_list("pk", "struck_at")) == before


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [1, 5])
def test_the_questions_to_the_database_do_not_grow(rounds, django_assert_max_num_queries):
    sheet = factories.play_all(factories.table_of(4, rounds=rounds))
    client = desk()
    client.get(reverse("paper_grid", args=AT))
    with django_assert_max_num_queries(11):  # two for the badge of calls and protests
        client.get(reverse("paper_grid", args=AT))
    assert sheet.games.count() == 4 * rounds
