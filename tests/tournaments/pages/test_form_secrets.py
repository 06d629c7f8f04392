"""A form's secret is as fair as Django's, and Django takes it for its own."""

from __future__ import annotations

import os
from collections import Counter

import pytest
from django.middleware import csrf
from django.template import engines
from django.test import Client, RequestFactory

from tournaments.pages import form_secrets


def test_each_sign_is_as_likely_as_every_other():
    drawn = Counter(bytes(range(256)).translate(form_secrets.SIGNS, form_secrets.UNFAIR).decode())
    assert set(drawn) == set(csrf.CSRF_ALLOWED_CHARS)
    assert set(drawn.values()) == {4}, "of all bytes that are taken four mean each sign"


def test_a_secret_is_as_long_as_djangos_and_no_two_are_alike():
    some = {form_secrets.drawn_secret() for _unused in range(500)}
    assert len(some) == 500
    assert {len(one) for one in some} == {csrf.CSRF_SECRET_LENGTH}
    assert not any(csrf.invalid_token_chars_re.search(one) for one in some)


def test_bytes_that_would_be_unfair_are_drawn_again(monkeypatch):
    given = [bytes([255]) * 40, bytes([61]) * 20 + bytes([250]) * 20, bytes([0]) * 40]
    asked = []
    monkeypatch.setattr(os, "urandom", lambda length: asked.append(length) or given[len(asked) - 1])
    assert form_secrets.drawn_secret() == "9" * 20 + "a" * 12
    assert len(asked) == 3


def test_django_masks_and_reads_it():
    assert engines["django"].engine.template_builtins
    assert csrf._get_new_csrf_string is form_secrets.drawn_secret, "installed with the tags of every template"
    request = RequestFactory().get("/")
    first, again = csrf.get_token(request), csrf.get_token(request)
    assert first != again
    secrets = {csrf._unmask_cipher_token(one) for one in (first, again)}
    assert secrets == {request.META["CSRF_COOKIE"]}


@pytest.mark.django_db
def test_a_form_is_taken_with_its_secret_and_with_no_other():
    reader = Client(enforce_csrf_checks=True)
    page = reader.get("/anmelden/")
    token = page.content.decode().partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    typed = {"username": "niemand", "password": "nichts"}
    assert reader.post("/anmelden/", typed | {"csrfmiddlewaretoken": token}).status_code != 403
    assert reader.post("/anmelden/", typed | {"csrfmiddlewaretoken": "x" * 64}).status_code == 403
