"""A version: what it changes in the files, and what has to be in its packages. `release --dry-run` does the rest in CI."""

import datetime as dt
import hashlib
import importlib.util
import re
import shutil
import subprocess
import unicodedata
import zipfile
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parent.parent
DAY = dt.date(2026, 12, 1)


@pytest.fixture(scope="module")
def release():
    spec = importlib.util.spec_from_file_location("release", HOUSE / "release.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def notes(tmp_path) -> Path:
    """Fragments of three changes."""
    for name, text in (
        ("walls.added.md", "Walls turn their pages.\n"),
        ("cash.fixed.md", "- The box adds up.\n- Receipts have a number.\n"),
        ("accounts.added.md", "- Accounts.\n"),
        ("README.md", "no change\n"),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_fragments_become_one_section_by_kind_and_name(release, notes):
    assert release.collected(notes) == (
        "### Added\n\n- Accounts.\n- Walls turn their pages.\n\n### Fixed\n\n- The box adds up.\n- Receipts have a number.\n"
    )
    assert [path.name for path in release.fragments(notes)] == [
        "accounts.added.md",
        "walls.added.md",
        "cash.fixed.md",
    ]


def test_a_version_stands_above_the_earlier_ones(release):
    changes = "# Changelog\n\nHow.\n\n## 0.9.0 – 2026-01-01\n\n- Altes\n"
    assert release.with_section(changes, "### Added\n\n- Neues\n", "1.0.0", DAY) == (
        "# Changelog\n\nHow.\n\n## 1.0.0 – 2026-12-01\n\n### Added\n\n- Neues\n\n## 0.9.0 – 2026-01-01\n\n- Altes\n"
    )


def test_a_version_without_notes_is_none(release):
    with pytest.raises(release.Stopped):
        release.with_section("# Changelog\n", "", "1.0.0", DAY)


def test_every_fragment_has_a_kind_and_says_something(release):
    """`topic.added.md`, `.changed.md` or `.fixed.md`: any other name would be left out of the CHANGELOG."""
    found = sorted((HOUSE / release.FRAGMENTS).glob("*"))
    assert [
        path.name for path in found if not re.fullmatch(r"[a-z0-9-]+\.(added|changed|fixed)\.md", path.name)
    ] == []
    assert [path.name for path in found if not path.read_text(encoding="utf-8").strip()] == []


def test_the_number_stands_in_one_place(release):
    text = (HOUSE / release.VERSION_FILE).read_text(encoding="utf-8")
    assert '__version__ = "7.8.9"' in release.with_version(text, "7.8.9")
    assert 'dynamic = ["version"]' in (HOUSE / "pyproject.toml").read_text(encoding="utf-8")


def test_a_wheel_holds_all_that_the_site_needs_and_an_e_of_one_sign(release, tmp_path):
    files = [
        "manage.py",
        "rommé_club/settings.py",
        "templates/base.html",
        "locale/lb/django.po",
        "docs/index.md",
    ]
    expected = release.expected_in_wheel(files)
    assert expected == {
        "rommé_club/house/manage.py",
        "rommé_club/settings.py",
        "rommé_club/house/templates/base.html",
        "rommé_club/house/locale/lb/django.mo",
    }
    assert release.expected_in_sdist(files) == {*files, "locale/lb/django.mo"}
    package = tmp_path / "romme_club-1.0.0-py3-none-any.whl"
    for names, fine in (
        (expected, True),
        (expected - {"rommé_club/settings.py"}, False),
        (expected | {unicodedata.normalize("NFD", "rommé_club/urls.py")}, False),
    ):
        with zipfile.ZipFile(package, "w") as wheel:
            for name in names:
                wheel.writestr(name, "")
        if fine:
            release.check_names(package, expected)
        else:
            with pytest.raises(release.Stopped):
                release.check_names(package, expected)


def test_every_file_the_site_needs_is_meant(release):
    expected = release.expected_in_wheel(release.tracked())
    for name in (
        "templates/base.html",
        "static/js/site.js",
        "fixtures/demo.toml",
        "locale/en/LC_MESSAGES/django.mo",
    ):
        assert f"rommé_club/house/{name}" in expected
    assert {"rommé_club/settings.py", "tournaments/management/console.py"} <= expected


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="OpenSSH is not installed here")
def test_what_is_published_is_summed_and_signed(release, tmp_path, monkeypatch):
    """Whoever has the signer's public key can check it; one changed byte, another key or another purpose fails."""
    monkeypatch.setattr(release, "DIST", tmp_path)
    (tmp_path / "romme_club-1.0.0-py3-none-any.whl").write_bytes(b"wheel")
    (tmp_path / "note.md").write_text("no package", encoding="utf-8")
    path = release.sums()
    told = path.read_text(encoding="utf-8")
    assert told == f"{hashlib.sha256(b'wheel').hexdigest()}  romme_club-1.0.0-py3-none-any.whl\n"
    for name in ("key", "other"):
        made = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "release", "-f", str(tmp_path / name)]
        subprocess.run(made, check=True)
    signature = release.sign(path, tmp_path / "key")

    def checked(public: str, text: str, purpose: str = release.NAMESPACE) -> bool:
        signers = tmp_path / "signers"
        key = (tmp_path / public).read_text(encoding="utf-8")
        signers.write_text(f"release {key}", encoding="utf-8")
        words = ["-f", str(signers), "-I", "release", "-n", purpose, "-s", str(signature)]
        verify = ["ssh-keygen", "-Y", "verify", *words]
        return subprocess.run(verify, input=text, capture_output=True, text=True, check=False).returncode == 0

    assert checked("key.pub", told)
    assert not checked("other.pub", told)
    assert not checked("key.pub", told.replace("wheel", "whee1") + " ")
    assert not checked("key.pub", told, purpose="something-else")
