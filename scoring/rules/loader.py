"""Reads a rule set from TOML or from its stored document, strictly: every key known, none missing.

A document is plain data: section → key → {"is": value, "rule": paragraph}, and readings beside it.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Any, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

from scoring.engine.law import (
    AceInRun,
    FailedOpening,
    GoingOut,
    JokerShare,
    LastCard,
    Law,
    MendingBars,
    NewDeal,
    OpenCard,
    StockEmpty,
    WrongCount,
)
from scoring.rules.consistency import check_consistency
from scoring.rules.schema import (
    DESCRIBED,
    OUR_READING,
    REQUIRED,
    SECTION_OF,
    Bracket,
    Family,
    LooseHands,
    LossMoney,
    Measure,
    Offences,
    PointsTable,
    RulesError,
    RuleSet,
    SeriesRules,
    Source,
    TableRules,
    Text,
    described,
)
from scoring.sentence import gettext_noop

Document: TypeAlias = Mapping[str, Any]
Reader: TypeAlias = Callable[[Any, str], Any]
Choice = TypeVar("Choice", bound=StrEnum)

BUILT_IN = ("basic", "club_2018", "federation")
LANGUAGES = ("de", "lb", "en")
WORDS_MOST = 400


def whole_number(value: Any, place: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise RulesError(
            gettext_noop("Hier muss eine ganze Zahl stehen, nicht {value}."), place=place, value=repr(value)
        )
    return value


def truth(value: Any, place: str) -> bool:
    if not isinstance(value, bool):
        raise RulesError(
            gettext_noop("Hier muss ja (true) oder nein (false) stehen, nicht {value}."),
            place=place,
            value=repr(value),
        )
    return value


def plain_words(value: Any, place: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise RulesError(gettext_noop("Hier fehlt ein Text."), place=place)
    if len(value) > WORDS_MOST:
        raise RulesError(
            gettext_noop("Dieser Text ist zu lang, höchstens {most} Zeichen."), place=place, most=WORDS_MOST
        )
    return value


def one_of(kind: type[Choice]) -> Reader:
    def read(value: Any, place: str) -> Choice:
        try:
            return kind(value)
        except ValueError:
            known = ", ".join(kind)
            raise RulesError(
                gettext_noop("{value} ist nicht bekannt. Möglich: {known}."),
                place=place,
                value=repr(value),
                known=known,
            ) from None

    return read


def several(item: Reader) -> Reader:
    def read(value: Any, place: str) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise RulesError(
                gettext_noop("Hier muss eine Liste stehen, nicht {value}."), place=place, value=repr(value)
            )
        return tuple(item(entry, f"{place}[{i}]") for i, entry in enumerate(value))

    return read


def value_or_refused(value: Any, place: str) -> int | None:
    return None if value == "refused" else whole_number(value, place)


def read_bracket(value: Any, place: str) -> Bracket:
    table = known_keys(value, place, required=("from", "points"), optional=("to",))
    last = whole_number(table["to"], f"{place}.to") if "to" in table else None
    return Bracket(
        first=whole_number(table["from"], f"{place}.from"),
        last=last,
        points=whole_number(table["points"], f"{place}.points"),
    )


def hand_sizes(value: Any, place: str) -> dict[int, int]:
    pairs = several(several(whole_number))(value, place)
    if any(len(pair) != 2 for pair in pairs):
        raise RulesError(gettext_noop("Hier stehen Paare aus Spielerzahl und Kartenzahl."), place=place)
    if len({players for players, _cards in pairs}) != len(pairs):
        raise RulesError(gettext_noop("Jede Spielerzahl steht genau einmal."), place=place)
    return dict(pairs)


def name_of_key(value: Any, place: str) -> str:
    """A key stands in addresses and file names."""
    key = plain_words(value, place)
    if not re.fullmatch(r"[a-z][a-z0-9_]{1,39}", key):
        raise RulesError(
            gettext_noop("Ein Schlüssel hat 2 bis 40 Zeichen: kleine Buchstaben, Ziffern und Unterstriche."),
            place=place,
        )
    return key


CARDS: dict[str, Reader] = {
    "decks": whole_number,
    "jokers": whole_number,
    "joker_held": whole_number,
    "ace_held": whole_number,
    "court_held": whole_number,
}
MELDS: dict[str, Reader] = {
    "ace_in_run": one_of(AceInRun),
    "ace_low_melded": whole_number,
    "ace_high_melded": whole_number,
    "group_max": whole_number,
    "joker_share": one_of(JokerShare),
    "jokers_adjacent": truth,
}
TURN: dict[str, Reader] = {
    "opening_augen": whole_number,
    "melds_per_turn": whole_number,
    "layoff_needs_opening": truth,
    "open_card": one_of(OpenCard),
    "last_card": one_of(LastCard),
    "mauscheln": truth,
    "joker_swap": truth,
    "swap_needs_full_group": truth,
    "joker_discard_only_last": truth,
    "failed_opening": one_of(FailedOpening),
    "going_out": one_of(GoingOut),
    "stock_empty": one_of(StockEmpty),
    "wrong_count": one_of(WrongCount),
    "mending_bars": one_of(MendingBars),
    "new_deal": one_of(NewDeal),
    "hand_below_opening": truth,
    "super_with_layoffs": truth,
}
RANKING: dict[str, Reader] = {"measures": several(one_of(Measure))}


def type_reader(hint: Any) -> Reader:
    """How a value of this type is read."""
    if hint in READERS:
        return READERS[hint]
    if get_origin(hint) is tuple:
        return several(type_reader(get_args(hint)[0]))
    return one_of(hint)


READERS: Mapping[Any, Reader] = {
    int: whole_number,
    bool: truth,
    int | None: value_or_refused,
    Bracket: read_bracket,
}


def readers_of(section: str) -> dict[str, Reader]:
    """A reader for each value of a section, by the types in schema.py."""
    hints = get_type_hints(SECTION_OF[section])
    return {key: type_reader(hints[key]) for key in described(section)}


TABLE = readers_of("table") | {"hand_cards": hand_sizes}
EVERYWHERE = {
    "cards": CARDS,
    "melds": MELDS,
    "turn": TURN,
    "table": TABLE,
    "series": readers_of("series"),
    "ranking": RANKING,
}
OF_THE_TABLE = {name: readers_of(name) for name in ("points", "loose_hands", "offences", "loss_money")}
SECTIONS: dict[Family, dict[str, dict[str, Reader]]] = {
    family: EVERYWHERE | OF_THE_TABLE if family.by_table else EVERYWHERE for family in Family
}
LATER = ("offences",)  # documents published before there was this section stay as they are, and are read
NEW_DEAL_BEFORE: Mapping[WrongCount, NewDeal] = {
    WrongCount.NONE: NewDeal.ALWAYS,
    WrongCount.SKIP_DRAW_OR_DISCARD: NewDeal.BEFORE_PLAY,
    WrongCount.SKIP_DRAW_OR_DRAW: NewDeal.OR_SEVERAL,
}


def always(value: Any) -> Callable[[Document], Any]:
    return lambda _document: value


LATER_KEYS: Mapping[str, Callable[[Document], Any]] = {
    "turn.mending_bars": lambda _document: MendingBars.TURN,
    "turn.new_deal": lambda document: NEW_DEAL_BEFORE[WrongCount(document["turn"]["wrong_count"]["is"])],
    "turn.hand_below_opening": lambda _document: True,
    "turn.super_with_layoffs": lambda _document: False,
    **{place: always(what.before) for place, what in DESCRIBED.items() if what.before is not REQUIRED},
}
"""Keys that documents published earlier do not have, and how the program read them before it had the key."""
HEAD = ("key", "family", "edition", "name")


def known_keys(
    value: Any, place: str, *, required: tuple[str, ...], optional: tuple[str, ...] = ()
) -> Mapping[str, Any]:
    """The table at this place, with every required key and no unknown one."""
    if not isinstance(value, Mapping):
        raise RulesError(
            gettext_noop("Hier muss ein Abschnitt stehen, nicht {value}."), place=place, value=repr(value)
        )
    for key in required:
        if key not in value:
            raise RulesError(gettext_noop("Der Schlüssel „{key}“ fehlt."), place=place, key=key)
    for key in value:
        if key not in required and key not in optional:
            raise RulesError(gettext_noop("Der Schlüssel „{key}“ ist nicht bekannt."), place=place, key=key)
    return value


def read_translations(value: Any, place: str) -> Text:
    table = known_keys(value, place, required=("de",), optional=LANGUAGES)
    return Text(**{language: plain_words(table[language], f"{place}.{language}") for language in table})


def read_section(
    document: Document, section: str, readers: Mapping[str, Reader]
) -> tuple[dict[str, Any], dict[str, Source]]:
    """The values of one section and where each comes from."""
    later = tuple(key for key in readers if f"{section}.{key}" in LATER_KEYS)
    required = tuple(key for key in readers if key not in later)
    table = known_keys(document[section], section, required=required, optional=later)
    readings = document.get("readings", {}).get(section, {})
    known_keys(readings, f"readings.{section}", required=(), optional=tuple(readers))
    values, sources = {}, {}
    for key, reader in readers.items():
        place = f"{section}.{key}"
        if key not in table:
            values[key] = LATER_KEYS[place](document)
            sources[place] = Source(paragraph=OUR_READING)
            continue
        cell = known_keys(table[key], place, required=("is", "rule"), optional=("confirm",))
        values[key] = reader(cell["is"], place)
        sources[place] = Source(
            paragraph=plain_words(cell["rule"], f"{place}.rule"),
            reading=read_translations(readings[key], f"readings.{place}") if key in readings else None,
            confirm=truth(cell.get("confirm", False), f"{place}.confirm"),
        )
    return values, sources


def read_document(document: Document) -> RuleSet:
    """The rule set of a document; whatever is unknown, missing or nonsense stops with its place."""
    place = (
        str(document.get("key", gettext_noop("Regelwerk")))
        if isinstance(document, Mapping)
        else gettext_noop("Regelwerk")
    )
    if not isinstance(document, Mapping) or "family" not in document:
        raise RulesError(gettext_noop("Der Schlüssel „{key}“ fehlt."), place=place, key="family")
    family = one_of(Family)(document["family"], "family")
    sections = {
        name: keys for name, keys in SECTIONS[family].items() if name not in LATER or name in document
    }
    known_keys(document, place, required=(*HEAD, *sections), optional=("readings",))
    known_keys(document.get("readings", {}), "readings", required=(), optional=tuple(sections))

    values: dict[str, dict[str, Any]] = {}
    sources: dict[str, Source] = {}
    for section, readers in sections.items():
        values[section], found = read_section(document, section, readers)
        sources |= found
    hand_cards = values["table"].pop("hand_cards")
    law = Law(
        **values["cards"],
        **values["melds"],
        **values["turn"],
        hand_cards=hand_cards,
        paragraphs={place.partition(".")[2]: source.paragraph for place, source in sources.items()},
    )
    rules = RuleSet(
        key=name_of_key(document["key"], "key"),
        family=family,
        edition=plain_words(document["edition"], "edition"),
        name=read_translations(document["name"], "name"),
        law=law,
        table=TableRules(**values["table"]),
        points=PointsTable(**values["points"]) if "points" in values else None,
        loose_hands=LooseHands(**values["loose_hands"]) if "loose_hands" in values else None,
        offences=Offences(**values["offences"]) if "offences" in values else None,
        loss_money=LossMoney(**values["loss_money"]) if "loss_money" in values else None,
        series=SeriesRules(**values["series"]),
        measures=values["ranking"]["measures"],
        sources=sources,
    )
    check_consistency(rules)
    return rules


def parse_toml(text: str) -> Document:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesError(
            gettext_noop("Das ist nicht lesbar: {error}."), place=gettext_noop("Regelwerk"), error=str(error)
        ) from None


def built_in_document(key: str) -> Document:
    """The document of one of the rule sets that come with the house."""
    if key not in BUILT_IN:
        raise RulesError(
            gettext_noop("Dieses Regelwerk gibt es nicht. Vorhanden: {known}."),
            place=key,
            known=", ".join(BUILT_IN),
        )
    return parse_toml(resources.files("scoring.rules").joinpath(f"{key}.toml").read_text(encoding="utf-8"))


@cache
def built_in(key: str) -> RuleSet:
    """One of the rule sets that come with the house: basic, club_2018, federation."""
    return read_document(built_in_document(key))


def canonical(document: Document) -> str:
    """The one way to write a document down: what is stored, compared and fingerprinted."""
    return json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def fingerprint(document: Document) -> str:
    """The SHA-256 of the canonical document; its first ten signs stand on every list."""
    return hashlib.sha256(canonical(document).encode()).hexdigest()
