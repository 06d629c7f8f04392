"""The pen: fonts, PDF documents, pictures as strokes."""
