"""Rule sets in words, for a page: every value, the points table with examples, readings and paragraphs."""

from scoring.wording.labels import LABELS
from scoring.wording.scale import LooseExample, ScaleRow, loose_examples, scale
from scoring.wording.sections import Line, Section, line_of, sections
from scoring.wording.values import value_in_words

__all__ = [
    "LABELS",
    "Line",
    "LooseExample",
    "ScaleRow",
    "Section",
    "line_of",
    "loose_examples",
    "scale",
    "sections",
    "value_in_words",
]
