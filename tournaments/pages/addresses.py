"""The beginnings of addresses that several rooms share, and addresses that were found before."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.urls import ResolverMatch, URLPattern, URLResolver, get_script_prefix, get_urlconf
from django.urls import reverse as django_reverse
from django.urls.resolvers import RoutePattern

TOURNAMENT = "turnier/<slug:slug>/"
DESK = f"{TOURNAMENT}leitung/"
LIST = f"{TOURNAMENT}liste/<int:series>/<int:table>/"

MANY = 4_096  # addresses that are remembered
LONG = 200  # signs of one that is not


def reverse(name: str, args: Sequence[Any] = (), place: tuple[str | None, str] | None = None) -> str:
    """The address of a view, as Django puts it together; the same one is put together once. For names without a room before them.

    `place` is what addresses hang on (`get_urlconf`, `get_script_prefix`), where it is known already.
    """
    addresses, prefix = place or (get_urlconf(), get_script_prefix())
    try:
        return put_together(name, addresses, prefix, *args)
    except TypeError:  # words that cannot be looked up
        return django_reverse(name, args=args)


@lru_cache(maxsize=2 * MANY, typed=True)
def put_together(name: str, _addresses: str | None, _prefix: str, *args: Any) -> str:
    return django_reverse(name, args=args)


class Remembered(URLResolver):
    """Addresses as Django finds them; a hall asks for the same ones all day, and the second time they are known.

    An address means the same as long as the process lives: patterns and converters ask neither clock nor database.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.known: dict[str, ResolverMatch] = {}

    def resolve(self, path: str) -> ResolverMatch:
        """The view at this address; Django's own refusal where there is none."""
        found = self.known.get(path)
        if found is None:
            found = super().resolve(path)
            found.tried = None  # a hundred other addresses, which only a page for developers would list
            if len(path) < LONG:
                if len(self.known) >= MANY:
                    self.known.clear()
                self.known[path] = found
        return found


def remembered(addresses: Sequence[URLPattern | URLResolver]) -> Remembered:
    """These addresses, each looked for once."""
    return Remembered(RoutePattern("", is_endpoint=False), list(addresses))
