"""Makes a certificate authority for this laptop, and with it certificates for https in the hall.

The authority lasts for years; a certificate for the laptop's present addresses is made at each call.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from tournaments.storage.whole_files import replace_whole

PRIVATE = tuple(
    ipaddress.ip_network(one)
    for one in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "127.0.0.0/8", "169.254.0.0/16")
)
AUTHORITY_YEARS, DAYS = 5, 90  # phones refuse certificates that last much longer than a year
EARLIER = timedelta(days=1)  # for phones whose clock is behind


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificates:
    """The paths of the four files. Everybody may have the authority's certificate, nobody the keys."""

    authority: Path
    authority_key: Path
    server: Path
    server_key: Path

    @classmethod
    def of(cls, folder: Path) -> Certificates:
        """The paths inside the folder of data."""
        return cls(
            authority=folder / "hall-ca.pem",
            authority_key=folder / "hall-ca-key.pem",
            server=folder / "hall-server.pem",
            server_key=folder / "hall-server-key.pem",
        )


class BrokenAuthority(Exception):
    """The authority of this laptop lies there and cannot be read."""


def may_speak_for(name: str) -> bool:
    """Whether a name may be certified: addresses of private networks and names of the local network only."""
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return name == "localhost" or name.endswith(".local")
    return any(address in network for network in PRIVATE if network.version == address.version)


def make_certificates(folder: Path, *, names: list[str], now: datetime) -> Certificates:
    """Make the authority unless one lasts long enough, and always a new certificate for these addresses."""
    made = Certificates.of(folder)
    if made.authority.is_file() and made.authority_key.is_file():
        key, authority = _read_authority(made)
        if authority.not_valid_after_utc > now + timedelta(days=DAYS):
            _write_server(made, authority, key, names=names, now=now)
            return made
    key = ec.generate_private_key(ec.SECP256R1())
    authority = _authority(key, now=now)
    _keep(made.authority_key, _private(key), secret=True)
    _keep(made.authority, authority.public_bytes(serialization.Encoding.PEM), secret=False)
    _write_server(made, authority, key, names=names, now=now)
    return made


def _read_authority(made: Certificates) -> tuple[ec.EllipticCurvePrivateKey, x509.Certificate]:
    try:
        key = serialization.load_pem_private_key(made.authority_key.read_bytes(), password=None)
        authority = x509.load_pem_x509_certificate(made.authority.read_bytes())
    except (TypeError, ValueError) as fault:
        raise BrokenAuthority(made.authority, made.authority_key) from fault
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != authority.public_key():
        raise BrokenAuthority(made.authority, made.authority_key)
    return key, authority


def _authority(key: ec.EllipticCurvePrivateKey, *, now: datetime) -> x509.Certificate:
    """The authority's own certificate, signed by itself.

    It is limited to addresses of private networks and `.local`: whoever trusts it risks nothing else.
    """
    name = _name(f"Rommé-Club, dieser Laptop, {now:%d.%m.%Y}")
    allowed: list[x509.GeneralName] = [x509.IPAddress(one) for one in PRIVATE]
    allowed += [x509.DNSName("local"), x509.DNSName("localhost")]
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - EARLIER)
        .not_valid_after(now + timedelta(days=365 * AUTHORITY_YEARS))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(x509.NameConstraints(allowed, None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )


def _write_server(
    made: Certificates,
    authority: x509.Certificate,
    authority_key: ec.EllipticCurvePrivateKey,
    *,
    names: list[str],
    now: datetime,
) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = (
        x509.CertificateBuilder()
        .subject_name(_name("Rommé-Club im Saal"))
        .issuer_name(authority.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - EARLIER)
        .not_valid_after(now + timedelta(days=DAYS))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName([_general(one) for one in names]), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key()), critical=False
        )
        .sign(authority_key, hashes.SHA256())
    )
    chain = b"".join(one.public_bytes(serialization.Encoding.PEM) for one in (certificate, authority))
    _keep(made.server_key, _private(key), secret=True)
    _keep(made.server, chain, secret=False)


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _private(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _keep(path: Path, content: bytes, *, secret: bool) -> None:
    """Write a file whole or not at all; a key is readable by its owner alone from the first moment."""
    replace_whole(path, content, mode=0o600 if secret else 0o644)
