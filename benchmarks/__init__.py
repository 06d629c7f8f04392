"""The figures that docs/ quotes, each by one command.

    python -m benchmarks               lists them
    python -m benchmarks NAME          a table for people
    python -m benchmarks NAME --json   one object: figure → {"value", "unit", "ratio", "compared_with"}
    python -m benchmarks NAME --quick  the same figures from fewer rounds, to see that it runs

A benchmark is a module of this folder whose docstring's first line says what it measures and that has

    def figures(*, quick: bool) -> Iterable[Figure]

A figure that is compared with something is measured together with it, in one run and in turns
(`harness.side_by_side`): ratios travel from machine to machine, seconds do not. A module that needs tables
imports `benchmarks.database` before any model: Django then stands on an empty database of its own that is gone
afterwards. What cannot run here (a peer that is not installed) is left out with `harness.note`.
"""
