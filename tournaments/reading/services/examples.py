"""Examples to learn from, kept on this machine alone and only where a director says so: cells and answers, no names."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings
from PIL import Image

from scoring.sentence import gettext_noop
from tournaments.models import PaperReading
from tournaments.reading.refusals import ReadingRefused
from tournaments.reading.selectors.queue import cut_out, strip_places
from tournaments.storage.archives import DatedZip

Told = Sequence[object]  # game, seat, what was read, what was answered
INDEX = "examples.jsonl"
NO_STRIPS = gettext_noop(
    "Das Bild dieser Liste ist beschädigt, Beispiele lassen sich nicht daraus schneiden. Bitte ohne Beispiele übernehmen."
)


def folder() -> Path:
    made = Path(settings.DATA_DIR) / "reading-examples"
    made.mkdir(parents=True, exist_ok=True, mode=0o700)
    return made


def keep(pages: Sequence[PaperReading], told: Sequence[Told]) -> int:
    """Keep the strips of cells that somebody has answered, each with its answer; return how many. Nothing says whose they were."""
    kept: list[tuple[Image.Image, str, str, list[int]]] = []
    for page in pages:
        places, cells = strip_places(page), strip_places(page, "augen_cells")
        found = [
            (places.get(f"{game}-{seat}"), cells.get(f"{game}-{seat}"), str(read), str(answer))
            for game, seat, read, answer in told
        ]
        answered = [(box, cell, read, answer) for box, cell, read, answer in found if box and answer]
        if not answered:
            continue
        pictures = cut_out(page, [box for box, _cell, _read, _answer in answered])
        if pictures is None:
            raise ReadingRefused(NO_STRIPS)
        said = zip(pictures, answered, strict=True)
        kept += [(one, read, answer, within(box, cell)) for one, (box, cell, read, answer) in said]
    for strip, read, answer, cell in kept:
        add(strip, read, answer, cell)
    return len(kept)


def within(box: tuple[int, int, int, int], cell: tuple[int, int, int, int] | None) -> list[int]:
    """Return where the cell of the Augen is in its strip, in pixels; nothing where the page does not say."""
    if cell is None:
        return []
    return [cell[0] - box[0], cell[1] - box[1], cell[2] - box[0], cell[3] - box[1]]


def add(strip: Image.Image, read: str, answer: str, augen_cell: list[int]) -> None:
    target = io.BytesIO()
    strip.save(target, "PNG")
    name = f"{hashlib.sha256(target.getvalue()).hexdigest()[:24]}.png"
    (folder() / name).write_bytes(target.getvalue())
    with (folder() / INDEX).open("a", encoding="utf-8") as index:
        told = {"file": name, "read": read, "answer": answer, "augen_cell": augen_cell}
        index.write(json.dumps(told, ensure_ascii=False) + "\n")


def export(into: Path) -> int:
    """Everything that was kept as one file, for whoever carries it away by hand; how many pictures."""
    found = sorted(folder().iterdir())
    with DatedZip(into, "w", zipfile.ZIP_DEFLATED) as target:
        for path in found:
            target.write(path, path.name)
    return sum(path.suffix == ".png" for path in found)
