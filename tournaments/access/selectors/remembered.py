"""Who was signed in when a session was read last: presumed by what is asked all day, and confirmed in that very question."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from tournaments.models import User


@dataclass(frozen=True, slots=True, kw_only=True)
class Presumed:
    """A person whom this process saw under this session; nothing is his before the database has said so again."""

    user_id: int
    session: Any  # the store of `tournaments.pages.sessions`
    key: str  # of the session
    sign: str  # of the password under which it was begun

    def confirmed(self, *, text: str | None, password: str | None) -> bool:
        """Whether the session says what it said, and its password is still the one of this account.

        For a sign made with an older key of the installation the answer is no: Django renews it in its own way.
        """
        return (
            password is not None
            and constant_time_compare(self.sign, sign_of(password, settings.SECRET_KEY))
            and bool(self.session.confirmed(text))
        )


def presumed_user(request: HttpRequest) -> Presumed | None:
    """Who asks, if this process knows the session; None where it has to be looked up."""
    session: Any = request.session
    said = session.presumed()
    if said is None or said.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return None
    number, sign = str(said.get(SESSION_KEY, "")), said.get(HASH_SESSION_KEY)
    if not number.isdecimal() or not sign:
        return None
    return Presumed(user_id=int(number), session=session, key=session.session_key, sign=sign)


@lru_cache(maxsize=256)
def sign_of(password: str, _key: str) -> str:
    """What Django puts into a session under this stored password."""
    return User(password=password).get_session_auth_hash()
