"""Ten cards of the basic family, the least that remains beside melds: beside OpenSpiel (C++) and RLCard (Python).

The engine starts from a list of cards and gives the Augen and the melds. OpenSpiel's `min_deadwood` gives the
number alone, its `best_meld_group` the melds; RLCard gives every best set of melds.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterable, Sequence
from types import ModuleType

from benchmarks.engine_hands import BASIC, Hand, near_finished, random_hands
from benchmarks.harness import Figure, note, side_by_side
from scoring.engine.best import deadwood


def peer(name: str) -> ModuleType | None:
    """A module that may be there."""
    if importlib.util.find_spec(name.partition(".")[0]) is None:
        note(f"{name} is not installed and is left out.")
        return None
    return importlib.import_module(name)


def figures(*, quick: bool) -> Iterable[Figure]:
    """Random and nearly finished hands."""
    count, rounds = (400, 3) if quick else (8_000, 7)
    for kind, hands in (
        ("random", random_hands(count, size=10, gin=True)),
        ("near-finished", near_finished(count // 2, size=10, gin=True)),
    ):
        yield from one_kind(kind, hands, rounds)


def one_kind(kind: str, hands: Sequence[Hand], rounds: int) -> Iterable[Figure]:
    """Hands of one kind, the same for everybody."""
    lists = [list(hand) for hand in hands]
    works: dict[str, Callable[[], object]] = {
        "engine": lambda: [deadwood(hand, BASIC) for hand in lists],
    }
    works |= open_spiel_works(lists) | rlcard_works(lists)
    for work in works.values():
        work()
    taken = side_by_side(works, rounds=rounds)
    rate = {name: len(hands) / taken[name] for name in works}
    for name in works:
        if name == "engine":
            yield Figure(name=f"{kind} 10 cards: {name}", value=rate[name], unit="hands/s")
            continue
        yield Figure(
            name=f"{kind} 10 cards: {name}",
            value=rate[name],
            unit="hands/s",
            ratio=rate["engine"] / rate[name],
            compared_with="(engine ÷ this)",
        )


def open_spiel_works(hands: Sequence[list[int]]) -> dict[str, Callable[[], object]]:
    """OpenSpiel numbers cards as we do: suit by suit, the ace first."""
    module = peer("pyspiel")
    if module is None:
        return {}
    utils = module.gin_rummy.GinRummyUtils(13, 4, 10)
    return {
        "OpenSpiel, number alone": lambda: [utils.min_deadwood(hand) for hand in hands],
        "OpenSpiel, with melds": lambda: [utils.best_meld_group(hand) for hand in hands],
    }


def rlcard_works(hands: Sequence[list[int]]) -> dict[str, Callable[[], object]]:
    """RLCard wants its own card objects; they are made beforehand."""
    melding = peer("rlcard.games.gin_rummy.utils.melding")
    if melding is None:
        return {}
    utils = importlib.import_module("rlcard.games.gin_rummy.utils.utils")
    cards = [[utils.get_card(card) for card in hand] for hand in hands]
    return {"RLCard": lambda: [melding.get_best_meld_clusters(hand) for hand in cards]}
