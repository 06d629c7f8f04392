"""`python -m tournaments.seating --players 41 --series 5`."""

import sys

from tournaments.seating.core.cli import main

sys.exit(main())
