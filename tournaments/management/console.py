"""The command `romme-club` of an installed package: what `python3 start.py` is in a checkout.

romme-club                 makes ready what is missing, then serves the site until Ctrl-C
romme-club manage …        Django's commands: `romme-club manage help`
romme-club --version
"""

from __future__ import annotations

import argparse
import importlib.metadata
import importlib.util
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

DISTRIBUTION = "romme-club"


def manage_script() -> Path:
    """`manage.py`: inside the installed package, or beside it in a checkout."""
    project = importlib.util.find_spec("rommé_club")
    assert project
    assert project.origin
    package = Path(project.origin).parent
    return next(
        path for path in (package / "house" / "manage.py", package.parent / "manage.py") if path.is_file()
    )


def run_command(*words: str) -> int:
    """A command in a process of its own, in this terminal: Ctrl-C reaches it, and it is waited for."""
    command = [sys.executable, str(manage_script()), *words]
    with subprocess.Popen(command, env={**os.environ, "PYTHONUTF8": "1"}) as child:  # noqa: S603  our own command
        while True:
            try:
                return child.wait()
            except KeyboardInterrupt:
                continue


def version() -> str:
    """The number of the installed package."""
    try:
        return importlib.metadata.version(DISTRIBUTION)
    except importlib.metadata.PackageNotFoundError:
        return "(checkout)"


def has_screen() -> bool:
    """Whether a browser window could open for somebody who sits here."""
    if os.environ.get("CI") or not sys.stdout.isatty():
        return False
    return sys.platform in {"win32", "darwin"} or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


def start_site(words: Sequence[str]) -> int:
    """Make ready what is missing, then serve the site; a second call keeps what is there."""
    parser = argparse.ArgumentParser(
        prog="romme-club",
        description="Startet Rommé-Club auf diesem Rechner.",
        epilog="romme-club manage help: alle Befehle.",
    )
    parser.add_argument("--port", type=int, default=8000, help="ist er belegt, gilt der nächste freie")
    parser.add_argument("--host", default="0.0.0.0", help="127.0.0.1: nur für diesen Rechner")  # noqa: S104
    parser.add_argument(
        "--https", action="store_true", help="mit einem Zertifikat, das dieser Rechner selbst ausstellt"
    )
    parser.add_argument("--no-browser", action="store_true", help="öffnet keinen Browser")
    parser.add_argument("--no-demo", action="store_true", help="ohne Vorführ-Turnier")
    parser.add_argument("--version", action="version", version=f"Rommé-Club {version()}")
    wishes = parser.parse_args(words)
    failed = run_command("prepare", *(["--no-demo"] if wishes.no_demo else []))
    if failed:
        print("Das Einrichten ist gescheitert; der Grund steht darüber. Gespeichertes ist unberührt.")
        return failed
    browser = [] if wishes.no_browser or not has_screen() else ["--browser"]
    https = ["--https"] if wishes.https else []
    if https and (failed := run_command("hall_certificate")):  # for the addresses of today
        return failed
    return run_command("serve", "--host", wishes.host, "--port", str(wishes.port), *https, *browser)


def main() -> None:
    """Choose between the site and a command of Django's."""
    words = sys.argv[1:]
    sys.exit(run_command(*words[1:]) if words[:1] == ["manage"] else start_site(words))


if __name__ == "__main__":
    main()
