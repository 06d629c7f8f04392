"""From what was sent to grey pictures: JPEG, PNG, WebP, HEIC where its library is there, and PDFs of many pages; all bounded."""

from __future__ import annotations

import io
from collections.abc import Iterator
from importlib import import_module, util

import numpy as np
import pypdfium2
from PIL import Image

from scoring.sentence import Refusal, gettext_noop
from tournaments.paper.core.broken import BROKEN_PICTURES
from tournaments.paper.core.decoded import shrink, too_dear, upright

MOST_BYTES = 60 * 1024 * 1024  # a stack from a scanner
MOST_PIXELS = 50_000_000
LONGEST = 4200  # pixels of the longer side that are looked at
MOST_PAGES = 120
SCAN_DOTS = 200 / 72  # a page of a PDF is looked at with 200 dots to an inch
PICTURES = ("JPEG", "PNG", "WEBP")

BROKEN = (
    *BROKEN_PICTURES,
    pypdfium2.PdfiumError,
    RuntimeError,
)  # the last: what libheif says of broken pictures


class NoPicture(Refusal):
    """A file that cannot be looked at."""


def heic_known() -> bool:
    """Whether pictures of iPhones can be read here: `pillow-heif` is installed."""
    return util.find_spec("pillow_heif") is not None


def formats() -> tuple[str, ...]:
    if not heic_known():
        return PICTURES
    import_module("pillow_heif").register_heif_opener()
    return (*PICTURES, "HEIF")


def pictures(data: bytes) -> Iterator[np.ndarray]:
    """Every page of a file, one after the other; each is forgotten before the next is drawn."""
    if len(data) > MOST_BYTES:
        raise NoPicture(gettext_noop("Die Datei ist zu groß: höchstens 60 MB."))
    if b"%PDF-" in data[:1024]:
        yield from of_pdf(data)
    elif data[4:12] in (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypmsf1") and not heic_known():
        raise NoPicture(
            gettext_noop(
                "Dieses Foto ist im Format HEIC, das hier nicht gelesen werden kann. Bitte als JPEG senden."
            )
        )
    else:
        yield of_picture(data)


def of_picture(data: bytes) -> np.ndarray:
    try:
        with Image.open(io.BytesIO(data), formats=formats()) as sent:
            if sent.width * sent.height > MOST_PIXELS:
                raise NoPicture(gettext_noop("Das Bild hat zu viele Bildpunkte: höchstens 50 Millionen."))
            shrink(sent, "L", LONGEST)
            if too_dear(sent):
                raise NoPicture(
                    gettext_noop(
                        "Dieses Bild ist zu groß für seine Art: Bitte als gewöhnliches JPEG senden, wie Handys es speichern."
                    )
                )
            sent.load()
            return grey(sent)
    except BROKEN as broken:
        raise NoPicture(
            gettext_noop(
                "Diese Datei lässt sich nicht als Bild lesen. Bitte ein Foto als JPEG oder PNG, oder ein PDF senden."
            )
        ) from broken


def grey(sent: Image.Image) -> np.ndarray:
    """Plain grey and upright, what is transparent is paper, no larger than needed."""
    if sent.mode in ("RGBA", "LA", "PA") or "transparency" in sent.info:
        picture = on_paper(sent)
    else:
        picture = sent.convert("L") if sent.mode != "L" else sent
    picture.thumbnail((LONGEST, LONGEST), Image.Resampling.BOX)
    return np.array(upright(picture, sent))


def on_paper(sent: Image.Image) -> Image.Image:
    layer = sent if sent.mode in ("RGBA", "LA") else sent.convert("LA")
    paper = Image.new("L", layer.size, 255)
    paper.paste(layer.convert("L"), mask=layer.getchannel("A"))
    return paper


def of_pdf(data: bytes) -> Iterator[np.ndarray]:
    try:
        document = pypdfium2.PdfDocument(data)
        count = len(document)
    except BROKEN as broken:
        raise NoPicture(
            gettext_noop("Dieses PDF lässt sich nicht lesen. Bitte noch einmal einlesen.")
        ) from broken
    if count > MOST_PAGES:
        raise NoPicture(
            gettext_noop("Das PDF hat {count} Seiten: höchstens {most}."), count=count, most=MOST_PAGES
        )
    for number in range(count):
        try:
            page = document[number]
            longest = max(page.get_size())
            scale = min(SCAN_DOTS, LONGEST / max(longest, 1))
            yield np.ascontiguousarray(page.render(scale=scale, grayscale=True).to_numpy()).reshape(
                -1, round_width(page, scale)
            )
            page.close()
        except BROKEN as broken:
            raise NoPicture(
                gettext_noop("Seite {number} dieses PDFs lässt sich nicht lesen."), number=number + 1
            ) from broken
    document.close()


def round_width(page: pypdfium2.PdfPage, scale: float) -> int:
    """As wide as pdfium draws it."""
    return int(-(-page.get_size()[0] * scale // 1))


def drawn_pages(pdf: bytes, dots: float) -> list[np.ndarray]:
    """Pages of our own, with so many pixels to a millimetre."""
    document = pypdfium2.PdfDocument(pdf)
    pages = [
        np.ascontiguousarray(page.render(scale=dots * 25.4 / 72, grayscale=True).to_numpy())
        for page in document
    ]
    document.close()
    return [page.reshape(page.shape[:2]) for page in pages]
