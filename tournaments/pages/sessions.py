"""Sessions as Django keeps them in the database, read with one plain statement instead of a row of the ORM.

Every question of a phone at a table begins here. What is stored, how it is signed and when it ends is Django's.

What is asked all day reads the session in the same statement as everything else: it presumes that the session says what it
said last, asks for its text beside the rest, and begins anew where that has changed or ended. Nothing is believed that the
database has not said in this very question.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

KEPT = 2_048  # texts whose signature was looked at already
SAID_LAST: dict[str, str] = {}  # by key: the text as this process read it last; presumed, never believed


class SessionStore(db.SessionStore):
    """Django's store; only `load` asks in its own way."""

    text_presumed: str | None = None

    def load(self) -> dict[str, Any]:
        text = self._stored_text()
        if text is None:
            self._session_key = None
            return {}
        if len(SAID_LAST) >= KEPT:
            SAID_LAST.clear()
        SAID_LAST[str(self.session_key)] = text
        found: dict[str, Any] = json.loads(_read(text))
        return found

    def presumed(self) -> dict[str, Any] | None:
        """What it said when it was read last, to be confirmed; None where nothing is known, or it was read already."""
        self.text_presumed = SAID_LAST.get(self.session_key or "")
        if self.text_presumed is None or hasattr(self, "_session_cache"):
            return None
        found: dict[str, Any] = json.loads(_read(self.text_presumed))
        return found

    def confirmed(self, text: str | None) -> bool:
        """Whether the text that was asked for beside the rest is the presumed one; then the session is read with it."""
        if text is None or text != self.text_presumed:
            SAID_LAST.pop(self.session_key or "", None)
            return False
        self._session_cache: dict[str, Any] = json.loads(_read(text))
        self.accessed = True
        return True

    def _stored_text(self) -> str | None:
        stored = Session.objects.filter(session_key=self.session_key, expire_date__gt=timezone.now())
        return stored.values_list("session_data", flat=True).first()


@lru_cache(maxsize=KEPT)
def _read(text: str) -> str:
    """What a stored text says, if its signature holds; the same text says the same."""
    return json.dumps(SessionStore().decode(text))
