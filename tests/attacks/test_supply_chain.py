"""What others wrote is what they published: packages by pinned hashes, files by a table beside them."""

from __future__ import annotations

import hashlib
import re
import subprocess
from pathlib import Path

import pytest

from tests.rooms import HOUSE

OUR_OWN = {".md", ".txt"}  # tables and licences
FOLDERS = ("static/vendor", "static/fonts", "tournaments/paper/ttf")  # what others wrote; each has its table
ROW = re.compile(r"^\| `([^`]+)` \|(.*)\|\s*`([0-9a-f]{64})` \|$", re.MULTILINE)
LOCKS = sorted(HOUSE.glob("requirements*.txt"))


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.name)
def test_every_package_is_pinned_with_hashes(path):
    blocks = re.split(r"\n(?=[A-Za-z0-9-])", path.read_text(encoding="utf-8"))
    pinned = [block for block in blocks if not block.startswith(("#", "-r "))]
    assert len(pinned) > 10
    assert [block for block in pinned if not re.match(r"[A-Za-z0-9._-]+(\[[\w,-]+\])?==\S+", block)] == []
    assert [block for block in pinned if not re.search("--hash=sha256:[0-9a-f]{64}", block)] == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_file_of_others_stands_in_its_table_with_its_hash(folder):
    told = {
        name: digest
        for name, _more, digest in ROW.findall((HOUSE / folder / "README.md").read_text(encoding="utf-8"))
    }
    names = [name for name in tracked(folder) if not name.endswith(tuple(OUR_OWN))]
    assert names
    assert [name for name in names if told.get(name) != digest_of(HOUSE / folder / name)] == []
    assert [name for name in told if not (HOUSE / folder / name).is_file()] == []


def tracked(folder: str) -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "."], cwd=HOUSE / folder, capture_output=True, check=False
    )
    names = listed.stdout.decode().split("\0") if listed.returncode == 0 else []
    return [name for name in names if name] or [
        path.name for path in (HOUSE / folder).iterdir() if path.is_file()
    ]


def digest_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
