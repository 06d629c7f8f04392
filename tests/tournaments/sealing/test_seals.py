"""Sealed lists: the words as they were accepted, a signature that others verify, and every byte that was changed."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import re
import shutil
import stat
import subprocess

import pytest
from django.db import IntegrityError
from django.utils import translation
from pypdf import PdfReader

from tests import factories
from tests.factories import NOON, undone
from tests.tournaments.files.test_tournament_files import another_machine
from tournaments.event.selectors.sheets import sheets
from tournaments.files.formats.tournament_reading import read_tournament
from tournaments.files.formats.tournament_writing import tournament_file
from tournaments.files.services.tournament_files import take_over
from tournaments.lists.paper.pdf import fair_copy_pdf
from tournaments.lists.selectors.check_codes import check_codes, said_of_code, spelled_code
from tournaments.lists.selectors.sheets import sheet_view
from tournaments.lists.services import sheets as sheets_service
from tournaments.lists.services.fair_copies import keep_later
from tournaments.lists.words.fair_copy import facts_in_copy, printed_words
from tournaments.lists.words.printed import list_facts
from tournaments.models import FairCopy, ScoreSheet, Seal
from tournaments.rulings import services as rulings
from tournaments.sealing import core as sealing
from tournaments.sealing.selectors import Worth, judge_file
from tournaments.sealing.services import seals
from tournaments.sealing.views.seals import sealed_copy
from tournaments.storage.whole_files import write_once

NEEDS_PYHANKO = pytest.mark.skipif(not sealing.AVAILABLE, reason="pyHanko has no wheel for this machine")
NEEDS_POPPLER = pytest.mark.skipif(not shutil.which("pdfsig"), reason="poppler-utils: .ci/run installs it")


@pytest.fixture(autouse=True)
def switched_on(settings, tmp_path):
    settings.SEALED_LISTS = True
    settings.DATA_DIR = tmp_path


@pytest.fixture(scope="module")
def staged_list(stage: None) -> ScoreSheet:
    sheet = factories.table_of(3, rounds=1)
    factories.referee(sheet.table.series.tournament)
    return factories.sign_all(factories.play_all(sheet))


@pytest.fixture
def signed(db: None, staged_list: ScoreSheet) -> ScoreSheet:
    return sheets().get(pk=staged_list.pk)


@pytest.fixture
def accepted(signed: ScoreSheet) -> ScoreSheet:
    return factories.accept(signed)


def deduct(sheet: ScoreSheet, reason: str = "Zu spät am Tisch"):
    return rulings.deduct_points(
        sheet_id=sheet.pk,
        start_number=1,
        points=2,
        reason=reason,
        seen_version=ScoreSheet.objects.get(pk=sheet.pk).version,
        by=factories.referee(sheet.table.series.tournament),
        now=NOON,
    )


def file_of(copy: FairCopy) -> bytes:
    return bytes(sealed_copy(copy, now=NOON).pdf)


def text_of(pdf: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)


# What is kept -------------------------------------------------------------------------------------------------


def test_acceptance_keeps_the_words_and_each_ruling_further_ones(accepted):
    [copy] = FairCopy.objects.all()
    assert (copy.number, copy.occasion, copy.ruling) == (1, "accepted", None)
    assert spelled_code(accepted.pk, copy.mark) == check_codes([accepted])[accepted.pk]
    penalty = deduct(accepted)
    first, second = FairCopy.objects.order_by("number")
    assert first == copy
    assert (second.occasion, second.ruling) == ("ruled", penalty.ruling)
    assert first.words["remarks"] == []
    assert "Zu spät am Tisch" in second.words["remarks"][0]
    rulings.remark(
        sheet_id=accepted.pk,
        number=1,
        text="Karten gezählt",
        paragraph="",
        by=factories.referee(accepted.table.series.tournament),
        now=NOON,
    )
    assert FairCopy.objects.count() == 3


def test_nothing_is_kept_of_a_list_that_is_not_accepted(signed):
    deduct(signed)
    assert keep_later(sheet_id=signed.pk, now=NOON) is None
    assert not FairCopy.objects.exists()


def test_an_acceptance_after_another_is_a_copy_of_its_own(accepted):
    sheets_service.take_back_acceptance(
        sheet_id=accepted.pk,
        reason="Zu früh",
        seen_version=accepted.version,
        by=factories.director(),
        now=NOON,
    )
    factories.accept(factories.sign_all(accepted))
    assert [copy.occasion for copy in FairCopy.objects.order_by("number")] == ["accepted", "accepted"]


def test_lists_that_were_accepted_without_copies_get_one_later(signed, settings):
    settings.SEALED_LISTS = False
    accepted = factories.accept(signed)
    assert not FairCopy.objects.exists()
    settings.SEALED_LISTS = True
    copy = keep_later(sheet_id=accepted.pk, now=NOON)
    assert copy.occasion == "later"
    assert keep_later(sheet_id=accepted.pk, now=NOON) == copy


def test_the_words_come_back_as_they_were(accepted):
    view = sheet_view(sheets().select_related("accepted_by").get(pk=accepted.pk), now=NOON)
    document = printed_words(view, [], code="4F-22222-33333")
    facts = facts_in_copy(json.loads(json.dumps(document)))
    assert (facts.check.code, facts.check.link) == ("4F-22222-33333", "")
    assert facts == list_facts(view, [], blank=False, check=facts.check)
    assert facts_in_copy(document | {"of_a_later_version": 1}) == facts


def test_whoever_accepts_in_another_language_keeps_german_words(signed):
    with translation.override("en"):
        factories.accept(signed)
    assert FairCopy.objects.get().words["totals"][0]["name"] == "Pluspunkte"


@NEEDS_PYHANKO
def test_a_copy_is_sealed_once(accepted):
    copy = FairCopy.objects.get()
    first = sealed_copy(copy, now=NOON)
    assert seals.seal(copy_id=copy.pk, pdf=b"another", now=NOON) == first
    assert Seal.objects.count() == 1


@pytest.mark.slow
def test_the_database_lets_nobody_rewrite_a_copy_or_a_seal(accepted):
    copy = FairCopy.objects.get()
    with pytest.raises(IntegrityError, match="never changes"), undone():
        FairCopy.objects.update(words={})
    with pytest.raises(IntegrityError, match="never deleted"), undone():
        copy.delete()
    if sealing.AVAILABLE:
        file_of(copy)
        with pytest.raises(IntegrityError, match="never changes"), undone():
            Seal.objects.update(sha256="0" * 64)
        with pytest.raises(IntegrityError, match="never deleted"), undone():
            Seal.objects.all()._raw_delete("default")


# The key ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@NEEDS_PYHANKO
def test_the_key_is_made_once_and_is_nobody_elses_to_read(tmp_path):
    made = seals.identity(now=NOON)
    assert seals.identity(now=NOON) == made
    path = seals.seal_file()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [one.name for one in tmp_path.iterdir()] == [path.name], "no draft is left behind"
    shown = seals.certificate(now=NOON)
    assert "PRIVATE" not in shown.pem
    assert (shown.until - shown.since).days > 29 * 365


def test_who_comes_second_leaves_the_first_key_in_place(tmp_path):
    path = tmp_path / "seal.pem"
    write_once(path, b"first")
    write_once(path, b"second")
    assert path.read_bytes() == b"first"
    assert len(list(tmp_path.iterdir())) == 1


def test_without_pyhanko_the_list_is_accepted_and_only_the_seal_is_missing(signed, monkeypatch):
    monkeypatch.setattr(sealing, "AVAILABLE", False)
    factories.accept(signed)
    with pytest.raises(seals.NoSeals, match="nicht versiegelt"):
        sealed_copy(FairCopy.objects.get(), now=NOON)
    assert judge_file(b"%PDF-1.4 nothing", own="").worth is Worth.NONE


# The seal -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@NEEDS_PYHANKO
def test_a_sealed_file_is_made_once_from_the_words_that_were_accepted(accepted):
    copy = FairCopy.objects.get()
    deduct(accepted)
    content = file_of(copy)
    assert file_of(FairCopy.objects.get(pk=copy.pk)) == content
    assert Seal.objects.get().sha256 == hashlib.sha256(content).hexdigest()
    said = text_of(content)
    assert "Zu spät am Tisch" not in said, "the seal is of what was accepted, not of what came later"
    assert f"Prüfcode {spelled_code(accepted.pk, copy.mark)}" in said
    assert "leitung, 14.11.2026 13:00" in said
    assert "Stand 3: angenommen" in said
    newest = FairCopy.objects.order_by("number").last()
    assert "Zu spät am Tisch" in text_of(file_of(newest))
    assert Seal.objects.count() == 2


@pytest.mark.slow
@NEEDS_PYHANKO
def test_what_is_signed_is_the_same_bytes_every_time(accepted):
    copy = FairCopy.objects.get()
    drawn = [
        fair_copy_pdf(copy.words, name="Spielliste", sealed_by="AB12", now=copy.made_at) for _ in range(2)
    ]
    assert drawn[0] == drawn[1]
    assert PdfReader(io.BytesIO(drawn[0])).root_object["/Lang"] == "de"


@pytest.mark.slow
@NEEDS_PYHANKO
def test_the_certificate_on_the_paper_is_the_one_in_the_file(accepted):
    content = file_of(FairCopy.objects.get())
    printed = re.search(r"Zertifikat: ([0-9A-F ]+)", text_of(content))
    found = sealing.signature_in(content)
    assert printed is not None
    assert printed[1].replace(" ", "").strip().lower() == found.certificate.fingerprint
    assert Seal.objects.get().fingerprint == found.certificate.fingerprint


@pytest.mark.slow
@NEEDS_PYHANKO
def test_every_changed_byte_is_noticed(accepted):
    content = file_of(FairCopy.objects.get())
    own = seals.certificate(now=NOON).fingerprint
    found = sealing.signature_in(content)
    assert (found.holds, found.whole) == (True, True)
    [numbers] = re.findall(rb"/ByteRange \[0 (\d+) (\d+) \d+\]", content)
    before, after = map(int, numbers)
    for place in (*range(9, len(content), 997), after - 3, len(content) - 2):
        changed = bytearray(content)
        changed[place] ^= 1
        worth = judge_file(bytes(changed), own=own).worth
        if before <= place < after:  # in the signature itself, whose bytes cannot sign themselves
            assert worth is not Worth.KEPT, place
        else:
            assert worth in (Worth.BROKEN, Worth.NONE), place


@pytest.mark.slow
@NEEDS_PYHANKO
def test_what_a_file_is_worth(accepted, tmp_path, settings):
    content, own = file_of(FairCopy.objects.get()), seals.certificate(now=NOON).fingerprint
    kept = judge_file(content, own=own)
    assert (kept.worth, kept.said.accepted) == (Worth.KEPT, True)
    deduct(accepted)
    older = judge_file(content, own=own)
    assert (older.worth, older.said.newest) == (Worth.KEPT, False)
    assert [ruling.reason for ruling in older.said.rulings] == ["Zu spät am Tisch"]
    assert judge_file(content + b"\n%%EOF\n", own=own).worth is Worth.ADDED
    drawn = fair_copy_pdf(FairCopy.objects.first().words, name="x", sealed_by="", now=NOON)
    assert judge_file(drawn, own=own).worth is Worth.NONE
    again = sealing.sealed(drawn, seals.identity(now=NOON), reason="x", place="")
    assert judge_file(again, own=own).worth is Worth.OWN
    stranger = sealing.new_identity(name="Rommé-Club, Siegel der Spiellisten", now=NOON)
    assert judge_file(sealing.sealed(drawn, stranger, reason="x", place=""), own=own).worth is Worth.FOREIGN


@pytest.mark.slow
@NEEDS_PYHANKO
@NEEDS_POPPLER
def test_another_reader_verifies_the_seal(accepted, tmp_path):
    """poppler's pdfsig knows nothing of this house: it reads the file, the signature and the certificate in it."""
    content = file_of(FairCopy.objects.get())
    said = verified_by_poppler(content, tmp_path)
    assert "Signature is Valid." in said
    assert "Total document signed" in said
    assert "ETSI.CAdES.detached" in said
    assert "SHA-256" in said
    at = content.index(b"/Author")
    changed = content[:at] + content[at:].replace(b"/Author", b"/Auther", 1)
    assert "Signature is Valid." not in verified_by_poppler(changed, tmp_path)


