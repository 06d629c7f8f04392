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

from tournaments.models import PaperReading
from tournaments.reading.selectors.queue import strips

Told = Sequence[object]  # game, seat, what was read, what was answered
INDEX = "examples.jsonl"


def folder() -> Path:
    made = Path(settings.DATA_DIR) / "reading-examples"
    made.mkdir(parents=True, exist_ok=True, mode=0o700)
    return made


def keep(pages: Sequence[PaperReading], told: Sequence[Told]) -> int:
    """The strips of cells that somebody has answered, each with its answer; how many. Nothing says whose they were."""
    kept = 0
    for page in pages:
        places = strips(page)
        answered = [(places.get(f"{game}-{seat}"), read, answer) for game, seat, read, answer in told]
        with Image.open(io.BytesIO(bytes(page.straight)), formats=("JPEG",)) as straight:
            for box, read, answer in answered:
                if box and answer:
                    add(straight.crop(box), str(read), str(answer))
                    kept += 1
    return kept


def add(strip: Image.Image, read: str, answer: str) -> None:
    target = io.BytesIO()
    strip.save(target, "PNG")
    name = f"{hashlib.sha256(target.getvalue()).hexdigest()[:24]}.png"
    (folder() / name).write_bytes(target.getvalue())
    with (folder() / INDEX).open("a", encoding="utf-8") as index:
        index.write(json.dumps({"file": name, "read": read, "answer": answer}, ensure_ascii=False) + "\n")


def export(into: Path) -> int:
    """Everything that was kept as one file, for whoever carries it away by hand; how many pictures."""
    found = sorted(folder().iterdir())
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as target:
        for path in found:
            target.write(path, path.name)
    return sum(path.suffix == ".png" for path in found)
