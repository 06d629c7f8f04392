"""Browsers by the hundred in one thread, for the hall: kept connections, cookies, and what they noticed."""

from __future__ import annotations

import asyncio
import gzip
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from urllib.parse import urlencode

from benchmarks.callers import PHONE


@dataclass(slots=True)
class Seen:
    """What the hall noticed."""

    waits: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    statuses: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    confirmed: dict[int, int] = field(default_factory=dict)  # list → games that were confirmed to its phone
    received: int = 0
    stop: bool = False

    def over(self) -> bool:
        """Whether everybody goes home."""
        return self.stop


class Browser:
    """One kept connection with its cookies."""

    def __init__(self, port: int, seen: Seen, cookies: str = "") -> None:
        self.port, self.seen = port, seen
        self.cookies = dict(one.split("=", 1) for one in cookies.split("; ") if one)
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(
        self,
        kind: str,
        path: str,
        *,
        fields: dict[str, str] | None = None,
        seen: str | None = None,
        part: bool = False,
        good: tuple[int, ...] = (200, 204),
    ) -> tuple[int, str]:
        """One question, timed from its first byte to the answer's last one."""
        begun = time.perf_counter()
        try:
            status, body = await asyncio.wait_for(self._ask(path, fields, seen, part), 60)
        except (TimeoutError, OSError, asyncio.IncompleteReadError, ValueError) as fault:
            self.close()
            self.seen.errors[f"{kind}: {type(fault).__name__}"] += 1
            return 0, ""
        self.seen.waits[kind].append(time.perf_counter() - begun)
        self.seen.statuses[f"{kind} {status}"] += 1
        if status not in good:
            self.seen.errors[f"{kind}: {status}"] += 1
        return status, body

    async def _ask(
        self, path: str, fields: dict[str, str] | None, seen: str | None, part: bool
    ) -> tuple[int, str]:
        request = self._request(path, fields, seen, part)
        for attempt in (1, 2):
            if self.writer is None or self.reader is None:
                self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
            try:
                self.writer.write(request)
                await self.writer.drain()
                head = await self.reader.readuntil(b"\r\n\r\n")
                break
            except (OSError, asyncio.IncompleteReadError):
                self.close()  # a kept connection that was let go meanwhile: browsers open a new one, once
                if attempt == 2:
                    raise
        return await self._answer(head)

    async def _answer(self, head: bytes) -> tuple[int, str]:
        assert self.reader is not None
        lines = head.decode("latin-1").split("\r\n")
        status, headers = int(lines[0].split()[1]), {}
        for line in lines[1:]:
            name, _unused, value = line.partition(":")
            if name.lower() == "set-cookie":
                cookie, _unused, rest = value.strip().partition("=")
                self.cookies[cookie] = rest.partition(";")[0]
            headers[name.lower()] = value.strip()
        body = b""
        if headers.get("transfer-encoding") == "chunked":
            while size := int(await self.reader.readuntil(b"\r\n"), 16):
                body += await self.reader.readexactly(size)
                await self.reader.readexactly(2)
            await self.reader.readexactly(2)
        elif status not in (204, 304):
            body = await self.reader.readexactly(int(headers.get("content-length", "0")))
        self.seen.received += len(head) + len(body)
        if headers.get("connection") == "close":
            self.close()
        if headers.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        return status, body.decode(errors="replace")

    def _request(self, path: str, fields: dict[str, str] | None, seen: str | None, part: bool) -> bytes:
        head = [f"{'GET' if fields is None else 'POST'} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
        head += [f"User-Agent: {PHONE}", "Accept-Language: de", "Accept-Encoding: gzip"]
        if self.cookies:
            head.append("Cookie: " + "; ".join(f"{name}={value}" for name, value in self.cookies.items()))
        if part or seen is not None:
            head.append("HX-Request: true")
        if seen is not None:
            head.append(f"X-Seen: {seen}")
        body = b""
        if fields is not None:
            body = urlencode(
                fields | {"csrfmiddlewaretoken": self.cookies.get("rommeclub_csrf", "")}
            ).encode()
            head += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        return "\r\n".join([*head, "", ""]).encode() + body

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None
