"""A PDF from pages: embedded fonts, title, author and language, a bookmark for each part; same facts, same bytes."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.timezone import localtime
from django.utils.translation import get_language
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from tournaments.paper import fonts
from tournaments.paper.ink import Pen

CREATOR = "Rommé-Club"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Some pages that belong together, under one bookmark."""

    name: str
    pages: Iterable[Pen]


def pdf(parts: Iterable[Part], *, title: str, author: str, subject: str, now: datetime) -> bytes:
    """All pages in order; each is put down and forgotten before the next is drawn."""
    fonts.register()
    target = io.BytesIO()
    canvas = Canvas(
        target,
        pagesize=A4,
        pageCompression=1,
        invariant=1,
        lang=get_language() or "de",
        initialFontName=fonts.PLAIN,
    )
    stamp = f"D:{localtime(now):%Y%m%d%H%M%S%z}"
    canvas.setDateFormatter(lambda *_parts: f"{stamp[:-2]}'{stamp[-2:]}'")
    canvas.setTitle(fonts.clean(title))
    canvas.setAuthor(fonts.clean(author))
    canvas.setSubject(fonts.clean(subject))
    canvas.setCreator(CREATOR)
    canvas.setViewerPreference("DisplayDocTitle", "true")
    for number, part in enumerate(parts, 1):
        for page_number, pen in enumerate(part.pages):
            if not page_number:
                canvas.bookmarkPage(f"part-{number}")
                canvas.addOutlineEntry(part.name, f"part-{number}")
            pen.put_down(canvas)
            canvas.showPage()
            press(canvas)
    canvas.save()
    return target.getvalue()


def press(canvas: Canvas) -> None:
    """Compress the page that was finished last: reportlab would keep all of them in full until the file is written."""
    page = canvas._doc.Pages.pages[-1]
    done = pdfdoc.PDFDictionary({"Filter": pdfdoc.PDFArray([pdfdoc.PDFName(pdfdoc.PDFZCompress.pdfname)])})
    page.Contents = pdfdoc.PDFStream(dictionary=done, content=pdfdoc.PDFZCompress.encode(page.stream))
    page.stream = None
