"""Sessions that outlive a clock which ran ahead: a key that is too old today is not taken away from the browser."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.middleware import SessionMiddleware
from django.contrib.sessions.models import Session
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournaments.access.services.signed_in import note_seen


class PatientSessionMiddleware(SessionMiddleware):
    """Django's own, except that the key of a session that only ran out stays in the browser.

    A laptop whose clock is a month ahead for a minute would otherwise sign out the whole hall for good; so it does for
    that minute. A session that was ended (signed out, revoked) has no row any more, and its key goes as before.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Leave the key where its session still lies in the database."""
        key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
        answered = super().process_response(request, response)
        note_device(request)
        written = answered.cookies.get(settings.SESSION_COOKIE_NAME)
        if (
            key
            and written is not None
            and not written.value
            and Session.objects.filter(session_key=key).exists()
        ):
            del answered.cookies[settings.SESSION_COOKIE_NAME]
        return answered


def note_device(request: HttpRequest) -> None:
    """Whoever is signed in was seen here. Asks nothing of the database that the page has not asked for."""
    said = vars(request.session).get("_session_cache") or {}
    user_id, key = said.get(SESSION_KEY), request.session.session_key
    if user_id and key:
        browser = request.headers.get("User-Agent", "")
        note_seen(user_id=int(user_id), session_key=key, browser=browser, now=timezone.now())
