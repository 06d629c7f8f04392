"""Passphrases for commands: typed without being shown, or read from a file, but never an argument."""

from __future__ import annotations

import argparse
import getpass
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _


def add_passphrase(parser: argparse.ArgumentParser, *, asked: bool = False) -> None:
    """Add `--passphrase-file`, and `--locked` for commands that make something new.

    An argument with the passphrase itself would stay in the shell's history.
    """
    if asked:
        parser.add_argument(
            "--locked", action="store_true", help=_("verschlüsselt; das Passwort wird zweimal gefragt")
        )
    parser.add_argument(
        "--passphrase-file", type=Path, help=_("das Passwort steht in der ersten Zeile dieser Datei")
    )


def known_passphrase(options: Mapping[str, Any]) -> str:
    """Ask for the passphrase of something that is locked already."""
    return from_file(options) or getpass.getpass(_("Passwort der Sicherung: "))


def new_passphrase(options: Mapping[str, Any]) -> str:
    """Ask twice for a passphrase for something new; empty if it is not to be locked."""
    found = from_file(options)
    if found or not options.get("locked"):
        return found
    first = getpass.getpass(_("Passwort der Sicherung: "))
    if not first:
        raise CommandError(_("Ohne Passwort wird nichts verschlüsselt: Es ist nichts gesichert."))
    if first != getpass.getpass(_("Noch einmal: ")):
        raise CommandError(_("Die beiden Passwörter sind verschieden: Es ist nichts gesichert."))
    return first


def from_file(options: Mapping[str, Any]) -> str:
    """The first line of the file that `--passphrase-file` names; empty without it."""
    path = options.get("passphrase_file")
    if path is None:
        return ""
    try:
        found = Path(path).read_text(encoding="utf-8").partition("\n")[0].strip()
    except (OSError, ValueError) as fault:
        raise CommandError(_("Die Datei {file} lässt sich nicht lesen.").format(file=path)) from fault
    if not found:
        raise CommandError(_("In der Datei {file} steht kein Passwort.").format(file=path))
    return found
