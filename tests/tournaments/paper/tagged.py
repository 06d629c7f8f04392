"""What somebody finds who walks a file's tags as a screen reader does, and what is wrong with them."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, cast

from pypdf import PageObject, PdfReader
from pypdf.generic import ArrayObject, DictionaryObject

BEGIN = re.compile(rb"/(P|Artifact)\s*(?:<</MCID (\d+)>>\s*BDC|BMC)|\bEMC\b")
DRAWN = re.compile(rb"(?<![\w/(])(Tj|TJ|f\*?|B\*?|S|Do)(?=\s)")
CELLS = {"/TH", "/TD"}
Node = Any  # an object of the file, as pypdf gives it


def kids(one: Node) -> list[Any]:
    below = one.get("/K", ArrayObject())
    found = below.get_object()
    return [kid.get_object() for kid in (found if isinstance(found, list) else [found])]


def walked(one: Node) -> Iterator[Node]:
    """Every element, in the order of reading."""
    yield one
    for kid in kids(one):
        if isinstance(kid, DictionaryObject):
            yield from walked(kid)


def tree_of(content: bytes) -> tuple[PdfReader, Node]:
    reader = PdfReader(io.BytesIO(content))
    return reader, catalogue_of(reader)["/StructTreeRoot"]


def catalogue_of(reader: PdfReader) -> Node:
    return reader.trailer["/Root"]


def code_of(page: PageObject) -> bytes:
    found = page.get_contents()
    assert found is not None
    return found.get_data()


def wrong(content: bytes) -> Iterator[str]:
    """Whatever a checker of PDF/UA would name that can be seen without one."""
    reader, root = tree_of(content)
    catalogue = catalogue_of(reader)
    if not catalogue["/MarkInfo"]["/Marked"]:
        yield "not marked"
    if not catalogue.get("/Lang") or not catalogue["/ViewerPreferences"]["/DisplayDocTitle"]:
        yield "no language, or no title in sight"
    if b"dc:title" not in catalogue["/Metadata"].get_object().get_data():
        yield "no title in the metadata"
    (document,) = kids(root)
    elements = list(walked(document))
    yield from wrong_elements(elements)
    yield from wrong_pages(reader, root, elements)
    yield from wrong_fonts(reader)


def wrong_elements(elements: list[Node]) -> Iterator[str]:
    headings = [int(one["/S"][2]) for one in elements if re.fullmatch(r"/H\d", one["/S"])]
    if headings and headings[0] != 1:
        yield "the first heading is not the highest"
    for before, after in pairwise(headings):
        if after > before + 1:
            yield f"from H{before} to H{after}"
    for one in elements:
        below = [kid for kid in kids(one) if isinstance(kid, DictionaryObject)]
        yield from (f"a {kid['/S']} hangs elsewhere" for kid in below if kid["/P"].get_object() != one)
        yield from wrong_element(one, {str(kid["/S"]) for kid in below})


def wrong_element(one: Node, kinds: set[str]) -> Iterator[str]:
    match str(one["/S"]):
        case "/Table":
            yield from wrong_table(one, kinds)
        case "/TR" if not kinds <= CELLS:
            yield f"a row of {kinds}"
        case "/TH" if not one["/A"].get("/Scope"):
            yield "a head of nothing"
        case "/Figure" if not one.get("/Alt"):
            yield "a picture without words"
        case "/H1" | "/H2" if kinds - {"/Span"}:
            yield f"a heading of {kinds}"
        case ("/P" | "/H1" | "/H2" | "/Figure") as kind if not kids(one):
            yield f"an empty {kind}"


def wrong_table(table: Node, kinds: set[str]) -> Iterator[str]:
    """Rows of one length, all of them with cells, some of which are heads."""
    if kinds != {"/TR"}:
        yield f"a table of {kinds}"
        return
    lengths = {sum(map(columns, kids(row))) for row in kids(table)}
    if len(lengths) > 1:
        yield f"rows of {sorted(lengths)} cells"
    if not any(cell["/S"] == "/TH" for row in kids(table) for cell in kids(row)):
        yield "a table without heads"


def columns(cell: Node) -> int:
    return int(cell.get("/A", {}).get("/ColSpan", 1))


def wrong_pages(reader: PdfReader, root: Node, elements: list[Node]) -> Iterator[str]:
    numbers = root["/ParentTree"]["/Nums"]
    owners: Node = {int(numbers[at]): numbers[at + 1].get_object() for at in range(0, len(numbers), 2)}
    for number, page in enumerate(reader.pages, 1):
        code = code_of(page)
        marked = [int(found[2]) for found in BEGIN.finditer(code) if found[2]]
        of_page = owners[page["/StructParents"]]
        if sorted(marked) != list(range(len(of_page))):
            yield f"page {number}: {len(marked)} marks for {len(of_page)} owners"
        for mark, owner in enumerate(of_page):
            if mark not in [kid for kid in kids(owner.get_object()) if isinstance(kid, int)]:
                yield f"page {number}: mark {mark} is not among its owner's"
        if page.get("/Tabs") != "/S":
            yield f"page {number}: the order of its fields is not that of reading"
        yield from unmarked(code, number)
    held = sum(isinstance(kid, int) for one in elements for kid in kids(one))
    if held != sum(len(one) for one in owners.values()):
        yield "a mark is told twice or not at all"


def unmarked(code: bytes, number: int) -> Iterator[str]:
    """What is drawn outside of every mark; texts in brackets are taken away before."""
    bare = re.sub(rb"\((?:\\.|[^\\()])*\)", b"()", code)
    depth, at = 0, 0
    for found in [*BEGIN.finditer(bare), None]:
        end = found.start() if found else len(bare)
        if not depth and (drawn := DRAWN.search(bare, at, end)):
            yield f"page {number}: drawn outside of every mark: {bare[max(0, drawn.start() - 60) : drawn.end()]!r}"
        if found is None:
            break
        depth += -1 if found[0] == b"EMC" else 1
        at = found.end()
        if depth not in (0, 1):
            yield f"page {number}: marks inside of marks"
    if depth:
        yield f"page {number}: a mark without an end"


def wrong_fonts(reader: PdfReader) -> Iterator[str]:
    """A font that is used is in the file, and says which letters its signs are."""
    for number, page in enumerate(reader.pages, 1):
        code, resources = code_of(page), cast("Node", page["/Resources"])
        for name, font in resources["/Font"].items():
            if not re.search(re.escape(name.encode()) + rb"\s", code):
                continue
            face = font.get_object()
            if "/FontDescriptor" not in face or "/FontFile2" not in face["/FontDescriptor"]:
                yield f"page {number}: {face['/BaseFont']} is not in the file"
            elif "/ToUnicode" not in face:
                yield f"page {number}: {face['/BaseFont']} does not say its letters"


def heard(content: bytes) -> list[str]:
    """The kinds of elements in the order of reading."""
    _reader, root = tree_of(content)
    return [str(one["/S"])[1:] for one in walked(kids(root)[0])]
