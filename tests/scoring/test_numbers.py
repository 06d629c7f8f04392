"""Numbers of series, games and seats are not each other: mypy says so before anything runs."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any

from scoring.numbers import GameNumber, SeatNumber, SeriesNumber
from scoring.sheets import PenaltyLine
from tournaments.lists.services import signing
from tournaments.lists.services.sheets import enter_game
from tournaments.models import Seat, Series
from tournaments.rankings.selectors.standings import SeriesTotal, Totals, standings
from tournaments.rulings.services.strikes import strike_game


def refused(seat: Seat, series: Series, game: GameNumber, common: Any) -> None:
    """Never called. Each line is wrong, and mypy must find it so: an `ignore` that nothing needs is an error itself."""
    totals: Totals = defaultdict(lambda: defaultdict(SeriesTotal))
    totals[seat.registration_id][series.pk].penalty_points += 1  # type: ignore[index]
    totals[seat.registration_id][seat.number].penalty_points += 1  # type: ignore[index]
    standings(series.tournament, series=series.pk)  # type: ignore[arg-type]
    enter_game(number=seat.number, **common)  # type: ignore[arg-type]
    strike_game(number=series.number, **common)  # type: ignore[arg-type]
    signing.sign_list(seat_number=game, **common)  # type: ignore[arg-type]
    PenaltyLine(seat=game, points=-1, augen=0)  # type: ignore[arg-type]
    PenaltyLine(seat=seat.number, game=series.number, points=-1, augen=0)  # type: ignore[arg-type]
    Seat(number=game)  # type: ignore[misc]


def taken(seat: Seat, series: Series, game: GameNumber, common: Any) -> None:
    """Never called. The same with what is meant, and nothing to ignore."""
    totals: Totals = defaultdict(lambda: defaultdict(SeriesTotal))
    totals[seat.registration_id][series.number].penalty_points += 1
    standings(series.tournament, series=series.number)
    enter_game(number=game, **common)
    signing.sign_list(seat_number=seat.number, **common)
    PenaltyLine(seat=seat.number, game=game, points=-1, augen=0)


def test_mypy_is_asked_to_say_when_it_no_longer_refuses() -> None:
    """`strict` warns of an ignore that nothing needs; no override takes that back."""
    settings = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    assert settings["strict"] is True
    assert not any("warn_unused_ignores" in override for override in settings["overrides"])
    text = Path(__file__).read_text(encoding="utf-8")
    assert len(re.findall(r"\S  # type: ignore\[[a-z-]+\]$", text, flags=re.MULTILINE)) == 9


def test_they_are_plain_numbers_when_the_program_runs() -> None:
    assert (SeriesNumber(3), GameNumber(3), SeatNumber(3)) == (3, 3, 3)
    assert type(SeriesNumber(3)) is int
