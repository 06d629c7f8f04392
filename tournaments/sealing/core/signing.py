"""Puts the signature on: PAdES baseline B by pyHanko, without any network. The one import of pyHanko."""

from __future__ import annotations

import io

from asn1crypto import keys, pem, x509
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign.fields import MDPPerm, SigSeedSubFilter
from pyhanko.sign.signers import PdfSignatureMetadata, PdfSigner, SimpleSigner
from pyhanko_certvalidator.registry import SimpleCertificateStore

FIELD = "Siegel"


def signer_of(identity: bytes) -> SimpleSigner:
    """Who signs: the key and the certificate of one PEM text."""
    parts = {kind: der for kind, _headers, der in pem.unarmor(identity, multiple=True)}
    return SimpleSigner(
        signing_cert=x509.Certificate.load(parts["CERTIFICATE"]),
        signing_key=keys.PrivateKeyInfo.load(parts["PRIVATE KEY"]),
        cert_registry=SimpleCertificateStore(),  # type: ignore[no-untyped-call]  # pyHanko's own
    )


def sealed(pdf: bytes, identity: bytes, *, reason: str, place: str) -> bytes:
    """The file as it was, and behind it a signature over all of it that allows no later change."""
    writer = IncrementalPdfFileWriter(io.BytesIO(pdf))
    about = PdfSignatureMetadata(
        field_name=FIELD,
        md_algorithm="sha256",
        subfilter=SigSeedSubFilter.PADES,
        reason=reason,
        location=place or None,
        certify=True,
        docmdp_permissions=MDPPerm.NO_CHANGES,
    )
    done = io.BytesIO()
    PdfSigner(about, signer=signer_of(identity)).sign_pdf(writer, output=done)
    return done.getvalue()
