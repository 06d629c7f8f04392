"""Sessions that outlive a clock which ran ahead, and the list of devices that says where somebody is signed in."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournaments.access.services.signed_in import note_seen


class PatientSessionMiddleware(SessionMiddleware):
    """Django's, except that only signing out takes the key away from the browser.

    Django deletes the cookie of every session that it does not find. A laptop whose clock is a month ahead for a minute
    would so sign out the whole hall for good, and a request that was under way while its session got a new key would
    delete the new one.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Start from the key of the cookie; what can be no key, and would be an error of PostgreSQL (NUL), counts as none."""
        key = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
        request.session = self.SessionStore(key if key.isascii() and key.isalnum() else None)

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Keep the cookie unless this request has emptied its session."""
        signed_out = request.session.modified and request.session.is_empty()
        answered = super().process_response(request, response)
        if request.session.accessed:
            note_device(request)
        written = answered.cookies.get(settings.SESSION_COOKIE_NAME)
        if written is not None and not written.value and not signed_out:
            del answered.cookies[settings.SESSION_COOKIE_NAME]
        return answered


def note_device(request: HttpRequest) -> None:
    """Note that whoever is signed in was seen on this device."""
    user_id, key = request.session.get(SESSION_KEY), request.session.session_key
    if user_id and key:
        browser = request.headers.get("User-Agent", "")
        note_seen(user_id=int(user_id), session_key=key, browser=browser, now=timezone.now())
