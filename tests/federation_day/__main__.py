"""`python -m tests.federation_day [STORY …] [--tables 250] [--before COMMIT]`: the stories, as large as one likes."""

from __future__ import annotations

import argparse
import time

from tests.federation_day.engines import MISSING
from tests.federation_day.stories import STORIES, Size, rolling_update


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.federation_day", description=__doc__)
    parser.add_argument("story", nargs="*", help=f"of {', '.join(STORIES)}; without one all of them")
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--pause", type=float, default=4.0, help="seconds between two games of a table")
    parser.add_argument("--before", default="", help="update: from this commit to today's tree")
    wishes = parser.parse_args()
    if MISSING:
        parser.exit(2, f"not installed: {', '.join(MISSING)}\n")
    size = Size(tables=wishes.tables, pause=wishes.pause)
    for name in wishes.story or STORIES:
        begun = time.monotonic()
        told = rolling_update(size, before=wishes.before) if name == "update" else STORIES[name](size)
        print(f"{name}: {told} ({time.monotonic() - begun:.0f} s in all)", flush=True)


if __name__ == "__main__":
    main()
