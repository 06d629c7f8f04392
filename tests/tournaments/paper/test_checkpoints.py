"""The checker of checkpoints sees what it is there for: each fault is planted in a real file, and named."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import UTC, datetime

import pikepdf
import pytest

from tests.tournaments.paper.checkpoints import failures, kids_of
from tests.tournaments.paper.papers import facts
from tournaments.lists.paper.page import draw_list
from tournaments.paper.document import Part, pdf

NOW = datetime(2026, 11, 19, tzinfo=UTC)


@pytest.fixture(scope="module")
def list_file() -> bytes:
    part = Part(name="Tisch 1", pages=draw_list(facts()))
    return pdf([part], title="Listen", author="Probe", subject="Probe", now=NOW)


def test_a_list_fails_no_checkpoint(list_file):
    assert list(failures(list_file)) == []


def first(file: pikepdf.Pdf, kind: str) -> pikepdf.Object:
    """The first element of this kind."""

    def found(one: pikepdf.Object) -> pikepdf.Object | None:
        if one.get("/S") == pikepdf.Name(kind):
            return one
        for kid in kids_of(one):
            if isinstance(kid, pikepdf.Dictionary) and (there := found(kid)) is not None:
                return there
        return None

    one = found(file.Root.StructTreeRoot.K)
    assert one is not None
    return one


def without_marks(file: pikepdf.Pdf) -> None:
    page = file.pages[0]
    kept = [one for one in pikepdf.parse_content_stream(page) if str(one[1]) not in ("BDC", "BMC", "EMC")]
    page.Contents = file.make_stream(pikepdf.unparse_content_stream(kept))


def claims(file: pikepdf.Pdf) -> None:
    with file.open_metadata() as said:
        said["pdfuaid:part"] = "1"


FAULTS: list[tuple[str, Callable[[pikepdf.Pdf], object]]] = [
    ("01-005", without_marks),
    ("01-007", lambda file: file.Root.MarkInfo.__setitem__("/Suspects", True)),
    ("02-001", lambda file: setattr(first(file, "/H1"), "S", pikepdf.Name("/Title"))),
    ("06-001", lambda file: file.Root.__delitem__("/Metadata")),
    ("06-002", claims),
    ("07-001", lambda file: file.Root.__delitem__("/ViewerPreferences")),
    ("09-004", lambda file: setattr(first(file, "/TR"), "S", pikepdf.Name("/P"))),
    ("10-001", lambda file: [font.__delitem__("/ToUnicode") for font in fonts_of(file)]),
    ("11-001", lambda file: file.Root.__delitem__("/Lang")),
    ("14-002", lambda file: setattr(first(file, "/H1"), "S", pikepdf.Name("/H2"))),
    ("15-003", lambda file: first(file, "/TH").A.__delitem__("/Scope")),
    ("20-001", lambda file: file.Root.__setitem__("/OCProperties", pikepdf.Dictionary())),
    ("28-002", lambda file: file.pages[0].obj.__setitem__("/Annots", pikepdf.Array())),
    ("31-009", lambda file: [font.FontDescriptor.__delitem__("/FontFile2") for font in fonts_of(file)]),
    ("31-016", lambda file: [font.__setitem__("/LastChar", 1) for font in fonts_of(file)]),
    ("31-022", lambda file: [font.FontDescriptor.__setitem__("/Flags", 0) for font in fonts_of(file)]),
]


def fonts_of(file: pikepdf.Pdf) -> list[pikepdf.Object]:
    found = [font for _name, font in file.pages[0].Resources.Font.items()]
    return [font for font in found if font.Subtype == pikepdf.Name.TrueType and "/FontDescriptor" in font]


@pytest.mark.parametrize(("point", "plant"), FAULTS, ids=[point for point, _plant in FAULTS])
def test_a_planted_fault_is_named(list_file, point, plant):
    with pikepdf.open(io.BytesIO(list_file)) as file:
        plant(file)
        target = io.BytesIO()
        file.save(target)
    assert any(fault.startswith(point) for fault in failures(target.getvalue()))
