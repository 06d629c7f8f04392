"""Kept pages that all processes share: taken from one another, never anything but what any stranger may see."""

from __future__ import annotations

import time

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.tournaments.lists.test_pages import phone, signed_in
from tests.tournaments.pages.test_kept import html
from tournaments.models import Tournament
from tournaments.pages.common import ALIAS, COMMON, AsItIs, CommonShelf, name_of
from tournaments.pages.drawn import SECRET, DrawnPage, from_bytes, to_bytes
from tournaments.pages.kept import SHELF, Shelf
from tournaments.pages.own_row import OwnRow

pytestmark = pytest.mark.django_db
KEY = ("http", "testserver", "/t/eins/", "", "de", "", "", "", "")
PAGE = DrawnPage(
    revision=7,
    took=0.25,
    kind="text/html; charset=utf-8",
    pieces=(b"<p>before</p>", b"<p>behind \xc3\xa9</p>"),
    packed=(),
    own_rows={3: OwnRow(row=3, rank=1, name="Anna É.", points=41)},
)


@pytest.fixture(scope="module")
def staged_sheet(stage: None):
    return factories.table_of(4)


@pytest.fixture
def slug(staged_sheet) -> str:
    return staged_sheet.table.series.tournament.slug


@pytest.fixture(autouse=True)
def broker(settings):
    """A cache that two shelves of this process share, as two processes share the broker."""
    local = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {"default": {"BACKEND": local}, ALIAS: {"BACKEND": local, "LOCATION": "common"}}
    shared = caches[ALIAS]
    shared.clear()
    yield shared
    shared.clear()
    COMMON.away, COMMON.away_until = False, 0.0


@pytest.fixture
def elsewhere(monkeypatch):
    """Go on in another process: its own shelf is empty, the common one is not."""

    def other() -> Shelf:
        shelf = Shelf(CommonShelf())
        monkeypatch.setattr("tournaments.pages.fresh.SHELF", shelf)
        monkeypatch.setattr("tournaments.lists.views.sheets.SHELF", shelf)
        return shelf

    return other


def no_drawing(monkeypatch) -> None:
    monkeypatch.setattr("tournaments.pages.fresh.find_tournament", lambda _slug: 1 / 0)


@pytest.mark.parametrize("name", ["standings", "tournament", "seating", "statistics"])
def test_what_one_process_has_drawn_the_other_takes_with_a_secret_of_its_readers(
    slug, name, elsewhere, monkeypatch
):
    url = reverse(name, args=[slug])
    first = html(Client().get(url))
    elsewhere()
    no_drawing(monkeypatch)
    second = html(Client(headers={"accept-encoding": "gzip"}).get(url))
    assert SECRET.sub(b"", first.encode()) == SECRET.sub(b"", second.encode())
    secrets = [set(SECRET.findall(page.encode())) for page in (first, second)]
    assert not secrets[0] & secrets[1]


def test_a_page_comes_out_of_its_bytes_as_it_went_in():
    again = from_bytes(to_bytes(PAGE))
    assert (again.revision, again.took, again.kind) == (7, 0.25, PAGE.kind)
    assert again.own_rows == PAGE.own_rows


def test_a_row_of_ones_own_is_marked_on_a_page_from_elsewhere(slug, elsewhere, monkeypatch):
    url, mine = reverse("standings", args=[slug]), Client()
    Client().get(url)
    elsewhere()
    no_drawing(monkeypatch)
    mine.cookies["rommeclub_ich"] = f"{slug}:1"
    assert html(mine.get(url)).count("is-me") == 1
    assert "is-me" not in html(Client().get(url))


def test_a_new_game_is_drawn_by_one_and_taken_by_the_other(slug, staged_sheet, elsewhere):
    url = reverse("standings", args=[slug])
    before = html(Client().get(url))
    factories.play(staged_sheet, 1)
    one = elsewhere()
    after = html(Client().get(url))
    assert after != before
    assert len(one.pages) == 1
    elsewhere()
    assert SECRET.sub(b"", html(Client().get(url)).encode()) == SECRET.sub(b"", after.encode())


