"""The life of a list as one table: what may be done to it in which state, and by whom. Everybody who decides asks here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum

from scoring.sentence import gettext_noop


class Life(StrEnum):
    """How far a list has come; it follows from its games, signatures, acceptance and the hour."""

    OPEN = "open"
    COMPLETE = "complete"
    SIGNED = "signed"
    ACCEPTED = "accepted"
    FINAL = "final"


class Who(IntEnum):
    """Who does something; whoever stands further down may do it too."""

    TABLE = 1  # the list keeper, by the link of the table
    REFEREE = 2
    DIRECTOR = 3


class Deed(StrEnum):
    """What can be done to a list."""

    ENTER = "enter"
    CORRECT = "correct"
    CONFIRM = "confirm"
    HAND_OVER = "hand_over"
    END_ON_TIME = "end_on_time"
    SIGN = "sign"
    ACCEPT = "accept"
    TAKE_BACK = "take_back"
    STRIKE = "strike"
    CORRECT_BY_RULING = "correct_by_ruling"
    PENALISE = "penalise"
    MISDEAL = "misdeal"
    CHANGE_SEATS = "change_seats"
    BREAK_OFF = "break_off"
    PLAY_ON = "play_on"


BEFORE_SIGNING = frozenset({Life.OPEN, Life.COMPLETE})
BEFORE_ACCEPTANCE = BEFORE_SIGNING | {Life.SIGNED}
ALWAYS = frozenset(Life)
ACCEPTED = gettext_noop("Diese Liste ist angenommen: Nur ein Entscheid kann sie noch ändern.")
CLOSED = gettext_noop("Alle Runden dieser Liste sind abgeschlossen: Was gespielt ist, bleibt stehen.")


@dataclass(frozen=True, slots=True, kw_only=True)
class LifeRow:
    """One deed: from whom on, in which states, what else has to hold, and what is said when it is too early or too late."""

    what: str  # for docs/list-life.md
    who: Who
    lives: frozenset[Life]
    within: str = ""
    refused: Mapping[Life, str] = field(default_factory=dict)


TABLE: Mapping[Deed, LifeRow] = {
    Deed.ENTER: LifeRow(
        what="enter the next game",
        who=Who.TABLE,
        lives=frozenset({Life.OPEN}),
        within="the lowest game without a row",
        refused={
            Life.COMPLETE: gettext_noop("Alle Spiele dieser Liste sind eingetragen."),
            Life.SIGNED: gettext_noop("Alle Spiele dieser Liste sind eingetragen."),
            Life.ACCEPTED: ACCEPTED,
            Life.FINAL: ACCEPTED,
        },
    ),
    Deed.CORRECT: LifeRow(
        what="correct a game",
        who=Who.TABLE,
        lives=BEFORE_SIGNING,
        within="its Runde is not closed: its last game is not entered; that last game until the next Runde has an entry",
        refused={
            Life.SIGNED: gettext_noop(
                "Diese Liste ist unterschrieben: Nur ein Schiedsrichter kann noch etwas ändern."
            ),
            Life.ACCEPTED: ACCEPTED,
            Life.FINAL: ACCEPTED,
        },
    ),
    Deed.CONFIRM: LifeRow(
        what="confirm a game as the left neighbour of the list keeper",
        who=Who.TABLE,
        lives=BEFORE_SIGNING,
        within="the tournament wants it",
        refused=dict.fromkeys(
            ALWAYS - BEFORE_SIGNING,
            gettext_noop("Diese Liste ist unterschrieben: Einzelne Spiele werden nicht mehr bestätigt."),
        ),
    ),
    Deed.HAND_OVER: LifeRow(
        what="hand the list over to another seat",
        who=Who.TABLE,
        lives=BEFORE_ACCEPTANCE,
        refused=dict.fromkeys(
            ALWAYS - BEFORE_ACCEPTANCE,
            gettext_noop("Diese Liste ist angenommen: Es gibt nichts mehr zu führen."),
        ),
    ),
    Deed.END_ON_TIME: LifeRow(
        what="say that no game runs any more after the time is over; the games left are not played",
        who=Who.TABLE,
        lives=frozenset({Life.OPEN}),
        within="the clock of the series has run out",
        refused=dict.fromkeys(ALWAYS - {Life.OPEN}, gettext_noop("Auf dieser Liste fehlt kein Spiel mehr.")),
    ),
    Deed.SIGN: LifeRow(
        what="sign for a seat",
        who=Who.TABLE,
        lives=frozenset({Life.COMPLETE}),
        within="by PIN, by hand on the screen, or on paper; each seat that still sits there, once",
        refused={
            Life.OPEN: gettext_noop("Unterschrieben wird, wenn alle Spiele eingetragen sind."),
            Life.SIGNED: gettext_noop("Alle haben schon unterschrieben."),
            Life.ACCEPTED: gettext_noop("Diese Liste ist angenommen: Es fehlt keine Unterschrift mehr."),
            Life.FINAL: gettext_noop("Diese Liste ist angenommen: Es fehlt keine Unterschrift mehr."),
        },
    ),
    Deed.ACCEPT: LifeRow(
        what="accept the list",
        who=Who.DIRECTOR,
        lives=frozenset({Life.SIGNED}),
        within="no row of a second typing still differs from the list",
        refused={
            Life.OPEN: gettext_noop("Diese Liste ist noch nicht fertig: Zuerst alle Spiele eintragen."),
            Life.COMPLETE: gettext_noop("Es fehlen noch Unterschriften."),
            Life.ACCEPTED: gettext_noop("Diese Liste ist schon angenommen."),
            Life.FINAL: gettext_noop("Diese Liste ist schon angenommen."),
        },
    ),
    Deed.TAKE_BACK: LifeRow(
        what="take the acceptance back; the list is signed again",
        who=Who.DIRECTOR,
        lives=frozenset({Life.ACCEPTED}),
        within="the objection window is open, the tournament not finished",
        refused={
            **dict.fromkeys(BEFORE_ACCEPTANCE, gettext_noop("Diese Liste ist noch nicht angenommen.")),
            Life.FINAL: gettext_noop(
                "Die Einspruchsfrist ist vorbei: Nur ein Entscheid kann diese Liste noch ändern."
            ),
        },
    ),
    Deed.STRIKE: LifeRow(what="strike a game; its number is open again", who=Who.REFEREE, lives=ALWAYS),
    Deed.CORRECT_BY_RULING: LifeRow(what="correct any game by ruling", who=Who.REFEREE, lives=ALWAYS),
    Deed.PENALISE: LifeRow(what="impose or lift a penalty, write a remark", who=Who.REFEREE, lives=ALWAYS),
    Deed.MISDEAL: LifeRow(
        what="rule on a deal out of turn; void games are struck and dealt anew",
        who=Who.REFEREE,
        lives=BEFORE_SIGNING,
        within="closed Runden stand, the running Runde is replayed",
        refused=dict.fromkeys(ALWAYS - BEFORE_SIGNING, CLOSED),
    ),
    Deed.CHANGE_SEATS: LifeRow(
        what="let a player leave, put a substitute in",
        who=Who.REFEREE,
        lives=frozenset({Life.OPEN}),
        within="between two Runden",
        refused=dict.fromkeys(
            ALWAYS - {Life.OPEN},
            gettext_noop("Auf dieser Liste wird nicht mehr gespielt: Die Plätze bleiben, wie sie sind."),
        ),
    ),
    Deed.BREAK_OFF: LifeRow(
        what="break the table off, or say with which game the time ended; later rows are struck",
        who=Who.REFEREE,
        lives=BEFORE_ACCEPTANCE,
        refused=dict.fromkeys(ALWAYS - BEFORE_ACCEPTANCE, ACCEPTED),
    ),
    Deed.PLAY_ON: LifeRow(
        what="take an early end back; the games left are open again",
        who=Who.REFEREE,
        lives=BEFORE_ACCEPTANCE,
        within="the list was ended early",
        refused=dict.fromkeys(ALWAYS - BEFORE_ACCEPTANCE, ACCEPTED),
    ),
}


def possible(deed: Deed, life: Life) -> bool:
    """Whether this can be done to a list that has come so far."""
    return life in TABLE[deed].lives


def refusal(deed: Deed, life: Life) -> str | None:
    """What is said when it cannot be done now; None when it can."""
    return None if possible(deed, life) else TABLE[deed].refused[life]
