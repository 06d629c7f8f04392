"""How many tables of which size a number of players makes."""

from __future__ import annotations

from scoring.sentence import Refusal, gettext_noop

FOUR, THREE = 4, 3
SMALLEST, LARGEST = 2, 6  # the basic family plays at tables of two to six


class NoTables(Refusal):
    """This many players cannot be seated at the tables that were asked for."""


def table_sizes(players: int, *, size: int | None = None) -> tuple[int, ...]:
    """The tables of a series: fours and as few threes as possible, the threes last.

    With `size` (basic family, 2-6) as many tables as that size asks for, as even as possible.

    >>> table_sizes(41)
    (4, 4, 4, 4, 4, 4, 4, 4, 3, 3, 3)
    >>> table_sizes(11, size=6)
    (6, 5)
    """
    if size is not None:
        return _even_tables(players, size)
    threes = count_of_threes(players)
    return (FOUR,) * ((players - THREE * threes) // FOUR) + (THREE,) * threes


def count_of_threes(players: int) -> int:
    """Tables of three among `players`: what is missing to a multiple of four."""
    if players < THREE:
        raise NoTables(
            gettext_noop("Mit {players} Spielern geht es noch nicht: Mindestens 3 anmelden."), players=players
        )
    threes = -players % FOUR
    if THREE * threes > players:
        raise NoTables(
            gettext_noop(
                "{players} Spieler lassen sich nicht auf Tische zu viert und zu dritt verteilen: "
                "Noch jemanden dazunehmen, oder jemand setzt aus."
            ),
            players=players,
        )
    return threes


def _even_tables(players: int, size: int) -> tuple[int, ...]:
    if not SMALLEST <= size <= LARGEST:
        raise NoTables(
            gettext_noop("Tische zu {size} gibt es nicht: Eine Größe von 2 bis 6 wählen."), size=size
        )
    if players < SMALLEST:
        raise NoTables(
            gettext_noop("Mit {players} Spielern geht es noch nicht: Mindestens 2 anmelden."), players=players
        )
    tables = -(-players // size)
    if players < SMALLEST * tables:
        tables -= 1  # three players at tables of two sit together
    small, larger = divmod(players, tables)
    return (small + 1,) * larger + (small,) * (tables - larger)