def verified_by_poppler(content: bytes, folder) -> str:
    (folder / "list.pdf").write_bytes(content)
    asked = subprocess.run(
        ["pdfsig", "list.pdf"],
        cwd=folder,
        env=os.environ | {"HOME": str(folder)},  # no certificates of whoever runs the tests
        capture_output=True,
        text=True,
        check=False,
    )
    return asked.stdout


@pytest.mark.slow
@NEEDS_PYHANKO
def test_pyhankos_own_judge_finds_nothing_to_object_to(accepted):
    """Its validator reads the whole PDF: integrity, trust in this very certificate, PAdES, no change allowed since."""
    asn1 = pytest.importorskip("asn1crypto")
    reader = pytest.importorskip("pyhanko.pdf_utils.reader")
    validation = pytest.importorskip("pyhanko.sign.validation")
    certvalidator = pytest.importorskip("pyhanko_certvalidator")
    content = file_of(FairCopy.objects.get())
    _kind, _headers, der = asn1.pem.unarmor(seals.certificate(now=NOON).pem.encode())
    trust = certvalidator.ValidationContext(
        trust_roots=[asn1.x509.Certificate.load(der)], allow_fetching=False
    )
    [signature] = reader.PdfFileReader(io.BytesIO(content)).embedded_signatures
    status = validation.validate_pdf_signature(signature, trust)
    assert status.intact
    assert status.valid
    assert status.trusted
    assert status.bottom_line
    assert signature.sig_object["/SubFilter"] == "/ETSI.CAdES.detached"


