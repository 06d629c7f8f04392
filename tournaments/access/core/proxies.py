"""Whose address a request bears: behind our own proxies only what they wrote is believed, counted from the right."""

from __future__ import annotations


def caller_behind(hops: int, *, forwarded: str, sent: str) -> str:
    """The client's address behind so many proxies of ours; `forwarded` is X-Forwarded-For, `sent` who opened the connection.

    Each proxy appends the address that it saw, so the last entries are ours and whatever stands before them anybody can
    write. A request that came past the outer proxy has fewer entries: then the first is what our own inner proxy saw.
    """
    entries = [entry for part in forwarded.split(",") if (entry := part.strip())] if hops else []
    return entries[-min(hops, len(entries))] if entries else sent
