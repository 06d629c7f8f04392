"""Subscribes to the broker (Redis or Valkey), passes its news to the hub, and reconnects when it is away."""

from __future__ import annotations

import asyncio
import logging
import random
import re
import time
from contextlib import aclosing
from importlib import import_module
from typing import Any

from tournaments.event.selectors.news import channel
from tournaments.management.hub import Hub

log = logging.getLogger("romme.stream")
QUIET = 1.0  # seconds without a word, after which it is asked whether it is there
DEAF = 3.0  # seconds without a word, after which it is not
PAUSES = (0.5, 1.5)  # until it is tried again
SAID = re.compile(rb"(\d{1,18}) (\d{1,18}) (\d{1,18})")


async def follow(hub: Hub, url: str) -> None:
    """Run until cancelled: call `hear`; whenever it fails, tell the hub and try again."""
    while True:
        try:
            await hear(hub, url)
        except asyncio.CancelledError:
            raise
        except Exception as fault:
            if hub.here:
                log.warning("the broker does not answer; pages are told to ask (%s)", type(fault).__name__)
            hub.lost()
        await asyncio.sleep(random.uniform(*PAUSES))  # noqa: S311 - spread, not a secret


async def hear(hub: Hub, url: str) -> None:
    """Subscribe and pass every message to the hub; fails when the broker is silent for `DEAF` seconds."""
    client: Any = import_module("redis.asyncio").Redis.from_url(url, socket_connect_timeout=DEAF)
    async with aclosing(client), aclosing(client.pubsub()) as ears:
        await ears.subscribe(channel())
        heard_at = time.monotonic()
        while True:
            message = await ears.get_message(timeout=QUIET)
            now = time.monotonic()
            if message is None:
                if now - heard_at > DEAF:
                    raise TimeoutError
                await asyncio.wait_for(ears.ping(), DEAF)
                continue
            heard_at = now
            if message["type"] == "subscribe":
                await hub.found()
                if hub.counted["broker_lost"]:
                    log.warning("the broker is back")
            elif message["type"] == "message" and (said := SAID.fullmatch(message["data"])):
                hub.heard(*map(int, said.groups()))
