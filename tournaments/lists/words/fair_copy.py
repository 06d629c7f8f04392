"""A fair copy: the words of a list as a document that can be kept, and the page that is drawn of it and sealed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any, TypeVar

from django.urls import reverse

from tournaments.lists.selectors.sheets import SheetView
from tournaments.lists.words.facts import (
    CellFacts,
    CheckFacts,
    ColumnFacts,
    ListFacts,
    RowFacts,
    SeatFacts,
    TotalFacts,
)
from tournaments.lists.words.printed import list_facts
from tournaments.models import Ruling

FORM = 1
F = TypeVar("F")


def printed_words(view: SheetView, rulings: Sequence[Ruling], *, code: str) -> dict[str, Any]:
    """Every word of the list, without the names that were drawn on the screen: those are nobody else's to see."""
    check = CheckFacts(code=code, typed=reverse("check_list"))
    return {"form": FORM} | asdict(list_facts(view, rulings, blank=False, check=check))


def facts_in_copy(document: Mapping[str, Any]) -> ListFacts:
    """The same words as values; what this version of the house does not know any more is left out."""
    many: dict[str, type[Any]] = {
        "seats": SeatFacts,
        "columns": ColumnFacts,
        "totals": TotalFacts,
    }
    values = {name: [fact(kind, one) for one in document[name]] for name, kind in many.items()}
    rows = [
        fact(RowFacts, row | {"cells": tuple(fact(CellFacts, cell) for cell in row["cells"])})
        for row in document["rows"]
    ]
    check = fact(CheckFacts, document["check"]) if document["check"] else None
    return fact(ListFacts, dict(document) | values | {"rows": rows, "check": check, "code": None})


def fact(kind: type[F], row: Mapping[str, Any]) -> F:
    known = {one.name for one in fields(kind)}  # type: ignore[arg-type]  # only classes of facts come here
    return kind(**{name: tuple_of(value) for name, value in row.items() if name in known})


def tuple_of(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
