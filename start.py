"""Starts Rommé-Club on any computer that has Python, and tests it: standard library only.

    python3 start.py            makes ready what is missing, then serves the site until Ctrl-C
    python3 start.py test …     installs what the tests need and passes what follows on to pytest
    python3 start.py check      checks in half a minute what a change must pass beside its tests; `--fix` formats first
    python3 start.py reading    installs what reads lists from photos (docs/reading.md)
    python3 start.py federation installs what several hosts as one need (docs/operating-federation.md): the same file
    python3 start.py lock       compiles the three requirements files from pyproject.toml
    python3 start.py release …  makes a version: packages, installed and started on trial, CHANGELOG, tag (release.py)

Under Windows `py start.py`. Every step looks first at what is there, so it may be interrupted and called again.
"""

from __future__ import annotations

import sys

if sys.version_info < (3, 11):  # noqa: UP036  the sentence is for those who have an older one
    sys.exit(
        "Rommé-Club braucht Python 3.11 oder neuer, dies ist Python %d.%d. "  # noqa: UP031  for old ears
        "Ein neueres gibt es auf python.org oder im Paketmanager." % sys.version_info[:2]
    )

import argparse
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HOUSE = Path(__file__).resolve().parent
VENV = HOUSE / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
INSTALLED = VENV / "installed.json"  # which requirements file this environment was last filled from
RUNTIME = "requirements.txt"
EXTRAS = (
    "requirements-extras.txt"  # what reads lists from photos, and what several hosts as one need; a choice
)
DEVELOPMENT = "requirements-dev.txt"
HOLDS = {
    RUNTIME: (),
    EXTRAS: (RUNTIME,),
    DEVELOPMENT: (EXTRAS, RUNTIME),
}  # each file begins with `-r` of the one before
DIGEST_LINE = "# Short list: sha256:"


# Steps that say what they do ----------------------------------------------------------------------------------


class Step:
    """A line that names the work, counts the seconds while it lasts and ends with how long it took."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.done = threading.Event()
        self.ticker = threading.Thread(target=self._tick, daemon=True)

    def __enter__(self) -> None:
        self.begun = time.monotonic()
        print(f"  {self.name} … ", end="", flush=True)
        self.ticker.start()

    def __exit__(self, failure: type[BaseException] | None, *_: object) -> None:
        self.done.set()
        self.ticker.join()
        end = (
            "" if failure is None else "  abgebrochen" if failure is KeyboardInterrupt else "  fehlgeschlagen"
        )
        print(f"{self._home()}{time.monotonic() - self.begun:.1f} s{end}", flush=True)

    def _home(self) -> str:
        return f"\r  {self.name} … " if sys.stdout.isatty() else ""

    def _tick(self) -> None:
        while not self.done.wait(1):
            seconds = int(time.monotonic() - self.begun)
            print(f"{self._home()}{seconds} s" if self._home() else ".", end="", flush=True)


def run(*command: str | Path) -> None:
    """Run a helper quietly; if it fails, show what it said and stop with its sentence."""
    answer = subprocess.run(
        [str(word) for word in command],
        cwd=HOUSE,
        env=surroundings(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if answer.returncode:
        raise Failed(answer.stdout + answer.stderr)


class Failed(Exception):
    """A helper failed; what it said is the message."""


def surroundings() -> dict[str, str]:
    """The environment for our own commands: UTF-8 everywhere, our own Python and nobody else's packages."""
    kept = {name: value for name, value in os.environ.items() if name not in {"PYTHONHOME", "PYTHONPATH"}}
    return kept | {"PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"}


def become(*command: str | Path) -> None:
    """Hand this terminal over to the command: signals, exit code and all."""
    words = [str(word) for word in command]
    os.chdir(HOUSE)
    sys.stdout.flush()
    if os.name != "nt":
        os.execve(words[0], words, surroundings())
    with subprocess.Popen(words, env=surroundings()) as child:
        while True:
            try:
                sys.exit(child.wait())
            except KeyboardInterrupt:
                continue  # Ctrl-C reached the child as well: it stops in order, and is waited for


# The environment ----------------------------------------------------------------------------------------------


def ensure_environment(requirements: str) -> None:
    """A `.venv` that holds exactly what the requirements file pins; work only where something is missing."""
    if not environment_works():
        if importlib.util.find_spec("ensurepip") is None:
            sys.exit("Diesem Python fehlt „venv“. Unter Debian und Ubuntu: sudo apt install python3-venv")
        with Step("Umgebung anlegen (.venv)"):
            run(sys.executable, "-m", "venv", "--clear", VENV)
    wanted = {name: fingerprint(name) for name in (requirements, *HOLDS[requirements])}
    if wanted.items() <= installed().items():
        return
    with Step(f"Pakete installieren ({requirements})"):
        run(
            *(PYTHON, "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"),
            *("--require-hashes", "--only-binary", ":all:", "-r", HOUSE / requirements),
        )
    remember(installed() | wanted)


