"""The tests mirror the house. What every process of them needs before anything else is imported stands here."""

import os
import sys
from pathlib import Path

# The workers of pytest fill the cores already: threads of numpy beside them only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

# Whoever wants no bytecode beside the sources compiles only once all the same, aside. Otherwise each process that a test
# starts compiles Django, and each worker writes the asserts of all files anew: 7 of 11 seconds of collecting.
if sys.dont_write_bytecode:
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).resolve().parent.parent / ".pytest_cache" / "bytecode")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
