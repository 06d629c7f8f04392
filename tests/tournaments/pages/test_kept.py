"""Pages that are kept hold nothing of anybody: drawn for a stranger, given to strangers, each with his own secret."""

from __future__ import annotations

import gzip
import hashlib
import re
from concurrent.futures import Future

import pytest
from django.conf import settings
from django.http import HttpResponse, StreamingHttpResponse
from django.middleware.gzip import GZipMiddleware
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone, translation
from django.views.decorators.cache import never_cache

from tests import factories
from tests.tournaments.lists.test_pages import phone, signed_in
from tournaments.models import Tournament
from tournaments.pages.compressed import CompressedMiddleware
from tournaments.pages.drawn import SECRET, between_secrets, deflated, gzipped, stored_piece
from tournaments.pages.fresh import kept_by_nobody
from tournaments.pages.kept import COME_AGAIN, SHELF, WAITS, key_of, rest_after

pytestmark = pytest.mark.django_db
PUBLIC = ("standings", "tournament", "seating", "statistics")


@pytest.fixture(scope="module")
def staged_sheet(stage: None):
    return factories.table_of(4)


@pytest.fixture
def slug(staged_sheet) -> str:
    return staged_sheet.table.series.tournament.slug


def html(answer) -> str:
    content = answer.content
    return (gzip.decompress(content) if answer.get("Content-Encoding") == "gzip" else content).decode()


@pytest.mark.parametrize("name", PUBLIC)
def test_the_second_stranger_gets_the_same_page_with_his_own_secret(
    slug, name, django_assert_max_num_queries
):
    url = reverse(name, args=[slug])
    one, two = Client(), Client()
    first = html(one.get(url))
    with django_assert_max_num_queries(1):
        second = html(two.get(url))
    assert re.sub(SECRET.pattern.decode(), "", first) == re.sub(SECRET.pattern.decode(), "", second)
    mine, his = (set(re.findall(SECRET.pattern.decode(), page)) for page in (first, second))
    assert not mine & his
    if his:
        assert two.cookies[settings.CSRF_COOKIE_NAME].value != one.cookies[settings.CSRF_COOKIE_NAME].value


@pytest.mark.parametrize("name", PUBLIC)
def test_who_is_known_gets_a_page_of_his_own_and_leaves_nothing_behind(slug, staged_sheet, name):
    url = reverse(name, args=[slug])
    for known in (signed_in(), phone(staged_sheet)):
        known.get(url)
        assert not SHELF.pages
    stranger = html(Client().get(url))
    assert "Abmelden" not in stranger
    assert signed_in().get(url).status_code == 200
    for held in SHELF.pages.values():
        assert not any(SECRET.search(piece) for piece in (*held.page.pieces, b"".join(held.page.pieces)))


def test_a_row_of_ones_own_is_on_nobody_elses_page(slug):
    url, mine = reverse("standings", args=[slug]), Client()
    mine.cookies["rommeclub_ich"] = f"{slug}:1"
    for _drawn_and_kept in range(2):
        assert html(mine.get(url)).count("is-me") == 1
        assert "own-row" in html(mine.get(url, headers={"accept-encoding": "gzip"}))
        stranger = html(Client().get(url))
        assert "is-me" not in stranger
        assert "own-row" not in stranger
    assert len(SHELF.pages) == 1, "a reader with a row of his own costs no drawing"
    mine.cookies["rommeclub_ich"] = "another:1"
    assert "is-me" not in html(mine.get(url))


def test_a_secret_from_a_kept_page_sends_its_form(slug):
    url = reverse("standings", args=[slug])
    Client().get(url)
    reader = Client(enforce_csrf_checks=True)
    page = html(reader.get(url))
    [secret, *_more] = [found[1] for found in re.findall(SECRET.pattern.decode(), page)]
    sent = reader.post(reverse("set_language"), {"language": "en", "csrfmiddlewaretoken": secret})
    assert sent.status_code in (204, 302)


