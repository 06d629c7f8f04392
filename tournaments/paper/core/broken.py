"""What decoders raise on files that are no pictures, or no whole ones."""

import struct

from PIL import Image, UnidentifiedImageError

BROKEN_PICTURES: tuple[type[Exception], ...] = (
    UnidentifiedImageError,
    OSError,
    SyntaxError,
    ValueError,
    TypeError,
    IndexError,
    KeyError,
    EOFError,
    OverflowError,
    MemoryError,
    NotImplementedError,  # Pillow: a kind of picture that it cannot read
    struct.error,
    Image.DecompressionBombError,
    Image.DecompressionBombWarning,
)
