"""The points of the Matterhorn Protocol that a machine can look at, looked at by qpdf's parser (pikepdf), not by our own.

The numbers are those of the protocol's checkpoints; docs/decisions/0152 says which are looked at, which cannot occur in our
files, and which nobody has looked at. A file that breaks qpdf's own syntax check is named too.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

import pikepdf

Node = Any  # an object of the file, as pikepdf gives it

STANDARD = {
    "Document", "Part", "Art", "Sect", "Div", "BlockQuote", "Caption", "TOC", "TOCI", "Index", "NonStruct", "Private", "P", "H",
    "H1", "H2", "H3", "H4", "H5", "H6", "L", "LI", "Lbl", "LBody", "Table", "TR", "TH", "TD", "THead", "TBody", "TFoot", "Span",
    "Quote", "Note", "Reference", "BibEntry", "Code", "Link", "Annot", "Ruby", "Warichu", "Figure", "Formula", "Form",
}  # fmt: skip
INSIDE = {"Table": {"TR", "THead", "TBody", "TFoot", "Caption"}, "TR": {"TH", "TD"}}
ABOVE = {"TR": {"Table", "THead", "TBody", "TFoot"}, "TH": {"TR"}, "TD": {"TR"}}
DRAWS = {"Tj", "TJ", "'", '"', "f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "Do", "sh", "INLINE IMAGE"}
SYMBOLIC, NONSYMBOLIC = 4, 32


def failures(content: bytes) -> Iterator[str]:
    """Every checkpoint that this file fails."""
    with pikepdf.open(io.BytesIO(content)) as file:
        yield from (f"syntax: {fault}" for fault in file.check_pdf_syntax())
        yield from of_catalogue(file)
        yield from of_metadata(file)
        elements = list(below(file.Root.StructTreeRoot.K, above=""))
        yield from of_elements(elements)
        for number, page in enumerate(file.pages, 1):
            yield from (f"{fault}, page {number}" for fault in of_page(page))
            yield from (f"{fault}, page {number}" for fault in of_fonts(page))


def of_catalogue(file: pikepdf.Pdf) -> Iterator[str]:
    """What the whole file says of itself, and what it must not have."""
    root = file.Root
    if root.MarkInfo.get("/Suspects", False):
        yield "01-007 suspects"
    if "/RoleMap" in root.StructTreeRoot:
        yield "02-001 kinds of elements of our own"
    shown: Node = root.get("/ViewerPreferences", {})
    if not shown.get("/DisplayDocTitle", False):
        yield "07-001 the title is not what the window shows"
    if not str(root.get("/Lang", "")):
        yield "11-001 no language"
    for name, point in (("/OCProperties", "20-001"), ("/AcroForm", "25-001"), ("/AF", "21-001")):
        if name in root:
            yield f"{point} {name}"
    if "/EmbeddedFiles" in root.get("/Names", {}):
        yield "21-001 files inside"
    if file.is_encrypted:
        yield "26-001 encrypted"


def of_metadata(file: pikepdf.Pdf) -> Iterator[str]:
    if "/Metadata" not in file.Root:
        yield "06-001 no metadata"
        return
    with file.open_metadata() as said:
        if not said.get("dc:title"):
            yield "06-003 no title in the metadata"
        if said.get("pdfuaid:part"):
            yield "06-002 calls itself PDF/UA, which nobody has confirmed"


def kind_of(one: Node) -> str:
    return str(one.S)[1:]


def kids_of(one: Node) -> list[Node]:
    kids = one.get("/K", [])
    return list(kids) if isinstance(kids, list | pikepdf.Array) else [kids]


def below(one: Node, above: str) -> Iterator[tuple[Node, str]]:
    """Every element with the kind of the one above it."""
    yield one, above
    for kid in kids_of(one):
        if isinstance(kid, pikepdf.Dictionary):
            yield from below(kid, kind_of(one))


def of_elements(elements: list[tuple[Node, str]]) -> Iterator[str]:
    level = 0
    for one, above in elements:
        kind = kind_of(one)
        if kind not in STANDARD:
            yield f"02-001 {kind} is no standard kind"
        if kind == "H":
            yield "14-007 headings with and without numbers"
        if re.fullmatch(r"H[1-6]", kind):
            if not level and kind != "H1":
                yield f"14-002 begins with {kind}"
            elif int(kind[1]) > level + 1:
                yield f"14-003 {kind} below H{level}"
            level = int(kind[1])
        yield from of_table(one, kind, above)
        if kind == "Figure" and not (str(one.get("/Alt", "")) or str(one.get("/ActualText", ""))):
            yield "13-004 a picture without words"
        if kind == "TH" and str(one.get("/A", {}).get("/Scope", "")) not in ("/Row", "/Column", "/Both"):
            yield "15-003 a head without direction"
        if kind in {"Formula", "Note", "Annot", "Form", "Link"}:
            yield f"17/19/28: {kind}, for which no check is written"


def of_table(one: Node, kind: str, above: str) -> Iterator[str]:
    """Tables of rows, rows of cells, and no row or cell elsewhere."""
    wanted = INSIDE.get(kind)
    for kid in kids_of(one):
        if wanted and (not isinstance(kid, pikepdf.Dictionary) or kind_of(kid) not in wanted):
            yield f"09-004 something else than {sorted(wanted)} in {kind}"
    if kind in ABOVE and above not in ABOVE[kind]:
        yield f"09-004 {kind} in {above}"


def orders(page: pikepdf.Page) -> Iterator[tuple[Any, Any]]:
    """What is done on a page, in order: with what, and what."""
    for one in pikepdf.parse_content_stream(page):
        yield one.operands, one.operator


def of_page(page: pikepdf.Page) -> Iterator[str]:
    """Marks: everything drawn is either told or an ornament, and neither lies in the other."""
    if "/Annots" in page.obj:
        yield "28-002 a field or a link, for which no check is written"
    if page.obj.get("/Tabs") != pikepdf.Name.S:
        yield "28-... the order of fields is not that of reading"
    open_marks: list[str] = []
    for operands, operator in orders(page):
        sign = str(operator)
        if sign in ("BMC", "BDC"):
            mark = "artifact" if str(operands[0]) == "/Artifact" else "told"
            if mark == "artifact" and "told" in open_marks:
                yield "01-003 an ornament inside of what is told"
            if mark == "told" and "artifact" in open_marks:
                yield "01-004 something told inside of an ornament"
            open_marks.append(mark)
        elif sign == "EMC":
            open_marks.pop()
        elif sign in DRAWS and not open_marks:
            yield f"01-005 {sign} outside of every mark"
        if sign == "Do":
            form = page.Resources.XObject[str(operands[0])]
            if "/Ref" in form:
                yield "30-001 a page of another file"
            if form.get("/Subtype") == pikepdf.Name.Form and b"MCID" in form.read_bytes():
                yield "30-002 marks inside of what may be drawn twice"


def of_fonts(page: pikepdf.Page) -> Iterator[str]:
    """Of every font that writes something: embedded, with its letters, and with a width for each code that is used."""
    used = codes_used(page)
    for name, codes in used.items():
        font = page.Resources.Font[name]
        about = font.get("/FontDescriptor")
        if about is None or not {"/FontFile2", "/FontFile3", "/FontFile"} & set(about.keys()):
            yield f"31-009 {font.BaseFont} is not in the file"
            continue
        letters = letters_of(font)
        for code in sorted(codes):
            letter = letters.get(code)
            if letter is None:
                yield f"10-001 {font.BaseFont}: code {code} is no letter"
            elif letter in ("\0", "\ufeff", "\ufffe"):
                yield f"31-028 {font.BaseFont}: code {code} is {letter!r}"
            if not int(font.FirstChar) <= code <= int(font.LastChar):
                yield f"31-016 {font.BaseFont}: no width for code {code}"
        if font.Subtype != pikepdf.Name.TrueType:
            yield f"31-001 {font.Subtype}, for which no check is written"
        flags = int(about.Flags)
        if bool(flags & SYMBOLIC) == bool(flags & NONSYMBOLIC):
            yield f"31-022 {font.BaseFont} is neither symbolic nor not, or both"
        elif flags & SYMBOLIC and "/Encoding" in font:
            yield f"31-025 {font.BaseFont}: symbolic, and with an encoding"


def codes_used(page: pikepdf.Page) -> dict[str, set[int]]:
    used: dict[str, set[int]] = {}
    now = ""
    for operands, operator in orders(page):
        match str(operator):
            case "Tf":
                now = str(operands[0])
            case "Tj" | "'":
                used.setdefault(now, set()).update(bytes(operands[0]))
            case "TJ":
                for part in operands[0]:
                    if isinstance(part, pikepdf.String):
                        used.setdefault(now, set()).update(bytes(part))
    return used


PAIR = re.compile(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]*)>")
RANGE = re.compile(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(?:<([0-9A-Fa-f]+)>|\[([^\]]*)\])")


def letters_of(font: Node) -> dict[int, str]:
    """What each code of a font is, by its table."""
    if "/ToUnicode" not in font:
        return {}
    table = font.ToUnicode.read_bytes()
    found: dict[int, str] = {}
    for part in re.findall(rb"beginbfchar(.*?)endbfchar", table, re.DOTALL):
        found |= {int(code, 16): letter_of(said) for code, said in PAIR.findall(part)}
    for part in re.findall(rb"beginbfrange(.*?)endbfrange", table, re.DOTALL):
        for begin, end, start, each in RANGE.findall(part):
            codes = range(int(begin, 16), int(end, 16) + 1)
            said = re.findall(rb"<([0-9A-Fa-f]*)>", each) if each else []
            for step, code in enumerate(codes):
                found[code] = letter_of(said[step]) if said else chr(int(start, 16) + step)
    return found


def letter_of(said: bytes) -> str:
    return bytes.fromhex(said.decode()).decode("utf-16-be", "replace")