@pytest.mark.parametrize(
    "content",
    [
        b"%PDF-1.4\n" + b"/ByteRange [0 5 9 1]" * 3,
        b"%PDF-1.4\n/ByteRange [0 999999999 999999999 999999999]",
        b"%PDF-1.4\n/ByteRange [0 9 9 9]",
        b"%PDF-1.4\n/ByteRange [3 9 30 9]" + b"<" * 99,
        b"%PDF-1.4\n/ByteRange [0 " + b"9" * 5000,
        b"%PDF-1.4\n" + b"/ByteRange[" * 100_000,
        b"%PDF-1.4\n/ByteRange [0 40 50 2]            <00ff00ff>xx",
        b"",
    ],
)
@pytest.mark.slow
@NEEDS_PYHANKO
def test_hostile_files_are_no_sealed_files(db, content):
    assert sealing.signature_in(content) is None
    assert judge_file(content, own="x").worth is Worth.NONE


@pytest.mark.slow
@NEEDS_PYHANKO
def test_a_signature_that_claims_a_larger_hole_covers_too_little(accepted):
    """The classic attack: the signed part stays, the hole grows, and something else is hidden in it."""
    content = file_of(FairCopy.objects.get())
    numbers = re.search(rb"/ByteRange \[(\d+) (\d+) (\d+) (\d+)\]", content)
    begin, before, after, rest = map(int, numbers.groups())
    hidden = content[:before] + content[before:after] + b"/Hidden (page)" + content[after:]
    claim = b"/ByteRange [%d %d %d %d]" % (begin, before, after + 14, rest)
    moved = hidden.replace(numbers[0], claim, 1)
    found = sealing.signature_in(moved)
    assert found is None or not (found.holds and found.whole)


