"""The long lists of the screens, rendered once for all screens: six of them ask every two seconds, and games come in.

What is short, and what must be seen at once (messages, calls, the clock), is never cached. Names are those that everybody sees.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace

from django.template.loader import render_to_string
from django.utils.translation import get_language

from tournaments.event.selectors.revisions import revisions_of
from tournaments.models import Tournament
from tournaments.pages.page_cache import cached
from tournaments.screens.views.turns import Slot


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedPart:
    """The pages of one list, and the revision that they show."""

    slots: tuple[Slot, ...]
    revision: int


def rendered_part(
    tournament: Tournament, key: tuple[object, ...], make: Callable[[], list[Slot]]
) -> RenderedPart:
    """Return a list of this tournament, rendered; `key` names the list and how it is set."""

    def render() -> RenderedPart:
        slots = tuple(
            replace(slot, body=render_to_string(slot.template, {"facts": slot.facts}), facts={})
            for slot in make()
        )
        return RenderedPart(slots=slots, revision=tournament.revision)

    name = hashlib.sha256(repr((key, get_language())).encode()).hexdigest()
    return cached(f"screen:{tournament.pk}:{name}", revisions_of(tournament), render)
