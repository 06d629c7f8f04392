"""The hall's own authority: made once, so that phones trust it once; its certificates follow the addresses of the day."""

from __future__ import annotations

from datetime import timedelta

from cryptography import x509

from tests.factories import NOON
from tournaments.management.certificates import Certificates, make_certificates, may_speak_for


def names_in(made: Certificates) -> list[str]:
    found = x509.load_pem_x509_certificate(made.server.read_bytes())
    said = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return [str(one.value) for one in said]


def test_the_authority_stays_and_the_certificate_is_made_for_the_addresses_of_today(tmp_path):
    made = make_certificates(tmp_path, names=["192.168.1.20"], now=NOON)
    authority = made.authority.read_bytes()
    assert (
        make_certificates(tmp_path, names=["10.0.0.7", "romme.local"], now=NOON + timedelta(days=1)) == made
    )
    assert made.authority.read_bytes() == authority, "phones that trust it go on trusting it"
    assert names_in(made) == ["10.0.0.7", "romme.local"]
    server = x509.load_pem_x509_certificate(made.server.read_bytes())
    server.verify_directly_issued_by(x509.load_pem_x509_certificate(authority))


def test_an_authority_that_is_nearly_over_is_made_anew(tmp_path):
    made = make_certificates(tmp_path, names=["192.168.1.20"], now=NOON)
    over = x509.load_pem_x509_certificate(made.authority.read_bytes()).not_valid_after_utc
    before = made.authority.read_bytes()
    make_certificates(tmp_path, names=["192.168.1.20"], now=over - timedelta(days=1))
    assert made.authority.read_bytes() != before


def test_it_speaks_for_the_hall_alone():
    assert all(map(may_speak_for, ("192.168.1.20", "10.1.2.3", "romme.local", "localhost")))
    assert not any(map(may_speak_for, ("8.8.8.8", "example.org", "rommé-club.lu")))
