"""Reading the API: the same facts as on the pages, for a fixed number of queries, and one query when nothing has happened."""

from __future__ import annotations

import json
import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.numbers import GameNumber
from scoring.totals import SeatSum
from tests import factories
from tests.api.conftest import LIST, ROOT, Program
from tests.factories import NOON
from tournaments.api.v1 import document
from tournaments.event.selectors.sheets import sheets
from tournaments.lists.selectors.sheets import sheet_view
from tournaments.models import Publication, Tournament
from tournaments.paper_entry.services.totals import enter_totals
from tournaments.rankings.selectors.snapshots import snapshot
from tournaments.rankings.selectors.standings import standings
from tournaments.rankings.services import publications
from tournaments.rulings import services as rulings

pytestmark = pytest.mark.django_db
anybody = Program()

# Address → queries when it is read anew. One of them finds the tournament or the list.
QUERIES = {
    "/api/v1/tournaments": 2,
    ROOT: 3,
    f"{ROOT}/rules": 1,
    f"{ROOT}/field": 3,
    f"{ROOT}/series": 3,
    f"{ROOT}/series/1/seating": 5,
    f"{ROOT}/series/1/progress": 4,
    f"{ROOT}/series/1/clock": 2,
    f"{ROOT}/publications": 3,
    LIST: 5,
    f"{LIST}/games/1": 5,
}