def environment_works() -> bool:
    """Whether `.venv` was finished, and by a Python of this version."""
    try:
        run(PYTHON, "-c", f"import pip, sys; sys.exit(sys.version_info[:2] != {sys.version_info[:2]})")
    except (OSError, Failed):
        return False
    return True


def fingerprint(requirements: str) -> str:
    """What the file says, in one word."""
    return hashlib.sha256((HOUSE / requirements).read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def installed() -> dict[str, str]:
    """The files that were installed completely; nothing when the note is missing or was cut off."""
    try:
        note = json.loads(INSTALLED.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return note if isinstance(note, dict) else {}


def remember(note: dict[str, str]) -> None:
    """Replace the note in one move: an interruption leaves the old one."""
    draft = INSTALLED.with_suffix(".new")
    draft.write_text(json.dumps(note, indent=1), encoding="utf-8")
    draft.replace(INSTALLED)


# The commands ---------------------------------------------------------------------------------------------


def start(words: list[str]) -> None:
    """From whatever state the folder is in to a running site."""
    parser = argparse.ArgumentParser(prog="start.py", description="Startet Rommé-Club auf diesem Rechner.")
    parser.add_argument("--port", type=int, default=8000, help="ist er belegt, gilt der nächste freie")
    parser.add_argument("--host", default="0.0.0.0", help="127.0.0.1: nur für diesen Rechner")  # noqa: S104
    parser.add_argument(
        "--https", action="store_true", help="mit einem Zertifikat, das dieser Laptop selbst ausstellt"
    )
    parser.add_argument("--no-browser", action="store_true", help="öffnet keinen Browser")
    parser.add_argument("--no-demo", action="store_true", help="ohne Vorführ-Turnier")
    wishes = parser.parse_args(words)
    ensure_environment(RUNTIME)
    demo = ["--no-demo"] if wishes.no_demo else []
    if subprocess.run(
        [PYTHON, "manage.py", "prepare", *demo], cwd=HOUSE, env=surroundings(), check=False
    ).returncode:
        sys.exit("Das Einrichten ist gescheitert; der Grund steht darüber. Gespeichertes ist unberührt.")
    browser = [] if wishes.no_browser or not has_screen() else ["--browser"]
    https = ["--https"] if wishes.https else []
    if https:
        run(PYTHON, "manage.py", "hall_certificate")  # for the addresses of today
    become(PYTHON, "manage.py", "serve", "--host", wishes.host, "--port", str(wishes.port), *https, *browser)


def has_screen() -> bool:
    """Whether a browser window could open for somebody who sits here."""
    if os.environ.get("CI") or not sys.stdout.isatty():
        return False
    return sys.platform in {"win32", "darwin"} or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


def test(words: list[str]) -> None:
    """Everything that needs neither browser nor PostgreSQL, on all cores."""
    ensure_environment(DEVELOPMENT)
    become(PYTHON, "-m", "pytest", "-n", "auto", *words)


def check(words: list[str]) -> None:
    """Check style, types, imports, migrations, sentences and the rules of the house, side by side; fail if one fails."""
    parser = argparse.ArgumentParser(
        prog="start.py check", description="Checks what a change must pass beside its tests."
    )
    parser.add_argument("--fix", action="store_true", help="formats code and templates first")
    wishes = parser.parse_args(words)
    ensure_environment(DEVELOPMENT)
    ruff, djade = (PYTHON, "-m", "ruff"), (tool("djade"), "--target-version", "5.2")
    if wishes.fix:
        said("ruff", *ruff, "check", "--fix", ".")
        said("ruff format", *ruff, "format", ".")
        said("templates", *djade, *templates())
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(max(2, os.cpu_count() or 1)) as pool:
        manage = (PYTHON, "manage.py")
        house = ("-n", "0", "-m", "slow or not slow", "tests/test_house.py")
        checks: dict[str, tuple[str | Path, ...]] = {
            "mypy": (PYTHON, "-m", "mypy", "."),
            "rules of the house": (PYTHON, "-m", "pytest", *house),
            "sentences": (*manage, "messages", "--check"),
            "migrations": (*manage, "makemigrations", "--check", "--dry-run"),
            "migrations while people play": (PYTHON, "-m", "tests.migrations"),
            "imports": (tool("lint-imports"),),
            "ruff": (*ruff, "check", "."),
            "ruff format": (*ruff, "format", "--check", "--quiet", "."),
            "templates": (*djade, "--check", *templates()),
        }
        if shutil.which("xgettext") is None:
            del checks["sentences"]
            print("  sentences: not checked, gettext is not installed here")
        failed = [*filter(None, pool.map(lambda one: said(one, *checks[one], DATA_DIR=folder), checks))]
    for path, count in sorted(long_modules().items()):
        print(f"  {path}: {count} lines, is it one thing still?")
    if failed:
        sys.exit(f"FAILED: {', '.join(failed)}")


def said(name: str, *command: str | Path, **environment: str) -> str:
    """Run a check and print its name, its seconds and, where it fails, what it said; return the name of a failed one."""
    begun = time.monotonic()
    answer = subprocess.run(
        [str(word) for word in command],
        cwd=HOUSE,
        env=surroundings() | environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    words = f"  {name}: {time.monotonic() - begun:.1f} s"
    print(f"{words}, FAILED\n{answer.stdout}" if answer.returncode else words, flush=True)
    return name if answer.returncode else ""


def tool(name: str) -> Path:
    """Return the path of a program that a package brought into the environment."""
    return PYTHON.with_name(f"{name}.exe" if os.name == "nt" else name)


def templates() -> list[Path]:
    """Return the templates that djade formats.

    It ends each with a line break; those without one are included in the middle of a line and must stay so.
    """
    return [
        path for path in sorted((HOUSE / "templates").rglob("*.html")) if path.read_bytes().endswith(b"\n")
    ]


def long_modules(most: int = 500) -> dict[str, int]:
    """Return the modules with more lines than a reader likes. Nothing fails for it."""
    lines = {
        path.relative_to(HOUSE).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for room in ("scoring", "tournaments", "benchmarks")
        for path in (HOUSE / room).rglob("*.py")
        if "migrations" not in path.parts
    }
    return {path: count for path, count in lines.items() if count > most}


def extras(_words: list[str]) -> None:
    """What reads lists from photos, and what several hosts as one need, beside what the site needs anyway."""
    ensure_environment(EXTRAS)
    print(
        "Listen vom Foto, mehrere Rechner als einer: bereit. Läuft die Seite schon, bitte einmal neu starten."
    )


def lock(words: list[str]) -> None:
    """Pin what the short list asks for, with hashes; words such as `--upgrade` go to uv."""
    uv = shutil.which("uv")
    if uv is None:
        sys.exit("Dazu braucht es uv: python3 -m pip install uv")
    common = [
        *(uv, "pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--generate-hashes"),
        *("--no-emit-index-url", "--custom-compile-command", "python start.py lock", *words),
    ]
    with Step(RUNTIME):
        run(*common, "-o", RUNTIME, "pyproject.toml")
    with Step(EXTRAS):
        run(*common, "--all-extras", "-c", RUNTIME, "-o", EXTRAS, "pyproject.toml")
    with Step(DEVELOPMENT):
        run(
            *common,
            "--all-extras",
            "--group",
            "dev",
            "-c",
            EXTRAS,
            "-c",
            RUNTIME,
            "-o",
            DEVELOPMENT,
            "pyproject.toml",
        )
    below: set[str] = set()
    for name in (RUNTIME, EXTRAS, DEVELOPMENT):
        pinned = pins(name)
        first = [f"{DIGEST_LINE}{short_list_digest(name)}", *(f"-r {other}" for other in HOLDS[name][:1])]
        own = [lines for wanted, lines in pinned.items() if wanted not in below]
        (HOUSE / name).write_text("\n".join([*first, *own]) + "\n", encoding="utf-8", newline="\n")
        below |= pinned.keys()


def pins(name: str) -> dict[str, str]:
    """Return each pin of a requirements file with its marker, and its lines with hashes."""
    text = (HOUSE / name).read_text(encoding="utf-8")
    blocks = re.split(r"\n(?=[A-Za-z0-9])", f"\n{text.rstrip()}")[1:]
    return {block.partition("\\")[0].strip(): block for block in blocks}


def release(words: list[str]) -> None:
    """A version of its own; what it takes is in release.py."""
    become(sys.executable, HOUSE / "release.py", *words)


def short_list_digest(name: str) -> str:
    """Return a digest of the lists in pyproject.toml that a requirements file adds; it stands in the file's first line."""
    lists = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))
    project = lists["project"]
    short = {
        RUNTIME: [project["requires-python"], project["dependencies"]],
        EXTRAS: project["optional-dependencies"],
        DEVELOPMENT: lists["dependency-groups"]["dev"],
    }[name]
    return hashlib.sha256(json.dumps(short, ensure_ascii=False).encode()).hexdigest()


def main() -> None:
    """Choose the command; without one, start."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    commands = {
        "test": test,
        "check": check,
        "reading": extras,
        "federation": extras,
        "lock": lock,
        "release": release,
    }
    words = sys.argv[1:]
    try:
        if words and words[0] in commands:
            commands[words[0]](words[1:])
        else:
            start(words)
    except Failed as reason:
        sys.exit(f"{str(reason).strip()}\n\nNichts ist verloren: den Grund beheben und noch einmal starten.")
    except KeyboardInterrupt:
        sys.exit("\nAbgebrochen. Noch einmal starten macht weiter, wo es aufgehört hat.")


if __name__ == "__main__":
    main()
