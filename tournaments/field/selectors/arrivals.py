"""Who of a list of people is new, who is known, who is already here, and where somebody has to be asked."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from scoring.sentence import Sentence, gettext_noop
from tournaments.event.selectors.names import plain, spelled_out
from tournaments.models import Player, Tournament

NEW, OUT, SAME = "neu", "aus", "ist-"  # answers: a new person, leave the row out, is the player with this key
SHORT = 6  # names shorter than this are not compared letter by letter
SHOWN = 6  # candidates that a question offers


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """Somebody who wants to play, as a row of a table says it."""

    row: int
    shown: str  # the row as it stands in the file
    given_name: str = ""
    family_name: str = ""
    club: str = ""
    born_on: date | None = None
    sex: str = ""
    start_number: int | None = None
    guest: bool = False
    hidden: bool = False  # in the file
    notes: tuple[Sentence, ...] = ()
    wrong: Sentence | None = None

    @property
    def listed_name(self) -> str:
        return f"{self.family_name}, {self.given_name}" if self.given_name else self.family_name


class RowKind(StrEnum):
    """What becomes of a row."""

    NEW = "new"  # a person whom nobody knows here
    SAME = "same"  # a known person enters this field
    HERE = "here"  # is in this field already
    TWICE = "twice"  # an earlier row says the same
    OUT = "out"  # left out by the director
    DOUBT = "doubt"  # somebody has to say
    WRONG = "wrong"


TAKEN = (RowKind.NEW, RowKind.SAME)
OPEN = (RowKind.DOUBT, RowKind.WRONG)


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedRow:
    """A row and what becomes of it."""

    arrival: Arrival
    kind: RowKind
    player: Player | None = None
    candidates: tuple[Player, ...] = ()
    earlier: int | None = None  # the row that may be the same person
    why: Sentence | None = None


@dataclass(slots=True)
class Known:
    """Everybody of earlier days, by name as people spell it."""

    by_name: dict[str, list[Player]] = field(default_factory=lambda: defaultdict(list))
    by_words: dict[str, list[Player]] = field(default_factory=lambda: defaultdict(list))
    nearly: dict[str, list[Player]] = field(default_factory=lambda: defaultdict(list))
    by_key: dict[int, Player] = field(default_factory=dict)

    def add(self, player: Player) -> None:
        name = sort_key(player.given_name, player.family_name)
        self.by_key[player.pk] = player
        self.by_name[name].append(player)
        self.by_words[sorted_words(name)].append(player)
        for short in shorter(name):
            self.nearly[f"{short}|{plain_club(player)}"].append(player)


def sort_key(given: str, family: str) -> str:
    return f"{spelled_out(family)}, {spelled_out(given)}"


def sorted_words(name: str) -> str:
    """The words of a name in one order: who put the given name first is found too."""
    return " ".join(sorted(name.replace(",", " ").replace("-", " ").split()))


def shorter(name: str) -> set[str]:
    """A name with one letter left out, at each place: two that share one differ by a letter."""
    if len(name) < SHORT:
        return set()
    return {name} | {name[:place] + name[place + 1 :] for place in range(len(name))}


def plain_club(player: Player) -> str:
    return plain(player.club.name) if player.club else ""


def judge_rows(
    tournament: Tournament, arrivals: Sequence[Arrival], answers: Mapping[int, str], *, now_rest: str = ""
) -> list[JudgedRow]:
    """Every row with what becomes of it; `answers` by row, `now_rest` for all questions without one. Two queries."""
    known = Known()
    for player in Player.objects.select_related("club").order_by("pk").iterator(chunk_size=2000):
        known.add(player)
    field_now = dict(tournament.registrations.values_list("player_id", "start_number"))
    room = RowWalk(known, field_now, set(field_now.values()))
    return [room.judge(one, answers.get(one.row, now_rest)) for one in arrivals]


@dataclass(slots=True)
class RowWalk:
    """Goes through the rows one after the other and remembers whom it has met."""

    known: Known
    here: dict[int, int]
    numbers: set[int]
    met: dict[str, list[Arrival]] = field(default_factory=lambda: defaultdict(list))
    entering: dict[int, int] = field(default_factory=dict)  # player → row
    wanting: dict[int, int] = field(default_factory=dict)  # start number → the first row that wants it

    def judge(self, one: Arrival, answer: str) -> JudgedRow:
        """One row."""
        if answer == OUT:
            return JudgedRow(arrival=one, kind=RowKind.OUT)
        if one.wrong is not None:
            return JudgedRow(arrival=one, kind=RowKind.WRONG, why=one.wrong)
        twin = self.twin(one)
        if twin is not None and twin[1]:
            return JudgedRow(arrival=one, kind=RowKind.TWICE, earlier=twin[0].row)
        if one.start_number is not None:
            first = self.wanting.setdefault(one.start_number, one.row)
            if first != one.row:
                return self.wanted_twice(one, first)
        verdict = self.answered(one, answer) or self.found(one, twin[0] if twin else None)
        if verdict.kind is RowKind.SAME:
            verdict = self.enter(verdict)
        if verdict.kind in TAKEN:
            verdict = self.number(verdict)
        self.met[sort_key(one.given_name, one.family_name)].append(one)
        return verdict

    def wanted_twice(self, one: Arrival, first: int) -> JudgedRow:
        """Mark a row whose start number an earlier row has, even while somebody still has to say who one of the two is."""
        said = {"number": one.start_number, "row": first}
        why = Sentence(gettext_noop("Die Startnummer {number} steht schon in Zeile {row}."), said)
        return JudgedRow(arrival=one, kind=RowKind.WRONG, why=why, earlier=first)

    def twin(self, one: Arrival) -> tuple[Arrival, bool] | None:
        """An earlier row of the same name, and whether it certainly says the same; None where it cannot be."""
        for earlier in self.met[sort_key(one.given_name, one.family_name)]:
            if plain(earlier.club) != plain(one.club) and earlier.club and one.club:
                continue
            if contradicts(earlier.born_on, one.born_on):
                continue
            same = plain(earlier.club) == plain(one.club) and earlier.born_on == one.born_on
            return earlier, same and one.start_number in (None, earlier.start_number)
        return None

    def answered(self, one: Arrival, answer: str) -> JudgedRow | None:
        """What the director has said about this row."""
        if answer == NEW:
            return JudgedRow(arrival=one, kind=RowKind.NEW)
        if answer.startswith(SAME) and answer.removeprefix(SAME).isdecimal():
            player = self.known.by_key.get(int(answer.removeprefix(SAME)))
            if player is not None:
                return JudgedRow(arrival=one, kind=RowKind.SAME, player=player)
        return None

    def found(self, one: Arrival, earlier: Arrival | None) -> JudgedRow:
        """What follows from the names alone: new, known, or a question."""
        if earlier is not None:
            why = Sentence(
                gettext_noop("In Zeile {row} steht schon jemand mit diesem Namen."), {"row": earlier.row}
            )
            named = self.known.by_name.get(sort_key(one.given_name, one.family_name), [])
            return self.ask(one, named, why, earlier=earlier.row)
        name = sort_key(one.given_name, one.family_name)
        named = [
            player
            for player in self.known.by_name.get(name, ())
            if not contradicts(player.born_on, one.born_on)
        ]
        sure = [player for player in named if is_same(player, one)]
        if len(sure) == 1:
            return JudgedRow(arrival=one, kind=RowKind.SAME, player=sure[0])
        if sure:
            return self.ask(one, sure, Sentence(gettext_noop("Diesen Namen gibt es mehrmals.")))
        if len(named) == 1 and not one.club:
            return JudgedRow(arrival=one, kind=RowKind.SAME, player=named[0])
        if named:
            return self.ask(
                one, named, Sentence(gettext_noop("Denselben Namen gibt es, aber nicht in diesem Verein."))
            )
        if namesakes := self.known.by_name.get(name):
            why = Sentence(gettext_noop("Denselben Namen gibt es mit einem anderen Geburtsdatum."))
            return self.ask(one, namesakes, why)
        return self.alike(one, name)

    def alike(self, one: Arrival, name: str) -> JudgedRow:
        """A slip of the pen: names the other way round, or a letter more or less in the same club."""
        if turned := self.known.by_words.get(sorted_words(name)):
            return self.ask(
                one, turned, Sentence(gettext_noop("Vor- und Nachname sind vielleicht vertauscht."))
            )
        club = plain(one.club)
        near = {
            player.pk: player
            for short in shorter(name)
            for player in self.known.nearly.get(f"{short}|{club}", ())
        }
        if near:
            return self.ask(one, near.values(), Sentence(gettext_noop("Ein fast gleicher Name ist bekannt.")))
        return JudgedRow(arrival=one, kind=RowKind.NEW)

    def ask(
        self, one: Arrival, who: Iterable[Player], why: Sentence, *, earlier: int | None = None
    ) -> JudgedRow:
        return JudgedRow(
            arrival=one, kind=RowKind.DOUBT, candidates=tuple(who)[:SHOWN], why=why, earlier=earlier
        )

    def enter(self, verdict: JudgedRow) -> JudgedRow:
        """A known person enters once."""
        assert verdict.player is not None
        one, key = verdict.arrival, verdict.player.pk
        if key in self.here:
            return JudgedRow(arrival=one, kind=RowKind.HERE, player=verdict.player)
        if key in self.entering:
            return JudgedRow(
                arrival=one, kind=RowKind.TWICE, player=verdict.player, earlier=self.entering[key]
            )
        self.entering[key] = one.row
        return verdict

    def number(self, verdict: JudgedRow) -> JudgedRow:
        """Mark the row as wrong if its start number is already taken in the field or by an earlier row."""
        wanted = verdict.arrival.start_number
        if wanted is None:
            return verdict
        if wanted in self.numbers:
            why = Sentence(gettext_noop("Die Startnummer {number} ist schon vergeben."), {"number": wanted})
            return JudgedRow(arrival=verdict.arrival, kind=RowKind.WRONG, why=why)
        self.numbers.add(wanted)
        return verdict


def contradicts(one: date | None, other: date | None) -> bool:
    """Two days of birth that cannot be one person's."""
    return one is not None and other is not None and one != other


def is_same(player: Player, one: Arrival) -> bool:
    """Whether two people are the same for certain: same name and club, or same name and day of birth."""
    if player.born_on is not None and player.born_on == one.born_on:
        return True
    return plain_club(player) == plain(one.club)


def print_of(judged: Iterable[JudgedRow]) -> str:
    """A short name of all that was judged: what the director has seen and says yes to."""
    facts = [
        [
            one.arrival.row,
            one.kind.value,
            one.player.pk if one.player else None,
            one.arrival.given_name,
            one.arrival.family_name,
            one.arrival.club,
            str(one.arrival.born_on or ""),
            one.arrival.sex,
            one.arrival.start_number,
            one.arrival.guest,
        ]
        for one in judged
    ]
    return hashlib.sha256(json.dumps(facts, ensure_ascii=False).encode()).hexdigest()[:32]
