"""Lists read from photos and scans: the form, the reader, the queue at the desk, and the proposal in the grid."""
