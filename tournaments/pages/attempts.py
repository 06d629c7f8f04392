"""A view tries a deed: what a refusal says, where it is shown, and the status of the answer."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from django.forms import BaseForm

from scoring.sentence import Refusal
from scoring.speech import say
from tournaments.access.services.tries import TooManyTries
from tournaments.event.permissions import NotAllowed
from tournaments.event.refusals import Stale


def status_of(refusal: Refusal) -> int:
    """409 where somebody else was quicker, 429 where a pause is due, 422 for everything else."""
    match refusal:
        case Stale():
            return 409
        case TooManyTries():
            return 429
        case _:
            return 422


class Attempt:
    """Runs a deed and keeps its refusal instead of letting it through. The sentence is added to the form, if one is given.

        with Attempt(form) as attempt:
            team = service.form_team(…)
        if attempt.refused:
            return teams_page(request, tournament, team_form=form, status=attempt.status)
        messages.success(request, …)

    `said` is the sentence in the reader's language ("" when nothing was refused), `status` the HTTP status that fits it.
    Whoever may not do it at all is not answered here but by `RefusalMiddleware`, with 403.
    """

    def __init__(self, form: BaseForm | None = None, *, field: str | None = None) -> None:
        self.form, self.field = form, field
        self.refusal: Refusal | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if not isinstance(error, Refusal) or isinstance(error, NotAllowed):
            return False
        self.refusal = error
        if self.form is not None:
            self.form.add_error(self.field, self.said)
        return True

    @property
    def refused(self) -> bool:
        return self.refusal is not None

    @property
    def stale(self) -> bool:
        """Whether it was refused because somebody else was quicker."""
        return isinstance(self.refusal, Stale)

    @property
    def said(self) -> str:
        return "" if self.refusal is None else say(self.refusal)

    @property
    def status(self) -> int:
        return 200 if self.refusal is None else status_of(self.refusal)
