"""Answers what a printed code says; who only tries codes is paused after a while."""

from __future__ import annotations

from datetime import datetime

from scoring.sentence import Refusal, gettext_noop
from tournaments.access.services.tries import keyed, note_try
from tournaments.lists.selectors.check_codes import SaidOfPaper, read_code, said_of_code

TRIES = 20  # unknown codes from one address in ten minutes: a hall behind one router is one address
FILES = 60  # and so many files


class UnknownCode(Refusal):
    """A code that no paper of this site carries, or that cannot be one."""


def look_up(*, code: str, address: str, now: datetime) -> SaidOfPaper:
    """What this code says about its paper. Only codes that say nothing are counted."""
    said = said_of_code(code)
    if said is not None:
        return said
    note_try({keyed("check", address): TRIES}, now)
    if read_code(code) is None:
        raise UnknownCode(
            gettext_noop(
                "Das ist kein Prüfcode: Er hat drei Gruppen aus Ziffern und Großbuchstaben, "
                "zum Beispiel 4F-K7QF3-M2XPL, und enthält nie 0, 1, I oder O."
            )
        )
    raise UnknownCode(
        gettext_noop(
            "Diesen Prüfcode kennt diese Seite nicht: Bitte Zeichen für Zeichen vergleichen. "
            "Stimmt jedes, stammt das Papier nicht von hier."
        )
    )


def note_file(*, address: str, now: datetime) -> None:
    """Every file that is sent to be checked counts, since each costs more than a code."""
    note_try({keyed("check file", address): FILES}, now)
