"""The rooms of the house as docs/rooms.md lists them: `python -m tests.rooms` writes the page anew."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests import decisions, pictures

HOUSE = Path(__file__).resolve().parent.parent
PAGE = HOUSE / "docs" / "rooms.md"
WINGS = ("rommé_club", "tournaments", "scoring", "benchmarks")
HEAD = """# The rooms

Every module with the first line of its docstring, which says what the room is for. Written by
`python -m tests.rooms`; a test compares. Why the house is built this way: [house.md](house.md).
"""


def modules() -> list[Path]:
    """Every Python file of the house but migrations, in the order of the folders."""
    return sorted(
        (
            path.relative_to(HOUSE)
            for wing in WINGS
            for path in (HOUSE / wing).rglob("*.py")
            if "migrations" not in path.parts
        ),
        key=lambda path: (
            WINGS.index(path.parts[0]),
            path.parent.as_posix(),
            path.stem != "__init__",
            path.name,
        ),
    )


@cache
def purpose(module: Path) -> str:
    """The first line of the docstring; empty when there is none."""
    return pictures.head_and_imports(HOUSE / module)[0].partition("\n")[0]


@cache
def page() -> str:
    """docs/rooms.md as it should be."""
    return HEAD + "\n".join(_lines()) + "\n"


def small_with_one_importer(most: int) -> dict[Path, Path]:
    """Modules of fewer lines that one module of their own folder imports and nobody else; beside each, that one.

    What a package hands on is met by everybody: an `__init__` is no such importer.
    """
    by_name = {
        ".".join(module.with_suffix("").parts).removesuffix(".__init__"): module for module in modules()
    }
    importers: dict[Path, set[Path]] = {}
    for module in modules():
        for node in pictures.head_and_imports(HOUSE / module)[1]:
            if isinstance(node, ast.ImportFrom) and not node.level:
                asked = [
                    by_name.get(f"{node.module}.{one.name}") or by_name.get(f"{node.module}")
                    for one in node.names
                ]
            elif isinstance(node, ast.Import):
                asked = [by_name.get(one.name) for one in node.names]
            else:
                continue
            for other in filter(None, asked):
                importers.setdefault(other, set()).add(module)
    return {
        module: next(iter(others))
        for module, others in importers.items()
        if {(one.parent, one.stem != "__init__") for one in others} == {(module.parent, True)}
        and len(others) == 1
        and module.stem != "__init__"
        and len((HOUSE / module).read_text(encoding="utf-8").splitlines()) < most
    }


def _lines() -> Iterator[str]:
    folder = None
    for module in modules():
        if module.parent != folder:
            folder = module.parent
            yield f"\n## {folder.as_posix()}/\n"
            if module.stem == "__init__":
                yield f"{purpose(module)}\n"
                continue
        yield f"- `{module.as_posix()}`: {purpose(module)}"


if __name__ == "__main__":
    for path, text in (*pictures.drawn().items(), (PAGE, page()), (decisions.PAGE, decisions.page())):
        path.write_text(text, encoding="utf-8", newline="\n")
