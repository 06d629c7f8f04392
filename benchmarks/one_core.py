"""One core, as the reader has at run time: imported before numpy, whose threads would only wait for one another."""

import os

from tournaments.reading.core.missing import ONE_CORE

for name in ONE_CORE:
    os.environ.setdefault(name, "1")
