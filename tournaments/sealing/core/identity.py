"""The key of this installation and its certificate: made once, by cryptography."""

from __future__ import annotations

from datetime import datetime, timedelta

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tournaments.sealing.core import Certificate

YEARS = 30  # a list from a cupboard is looked at long after the tournament
ODD = (
    UnsupportedAlgorithm,
    x509.InvalidVersion,
    KeyError,
    TypeError,
)  # beside ValueError, of certificates of strangers
EARLIER = timedelta(days=1)  # laptops in halls have wrong clocks


def new_identity(*, name: str, now: datetime) -> bytes:
    """ECDSA on P-256: ten times as quick to sign with as RSA, and every reader of PDFs knows it (decision 0131)."""
    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - EARLIER)
        .not_valid_after(now + timedelta(days=round(365.25 * YEARS)))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(only_for_signing(), critical=True)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return secret + certificate.public_bytes(serialization.Encoding.PEM)


def only_for_signing() -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=True,
        content_commitment=True,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=False,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )


def certificate_of(identity: bytes) -> Certificate:
    """From a PEM text with or without the key; a ValueError where it is none, or its key is of no kind that we know."""
    read = read_certificate(identity)
    try:
        return certificate_shown(read)
    except ODD as fault:
        raise ValueError("a certificate with words that nobody can read") from fault


def read_certificate(pem: bytes) -> x509.Certificate:
    """Parse a certificate that came from outside; raises ValueError for anything that cannot be read."""
    try:
        read = x509.load_pem_x509_certificate(pem)
        read.public_key()
        return read
    except ODD as fault:
        raise ValueError("a certificate of a kind that nobody knows") from fault


def matched(identity: bytes) -> None:
    """Make sure that a PEM text holds a key and the certificate of that very key; a ValueError otherwise."""
    key = serialization.load_pem_private_key(identity, password=None)
    if key.public_key() != x509.load_pem_x509_certificate(identity).public_key():
        raise ValueError("the certificate is of another key")


def signature_over(words: bytes, identity: bytes) -> bytes:
    """A signature that whoever has the certificate can compare."""
    key = serialization.load_pem_private_key(identity, password=None)
    assert isinstance(key, ec.EllipticCurvePrivateKey), "made by new_identity, or given as one like it"
    return key.sign(
        words, ec.ECDSA(hashes.SHA256(), deterministic_signing=True)
    )  # the same file twice is the same


def signature_holds(words: bytes, signature: bytes, certificate: bytes) -> bool:
    """Whether the owner of the certificate has signed exactly these words."""
    key = read_certificate(certificate).public_key()
    if not isinstance(key, ec.EllipticCurvePublicKey):
        return False
    try:
        key.verify(signature, words, ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        return False
    return True


def certificate_shown(certificate: x509.Certificate) -> Certificate:
    names = certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
    return Certificate(
        pem=certificate.public_bytes(serialization.Encoding.PEM).decode("ascii"),
        fingerprint=certificate.fingerprint(hashes.SHA256()).hex(),
        name=str(names[0].value) if names else "",
        since=certificate.not_valid_before_utc,
        until=certificate.not_valid_after_utc,
    )
