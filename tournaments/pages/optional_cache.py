"""A Redis cache that may be away: then everything is missing from it, and pages are rendered without it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache

log = logging.getLogger("romme.pages")
PAUSE_SECONDS = 5.0  # for which a server that did not answer is left alone


class OptionalRedisCache(RedisCache):
    """Django's, except that a server that does not answer counts as empty for some seconds."""

    away_until = 0.0

    def get(self, *args: Any, **kwargs: Any) -> Any:
        return self.unless_away(super().get, kwargs.get("default"), *args, **kwargs)

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self.unless_away(super().add, True, *args, **kwargs))

    def set(self, *args: Any, **kwargs: Any) -> None:
        self.unless_away(super().set, None, *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self.unless_away(super().delete, False, *args, **kwargs))

    def unless_away(self, operation: Callable[..., Any], otherwise: Any, *args: Any, **kwargs: Any) -> Any:
        """Return what the server answers, or `otherwise`."""
        if time.monotonic() < OptionalRedisCache.away_until:
            return otherwise
        try:
            return operation(*args, **kwargs)
        except Exception as fault:  # whatever the client raises, which is an optional package
            OptionalRedisCache.away_until = time.monotonic() + PAUSE_SECONDS
            log.warning("the cache does not answer (%s); pages are rendered without it", type(fault).__name__)
            return otherwise
