"""Tables as strangers have them: honest ones by other writers, hostile ones byte by byte."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping

from openpyxl import Workbook

RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="rId1" Type="worksheet" Target="worksheets/sheet1.xml"/>{more}</Relationships>'
)
BOOK = (
    '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">'
    '<sheets><sheet name="Liste" sheetId="1" r:id="rId1"/></sheets></workbook>'
)
SHEET = (
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    "{before}<sheetData>{rows}</sheetData>{after}</worksheet>"
)
DOCUMENT = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
    '<table:table table:name="Liste">{rows}</table:table></office:spreadsheet></office:body></office:document-content>'
)


def xlsx(
    rows: Iterable[Iterable[object]], *, more: Mapping[str, Iterable[Iterable[object]]] | None = None
) -> bytes:
    """A workbook as openpyxl writes it."""
    book = Workbook()
    sheet = book.active
    for row in rows:
        sheet.append(list(row))
    for name, others in (more or {}).items():
        page = book.create_sheet(name)
        for row in others:
            page.append(list(row))
    return saved(book)


def saved(book: Workbook) -> bytes:
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def packed(parts: Mapping[str, str | bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return target.getvalue()


def bare_xlsx(rows: str, *, before: str = "", after: str = "", links: str = "", **parts: str) -> bytes:
    """A workbook of one sheet written by hand, to write what no program writes."""
    return packed(
        {
            "xl/workbook.xml": BOOK,
            "xl/_rels/workbook.xml.rels": RELATIONS.format(more=links),
            "xl/worksheets/sheet1.xml": SHEET.format(rows=rows, before=before, after=after),
            **parts,
        }
    )


def inline(place: str, text: str) -> str:
    return f'<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>'


def bare_ods(rows: str) -> bytes:
    return packed(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": DOCUMENT.format(rows=rows),
        }
    )
