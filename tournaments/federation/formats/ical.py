"""The calendar as iCalendar (RFC 5545), for phones and mail programs: whole days, lines of 75 bytes, nothing that anybody typed left raw."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta

from tournaments.models import Tournament

WIDTH = 75  # bytes of a line
STEERING = re.compile(r"[\x00-\x1f\x7f]")


def calendar_file(found: Iterable[Tournament], *, site: str, name: str, now: datetime) -> bytes:
    """One event for each tournament; its id stays the same as long as the tournament has its address."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Romme-Club//DE", "CALSCALE:GREGORIAN"]
    lines.append(f"X-WR-CALNAME:{escaped_text(name)}")
    for one in found:
        lines += event_lines(one, site=site, now=now)
    lines.append("END:VCALENDAR")
    return "".join(f"{piece}\r\n" for line in lines for piece in folded_line(line)).encode()


def event_lines(one: Tournament, *, site: str, now: datetime) -> Iterator[str]:
    host = site.partition("://")[2].partition("/")[0].partition(":")[0]
    yield "BEGIN:VEVENT"
    yield f"UID:{one.slug}@{host}"
    yield f"DTSTAMP:{now.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    yield f"SEQUENCE:{one.revision % 2**31}"
    yield f"DTSTART;VALUE=DATE:{one.starts_on:%Y%m%d}"
    yield f"DTEND;VALUE=DATE:{one.ends_on + timedelta(days=1):%Y%m%d}"  # the first day after it
    yield f"SUMMARY:{escaped_text(one.name)}"
    if one.place:
        yield f"LOCATION:{escaped_text(one.place)}"
    organiser = getattr(one, "organiser", None)
    if organiser is not None:
        yield f"DESCRIPTION:{escaped_text(organiser.club.name)}"
    yield f"URL:{site}/turnier/{one.slug}/"
    yield "END:VEVENT"


def escaped_text(text: str) -> str:
    """What separates in this format stands behind a backslash; other signs that steer are left out."""
    text = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\\n")
    return STEERING.sub("", text)


def folded_line(line: str) -> Iterator[str]:
    """Pieces of at most 75 bytes, never within a letter; all but the first begin with a blank."""
    if len(line.encode()) <= WIDTH:
        yield line
        return
    piece, room = "", WIDTH
    for sign in line:
        size = len(sign.encode())
        if size > room:
            yield piece
            piece, room = " ", WIDTH - 1
        piece += sign
        room -= size
    yield piece
