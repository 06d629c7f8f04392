"""Seals without a database: made by a key of now, read back, and every byte that is otherwise makes them fall."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta

import pytest
from asn1crypto import cms
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from reportlab.pdfgen.canvas import Canvas

from tournaments.sealing import core
from tournaments.sealing.core.reading import LONGEST, signature_in

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def identity() -> bytes:
    return core.new_identity(name="Rommé-Club Morgenrot", now=NOW)


@pytest.fixture(scope="module")
def sealed(identity: bytes) -> bytes:
    target = io.BytesIO()
    page = Canvas(target, invariant=True)
    page.drawString(100, 100, "Spielliste")
    page.save()
    return core.sealed(target.getvalue(), identity, reason="angenommen", place="")


def gap_of(pdf: bytes) -> tuple[int, int]:
    start = pdf.rindex(b"/Contents <") + len(b"/Contents ")
    return start, pdf.index(b">", start) + 1


def test_a_certificate_says_whose_it_is_and_for_how_long(identity):
    shown = core.certificate_of(identity)
    assert shown.name == "Rommé-Club Morgenrot"
    assert shown.since == NOW - timedelta(days=1), "laptops in halls have wrong clocks"
    assert shown.until == NOW + timedelta(days=10_958)
    assert len(shown.fingerprint) == 64
    read = x509.load_pem_x509_certificate(identity)
    usage = read.extensions.get_extension_for_class(x509.KeyUsage)
    assert usage.critical
    assert (usage.value.digital_signature, usage.value.content_commitment) == (True, True)
    assert not any(
        (
            usage.value.key_encipherment, usage.value.data_encipherment, usage.value.key_agreement,
            usage.value.key_cert_sign, usage.value.crl_sign,
        )
    )  # fmt: skip
    basic = read.extensions.get_extension_for_class(x509.BasicConstraints)
    assert basic.critical
    assert not basic.value.ca


def test_the_key_and_its_certificate_belong_together(identity):
    core.matched(identity)
    other = core.new_identity(name="Abendrot", now=NOW)
    mixed = identity[: identity.index(b"-----BEGIN CERT")] + other[other.index(b"-----BEGIN CERT") :]
    with pytest.raises(ValueError, match="another key"):
        core.matched(mixed)


def test_words_are_signed_the_same_twice(identity):
    signature = core.signature_over(b"Stand", identity)
    assert signature == core.signature_over(b"Stand", identity)
    assert core.signature_holds(b"Stand", signature, identity)
    assert not core.signature_holds(b"stand", signature, identity)


def test_a_sealed_file_holds_and_is_whole(sealed, identity):
    found = signature_in(sealed)
    assert found is not None
    assert (found.holds, found.whole) == (True, True)
    assert found.certificate == core.certificate_of(identity)


def test_what_stands_behind_the_seal_is_told(sealed):
    found = signature_in(sealed + b"%more")
    assert found is not None
    assert (found.holds, found.whole) == (True, False)


def test_one_changed_byte_and_it_does_not_hold(sealed):
    at = sealed.index(b"/Catalog")
    found = signature_in(sealed[:at] + b"/catalog" + sealed[at + 8 :])
    assert found is not None
    assert (found.holds, found.whole) == (False, True)


def test_no_file_no_range_no_signature(sealed):
    start, end = gap_of(sealed)
    assert signature_in(b"") is None
    assert signature_in(b"x" + sealed) is None
    assert signature_in(sealed.replace(b"/ByteRange", b"/byterange")) is None
    assert signature_in(sealed[:-1]) is None, "it ends before the range does"
    assert signature_in(sealed[:start] + b"<" + b"0" * (end - start - 2) + b">" + sealed[end:]) is None
    assert signature_in(sealed[:start] + b"<" + b"x" * (end - start - 2) + b">" + sealed[end:]) is None


@pytest.mark.parametrize("numbers", ["1 {b} {a} {r}", "0 {a} {b} {r}", "0 {b} {b} {r}", "0 {b} {a} {r1}"])
def test_a_range_that_is_none(sealed, numbers):
    start, end = gap_of(sealed)
    rest = len(sealed) - end
    said = numbers.format(b=start, a=end, r=rest, r1=rest + 1).encode()
    at = sealed.rindex(b"/ByteRange")
    stop = sealed.index(b"]", at)
    room = stop - at - len(b"/ByteRange [")
    assert signature_in(sealed[:at] + b"/ByteRange [" + said.ljust(room) + sealed[stop:]) is None


def padded(digits: int) -> bytes:
    """A file whose signature is so many signs of nothing."""
    head = b"%PDF-1.7 /ByteRange [0 {:04d} {:06d} 000001] "
    gap = b"<" + b"0" * (digits - 2) + b">"
    size = len(head.replace(b"{:04d}", b"0000").replace(b"{:06d}", b"000000"))
    text = head.decode().format(size, size + len(gap)).encode()
    return text + gap + b"x"


@pytest.mark.parametrize("digits", [2, 100, 101, LONGEST, LONGEST + 2])
def test_what_is_no_structure_is_no_signature(digits):
    assert signature_in(padded(digits)) is None


def test_the_longest_signature_that_is_looked_at():
    assert LONGEST == 131_072, "hexadecimal digits; ours has five thousand"


def with_block(pdf: bytes, block: bytes, digits: int) -> bytes:
    """The file with another signature in its gap, filled up with noughts to so many digits with their brackets."""
    start, end = gap_of(pdf)
    gap = b"<" + block.hex().encode().ljust(digits - 2, b"0") + b">"
    made = pdf[:start] + gap + pdf[end:]
    at = made.rindex(b"/ByteRange")  # behind the gap: if the range grows, what follows the gap does
    stop = made.index(b"]", at)
    rest = f"/ByteRange [0 {start} {start + len(gap)} "
    said = f"{rest}{len(pdf) - end}".ljust(stop - at)
    said = f"{rest}{len(pdf) - end + len(said) - (stop - at)}".ljust(stop - at)
    return made[:at] + said.encode() + made[stop:]


def block_of(pdf: bytes) -> cms.ContentInfo:
    start, end = gap_of(pdf)
    return cms.ContentInfo.load(bytes.fromhex(pdf[start + 1 : end - 1].decode()))


def test_a_gap_is_looked_at_up_to_its_bound(sealed):
    whole = block_of(sealed).dump()
    assert signature_in(with_block(sealed, whole, LONGEST)) is not None
    assert signature_in(with_block(sealed, whole, LONGEST + 2)) is None


def test_behind_the_signature_stand_noughts_alone(sealed):
    _start, end = gap_of(sealed)
    assert signature_in(sealed[: end - 3] + b"01" + sealed[end - 1 :]) is None


def test_two_signers_are_none_of_ours(sealed):
    block = block_of(sealed)
    signers = block["content"]["signer_infos"]
    signers.append(signers[0].copy())
    start, end = gap_of(sealed)
    assert signature_in(with_block(sealed, block.dump(force=True), end - start)) is None


def test_the_digest_is_right_and_the_signature_is_of_something_else(sealed, identity):
    block = block_of(sealed)
    block["content"]["signer_infos"][0]["signature"] = core.signature_over(b"Stand", identity)
    start, end = gap_of(sealed)
    found = signature_in(with_block(sealed, block.dump(force=True), end - start))
    assert found is not None
    assert not found.holds


def test_a_seal_allows_no_change_and_names_its_place_where_there_is_one(sealed, identity):
    assert b"/DocMDP" in sealed
    assert b"/Location" not in sealed
    target = io.BytesIO()
    page = Canvas(target, invariant=True)
    page.showPage()
    page.save()
    assert b"/Location" in core.sealed(target.getvalue(), identity, reason="x", place="Probesaal")


def test_a_key_of_another_kind_has_signed_nothing():
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Abendrot")])
    made = x509.CertificateBuilder(
        issuer_name=name, subject_name=name, public_key=key.public_key(), serial_number=1,
        not_valid_before=NOW, not_valid_after=NOW + timedelta(days=1),
    ).sign(key, hashes.SHA256())  # fmt: skip
    assert not core.signature_holds(b"Stand", b"", made.public_bytes(serialization.Encoding.PEM))
