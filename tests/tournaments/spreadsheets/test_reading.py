"""Tables of players as clubs really have them, and files that mean harm: read, or refused with a sentence."""

from __future__ import annotations

import dataclasses
import shutil
import struct
import subprocess
import tracemalloc
import zipfile
from datetime import date
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook
from python_calamine import CalamineWorkbook

from tests.tournaments.field.books import bare_ods, bare_xlsx, inline, packed, saved, xlsx
from tournaments.field.formats import (
    Meaning,
    arrivals,
    best_table,
    guess,
    read_tables,
    stored_tables,
    unstored,
)
from tournaments.field.formats.sample import players_sample
from tournaments.field.forms.uploads import MEANINGS
from tournaments.field.selectors.arrivals import Arrival
from tournaments.spreadsheets.reading.limits import FileRefused, FilledTable

TODAY = date(2026, 11, 18)
PEOPLE = [["Nachname", "Vorname", "Verein"], ["Kreuz", "Käthe", "Böse Sieben"], ["Pik", "Paul", "Karo Éins"]]


def cells(content: bytes) -> list[tuple[str, ...]]:
    return [row.cells for row in read_tables(content)[0].rows]


def people(content: bytes) -> list[Arrival]:
    tables = read_tables(content)
    table = tables[best_table(tables)]
    found = guess(table)
    return arrivals(table, head=found.head, columns=found.columns, today=TODAY)


def names(content: bytes) -> list[str]:
    return [one.listed_name if one.wrong is None else f"! {one.wrong}" for one in people(content)]


def csv_of(rows: list[list[str]], separator: str = ";") -> str:
    return "".join(separator.join(row) + "\r\n" for row in rows)


# Letters and separators ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("separator", [";", ",", "\t", "|"])
@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "cp850", "mac_roman"]
)
def test_text_is_read_whatever_machine_wrote_it(separator, encoding):
    assert cells(csv_of(PEOPLE, separator).encode(encoding)) == [tuple(row) for row in PEOPLE]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_line_ends_of_every_system(ending):
    text = ending.join(["Name;Verein", "Käthe Kreuz;Böse Sieben"])
    assert cells(text.encode()) == [("Name", "Verein"), ("Käthe Kreuz", "Böse Sieben")]


def test_a_comma_within_a_name_parts_no_columns():
    assert names("Teilnehmer\nKreuz, Käthe\nPik, Paul\n".encode()) == ["Kreuz, Käthe", "Pik, Paul"]


def test_the_separator_that_excel_writes_into_the_first_line():
    assert cells(b"sep=|\r\nName|Verein\r\nPaul Pik|A;B;C\r\n") == [("Name", "Verein"), ("Paul Pik", "A;B;C")]


def test_quoted_cells_keep_separators_and_quotes():
    assert cells(b'Name;Verein\n"Pik; Paul";"Klub ""Ass"""\n')[1] == ("Pik; Paul", 'Klub "Ass"')


# Workbooks ----------------------------------------------------------------------------------------------------


def test_another_writer_another_reader_the_same_cells():
    content = xlsx(PEOPLE)
    other = CalamineWorkbook.from_filelike(BytesIO(content)).get_sheet_by_index(0).to_python()
    assert cells(content) == [tuple(row) for row in other]


def test_days_numbers_and_truths_are_read_as_they_are_seen():
    book = Workbook()
    book.active.append(["Name", "geb.", "Startnr.", "Gast", "Beitrag"])
    book.active.append(["Paul Pik", date(1950, 12, 24), 7, True, 12.5])
    assert cells(saved(book))[1] == ("Paul Pik", "1950-12-24", "7", "ja", "12.5")
    [paul] = people(saved(book))
    assert (paul.born_on, paul.start_number, paul.guest) == (date(1950, 12, 24), 7, True)


def test_merged_cells_stand_in_every_row_they_cover():
    book = Workbook()
    for row in (["Verein", "Name"], ["Böse Sieben", "Käthe Kreuz"], [None, "Paul Pik"], [None, "Hans Herz"]):
        book.active.append(row)
    book.active.merge_cells("A2:A3")
    assert [one.club for one in people(saved(book))] == ["Böse Sieben", "Böse Sieben", ""]


