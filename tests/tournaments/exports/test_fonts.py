"""Names of any length and any sign find their place; nothing that people type breaks the page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.exports.paper import fonts
from tournaments.exports.paper.fonts import clean, fit, glyph_widths, unit_width, width, wrap

LETTERS = "♣♠♥♦✕★✎✓§Σ–…ÄÖÜäöüßéèêëÉÈËçœŒÆæŁłĞğŞşČčŽžŐőŘřȘșẞ"


@pytest.mark.parametrize("font", [fonts.PLAIN, fonts.BOLD])
def test_the_fonts_have_suits_signs_and_every_european_letter(font):
    missing = [sign for sign in LETTERS if ord(sign) not in glyph_widths(font)]
    assert not missing


def test_a_short_name_keeps_its_size():
    assert fit("Anni Achter", 200, size=12, smallest=7).lines == ("Anni Achter",)
    assert fit("Anni Achter", 200, size=12, smallest=7).size == 12


def test_a_long_name_shrinks_first_and_is_cut_last():
    name = "Wilhelmine-Charlotte Zweiundfünfzigblatt-Kartenspieler"
    smaller = fit(name, 160, size=12, smallest=5)
    assert smaller.lines == (name,)
    assert 5 <= smaller.size < 12
    cut = fit(name, 80, size=12, smallest=7)
    assert cut.lines[0].endswith("…")
    assert cut.size == 7


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
    assert smallest <= done.size <= size or done.size == smallest
    for line in done.lines:
        assert width(line, done.size, bold=bold) <= room + 0.001


def test_widths_are_those_of_the_font_in_the_file():
    from_reportlab = fonts.pdfmetrics.stringWidth("Rommé ♥ 1234 W", fonts.BOLD, 10)
    assert unit_width("Rommé ♥ 1234 W", fonts.BOLD) * 10 == pytest.approx(from_reportlab, abs=0.01)
