"""What the command for translators says of a catalogue."""

from pathlib import Path

from tournaments.management.commands.messages import add_notes, keep_date, notes, untranslated

HOUSE = Path(__file__).resolve().parents[3]

HEAD = 'msgid ""\nmsgstr ""\n"POT-Creation-Date: 2026-11-0{day} 12:00+0100\\n"\n'
ENTRIES = [
    '#: templates/a.html\nmsgid "Tisch"\nmsgstr "Dësch"\n',
    '#: templates/a.html templates/b.html\nmsgid "Platz"\nmsgstr ""\n',
    '#: templates/c.html\n#, python-format\nmsgid "%(n)s Spiel"\nmsgid_plural "%(n)s Spiele"\nmsgstr[0] "%(n)s Spill"\nmsgstr[1] ""\n',
    '#: templates/d.html\nmsgid ""\n"lang "\n"genug"\nmsgstr ""\n"laang "\n"genuch"\n',
    '#~ msgid "alt"\n#~ msgstr ""\n',
]


def test_what_has_no_translation_is_named_with_its_files(tmp_path):
    catalogue = tmp_path / "django.po"
    catalogue.write_text("\n".join([HEAD.format(day=1), *ENTRIES]), encoding="utf-8")
    assert untranslated(catalogue) == [
        "Platz  (templates/a.html templates/b.html)",
        "%(n)s Spiel  (templates/c.html)",
    ]


def test_a_run_without_news_changes_nothing(tmp_path):
    kept, fresh = tmp_path / "kept.po", tmp_path / "fresh.po"
    kept.write_text("\n".join([HEAD.format(day=1), *ENTRIES]), encoding="utf-8")
    before = kept.read_bytes()
    fresh.write_text("\n".join([HEAD.format(day=9), *ENTRIES]), encoding="utf-8")
    keep_date(fresh, kept)
    assert kept.read_bytes() == before


def test_a_note_stands_above_its_sentence_once(tmp_path):
    catalogue = tmp_path / "django.po"
    catalogue.write_text("\n".join([HEAD.format(day=1), *ENTRIES]), encoding="utf-8")
    for _run in range(2):
        add_notes(catalogue, {"Platz": "Chair at a table.", "alt": "Never asked."})
    text = catalogue.read_text(encoding="utf-8")
    assert text.count("#. ") == 1
    assert '#. Chair at a table.\n#: templates/a.html templates/b.html\nmsgid "Platz"' in text


def test_each_note_explains_a_sentence_that_is_there():
    catalogue = (HOUSE / "locale/en/LC_MESSAGES/django.po").read_text(encoding="utf-8")
    assert [sentence for sentence in notes(HOUSE) if f'\nmsgid "{sentence}"\n' not in catalogue] == []
