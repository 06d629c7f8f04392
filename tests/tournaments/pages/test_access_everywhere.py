"""Every address of the whole site has a visitor's row somewhere: those beside the tournaments stand here, the others in test_access.py.

What no table names is found by walking the very addresses that the server answers.
"""

from __future__ import annotations

from importlib import import_module

import pytest
from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path, reverse

from scoring.models import RuleSet
from tests.tournaments.accounts import test_access
from tests.tournaments.accounts.test_access import BORROWED, EVERYBODY
from tournaments.api import v1

clients, staged_keys, staged_sheet, sheet = (
    test_access.clients,
    test_access.staged_keys,
    test_access.staged_sheet,
    test_access.sheet,
)

Patterns = list[URLPattern | URLResolver]
# name → arguments; who may read, with which answer; what an empty form is answered with, whoever sends it.
# Publishing a variant asks for the right to: its form is answered with 403 to everybody without.
BESIDE: dict[str, tuple[list[object], tuple[str, ...], int, dict[str, int]]] = {
    "rules": ([], EVERYBODY, 200, dict.fromkeys(EVERYBODY, 405)),
    "rule_set_newest": (["club_2018"], EVERYBODY, 302, dict.fromkeys(EVERYBODY, 405)),
    "rule_set": (["club_2018", 1], EVERYBODY, 200, dict.fromkeys(EVERYBODY, 405)),
    "rule_document": (["club_2018", 1], EVERYBODY, 200, dict.fromkeys(EVERYBODY, 405)),
    "hand": ([], EVERYBODY, 200, dict.fromkeys(EVERYBODY, 405)),
    "game_record": ([], EVERYBODY, 200, dict.fromkeys(EVERYBODY, 422)),
    "set_language": ([], EVERYBODY, 302, dict.fromkeys(EVERYBODY, 302)),
}
EVERYBODY_WITHOUT_AN_ACCOUNT = ("anonymous", *BORROWED, "own link", "foreign link", "closed link")
MAY_PUBLISH = ("director", "foreign director", "foreign club's director", "administrator")
ELSEWHERE = {"login", "staff_login", "rule_variant"}  # below, and in test_access.py


def whole_site() -> Patterns:
    found: Patterns = import_module(settings.ROOT_URLCONF).urlpatterns
    return found


def unlisted(patterns: Patterns) -> set[str]:
    """Names that no table of visitors knows; Django's own administration has a test of its own below."""
    known = {*test_access.ROWS, *BESIDE, *ELSEWHERE, *test_access.names(v1.urlpatterns)}
    own = [one for one in patterns if getattr(one, "app_name", None) != "admin"]
    return test_access.names(own) - known


def nowhere(_request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def test_no_address_of_the_site_is_in_no_table():
    assert unlisted(whole_site()) == set()


def test_an_address_that_nobody_listed_is_noticed():
    assert unlisted([*whole_site(), path("neu/", nowhere, name="nobody_listed_this")]) == {
        "nobody_listed_this"
    }
    with pytest.raises(AssertionError, match="has no name"):
        unlisted([*whole_site(), path("neu/", nowhere)])


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("name", BESIDE)
def test_who_may_open_what_stands_beside_the_tournaments(name, clients):
    arguments, readers, read, sent = BESIDE[name]
    for kind in EVERYBODY:
        expected = read if kind in readers else 403
        assert clients[kind].get(reverse(name, args=arguments)).status_code == expected, (
            f"GET {name} by {kind}"
        )
        assert clients[kind].post(reverse(name, args=arguments)).status_code == sent[kind], (
            f"POST {name} by {kind}"
        )


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("kind", [kind for kind in EVERYBODY if kind != "administrator"])
def test_nobody_here_may_administer_the_machine(kind, clients):
    """Django's administration is for staff accounts, which no visitor of a tournament has."""
    client = clients[kind]
    for row in admin.site._registry:
        names = ("changelist", "add")
        for name in names:
            address = reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_{name}")
            for answer in (client.get(address), client.post(address)):
                assert answer.status_code in (302, 403), f"{address} by {kind}"
                assert answer.status_code == 403 or "/login/" in answer.url
    assert client.get(reverse("admin:index")).status_code in (302, 403)


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("kind", EVERYBODY)
def test_a_variant_of_the_rules_is_published_by_who_may_publish(kind, clients):
    form = reverse("rule_variant", args=["club_2018", 1])
    nobody = EVERYBODY_WITHOUT_AN_ACCOUNT  # is asked to sign in first
    reads, sends = clients[kind].get(form), clients[kind].post(form)
    expected = (200, 422) if kind in MAY_PUBLISH else (302, 302) if kind in nobody else (403, 403)
    assert (reads.status_code, sends.status_code) == expected, kind
    assert kind not in nobody or reads.url.startswith(reverse("login"))
    assert RuleSet.objects.filter(key__startswith="club_2018").count() == 1, "an empty form publishes nothing"
