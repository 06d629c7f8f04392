"""Kept pages that all processes of all hosts share: on the broker, where there is one; otherwise each process has its own.

What one process has drawn the others take, and of those that need a new page one draws it while the others give out the
one before. Only what `kept.py` would give to any stranger lies there, signed, so that whoever can write to the broker
cannot put a page before a reader. The broker keeps nothing that is missed: while it is away each process draws for itself.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.cache import BaseCache, caches
from django.utils.crypto import salted_hmac

from tournaments.pages.drawn import DrawnPage, from_bytes, to_bytes

log = logging.getLogger("romme.pages")
T = TypeVar("T")
ALIAS = "pages"  # the entry of CACHES that settings.py makes from CACHE_URL
SALT = "tournaments.pages"
AWAY = 5.0  # seconds for which nobody asks a broker that did not answer
AT_IT = 15.0  # seconds after which somebody who draws is thought to have died
SIGNED = 32  # bytes of the signature


class AsItIs:
    """What Django's cache calls to turn values into bytes: ours are bytes. Nothing is unpickled."""

    def dumps(self, value: bytes) -> bytes:
        return value

    def loads(self, said: bytes) -> bytes:
        return said


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedPage:
    """A page that some process has drawn."""

    page: DrawnPage
    stands: bool  # for a while yet, however quickly games come in


class CommonShelf:
    """The pages with the broker. Nothing here ever fails: without an answer there is no page, and everybody may draw."""

    def __init__(self) -> None:
        self.away, self.away_until = False, 0.0

    @property
    def here(self) -> bool:
        return ALIAS in settings.CACHES and time.monotonic() >= self.away_until

    def find(self, key: tuple[str, ...]) -> SharedPage | None:
        name = name_of(key)
        nothing: dict[str, bytes] = {}
        found = self.asked(lambda cache: cache.get_many([name, rest_of(name)]), nothing)
        said = found.get(name)
        if said is None or not hmac.compare_digest(said[:SIGNED], signature(name, said[SIGNED:])):
            return None
        return SharedPage(page=from_bytes(said[SIGNED:]), stands=rest_of(name) in found)

    def turn(self, key: tuple[str, ...]) -> bool:
        """Whether the caller is the one to draw this page; he calls `keep` or `drawn` afterwards."""
        name = name_of(key)
        return self.asked(lambda cache: cache.add(turn_of(name), b"1", AT_IT), True)

    def keep(self, key: tuple[str, ...], page: DrawnPage, *, seconds: float, rest: float) -> None:
        if not self.here:
            return
        name, said = name_of(key), to_bytes(page)

        def kept(cache: BaseCache) -> None:
            cache.set(name, signature(name, said) + said, seconds)
            if rest >= 1:  # the broker counts by seconds
                cache.set(rest_of(name), b"1", rest)

        self.asked(kept, None)

    def drawn(self, key: tuple[str, ...]) -> None:
        """Give the claim on a page up: it is there, or could not be drawn."""
        self.asked(lambda cache: cache.delete(turn_of(name_of(key))), False)

    def asked(self, question: Callable[[BaseCache], T], otherwise: T) -> T:
        """What the broker answers; where it does not, `otherwise`, and nobody asks it again for a while."""
        if not self.here:
            return otherwise
        try:
            answer = question(caches[ALIAS])
        except Exception as fault:  # whatever the client of a broker says when there is none
            if not self.away:
                log.warning("no common pages (%s); each process draws its own", type(fault).__name__)
            self.away, self.away_until = True, time.monotonic() + AWAY
            return otherwise
        if self.away:
            self.away = False
            log.warning("common pages are back")
        return answer


def name_of(key: tuple[str, ...]) -> str:
    """Under which name a page lies there: that of this installation and of these templates' files."""
    version = getattr(staticfiles_storage, "manifest_hash", "")
    said = "\0".join((version, *key)).encode()
    return hashlib.blake2b(said, key=own_key(), digest_size=24).hexdigest()


def rest_of(name: str) -> str:
    return f"{name}:rest"


def turn_of(name: str) -> str:
    return f"{name}:turn"


def signature(name: str, said: bytes) -> bytes:
    return hashlib.blake2b(said, key=own_key(), digest_size=SIGNED, person=name[:16].encode()).digest()


def own_key() -> bytes:
    digest: Any = salted_hmac(SALT, "pages", algorithm="sha256").digest()
    return bytes(digest)


COMMON = CommonShelf()
