"""Addresses with numbers that nobody has: every one answers with a page, whoever asks."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests import factories
from tournaments.models import Tournament, User

pytestmark = pytest.mark.django_db
LONG = str(10**30)
STRANGE = "?" + "&".join(
    f"{name}={value}"
    for name in ("suche", "name", "seite", "verein", "serie", "tisch", "nr", "tag", "wertung", "jahr")
    for value in (LONG, "%00", "%ED%A0%80")
)


def addresses(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    for pattern in patterns:
        here = f"{before}{pattern.pattern}"
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, here)
        elif not here.startswith(("verwaltung", "-/")) and "^" not in here:
            yield here


def filled(pattern: str, made: Tournament) -> str:
    """The address of this tournament with numbers that no database holds, and words that nobody gave."""
    here = re.sub(r"<int:\w+>", LONG, pattern.replace("<slug:slug>", made.slug))
    return "/" + re.sub(r"<(?:str|path):\w+>", "%00..%2fx", re.sub(r"<slug:\w+>", "x" * 300, here))


@pytest.mark.slow
@pytest.mark.parametrize("who", ["anybody", "director", "administrator"])
def test_numbers_longer_than_any_column_are_pages(who):
    """`/turnier/…/liste/1000000000000000000000000000000/1/` was an error without a word."""
    made = factories.tournament(players=4)
    factories.draw(made)
    client = Client()
    if who != "anybody":
        client.force_login(factories.user() if who == "director" else administrator())
    tried = 0
    for pattern in addresses(get_resolver().url_patterns):
        if "<" not in pattern:
            continue
        for strange in ("", STRANGE):
            answer = client.get(filled(pattern, made) + strange)
            assert answer.status_code < 500, pattern
            tried += 1
    assert tried > 200


def administrator() -> User:
    user = factories.administrator().user
    assert user is not None
    return user


def test_a_list_that_no_database_counts_to_is_not_there():
    made = factories.tournament(players=4)
    factories.draw(made)
    assert Client().get(f"/turnier/{made.slug}/liste/{LONG}/1/").status_code == 404
    assert Client().get(f"/turnier/{made.slug}/liste/1/{LONG}/stand/").status_code == 404
