"""The life of a list in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.lists.selectors.sheets import Life


def life_in_words(life: Life) -> str:
    """How far a list is, in one word."""
    return {
        Life.OPEN: _("offen"),
        Life.COMPLETE: _("vollständig"),
        Life.SIGNED: _("unterschrieben"),
        Life.ACCEPTED: _("angenommen"),
        Life.FINAL: _("endgültig"),
    }[life]
