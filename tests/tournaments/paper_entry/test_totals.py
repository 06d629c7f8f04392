"""Lists of which only the sums are known: either sums or games, struck to be corrected, marked wherever they are read."""

from __future__ import annotations

import io
import re
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader
from python_calamine import CalamineWorkbook

from scoring.totals import ImpossibleTotals, SeatSum
from tests import factories
from tests.factories import NOON
from tournaments.event.permissions import Actor, NotAllowed
from tournaments.event.selectors.sheets import sheets
from tournaments.lists.selectors.sheets import Life, sheet_view
from tournaments.lists.services.sheets import SheetRefused, StaleSheet
from tournaments.models import Game, JournalEntry, Ruling, ScoreSheet, TotalEntry, TotalLine
from tournaments.paper_entry.services import totals as service
from tournaments.paper_entry.services.entry import type_list
from tournaments.rankings.selectors.standings import standings
from tournaments.rulings import services as rulings
from tournaments.rulings.services import seats

pytestmark = pytest.mark.django_db

AT = ["probeturnier", 1, 1]
SUMS = {
    1: SeatSum(points=47, crosses=0, augen=349),
    2: SeatSum(points=40, crosses=1, augen=498),
    3: SeatSum(points=33, crosses=0, augen=414),
    4: SeatSum(points=33, crosses=1, augen=420),
}


def enter(sheet: ScoreSheet, sums=None, *, by: Actor | None = None, **other):
    facts: dict[str, Any] = {
        "games": 20,
        "submission": uuid4(),
        "seen_version": ScoreSheet.objects.get(pk=sheet.pk).version,
    } | other
    return service.enter_totals(
        sheet_id=sheet.pk, sums=sums or SUMS, by=by or factories.director(), now=NOON, **facts
    )


def strike(sheet: ScoreSheet, reason: str = "falsche Liste", by: Actor | None = None):
    version = ScoreSheet.objects.get(pk=sheet.pk).version
    return service.strike_totals(
        sheet_id=sheet.pk, reason=reason, seen_version=version, by=by or factories.director(), now=NOON
    )


def fresh(sheet: ScoreSheet):
    return sheet_view(sheets().get(pk=sheet.pk), now=NOON)


def desk() -> Client:
    client = Client()
    client.force_login(factories.user("leitung"))
    return client


@pytest.fixture
def sheet() -> ScoreSheet:
    return factories.table_of(4)


def test_sums_make_a_list_complete_and_count_in_the_standings(sheet):
    enter(sheet)
    view = fresh(sheet)
    assert view.life is Life.COMPLETE
    assert view.next_game is None
    assert {seat: (one.net_points, one.augen) for seat, one in view.tally.totals.items()} == {
        seat: (one.points, one.augen) for seat, one in SUMS.items()
    }
    seat_of = {seat.registration_id: seat.number for seat in view.seats}
    what = standings(view.tournament)
    assert what.games == 20
    for row in what.rows:
        one = SUMS[seat_of[row.registration.pk]]
        assert (row.total.net_points, row.total.crosses, row.total.augen) == (
            one.points,
            one.crosses,
            one.augen,
        )
        assert row.total.games_played == 15
        assert row.total.totals_only
    assert standings(view.tournament, series=2).games == 0


def test_sums_are_signed_and_accepted_like_games(sheet):
    enter(sheet)
    factories.accept(factories.sign_all(sheet))
    assert fresh(sheet).life is Life.ACCEPTED


def test_a_correction_strikes_and_writes_anew(sheet):
    enter(sheet)
    enter(sheet, SUMS | {1: SeatSum(points=46, crosses=0, augen=349)})
    old, new = TotalEntry.objects.order_by("pk")
    assert (old.struck_reason, new.struck_at) == (service.MENDED, None)
    assert fresh(sheet).tally.totals[1].net_points == 46
    deeds = JournalEntry.objects.filter(sheet=sheet).values_list("deed", flat=True)
    assert list(deeds) == ["totals_entered", "totals_corrected"]


def test_after_the_signatures_only_a_ruling_changes_sums(sheet):
    enter(sheet)
    factories.sign_all(sheet)
    other = SUMS | {1: SeatSum(points=46, crosses=0, augen=349)}
    with pytest.raises(NotAllowed):
        enter(sheet, other, by=factories.scorer(sheet))
    with pytest.raises(SheetRefused, match="begründen"):
        enter(sheet, other)
    enter(sheet, other, reason="auf dem Papier steht 46")
    assert Ruling.objects.get().reason == "auf dem Papier steht 46"
    assert fresh(sheet).life is Life.COMPLETE  # signed anew


@pytest.mark.slow
def test_either_games_or_sums(sheet):
    enter(sheet)
    with pytest.raises(SheetRefused, match="nur die Summen"):
        factories.play(sheet, 1, factories.result(2, {3: (25, True), 4: (88, False)}))
    with pytest.raises(SheetRefused, match="nur die Summen"):
        type_list(
            sheet_id=sheet.pk,
            results={1: factories.result(2, {3: (25, True), 4: (88, False)})},
            submission=uuid4(),
            seen_version=1,
            by=factories.director(),
            now=NOON,
        )
    strike(sheet)
    assert fresh(sheet).life is Life.OPEN
    factories.play(sheet, 1)
    with pytest.raises(SheetRefused, match="stehen Spiele"):
        enter(sheet)
    assert Game.objects.count() == 1


