"""`start.py` on any machine: it parses everywhere, installs what is pinned, and picks up where it was stopped."""

from __future__ import annotations

import ast
import importlib.util
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.rooms import HOUSE

SCRIPT = HOUSE / "start.py"


@pytest.fixture
def start(tmp_path, monkeypatch):
    """The script as a module, working in a folder of its own with the environment that runs this test."""
    spec = importlib.util.spec_from_file_location("start", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "HOUSE", tmp_path)
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")  # never the one that runs this test
    monkeypatch.setattr(module, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(module, "INSTALLED", tmp_path / "installed.json")
    (tmp_path / "requirements.txt").write_text("# nothing\n", encoding="utf-8")
    (tmp_path / "requirements-dev.txt").write_text("# nothing more\n", encoding="utf-8")
    return module


# The lists ----------------------------------------------------------------------------------------------------


def short_list() -> dict[str, list[Requirement]]:
    lists = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))
    runtime = [Requirement(line) for line in lists["project"]["dependencies"]]
    reading = [Requirement(line) for line in lists["project"]["optional-dependencies"]["reading"]]
    groups = lists["dependency-groups"]
    development, peers = ([Requirement(line) for line in groups[name]] for name in ("dev", "peers"))
    return {
        "requirements.txt": runtime,
        "requirements-dev.txt": runtime + development,
        "requirements-reading.txt": runtime + reading,
        "requirements-peers.txt": peers,
    }


def pins(name: str) -> dict[str, str]:
    """Package → version; the hashes are counted on the way."""
    found = {}
    blocks = re.split(r"\n(?=[a-z0-9])", (HOUSE / name).read_text(encoding="utf-8"))
    for block in blocks[1:]:
        pinned = re.match(r"([a-z0-9.-]+)(?:\[[^]]*\])?==([^\s;\\]+)", block)
        assert pinned, block
        assert block.count("--hash=sha256:") >= 1, f"{pinned[1]} has no hash"
        found[pinned[1]] = pinned[2]
    return found


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize("name", sorted(short_list()))
def test_the_pins_fit_the_short_list(name):
    pinned = pins(name)
    for wanted in short_list()[name]:
        assert normal(wanted.name) in pinned, "python start.py lock"
        assert wanted.specifier.contains(pinned[normal(wanted.name)], prereleases=True), wanted


@pytest.mark.parametrize("name", sorted(short_list()))
def test_the_pins_were_compiled_from_the_short_list_as_it_is_now(name, start, monkeypatch):
    monkeypatch.setattr(start, "HOUSE", HOUSE)
    first_line = (HOUSE / name).read_text(encoding="utf-8").partition("\n")[0]
    assert first_line == start.DIGEST_LINE + start.short_list_digest(), "python start.py lock"


def test_a_new_entry_in_the_short_list_is_noticed(start, tmp_path):
    text = (HOUSE / "pyproject.toml").read_text(encoding="utf-8")
    digests = []
    for version in (text, text.replace('"segno', '"sagno'), text.replace('"ruff>=0', '"ruff>=1')):
        (tmp_path / "pyproject.toml").write_text(version, encoding="utf-8")
        digests.append(start.short_list_digest())
    assert len(set(digests)) == 3


def test_both_files_pin_the_same_versions():
    runtime, development = pins("requirements.txt"), pins("requirements-dev.txt")
    # uvicorn, psycopg-binary and such stand in both; what development adds is not in the shorter file
    assert {name: development.get(name) for name in runtime} == runtime


# Any Python, any moment ---------------------------------------------------------------------------------------


def test_an_old_python_reads_a_sentence_instead_of_a_traceback():
    source = SCRIPT.read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 7))
    old = (
        f"import sys; sys.version_info = (3, 9, 2, 'final', 0); exec(compile({source!r}, 'start.py', 'exec'))"
    )
    run = subprocess.run([sys.executable, "-c", old], capture_output=True, encoding="utf-8", check=False)
    assert run.returncode == 1
    assert run.stderr.startswith("Rommé-Club braucht Python 3.11 oder neuer, dies ist Python 3.9.")
    assert "Traceback" not in run.stderr


def test_the_script_uses_the_standard_library_alone():
    roots = {
        name.partition(".")[0]
        for node in ast.walk(ast.parse(SCRIPT.read_text(encoding="utf-8")))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert roots <= sys.stdlib_module_names


@pytest.mark.slow
def test_the_first_call_installs_and_the_second_has_nothing_to_do(start, capsys):
    start.ensure_environment("requirements.txt")
    assert "Pakete installieren (requirements.txt) … " in capsys.readouterr().out
    start.ensure_environment("requirements.txt")
    assert capsys.readouterr().out == ""


@pytest.mark.slow
def test_a_changed_list_is_installed_and_a_failure_leaves_the_old_note(start, tmp_path):
    start.ensure_environment("requirements.txt")
    note = start.installed()
    (tmp_path / "requirements.txt").write_text("-r gibt-es-nicht.txt\n", encoding="utf-8")
    with pytest.raises(start.Failed, match="gibt-es-nicht"):
        start.ensure_environment("requirements.txt")
    assert start.installed() == note


@pytest.mark.slow
def test_what_tests_need_holds_what_the_site_needs(start, capsys):
    start.ensure_environment("requirements-dev.txt")
    capsys.readouterr()
    start.ensure_environment("requirements.txt")
    assert capsys.readouterr().out == ""


def test_a_note_that_was_cut_off_means_nothing_is_installed(start):
    start.INSTALLED.write_text('{"requirements.txt": "ab', encoding="utf-8")
    assert start.installed() == {}
    start.INSTALLED.write_text("[]", encoding="utf-8")
    assert start.installed() == {}


def test_line_ends_of_windows_change_nothing(start, tmp_path):
    unix = start.fingerprint("requirements.txt")
    (tmp_path / "requirements.txt").write_bytes(b"# nothing\r\n")
    assert start.fingerprint("requirements.txt") == unix


@pytest.mark.slow
def test_a_half_made_environment_is_noticed(start, tmp_path, monkeypatch):
    assert start.environment_works()
    monkeypatch.setattr(start, "PYTHON", tmp_path / "bin" / "python")
    assert not start.environment_works()
    bare = tmp_path / "bare"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", bare], check=True)
    monkeypatch.setattr(
        start, "PYTHON", bare / start.PYTHON.relative_to(tmp_path) if sys.platform != "win32" else bare
    )
    assert not start.environment_works()


@pytest.mark.slow
def test_the_note_names_both_files_after_the_longer_one(start):
    start.ensure_environment("requirements-dev.txt")
    assert set(json.loads(start.INSTALLED.read_text(encoding="utf-8"))) == {
        "requirements.txt",
        "requirements-dev.txt",
    }
