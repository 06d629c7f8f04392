"""The life of a list in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.sentence import gettext_noop
from tournaments.lists.selectors.sheets import Life

WORDS = {
    Life.OPEN: gettext_noop("offen"),
    Life.COMPLETE: gettext_noop("vollständig"),
    Life.SIGNED: gettext_noop("unterschrieben"),
    Life.ACCEPTED: gettext_noop("angenommen"),
    Life.FINAL: gettext_noop("endgültig"),
}


def life_in_words(life: Life) -> str:
    """How far a list is, in one word."""
    return _(WORDS[life])
