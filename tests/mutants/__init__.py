"""A small mutation tester for what runs without Django: `python -m tests.mutants --help`."""
