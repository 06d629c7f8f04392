"""What a page says to whoever hears it: headings, tables with heads, pictures in words, in the order of reading (PDF tags).

A pen notes for each text which element it belongs to; the elements of a page are kept pressed until the file is written, and go
into it as pressed objects (PDF 1.5), so that a list of 300 numbers grows by some kilobytes and not by fifty. docs/decisions/0152.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from xml.sax.saxutils import escape

from reportlab.pdfbase import pdfdoc

# Numbers that are known when the file is whole: of elements, sections and pages.
MARK, SECTION, PAGE = re.compile(rb"@(\d+)@"), re.compile(rb"#(\d+)#"), re.compile(rb"~(\d+)~")


class TagRole(Enum):
    """What an element is, as the format calls it."""

    DOCUMENT = "Document"
    SECTION = "Sect"
    HEADING = "H1"
    SUBHEADING = "H2"
    TEXT = "P"
    TABLE = "Table"
    ROW = "TR"
    HEAD = "TH"
    CELL = "TD"
    SPAN = "Span"
    FIGURE = "Figure"
    ORNAMENT = "Artifact"  # drawn, and told to nobody

    holds_text: bool  # asked for every text of a page, so it is no question


for role in TagRole:
    role.holds_text = role not in {
        TagRole.DOCUMENT,
        TagRole.SECTION,
        TagRole.TABLE,
        TagRole.ROW,
        TagRole.ORNAMENT,
    }


@dataclass(slots=True)
class Element:
    """Something on a page; its kids are elements, and numbers of marked texts."""

    role: TagRole
    said: str = ""  # instead of what its letters would say
    alt: str = ""  # a picture in words
    down: bool = False  # of a head: it is the head of a row
    columns: int = 1
    rows: int = 1
    letters: str = ""  # of a heading, as they stand
    kids: list[Element | int] = field(default_factory=list)

    def pruned(self) -> bool:
        """Take away groups in which nothing stands; cells stay, so that rows are of one length."""
        self.kids = [kid for kid in self.kids if isinstance(kid, int) or kid.pruned()]
        if self.role is TagRole.ROW:
            self.kids = list(without_gaps(self.kids))
        return bool(self.kids) or self.role in (TagRole.HEAD, TagRole.CELL)


def without_gaps(kids: Sequence[Element | int]) -> Iterator[Element | int]:
    """The cells of a row: empty ones side by side are one empty cell as wide as they are together."""
    gap: Element | None = None
    for kid in kids:
        empty = isinstance(kid, Element) and kid.role is TagRole.CELL and not kid.kids and kid.rows == 1
        if isinstance(kid, Element) and empty and gap is not None:
            gap.columns += kid.columns
            continue
        gap = kid if isinstance(kid, Element) and empty else None
        yield kid


def text_string(said: str) -> bytes:
    """A text as an object of the file."""
    return b"<FEFF" + said.encode("utf-16-be").hex().upper().encode() + b">"


class Tree:
    """The elements of a whole file, page by page."""

    def __init__(self) -> None:
        self.sections: list[tuple[str, list[int]]] = []  # title, and its topmost elements
        self.pages: list[bytes] = []  # the objects of a page, pressed
        self.owners: list[int] = []  # of each page, which object names the owners of its texts
        self.count = 1  # the document comes first
        self.heard: set[str] = set()  # headings of this section

    def begin(self, title: str) -> None:
        self.sections.append((title, []))
        self.heard = set()

    def headings_once(self, one: Element) -> None:
        """A heading that stands on every page of a section is told as one on the first."""
        if one.role is TagRole.HEADING:
            if one.letters in self.heard:
                one.role = TagRole.TEXT
            self.heard.add(one.letters)
        for kid in one.kids:
            if isinstance(kid, Element):
                self.headings_once(kid)

    def add(self, page: Element) -> None:
        """Add the elements of the page that was put down last."""
        page.pruned()
        self.headings_once(page)
        objects: list[bytes] = []
        owned: dict[int, int] = {}
        section = len(self.sections) - 1
        for kid in page.kids:
            assert isinstance(kid, Element)
            self.sections[section][1].append(self.count + len(objects))
            self.write(kid, b"#%d#" % section, len(self.pages), objects, owned)
        owners = b"[%s]" % b" ".join(b"@%d@ 0 R" % owned[n] for n in sorted(owned))
        assert sorted(owned) == list(range(len(owned))), "a text belongs to nothing"
        self.owners.append(self.count + len(objects))
        objects.append(owners)
        self.count += len(objects)
        self.pages.append(zlib.compress(b"\n".join(objects), 1))

    def write(
        self, one: Element, above: bytes, page: int, objects: list[bytes], owned: dict[int, int]
    ) -> int:
        """An element and all below it; returns its number among all."""
        number, place = self.count + len(objects), len(objects)
        objects.append(b"")
        kids = []
        for kid in one.kids:
            if isinstance(kid, int):
                owned[kid] = number
                kids.append(b"%d" % kid)
            else:
                kids.append(b"@%d@ 0 R" % self.write(kid, b"@%d@" % number, page, objects, owned))
        parts = [b"<</S/%s/P %s 0 R/Pg ~%d~ 0 R" % (one.role.value.encode(), above, page)]
        if kids:
            parts.append(b"/K %s" % kids[0] if len(kids) == 1 else b"/K[%s]" % b" ".join(kids))
        if one.said:
            parts.append(b"/ActualText" + text_string(one.said))
        if one.alt:
            parts.append(b"/Alt" + text_string(one.alt))
        if one.role is TagRole.HEAD or one.columns > 1 or one.rows > 1:
            parts.append(b"/A<</O/Table")
            if one.role is TagRole.HEAD:
                parts.append(b"/Scope/Row" if one.down else b"/Scope/Column")
            if one.columns > 1:
                parts.append(b"/ColSpan %d" % one.columns)
            if one.rows > 1:
                parts.append(b"/RowSpan %d" % one.rows)
            parts.append(b">>")
        objects[place] = b"".join([*parts, b">>"])
        return number

    def objects(self, root: int, first: int, pages: Sequence[int]) -> Iterator[list[tuple[int, bytes]]]:
        """Every object with its number, in portions: the trunk, then page by page, the sections at the end.

        `pages` are the numbers under which the pages stand in the file.
        """
        sections = first + self.count
        top = b" ".join(b"%d 0 R" % (sections + n) for n in range(len(self.sections)))
        numbers = b" ".join(b"%d %d 0 R" % (page, first + owner) for page, owner in enumerate(self.owners))
        trunk = b"<</Type/StructTreeRoot/K %d 0 R/ParentTree<</Nums[%s]>>/ParentTreeNextKey %d>>"
        yield [
            (root, trunk % (first, numbers, len(self.owners))),
            (first, b"<</S/Document/P %d 0 R/K[%s]>>" % (root, top)),
            *(
                (
                    sections + number,
                    b"<</S/Sect/P %d 0 R/T%s/K[%s]>>"
                    % (first, text_string(title), b" ".join(b"%d 0 R" % (first + kid) for kid in kids)),
                )
                for number, (title, kids) in enumerate(self.sections)
            ),
        ]
        at = first + 1
        for pressed in self.pages:
            plain = SECTION.sub(lambda found: b"%d" % (sections + int(found[1])), zlib.decompress(pressed))
            plain = PAGE.sub(lambda found: b"%d" % pages[int(found[1])], plain)
            own = MARK.sub(lambda found: b"%d" % (first + int(found[1])), plain).split(b"\n")
            yield list(enumerate(own, at))
            at += len(own)

    @property
    def size(self) -> int:
        """How many objects there will be, beside the root."""
        return self.count + len(self.sections)


def tagged_file(
    body: bytes,
    offsets: Sequence[int],
    tree: Tree,
    *,
    pages: Sequence[int],
    trunk: int,
    root: int,
    info: int,
    ids: bytes,
) -> bytes:
    """The file: its objects as they were written, the tree in pressed portions, and one pressed table of where everything is.

    `pages` are the numbers of the pages; `trunk`, `root` and `info` those of the tree's root, of the catalogue and of what the file says of itself.
    """
    first = len(offsets) + 1
    places = ObjectPlaces(first + tree.size + len(tree.pages) + 2)
    for name, offset in enumerate(offsets, 1):
        places.put(name, 1, offset, 0)
    written, at, number = [body], len(body), first + tree.size
    for objects in tree.objects(trunk, first, pages):
        heads, begin = [], 0
        for place, (name, one) in enumerate(objects):
            heads.append(b"%d %d" % (name, begin))
            places.put(name, 2, number, place)
            begin += len(one) + 1
        head = b" ".join(heads) + b"\n"
        kind = b"/Type/ObjStm/N %d/First %d" % (len(objects), len(head))
        portion = stream_object(number, kind, head + b"\n".join(one for _name, one in objects))
        places.put(number, 1, at, 0)
        written.append(portion)
        at += len(portion)
        number += 1
    places.put(number, 1, at, 0)
    kind = b"/Type/XRef/Size %d/W[1 4 2]/Root %d 0 R/Info %d 0 R/ID%s" % (places.count, root, info, ids)
    kind += b"/DecodeParms<</Predictor 12/Columns %d>>" % places.WIDTH
    return b"".join(
        [*written, stream_object(number, kind, places.differences()), b"startxref\n%d\n%%%%EOF\n" % at]
    )


class ObjectPlaces:
    """Where each object stands: in the file, or as which one of a portion. Seven bytes each, since there are many."""

    WIDTH = 7

    def __init__(self, count: int) -> None:
        self.count = count
        self.table = bytearray(count * self.WIDTH)
        self.table[: self.WIDTH] = (65535).to_bytes(
            self.WIDTH, "big"
        )  # the format wants a first one that is none

    def put(self, number: int, kind: int, where: int, more: int) -> None:
        row = (kind << 48) | (where << 16) | more
        self.table[number * self.WIDTH : (number + 1) * self.WIDTH] = row.to_bytes(self.WIDTH, "big")

    def differences(self) -> bytes:
        """Each row as what it has more than the one above, byte by byte (a filter of PNG): that presses to a tenth."""
        width, table = self.WIDTH, bytes(self.table)
        assert all(table[width::width]), "an object has no place"
        more = bytes((one - other) & 255 for one, other in zip(table, bytes(width) + table, strict=False))
        return b"".join(b"\2" + more[at : at + width] for at in range(0, len(more), width))


def stream_object(number: int, kind: bytes, content: bytes) -> bytes:
    """An object of its own: something long, pressed."""
    pressed = zlib.compress(content, 9)
    said = b"<<%s/Filter/FlateDecode/Length %d>>" % (kind, len(pressed))
    return b"%d 0 obj\n%s\nstream\n%s\nendstream\nendobj\n" % (number, said, pressed)


def metadata(title: str, author: str, language: str) -> bytes:
    """What the file says of itself, in the form that readers of tags look for."""
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f'<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{escape(title)}</rdf:li></rdf:Alt></dc:title>'
        f"<dc:creator><rdf:Seq><rdf:li>{escape(author)}</rdf:li></rdf:Seq></dc:creator>"
        f"<dc:language><rdf:Bag><rdf:li>{escape(language)}</rdf:li></rdf:Bag></dc:language>"
        "</rdf:Description></rdf:RDF></x:xmpmeta>"
        '<?xpacket end="w"?>'
    ).encode()


class Raw(pdfdoc.PDFObject):  # type: ignore[misc]
    """An object whose words are known."""

    def __init__(self, words: bytes) -> None:
        self.words = words

    def format(self, _document: object) -> bytes:
        return self.words
