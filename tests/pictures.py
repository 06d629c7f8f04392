"""Pictures of the house, drawn from its code: `python -m tests.rooms` writes them beside docs/rooms.md, a test compares.

The rooms stand on the lines of the contract in pyproject.toml; an arrow is an import. What every room may use (models, event,
access, pages, paper, spreadsheets) has no arrows drawn: it lies beneath all of them.
"""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from functools import cache
from html import escape
from pathlib import Path

HOUSE = Path(__file__).resolve().parent.parent
PICTURES = HOUSE / "docs" / "img"
OPEN = ("pages", "access", "event", "paper", "spreadsheets", "models", "storage")
WIDTH, BOX, HIGH, STEP = 1040, 128, 40, 66
INK, SOFT, FELT, PAPER, LINE = "#1d2521", "#5b6660", "#1f5a43", "#f4efe4", "#8a948e"

# A game from the table to the wall, function by function; each is called by one above it or by a page.
WALK: tuple[tuple[str, str], ...] = (
    ("tournaments/lists/views/game.py", "report_typed"),
    ("tournaments/lists/services/sheets.py", "enter_game"),
    ("tournaments/event/services/locks.py", "lock_sheet"),
    ("tournaments/lists/services/sheets.py", "write_game"),
    ("scoring/points.py", "check_result"),
    ("tournaments/event/services/journal.py", "write"),
    ("tournaments/lists/selectors/sheets.py", "sheet_view"),
    ("scoring/sheets.py", "tally"),
    ("tournaments/rankings/selectors/standings.py", "standings"),
    ("scoring/points.py", "score"),
    ("scoring/standings.py", "rank"),
    ("tournaments/rankings/views/rankings.py", "standings"),
    ("tournaments/rankings/paper/wall.py", "draw_standings"),
)


@cache
def lines() -> tuple[tuple[str, ...], ...]:
    """The rooms as the contract has them, the highest line first."""
    settings = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    between = next(one for one in contracts if one["name"].startswith("Between the rooms"))
    return tuple(tuple(part.strip() for part in line.split("|")) for line in between["layers"])


@cache
def head_and_imports(path: Path) -> tuple[str, tuple[ast.Import | ast.ImportFrom, ...]]:
    """A module's docstring and its imports: parsed once, whoever asks."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imports = (node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom))
    return ast.get_docstring(tree) or "", tuple(imports)


@cache
def arrows() -> Counter[tuple[str, str]]:
    """How many imports lead from one room to another."""
    found: Counter[tuple[str, str]] = Counter()
    for path in sorted((HOUSE / "tournaments").rglob("*.py")):
        parts = path.relative_to(HOUSE / "tournaments").with_suffix("").parts
        if "migrations" in parts:
            continue
        for node in head_and_imports(path)[1]:
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tournaments."):
                other = str(node.module).split(".")[1]
                if other != parts[0]:
                    found[parts[0], other] += 1
    return found


def text(
    x: float,
    y: float,
    words: str,
    *,
    size: int = 13,
    colour: str = INK,
    middle: bool = True,
    bold: bool = False,
) -> str:
    anchor = ' text-anchor="middle"' if middle else ""
    weight = ' font-weight="700"' if bold else ""
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" fill="{colour}"{anchor}{weight}>{escape(words)}</text>'


def svg(width: int, height: int, title: str, parts: list[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'font-family="sans-serif"><title>{escape(title)}</title>'
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
    )
    return "\n".join([head, *parts, "</svg>"]) + "\n"


def rooms_svg() -> str:
    """The rooms on their lines, and every arrow between those that are not open to all."""
    rows = [row for row in lines() if not set(row) <= set(OPEN)]
    beneath = [room for row in lines() if set(row) <= set(OPEN) for room in row]
    place: dict[str, tuple[float, float]] = {}
    for level, row in enumerate(rows):
        for step, room in enumerate(row):
            shift = (level % 2 - 0.5) * BOX * 0.7 if len(row) < 3 else 0
            place[room] = (WIDTH * (step + 1) / (len(row) + 1) + shift, 44 + level * STEP)
    parts = []
    for (one, other), count in sorted(arrows().items()):
        if one in place and other in place and one not in ("api", "management", "templatetags", "urls"):
            (x1, y1), (x2, y2) = place[one], place[other]
            width = 0.8 + min(count, 30) / 10
            parts.append(
                f'<path d="M{x1:.0f} {y1 + HIGH / 2:.0f} L{x2:.0f} {y2 - HIGH / 2:.0f}" stroke="{LINE}" '
                f'stroke-width="{width:.1f}" stroke-opacity=".55" fill="none"/>'
            )
    for room, (x, y) in place.items():
        modules = sum(1 for path in (HOUSE / "tournaments" / room).rglob("*.py") if path.stem != "__init__")
        parts.append(
            f'<rect x="{x - BOX / 2:.0f}" y="{y - HIGH / 2:.0f}" width="{BOX}" height="{HIGH}" rx="8" '
            f'fill="{PAPER}" stroke="{FELT}" stroke-width="1.6"/>'
        )
        parts.append(text(x, y + 1, room, bold=True))
        parts.append(text(x, y + 14, f"{modules}" if modules else "", size=9, colour=SOFT))
    bottom = 44 + len(rows) * STEP
    parts.append(
        f'<rect x="20" y="{bottom - 20}" width="{WIDTH - 40}" height="{HIGH}" rx="8" fill="{FELT}"/>'
    )
    parts.append(text(WIDTH / 2, bottom + 5, " · ".join(beneath), colour="#ffffff", bold=True))
    words = "open to every room above; then scoring: what the cards are worth, without a tournament"
    parts.append(text(WIDTH / 2, bottom + HIGH, words, size=12, colour=SOFT))
    return svg(
        WIDTH, bottom + HIGH + 16, "The rooms of tournaments; arrows are imports and point down", parts
    )


@cache
def tree_of(name: str) -> ast.Module:
    return ast.parse((HOUSE / name).read_text(encoding="utf-8"))


def step_of(name: str, function: str) -> ast.FunctionDef:
    return next(
        node for node in tree_of(name).body if isinstance(node, ast.FunctionDef) and node.name == function
    )


def walk_svg() -> str:
    """A game from the table to the wall: one box for each function, with the first line of its docstring."""
    parts = []
    for step, (name, function) in enumerate(WALK):
        y = 14 + step * 52
        said = (ast.get_docstring(step_of(name, function)) or "").partition("\n")[0]
        room = name.removesuffix(".py").replace("/", ".")
        colour = PAPER if name.startswith("tournaments") else "#e3efe8"
        parts.append(f'<rect x="20" y="{y}" width="860" height="42" rx="8" fill="{colour}" stroke="{FELT}"/>')
        parts.append(text(34, y + 18, f"{step + 1}  {room}.{function}", middle=False, bold=True))
        parts.append(text(34, y + 34, said, size=11, colour=SOFT, middle=False))
        if step:
            parts.append(f'<path d="M450 {y - 10} v10" stroke="{FELT}" stroke-width="2"/>')
    return svg(900, 14 + len(WALK) * 52, "A game, from the table to the wall", parts)


def drawn() -> dict[Path, str]:
    """Every picture with what it should be."""
    return {PICTURES / "rooms.svg": rooms_svg(), PICTURES / "walk.svg": walk_svg()}
