"""Formats the templates: `python -m tests.markup` writes, `python -m tests.markup --check` only says which would change."""

import sys
from pathlib import Path

from tests.markup.gaps import TEMPLATES
from tests.markup.shape import formatted


def main(words: list[str]) -> int:
    """Write or check; the number of templates that were (or are) not as they should be."""
    check = "--check" in words
    chosen = [Path(word) for word in words if not word.startswith("--")] or sorted(TEMPLATES.rglob("*.html"))
    changed = 0
    for path in chosen:
        before = path.read_text(encoding="utf-8")
        after = formatted(before)
        if after == before:
            continue
        changed += 1
        print(path)
        if not check:
            path.write_text(after, encoding="utf-8", newline="\n")
    return changed


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]) and "--check" in sys.argv else 0)
