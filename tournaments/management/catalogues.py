"""Compiles the translation catalogues (.po → .mo) in pure Python: `python -m tournaments.management.catalogues`.

`manage.py`, the tests and the wheel's build call this. A catalogue is fresh while its .mo carries the time of its .po,
so nothing is read where nothing changed. Imports neither Django nor the settings.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import polib

HOUSE = Path(__file__).resolve().parents[2]
LOCALE = HOUSE / "locale"


def stale(locale: Path = LOCALE) -> list[Path]:
    """Return the .po files whose .mo is missing or was compiled from another version."""
    return [po for po in sorted(locale.glob("*/LC_MESSAGES/*.po")) if not is_fresh(po)]


def is_fresh(po: Path) -> bool:
    """Return whether the .mo beside it has the same modification time."""
    try:
        return po.with_suffix(".mo").stat().st_mtime_ns == po.stat().st_mtime_ns
    except FileNotFoundError:
        return False


def compile_stale(locale: Path = LOCALE) -> list[Path]:
    """Compile what is stale and return the .mo files written. Safe to call from several processes at once."""
    return [compile_catalogue(po) for po in stale(locale)]


def compile_catalogue(po: Path) -> Path:
    """Write the .mo beside the .po, whole or not at all, without fuzzy and empty entries."""
    mo, stat = po.with_suffix(".mo"), po.stat()
    compiled = polib.pofile(str(po)).to_binary()
    handle, draft = tempfile.mkstemp(dir=po.parent, prefix=f".{mo.name}-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(compiled)
        Path(draft).chmod(0o644)
        os.utime(draft, ns=(stat.st_mtime_ns, stat.st_mtime_ns))
        Path(draft).replace(mo)
    finally:
        Path(draft).unlink(missing_ok=True)
    return mo


def compile_or_warn(locale: Path = LOCALE) -> None:
    """Compile what is stale. A folder that may not be written or a broken .po is reported, and the old .mo stays."""
    try:
        compile_stale(locale)
    except (OSError, UnicodeError) as reason:
        print(
            f"Übersetzungen sind nicht auf dem neuesten Stand ({reason}). Wem der Ordner gehört, ruft auf: "
            "python -m tournaments.management.catalogues",
            file=sys.stderr,
        )


if __name__ == "__main__":
    for written in compile_stale():
        print(written.relative_to(HOUSE))
