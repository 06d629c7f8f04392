"""What `deploy/` ships fits together and fits the program: commands, ports, files, variables. Container engines are not needed for that."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import load_command_class

from tests.rooms import HOUSE

yaml = pytest.importorskip("yaml", reason="comes with the development tools")
DEPLOY = HOUSE / "deploy"
NGINX = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
UNITS = sorted(DEPLOY.glob("*.service"))
COMPOSED = sorted(DEPLOY.glob("compose*.yaml"))
MADE_BY_ITS_OWNER = {"romme-club.env", "userlist.txt"}


def upstream(name: str) -> set[str]:
    block = re.search(rf"upstream {name} {{(.*?)}}", NGINX, re.DOTALL)
    assert block, name
    return set(re.findall(r"server 127\.0\.0\.1:(\d+)", block[1]))


def managed(text: str) -> list[list[str]]:
    """The calls of `manage.py` in a line of a shell."""
    return [shlex.split(call) for call in re.findall(r"manage\.py ([^&|;\n]+)", text)]


def understood(call: list[str]) -> dict[str, Any]:
    """What our own command makes of these words; one that it does not know ends the test."""
    command = load_command_class("tournaments", call[0])
    return vars(command.create_parser("manage.py", call[0]).parse_args(call[1:]))


def port_of(calls: list[list[str]], name: str) -> set[str]:
    return {str(understood(call)["port"]) for call in calls if call[0] == name}


def calls_of(service: dict[str, Any]) -> list[list[str]]:
    words = service.get("command", [])
    return managed(words[2] if words[:2] == ["sh", "-c"] else shlex.join(words))


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_a_unit_calls_a_command_that_there_is(path):
    calls = [
        call
        for line in re.findall(r"^Exec\w+=(.*)$", path.read_text(), re.MULTILINE)
        for call in managed(line)
    ]
    assert calls
    for call in calls:
        understood(call)
    assert port_of(calls, "serve") <= upstream("romme_web")


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not here")
def test_systemd_understands_the_units(tmp_path):
    for path in UNITS:
        here = path.read_text(encoding="utf-8").replace("/srv/romme-club/.venv/bin/python", sys.executable)
        (tmp_path / path.name).write_text(here.replace("/srv/romme-club", str(HOUSE)), encoding="utf-8")
    looked = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *map(str, sorted(tmp_path.iterdir()))],
        capture_output=True,
        text=True,
        check=False,
    )
    ours = [line for line in looked.stderr.splitlines() if "romme-" in line]
    assert (looked.returncode, ours) == (0, []), looked.stderr


@pytest.mark.parametrize("path", COMPOSED, ids=lambda path: path.name)
def test_what_is_composed_fits_together(path):
    whole = yaml.safe_load(path.read_text(encoding="utf-8"))
    services, volumes = whole["services"], set(whole["volumes"])
    calls = [call for one in services.values() for call in calls_of(one)]
    for call in calls:
        understood(call)
    assert port_of(calls, "serve") <= upstream("romme_web")
    used = set()
    for name, one in services.items():
        assert set(one.get("depends_on", ())) <= set(services), name
        assert one["network_mode"] == "host", name
        for mount in one.get("volumes", ()):
            source = mount.split(":")[0]
            used |= {source} - {source if source.startswith(".") else ""}
            if source.startswith("."):
                file = DEPLOY / source
                assert file.exists() or file.name in MADE_BY_ITS_OWNER, source
        for file in re.findall(r"/srv/romme-club/deploy/([\w.-]+)", str(one.get("command", ""))):
            assert (DEPLOY / file).is_file(), file
    assert used == volumes


def test_the_whole_is_whole():
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]
    calls = [call for one in services.values() for call in calls_of(one)]
    assert port_of(calls, "serve") == upstream("romme_web")
    assert len([call for call in calls if call[0] == "work"]) == 2
    assert {"proxy", "pooler", "primary", "standby", "cache", "objects"} <= set(services)


def test_every_variable_of_the_docs_is_one_of_the_program():
    page = (HOUSE / "docs" / "operating-federation.md").read_text(encoding="utf-8")
    settings = next(HOUSE.glob("romm*_club/settings.py")).read_text(encoding="utf-8")
    block = page.partition("romme-club.env")[2].partition("| file in")[0]
    named = re.findall(r"^ {4}([A-Z_]+)=", block, re.MULTILINE)
    assert "CACHE_URL" in named
    assert [name for name in named if f'"{name}"' not in settings] == []


def test_every_file_is_named_in_the_docs():
    pages = "".join(page.read_text(encoding="utf-8") for page in (HOUSE / "docs").glob("operating*.md"))
    assert [path.name for path in Path(DEPLOY).iterdir() if path.name not in pages] == []
