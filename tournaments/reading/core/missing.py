"""Whether this machine can read pictures: the libraries of the extra `romme-club[reading]`, and the weights."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from scoring.sentence import Sentence, gettext_noop

LIBRARIES = ("numpy", "cv2", "zxingcpp", "pypdfium2", "PIL")
ONE_CORE = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
WEIGHTS = Path(__file__).resolve().parent / "weights.npz"


def missing() -> Sentence | None:
    """What is not there, as a sentence; None when everything is."""
    gone = [name for name in LIBRARIES if find_spec(name) is None]
    if gone:
        return Sentence(
            gettext_noop(
                "Listen vom Foto liest dieser Rechner nicht: Es fehlen {libraries}. Nachholen mit „python start.py reading“; tippen geht immer."
            ),
            {"libraries": ", ".join(gone)},
        )
    if not WEIGHTS.is_file():
        return Sentence(
            gettext_noop("Listen vom Foto liest dieser Rechner nicht: Die Datei mit dem Gelernten fehlt.")
        )
    return None
