"""`python -m benchmarks`: lists the benchmarks, or runs one."""

import argparse
import sys

from benchmarks import harness


def main() -> None:
    """Read the words, show the figures."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description="The figures that docs/ quotes."
    )
    parser.add_argument("name", nargs="?", help="which one; without it they are listed")
    parser.add_argument("--json", action="store_true", help="one object instead of a table")
    parser.add_argument("--quick", action="store_true", help="fewer rounds, to see that it runs")
    wishes = parser.parse_args()
    known = harness.available()
    if wishes.name is None:
        width = max(map(len, known), default=0)
        print("\n".join(f"{name:<{width}}  {line}" for name, line in known.items()) or "(none yet)")
        return
    if wishes.name not in known:
        sys.exit(f"There is no benchmark “{wishes.name}”. There are: {', '.join(known) or 'none yet'}.")
    figures = harness.run(wishes.name, quick=wishes.quick)
    print(harness.as_json(figures) if wishes.json else harness.as_table(figures))


if __name__ == "__main__":
    main()
