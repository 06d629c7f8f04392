"""Reads a signature without believing the file around it: byte range, digest, key. No page, font or stream is looked at.

What strangers upload is not parsed as a PDF at all. Two searches for signs, one block of hexadecimal digits and one
structure of a few kilobytes: the time grows with the length of the file, and with nothing that stands in it.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any

from asn1crypto import cms
from asn1crypto.tsp import SigningCertificateV2
from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from tournaments.sealing.core import FoundSignature
from tournaments.sealing.core.identity import certificate_shown

# Attributes are compared by number: asn1crypto knows a name only once some process has imported the module that adds it.
CERTIFICATE_NAMED = "1.2.840.113549.1.9.16.2.47"  # signing-certificate-v2, RFC 5035
RANGE = re.compile(
    rb"/ByteRange\s{0,9}\[\s{0,9}(\d{1,9})\s{1,9}(\d{1,9})\s{1,9}(\d{1,9})\s{1,9}(\d{1,9})\s{0,9}\]"
)
DIGITS = re.compile(rb"<[0-9A-Fa-f]*>")
LONGEST = 128 * 1024  # hexadecimal digits of a signature with its certificate: ours has five thousand
# What readers of such structures say about those that are none.
BROKEN = (
    ValueError,
    TypeError,
    KeyError,
    IndexError,
    AttributeError,
    OverflowError,
    RecursionError,
    UnsupportedAlgorithm,  # a key of a kind, or on a curve, that nobody knows
    x509.InvalidVersion,
)


def signature_in(pdf: bytes) -> FoundSignature | None:
    """The last signature: what it covers, whether it holds, and whose it is."""
    ranges = RANGE.findall(pdf)
    if not pdf.startswith(b"%PDF-") or not ranges:
        return None
    begin, before, after, rest = (int(number) for number in ranges[-1])
    gap = pdf[before:after]
    if begin or not before < after <= after + rest <= len(pdf):
        return None
    if len(gap) > LONGEST or len(gap) % 2 or DIGITS.fullmatch(gap) is None:
        return None
    signed = pdf[:before] + pdf[after : after + rest]
    try:
        return judged_signer(bytes.fromhex(gap[1:-1].decode("ascii")), signed, whole=after + rest == len(pdf))
    except BROKEN:
        return None


def judged_signer(block: bytes, signed: bytes, *, whole: bool) -> FoundSignature | None:
    """One signer, SHA-256, a key on a curve: as this house signs. Anything else is not of this house."""
    content = cms.ContentInfo.load(block)
    padding = block[len(content.dump()) :]
    if content["content_type"].native != "signed_data" or any(padding):
        return None
    data = content["content"]
    signers, certificates = data["signer_infos"], data["certificates"]
    if len(signers) != 1:
        return None
    signer = signers[0]
    own = next((one.chosen for one in certificates if one.chosen.serial_number == serial_of(signer)), None)
    if own is None:
        return None
    certificate = x509.load_der_x509_certificate(own.dump())
    key = certificate.public_key()
    if not isinstance(key, ec.EllipticCurvePublicKey):
        return None
    return FoundSignature(
        holds=digest_holds(signer, key, signed) and names_certificate(signer, own.dump()),
        whole=whole,
        certificate=certificate_shown(certificate),
    )


def serial_of(signer: Any) -> int:
    return int(signer["sid"].chosen["serial_number"].native)


def digest_holds(signer: Any, key: ec.EllipticCurvePublicKey, signed: bytes) -> bool:
    """Whether the digest is that of these bytes, and the signature that of this digest."""
    attributes = signer["signed_attrs"]
    digests = [one["values"][0].native for one in attributes if one["type"].native == "message_digest"]
    if digests != [hashlib.sha256(signed).digest()]:
        return False
    try:
        key.verify(signer["signature"].native, attributes.untag().dump(), ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        return False
    return True


def names_certificate(signer: Any, certificate: bytes) -> bool:
    """Return whether the signed attributes name this certificate, as PAdES asks: no other one can be slipped in."""
    named = [
        SigningCertificateV2.load(one["values"][0].dump())["certs"][0]["cert_hash"].native
        for one in signer["signed_attrs"]
        if one["type"].dotted == CERTIFICATE_NAMED
    ]
    return named == [hashlib.sha256(certificate).digest()]