@pytest.mark.slow
@NEEDS_PYHANKO
def test_a_seal_that_only_claims_to_be_ours_is_not_called_ours(accepted):
    """A tournament taken over brings rows along; whoever wrote them may have written our fingerprint into them."""
    own = seals.certificate(now=NOON)
    copy = FairCopy.objects.get()
    stranger = sealing.new_identity(name=own.name, now=NOON)
    drawn = fair_copy_pdf(copy.words, name="x", sealed_by="", now=NOON)
    forged = sealing.sealed(drawn, stranger, reason="x", place="")
    Seal.objects.create(
        fair_copy=copy,
        pdf=forged,
        sha256=hashlib.sha256(forged).hexdigest(),
        certificate=own.pem,
        fingerprint=own.fingerprint,
        sealed_at=NOON,
    )
    assert judge_file(forged, own=own.fingerprint).worth is Worth.TAKEN


@pytest.mark.slow
@NEEDS_PYHANKO
def test_a_tournament_that_moves_takes_its_copies_and_seals_along(accepted, tmp_path, settings):
    """On the other machine the list has another number and the site another key: code and file are still known."""
    code, copy = check_codes([accepted])[accepted.pk], FairCopy.objects.get()
    content, made_up = file_of(copy), spelled_code(accepted.pk + 5_000, copy.mark)
    assert said_of_code(made_up) is None, "nobody has moved this list"
    moved = tournament_file(accepted.table.series.tournament, now=NOON)
    another_machine()
    settings.DATA_DIR = tmp_path / "other"
    taken = take_over(read_tournament(moved), by=factories.administrator(), now=NOON)
    sheet = sheets().get(table__series__tournament=taken)
    assert said_of_code(code).sheet == sheet
    assert said_of_code(made_up).sheet == sheet
    judged = judge_file(content, own=seals.certificate(now=NOON).fingerprint)
    assert (judged.worth, judged.said.newest) == (Worth.TAKEN, True)


# Several hosts as one --------------------------------------------------------------------------------------------


@NEEDS_PYHANKO
@pytest.mark.parametrize("packed", [False, True])
def test_two_hosts_with_the_same_key_have_one_certificate(settings, tmp_path, packed):
    pem = sealing.new_identity(name="Verband", now=NOON)
    settings.SEAL_KEY = base64.b64encode(pem).decode() if packed else pem.decode()
    shown = set()
    for host in ("a", "b"):
        settings.DATA_DIR = tmp_path / host
        shown.add(seals.certificate(now=NOON).fingerprint)
        assert not seals.seal_file().exists(), "a host that is given a key makes none"
    assert shown == {sealing.certificate_of(pem).fingerprint}


@NEEDS_PYHANKO
def test_a_key_that_does_not_fit_is_refused_in_a_sentence(settings):
    one, other = (sealing.new_identity(name="Verband", now=NOON).decode() for _time in range(2))
    crossed = one.partition("-----BEGIN CERT")[0] + "-----BEGIN CERT" + other.partition("-----BEGIN CERT")[2]
    for wrong in ("wort", "ä", crossed, one.partition("-----BEGIN CERT")[0]):
        settings.SEAL_KEY = wrong
        with pytest.raises(seals.NoSeals, match="SEAL_KEY"):
            seals.identity(now=NOON)
