"""An app that brings its own Python: `python .ci/bundle.py WHEEL PYTHON OUT`.

WHEEL is what `start.py release` built; PYTHON a folder with a Python that may be moved (`uv python install --install-dir`).
Under OUT comes `romme-club/` with that Python, every pinned package and a starter to double-click, and a zip of it. What was
assembled is asked for its version before the zip is written.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

HOUSE = Path(__file__).resolve().parent.parent
MODULE = "tournaments.management.console"
WINDOWS = (
    f'@echo off\r\nset PYTHONUTF8=1\r\n"%~dp0python\\python.exe" -m {MODULE} %*\r\nif errorlevel 1 pause\r\n'
)
UNIX = f'#!/bin/sh\nPYTHONUTF8=1 exec "$(dirname "$0")/python/bin/python3" -m {MODULE} "$@"\n'
STARTERS = {"Windows": "Romme-Club.cmd", "Darwin": "Romme-Club.command", "Linux": "romme-club.sh"}


def assemble(wheel: Path, python: Path, out: Path) -> Path:
    """The folder, complete and tried."""
    system = platform.system()
    place = out / "romme-club"
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(python, place / "python", symlinks=True)
    interpreter = place / "python" / ("python.exe" if system == "Windows" else "bin/python3")
    pip = [str(interpreter), "-m", "pip", "install", "--quiet", "--no-warn-script-location"]
    for words in (
        ["--require-hashes", "--only-binary", ":all:", "-r", str(HOUSE / "requirements.txt")],
        ["--no-deps", str(wheel)],
    ):
        subprocess.run([*pip, *words], check=True, env={**os.environ, "PYTHONNOUSERSITE": "1"})
    starter = place / STARTERS[system]
    starter.write_text(WINDOWS if system == "Windows" else UNIX, encoding="utf-8", newline="")
    starter.chmod(0o755)
    command = ["cmd", "/c", str(starter)] if system == "Windows" else [str(starter)]
    told = subprocess.run(
        [*command, "--version"], check=True, capture_output=True, text=True, encoding="utf-8"
    ).stdout
    print(f"{starter.name} says: {told.strip()}")
    return place


def main() -> None:
    """Assemble, then pack."""
    wheel, python, out = (Path(word).resolve() for word in sys.argv[1:4])
    place = assemble(wheel, python, out)
    version = wheel.name.split("-")[1]
    name = f"romme-club-{version}-{platform.system()}-{platform.machine()}".lower()
    packed = shutil.make_archive(str(out / name), "zip" if os.name == "nt" else "gztar", out, place.name)
    print(packed)


if __name__ == "__main__":
    main()
