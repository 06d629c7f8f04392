"""Lists read from photos and scans: the form, the reader, the queue at the desk, and the proposal in the grid."""

import os

# One core, as promised (docs/reading.md): numpy's threads would only wait for one another, at several times the work. Said here,
# before numpy is imported by anything below; whoever has said otherwise is heard.
for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
    os.environ.setdefault(name, "1")
