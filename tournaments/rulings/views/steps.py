"""A ruling is given in two steps: first what it would change is looked at, then exactly that is confirmed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from django import forms
from django.http import HttpRequest
from django.utils import timezone

from tournaments.lists.selectors.sheets import SheetView, sheet_view
from tournaments.lists.views.game import place_of_list
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import find_sheet
from tournaments.rulings import services as service
from tournaments.rulings.views import previews

Told: TypeAlias = dict[str, Any]
Deed: TypeAlias = Callable[..., Any]
# The deed that was asked for, with what was typed for it: only what was looked at can be confirmed.
Prepared: TypeAlias = tuple[Deed, tuple[object, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingStep:
    """Where the referee stands with one ruling: still typing, looking at what it changes, or done."""

    view: SheetView
    status: int = 200
    told: Told | None = None
    done: bool = False


def take_step(
    request: HttpRequest,
    view: SheetView,
    form: forms.Form,
    prepare: Callable[[], Prepared],
    *,
    ready: Callable[[], bool] = lambda: True,
) -> RulingStep:
    """Look at what was asked for, or do what was looked at; a refusal stands in the form and the list is the newest."""
    if request.method != "POST":
        return RulingStep(view=view)
    if not (form.is_valid() and ready()):
        return RulingStep(view=view, status=422)
    with Attempt(form) as attempt:
        deed, typed = prepare()
        told = look_or_do(request, view, deed, typed)
    if attempt.refused:
        return RulingStep(view=list_as_it_stands(view), status=attempt.status)
    return RulingStep(view=view, told=told, done=told is None)


def look_or_do(request: HttpRequest, view: SheetView, deed: Deed, typed: tuple[object, ...]) -> Told | None:
    """Do the deed if exactly it was confirmed (returns None), otherwise return what it would change."""
    now = timezone.now()
    sign = previews.ruling_mark(view.sheet.pk, *typed)
    if previews.is_confirmed(request, sign):
        deed(now=now)
        return None
    seen = service.look_ahead(partial(deed, now=now), sheet_id=view.sheet.pk, now=now)
    return previews.consequences_context(seen, sign) | {"carried": previews.carried(request)}


def list_as_it_stands(view: SheetView) -> SheetView:
    """The list as it stands now, after somebody else has written."""
    return sheet_view(find_sheet(*place_of_list(view)), now=timezone.now())


def seen_for(view: SheetView, data: Any, status: int) -> Any:
    """What the page says it has shown: the newest after a conflict, otherwise what was sent before."""
    return view.sheet.version if status == 409 else data.get("seen_version", view.sheet.version)
