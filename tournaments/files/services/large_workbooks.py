"""Workbooks that take longer than somebody waits for a page: asked for, made in a process of their own, kept until asked anew.

One place for each tournament, kind of reader and language. A file that is being made lies beside the finished one, and
beside both a note that says how far it is. Nothing here is a fact of the tournament: all of it can be made again.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path

from django.conf import settings

from scoring.sentence import Refusal, gettext_noop
from tournaments.event.services import background

SILENT_FOR = timedelta(seconds=90)  # a living process is silent only while it adds the standings up
KEPT_FOR = timedelta(days=2)
AT_ONCE = 2  # on this machine: whoever enters a game does not wait for a workbook


class WorkbookRefused(Refusal):
    """No workbook is made now."""


class State(StrEnum):
    """How a workbook stands."""

    MAKING = "making"
    READY = "ready"
    DIED = "died"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Whose workbook it is; in the names of its files."""

    tournament: int
    reader: str
    language: str

    @property
    def path(self) -> Path:
        return folder() / f"{self.tournament}-{self.reader}-{self.language}.xlsx"

    @property
    def part(self) -> Path:
        """Where this process writes: two that were begun in the same moment do not write into one file."""
        return self.path.with_suffix(f".{os.getpid()}.part")

    @property
    def note(self) -> Path:
        return self.path.with_suffix(".json")


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """What is known of a workbook that is being made or is ready."""

    state: State
    revision: int  # of the tournament: what the file knows
    draft: bool  # whether it holds what is not published
    asked_at: datetime
    heard_at: datetime
    done: int = 0
    rows: int = 0

    def now_at(self, moment: datetime) -> State:
        """A process from which nothing is heard has died."""
        silent = self.state is State.MAKING and abs(moment - self.heard_at) > SILENT_FOR
        return State.DIED if silent else self.state


def folder() -> Path:
    made = Path(settings.DATA_DIR) / "workbooks"
    made.mkdir(parents=True, exist_ok=True, mode=0o700)
    return made


def note_of(place: Place) -> Note | None:
    """How the workbook of this place stands; None when nobody has asked for it."""
    return read_note(place.note)


def read_note(path: Path) -> Note | None:
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
        return Note(
            state=State(said["state"]),
            revision=said["revision"],
            draft=said["draft"],
            asked_at=datetime.fromisoformat(said["asked_at"]),
            heard_at=datetime.fromisoformat(said["heard_at"]),
            done=said["done"],
            rows=said["rows"],
        )
    except (OSError, ValueError, KeyError):
        return None


def write_note(place: Place, note: Note) -> None:
    """Whole or not at all: a reader never sees half a note."""
    said = asdict(note) | {"asked_at": note.asked_at.isoformat(), "heard_at": note.heard_at.isoformat()}
    beside = place.note.with_suffix(f".{os.getpid()}")
    beside.write_text(json.dumps(said), encoding="utf-8")
    beside.replace(place.note)


def ask(place: Place, *, slug: str, revision: int, draft: bool, now: datetime) -> Note:
    """Have a workbook made, unless it is there already or on its way."""
    tidy(now=now)
    found = note_of(place)
    if found is not None:
        state = found.now_at(now)
        fits = state is State.READY and (found.revision, found.draft) == (revision, draft)
        if (fits and place.path.exists()) or state is State.MAKING:
            return found
    if in_the_making(now) >= AT_ONCE:
        raise WorkbookRefused(
            gettext_noop(
                "Gerade werden schon andere Arbeitsmappen erstellt. Bitte in einer Minute noch einmal versuchen."
            )
        )
    note = Note(state=State.MAKING, revision=revision, draft=draft, asked_at=now, heard_at=now)
    write_note(place, note)
    words = ["--fuer", place.reader, "--sprache", place.language, *(["--entwurf"] if draft else [])]
    background.start("workbook", slug, "--seite", *words)
    return note


def in_the_making(now: datetime) -> int:
    notes = [read_note(path) for path in folder().glob("*.json")]
    return sum(note is not None and note.now_at(now) is State.MAKING for note in notes)


def heard(place: Place, note: Note, *, done: int, rows: int, now: datetime) -> Note:
    """The process that makes it says how far it is."""
    newer = replace(note, done=done, rows=rows, heard_at=now)
    write_note(place, newer)
    return newer


def known_at(note: Note, revision: int) -> Note:
    """What the file will know: the tournament may have gone on since it was asked for."""
    return replace(note, revision=revision)


def finish(place: Place, note: Note, *, now: datetime) -> None:
    """The finished file takes the place of the older one."""
    place.part.replace(place.path)
    write_note(place, replace(note, state=State.READY, done=note.rows, heard_at=now))


def give_up(place: Place, note: Note, *, now: datetime) -> None:
    """Making it has failed: the page says so and offers to try again."""
    place.part.unlink(missing_ok=True)
    write_note(place, replace(note, state=State.DIED, heard_at=now))


def tidy(*, now: datetime) -> None:
    """What nobody has fetched for two days goes: it can be made again."""
    oldest = (now - KEPT_FOR).timestamp()
    for path in folder().iterdir():
        with suppress(FileNotFoundError):
            if path.stat().st_mtime < oldest:
                path.unlink()
