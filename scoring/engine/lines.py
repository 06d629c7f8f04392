"""Questions and answers as JSON, one line each, so that other programs can ask. The schema: docs/hands-schema.json.

A line that cannot be answered yields an error on its own line, and the rest goes on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import isfinite
from typing import Any, Final, TypeAlias

from scoring.engine.best import BestTurn, best, deadwood
from scoring.engine.cards import Card, Fault, augen, census, recount, sign
from scoring.engine.claim import claim
from scoring.engine.law import Law
from scoring.engine.layoffs import End
from scoring.engine.melds import Flaw, Meld, demand
from scoring.engine.notation import Misspelt, read_card, read_cards, read_melds, write_cards
from scoring.engine.table import TableTurn, best_turn, grown, joker_swaps, lay_offs
from scoring.sentence import Refusal, Sentence, gettext_noop

Laws: TypeAlias = Mapping[str, Law]
Say: TypeAlias = Callable[[Sentence], str]
Question: TypeAlias = Mapping[str, Any]
Answer: TypeAlias = dict[str, Any]

LONGEST_LINE: Final = 20_000


class BadQuestion(Refusal):
    """A line that is no question."""


def answers(lines: Iterable[str], laws: Laws, say: Say = str) -> Iterator[str]:
    """An answer for each line that is not blank.

    >>> from tests.laws import FAMILIES
    >>> print(*answers(['{"id": 1, "ask": "augen", "rules": "club_2018", "hand": "♥7 ★"}'], FAMILIES))
    {"id": 1, "augen": 27, "cards": 2}
    """
    for line in lines:
        if not line.isspace() and line:
            yield _written(answer(line, laws, say))


def _written(found: Answer) -> str:
    """An answer as a line, whatever its id is: half a sign is written as it was asked, too deep an id not at all."""
    try:
        text = json.dumps(found, ensure_ascii=False)
    except RecursionError:
        return _written(found | {"id": None})
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(found)
    return text


def answer(line: str, laws: Laws, say: Say = str) -> Answer:
    """The answer to one line."""
    told = None
    try:
        question = _read(line)
        told = question.get("id")
        return {"id": told, **ask(question, laws, say)}
    except Refusal as refusal:
        error: Answer = {"kind": _kind(refusal), "text": say(refusal.sentence)}
        if isinstance(refusal, Misspelt):
            error |= {"at": refusal.at, "word": refusal.word, "meant": list(refusal.meant)}
        return {"id": told, "error": error}


def ask(question: Question, laws: Laws, say: Say = str) -> Answer:
    """The answer to a question that has been read; raises a Refusal."""
    key, kind = question.get("rules"), question.get("ask")
    law = laws.get(key) if isinstance(key, str) else None
    if law is None:
        text = gettext_noop("„rules“ muss ein Regelwerk nennen. Vorhanden: {known}.")
        raise BadQuestion(text, known=", ".join(laws))
    asked = _ASK.get(kind) if isinstance(kind, str) else None
    if asked is None:
        raise BadQuestion(gettext_noop("„ask“ muss eine Frage nennen: {known}."), known=", ".join(_ASK))
    return asked(question, law, say)


def _read(line: str) -> Question:
    if len(line) > LONGEST_LINE:
        text = gettext_noop("Diese Zeile ist zu lang, höchstens {most} Zeichen.")
        raise BadQuestion(text, most=LONGEST_LINE)
    try:
        question = json.loads(line, parse_float=_finite, parse_constant=_finite)
    except (ValueError, RecursionError):
        raise BadQuestion(gettext_noop("Diese Zeile ist kein JSON.")) from None
    if not isinstance(question, dict):
        raise BadQuestion(gettext_noop("Diese Zeile ist keine Frage: erwartet wird ein JSON-Objekt."))
    return question


def _finite(text: str) -> float:
    """A number that can be written again: not `NaN`, and not one that is too large."""
    number = float(text)
    if not isfinite(number):
        raise ValueError(text)
    return number


def _kind(refusal: Refusal) -> str:
    """`NotThisDeck` as `not_this_deck`."""
    name = type(refusal).__name__
    return "".join(f"_{char.lower()}" if char.isupper() else char for char in name).lstrip("_")


# --- what a question says -------------------------------------------------------------------------------


def _text(question: Question, name: str, joined: str) -> str:
    value = question.get(name)
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return joined.join(value)
    raise BadQuestion(gettext_noop("„{name}“ fehlt oder ist kein Text mit Karten."), name=name)


def _cards(question: Question, name: str) -> tuple[Card, ...]:
    return read_cards(_text(question, name, " "))


def _melds(question: Question, name: str) -> tuple[tuple[Card, ...], ...]:
    return read_melds(_text(question, name, " | "))


def _truth(question: Question, name: str, *, default: bool) -> bool:
    value = question.get(name, default)
    if not isinstance(value, bool):
        raise BadQuestion(gettext_noop("„{name}“ muss true oder false sein."), name=name)
    return value


# --- the questions --------------------------------------------------------------------------------------


def _best(question: Question, law: Law, _say: Say) -> Answer:
    found = best(_cards(question, "hand"), law)
    shown = found.recommended
    return {
        "opening": found.value,
        "least": found.least.left if found.least else None,
        "least_opened": found.least_opened.left if found.least_opened else None,
        "goes_out": found.goes_out is not None,
        "super": found.super is not None,
        "melds": [write_cards(meld) for meld in shown.melds] if shown else [],
        "discard": sign(shown.discard) if shown and shown.discard is not None else None,
        "turns": {name: _turn(turn) for name, turn in found._asdict().items()},
    }


def _turn(turn: BestTurn | None) -> Answer | None:
    if turn is None:
        return None
    return {
        "melds": [write_cards(meld) for meld in turn.melds],
        "discard": None if turn.discard is None else sign(turn.discard),
        "value": turn.value,
        "left": turn.left,
    }


def _deadwood(question: Question, law: Law, _say: Say) -> Answer:
    found = deadwood(_cards(question, "hand"), law)
    return {"deadwood": found.augen, "melds": [write_cards(meld) for meld in found.melds]}


def _augen(question: Question, law: Law, _say: Say) -> Answer:
    cards = _cards(question, "hand")
    return {"augen": augen(cards, law), "cards": len(cards)}


def _census(question: Question, law: Law, say: Say) -> Answer:
    shown = question.get("shown")
    if not isinstance(shown, list):
        raise BadQuestion(gettext_noop("„shown“ muss eine Liste von Blättern sein."))
    hands = [read_melds(_text({"shown": hand}, "shown", " ")) for hand in shown]
    cards = [[card for meld in hand for card in meld] for hand in hands]
    findings = list(census(*cards, law=law))
    expected = question.get("count")
    if isinstance(expected, int) and not isinstance(expected, bool):
        findings += recount([card for hand in cards for card in hand], expected=expected, law=law)
    return {"fits": not findings, "findings": [_finding(finding, say) for finding in findings]}


def _finding(finding: Fault, say: Say) -> Answer:
    return {"kind": finding.misfit.value, "text": say(finding.sentence), "paragraph": finding.paragraph}


def _claim(question: Question, law: Law, say: Say) -> Answer:
    verdict = claim(
        _melds(question, "melds"),
        law,
        hand=_cards(question, "hand") if question.get("hand") is not None else None,
        opened=_truth(question, "opened", default=False),
        as_laid=_truth(question, "as_laid", default=False),
    )
    instead = verdict.instead
    return {
        "valid": verdict.valid,
        "text": say(verdict.sentence),
        "value": verdict.value,
        "melds": [_judged(meld, say) for meld in verdict.melds],
        "grounds": [
            {"text": say(one.sentence), "field": one.field, "paragraph": one.paragraph}
            for one in verdict.grounds
        ],
        "stays": [str(meld) for meld in verdict.stays],
        "notes": [say(note) for note in verdict.notes],
        "instead": instead
        and {
            "melds": [write_cards(meld) for meld in instead.melds],
            "value": instead.value,
            "text": say(instead.sentence),
        },
    }


def _judged(meld: Meld | Flaw, say: Say) -> Answer:
    if isinstance(meld, Flaw):
        return {"kind": None, "reason": meld.reason.value, "text": say(meld.sentence)}
    jokers = [[sign(card) for card in stands] for _unused, stands in meld.jokers]
    return {"kind": meld.kind.value, "cards": str(meld), "value": meld.value, "jokers": jokers}


def _table(question: Question, law: Law, say: Say) -> Answer:
    table = [demand(meld, law) for meld in _melds(question, "table")]
    hand = _cards(question, "hand")
    open_card = read_card(_text(question, "open", " ")) if question.get("open") is not None else None
    opened = _truth(question, "opened", default=True)
    found = best_turn(table, hand, law, opened=opened, open_card=open_card)
    held = hand if open_card is None else (*hand, open_card)
    return {
        "lay_offs": [
            {"meld": at, "cards": write_cards(step.cards), "front": step.end is End.FRONT}
            for at, step in lay_offs(table, held, law)
        ],
        "swaps": [{"meld": at, "card": sign(swap.card)} for at, swap in joker_swaps(table, held, law)],
        "finish": _table_turn(found.finish, table, law),
        "least": _table_turn(found.least, table, law),
        "why_not": say(found.why_not) if found.why_not else None,
        "paragraph": found.paragraph,
    }


def _table_turn(turn: TableTurn | None, table: Sequence[Meld], law: Law) -> Answer | None:
    if turn is None:
        return None
    lying = turn.lying(table, law)
    return {
        "melds": [write_cards(meld) for meld in turn.melds],
        "grown": [
            {
                "meld": growth.at,
                "swapped": write_cards(growth.swapped),
                "before": write_cards(growth.before),
                "after": write_cards(growth.after),
                "becomes": str(grown(lying[growth.at], growth, law)),
            }
            for growth in turn.grown
        ],
        "discard": None if turn.discard is None else sign(turn.discard),
        "left": turn.left,
        "finish": turn.finish.value if turn.finish else None,
    }


_ASK: Final[dict[str, Callable[[Question, Law, Say], Answer]]] = {
    "best": _best,
    "claim": _claim,
    "table": _table,
    "augen": _augen,
    "census": _census,
    "deadwood": _deadwood,
}
