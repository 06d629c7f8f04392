"""An address that is remembered means what it means to whoever looks for it the first time."""

from __future__ import annotations

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import NoReverseMatch, Resolver404, get_resolver, path
from django.urls.resolvers import RegexPattern, URLResolver

from tournaments.pages import addresses
from tournaments.pages.addresses import remembered

ADDRESSES = [
    "/",
    "/turnier/sommer/",
    "/turnier/sommer/liste/1/2/",
    "/turnier/sommer/rangliste/",
    "/verwaltung/login/",
    "/regeln/",
    "/api/v1/tournaments/sommer/",
]


def meant(found) -> tuple[object, ...]:
    return (found.func, found.args, found.kwargs, found.view_name, found.route, found.namespaces)


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_means_the_same_every_time(address):
    site = get_resolver()
    [known] = site.url_patterns
    known.known.clear()
    try:
        first = meant(site.resolve(address))
    except Resolver404:
        pytest.fail(f"{address} is no address of the site")
    assert known.known
    assert meant(site.resolve(address)) == first


def test_what_a_view_does_with_its_words_is_not_remembered():
    found = get_resolver().resolve("/turnier/sommer/")
    found.kwargs["slug"] = "winter"
    assert get_resolver().resolve("/turnier/sommer/").kwargs == {"slug": "sommer"}


def test_words_that_cannot_be_remembered_are_put_together_by_django():
    assert addresses.reverse("tournament", ["sommer"]) == "/turnier/sommer/"
    with pytest.raises(NoReverseMatch):
        addresses.reverse("tournament", [["sommer"]])


def here(_request: HttpRequest, slug: str) -> HttpResponse:
    return HttpResponse(slug)


def test_memory_is_bounded_and_holds_neither_long_addresses_nor_wrong_ones(monkeypatch):
    monkeypatch.setattr(addresses, "MANY", 3)
    some = remembered([path("<slug:slug>/", here)])
    site = URLResolver(RegexPattern(r"^/"), [some])
    for name in "abcd":
        assert site.resolve(f"/{name}/").kwargs == {"slug": name}
    assert list(some.known) == ["d/"]
    site.resolve(f"/{'x' * addresses.LONG}/")
    with pytest.raises(Resolver404):
        site.resolve("/a/b/")
    assert list(some.known) == ["d/"]
