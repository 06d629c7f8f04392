"""Lists on paper: pages a second against a bare canvas that is handed the same texts in their places, and memory."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Iterable, Iterator
from functools import partial

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from benchmarks import database  # before any model
from benchmarks.harness import Figure, side_by_side
from benchmarks.large_field import large_field
from tournaments.event.selectors.sheets import sheets
from tournaments.lists.paper.page import draw_list
from tournaments.lists.paper.pdf import lists_pdf
from tournaments.lists.selectors.in_bulk import lists_of_series, rulings_of, views_of
from tournaments.lists.selectors.sheets import SheetView, sheet_views
from tournaments.lists.words.printed import list_facts
from tournaments.management.demo.play import DemoPlan, load_demo, read_plan
from tournaments.models import Series
from tournaments.paper import fonts
from tournaments.paper.ink import Pen

FOUR = 4
NOW = timezone.now()


def played_lists(*, quick: bool) -> list[SheetView]:
    """Lists of the demo for four players; the quick form plays only its small evening."""
    database.empty_tables()
    plan = read_plan()
    evenings = plan.evenings[-1:] if quick else plan.evenings[:1]
    load_demo(
        DemoPlan(players=plan.players, users=plan.users, evenings=evenings), new_password=str.upper, now=NOW
    )
    views = sheet_views(list(sheets().filter(table__size=FOUR, table__series__number=1)), now=NOW)
    return list(views)


def bare(pages: Iterable[list[Pen]]) -> bytes:
    """What reportlab needs for the same marks when nothing has to be thought about any more."""
    target = io.BytesIO()
    canvas = Canvas(target, pagesize=A4, pageCompression=1, invariant=1, initialFontName=fonts.PLAIN)
    for pens in pages:
        for pen in pens:
            pen.put_down(canvas)
            canvas.showPage()
    canvas.save()
    return target.getvalue()


def figures(*, quick: bool) -> Iterator[Figure]:
    fonts.register()
    views = played_lists(quick=quick)
    count = 10 if quick else 60
    many = [views[number % len(views)] for number in range(count)]
    rulings = rulings_of([view.sheet for view in views])
    drawn = [list(draw_list(list_facts(view, blank=False))) for view in many]
    pages = sum(map(len, drawn))
    taken = side_by_side(
        {
            "bare": lambda: bare(drawn),
            "filled": lambda: lists_pdf(many, rulings, blank=False, now=NOW),
            "blank": lambda: lists_pdf(many, rulings, blank=True, now=NOW),
            "bare again": lambda: bare(drawn),
        },
        rounds=3 if quick else 7,
    )
    yield Figure(name="bare canvas, same texts", value=pages / taken["bare"], unit="pages/s")
    for name in ("filled", "blank"):
        yield Figure(
            name=f"{name} lists",
            value=pages / taken[name],
            unit="pages/s",
            ratio=taken["bare"] / taken[name],
            compared_with="the rate of the bare canvas with filled lists; more is better",
        )
    yield Figure(
        name="bare canvas, measured twice",
        value=pages / taken["bare again"],
        unit="pages/s",
        ratio=taken["bare"] / taken["bare again"],
        compared_with="itself: how far to trust these ratios",
    )
    yield from memory(quick=quick)


def memory(*, quick: bool) -> Iterator[Figure]:
    """From the database to the file of a whole series: a list that is drawn is forgotten, only finished pages stay."""
    for tables in (5, 10) if quick else (50, 250):
        made = large_field(tables * FOUR, 1)
        work = partial(series_file, made.series.get())
        work()
        tracemalloc.start()
        content = work()
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        with CaptureQueriesContext(connection) as asked:
            work()
        yield Figure(name=f"series of {tables} lists, file", value=len(content) / 1e3, unit="kB")
        yield Figure(name=f"series of {tables} lists, peak memory", value=peak / 1e6, unit="MB")
        yield Figure(name=f"series of {tables} lists, queries", value=len(asked), unit="")


def series_file(series: Series) -> bytes:
    """As the page does it."""
    lists = lists_of_series(series)
    return lists_pdf(views_of(lists, now=NOW), rulings_of(lists), blank=False, now=NOW)
