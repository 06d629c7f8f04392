"""The journal as it is read: what a hash covers, whether the chain holds, and which lines somebody looks for."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from django.db.models import QuerySet

from tournaments.models import JournalEntry, Tournament

# Scheme 1: who by name alone, without device; 2: also the list, the account and the device; 3: facts and reason by a
# salted digest. Whoever forgets them keeps the digest and drops the salt: the line keeps its place, and nobody guesses.
NEWEST = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Hashed:
    """The facts of a line that its hash covers."""

    scheme: int
    previous: str
    number: int
    at: datetime
    sheet: int | None
    user: int | None
    actor: str
    device: str
    deed: str
    facts: Mapping[str, Any]
    reason: str
    salt: str = ""
    digest: str = ""  # where facts and reason were forgotten


def digest_of(line: Hashed) -> str:
    """What the hash of a line of scheme 3 covers instead of its facts and its reason."""
    if line.digest or not line.salt:
        return line.digest
    text = json.dumps([line.salt, line.facts, line.reason], ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def entry_hash(line: Hashed) -> str:
    """The SHA-256 over the line and the hash before it. The hour is hashed as UTC, as the database gives it back."""
    hour = line.at.astimezone(UTC).isoformat()
    parts: list[Any]
    if line.digest and line.scheme < 3:
        return (
            line.digest
        )  # an old line that was forgotten: its place is proved by the line behind it, its words by nothing
    match line.scheme:
        case 1:
            parts = [line.previous, line.number, hour, line.actor, line.deed, line.facts, line.reason]
        case 2:
            who = [line.user, line.actor, line.device]
            parts = [2, line.previous, line.number, hour, line.sheet, who, line.deed, line.facts, line.reason]
        case 3:
            if not (digest := digest_of(line)):
                return ""
            who = [line.user, line.actor, line.device]
            parts = [3, line.previous, line.number, hour, line.sheet, who, line.deed, digest]
        case _:
            return ""  # no line has this hash: a scheme that nobody knows proves nothing
    text = json.dumps(parts, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def hashed(entry: JournalEntry, *, number: int, previous: str) -> Hashed:
    """What the hash of a stored line must cover, in its place of the chain."""
    return Hashed(
        scheme=entry.scheme,
        previous=previous,
        number=number,
        at=entry.at,
        sheet=elsewhere["list"] if (elsewhere := entry.written_elsewhere) else entry.sheet_id,
        user=elsewhere["account"] if elsewhere else entry.user_id,
        actor=entry.actor,
        device=entry.device,
        deed=entry.deed,
        facts=entry.facts,
        reason=entry.reason,
        salt=entry.salt,
        digest=entry.digest,
    )


def first_broken(entries: Iterable[JournalEntry]) -> JournalEntry | None:
    """The first line whose hash does not follow from the line before it, or None.

    Scheme 1 never follows a later one: nobody hides a change by writing a line that covers less. 2 and 3 cover the same
    words, and stand side by side while hosts are updated one after the other.
    """
    previous, scheme = "", 1
    for number, entry in enumerate(entries, 1):
        expected = entry_hash(hashed(entry, number=number, previous=previous))
        if entry.scheme < scheme or (entry.previous_hash, entry.number, entry.hash) != (
            previous,
            number,
            expected,
        ):
            return entry
        previous, scheme = entry.hash, min(entry.scheme, 2)
    return None


def as_document(entry: JournalEntry) -> dict[str, Any]:
    """A line as it is exported: everything that its hash covers, so that it can be checked without a database."""
    covered = hashed(entry, number=entry.number, previous=entry.previous_hash)
    return {
        "scheme": entry.scheme,
        "previous_hash": entry.previous_hash,
        "number": entry.number,
        "at": entry.at.astimezone(UTC).isoformat(),
        "list": covered.sheet,
        "account": covered.user,
        "who": entry.actor,
        "device": entry.device,
        "deed": entry.deed,
        "facts": entry.facts,
        "reason": entry.reason,
        "salt": entry.salt,
        "digest": entry.digest,
        "hash": entry.hash,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainVerdict:
    """What checking an exported journal has found."""

    lines: int
    broken: int | None  # the number of the first line that does not hold, or None
    whole: bool  # from the first line on, without a gap
    head: str  # the last hash: whoever wrote it down earlier can compare


def line_in(told: Mapping[str, Any]) -> Hashed:
    """A line of an export; whatever it lacks, or has of another kind, is raised."""
    return Hashed(
        scheme=told["scheme"],
        previous=told["previous_hash"],
        number=told["number"],
        at=datetime.fromisoformat(told["at"]),
        sheet=told["list"],
        user=told["account"],
        actor=told["who"],
        device=told["device"],
        deed=told["deed"],
        facts=told["facts"],
        reason=told["reason"],
        salt=told.get("salt", ""),
        digest=told.get("digest", ""),
    )


def verdict_of_lines(lines: Iterable[str]) -> ChainVerdict:
    """Check an export: each line by its own hash, and each by the line before it."""
    previous, number, count, scheme, whole = "", 0, 0, 1, True
    for text in lines:
        if not text.strip():
            continue
        count += 1
        try:
            told = json.loads(text)
            line = line_in(told)
            follows = line.number == number + 1
            sound = (
                entry_hash(line) == told["hash"]
                and line.scheme >= scheme
                and line.number > number
                and not (follows and line.previous != previous)
            )
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
            return ChainVerdict(lines=count, broken=number + 1, whole=False, head=previous)
        whole = whole and follows
        if not sound:
            return ChainVerdict(lines=count, broken=line.number, whole=False, head=previous)
        previous, number, scheme = told["hash"], line.number, min(line.scheme, 2)
    return ChainVerdict(lines=count, broken=None, whole=whole, head=previous)


SHORTEST_ANCHOR = 8  # hexadecimal signs: thirty-two bits, for one line whose number is known


class Anchor(StrEnum):
    """What a printed line number with its sum says about the journal of today."""

    HOLDS = "holds"
    CHANGED = "changed"  # the line is another one, or the chain up to it is broken
    MISSING = "missing"  # the journal does not reach so far any more
    UNREADABLE = "unreadable"


def anchored(tournament: Tournament, *, number: int, signs: str) -> Anchor:
    """Whether the journal up to a printed line is still the one that it was when it was printed.

    Whoever changes a line and mends all hashes behind it changes the hash of the printed one too.
    """
    printed = "".join(signs.split()).lower()
    if not SHORTEST_ANCHOR <= len(printed) <= 64 or not set(printed) <= set("0123456789abcdef") or number < 1:
        return Anchor.UNREADABLE
    lines = tournament.journal.filter(number__lte=number).order_by("number")
    line = lines.filter(number=number).first()
    if line is None:
        return Anchor.MISSING
    holds = line.hash.startswith(printed) and first_broken(lines.iterator(chunk_size=2000)) is None
    return Anchor.HOLDS if holds else Anchor.CHANGED


def chain_head(tournament: Tournament) -> tuple[int, str]:
    """How many lines there are, and the hash of the last one, which covers all before it."""
    last = tournament.journal.order_by("-number").first()
    return (last.number, last.hash) if last else (0, "")


def last_from_elsewhere(tournament: Tournament) -> int:
    """The number of the last line that another machine wrote; 0 where all were written here."""
    if tournament.taken_over_at is None:
        return 0
    foreign = tournament.journal.filter(written_elsewhere__isnull=False).order_by("-number")
    return foreign.values_list("number", flat=True).first() or 0


def chain(tournament: Tournament) -> Iterator[JournalEntry]:
    """Every line in its order, without keeping them all in memory."""
    return tournament.journal.order_by("number").iterator(chunk_size=2000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which lines somebody looks for; whatever is left empty does not matter."""

    deed: str = ""
    series: int | None = None
    table: int | None = None
    since: datetime | None = None
    until: datetime | None = None


def journal_of(tournament: Tournament, wanted: Wanted) -> QuerySet[JournalEntry]:
    """The lines that fit, the newest first; words and names are looked for in what the lines say."""
    lines = tournament.journal.select_related("sheet__table__series").order_by("-number")
    if wanted.deed:
        lines = lines.filter(deed=wanted.deed)
    if wanted.series is not None:
        lines = lines.filter(sheet__table__series__number=wanted.series)
    if wanted.table is not None:
        lines = lines.filter(sheet__table__number=wanted.table)
    if wanted.since is not None:
        lines = lines.filter(at__gte=wanted.since)
    if wanted.until is not None:
        lines = lines.filter(at__lt=wanted.until)
    return lines
