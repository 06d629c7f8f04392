"""The reading itself, inside its process: one file after the other, every page written down before the next is looked at."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import cv2
import numpy as np
from django.db import transaction
from django.db.models import F, Q

from scoring.sentence import Sentence, gettext_noop
from tournaments.lists.paper.page import draw_list
from tournaments.lists.selectors.in_bulk import views_of
from tournaments.lists.words.facts import CodeFacts
from tournaments.lists.words.printed import list_facts
from tournaments.models import PaperPiece, PaperReading, PaperUpload, ScoreSheet
from tournaments.paper.document import Part, pdf
from tournaments.paper.ink import Pen
from tournaments.reading.core.cells import DOTS
from tournaments.reading.core.page import Template, codes_in
from tournaments.reading.core.pictures import NoPicture, drawn_pages, pictures
from tournaments.reading.core.proposal import (
    augen_cells,
    cells_document,
    cells_of,
    kept_sentence,
    proposal,
    strips,
)
from tournaments.reading.core.reader import NO_LIST, TWO_LISTS, ReadPage, apart, look, read, templates_of
from tournaments.reading.core.said import TURNED
from tournaments.reading.paper.forms import form_of_pages
from tournaments.reading.selectors.queue import SILENT_FOR, dead, pages_of, whole
from tournaments.reading.selectors.whose import UNREADABLE, whose

Now = Callable[[], datetime]
State = PaperUpload.State
TRIES = 2  # a picture that has killed its reader twice is not tried again
PHOTO_SIDE, QUALITY = 2400, 80  # as photos of lists are kept

KILLED = Sentence(
    gettext_noop("An diesem Bild ist das Lesen zweimal gescheitert. Bitte noch einmal aufnehmen oder tippen.")
)


def read_all(*, now: Now, beat: Callable[[], object] = lambda: None) -> int:
    """Everything that waits; how many files were read. Ends at once where somebody else reads.

    `beat` is called before each page: whoever started this winds up the clock that ends it when a picture hangs.
    """
    cv2.setNumThreads(1)
    done = 0
    while (upload := claimed(now=now())) is not None:
        read_upload(upload, now=now, beat=beat)
        done += 1
    return done


@transaction.atomic
def claimed(*, now: datetime) -> PaperUpload | None:
    """Claim the next file for this process, unless a living one reads: one reads at a time on a machine."""
    bury(now=now)
    if PaperUpload.objects.filter(state=State.READING, heard_at__gte=now - SILENT_FOR).exists():
        return None
    free = Q(state=State.WAITING) | dead(now)
    rows = PaperUpload.objects.select_for_update().filter(free, tries__lt=TRIES)
    upload = rows.defer("content").order_by("pk").first()  # it is read once, when its turn has come
    if upload is None:
        return None
    mine = PaperUpload.objects.filter(free, pk=upload.pk, tries=upload.tries)
    if not mine.update(state=State.READING, heard_at=now, tries=F("tries") + 1):
        return None
    upload.refresh_from_db(fields=["state", "heard_at", "tries"])
    return upload


def bury(*, now: datetime) -> None:
    """Give a file up at which readers have died; the page says so."""
    rows = PaperUpload.objects.filter(dead(now), tries__gte=TRIES)
    PaperPiece.objects.filter(upload__in=rows).delete()
    rows.update(state=State.FAILED, refusal=kept_sentence(KILLED), content=b"")


def read_upload(upload: PaperUpload, *, now: Now, beat: Callable[[], object]) -> None:
    """Page by page; what was read stays, whatever happens to the next page."""
    number, refusal = 0, None
    try:
        for number, grey in enumerate(pictures(whole(upload)), 1):
            beat()
            PaperUpload.objects.filter(pk=upload.pk).update(heard_at=now())
            if not upload.readings.filter(page=number).exists():
                read_page(upload, number, grey, now=now)
    except NoPicture as refused:
        refusal = refused.sentence
    state = State.READ if refusal is None else State.FAILED
    upload.pieces.all().delete()
    PaperUpload.objects.filter(pk=upload.pk).update(
        state=state, refusal=kept_sentence(refusal), content=b"", heard_at=now()
    )


def read_page(upload: PaperUpload, number: int, grey: np.ndarray, *, now: Now) -> PaperReading:
    """Whose list it is, what stands in its cells, and with its other pages what that means."""
    codes = codes_in(grey)
    sheet, refusal = whose(codes[0].text if codes else "", upload.tournament)
    page: ReadPage | None = None
    if upload.sheet_id is not None and sheet is not None and sheet.pk != upload.sheet_id:
        refusal = of_another_table(sheet)
        sheet = None
    if len(codes) > 1 and apart(codes):
        sheet, refusal = None, TWO_LISTS
    if sheet is not None and refusal is None:
        page = look(grey, templates_of_sheet(sheet, codes[0].text, now=now()), codes)
        refusal = page.refused
    elif refusal is UNREADABLE and not paper_like(grey):
        refusal = NO_LIST
    jpeg, width, height = small_jpeg(grey)
    with transaction.atomic():
        reading = PaperReading.objects.create(
            upload=upload,
            page=number,
            sheet=sheet,
            part=page.sheet if page else 1,
            refusal=kept_sentence(refusal),
            cells=cells_document(page.cells) if page else {},
            photo=jpeg,
            width=width,
            height=height,
            straight=straight_jpeg(page) if page else b"",
            proposal=page_facts(page) if page else {},
            read_at=now(),
        )
        if sheet is not None and refusal is None:
            weigh(sheet, now=now())
    return reading


def of_another_table(sheet: ScoreSheet) -> Sentence:
    """A table's phone sends its own list: whoever photographs the neighbours' writes nothing there."""
    return Sentence(
        gettext_noop(
            "Das ist die Liste von Serie {series}, Tisch {table}: Ein Tisch kann nur seine eigene Liste senden."
        ),
        {"series": sheet.table.series.number, "table": sheet.table.number},
    )


def page_facts(page: ReadPage) -> dict[str, object]:
    facts: dict[str, object] = {"notes": [kept_sentence(TURNED)] if page.turned else []}
    if page.found is not None:
        facts["strips"] = strips(page.found)
        facts["augen_cells"] = augen_cells(page.found)
    return facts


def paper_like(grey: np.ndarray) -> bool:
    """Whether the picture is bright enough to be a sheet of paper whose code could not be read."""
    return bool((grey > 140).mean() > 0.25)


def weigh(sheet: ScoreSheet, *, now: datetime) -> None:
    """All pages of a list that wait, weighed together; each of them gets the same result."""
    view = next(iter(views_of([sheet], now=now)))
    form = form_of_pages(blank_pages(sheet, "", now=now), view.rules, seats=len(view.seats), drawn={})
    waiting = list(pages_of(sheet))
    pages = [
        ReadPage(code="", refused=None, sheet=one.part, cells=cells_of(one.cells, form, one.part))
        for one in waiting
    ]
    result = proposal(view.rules, read(view.rules, pages))
    for one in waiting:
        one.proposal = {**one.proposal, "result": result}
        one.save(update_fields=["proposal"])


def blank_pages(sheet: ScoreSheet, link: str, *, now: datetime) -> list[Pen]:
    """The blank list of this table as it is printed: drawn by what prints it."""
    view = next(iter(views_of([sheet], now=now)))
    code = CodeFacts(link=link or "-", typed="-", pin="000 000")
    return list(draw_list(list_facts(view, blank=True, code=code)))


def templates_of_sheet(sheet: ScoreSheet, link: str, *, now: datetime) -> tuple[Template, ...]:
    view = next(iter(views_of([sheet], now=now)))
    pages = blank_pages(sheet, link, now=now)
    form = form_of_pages(pages, view.rules, seats=len(view.seats), drawn={})
    printed = pdf([Part(name="-", pages=pages)], title="-", author="-", subject="-", now=now)
    return templates_of(form, drawn_pages(printed, DOTS))


def small_jpeg(grey: np.ndarray) -> tuple[bytes, int, int]:
    """The picture as it stays with the list: pixels and nothing else, no larger than other photos."""
    scale = min(1.0, PHOTO_SIDE / max(grey.shape))
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else grey
    return jpeg_of(small), small.shape[1], small.shape[0]


def straight_jpeg(page: ReadPage) -> bytes:
    if page.found is None:
        return b""
    return jpeg_of((255 - page.found.page * 255).astype(np.uint8))


def jpeg_of(grey: np.ndarray) -> bytes:
    _done, data = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return bytes(data)
