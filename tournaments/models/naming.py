"""How somebody is called to whoever reads: by the full name at the desk, as he wishes everywhere else.

A name has a hundred doors (pages, screens, paper that hangs, tables, the API), and the next one is not built yet. So none of
them is asked to think of it: `registration.player` itself answers with what this reader may see. Who reads is said once, when a
request begins (tournaments.access.readers), or where something is made for everybody's eyes whoever made it (`for_everybody`).
Code that nobody reads over the shoulder of, a service, a command, a test, sees what is stored.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, assert_never, cast

from django.db import models
from django.db.models.fields.related_descriptors import ForwardManyToOneDescriptor
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from tournaments.models.people import Player

P = ParamSpec("P")
T = TypeVar("T")
MayReadNames = Callable[[int], bool]  # of the tournament with this key


class Naming(models.TextChoices):
    """Wie jemand öffentlich heißt."""

    FULL = "full", gettext_lazy("mit vollem Namen")
    GIVEN = "given", gettext_lazy("nur mit dem Vornamen")
    NUMBER = "number", gettext_lazy("nur mit der Startnummer")


READER: ContextVar[MayReadNames | None] = ContextVar("reader", default=None)


@contextmanager
def read_by(reader: MayReadNames) -> Iterator[None]:
    """Until the end of this block somebody reads who may see full names only where `reader` says so."""
    token = READER.set(reader)
    try:
        yield
    finally:
        READER.reset(token)


def everywhere(_tournament: int) -> bool:
    """Everybody's eyes: what hangs in the hall is read by all."""
    return False


def for_everybody(made: Callable[P, T]) -> Callable[P, T]:
    """Decorate what makes something that hangs, stands on tables or is announced: names as people wish, whoever asks for it."""

    @wraps(made)
    def answer(*args: P.args, **named: P.kwargs) -> T:
        with read_by(everywhere):
            return made(*args, **named)

    return answer


def names_shown(given_name: str, family_name: str, *, wish: str, start_number: int) -> tuple[str, str]:
    """Given and family name as strangers see them.

    >>> names_shown("Anna", "Beispiel", wish="given", start_number=7)
    ('', 'Anna')
    >>> names_shown("Anna", "Beispiel", wish="number", start_number=7)
    ('', 'Nr. 7')
    """
    match Naming(wish or Naming.FULL):  # rows of standings that were published name nobody's wish
        case Naming.GIVEN if given_name:
            return "", given_name
        case Naming.GIVEN | Naming.NUMBER:
            return "", f"Nr. {start_number}"
        case Naming.FULL:
            return given_name, family_name
        case unknown:
            assert_never(unknown)


def reads_full_names(tournament_id: int) -> bool:
    """Whether whoever reads now sees the full names of this tournament."""
    reader = READER.get()
    return reader is None or reader(tournament_id)


PLAYER = "player"  # under which Django keeps the one that was loaded


class PlayerAsRead(ForwardManyToOneDescriptor):  # type: ignore[type-arg]  # Django takes none
    """`registration.player`: the stored player, or a copy with the name that this reader sees. A copy is never saved."""

    def __get__(self, instance: Any, cls: Any = None) -> Any:
        found = instance._state.fields_cache.get(PLAYER) if instance is not None else None
        if found is None:
            found = super().__get__(instance, cls)
        if instance is None or found is None or instance.shown_as == Naming.FULL:
            return found
        if reads_full_names(instance.tournament_id):
            return found
        return as_shown(cast("Player", found), instance.shown_as, instance.start_number)


def as_shown(player: Player, wish: str, start_number: int) -> Player:
    """A copy of the player under the name of the wish; whoever tries to save it has mixed up reading and writing."""
    shown = copy.copy(player)
    shown.given_name, shown.family_name = names_shown(
        player.given_name, player.family_name, wish=wish, start_number=start_number
    )
    shown.__dict__["save"] = refuse_to_save
    return shown


def refuse_to_save(*_args: Any, **_named: Any) -> None:
    raise AssertionError("a name as it is shown is never written down as the name")


class PlayerKey(models.ForeignKey):  # type: ignore[type-arg]  # its two types are those of the field that uses it
    """The key of a player that answers with the name that a reader may see; for the database an ordinary one."""

    forward_related_accessor_class = PlayerAsRead

    def deconstruct(self) -> Any:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.ForeignKey", args, kwargs


def player_key(*args: Any, **named: Any) -> models.ForeignKey[Player, Player]:
    return cast("models.ForeignKey[Player, Player]", PlayerKey(*args, **named))