def test_looks_languages_and_addresses_are_kept_apart(slug):
    url = reverse("standings", args=[slug])
    german = html(Client().get(url))
    english = html(Client(headers={"accept-language": "en"}).get(url))
    dark = Client()
    dark.cookies["rommeclub_theme"] = "dark"
    assert 'data-theme="dark"' in html(dark.get(url))
    assert len({german, english}) == 2
    assert 'data-theme="dark"' not in html(Client().get(url))


def test_what_changed_is_drawn_anew_and_what_is_said_to_one_is_not_kept(slug, staged_sheet):
    url = reverse("standings", args=[slug])
    before = html(Client().get(url))
    factories.play(staged_sheet, 1)
    assert html(Client().get(url)) != before
    told = Client()
    told.cookies["messages"] = "x"
    told.get(url)
    assert len(SHELF.pages) == 1


def test_the_oldest_page_is_given_up_first(slug, monkeypatch):
    monkeypatch.setattr("tournaments.pages.kept.MOST", 60_000)
    for number in range(8):
        Client().get(reverse("standings", args=[slug]) + f"?suche={number}")
    assert 0 < len(SHELF.pages) < 8
    assert SHELF.size <= 60_000


def test_text_goes_out_compressed_and_files_as_they_are(slug):
    reader = Client(headers={"accept-encoding": "gzip"})
    assert reader.get(reverse("standings", args=[slug]))["Content-Encoding"] == "gzip"
    assert reader.get("/anmelden/")["Content-Encoding"] == "gzip"
    assert not reader.get(reverse("standings_pdf", args=[slug])).has_header("Content-Encoding")
    assert not Client().get("/anmelden/").has_header("Content-Encoding")


def test_whoever_has_a_page_drawn_reads_what_the_next_one_reads(slug):
    url = reverse("standings", args=[slug])
    for encoding in ("gzip", "identity"):
        SHELF.clear()
        first, next_one = (Client(headers={"accept-encoding": encoding}).get(url) for _reader in "12")
        bare = {re.sub(SECRET.pattern.decode(), "", html(answer)) for answer in (first, next_one)}
        assert len(bare) == 1
        for header in (
            "Content-Type",
            "Content-Encoding",
            "Vary",
            "Cache-Control",
            "Content-Security-Policy",
        ):
            assert first.get(header) == next_one.get(header), header


@pytest.mark.parametrize("content", ["", "short", "Rangliste " * 40, "<b>" * 5_000])
@pytest.mark.parametrize("accepts", ["gzip, deflate", "", "br"])
def test_an_answer_goes_out_as_django_would_send_it_and_a_little_less_packed(content, accepts):
    request = RequestFactory().get("/", headers={"accept-encoding": accepts})
    sent = []
    for middleware in (CompressedMiddleware, GZipMiddleware):
        answer = HttpResponse(content, headers={"ETag": '"abc"'})
        sent.append(middleware(HttpResponse).process_response(request, answer))
    ours, djangos = ({name: value for name, value in one.items() if name != "Content-Length"} for one in sent)
    assert ours == djangos
    for answer in sent:
        packed = answer.get("Content-Encoding") == "gzip"
        assert (gzip.decompress(answer.content) if packed else answer.content).decode() == content
        assert int(answer.get("Content-Length", len(answer.content))) == len(answer.content)


def test_what_would_grow_goes_out_as_it_is_and_a_stream_is_packed_as_it_comes():
    request = RequestFactory().get("/", headers={"accept-encoding": "gzip"})
    middleware = CompressedMiddleware(HttpResponse)
    noise = b"".join(hashlib.sha256(bytes([number])).digest() for number in range(10))
    answer = middleware.process_response(request, HttpResponse(noise))
    assert (answer.content, answer.has_header("Content-Encoding")) == (noise, False)
    stream = middleware.process_response(request, StreamingHttpResponse([b"Rang", b"liste"]))
    assert gzip.decompress(b"".join(stream)) == b"Rangliste"


def test_a_packed_answer_has_no_length_that_tells_of_it():
    request = RequestFactory().get("/", headers={"accept-encoding": "gzip"})
    lengths = set()
    for _time in range(40):
        answer = HttpResponse("Rangliste " * 40)
        lengths.add(len(CompressedMiddleware(HttpResponse).process_response(request, answer).content))
    assert len(lengths) > 5


