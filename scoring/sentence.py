"""Sentences for people: German at the source, with named values, translated where a page shows them.

The core knows no Django, so it only marks its sentences; `gettext_noop` is the name that
`makemessages` looks for, and `scoring.speech` looks the translation up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


def gettext_noop(message: str) -> str:
    """Mark a sentence for translation and hand it back unchanged."""
    return message


@dataclass(frozen=True, slots=True)
class Sentence:
    """A German sentence with named places, e.g. `Sentence("Noch {left} Spiele.", {"left": 3})`.

    >>> str(Sentence("Noch {left} Spiele.", {"left": 3}))
    'Noch 3 Spiele.'
    """

    text: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text.format_map(self.values)


class Refusal(Exception):
    """Something that the rules or the data forbid, as a sentence that a person can act on.

    A subclass per kind of refusal; a bug is an assert, never a Refusal.
    """

    def __init__(self, text: str, /, **values: object) -> None:
        self.sentence = Sentence(text, values)
        super().__init__(text)

    def __str__(self) -> str:
        return str(self.sentence)
