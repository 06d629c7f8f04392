"""A passkey from the first to the last tap, with a virtual authenticator of Chromium; and the new pages on the narrowest phone."""

from __future__ import annotations

import re

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests import factories
from tests.browser.conftest import PHONE, fits
from tournaments.accounts.core import codes
from tournaments.accounts.selectors.second import app_secret
from tournaments.models import Authenticator, MachineEntry, Passkey, User

PASSWORD = "Kreuz-Bube-11"


def authenticator(page: Page) -> tuple[object, str]:
    """A key of this browser that always says yes; Chromium's own, behind its developer protocol."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    made = session.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    return session, made["authenticatorId"]


def log_in(page: Page) -> None:
    page.goto(re.sub(r"(//[^/]+).*", r"\1/anmelden/", page.url))
    page.fill("[name=username]", "leitung")
    page.fill("[name=password]", PASSWORD)
    with page.expect_navigation():
        page.click("form.form button")


def out(page: Page) -> None:
    page.context.clear_cookies()


@pytest.mark.django_db(transaction=True)
def test_a_passkey_is_made_and_lets_in(open_page):
    factories.user()
    page = open_page("/anmelden/")
    session, key = authenticator(page)
    log_in(page)
    page.goto(re.sub(r"(//[^/]+).*", r"\1/konto/passkey/", page.url))
    page.click("form[data-passkey] button")
    expect(page.locator(".recovery-codes li")).to_have_count(codes.SHEET)
    kept = Passkey.objects.get()
    assert (kept.domain, kept.user.username) == ("localhost", "leitung")

    out(page)
    log_in(page)
    expect(page).to_have_url(re.compile("/anmelden/zweiter-schritt/"))
    page.click("form[data-passkey] button")
    page.wait_for_url(lambda url: "zweiter-schritt" not in url)
    page.goto(re.sub(r"(//[^/]+).*", r"\1/konto/", page.url))
    expect(page.locator("h1")).to_have_text("Konto und Geräte")
    kept.refresh_from_db()
    assert kept.counter > 0
    assert kept.last_used_at is not None

    # A key whose counter goes back was copied; one of another browser is not known here.
    Passkey.objects.update(counter=kept.counter + 100)
    out(page)
    log_in(page)
    page.click("form[data-passkey] button")
    page.wait_for_selector(".alert--error, .alert--bad")
    expect(page).to_have_url(re.compile("zweiter-schritt"))
    session.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": key})
    authenticator(page)
    log_in(page)
    page.click("form[data-passkey] button")
    page.wait_for_selector("[data-trouble]:not([hidden])")

    # Paper helps, and the key can go.
    user = User.objects.get(username="leitung")
    assert list(MachineEntry.objects.values_list("deed", flat=True)) == [
        "passkey_added",
        "recovery_codes_made",
    ]
    assert not Authenticator.objects.filter(user=user).exists()


def test_passkeys_are_refused_under_a_number(open_page):
    factories.user()
    page = open_page("/anmelden/")
    page.goto(page.url.replace("localhost", "127.0.0.1"))
    log_in(page)
    page.goto(re.sub(r"(//[^/]+).*", r"\1/konto/", page.url))
    expect(page.locator("main")).to_contain_text("Passkeys gehen nur über HTTPS")
    page.goto(re.sub(r"(//[^/]+).*", r"\1/konto/passkey/", page.url))
    expect(page).to_have_url(re.compile("/konto/$"))


def test_the_app_is_set_up_and_asked_on_a_phone(open_page):
    user = factories.user()
    page = open_page("/anmelden/", size=PHONE)
    log_in(page)
    page.goto(re.sub(r"(//[^/]+).*", r"\1/konto/app/", page.url))
    shown = page.locator("figure.qr figcaption").inner_text()
    assert "Schlüssel für die App" in shown
    from_page = re.findall(r"[A-Z2-7]{4}", shown)
    assert len(from_page) == 8
    nonce = next(
        one.get_decoded()["app_nonce"] for one in Session.objects.all() if "app_nonce" in one.get_decoded()
    )
    page.fill(
        "[name=code]", codes.code_at(app_secret(user.pk, nonce), codes.step_of(timezone.now().timestamp()))
    )
    page.click("form.form button")
    expect(page.locator(".recovery-codes li")).to_have_count(codes.SHEET)
    sheet = page.locator(".recovery-codes li").all_inner_texts()
    assert fits(page)
    out(page)
    log_in(page)
    page.fill("[name=code]", sheet[3])
    page.click("form.form:not([data-passkey]) button")
    page.wait_for_url(lambda url: "zweiter-schritt" not in url)
