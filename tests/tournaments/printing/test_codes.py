"""The code on the printed list: a reader made by others reads from the printed page what opens the list."""

from __future__ import annotations

import io
import shutil
import subprocess

import pytest
from pypdf import PdfReader

from tests import factories
from tournaments.access.selectors.codes import code_of, sheet_of_token
from tournaments.lists.paper.pdf import lists_pdf
from tournaments.lists.selectors.check_codes import check_codes
from tournaments.lists.selectors.in_bulk import rulings_of
from tournaments.lists.selectors.sheets import sheet_view
from tournaments.lists.words.facts import CheckFacts, CodeFacts

pytestmark = pytest.mark.django_db
SITES = ("http://192.168.178.201:8000", "https://turnier-der-luxemburgischen-foederation.example.org")


def printed(sheet, site: str, *, blank: bool = True) -> bytes:
    code = code_of(sheet)
    facts = CodeFacts(
        link=f"{site}/t/{code.token}/", typed=f"{site.split('//')[1]}/t/{code.typed}", pin=code.spoken_pin
    )
    view = sheet_view(sheet, now=factories.NOON)
    return lists_pdf([view], rulings_of([sheet]), blank=blank, now=factories.NOON, codes={sheet.pk: facts})


def read_code(content: bytes, folder) -> list[str]:
    """What zbar reads from the page as a printer of 150 dots per inch would draw it."""
    (folder / "list.pdf").write_bytes(content)
    subprocess.run(["pdftoppm", "-r", "150", "-gray", "list.pdf", "page"], cwd=folder, check=True)
    pages = sorted(str(page) for page in folder.glob("page*"))
    read = subprocess.run(
        ["zbarimg", "--quiet", "--raw", *pages], cwd=folder, capture_output=True, text=True, check=False
    )
    return read.stdout.split()


@pytest.mark.skipif(
    not (shutil.which("zbarimg") and shutil.which("pdftoppm")),
    reason="zbar-tools or poppler-utils is missing: .ci/run installs them",
)
@pytest.mark.parametrize("site", SITES)
def test_a_reader_of_codes_reads_the_way_to_the_list(tmp_path, site):
    sheet = factories.table_of(4)
    [read] = read_code(printed(sheet, site), tmp_path)
    assert read == f"{site}/t/{code_of(sheet).token}/"
    assert sheet_of_token(read.rstrip("/").rpartition("/")[2]) == sheet


@pytest.mark.skipif(
    not (shutil.which("zbarimg") and shutil.which("pdftoppm")),
    reason="zbar-tools or poppler-utils is missing: .ci/run installs them",
)
@pytest.mark.slow
@pytest.mark.parametrize("site", SITES)
def test_a_reader_of_codes_reads_the_way_to_the_check(tmp_path, site):
    sheet = factories.table_of(4)
    factories.play(sheet, 1)
    code = check_codes([sheet])[sheet.pk]
    link = f"{site}/pruefen/{code}/"
    facts = CheckFacts(code=code, link=link, typed=f"{site.split('//')[1]}/pruefen")
    view = sheet_view(sheet, now=factories.NOON)
    content = lists_pdf([view], {}, blank=False, now=factories.NOON, checks={sheet.pk: facts})
    assert read_code(content, tmp_path) == [link]
    assert f"Prüfcode {code}" in PdfReader(io.BytesIO(content)).pages[0].extract_text()


@pytest.mark.parametrize("site", SITES)
def test_address_and_pin_stand_beside_it_and_nothing_else_is_pushed_away(site):
    sheet = factories.table_of(4)
    said = PdfReader(io.BytesIO(printed(sheet, site))).pages[0].extract_text()
    assert f"PIN {code_of(sheet).spoken_pin}" in said
    assert "/t/1-" in said
    for word in ("Probeturnier", "Regelwerk", "5 Runden = 20 Spiele", "Beginn", "Ende", "Tisch"):
        assert word in said


def test_the_same_list_printed_again_is_the_same_file():
    sheet = factories.table_of(4)
    assert printed(sheet, SITES[0]) == printed(sheet, SITES[0])


def test_a_list_that_was_filled_in_shows_no_way_in():
    sheet = factories.table_of(4)
    factories.play(sheet, 1)
    said = PdfReader(io.BytesIO(printed(sheet, SITES[0], blank=False))).pages[0].extract_text()
    assert "PIN" not in said
    assert "PIN" in PdfReader(io.BytesIO(printed(sheet, SITES[0]))).pages[0].extract_text()
