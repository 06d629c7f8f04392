"""Each address is a page that a browser looks at, or has a reason not to be one."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, get_resolver

from tests.browser.every_page import BESIDE, LEFT_OUT, NO_PAGES
from tests.browser.later_pages import LATER
from tests.tournaments.accounts.test_access import ROWS


def reads(patterns: list[URLPattern | URLResolver]) -> set[str]:
    """The names of all addresses but those of Django's own administration and of the API, which have no pages of ours."""
    found: set[str] = set()
    for one in patterns:
        if isinstance(one, URLResolver):
            found |= reads(one.url_patterns) if one.namespace is None else set()
        else:
            found.add(str(one.name))
    return found


SENT_ONLY = {name for name, row in ROWS.items() if row[1] == 405} | {"set_language"}
LOOKED_AT = {name for name, row in ROWS.items() if row[0] and row[1] == 200} - LEFT_OUT | {*LATER} | {*BESIDE}


def test_every_address_is_looked_at_or_says_why_not():
    assert reads(get_resolver().url_patterns) - LOOKED_AT - LEFT_OUT - SENT_ONLY == set()


def test_no_reason_is_left_of_what_is_gone_or_looked_at():
    assert LEFT_OUT - reads(get_resolver().url_patterns) == set()
    assert LEFT_OUT & ({*LATER} | {*BESIDE}) == set()
    assert sum(map(len, NO_PAGES.values())) == len(LEFT_OUT), "one reason each"


def test_whatever_answers_a_page_only_later_is_opened_later():
    """A row that answers 302 or 404 here answers a page somewhere, or never."""
    elsewhere = {name for name, row in ROWS.items() if row[0] and row[1] not in (200, 405)}
    assert elsewhere - LEFT_OUT - {*LATER} == set()