def test_the_database_refuses_both_at_once(sheet):
    entry = enter(sheet)
    seat = sheet.table.seats.get(number=1)
    row = {
        "sheet": sheet,
        "number": 1,
        "dealer": seat,
        "dealer_plays": False,
        "finish": "R",
        "submission": uuid4(),
        "entered_at": NOON,
        "entered_by": "Probe",
    }
    with pytest.raises(IntegrityError, match="either games or totals"), transaction.atomic():
        Game.objects.create(**row)
    strike(sheet)
    Game.objects.create(**row)
    with pytest.raises(IntegrityError, match="either games or totals"), transaction.atomic():
        TotalEntry.objects.create(
            sheet=sheet, games=20, submission=uuid4(), entered_at=NOON, entered_by="Probe"
        )
    for deed, words in (
        (lambda: TotalLine.objects.update(points=1), "never changes"),
        (lambda: TotalLine.objects.all()._raw_delete("default"), "never deleted"),
        (lambda: TotalEntry.objects.update(games=19), "never rewritten"),
        (lambda: TotalEntry.objects.all()._raw_delete("default"), "never deleted"),
    ):
        with pytest.raises(IntegrityError, match=words), transaction.atomic():
            deed()
    stranger = factories.table_of(3)
    with pytest.raises(IntegrityError, match="not at the table"), transaction.atomic():
        TotalLine.objects.create(
            entry=entry, seat=stranger.table.seats.get(number=1), points=1, augen=1, crosses=0
        )


def test_sent_twice_is_written_once_and_an_old_page_is_told(sheet):
    one = uuid4()
    assert enter(sheet, submission=one) == enter(sheet, submission=one, seen_version=0)
    assert TotalEntry.objects.count() == 1
    with pytest.raises(StaleSheet):
        enter(sheet, submission=one, games=19)
    with pytest.raises(StaleSheet):
        enter(sheet, seen_version=0)


@pytest.mark.parametrize(
    ("other", "refused"),
    [
        ({"games": 21}, SheetRefused),
        ({"games": 0}, SheetRefused),
        ({"sums": {1: SUMS[1]}}, SheetRefused),
        ({"sums": SUMS | {1: SeatSum(points=200, augen=0)}}, ImpossibleTotals),
    ],
)
def test_what_cannot_be_is_refused(sheet, other, refused):
    with pytest.raises(refused):
        enter(sheet, **other)
    assert not TotalEntry.objects.exists()


def test_strangers_write_nothing(sheet):
    with pytest.raises(NotAllowed):
        enter(sheet, by=Actor(sheet_id=sheet.pk + 1))
    enter(sheet)
    with pytest.raises(NotAllowed):
        strike(sheet, by=Actor())
    with pytest.raises(SheetRefused, match="Begründung"):
        strike(sheet, reason=" ")


@pytest.mark.slow
def test_it_is_said_wherever_the_sums_are_read(sheet):
    """The list, its paper, the desk, the standings, their paper and the workbook."""
    enter(sheet)
    client = desk()
    page = lambda name, *at: client.get(reverse(name, args=["probeturnier", *at])).content  # noqa: E731
    assert "nur die Summen nach 20 Spielen" in page("sheet", 1, 1).decode()
    assert "nur Summen" in page("desk").decode()
    assert page("standings").decode().count("nur Summen") == 1, "what holds for everybody is said once"
    assert "nur die Summen" in page("signatures", 1, 1).decode()
    for name, at in (("sheet_pdf", (1, 1)), ("standings_pdf", ())):
        text = "".join(one.extract_text() for one in PdfReader(io.BytesIO(page(name, *at))).pages)
        assert "nur Summen" in text or "Nur Summen" in text, name
    book = CalamineWorkbook.from_filelike(io.BytesIO(page("standings_xlsx")))
    for name in ("Rangliste", "Serie 1"):
        cells = [cell for row in book.get_sheet_by_name(name).to_python() for cell in row]
        assert cells.count("nur Summen") == 4, name
    assert "nach 20 Spielen" in page("journal").decode()


def test_nothing_is_said_where_games_are_known():
    sheet = factories.table_of(4)
    factories.play(sheet, 1)
    for name in ("desk", "standings"):
        assert "nur Summen" not in desk().get(reverse(name, args=["probeturnier"])).content.decode()


# The page -------------------------------------------------------------------------------------------------


def sent(sums=SUMS, *, version: int = 0, games: int = 20, **more) -> dict[str, str]:
    fields = {"seen_version": str(version), "submission": str(uuid4()), "games": str(games)}
    for seat, one in sums.items():
        fields |= {
            f"points_{seat}": str(one.points),
            f"crosses_{seat}": str(one.crosses),
            f"augen_{seat}": str(one.augen),
        }
    return fields | more


