"""The digits of a code app and the codes of a sheet: by the vectors of the standard, to the last step."""

from __future__ import annotations

import importlib.util
import re

import pytest

from tournaments.accounts.core import codes

SECRET = b"12345678901234567890"


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(59, "287082"), (1111111109, "081804"), (1111111111, "050471"), (1234567890, "005924"), (2000000000, "279037"), (20000000000, "353130")],
)  # fmt: skip
def test_the_vectors_of_rfc_6238(seconds, shown):
    assert codes.code_at(SECRET, codes.step_of(seconds)) == shown


def test_a_step_is_half_a_minute():
    assert [codes.step_of(seconds) for seconds in (0, 29.9, 30, 59, 60)] == [0, 0, 1, 1, 2]


def test_slow_fingers_have_one_step_before_and_after():
    shown = [codes.code_at(SECRET, step) for step in range(100, 107)]
    found = [codes.step_that_shows(SECRET, digits, around=103) for digits in shown]
    assert found == [None, None, 102, 103, 104, None, None]
    wide = [codes.step_that_shows(SECRET, digits, around=103, slack=2) for digits in shown]
    assert wide == [None, 101, 102, 103, 104, 105, None]
    assert codes.FARTHEST == 20, "ten minutes, when an app is set up"


def test_of_two_steps_with_the_same_digits_the_nearer_one_counts(monkeypatch):
    monkeypatch.setattr(codes, "code_at", lambda _secret, step: "111111" if step in (98, 101) else "222222")
    assert codes.step_that_shows(SECRET, "111111", around=100, slack=3) == 101


def test_a_code_opens_once():
    assert codes.opens_again(5, last=5, newest=9)
    assert codes.opens_again(4, last=5, newest=9)
    assert not codes.opens_again(6, last=5, newest=9)
    assert not codes.opens_again(5, last=10, newest=9), "written while the clock ran ahead"
    assert codes.opens_again(5, last=9, newest=9)


def test_the_secret_as_people_type_it():
    assert codes.spelled_secret(b"1234567890") == "GEZD GNBV GY3T QOJQ"
    assert codes.spelled_secret(b"123456") == "GEZD GNBV GY"
    link = codes.setup_link(b"123456", issuer="Rommé Club", account="leitung/1")
    assert link == "otpauth://totp/Romm%C3%A9%20Club:leitung/1?secret=GEZDGNBVGY&issuer=Romm%C3%A9%20Club"


def test_a_sheet_has_ten_codes_of_three_groups_of_four():
    sheet = codes.new_sheet()
    assert len(sheet) == len(set(sheet)) == 10
    assert all(re.fullmatch(r"[a-hj-km-np-z2-9]{4}(-[a-hj-km-np-z2-9]{4}){2}", code) for code in sheet)
    assert len(set(codes.LETTERS)) == 31


def test_what_is_kept_of_a_code(monkeypatch):
    """By the hash of the standard, so that a sheet that was printed opens after any update."""
    monkeypatch.setattr(codes, "ROUNDS", 50_000)
    kept = codes.sheet_hash("abcd-efgh-jkmn", salt="salz")
    assert kept == "b13243755f2755f6386ab26fb0a6fed8ababf484429324d9833ab59d325646ff"
    assert codes.sheet_hash(" ABCD efgh jkmn", salt="salz") == kept
    assert codes.sheet_hash("abcd-efgh-jkmn", salt="pfeffer") != kept


def test_the_rounds_of_that_hash():
    """The suite takes fewer of them; the module as it is imported does not."""
    spec = codes.__spec__
    fresh = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(fresh)
    assert fresh.ROUNDS == 50_000
