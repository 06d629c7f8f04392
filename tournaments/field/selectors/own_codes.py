"""Whose own page a code of a player opens."""

from __future__ import annotations

import re

from django.db.models import Q
from django.utils.crypto import constant_time_compare

from tournaments.access.selectors.codes import PIN_DIGITS, SIGNS
from tournaments.access.selectors.own_codes import own_code
from tournaments.models import Registration, Tournament

TOKEN = re.compile(rf"([0-9a-z]{{1,12}})-([a-z2-7]{{{SIGNS}}})")
TYPED = re.compile(rf"([0-9]{{1,6}})-([0-9]{{{PIN_DIGITS}}})")
AT_ONCE = 50  # tournaments among which a start number with its PIN is looked for: the youngest


def registration_of_token(token: str) -> Registration | None:
    """The player whose page this token opens now, in one query; None when it was forged, renewed or garbled."""
    parts = TOKEN.fullmatch(token.lower()) if len(token) < 64 else None
    if parts is None or int(parts[1], 36) >= 2**63:
        return None
    found = (
        Registration.objects.select_related("tournament__rule_set", "player__club", "team", "pair")
        .filter(pk=int(parts[1], 36), tournament__hidden_at__isnull=True)
        .first()
    )
    if found is None or not constant_time_compare(own_code(found).token, token.lower()):
        return None
    return found


def registration_of_pin(start_number: int, pin: str) -> Registration | None:
    """The player with this start number and PIN, first of tournaments that are not over; None when two share both."""
    over = Q(tournament__status=Tournament.Status.FINISHED)
    for which in (~over, over):
        fitting = [
            one
            for one in Registration.objects.filter(
                which, start_number=start_number, tournament__hidden_at__isnull=True
            ).order_by("-tournament__starts_on", "-pk")[:AT_ONCE]
            if constant_time_compare(own_code(one).pin, pin)
        ]
        if fitting:
            return fitting[0] if len(fitting) == 1 else None
    return None
