"""Names of any length and any sign find their place; nothing that people type breaks the page."""

import io
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from tests.factories import NOON
from tournaments.paper import fonts
from tournaments.paper.document import Part, pdf
from tournaments.paper.fonts import clean, fit, glyph_widths, unit_width, width, wrap
from tournaments.paper.ink import Pen

LETTERS = "♣♠♥♦✕★✎✓§Σ–…ÄÖÜäöüßéèêëÉÈËçœŒÆæŁłĞğŞşČčŽžŐőŘřȘșẞ"


@pytest.mark.parametrize("font", [fonts.PLAIN, fonts.BOLD])
def test_the_fonts_have_suits_signs_and_every_european_letter(font):
    missing = [sign for sign in LETTERS if ord(sign) not in glyph_widths(font)]
    assert not missing


# Every block in which alphabets keep their letters; what is left out are phonetic and mediaeval signs (decision 0150).
BLOCKS = {
    "Basic Latin": range(0x41, 0x7F),
    "Latin-1": range(0xC0, 0x100),
    "Latin Extended-A": range(0x100, 0x180),
    "Latin Extended-B": range(0x180, 0x250),
    "International letters, as ə ɛ ɔ ɓ ɗ": range(0x250, 0x2B0),
    "Latin Extended Additional": range(0x1E00, 0x1EFA),
    "Ligatures": range(0xFB00, 0xFB07),
}


def latin_letters(codes: range) -> str:
    signs = (chr(code) for code in codes)
    return "".join(sign for sign in signs if "LATIN" in unicodedata.name(sign, "") and sign.isalpha())


@pytest.mark.parametrize("font", [fonts.PLAIN, fonts.BOLD])
@pytest.mark.parametrize("block", BLOCKS)
def test_every_latin_letter_has_its_glyph(font, block):
    letters = latin_letters(BLOCKS[block])
    assert letters
    assert not [sign for sign in letters if ord(sign) not in glyph_widths(font)]
    assert clean(letters) == unicodedata.normalize("NFC", letters)


def test_what_a_font_has_the_others_have_too():
    """A name is cleaned once, by the plain font, and may be printed in any of them."""
    plain, *others = [set(glyph_widths(font)) for font in (fonts.PLAIN, fonts.BOLD)]
    assert all(plain <= other for other in others)


def test_every_latin_letter_survives_in_the_file():
    """Embedded, and readable by somebody who copies a name out of the PDF."""
    letters = "".join(latin_letters(block) for block in BLOCKS.values()) + "♣♠♥♦✕★"
    pen = Pen()
    for row, start in enumerate(range(0, len(letters), 60)):
        pen.text(20, 800 - 14 * row, letters[start : start + 60], size=8, bold=bool(row % 2))
    content = pdf([Part(name="x", pages=[pen])], title="x", author="x", subject="x", now=NOON)
    said = "".join(PdfReader(io.BytesIO(content)).pages[0].extract_text().split())
    assert set(letters) - set(said) == set()


def test_a_short_name_keeps_its_size():
    assert fit("Anni Achter", 200, size=12, smallest=7).lines == ("Anni Achter",)
    assert fit("Anni Achter", 200, size=12, smallest=7).size == 12


def test_a_long_name_shrinks_first_is_torn_next_and_never_cut():
    name = "Wilhelmine-Charlotte Zweiundfünfzigblatt-Kartenspieler"
    smaller = fit(name, 190, size=12, smallest=5)
    assert smaller.lines == (name,)
    assert 5 <= smaller.size < 12
    torn = fit("Zweiundfünfzigblatt", 60, size=12, smallest=9, lines=2)
    assert torn.size >= 9
    assert "".join(line.rstrip("-") for line in torn.lines) == "Zweiundfünfzigblatt"
    rubbish = fit("x" * 500, 80, size=12, smallest=7)
    assert rubbish.lines[0].endswith("…")


@pytest.mark.parametrize(
    "name",
    ["محمد عبد الله", "יעל כהן", "สมชาย น้ำใจ", "王小明", "さくら", "김철수", "Nguyễn Thị", "Ελένη", "Юлія"],
)
def test_every_script_is_printed_in_letters(name):
    """Nothing is boxed, and letters that join are as wide as they stand joined."""
    assert clean(name) == unicodedata.normalize("NFC", name)
    for font in (fonts.PLAIN, fonts.BOLD, fonts.DISPLAY):
        drawn = [(face, sign) for face, piece in fonts.runs(name, font) for sign in piece if sign.strip()]
        assert drawn
        assert all(ord(sign) in glyph_widths(face) or "\ue000" <= sign <= "\uf8ff" for face, sign in drawn)
        assert 0.3 * len(name) < unit_width(name, font) < 1.1 * len(name)


def test_what_runs_to_the_left_is_put_down_from_its_end():
    pieces = ["".join(piece) for _face, piece in fonts.runs("אב Ali גד", fonts.PLAIN)]
    assert "".join(pieces) == "בא Ali דג"


def test_two_lines_break_at_a_space_or_after_a_hyphen():
    assert wrap("Karla Kreuzbube", width("Kreuzbube", 10) + 1, size=10) == ("Karla", "Kreuzbube")
    assert wrap("Herz-Dame", width("Herz-", 10) + 1, size=10) == ("Herz-", "Dame")


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("  Anni \n\t Achter ", "Anni Achter"),
        ("Anni\x00\x07", "Anni"),
        ("\u202eAnni", "Anni"),
        ("Zoe\u0308", "Zoë"),
        ("Anni 😀", "Anni □"),
        ("<b>Anni</b> &amp;", "<b>Anni</b> &amp;"),
    ],
)
def test_what_people_type_goes_on_one_line(typed, printed):
    assert clean(typed) == printed


@given(
    st.text(max_size=130),
    st.floats(12, 300),
    st.floats(8, 20),
    st.floats(5, 8),
    st.integers(1, 3),
    st.booleans(),
)
def test_whatever_is_typed_fits_into_its_room(text, room, size, smallest, lines, bold):
    done = fit(text, room, size=size, smallest=smallest, lines=lines, bold=bold)
    assert len(done.lines) <= lines
    assert min(smallest, fonts.TINIEST) <= done.size <= size
    for line in done.lines:
        assert width(line, done.size, bold=bold) <= room + 0.001


def test_widths_are_those_of_the_font_in_the_file():
    from_reportlab = fonts.pdfmetrics.stringWidth("Rommé ♥ 1234 W", fonts.BOLD, 10)
    assert unit_width("Rommé ♥ 1234 W", fonts.BOLD) * 10 == pytest.approx(from_reportlab, abs=0.01)