def test_an_ods_with_repeated_and_merged_cells():
    row = "<table:table-row{0}>{1}</table:table-row>"
    cell = "<table:table-cell{0}><text:p>{1}</text:p></table:table-cell>"
    content = bare_ods(
        row.format("", cell.format("", "Verein") + cell.format("", "Name"))
        + row.format(
            "", cell.format(' table:number-rows-spanned="2"', "Böse Sieben") + cell.format("", "Käthe Kreuz")
        )
        + row.format("", "<table:covered-table-cell/>" + cell.format("", "Paul <text:span>Pik</text:span>"))
        + row.format(
            ' table:number-rows-repeated="1048000"',
            '<table:table-cell table:number-columns-repeated="16000"/>',
        )
    )
    assert [(one.listed_name, one.club) for one in people(content)] == [
        ("Kreuz, Käthe", "Böse Sieben"),
        ("Pik, Paul", "Böse Sieben"),
    ]


SHARED = (
    '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    "<si><t>Nachname</t></si><si><t>Vorname</t></si>"
    "<si><r><t>Kre</t></r><r><t>uz</t></r></si>"
    '<si><t>Käthe</t><rPh sb="0" eb="1"><t>ケーテ</t></rPh></si></sst>'
)


def shared(*rows: str, texts: str = SHARED) -> bytes:
    """A workbook as Excel writes it: cells point to texts that stand once, together."""
    return bare_xlsx("".join(rows), **{"xl/sharedStrings.xml": texts})


def test_texts_that_stand_once_are_found_from_their_cells():
    """Pieces in several types are one text; how a Japanese name is spoken is none of it."""
    head = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>'
    body = '<row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2" t="s"><v>3</v></c></row>'
    assert cells(shared(head, body)) == [("Nachname", "Vorname"), ("Kreuz", "Käthe")]


def test_how_a_name_is_spoken_is_left_out_of_the_cell_that_holds_it_too():
    row = (
        '<row r="1"><c r="A1" t="inlineStr"><is><t>Kreuz</t><rPh sb="0" eb="1"><t>クロイツ</t></rPh><t>er</t></is></c>'
        "</row>"
    )
    assert cells(bare_xlsx(row)) == [("Kreuzer",)]


def test_truths_faults_and_numbers_of_cells():
    row = (
        '<row r="1"><c r="A1" t="b"><v>1</v></c><c r="B1" t="b"><v>0</v></c><c r="C1" t="e"><v>#REF!</v></c>'
        '<c r="D1"><v>7</v></c><c r="E1"><v>2.5</v></c><c r="F1"><v>siebzehn</v></c></row>'
    )
    assert cells(bare_xlsx(row)) == [("ja", "nein", "", "7", "2.5", "siebzehn")]


def test_a_cell_of_a_document_keeps_its_words_and_not_its_remark():
    row = (
        "<table:table-row><table:table-cell><office:annotation><text:p>nur eine Notiz</text:p></office:annotation>"
        "<text:p>Kreuz<text:s/>Käthe</text:p><text:p>Böse Sieben</text:p></table:table-cell>"
        '<table:table-cell office:value-type="boolean"><text:p>WAHR</text:p></table:table-cell>'
        '<table:table-cell office:value-type="date" office:date-value="1950-03-01T00:00:00"><text:p>1.3.50</text:p>'
        "</table:table-cell></table:table-row>"
    )
    assert cells(bare_ods(row)) == [("Kreuz Käthe Böse Sieben", "WAHR", "1950-03-01")]


def test_a_number_of_a_document_is_read_as_it_is_stored_and_a_table_in_a_cell_is_no_row():
    inner = "<table:table><table:table-row><table:table-cell><text:p>innen</text:p></table:table-cell></table:table-row></table:table>"
    row = (
        '<table:table-row><table:table-cell office:value-type="float" office:value="1950.0"><text:p>1.950</text:p>'
        '</table:table-cell><table:table-cell office:value-type="float" office:value="2.5"><text:p>2,50</text:p>'
        f"</table:table-cell><table:table-cell><text:p>Pik</text:p>{inner}</table:table-cell>"
        f"<table:table-cell>{inner}</table:table-cell></table:table-row>"
    )
    [table] = read_tables(bare_ods(row))
    assert [one.cells for one in table.rows] == [("1950", "2.5", "Pik")]


def test_of_several_sheets_the_one_with_players_is_chosen():
    content = xlsx([["Kasse"], ["Einnahmen", 12]], more={"Mitglieder": PEOPLE})
    assert best_table(read_tables(content)) == 1
    assert names(content) == ["Kreuz, Käthe", "Pik, Paul"]


