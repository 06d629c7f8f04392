"""The plan on the command line, without a database: players and series in, tables as text or JSON out."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from scoring.sentence import Refusal, gettext_noop
from tournaments.seating.core.planner import plan
from tournaments.seating.core.plans import Plan
from tournaments.seating.core.request import AskedPlayer, Budget, CannotPlan, Request, series_by_lots


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `plan`, for the shell and for manage.py alike."""
    parser.add_argument(
        "--players", type=int, required=True, metavar="N", help=gettext_noop("Zahl der Spieler")
    )
    parser.add_argument(
        "--series", type=int, required=True, metavar="S", help=gettext_noop("Zahl der Serien")
    )
    parser.add_argument(
        "--clubs",
        type=Path,
        metavar="FILE",
        help=gettext_noop("Datei: eine Zeile je Spieler mit seinem Verein"),
    )
    parser.add_argument(
        "--seed", type=_seed, default=1, help=gettext_noop("Los-Schlüssel: gleicher Schlüssel, gleicher Plan")
    )
    parser.add_argument("--size", type=int, help=gettext_noop("Tischgröße 2-6 (Grundform des Spiels)"))
    parser.add_argument(
        "--seconds", type=float, help=gettext_noop("längste Suche; ohne Angabe zählt die Zugzahl")
    )
    parser.add_argument("--json", action="store_true", help=gettext_noop("Plan als JSON ausgeben"))


def printed_plan(options: argparse.Namespace) -> str:
    """The text that the command prints."""
    players = _players(options.players, options.clubs)
    clock = time.monotonic if options.seconds is not None else None
    if options.series < 1:
        raise CannotPlan(gettext_noop("Mindestens 1 Serie planen."))
    found = plan(
        Request(
            players=players,
            series=series_by_lots(options.series),
            size=options.size,
            seed=options.seed,
            budget=Budget(seconds=options.seconds or 2.0, clock=clock),
        )
    )
    if options.json:
        return json.dumps(plan_as_json(found, len(players)), ensure_ascii=False)
    return as_text(found)


def plan_as_json(found: Plan, players: int) -> dict[str, object]:
    """The plan as it is exchanged: players are numbers from 1, the order at a table is the seat."""
    report = found.report
    return {
        "players": players,
        "series": [[list(table) for table in tables] for tables in found.tables()],
        "rematches": report.rematches.happened,
        "rematch_bound": report.rematches.bound,
        "three_repeats": report.three_repeats.happened,
        "three_bound": report.three_repeats.bound,
        "seat_imbalance": report.seat_imbalance,
        "seed": found.seed,
    }


def as_text(found: Plan) -> str:
    """The plan for the eye: a block per series, a line per table, then the report."""
    lines = []
    for number, series in enumerate(found.series, start=1):
        lines.append(f"Serie {number}")
        lines += [
            f"  Tisch {t.number:>3}: " + "  ".join(f"{p!s:>4}" for p in t.players) for t in series.tables
        ]
    lines += ["", *map(str, found.report.sentences), f"Los-Schlüssel: {found.seed}"]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """`python -m tournaments.seating`; a refusal is a sentence and exit code 2."""
    parser = argparse.ArgumentParser(prog="plan", description=__doc__)
    add_arguments(parser)
    try:
        print(printed_plan(parser.parse_args(arguments)))
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return 2
    return 0


def _seed(text: str) -> int | str:
    """A number stays a number; both spell the same lots."""
    return int(text) if text.isascii() and text.isdecimal() and str(int(text)) == text else text


def _players(count: int, clubs: Path | None) -> tuple[AskedPlayer, ...]:
    names: list[str] = []
    if clubs is not None:
        try:
            names = [line.strip() for line in clubs.read_text(encoding="utf-8").splitlines()]
        except (OSError, UnicodeDecodeError) as reason:
            raise CannotPlan(
                gettext_noop("{file} lässt sich nicht lesen: Eine Textdatei in UTF-8 angeben."), file=clubs
            ) from reason
        if len(names) != count:
            raise CannotPlan(
                gettext_noop("{file} hat {lines} Zeilen für {players} Spieler: Für jeden genau eine Zeile, leer ohne Verein."),
                file=clubs, lines=len(names), players=count,
            )  # fmt: skip
    names += [""] * (max(0, count) - len(names))
    return tuple(AskedPlayer(id=i, club=name or None) for i, name in enumerate(names, start=1))
