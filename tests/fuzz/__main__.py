"""`python -m tests.fuzz [NAME …] [--seconds N] [--seed N] [--keep]`: mutates what is stored, keeps what reaches new lines.

Guided by coverage without any library: each run is traced through the house's own files, and an input that takes a step from
line to line that none took before joins the others. `--keep` writes the shortest of those into tests/fuzz/corpus. A finding
is written to the folder of findings, told with its traceback, and ends the command with 1; mended, it becomes a file of the corpus.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import django
from django.core.management import call_command

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rommé_club.settings")
os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="fuzz-")  # nothing here is anybody's
django.setup()

from tests.fuzz.targets import TARGETS, Target  # noqa: E402 - models want their settings first

HERE = Path(__file__).resolve().parent
CORPUS, HOUSE = HERE / "corpus", str(HERE.parents[1])
LONGEST, SLOW = 20_000, 5  # bytes of one input; seconds after which it is a finding
ODD = (
    b"\x00",
    b"\xff",
    b"-1",
    b"9" * 30,
    b"PK\x03\x04",
    b"\xef\xbb\xbf",
    b"<!DOCTYPE",
    b"[" * 50,
    b'"',
    b";",
    b"\r",
    "♥★".encode(),
    "ﬁ".encode(),
)
Step = tuple[str, int, int]


class TooSlow(Exception):
    """An input that takes seconds."""


def steps_of(target: Target, data: bytes) -> set[Step]:
    """From which line to which it went, in our own files; what it raises comes out."""
    seen: set[Step] = set()
    last: dict[int, int] = {}

    def trace(frame: FrameType, event: str, _arg: Any) -> Any:
        name = frame.f_code.co_filename
        if not name.startswith(HOUSE) or "/.venv/" in name:
            return None
        if event == "line":
            seen.add((name, last.get(id(frame), 0), frame.f_lineno))
            last[id(frame)] = frame.f_lineno
        return trace

    sys.settrace(trace)
    try:
        target(data)
    finally:
        sys.settrace(None)
    return seen


def mutated(data: bytes, other: bytes, chance: random.Random) -> bytes:
    """One to four small changes: a bit, a piece gone, doubled, swapped, something odd, or a piece of another input."""
    changed = bytearray(data)
    for _n in range(chance.randint(1, 4)):
        at = chance.randrange(len(changed) + 1)
        to = min(len(changed), at + chance.choice((1, 1, 2, 4, 16, 64)))
        match chance.randrange(7):
            case 0 if changed:
                changed[at % len(changed)] ^= 1 << chance.randrange(8)
            case 1:
                del changed[at:to]
            case 2:
                changed[at:at] = changed[at:to] * chance.choice((1, 2, 30))
            case 3:
                changed[at:to] = chance.choice(ODD)
            case 4:
                begin = chance.randrange(len(other) + 1)
                changed[at:at] = other[begin : begin + chance.choice((4, 32, 256))]
            case 5:
                changed[at:at] = chance.randbytes(chance.choice((1, 2, 8)))
            case _:
                del changed[to:]
    return bytes(changed[:LONGEST])


def stored(name: str) -> list[bytes]:
    folder = CORPUS / name
    return [path.read_bytes() for path in sorted(folder.iterdir())] if folder.is_dir() else []


def rounds(name: str, chance: random.Random, until: float) -> Iterator[tuple[bytes, set[Step]]]:
    """Input after input that went where none had gone; the stored ones first."""
    target, pool, seen = TARGETS[name], [*stored(name), b""], set()
    for data in [*pool]:
        seen |= steps_of(target, data)
    while time.monotonic() < until:
        data = mutated(chance.choice(pool), chance.choice(pool), chance)
        signal.alarm(SLOW)
        try:
            new = steps_of(target, data) - seen
        except BaseException as fault:
            fault.add_note(repr(data[:400]))
            yield data, set()
            raise
        finally:
            signal.alarm(0)
        yield data, new
        if new:
            seen |= new
            pool.append(data)


def too_slow(_signal: int, _frame: FrameType | None) -> None:
    raise TooSlow


def fuzz(name: str, *, seconds: float, seed: int, findings: Path, keep: bool) -> bool:
    """One target for so long; whether nothing was found."""
    tried, reached, last = 0, 0, b""
    try:
        for last, new in rounds(name, random.Random(seed), time.monotonic() + seconds):
            tried += 1
            reached += len(new)
            if new and keep and len(last) < 600:
                (CORPUS / name).mkdir(exist_ok=True)
                (CORPUS / name / hashlib.sha256(last).hexdigest()[:12]).with_suffix(".bin").write_bytes(last)
    except Exception:
        findings.mkdir(parents=True, exist_ok=True)
        path = findings / f"{name}-{hashlib.sha256(last).hexdigest()[:12]}"
        path.write_bytes(last)
        print(f"FINDING {path}\n{traceback.format_exc()[-3000:]}")
        return False
    print(f"{name}: {tried} inputs, {reached} new steps")
    return True


def main(words: list[str]) -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("names", nargs="*", choices=[[], *TARGETS])
    asked.add_argument("--seconds", type=float, default=60, help="for all together")
    asked.add_argument("--seed", type=int, default=None)
    asked.add_argument("--keep", action="store_true")
    asked.add_argument("--findings", type=Path, default=Path(".fuzz"))
    given = asked.parse_args(words)
    names = given.names or list(TARGETS)
    seed = given.seed if given.seed is not None else random.SystemRandom().randrange(10**9)
    print(f"seed {seed}")
    signal.signal(signal.SIGALRM, too_slow)
    call_command("migrate", "sessions", verbosity=0)  # all that a request asks for before its view
    share = given.seconds / len(names)
    sound = [fuzz(name, seconds=share, seed=seed, findings=given.findings, keep=given.keep) for name in names]
    return 0 if all(sound) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
