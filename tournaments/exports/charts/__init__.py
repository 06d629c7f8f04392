"""Pictures of a tournament: which there are, as SVG for pages and on paper, each drawn from the same strokes."""