@pytest.mark.parametrize(
    "address",
    [
        f"{ROOT}/standings",
        LIST,
        *(
            pytest.param(one, marks=pytest.mark.slow)
            for one in [*QUERIES, f"{ROOT}/rankings/players"]
            if one != LIST
        ),
    ],
)
def test_what_is_known_already_costs_one_query(address, made, django_assert_num_queries):
    first = anybody.get(address)
    assert first.status_code == 200
    with django_assert_num_queries(1):
        again = anybody.get(address, If_None_Match=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    Tournament.objects.filter(pk=made.pk).update(revision=made.revision + 1)
    assert anybody.get(address, If_None_Match=first["ETag"]).status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize("address", QUERIES)
def test_every_answer_has_its_number_of_queries(address, made, django_assert_num_queries):
    with django_assert_num_queries(QUERIES[address]):
        assert anybody.get(address).status_code == 200


@pytest.mark.slow
def test_the_size_of_the_field_costs_no_query(made, django_assert_max_num_queries):
    more = factories.tournament(name="Großes Turnier", players=60, rounds=1)
    factories.draw(more)
    with django_assert_max_num_queries(12):
        page = anybody.get(f"/api/v1/tournaments/{more.slug}/standings?limit=500").json()
    assert page["total"] == len(page["items"]) == 60
    with django_assert_max_num_queries(5):
        assert len(anybody.get(f"/api/v1/tournaments/{more.slug}/series/1/seating").json()["tables"]) == 15


def test_the_standings_are_those_of_the_page(made):
    shown = standings(made)
    page = anybody.get(f"{ROOT}/standings").json()
    assert [
        (row["rank"], row["start_number"], row["points"], row["augen"], row["shared"])
        for row in page["items"]
    ] == [
        (
            one.place.rank,
            one.registration.start_number,
            one.total.net_points,
            one.total.augen,
            one.place.shared,
        )
        for one in shown.rows
    ]
    ranking = anybody.get(f"{ROOT}/rankings/players").json()
    assert [row["start_numbers"] for row in ranking["items"]] == [
        [row["start_number"]] for row in page["items"]
    ]
    assert f"{ROOT}/rankings/players" in [one["url"] for one in anybody.get(f"{ROOT}/rankings").json()]
    assert anybody.get(f"{ROOT}/rankings/nobody").status_code == 404
    assert anybody.get(f"{ROOT}/rankings/players?day=1999-01-01").status_code == 404


@pytest.mark.slow
def test_a_list_is_that_of_its_page(sheet):
    view = sheet_view(sheet, now=NOON)
    told = anybody.get(LIST).json()
    assert told["version"] == sheet.version == 1
    assert told["next_game"]["playing"] == [seat.number for seat in view.next_game.playing]
    assert {foot["seat"]: foot["points"] for foot in told["totals"]} == {
        seat: sums.net_points for seat, sums in view.tally.totals.items()
    }
    [row] = told["games"]
    assert row["winner"] == 2
    assert [(cell["seat"], cell["points"]) for cell in row["cells"]] == [(2, 5), (3, 2), (4, 2)]


@pytest.mark.slow
def test_doubts_in_words_for_who_keeps_the_list_alone(sheet, program):
    factories.play(sheet, 2, factories.result(3, {4: (12, False), 1: (25, True)}))
    keeper = program("lists").get(LIST, Accept_Language="en")
    assert keeper["Content-Language"] == "en"
    [doubt] = keeper.json()["games"][1]["doubts"]
    assert doubt["id"] == "too_few_augen_unopened/4"
    others = anybody.get(LIST)
    assert others.json()["games"][1]["doubts"] == []
    assert others["ETag"] != keeper["ETag"]


@pytest.mark.slow
def test_lists_behind_the_desk_by_how_far_they_are(made, sheet, program, django_assert_max_num_queries):
    desk, done = program("read"), factories.sheet_of(sheet.table.series, 2)
    factories.play_all(done)

    def told(state: str) -> list[int]:
        with django_assert_max_num_queries(11):
            page = desk.get(f"{ROOT}/lists?state={state}").json()
        assert page["total"] == len(page["items"])
        return [one["table"] for one in page["items"]]

    assert (told("open"), told("complete"), told("signed"), told("accepted")) == ([1], [2], [], [])
    factories.sign_all(done)
    assert (told("complete"), told("signed")) == ([], [2])
    factories.accept(done)
    assert (told("signed"), told("accepted")) == ([], [2])
    piece = desk.get(f"{ROOT}/lists?limit=1&offset=1").json()
    assert ([one["table"] for one in piece["items"]], piece["total"], piece["next"]) == ([2], 2, None)


@pytest.mark.slow
def test_birthdays_and_reasons_stay_behind_the_desk(made, program):
    known = anybody.get(f"{ROOT}/field").json()["items"][0]
    assert set(known) == {"start_number", "name", "listed_name", "club", "team", "pair", "guest", "withdrawn"}
    assert {"born_on", "sex", "withdrawn_reason"} <= set(
        program("read").get(f"{ROOT}/registrations/1").json()
    )


def test_nobody_sees_a_draft_who_may_not(made, sheet, program):
    Tournament.objects.filter(pk=made.pk).update(release=Tournament.Release.PUBLISHED)
    before = anybody.get(f"{ROOT}/standings")
    assert (before.json()["items"], before.json()["draft"]) == ([], False)
    director, reader = program("all"), program("read")
    seen = director.get(f"{ROOT}/standings")
    assert seen.json()["draft"]
    assert seen["ETag"] != reader.get(f"{ROOT}/standings")["ETag"]
    assert reader.get(f"{ROOT}/standings").json()["items"] == []
    assert reader.get(f"{ROOT}/standings", If_None_Match=seen["ETag"]).status_code == 200
    assert anybody.get(f"{ROOT}/rankings").json() == []
    publications.publish(
        tournament_id=made.pk, seen=snapshot(made).fingerprint, by=factories.director(), now=NOON
    )
    one = Publication.objects.get()
    announced = anybody.get(f"{ROOT}/standings").json()
    assert announced["publication"]["fingerprint"] == one.fingerprint
    assert len(announced["items"]) == 8
    told = anybody.get(f"{ROOT}/publications/1").json()
    assert told["document"] == one.document
    factories.play(sheet, 2)
    assert anybody.get(f"{ROOT}/standings").json()["items"] == announced["items"]


@pytest.mark.slow
def test_long_lists_come_in_pieces(made):
    first = anybody.get(f"{ROOT}/field?limit=3").json()
    assert (len(first["items"]), first["total"]) == (3, 8)
    numbers, following = [one["start_number"] for one in first["items"]], first["next"]
    while following:
        page = anybody.get(following).json()
        numbers += [one["start_number"] for one in page["items"]]
        following = page["next"]
    assert numbers == list(range(1, 9))
    for wrong in ("limit=0", "limit=501", "limit=x", "offset=-1", "offset=1000001", "limit=" + "9" * 5000):
        assert anybody.get(f"{ROOT}/field?{wrong}").status_code == 422, wrong


@pytest.mark.slow
def test_browsers_of_other_origins_may_read_and_not_write(made):
    read = anybody.get(ROOT, Origin="https://verein.example")
    assert read["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in read
    asked = Client().options(f"{LIST}/games", headers={"Origin": "https://verein.example"})
    assert "Access-Control-Allow-Methods" not in asked
    assert asked["Allow"] == "OPTIONS, POST"


@pytest.mark.slow
def test_head_is_get_without_a_body(made):
    head, get = Client().head(ROOT), anybody.get(ROOT)
    assert head.content == b""
    assert (head.status_code, head["ETag"], head["Content-Length"]) == (
        200,
        get["ETag"],
        get["Content-Length"],
    )


@pytest.mark.slow
def test_answers_are_packed_for_who_can_unpack_and_the_tag_still_holds(made):
    packed = anybody.get(f"{ROOT}/field", Accept_Encoding="gzip")
    assert packed["Content-Encoding"] == "gzip"
    assert packed["ETag"].startswith("W/")
    assert anybody.get(f"{ROOT}/field", If_None_Match=packed["ETag"]).status_code == 304


def test_the_description_is_whole(client):
    told = json.loads(client.get("/api/v1/openapi.json").content)
    assert told["openapi"].startswith("3.1")
    for path, methods in told["paths"].items():
        for method, operation in methods.items():
            assert operation["description"], path
            answers = set(operation["responses"])
            assert {"401", "403", "404", "406", "422", "429"} <= answers, (method, path)
            assert ("304" in answers) == (method == "get")
            assert ("412" in answers) == (method == "post")
    text = json.dumps(told, ensure_ascii=False)
    for name in re.findall(r'"\$ref": "#/components/(\w+)/([^"]+)"', text):
        assert name[1] in told["components"][name[0]]
    for name, shape in told["components"]["schemas"].items():
        assert shape.get("description"), name


def test_the_description_has_a_tag_of_its_own(client):
    first = client.get("/api/v1/openapi.json")
    again = client.get("/api/v1/openapi.json", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_page_for_people_names_every_operation_and_needs_nothing_from_elsewhere(client):
    page = client.get(reverse("api")).content.decode()
    for methods in document()["paths"].values():
        for operation in methods.values():
            assert f'id="{operation["operationId"]}"' in page
    assert "//cdn" not in page
    assert "<script>" not in page


def test_rows_that_were_struck_before_the_sums_stay_to_be_read(made, sheet):
    """A list with one struck game and sums: the row is told, and counts nowhere."""
    seen = sheets().get(pk=sheet.pk).version
    by = factories.referee(made)
    rulings.strike_game(
        sheet_id=sheet.pk, number=GameNumber(1), reason="Verzählt", seen_version=seen, by=by, now=NOON
    )
    sums = {
        1: SeatSum(points=12, crosses=0, augen=69),
        2: SeatSum(points=8, crosses=0, augen=98),
        3: SeatSum(points=7, crosses=0, augen=84),
        4: SeatSum(points=7, crosses=0, augen=90),
    }
    enter_totals(
        sheet_id=sheet.pk,
        sums=sums,
        games=4,
        submission=uuid4(),
        seen_version=sheets().get(pk=sheet.pk).version,
        by=factories.director(),
        now=NOON,
    )
    told = anybody.get(LIST).json()
    assert [(one["number"], one["struck_reason"]) for one in told["games"]] == [(1, "Verzählt")]
