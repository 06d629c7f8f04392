"""The referee: games struck and corrected, penalties, protests, calls, judged hands."""
