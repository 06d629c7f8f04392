"""What the faces are and where they come from: files, tables beside them and the style sheet agree."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parent.parent
SCREEN, PAPER = HOUSE / "static" / "fonts", HOUSE / "tournaments" / "paper" / "ttf"
LINE = re.compile(
    r"^\| `(?P<file>[^`]+)` \|.*\| `(?P<licence>LICENSE[^`]+)` \| `(?P<sum>[0-9a-f]{64})` \|$", re.MULTILINE
)
MEGABYTE = 1_000_000


@pytest.mark.parametrize(("folder", "ending"), [(SCREEN, ".woff2"), (PAPER, ".ttf")])
def test_every_face_has_its_origin_its_licence_and_its_sum(folder, ending):
    told = {line["file"]: line for line in LINE.finditer((folder / "README.md").read_text(encoding="utf-8"))}
    assert set(told) == {path.name for path in folder.glob(f"*{ending}")}
    for name, line in told.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == line["sum"], name
        assert (folder / line["licence"]).is_file(), name


def test_the_style_sheet_names_every_face_of_the_screen_and_no_other():
    named = re.findall(
        r"\.\./fonts/([\w-]+\.woff2)", (HOUSE / "static/css/fonts.css").read_text(encoding="utf-8")
    )
    assert sorted(named) == sorted(path.name for path in SCREEN.glob("*.woff2"))


def test_no_style_names_a_font_of_some_machine():
    ours = {'"Card Symbols"', '"Club Text"', '"Club Mono"', '"Club Display"', '"Club Names"', '"Club Han"'}
    for path in (HOUSE / "static/css").glob("*.css"):
        for said in re.findall(
            r"(?:font(?:-family)?|--(?:text|display|mono)):([^;]*);", path.read_text(encoding="utf-8")
        ):
            assert set(re.findall(r'"[^"]+"', said)) <= ours, f"{path.name}: {said}"


def test_the_faces_stay_small_enough_to_carry_along():
    assert sum(path.stat().st_size for path in SCREEN.glob("*.woff2")) < 3 * MEGABYTE
    assert sum(path.stat().st_size for path in PAPER.glob("*.ttf")) < 6 * MEGABYTE