def test_sums_are_typed_on_their_page(sheet):
    answer = desk().post(reverse("totals_only", args=AT), sent())
    assert answer.url == reverse("sheet", args=AT)
    assert TotalLine.objects.count() == 4
    page = desk().get(reverse("totals_only", args=AT)).content.decode()
    assert 'value="498"' in page


def test_what_is_wrong_stands_beside_its_field_and_all_is_still_there(sheet):
    answer = desk().post(
        reverse("totals_only", args=AT), sent(SUMS | {2: SeatSum(points=300, crosses=1, augen=498)})
    )
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Die Punkte (300) gehen nicht" in page
    assert 'value="349"' in page
    assert not TotalEntry.objects.exists()


def test_doubtful_sums_are_confirmed(sheet):
    data = sent(SUMS | {1: SeatSum(points=47, crosses=0, augen=9_000)})
    answer = desk().post(reverse("totals_only", args=AT), data)
    assert answer.status_code == 422
    assert "mehr, als Karten haben können" in answer.content.decode()
    confirmed = data | {"confirmed": answer.context["form"].mark}
    assert desk().post(reverse("totals_only", args=AT), confirmed).status_code == 302
    assert JournalEntry.objects.get(deed="totals_entered").facts["confirmed"] == ["totals_too_many_augen"]


def test_a_stale_page_keeps_what_was_typed(sheet):
    enter(sheet)
    answer = desk().post(reverse("totals_only", args=AT), sent(SUMS | {1: SeatSum(points=46, augen=349)}))
    assert answer.status_code == 409
    assert 'value="46"' in answer.content.decode()


def test_sums_are_struck_on_their_page(sheet):
    enter(sheet)
    empty = {"seen_version": "1", "reason": ""}
    assert desk().post(reverse("strike_totals", args=AT), empty).status_code == 422
    assert (
        desk().post(reverse("strike_totals", args=AT), empty | {"reason": "Zettel verwechselt"}).status_code
        == 302
    )
    assert TotalEntry.objects.get().struck_reason == "Zettel verwechselt"


def test_by_the_basic_rules_only_points_are_asked():
    made = factories.table_of(3, rules="basic", rounds=12)
    page = desk().get(reverse("totals_only", args=AT)).content.decode()
    assert "points_1" in page
    assert "augen_1" not in page
    data = {"seen_version": "0", "submission": str(uuid4()), "games": "12"}
    data |= {f"points_{seat}": str(100 * seat) for seat in (1, 2, 3)}
    assert desk().post(reverse("totals_only", args=AT), data).status_code == 302
    assert fresh(made).tally.totals[3].net_points == 300
    assert set(TotalLine.objects.values_list("augen", flat=True)) == {None}


@pytest.mark.slow
def test_where_seats_changed_hands_the_page_leads_to_the_games():
    """The foot of the paper adds up a seat, not a person: no form that will be refused, but the way to what works."""
    sheet = factories.table_of(4)
    common: dict[str, Any] = {
        "sheet_id": sheet.pk,
        "reason": "muss gehen",
        "by": factories.director(),
        "now": NOON,
    }
    for number in (1, 2, 3, 4):
        factories.play(sheet, number)
    seats.let_leave(seat_number=2, seen_version=fresh(sheet).sheet.version, **common)
    for number in (1, 2, 3, 4):
        rulings.strike_game(number=number, seen_version=fresh(sheet).sheet.version, **common)
    with pytest.raises(SheetRefused, match="Liste vom Papier"):
        enter(sheet)
    client = Client()
    client.force_login(factories.user("leitung"))
    page = client.get(reverse("totals_only", args=AT)).content.decode()
    assert "An diesem Tisch hat jemand den Platz gewechselt" in page
    assert reverse("paper_grid", args=AT) in page
    assert 'name="points_1"' not in page


def test_a_pile_of_lists_goes_on_with_the_next_table_and_ends_at_the_desk():
    made = factories.tournament(players=9, rounds=1)
    drawn = factories.draw(made)
    client = Client()
    client.force_login(factories.user())
    factories.play(factories.sheet_of(drawn, 2), 1)  # begun at the table: not for the pile
    for table, following in ((1, 3), (3, None)):
        sheet = factories.sheet_of(drawn, table)
        where = reverse("totals_only", args=[made.slug, 1, table]) + "?weiter=1"
        page = client.get(where).content.decode()
        sent = {
            "seen_version": sheet.version,
            "submission": "00000000-0000-0000-0000-00000000000" + str(table),
            "games": 3,
        }
        for seat in (1, 2, 3):
            sent |= {f"points_{seat}": 10, f"crosses_{seat}": 0, f"augen_{seat}": 30}
        answer = client.post(where, {name: sent[name] for name in sent if f'name="{name}"' in page})
        if answer.status_code == 422:
            [mark] = re.findall(r'name="confirmed"\s+value="([^"]+)"', answer.content.decode())
            answer = client.post(where, sent | {"confirmed": mark})
        assert answer.status_code == 302
        assert answer["Location"] == (
            reverse("totals_only", args=[made.slug, 1, following]) + "?weiter=1"
            if following
            else reverse("desk", args=[made.slug])
        )