def test_what_waits_in_the_database_comes_back_the_same():
    tables = read_tables(xlsx(PEOPLE))
    assert unstored(stored_tables(tables)) == tables


def test_the_sample_is_understood_without_a_question():
    found = people(players_sample())
    assert [one.wrong for one in found] == [None, None]
    assert (found[0].listed_name, found[0].born_on, found[0].start_number) == (
        "Kreuzbube, Karla",
        date(1950, 12, 24),
        1,
    )


def test_another_reader_opens_the_sample():
    [head, first, *_rest] = (
        CalamineWorkbook.from_filelike(BytesIO(players_sample())).get_sheet_by_index(0).to_python()
    )
    assert (head[:2], first[:2]) == (["Nachname", "Vorname"], ["Kreuzbube", "Karla"])


@pytest.mark.full
@pytest.mark.parametrize("ending", ["ods", "csv", "xlsx"])
def test_what_libreoffice_writes_is_read_the_same(tmp_path, ending):
    office = shutil.which("soffice")
    if office is None:
        pytest.skip("LibreOffice is not installed")
    (tmp_path / "sample.xlsx").write_bytes(players_sample())
    home = f"-env:UserInstallation=file://{tmp_path}/profile"
    words = [
        office,
        "--headless",
        home,
        "--convert-to",
        ending,
        "--outdir",
        str(tmp_path / "out"),
        "sample.xlsx",
    ]
    subprocess.run(words, cwd=tmp_path, check=True, capture_output=True, timeout=120)
    assert people((tmp_path / f"out/sample.{ending}").read_bytes()) == [
        dataclasses.replace(one, shown=again.shown)
        for one, again in zip(
            people(players_sample()), people((tmp_path / f"out/sample.{ending}").read_bytes()), strict=True
        )
    ]


# Heads, columns, people ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("head", "row", "said"),
    [
        ("Name;Vorname", "Pik;Paul", "Pik, Paul"),
        ("Vorname;Name", "Paul;Pik", "Pik, Paul"),
        ("Vor- und Nachname", "Paul Pik", "Pik, Paul"),
        ("Name, Vorname", '"Pik, Paul"', "Pik, Paul"),
        ("NACHNAME ;  Vorname:", "Pik;Paul", "Pik, Paul"),
        ("Spieler/in;Club", "PIK Paul;Ass", "PIK, Paul"),
        ("Anrede;Name", "Frau;Dr. Käthe von der Kreuz", "von der Kreuz, Käthe"),
        ("Numm;Veräin", "Paul Pik;Ass", "Pik, Paul"),
        ("Teilnehmer", "Prof. Dr. Pik, Paul", "Pik, Paul"),
        ("Teilnehmer", "Pik, Dr. Paul", "Pik, Paul"),
        ("Teilnehmer", "Paul Pik (Böse Sieben)", "Pik, Paul"),
        ("Vorname;Nachname;Verein", '"Pik, Paul";;Ass', "Pik, Paul"),
    ],
)
def test_heads_and_names_as_people_write_them(head, row, said):
    [one] = people(f"Meldeliste 2026\n\n{head}\n{row}\n".encode())
    assert (one.wrong, one.listed_name) == (None, said)


def test_the_row_is_the_one_that_the_spreadsheet_shows():
    content = xlsx([["Verein Böse Sieben"], [], ["Nachname", "Vorname"], ["Pik", "Paul"], [], ["", "Käthe"]])
    assert [(one.row, str(one.wrong or "")) for one in people(content)] == [
        (4, ""),
        (6, "Der Nachname fehlt."),
    ]


def test_without_a_head_names_stand_before_the_club():
    assert [(one.listed_name, one.club) for one in people(b"Paul Pik;Ass\nKlara Karo;Ass\n")] == [
        ("Pik, Paul", "Ass"),
        ("Karo, Klara", "Ass"),
    ]


def test_without_a_head_the_first_days_are_those_of_birth_and_an_empty_column_is_nothing():
    lines = b"Paul Pik;;24.12.1950;1.1.2026\nKlara Karo;;1.2.1951;1.1.2026\n"
    assert [(one.listed_name, one.born_on) for one in people(lines)] == [
        ("Pik, Paul", date(1950, 12, 24)),
        ("Karo, Klara", date(1951, 2, 1)),
    ]


def test_a_name_without_a_letter_is_refused():
    assert names(b"Nachname;Vorname\n123;Paul\n") == ["! „123“ ist kein Name."]


