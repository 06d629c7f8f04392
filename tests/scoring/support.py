"""Small helpers that several test modules of the scoring share."""

import doctest
from importlib import import_module


def run_doctests(*modules: str) -> None:
    """Every example in the docs of these modules runs, and there is one."""
    for name in modules:
        result = doctest.testmod(import_module(name))
        assert result.attempted, name
        assert not result.failed, name
