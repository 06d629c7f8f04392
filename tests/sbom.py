"""What the program is made of, as CycloneDX 1.5 JSON: `python -m tests.sbom > sbom.json`.

Packages with the hashes that the lock files pin, and the files of others that lie in the repository. `--write` puts the same
into docs/sbom.txt, a line each, so that a review sees what came or went; `--check` says where that list is old.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.rooms import HOUSE

PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
ROW = re.compile(r"^\| `([^`]+)` \|(.*)\|\s*`([0-9a-f]{64})` \|$", re.MULTILINE)
LISTED = HOUSE / "docs" / "sbom.txt"
FOLDERS = ("static/vendor", "static/fonts", "tournaments/paper/ttf")  # what others wrote; each has its table


def packages(lock: str = "requirements.txt") -> list[dict[str, Any]]:
    """Every package of a lock file with all hashes of its files."""
    text = (HOUSE / lock).read_text(encoding="utf-8")
    starts = [*PINNED.finditer(text)]
    ends = [found.start() for found in starts[1:]] + [len(text)]
    return [
        {
            "type": "library",
            "name": found[1],
            "version": found[2],
            "purl": f"pkg:pypi/{found[1].lower()}@{found[2]}",
            "hashes": [
                {"alg": "SHA-256", "content": digest} for digest in HASH.findall(text[found.start() : end])
            ],
        }
        for found, end in zip(starts, ends, strict=True)
    ]


def optional_packages() -> list[dict[str, Any]]:
    """What reading of lists from photos and a federation's hosts ask for besides; installed only where somebody wants it."""
    seen = {(one["name"], one["version"]) for one in packages()}
    found = []
    for lock in ("requirements-extras.txt",):
        for one in packages(lock):
            if (one["name"], one["version"]) not in seen:
                seen.add((one["name"], one["version"]))
                found.append(one | {"scope": "optional"})
    return found


def told_files() -> dict[str, str]:
    """Path → SHA-256, as the tables beside the files say."""
    return {
        f"{folder}/{name}": digest
        for folder in FOLDERS
        for name, _more, digest in ROW.findall((HOUSE / folder / "README.md").read_text(encoding="utf-8"))
    }


def files() -> list[dict[str, Any]]:
    return [
        {"type": "file", "name": name, "hashes": [{"alg": "SHA-256", "content": digest}]}
        for name, digest in sorted(told_files().items())
    ]


def document() -> dict[str, Any]:
    """The whole list; without an hour, so that the same sources are the same file."""
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "romme-club"}},
        "components": packages() + optional_packages() + files(),
    }


def listed() -> str:
    """The same, a line each: name, version, and one digest over all its hashes."""
    lines = [
        "# Written by `python -m tests.sbom --write`; python3 start.py lock changes what stands here.",
        *(
            f"{one['name']} {one.get('version', '-')} {one.get('scope', 'required')} {in_one(one)}"
            for one in document()["components"]
        ),
    ]
    return "\n".join(lines) + "\n"


def in_one(component: dict[str, Any]) -> str:
    digests = sorted(one["content"] for one in component["hashes"])
    return hashlib.sha256(" ".join(digests).encode()).hexdigest()[:32]


def what_differs() -> list[str]:
    """Lines that are in one list and not in the other, as a review would read them."""
    kept = LISTED.read_text(encoding="utf-8").splitlines() if LISTED.exists() else []
    now = listed().splitlines()
    return [f"- {one}" for one in kept if one not in now] + [f"+ {one}" for one in now if one not in kept]


def tracked(folder: str) -> list[str]:
    listed = subprocess.run(["git", "ls-files", "-z", folder], cwd=HOUSE, capture_output=True, check=False)
    names = listed.stdout.decode().split("\0") if listed.returncode == 0 else []
    return [name for name in names if name] or [
        path.relative_to(HOUSE).as_posix() for path in (HOUSE / folder).iterdir() if path.is_file()
    ]


def digest_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main(words: list[str]) -> int:
    """Print the whole list; or write the short one, or compare it."""
    match words:
        case ["--write"]:
            LISTED.write_text(listed(), encoding="utf-8", newline="\n")
        case ["--check"]:
            differs = what_differs()
            print(
                "\n".join(
                    [*differs, "docs/sbom.txt is old: python -m tests.sbom --write"]
                    if differs
                    else ["as listed"]
                )
            )
            return 1 if differs else 0
        case _:
            print(json.dumps(document(), indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