@pytest.mark.slow
def test_while_another_process_draws_the_page_before_is_given_out(slug, staged_sheet, elsewhere):
    url = reverse("standings", args=[slug])
    before = html(Client().get(url))
    [key] = SHELF.pages
    factories.play(staged_sheet, 1)
    assert COMMON.turn(key), "another process begins"
    elsewhere()
    assert SECRET.sub(b"", html(Client().get(url)).encode()) == SECRET.sub(b"", before.encode())
    COMMON.drawn(key)
    elsewhere()
    assert SECRET.sub(b"", html(Client().get(url)).encode()) != SECRET.sub(b"", before.encode())


def test_a_page_from_elsewhere_stands_a_second_and_not_longer(elsewhere, monkeypatch):
    COMMON.keep(KEY, PAGE, seconds=30, rest=5)
    shelf = elsewhere()
    assert shelf.find(KEY, 8) is not None, "it rests"
    caches[ALIAS].clear()
    now = time.monotonic()
    monkeypatch.setattr("tournaments.pages.kept.time.monotonic", lambda: now + 1.1)
    assert shelf.find(KEY, 8) is None
    assert shelf.find(KEY, 7) is not None
    monkeypatch.setattr("tournaments.pages.kept.time.monotonic", lambda: now + 10.1)
    assert shelf.find(KEY, 7) is None


def test_who_is_known_leaves_nothing_with_the_broker(slug, staged_sheet, broker):
    for known in (signed_in(), phone(staged_sheet)):
        for name in ("standings", "tournament"):
            known.get(reverse(name, args=[slug]))
        known.get(reverse("sheet", args=[slug, 1, staged_sheet.table.number]))
    assert not broker._cache
    Client().get(reverse("standings", args=[slug]))
    assert broker._cache
    assert not any(SECRET.search(value) for value in broker._cache.values())


def test_what_was_hidden_is_given_out_by_nobody(slug, elsewhere):
    urls = [reverse("standings", args=[slug]), reverse("sheet", args=[slug, 1, 1])]
    for url in urls:
        assert Client().get(url).status_code == 200
    Tournament.objects.filter(slug=slug).update(
        hidden_at=timezone.now()
    )  # the revision stays: nothing helps but to look
    for url in urls:
        assert Client().get(url).status_code == 404, "by who has drawn it"
    elsewhere()
    for url in urls:
        assert Client().get(url).status_code == 404, "by another"


def test_what_somebody_else_has_laid_there_is_not_taken(slug, broker, elsewhere):
    url = reverse("standings", args=[slug])
    Client().get(url)
    [lies_at] = broker._cache
    name = lies_at.rpartition(":")[2]
    for forged in (b"", b"x" * 500, bytes(32) + to_bytes(PAGE)):
        broker.set(name, forged)
        elsewhere()
        assert "before" not in html(Client().get(url))


def test_a_page_counts_under_its_own_name_alone(broker):
    COMMON.keep(KEY, PAGE, seconds=30, rest=0)
    assert COMMON.find(KEY) is not None
    broker.set(name_of(("another",)), broker.get(name_of(KEY)))
    assert COMMON.find(("another",)) is None


class Broken:
    """A broker that is away, counted."""

    def __init__(self) -> None:
        self.asked = 0

    def __getattr__(self, _name):
        self.asked += 1
        raise ConnectionError


def test_without_the_broker_each_process_draws_for_itself(slug, monkeypatch, elsewhere):
    broken = Broken()
    monkeypatch.setattr("tournaments.pages.common.caches", {ALIAS: broken})
    shelf = elsewhere()
    url = reverse("standings", args=[slug])
    assert html(Client().get(url))
    assert html(Client().get(url))
    assert len(shelf.pages) == 1
    assert broken.asked == 1, "it is left alone for a while"


def test_on_a_laptop_there_is_no_common_shelf(slug, settings, elsewhere):
    settings.CACHES = {"default": settings.CACHES["default"]}
    shelf = elsewhere()
    assert not shelf.common.here
    url = reverse("standings", args=[slug])
    html(Client().get(url))
    assert len(shelf.pages) == 1
    assert shelf.find(("nobody",), 1) is None


def test_nothing_is_unpickled():
    assert AsItIs().loads(AsItIs().dumps(b"x")) == b"x"
