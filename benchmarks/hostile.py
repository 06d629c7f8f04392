"""Small files that would cost much: pictures, workbooks, tournaments and backups as somebody prepares them. For budgets.py and the attacks."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from functools import cache

from PIL import Image


@cache
def png(width: int, height: int) -> bytes:
    """A picture of one colour: some kilobytes for any number of pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    packer = zlib.compressobj(9)
    row = b"\0" + b"\xff" * width * 3
    pixels = b"".join(packer.compress(row) for _row in range(height)) + packer.flush()
    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x02\0\0\0"
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


@cache
def jpeg(width: int, height: int) -> bytes:
    """One colour as a progressive JPEG, of which a decoder keeps every pixel until the last byte."""
    made = io.BytesIO()
    Image.new("RGB", (width, height), (200, 120, 60)).save(made, "JPEG", progressive=True)
    return made.getvalue()


@cache
def webp() -> bytes:
    """Fifty million pixels in two kilobytes."""
    made = io.BytesIO()
    Image.new("RGB", (7000, 7000), (200, 120, 60)).save(made, "WEBP", lossless=True)
    return made.getvalue()


@cache
def scan(side: int) -> bytes:
    """A PDF of one page that is one picture of so many pixels each way: a hundred kilobytes."""
    packer = zlib.compressobj(9)
    pixels = b"".join(packer.compress(b"\0" * (side // 8)) for _row in range(side)) + packer.flush()
    shape = b"/Width %d/Height %d/BitsPerComponent 1/ColorSpace/DeviceGray" % (side, side)
    drawn = b"595 0 0 842 0 0 cm /I Do"
    parts = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(drawn), drawn),
        b"<</Type/XObject/Subtype/Image%s/Filter/FlateDecode/Length %d>>stream\n%s\nendstream"
        % (shape, len(pixels), pixels),
    )
    made, places = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        places.append(len(made))
        made += b"%d 0 obj%sendobj\n" % (number, part)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer<</Root 1 0 R/Size 6>>\nstartxref\n%d\n%%%%EOF" % len(made)
    return made + b"xref\n0 6\n0000000000 65535 f \n" + table + end


@cache
def stack() -> bytes:
    """As many bytes as a stack of scans may have, and nothing in them."""
    return b"%PDF-1.4\n" + b"\0" * 58 * 1024 * 1024


def packed(**parts: bytes) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return target.getvalue()


@cache
def attribute() -> bytes:
    """A workbook whose only sheet is one attribute of forty million letters."""
    sheet = b'<worksheet><sheetData><row r="' + b"a" * 40_000_000 + b'"/></sheetData></worksheet>'
    book = b'<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>'
    links = b'<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>'
    kinds = b"<Types/>"
    names = {
        "[Content_Types].xml": kinds,
        "xl/workbook.xml": book,
        "xl/_rels/workbook.xml.rels": links,
        "xl/worksheets/sheet1.xml": sheet,
    }
    return packed(**names)


@cache
def flood() -> bytes:
    """A tournament of a hundred kilobytes whose one table has thirty million rows."""
    part = b"[" + b"{}," * 30_000_000 + b"{}]"
    name = "rows/tournaments.line.json"
    manifest = {
        "format": "romme-club-tournament",
        "version": 1,
        "parts": {name: {"sha256": hashlib.sha256(part).hexdigest(), "size": len(part)}},
    }
    return packed(**{"manifest.json": json.dumps(manifest).encode(), name: part})


@cache
def swollen() -> bytes:
    """A backup of 300 kB that would be three hundred megabytes."""
    part = b"\0" * 300 * 1024 * 1024
    kind = "rows.jsonl"
    parts = {kind: {"sha256": hashlib.sha256(part).hexdigest(), "size": len(part)}}
    about = {
        "format": "romme-club-backup",
        "version": 1,
        "kind": kind,
        "migrations": [],
        "counts": {},
        "parts": parts,
    }
    return packed(**{"manifest.json": json.dumps(about | {"made_at": "2026-01-01"}).encode(), kind: part})


@cache
def brackets() -> bytes:
    """Two megabytes of what might begin a signature."""
    return b"%PDF-1.4\n/ByteRange [0 9 99 999]" + b"<" * 1024 * 1024 + b"/ByteRange [" * 80_000
