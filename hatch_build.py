"""Compiles the translation catalogues before wheel and sdist are packed: git holds the .po files only."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface[Any]):
    """Hatch calls this for every package it builds."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Compile what is stale, in the tree that is packed."""
        script = Path(self.root) / "tournaments/management/catalogues.py"
        spec = importlib.util.spec_from_file_location("catalogues", script)
        assert spec and spec.loader  # noqa: PT018
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        module.compile_stale(Path(self.root) / "locale")
