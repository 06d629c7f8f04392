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
    (tmp_path / "requirements-extras.txt").write_text("-r requirements.txt\n", encoding="utf-8")
    (tmp_path / "requirements-dev.txt").write_text("-r requirements-extras.txt\n", encoding="utf-8")
    return module


# The lists ----------------------------------------------------------------------------------------------------


FILES = ("requirements.txt", "requirements-extras.txt", "requirements-dev.txt")


def short_list() -> dict[str, list[Requirement]]:
    lists = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))
    project = lists["project"]
    asked = {
        "requirements.txt": project["dependencies"],
        "requirements-extras.txt": [
            line for extra in project["optional-dependencies"].values() for line in extra
        ],
        "requirements-dev.txt": lists["dependency-groups"]["dev"],
    }
    return {name: [Requirement(line) for line in lines] for name, lines in asked.items()}


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


@pytest.mark.parametrize("name", FILES)
def test_the_pins_fit_the_short_list(name):
    pinned = {
        package: version for file in FILES[: FILES.index(name) + 1] for package, version in pins(file).items()
    }
    for wanted in short_list()[name]:
        assert normal(wanted.name) in pinned, "python start.py lock"
        assert wanted.specifier.contains(pinned[normal(wanted.name)], prereleases=True), wanted


@pytest.mark.parametrize("name", FILES)
def test_the_pins_were_compiled_from_the_short_list_as_it_is_now(name, start, monkeypatch):
    monkeypatch.setattr(start, "HOUSE", HOUSE)
    first_line = (HOUSE / name).read_text(encoding="utf-8").partition("\n")[0]
    assert first_line == start.DIGEST_LINE + start.short_list_digest(name), "python start.py lock"


@pytest.mark.parametrize(
    ("before", "after", "files"),
    [
        ('"segno', '"sagno', ["requirements.txt"]),
        ('"pypdfium2', '"pypdfium3', ["requirements-extras.txt"]),
        ('"ruff>=0', '"ruff>=1', ["requirements-dev.txt"]),
        ('"rlcard', '"rlcord', []),
    ],
)
def test_a_change_of_the_short_list_concerns_one_file(start, tmp_path, before, after, files):
    text = (HOUSE / "pyproject.toml").read_text(encoding="utf-8")
    assert before in text
    digests = []
    for version in (text, text.replace(before, after)):
        (tmp_path / "pyproject.toml").write_text(version, encoding="utf-8")
        digests.append({name: start.short_list_digest(name) for name in FILES})
    assert [name for name in FILES if digests[0][name] != digests[1][name]] == files


def test_no_file_repeats_what_the_one_before_it_pins():
    """A longer file begins with the shorter one, so a package that stands in both stands there under another condition."""
    for number, name in enumerate(FILES):
        text = (HOUSE / name).read_text(encoding="utf-8")
        assert re.findall("^-r (.+)$", text, re.MULTILINE) == [*FILES[:number]][-1:]
        for other in FILES[:number]:
            shared = pins(name).keys() & pins(other).keys()
            assert {one: pins(name)[one] for one in shared} == {one: pins(other)[one] for one in shared}
            assert not lines(name) & lines(other)


def lines(name: str) -> set[str]:
    """Each pin with its marker."""
    return set(re.findall(r"^[a-z0-9].+$", (HOUSE / name).read_text(encoding="utf-8"), re.MULTILINE))


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
def test_the_note_names_every_file_after_the_longest_one(start):
    start.ensure_environment("requirements-dev.txt")
    assert set(json.loads(start.INSTALLED.read_text(encoding="utf-8"))) == {
        "requirements.txt",
        "requirements-extras.txt",
        "requirements-dev.txt",
    }


# The check ----------------------------------------------------------------------------------------------------


def test_a_check_that_fails_is_named_with_what_it_said_and_one_that_passes_with_its_seconds(start, capsys):
    assert start.said("good", sys.executable, "-c", "print('fine')") == ""
    assert start.said("bad", sys.executable, "-c", "print('why'); raise SystemExit(3)") == "bad"
    told = capsys.readouterr().out
    assert re.fullmatch(r"  good: \d+\.\d s\n  bad: \d+\.\d s, FAILED\nwhy\n\n", told)


def test_a_template_without_a_last_line_break_is_not_formatted(start, tmp_path):
    """It stands in the middle of a line of another one."""
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates/page.html").write_text("<p>\n", encoding="utf-8")
    (tmp_path / "templates/icon.html").write_text("<svg></svg>", encoding="utf-8")
    assert [path.name for path in start.templates()] == ["page.html"]
