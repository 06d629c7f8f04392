"""What the program is made of, as CycloneDX 1.5 JSON: `python -m tests.sbom > sbom.json`.

Packages with the hashes that the lock file pins, and the files of others that lie in the repository.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
from pathlib import Path
from typing import Any

from tests.rooms import HOUSE

PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
ROW = re.compile(r"^\| `([^`]+)` \|(.*)\|\s*`([0-9a-f]{64})` \|$", re.MULTILINE)
FOLDERS = ("static/vendor", "static/fonts", "tournaments/paper/ttf")  # what others wrote; each has its table


def packages() -> list[dict[str, Any]]:
    """Every package of requirements.txt with all hashes of its files."""
    text = (HOUSE / "requirements.txt").read_text(encoding="utf-8")
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
        "components": packages() + files(),
    }


def tracked(folder: str) -> list[str]:
    listed = subprocess.run(["git", "ls-files", "-z", folder], cwd=HOUSE, capture_output=True, check=False)
    names = listed.stdout.decode().split("\0") if listed.returncode == 0 else []
    return [name for name in names if name] or [
        path.relative_to(HOUSE).as_posix() for path in (HOUSE / folder).iterdir() if path.is_file()
    ]


def digest_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    print(json.dumps(document(), indent=1))
