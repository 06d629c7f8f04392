"""What others wrote is what they published: packages by pinned hashes, files by a table beside them."""

from __future__ import annotations

import re

import pytest

from tests import sbom
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
