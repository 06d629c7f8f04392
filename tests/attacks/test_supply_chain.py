"""What others wrote is what they published: packages by pinned hashes, files by a table beside them."""

from __future__ import annotations

import re

import pytest

from tests import holes, sbom
from tests.rooms import HOUSE

OUR_OWN = {".md", ".txt"}  # tables and licences


def test_every_package_is_pinned_with_hashes():
    found = sbom.packages()
    assert len(found) > 20
    assert [one["name"] for one in found if not one["hashes"]] == []
    asked = re.findall(
        r"^([A-Za-z0-9._-]+)==", (HOUSE / "requirements.txt").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert [one["name"] for one in found] == asked


@pytest.mark.parametrize("folder", sbom.FOLDERS)
def test_every_file_of_others_stands_in_its_table_with_its_hash(folder):
    told = sbom.told_files()
    names = [name for name in sbom.tracked(folder) if not name.endswith(tuple(OUR_OWN))]
    assert names
    assert [name for name in names if told.get(name) != sbom.digest_of(HOUSE / name)] == []
    assert [name for name in told if name.startswith(folder) and not (HOUSE / name).is_file()] == []


def test_the_bill_of_materials_names_everything():
    listed = sbom.document()
    assert listed["bomFormat"] == "CycloneDX"
    names = {one["name"].lower() for one in listed["components"]}
    assert {"django", "argon2-cffi", "static/vendor/htmx-2.0.11.min.js"} <= names


def test_what_hosts_of_a_federation_install_is_listed_and_asked_about_too():
    """Neither list knew of the packages that came with the file store and the broker."""
    names = {one["name"] for one in sbom.packages("requirements-extras.txt")}
    assert names <= {one["name"] for one in sbom.document()["components"]}
    locks = {path.name for path in HOUSE.glob("requirements*.txt")}
    assert set(holes.LOCKS) == locks


def test_what_it_is_made_of_is_listed_and_compared(monkeypatch, tmp_path):
    """A package that comes, goes or changes its files is a line of a review."""
    assert sbom.what_differs() == []
    kept = tmp_path / "sbom.txt"
    kept.write_text(sbom.listed().replace("django ", "djungle ", 1), encoding="utf-8")
    monkeypatch.setattr(sbom, "LISTED", kept)
    assert [line[:9] for line in sbom.what_differs()] == ["- djungle", "+ django "]
    assert sbom.main(["--check"]) == 1


HOLE = {"id": "HOLE-1", "aliases": ["CVE-0000-1"], "fixed_in": ["2.0"], "withdrawn": None}


@pytest.mark.parametrize(
    ("pages", "found"),
    [
        ({"a/1.0/json": {"info": {"version": "1.0"}, "vulnerabilities": []}}, []),
        (
            {"a/1.0/json": {"info": {"version": "1.0"}, "vulnerabilities": [HOLE]}},
            ["HOLE-1 = CVE-0000-1; mended in 2.0"],
        ),
        (
            {"a/1.0/json": {"info": {"version": "1.0"}, "vulnerabilities": [HOLE | {"withdrawn": "2026"}]}},
            [],
        ),
        ({"a/json": {"info": {"version": "1.0"}, "vulnerabilities": []}}, []),
        ({"a/json": {"info": {"version": "2.0"}, "vulnerabilities": []}}, None),
        ({"a/1.0/json": {"nonsense": 1}}, None),
        ({}, None),
    ],
)
def test_a_release_that_could_not_be_asked_is_not_clean(pages, found):
    assert holes.told("a", "1.0", fetch=pages.get).holes == found


def test_the_command_says_what_it_does_not_know(tmp_path, monkeypatch, capsys):
    def gone(_path):
        raise OSError("no network")

    clean, sick = (
        holes.Told(name=name, version="1", holes=found) for name, found in (("a", []), ("b", ["x"]))
    )
    unasked = holes.told("c", "1", fetch=gone)
    assert [holes.verdict(found)[0] for found in ([clean], [clean, sick, unasked], [clean, unasked])] == [
        0,
        1,
        2,
    ]
    assert "NOT CHECKED: the index could not be asked about c 1" in holes.verdict([unasked])[1]
    kept = tmp_path / "told.json"
    kept.write_text(
        '{"asked_at": "2026-11-19", "releases": [{"name": "a", "version": "1", "holes": []}]}',
        encoding="utf-8",
    )
    monkeypatch.setattr(holes, "pinned", lambda: [("a", "1"), ("c", "1")])
    assert holes.main(["--from", str(kept)]) == 2
    assert "as told on 2026-11-19" in capsys.readouterr().out


def test_an_index_that_tells_of_no_holes_proves_nothing(monkeypatch, capsys):
    """A mirror without that knowledge answered "0 holes known" of everything, and it sounded like good news."""
    silent = {"info": {"version": "1"}, "vulnerabilities": []}
    monkeypatch.setattr(holes, "pinned", lambda: [("a", "1")])
    monkeypatch.setattr(holes.told, "__defaults__", (lambda _path: silent,))
    assert holes.main([]) == 2
    assert "WEAK: this index tells of no hole in pillow 9.0.0" in capsys.readouterr().out
