"""Why a picture or its reading is refused."""

from scoring.sentence import Refusal


class ReadingRefused(Refusal):
    """Something that cannot be done with pictures of lists now."""
