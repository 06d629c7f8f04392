"""Pages, by who looks at them. A view makes five moves: find, may I, read the form, do the one deed, go on."""
