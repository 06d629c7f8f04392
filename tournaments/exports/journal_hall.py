"""The journal in words, what the hall is shown: publications, screens, messages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models.publications import SHORT

Facts = Mapping[str, Any]

DEEDS: Mapping[str, Any] = {
    "standings_published": gettext_lazy("Rangliste freigegeben"),
}


def published(facts: Facts) -> str:
    """As „Nr. 3 nach 120 Spielen, Prüfzeichen 1a2b3c4d5e6f“."""
    return _("Nr. {number} nach {games} Spielen, Prüfzeichen {print}").format(
        number=facts["number"], games=facts["games"], print=facts["fingerprint"][:SHORT]
    )


DETAILS: Mapping[str, Callable[[Facts], str]] = {
    "standings_published": published,
}
