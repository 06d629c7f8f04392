"""Rule sets in words, for a page: every value, the points table with examples, readings and paragraphs."""

from scoring.wording.labels import LABELS
from scoring.wording.scale import LooseExample, ScaleRow, loose_examples, scale
from scoring.wording.sections import Section, SectionLine, section_line, sections
from scoring.wording.values import value_in_words

__all__ = [
    "LABELS",
    "LooseExample",
    "ScaleRow",
    "Section",
    "SectionLine",
    "loose_examples",
    "scale",
    "section_line",
    "sections",
    "value_in_words",
]
