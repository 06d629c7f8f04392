"""A cookie that is no key of a session is like none."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "key", ['"aaaaaaaa\\000"', "x" * 5_000, "ä" * 32, "' OR 1=1 --", '"\\777\\012aaaaaaa"']
)
def test_a_forged_key_is_nobodys(key):
    """PostgreSQL takes no NUL in a text: a cookie with one was an error 500."""
    answer = Client(headers={"Cookie": f"{settings.SESSION_COOKIE_NAME}={key}"}).get(reverse("home"))
    assert answer.status_code == 200
