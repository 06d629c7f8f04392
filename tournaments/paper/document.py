"""A PDF from pages: embedded fonts, title, author and language, a bookmark for each part; same facts, same bytes."""

from __future__ import annotations

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
from tournaments.paper.tags import Raw, Tree, metadata, tagged_file

CREATOR = "Rommé-Club"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Some pages that belong together, under one bookmark."""

    name: str
    pages: Iterable[Pen]


def pdf(parts: Iterable[Part], *, title: str, author: str, subject: str, now: datetime) -> bytes:
    """All pages in order; each is put down and forgotten before the next is drawn."""
    fonts.register()
    canvas = Canvas(
        "",  # no file: its bytes are asked for
        pagesize=A4,
        pageCompression=1,
        pdfVersion=(1, 7),
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
    tree = Tree()
    for number, part in enumerate(parts, 1):
        tree.begin(fonts.clean(part.name))
        for page_number, pen in enumerate(part.pages):
            if not page_number:
                canvas.bookmarkPage(f"part-{number}")
                canvas.addOutlineEntry(part.name, f"part-{number}")
            pen.put_down(canvas)
            canvas.showPage()
            press(canvas, len(tree.pages))
            tree.add(pen.tree)
    return finished(canvas, tree, title=title, author=author)


class TaggedPage(pdfdoc.PDFPage):  # type: ignore[misc]
    """A page that may name its place in the tree."""

    __NoDefault__ = (*pdfdoc.PDFPage.__NoDefault__, "StructParents", "Tabs")


class TreeRoot(Raw):
    """The place of the tree in the catalogue. reportlab hands it the document when the file is written."""

    document: pdfdoc.PDFDocument

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        self.document = document
        return super().format(document)


def finished(canvas: Canvas, tree: Tree, *, title: str, author: str) -> bytes:
    """The file, with its tree hung below the catalogue."""
    root = TreeRoot(b"null")
    canvas.setCatalogEntry("MarkInfo", Raw(b"<</Marked true>>"))
    canvas.setCatalogEntry("StructTreeRoot", root)
    words = metadata(fonts.clean(title), fonts.clean(author), get_language() or "de")
    about = pdfdoc.PDFDictionary({"Type": pdfdoc.PDFName("Metadata"), "Subtype": pdfdoc.PDFName("XML")})
    canvas.setCatalogEntry("Metadata", pdfdoc.PDFStream(dictionary=about, content=words))
    plain = canvas.getpdfdata()
    document = root.document
    numbers = sorted(document.numberToId)
    offsets = [document.idToOffset[document.numberToId[number]] for number in numbers]
    return tagged_file(
        plain[: plain.rindex(b"\nxref\n") + 1],
        offsets,
        tree,
        pages=[object_number(document, page) for page in document.Pages.pages],
        trunk=object_number(document, root),
        root=object_number(document, document.Catalog),
        info=object_number(document, document.info),
        ids=document.ID().partition(b"%")[0].strip(),
    )


def object_number(document: pdfdoc.PDFDocument, one: pdfdoc.PDFObject) -> int:
    """Under which number an object stands in the file."""
    return int(document.idToObjectNumberAndVersion[document.Reference(one).name][0])


def press(canvas: Canvas, place: int) -> None:
    """Compress the page that was finished last: reportlab would keep all of them in full until the file is written.

    `place` is where the tree keeps the owners of its texts.
    """
    page = canvas.getCatalogEntry("Pages").pages[-1]
    page.__class__ = TaggedPage
    page.StructParents, page.Tabs = place, pdfdoc.PDFName("S")
    done = pdfdoc.PDFDictionary({"Filter": pdfdoc.PDFArray([pdfdoc.PDFName(pdfdoc.PDFZCompress.pdfname)])})
    page.Contents = pdfdoc.PDFStream(dictionary=done, content=pdfdoc.PDFZCompress.encode(page.stream))
    page.stream = None
