"""Pictures on paper: the strokes that a page shows as SVG, put down by reportlab."""

from __future__ import annotations

from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from tournaments.paper import fonts
from tournaments.paper.core.charts import (
    Box,
    Dash,
    Mark,
    MarkShape,
    Picture,
    PictureAlign,
    Strokes,
    Tone,
    Words,
)
from tournaments.paper.core.charts.picture import Item
from tournaments.paper.ink import Pen, TagRole, beginning
from tournaments.paper.svg import corners

COLOURS = {
    Tone.INK: (0x1A, 0x24, 0x20),
    Tone.SOFT: (0x42, 0x4C, 0x45),
    Tone.GRID: (0xD6, 0xCC, 0xB5),
    Tone.PALE: (0xBD, 0xB8, 0xA6),
    Tone.FIRST: (0x00, 0x5F, 0x9E),
    Tone.SECOND: (0xB5, 0x47, 0x00),
    Tone.THIRD: (0x00, 0x6B, 0x4F),
    Tone.FOURTH: (0x9A, 0x2F, 0x7C),
    Tone.FIFTH: (0x6B, 0x4E, 0x00),
}
DASHES: dict[Dash, list[float]] = {Dash.SOLID: [], Dash.LONG: [9, 5], Dash.DOTS: [2, 4]}
SHIFTS = {PictureAlign.LEFT: 0.0, PictureAlign.CENTRE: 0.5, PictureAlign.RIGHT: 1.0}


@dataclass(frozen=True, slots=True)
class Hung:
    """A picture on a page: its upper left corner, and how large."""

    picture: Picture
    x: float
    y: float
    scale: float
    number: int


class PicturePen(Pen):
    """A page with pictures beside its texts."""

    def __init__(self) -> None:
        super().__init__()
        self.hung: list[Hung] = []

    def picture(self, picture: Picture, x: float, y: float, width: float) -> float:
        """Hang a picture with its upper left corner there, so wide; returns how high it is."""
        scale = width / picture.width
        with self.tell(TagRole.FIGURE, alt=f"{picture.title}. {picture.description}"):
            number = self.number()
            self.open[-1].kids.append(number)
        self.hung.append(Hung(picture, x, y, scale, number))
        return picture.height * scale

    def put_down(self, canvas: Canvas) -> None:
        super().put_down(canvas)
        for one in self.hung:
            canvas.addLiteral(beginning(one.number))
            canvas.saveState()
            canvas.translate(one.x, one.y)
            canvas.scale(one.scale, one.scale)
            canvas.setLineJoin(1)
            for item in one.picture.items:
                draw_item(canvas, item)
            canvas.restoreState()
            canvas.addLiteral("EMC")


def draw_item(canvas: Canvas, item: Item) -> None:
    """One item; paper counts upwards, pictures downwards."""
    red, green, blue = (part / 255 for part in COLOURS[item.tone])
    canvas.setStrokeColorRGB(red, green, blue)
    canvas.setFillColorRGB(red, green, blue)
    match item:
        case Strokes():
            stroke(canvas, item)
        case Box():
            canvas.rect(item.x, -item.y - item.height, item.width, item.height, stroke=0, fill=1)
        case Mark():
            draw_mark(canvas, item)
        case Words():
            font = fonts.BOLD if item.bold else fonts.PLAIN
            text = fonts.clean(item.text)
            canvas.setFont(font, item.size)
            shift = fonts.width(text, item.size, bold=item.bold) * SHIFTS[item.align]
            canvas.drawString(item.x - shift, -item.y, text)


def stroke(canvas: Canvas, item: Strokes) -> None:
    if not item.lines:
        return
    canvas.setLineWidth(item.width)
    canvas.setDash(DASHES[item.dash])
    way = canvas.beginPath()
    for (x, y), *rest in item.lines:
        way.moveTo(x, -y)
        for to_x, to_y in rest:
            way.lineTo(to_x, -to_y)
    canvas.drawPath(way, stroke=1, fill=0)
    canvas.setDash([])


def draw_mark(canvas: Canvas, item: Mark) -> None:
    if item.shape in (MarkShape.DISC, MarkShape.RING):
        full = item.shape is MarkShape.DISC
        canvas.setLineWidth(1.8)
        canvas.circle(item.x, -item.y, item.size, stroke=int(not full), fill=int(full))
        return
    (x, y), *rest = corners(item)
    way = canvas.beginPath()
    way.moveTo(x, -y)
    for to_x, to_y in rest:
        way.lineTo(to_x, -to_y)
    way.close()
    canvas.drawPath(way, stroke=0, fill=1)
