"""Known holes of what is pinned: `python -m tests.holes`. Asks the index that pip itself asks, one release at a time.

It needs the network, so it is no test. What it was told can be kept and read again where there is none:
`--keep FILE` writes the answers with their day, `--from FILE` reads them instead of asking. Three ends: 0 nothing is known of
any release, 1 something is, 2 somebody could not be asked (each one is named: what was not asked is not clean), or the index tells of no holes at all, which is
tried with an old release of which everybody knows some.
"""

from __future__ import annotations

import argparse
import json
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests import sbom

try:
    from pip._internal.models.index import PyPI  # pip's own word, so that no host stands here

    INDEX = str(PyPI.pypi_url)
except ImportError:  # an environment made by uv
    INDEX = ""

LOCKS = (
    "requirements.txt",
    "requirements-extras.txt",
    "requirements-dev.txt",
)
CANARY = (
    "pillow",
    "9.0.0",
)  # everybody knows holes of it: an index that tells of none of them proves nothing
PATIENCE, LARGEST = 20, 16 * 1024 * 1024
Fetch = Callable[[str], Any]  # an address below the index → the document, None where there is none


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What the index says of one release. `holes` is None where it could not be asked, or knows nothing of this release."""

    name: str
    version: str
    holes: list[str] | None


def pinned() -> list[tuple[str, str]]:
    """Name and version of everything in the lock files, once."""
    return sorted({(one["name"].lower(), one["version"]) for lock in LOCKS for one in sbom.packages(lock)})


def index() -> str:
    """Where pip looks for packages when nobody says otherwise."""
    if not INDEX:
        raise OSError("no pip here that would know the index")
    return INDEX


def fetch(path: str) -> Any:
    """A document of the index; None where it has none; OSError where it cannot be reached."""
    try:
        with urllib.request.urlopen(f"{index()}/{path}", timeout=PATIENCE) as answer:
            return json.loads(answer.read(LARGEST))
    except urllib.error.HTTPError as fault:
        if fault.code in (404, 410):
            return None
        raise


def told(name: str, version: str, fetch: Fetch = fetch) -> Told:
    """Of this very release; where the index has no page for it, of the newest one if that is the one pinned."""
    try:
        said = fetch(f"{name}/{version}/json") or fetch(f"{name}/json")
        known = said is not None and said["info"]["version"] == version
        holes = (
            [words_of(one) for one in said["vulnerabilities"] if not one.get("withdrawn")] if known else None
        )
    except (OSError, ValueError, KeyError, TypeError):
        holes = None
    return Told(name=name, version=version, holes=holes)


def words_of(hole: dict[str, Any]) -> str:
    """One line: its names, and the release that mends it."""
    names = [str(hole["id"]), *map(str, hole.get("aliases") or [])]
    mended = ", ".join(map(str, hole.get("fixed_in") or [])) or "no release"
    return f"{' = '.join(names)}; mended in {mended}"


def verdict(found: Iterable[Told], *, told_of_canary: bool = True) -> tuple[int, list[str]]:
    """The end of the command and its lines. `told_of_canary`: whether the index tells of holes at all."""
    found = list(found)
    holes = [f"HOLE {one.name} {one.version}: {hole}" for one in found for hole in one.holes or []]
    unasked = [f"{one.name} {one.version}" for one in found if one.holes is None]
    lines = [*holes, f"{len(found) - len(unasked)} of {len(found)} releases asked, {len(holes)} holes known"]
    if not told_of_canary:
        lines.append(
            f"WEAK: this index tells of no hole in {' '.join(CANARY)}, of which everybody knows some. That it tells of none "
            "elsewhere proves nothing: ask again where the index of Python itself can be reached."
        )
    if unasked:
        lines.append(f"NOT CHECKED: the index could not be asked about {', '.join(unasked)}")
    return (1 if holes else 2 if unasked or not told_of_canary else 0), lines


def kept(path: Path) -> list[Told]:
    """Answers of an earlier day, for what is pinned today; a release that they do not know was not asked."""
    document = json.loads(path.read_text(encoding="utf-8"))
    print(f"as told on {document['asked_at']}")
    answers = {(one["name"], one["version"]): one["holes"] for one in document["releases"]}
    return [
        Told(name=name, version=version, holes=answers.get((name, version))) for name, version in pinned()
    ]


def tells_of_holes(path: Path) -> bool:
    """Whether the index of that day told of the holes that everybody knows."""
    return bool(json.loads(path.read_text(encoding="utf-8")).get("tells_of_holes"))


def main(words: list[str]) -> int:
    """Ask, or read what was told before; print it."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--keep", type=Path, help="write the answers here")
    asked.add_argument("--from", dest="source", type=Path, help="read answers instead of asking")
    given = asked.parse_args(words)
    if given.source:
        found, tells = kept(given.source), tells_of_holes(given.source)
    else:
        tells = bool(told(*CANARY).holes)
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(lambda one: told(*one), pinned()))
    if given.keep:
        document = {
            "asked_at": f"{datetime.now(UTC):%Y-%m-%d}",
            "tells_of_holes": tells,
            "releases": [asdict(one) for one in found],
        }
        given.keep.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    end, lines = verdict(found, told_of_canary=tells)
    print("\n".join(lines))
    return end


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