def test_a_head_that_is_printed_again_is_nobody():
    assert names(b"Name;Verein\nPaul Pik;Ass\nName;Verein\nKlara Karo;Ass\n") == ["Pik, Paul", "Karo, Klara"]


def test_title_and_salutation_are_taken_off_and_said():
    [one] = people("Teilnehmer\nFrau Dr. Käthe Kreuz\n".encode())
    assert (one.listed_name, one.sex, [str(note) for note in one.notes]) == (
        "Kreuz, Käthe",
        "w",
        ["„Dr.“ bleibt weg."],
    )


@pytest.mark.parametrize(
    ("typed", "born"),
    [
        ("24.12.1950", date(1950, 12, 24)),
        ("1.2.51", date(1951, 2, 1)),
        ("3.4.05", date(2005, 4, 3)),
        ("1950-12-24", date(1950, 12, 24)),
        ("24/12/1950", date(1950, 12, 24)),
        ("1950", None),
        ("", None),
    ],
)
def test_days_of_birth(typed, born):
    assert people(f"Name;geb.\nPaul Pik;{typed}\n".encode())[0].born_on == born


@pytest.mark.parametrize(
    ("head", "cell", "sentence"),
    [
        ("geb.", "31.2.1950", "Den Tag „31.2.1950“ gibt es nicht."),
        ("geb.", "1.1.2039", "Am 1.1.2039 kann niemand geboren sein, der heute spielt."),
        ("geb.", "bald", "„bald“ ist kein Datum: Tag, Monat und Jahr schreiben, zum Beispiel 24.12.1950."),
        ("Geschlecht", "q", "Das Geschlecht „q“ ist unbekannt: w, m oder d schreiben, oder leer lassen."),
        ("Startnummer", "0", "Die Startnummer „0“ ist keine Zahl von 1 bis 99999."),
        ("Startnummer", "٣", "Die Startnummer „٣“ ist keine Zahl von 1 bis 99999."),
        ("Gast", "vielleicht", "„vielleicht“ sagt nicht, ob jemand Gast ist: ja oder nein schreiben."),
        ("Verein", "=1+1", "In der Spalte B steht „=1+1“: Das sieht aus wie eine Formel und ist kein Name."),
        ("Verein", "a" * 121, "Name oder Verein ist zu lang: Vor- und Nachname je 80 Zeichen, Verein 120."),
    ],
)
def test_what_is_wrong_with_a_row_is_said(head, cell, sentence):
    assert names(f"Name;{head}\nPaul Pik;{cell}\n".encode()) == [f"! {sentence}"]


def test_a_formula_is_nobodys_name():
    book = Workbook()
    book.active.append(["Name", "Verein"])
    book.active.append(["Paul Pik", '=HYPERLINK("http://example.org")'])
    # openpyxl keeps no value of a formula; Excel does.
    rows = f'<row r="1">{inline("A1", "Name")}</row><row r="2"><c r="A2" t="str"><f>B9</f><v>Paul Pik</v></c></row>'
    assert names(bare_xlsx(rows)) == [
        "! In der Spalte A steht eine Formel: Als Wert einfügen und neu hochladen."
    ]


HEAD_ROW = f'<row r="1">{inline("A1", "Nachname")}{inline("B1", "Vorname")}</row>'


def test_a_formula_that_came_to_nothing_is_told_too():
    """Without its value nobody knows the given name: "Meier" alone would be somebody else."""
    row = f'<row r="2">{inline("A2", "Meier")}<c r="B2"><f>VLOOKUP(A2,X1:Y9,2)</f></c></row>'
    [said] = names(bare_xlsx(HEAD_ROW + row))
    assert said == "! In der Spalte B steht eine Formel: Als Wert einfügen und neu hochladen."
    cells = "".join(
        f"<table:table-cell><text:p>{text}</text:p></table:table-cell>" for text in ("Nachname", "Vorname")
    )
    row = '<table:table-cell><text:p>Meier</text:p></table:table-cell><table:table-cell table:formula="of:=B9"/>'
    [said] = names(
        bare_ods(f"<table:table-row>{cells}</table:table-row><table:table-row>{row}</table:table-row>")
    )
    assert "Spalte B" in said


