"""The words of a record: what one step of a turn says, and what the result says."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from typing import NamedTuple, TypeVar

from scoring.engine.cards import FACES, Card, sign
from scoring.engine.law import Finish
from scoring.engine.layoffs import End
from scoring.engine.notation import Misspelt, read_cards, read_melds
from scoring.engine.record import (
    DISCARDS,
    DRAWS,
    LAYS,
    LAYS_OFF,
    PICKS_UP,
    PUTS_BACK,
    RECOUNTS,
    SWAPS,
)
from scoring.engine.spelling import LONGEST, plain_word
from scoring.engine.turns import (
    Discard,
    Draw,
    LayDown,
    LayOff,
    Left,
    Outcome,
    PickUp,
    PutBack,
    Recount,
    Step,
    Swap,
)
from scoring.sentence import gettext_noop

Read = TypeVar("Read")


class UnreadableRecord(Misspelt):
    """Something in a record that cannot be read, with its place."""


class TextPart(NamedTuple):
    """A part of a text that knows where it stands. A tuple, because a game has hundreds of them."""

    source: str
    at: int
    text: str
    number: int = 0  # of the line

    def part(self, start: int, end: int | None = None) -> TextPart:
        """A part of this part, without blanks around it."""
        cut = self.text[start:end]
        shown = cut.strip()
        return TextPart(self.source, self.at + start + cut.find(shown), shown, self.number)

    def refuse(self, text: str, *, word: str | None = None, meant: Sequence[str] = ()) -> UnreadableRecord:
        """The refusal of this part."""
        return UnreadableRecord(
            text, source=self.source, at=self.at, word=self.text if word is None else word, meant=meant
        )

    def cards(self, read: Callable[[str], Read]) -> Read:
        """What a reader of cards makes of it; its refusal names the place in the whole text."""
        try:
            return read(self.text)
        except Misspelt as misspelt:
            raise type(misspelt)(
                misspelt.sentence.text,
                source=self.source,
                at=self.at + misspelt.at,
                word=misspelt.word,
                meant=misspelt.meant,
            ) from None

    def card(self) -> Card:
        """The one card that it is."""
        cards = self.cards(read_cards)
        if len(cards) != 1:
            raise self.refuse(gettext_noop("Stelle {place}: Genau eine Karte ist gefragt, zum Beispiel ♥7."))
        return cards[0]


# --- steps --------------------------------------------------------------------------------------------

VERBS: Mapping[str, str] = {
    **dict.fromkeys(("zieht", "z", "ziehen", "draws", "draw"), DRAWS),
    **dict.fromkeys(("nimmt", "n", "nimmt auf", "nehmen", "picks up", "pick up", "takes", "take"), PICKS_UP),
    **dict.fromkeys(("legt", "l", "legt aus", "legt hin", "eroffnet", "eroffnet mit", "eroeffnet mit"), LAYS),
    **dict.fromkeys(("lays down", "lay down", "lays", "melds", "opens"), LAYS),
    **dict.fromkeys(("an", "legt an", "lays off", "lay off", "adds"), LAYS_OFF),
    **dict.fromkeys(("tauscht", "t", "tauschen", "swaps", "swap"), SWAPS),
    **dict.fromkeys(("ab", "a", "legt ab", "wirft ab", "wirft", "discards", "discard"), DISCARDS),
    **dict.fromkeys(("zuruck", "zurueck", "legt zuruck", "legt zurueck", "puts back", "put back"), PUTS_BACK),
    **dict.fromkeys(("zahlt", "zaehlt", "zahlt nach", "zaehlt nach", "recounts", "recount"), RECOUNTS),
}
ENDINGS: Mapping[str, End] = {
    **dict.fromkeys(("vorn", "vorne", "vor", "front"), End.FRONT),
    **dict.fromkeys(("hinten", "hinter", "back"), End.BACK),
}

_ALONE: Mapping[str, Step] = {
    PUTS_BACK: PutBack(),
    RECOUNTS: Recount(),
    **{f"{DRAWS} {sign(card)}": Draw(card=card) for card in range(FACES + 1)},
    **{f"{PICKS_UP} {sign(card)}": PickUp(card=card) for card in range(FACES + 1)},
    **{f"{DISCARDS} {sign(card)}": Discard(card=card) for card in range(FACES + 1)},
}
_SIMPLE: Mapping[str, Step] = {**_ALONE, **{f" {words}": step for words, step in _ALONE.items()}}
"""What most steps are, as `write_record` puts them between its semicolons."""
_NUMBERS: Mapping[str, int] = {str(number): number for number in range(1, 100)}
_WORD = re.compile(r"[^\W\d_]+")
_MELD = re.compile(r"\s*(?:#|nr\.?)?\s*(?P<number>[0-9]{1,2})(?![^\s:])\s*:?\s*", re.IGNORECASE)


def read_steps(line: TextPart, begun: int = 0) -> tuple[Step, ...]:
    """The steps of a turn, parted by semicolons; they begin so far behind the begin of the line."""
    steps: list[Step] = []
    at = begun
    for text in line.text[begun:].split(";"):
        step = _SIMPLE.get(text) or _as_written(text.strip())
        if step is None:
            part = line.part(at, at + len(text))
            if part.text:
                step = read_step(part)
        if step is not None:
            steps.append(step)
        at += len(text) + 1
    if not steps:
        raise line.part(begun).refuse(gettext_noop("Stelle {place}: Hier fehlt, was in diesem Zug geschah."))
    return tuple(steps)


def _as_written(text: str) -> Step | None:
    """A step in the words of `write_record`, read at once; None is for `read_step`, which knows every other word."""
    if text in _SIMPLE:
        return _SIMPLE[text]
    verb, _unused, rest = text.partition(" ")
    with suppress(Misspelt):
        if verb == LAYS:
            melds = read_melds(rest)
            return LayDown(melds=melds) if melds else None
        if verb == LAYS_OFF:
            number, _unused, rest = rest.partition(" ")
            cards = read_cards(rest) if number in _NUMBERS else ()
            return LayOff(meld=_NUMBERS[number], cards=cards) if cards else None
    return None


def read_step(part: TextPart) -> Step:
    """One step, in whatever words."""
    verb, rest = _verb(part)
    match verb:
        case "zieht":
            return Draw(card=rest.card())
        case "nimmt":
            return PickUp(card=rest.card())
        case "ab":
            return Discard(card=rest.card())
        case "legt":
            return _laid_down(rest)
        case "an":
            return _laid_off(rest)
        case "tauscht":
            number, cards = _meld_number(rest)
            return Swap(meld=number, card=cards.card())
        case _:
            if rest.text:
                raise rest.refuse(gettext_noop("Stelle {place}: „{word}“ ist hier zu viel."))
            return PutBack() if verb == PUTS_BACK else Recount()


def _verb(part: TextPart) -> tuple[str, TextPart]:
    """The verb of a step, two words before one, and what follows it."""
    verb, _unused, after = part.text.partition(" ")
    if verb in VERBS and after and not after[0].isalpha():
        return VERBS[verb], part.part(len(verb))
    words = list(_WORD.finditer(part.text))
    if not words or words[0].start() != 0:
        raise part.refuse(
            gettext_noop(
                "Stelle {place}: „{word}“: Was geschah? Zum Beispiel: zieht, nimmt, legt, an, tauscht, ab."
            )
        )
    first = plain_word(words[0].group())
    if len(words) > 1 and not part.text[words[0].end() : words[1].start()].strip():
        both = VERBS.get(f"{first} {plain_word(words[1].group())}")
        if both:
            return both, part.part(words[1].end())
    one = VERBS.get(first)
    if one:
        return one, part.part(words[0].end())
    near = get_close_matches(first[:LONGEST], VERBS, n=1, cutoff=0.6)
    word = part.part(0, words[0].end())
    if near:
        text = gettext_noop("Stelle {place}: „{word}“ ist nicht bekannt. Gemeint ist vielleicht „{meant}“?")
        raise word.refuse(text, meant=(VERBS[near[0]],))
    raise word.refuse(
        gettext_noop(
            "Stelle {place}: „{word}“: Was geschah? Zum Beispiel: zieht, nimmt, legt, an, tauscht, ab."
        )
    )


def _laid_down(rest: TextPart) -> LayDown:
    melds = rest.cards(read_melds)
    if not melds:
        raise rest.refuse(gettext_noop("Stelle {place}: Hier fehlen die Karten, zum Beispiel: legt ♥7 ♥8 ♥9"))
    return LayDown(melds=melds)


def _laid_off(rest: TextPart) -> LayOff:
    number, cards = _meld_number(rest)
    word = _WORD.match(cards.text)
    end = ENDINGS.get(plain_word(word.group())) if word else None
    if word and end:
        cards = cards.part(word.end())
    laid = cards.cards(read_cards)
    if not laid:
        raise cards.refuse(gettext_noop("Stelle {place}: Hier fehlen die Karten, zum Beispiel: an 1 ♥10"))
    return LayOff(meld=number, cards=laid, end=end)


def _meld_number(rest: TextPart) -> tuple[int, TextPart]:
    found = _MELD.match(rest.text)
    if not found:
        raise rest.refuse(
            gettext_noop("Stelle {place}: Hier fehlt die Nummer der Auslage, zum Beispiel: an 1 ♥10"),
            word=rest.text,
        )
    return int(found["number"]), rest.part(found.end())


# --- the result ---------------------------------------------------------------------------------------

FINISHES: Mapping[str, Finish] = {
    **{finish.value.casefold(): finish for finish in Finish},
    "-": Finish.EXHAUSTED,
    "—": Finish.EXHAUSTED,
}
_FINISH = re.compile(r"(?P<finish>[^\s\d]+)(?:\s+(?:platz\s+)?(?P<winner>[0-9]{1,2}))?", re.IGNORECASE)
_LEFT = re.compile(r"(?P<seat>[0-9]{1,2})\s*:\s*(?P<augen>[0-9]{1,4})(?:\s+(?P<opened>[^\W\d]+))?")
_OPENED = frozenset({"eroffnet", "eroeffnet", "offen", "opened", "e"})


def read_outcome(value: TextPart) -> Outcome:
    """A result, e.g. `R 3; 2: 45 eröffnet; 4: 120`."""
    parts: list[TextPart] = []
    begun = 0
    for text in value.text.split(";"):
        parts.append(value.part(begun, begun + len(text)))
        begun += len(text) + 1
    finish, winner = _finish(parts[0])
    hands: dict[int, Left] = {}
    for part in parts[1:]:
        if not part.text:
            continue
        found = _LEFT.fullmatch(part.text)
        if not found or (found["opened"] and plain_word(found["opened"]) not in _OPENED):
            text = gettext_noop(
                "Stelle {place}: „{word}“ ist nicht zu verstehen. Richtig wäre: 2: 45 eröffnet"
            )
            raise part.refuse(text)
        if int(found["seat"]) in hands:
            raise part.refuse(gettext_noop("Stelle {place}: „{word}“: Dieser Platz steht schon davor."))
        hands[int(found["seat"])] = Left(augen=int(found["augen"]), opened=bool(found["opened"]))
    return Outcome(finish=finish, winner=winner, hands=hands)


def _finish(part: TextPart) -> tuple[Finish, int | None]:
    found = _FINISH.fullmatch(part.text)
    finish = FINISHES.get(found["finish"].casefold()) if found else None
    if found is None or finish is None:
        text = gettext_noop(
            "Stelle {place}: „{word}“ ist kein Ende. Richtig sind R, HA, H, S mit dem Platz, oder –."
        )
        raise part.refuse(text)
    if finish.has_winner != (found["winner"] is not None):
        raise part.refuse(
            gettext_noop("Stelle {place}: „{word}“: Zu einem Gewinner gehört der Platz, zu „–“ keiner.")
        )
    return finish, int(found["winner"]) if found["winner"] else None
