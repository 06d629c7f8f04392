"""Every printable of the table, of one tournament with names that nobody would dare: nothing touches, is cut or boxed, all is told."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest
from django.test import Client
from django.urls import reverse
from reportlab.lib.pagesizes import A4

from tests import factories
from tests.factories import NOON
from tests.tournaments.paper.boxes import faults
from tests.tournaments.paper.checkpoints import failures
from tests.tournaments.paper.tagged import heard, wrong
from tests.tournaments.paper.test_hostile_names import NAMES
from tournaments.event.services.setup import form_pair
from tournaments.models import Club, Tournament
from tournaments.money.core import Rest, Ties, read_fund, read_places
from tournaments.money.selectors.prize_rules import PrizeRow, PrizeRules
from tournaments.money.selectors.prizes import prizes
from tournaments.money.services import fees
from tournaments.money.services import prizes as prizes_service
from tournaments.money.services.fees import Fees
from tournaments.paper.card_pen import CardPen
from tournaments.paper.chart import PicturePen
from tournaments.paper.ink import Pen
from tournaments.printing.views.choices import Offered
from tournaments.printing.views.printables import ANYWAY, PRINTABLES, Printable
from tournaments.rulings.services import deduct_points

pytestmark = pytest.mark.django_db

EVENT = NAMES["one word of sixty letters"]


@pytest.fixture(scope="module")
def staged(stage: None) -> Tournament:
    """Sixteen with the hostile names, each in a club of such a name; a tandem, a deduction, a series played, one hanging out."""
    made = factories.tournament(players=len(NAMES), series=2, rounds=1, name=EVENT)
    director = factories.director()
    for one, name in zip(made.registrations.select_related("player"), NAMES.values(), strict=True):
        one.player.given_name, _blank, one.player.family_name = name.rpartition(" ")
        one.player.club = Club.objects.create(name=f"{name[:53]} e. V.")
        one.player.save()
    form_pair(tournament_id=made.pk, first=3, second=4, by=director, now=NOON)
    first = factories.draw(made)
    for table in first.tables.all():
        factories.accept(factories.sign_all(factories.play_all(table.sheet)))
    sheet = factories.sheet_of(first)
    deduct_points(
        sheet_id=sheet.pk,
        start_number=sheet.table.seats.get(number=1).registration.start_number,
        points=2,
        reason=EVENT,
        seen_version=sheet.version,
        by=factories.referee(made),
        now=NOON,
    )
    factories.draw(made, 2)
    fees.set_fees(tournament_id=made.pk, fees=Fees(ordinary=1000), by=director, now=NOON)
    for number in range(1, len(NAMES) + 1):
        fees.take_fee(tournament_id=made.pk, start_number=number, by=director, now=NOON)
    row = PrizeRow(
        category="players", scope="each", fund=read_fund("100 %"), places=read_places("20 %, " * 4 + "20 %")
    )
    rules = PrizeRules(rows=(row,), ties=Ties.SHARE, rest=next(iter(Rest)))
    prizes_service.set_prizes(tournament_id=made.pk, rules=rules, by=director, now=NOON)
    seen = {one.ranking: one.seen for one in prizes(made).divisions if one.ranking[1] == 1}
    prizes_service.announce_prizes(tournament_id=made.pk, rankings=seen, by=director, now=NOON)
    return made


@pytest.fixture
def made(staged: Tournament) -> Tournament:
    return Tournament.objects.select_related("rule_set").get(pk=staged.pk)


@pytest.fixture
def desk(made: Tournament) -> Client:
    client = Client()
    client.force_login(factories.user("leitung"))
    return client


@pytest.fixture
def put_down(monkeypatch: pytest.MonkeyPatch) -> list[Pen]:
    """Every page that goes into a file meanwhile."""
    seen: list[Pen] = []
    for kind in (Pen, CardPen, PicturePen):
        real = kind.put_down

        def watched(pen, canvas, real=real, kind=kind):
            if type(pen) is kind:
                seen.append(pen)
            real(pen, canvas)

        monkeypatch.setattr(kind, "put_down", watched)
    return seen


def ways(printable: Printable, made: Tournament) -> Iterator[dict[str, str]]:
    """As the page offers it, and with each other choice once."""
    fixed, choices = dict(printable.fixed), printable.choices(Offered(made))
    fixed[ANYWAY] = "1"  # the tournament still runs
    usual = {
        one.name: next((value for value, _words, chosen in one.options if chosen), "") for one in choices
    }
    yield usual | fixed
    for one in choices:
        for value, _words, chosen in one.options:
            if not chosen and value != "versiegelt":
                yield usual | fixed | {one.name: value}


def check(
    desk: Client,
    made: Tournament,
    put_down: list[Pen],
    printable: Printable,
    asked: dict[str, str],
    *,
    language: str = "de",
) -> None:
    put_down.clear()
    said = {"accept-language": language}
    answer = desk.get(reverse(printable.name, args=[made.slug]), asked, follow=True, headers=said)
    assert answer.status_code == 200, asked
    content = answer.getvalue()
    sizes = [pen.size if isinstance(pen, CardPen) else A4 for pen in put_down]
    assert [
        f"{fault}, {asked}"
        for pen, size in zip(put_down, sizes, strict=True)
        for fault in faults(pen, size=size)
    ] == []
    assert list(wrong(content)) == [], asked
    assert list(failures(content)) == [], asked
    assert "H1" in heard(content), asked


@pytest.mark.parametrize("printable", PRINTABLES, ids=lambda one: one.key)
def test_nothing_touches_and_everything_is_told(desk, made, put_down, printable):
    check(desk, made, put_down, printable, next(ways(printable, made)))


@pytest.mark.slow
@pytest.mark.parametrize("printable", PRINTABLES, ids=lambda one: one.key)
def test_whatever_is_chosen(desk, made, put_down, printable):
    for asked in islice(ways(printable, made), 1, None):
        check(desk, made, put_down, printable, asked)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["lb", "en", "fr"])
@pytest.mark.parametrize("printable", PRINTABLES, ids=lambda one: one.key)
def test_in_every_language(desk, made, put_down, printable, language):
    """Words are longer there: heads of columns, sentences of the list's foot, boxes to tick."""
    check(desk, made, put_down, printable, next(ways(printable, made)), language=language)