def test_a_hidden_row_is_told():
    row = f'<row r="2" hidden="1">{inline("A2", "Pik")}{inline("B2", "Paul")}</row>'
    seen = f'<row r="3">{inline("A3", "Karo")}{inline("B3", "Klara")}</row>'
    hidden, plain = people(bare_xlsx(HEAD_ROW + row + seen))
    assert (hidden.hidden, [str(note) for note in hidden.notes]) == (
        True,
        ["Diese Zeile ist in der Datei ausgeblendet."],
    )
    assert (plain.hidden, plain.notes) == (False, ())
    cell = "<table:table-cell><text:p>{}</text:p></table:table-cell>"
    rows = [
        f"<table:table-row{how}>{cell.format(text)}</table:table-row>"
        for how, text in (("", "Name"), (' table:visibility="filter"', "Paul Pik"), ("", "Klara Karo"))
    ]
    assert [one.hidden for one in people(bare_ods("".join(rows)))] == [True, False]


def test_of_two_heads_the_lower_one_says_more_and_the_upper_one_is_not_lost():
    rows = [["Spieler", "", "Verein"], ["Nachname", "Vorname", ""], ["Pik", "Paul", "Karo Éins"]]
    [paul] = people(csv_of(rows).encode())
    assert (paul.given_name, paul.family_name, paul.club) == ("Paul", "Pik", "Karo Éins")
    assert guess(read_tables(csv_of(rows).encode())[0]).head == 2


def test_two_digits_of_a_year_are_told_as_they_are_read():
    [young] = people(b"Name;geb.\nPaul Pik;1.2.20\n")
    assert young.born_on == date(2020, 2, 1)
    assert [str(note) for note in young.notes] == [
        "„1.2.20“ ist als 2020 gelesen. Ist 1920 gemeint, bitte mit vier Ziffern schreiben."
    ]
    [old] = people(b"Name;geb.\nPaul Pik;1.2.51\n")
    assert [str(note) for note in old.notes] == ["„1.2.51“ ist als 1951 gelesen."]


def test_a_file_of_numbers_is_told_how_to_become_a_table():
    content = packed({"Index/Document.iwa": b"x", "Metadata/Properties.plist": b"x"})
    with pytest.raises(FileRefused, match="Apple Numbers"):
        read_tables(content)


def test_form_and_reader_speak_of_the_same_columns():
    assert {value for value, _label in MEANINGS} == {meaning.value for meaning in Meaning}


# Files that mean harm -----------------------------------------------------------------------------------------

BILLION = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>'
OUTSIDE = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]>'


def claiming(size: int) -> bytes:
    """A workbook whose headers say that its sheet has so many bytes."""
    content = bytearray(xlsx(PEOPLE))
    place = content.find(b"PK\x01\x02")
    while place >= 0:
        struct.pack_into("<I", content, place + 24, size)
        place = content.find(b"PK\x01\x02", place + 4)
    return bytes(content)


def locked_book() -> bytes:
    content = bytearray(xlsx(PEOPLE))
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = content.find(mark)
        while at >= 0:
            content[at + place] |= 1
            at = content.find(mark, at + 4)
    return bytes(content)