def test_a_large_page_stands_a_while_however_quickly_games_come_in():
    assert rest_after(0.5, size=20_000) == 0
    assert rest_after(0.1, size=200_000) == 3
    assert rest_after(9, size=200_000) == 10


def test_a_page_that_nobody_has_yet_is_drawn_once_for_all_who_come_together(slug):
    url, asked = reverse("standings", args=[slug]), []
    with translation.override("de"):
        key = key_of(RequestFactory().get(url))
    assert key is not None
    assert SHELF.turn(key) is None, "somebody begins to draw it"
    for _reader in range(3):
        waits: list[Future[None]] = []
        answer = Client().get(url, **{WAITS: waits})
        assert answer.status_code == COME_AGAIN, "holds no thread meanwhile"
        asked += waits
    assert len(set(asked)) == 1
    assert not asked[0].done()
    SHELF.drawn(key)
    assert asked[0].done()
    assert Client().get(url, **{WAITS: []}).status_code == 200
    assert not SHELF.drawn_now


def test_a_drawing_that_fails_leaves_nobody_waiting(slug, monkeypatch):
    monkeypatch.setattr("tournaments.pages.fresh.find_tournament", lambda _slug: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        Client().get(reverse("standings", args=[slug]))
    assert not SHELF.drawn_now


@pytest.mark.parametrize("secrets", [0, 1, 3])
def test_a_page_put_together_compressed_is_the_same_page(secrets):
    form = b'<input type="hidden" name="csrfmiddlewaretoken" value="' + b"q" * 64 + b'">'
    page = b"<p>" + b"Rangliste " * 500 + form.join([b"x" * 900] * (secrets + 1)) + b"</p>"
    pieces = between_secrets(page)
    assert len(pieces) == secrets + 1
    packed = deflated(pieces)
    mine = b"m" * 64
    whole = gzipped(mine.join(pieces), stored_piece(mine).join(packed))
    assert gzip.decompress(whole) == page.replace(b"q" * 64, mine)
    assert len(whole) < len(page) / 3


def test_the_page_to_sign_in_is_kept_for_strangers_with_their_own_secret():
    one, two = (Client(headers={"accept-encoding": "gzip"}) for _ in range(2))
    first, second = html(one.get("/anmelden/?next=/regeln/")), html(two.get("/anmelden/?next=/regeln/"))
    assert re.sub(SECRET.pattern.decode(), "", first) == re.sub(SECRET.pattern.decode(), "", second)
    assert first != second
    assert 'value="/regeln/"' in second
    assert 'value="/regeln/"' not in html(Client().get("/anmelden/"))
    assert "no-store" in two.get("/anmelden/")["Cache-Control"]
    assert signed_in().get("/anmelden/").status_code == 302


def test_a_strangers_page_of_a_list_is_kept_until_something_is_done(slug, staged_sheet):
    url = reverse("sheet", args=[slug, 1, staged_sheet.table.number])
    one, two = html(Client().get(url)), html(Client().get(url))
    assert re.sub(SECRET.pattern.decode(), "", one) == re.sub(SECRET.pattern.decode(), "", two)
    assert len(SHELF.pages) == 1
    factories.play(staged_sheet, 1)
    assert html(Client().get(url)) != two
    mine = html(phone(staged_sheet).get(url))
    assert mine != html(Client().get(url)), "the list keeper has the next game before him"
    Tournament.objects.filter(slug=slug).update(hidden_at=timezone.now(), revision=99)
    assert Client().get(url).status_code == 404


def test_what_is_asked_all_day_is_kept_by_nobody_in_djangos_own_words():
    request = RequestFactory().get("/")
    ours = kept_by_nobody(lambda _request: HttpResponse())(request)
    djangos = never_cache(lambda _request: HttpResponse())(request)
    said = [set(answer["Cache-Control"].split(", ")) for answer in (ours, djangos)]
    assert said[0] == said[1]


@pytest.mark.parametrize(
    "answer", [HttpResponse(status=404), StreamingHttpResponse([b"x"])], ids=["404", "stream"]
)
def test_only_a_whole_page_is_kept(answer):
    assert SHELF.keep(("http", "x"), 1, answer) is None
    assert not SHELF.pages