ROW = f'<row r="1">{inline("A1", "Name")}</row>'
HOSTILE = {
    "nothing": (b"", "leer"),
    "a picture": (b"\x89PNG\r\n\x1a\n....", "keine Tabelle"),
    "a program": (b"\x7fELF\x02\x01\x01" + b"\0" * 300, "keine Tabelle|beschädigt"),
    "old Excel": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "alten Excel-Format"),
    "a web page": (b"<html><table><tr><td>Pik</td></tr></table></html>", "keine Tabelle"),
    "an archive in an archive": (packed({"liste.xlsx": xlsx(PEOPLE)}), "Archiv, keine Tabelle"),
    "an archive of nothing": (packed({}), "Archiv|beschädigt"),
    "cut off": (xlsx(PEOPLE)[:-300], "beschädigt"),
    "cut off early": (xlsx(PEOPLE)[:60], "beschädigt"),
    "10 GB claimed": (claiming(0xFFFFFFF0), "viel größer"),
    "less claimed than there is": (claiming(10), "beschädigt"),
    "locked": (locked_book(), "Passwort"),
    "entities": (
        packed({"content.xml": BILLION + "<x>&b;</x>"}),
        "Anweisungen",
    ),
    "a file from outside": (packed({"content.xml": OUTSIDE + "<x>&a;</x>"}), "Anweisungen"),
    "values of other files": (
        bare_xlsx(ROW, **{"xl/externalLinks/externalLink1.xml": "<x/>"}),
        "anderen Dateien",
    ),
    "a link outside": (
        bare_xlsx(ROW, links='<Relationship Id="r2" TargetMode="External" Target="file:///etc/hostname"/>'),
        "anderen Dateien",
    ),
    "an ods with a source": (
        bare_ods('<table:table-source xlink:href="http://example.org"/>'),
        "beschädigt|anderen",
    ),
    "a cell of another ods": (
        bare_ods(
            "<table:table-row><table:table-cell table:formula=\"of:=['file:///tmp/liste.ods'#$Liste.A1]\">"
            "<text:p>Pik</text:p></table:table-cell></table:table-row>"
        ),
        "anderen Dateien",
    ),
    "a million rows of one cell": (
        bare_ods(
            '<table:table-row table:number-rows-repeated="1000000"><table:table-cell><text:p>Pik</text:p>'
            "</table:table-cell></table:table-row>"
        ),
        "zu groß",
    ),
    "a row beyond the sheet": (bare_xlsx(f'<row r="9999999">{inline("A1", "Pik")}</row>'), "beschädigt"),
    "a column beyond the sheet": (bare_xlsx(f'<row r="1">{inline("ZZZ1", "Pik")}</row>'), "beschädigt"),
    "a cell far to the right": (
        bare_xlsx(f'<row r="1">{inline("XFD1", "Pik")}</row>'),
        "mehr als 100 Spalten",
    ),
    "a text that does not exist": (bare_xlsx('<row r="1"><c r="A1" t="s"><v>77</v></c></row>'), "beschädigt"),
    "a negative row": (bare_xlsx('<row r="-5"/>'), "beschädigt"),
    "deeper than a well": (bare_xlsx("<row>" * 5_000 + "</row>" * 5_000), "viel größer"),
    "an own encoding": (packed({"content.xml": b'<?xml version="1.0" encoding="x-zzz"?><x/>'}), "beschädigt"),
    "a csv of one endless cell": (b'Name;Verein\n"' + b"a" * 300_000, "beschädigt"),
    "utf-16 cut in half": ("Name;Verein\n".encode("utf-16") + b"\xd8", "beschädigt"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_what_means_harm_is_refused_with_a_sentence(what):
    content, sentence = HOSTILE[what]
    with pytest.raises(FileRefused, match=sentence):
        read_tables(content)


def test_a_bomb_is_refused_before_it_bursts():
    """A kilobyte that becomes 200 MB: what is read stays small."""
    bomb = BytesIO()
    with (
        zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("content.xml", "w") as part,
    ):
        part.write(b"<x>")
        for _piece in range(100):
            part.write(b" " * 1024 * 1024)
    tracemalloc.start()
    try:
        with pytest.raises(FileRefused, match="viel größer"):
            read_tables(bomb.getvalue())
        assert tracemalloc.get_traced_memory()[1] < 8 * 1024 * 1024
    finally:
        tracemalloc.stop()


def test_what_a_sheet_claims_of_its_size_is_not_believed():
    content = bare_xlsx(
        ROW,
        before='<dimension ref="A1:XFD1048576"/>',
        after='<mergeCells><mergeCell ref="A1:A1048576"/></mergeCells>',
    )
    with pytest.raises(FileRefused):
        read_tables(content)
    assert cells(bare_xlsx(ROW, before='<dimension ref="A1:XFD1048576"/>')) == [("Name",)]


@given(st.binary(max_size=400))
def test_garbage_is_refused_or_read_but_never_falls_over(content):
    read_or_refused(content)


@given(st.data())
def test_a_damaged_workbook_is_refused_or_read_but_never_falls_over(data):
    whole = SOUND[data.draw(st.integers(0, len(SOUND) - 1))]
    place = data.draw(st.integers(0, len(whole) - 1))
    piece = data.draw(st.binary(max_size=8))
    read_or_refused(whole[:place] + piece + whole[place + data.draw(st.integers(0, 30)) :])


@given(st.text(alphabet='Na m,;=+(.)\n\t"Äé♥1', max_size=60))
def test_any_text_is_people_or_sentences(text):
    try:
        found = people(text.encode())
    except FileRefused:
        return
    assert all(one.wrong is not None or one.family_name for one in found)


SOUND = (
    xlsx(PEOPLE),
    bare_ods("<table:table-row><table:table-cell><text:p>Pik</text:p></table:table-cell></table:table-row>"),
)


def read_or_refused(content: bytes) -> None:
    try:
        tables = read_tables(content)
    except FileRefused:
        return
    assert all(isinstance(table, FilledTable) and table.rows for table in tables)
