"""What a picture will take when it is decoded, reckoned from its head; JPEGs are made small while they are read.

A few kilobytes can name fifty million pixels, and what a decoder needs for each depends on the kind of file: a byte for a
grey PNG, sixteen for WebP. So bytes are bounded, not pixels alone.
"""

from __future__ import annotations

from PIL import Image, ImageOps, JpegImagePlugin, PngImagePlugin

PngImagePlugin.MAX_TEXT_MEMORY = 1024 * 1024  # Pillow would unpack 64 MB of notes before the first pixel
MOST_DECODED = 64 * 1024 * 1024  # 16 million pixels in colour, more in grey, less where paper shines through
MOST_KEPT = 48 * 1024 * 1024  # beside them, for progressive JPEGs: 16 million pixels as messengers send them
COEFFICIENT = 2  # bytes; a progressive JPEG keeps one for each pixel and colour until its last byte is read
ONE_BYTE = ("1", "L", "P")
TURNED = ("exif", "xmp", "XML:com.adobe.xmp", "Raw profile type exif")  # where files say which way is up
TRANSPARENT = 9  # bytes a pixel: the picture, the paper behind it, how far it shines through
WEBP = 10  # bytes a pixel: two canvases of libwebp, a copy, the picture
OTHER = 12  # HEIC


def shrink(sent: Image.Image, mode: str, longest: int) -> None:
    """Have a JPEG decoded at an eighth to a half of its size, in this mode, but with no side shorter than wanted.

    Nothing happens to other kinds. Called before the picture is loaded.
    """
    share = max(1, max(sent.size) // longest)
    sent.draft(mode, (max(1, sent.width // share), max(1, sent.height // share)))


def too_dear(sent: Image.Image) -> bool:
    """Whether decoding would take more than is given; asked after `shrink` and before the picture is loaded."""
    return sent.width * sent.height * bytes_a_pixel(sent) > MOST_DECODED or kept_while_read(sent) > MOST_KEPT


def bytes_a_pixel(sent: Image.Image) -> int:
    if sent.format == "WEBP":
        return WEBP
    if sent.format not in ("JPEG", "PNG"):
        return OTHER
    if "A" in sent.mode or "transparency" in sent.info:
        return TRANSPARENT
    return 1 if sent.mode in ONE_BYTE else 4


def kept_while_read(sent: Image.Image) -> int:
    """What the decoder of a progressive JPEG keeps beside the pixels, however small they are made."""
    if not isinstance(sent, JpegImagePlugin.JpegImageFile) or not sent.info.get("progressive"):
        return 0
    width, height = whole_size(sent)
    across = max(part[1] for part in sent.layer)
    down = max(part[2] for part in sent.layer)
    share = sum(part[1] * part[2] for part in sent.layer) / (across * down)
    return int(width * height * share * COEFFICIENT)


def whole_size(sent: JpegImagePlugin.JpegImageFile) -> tuple[int, int]:
    """The size that the file names, also after `shrink`."""
    scale = sent.decoderconfig[0] if sent.decoderconfig else 1
    return sent.width * scale, sent.height * scale


def upright(picture: Image.Image, sent: Image.Image) -> Image.Image:
    """The picture, which was made of `sent`, turned as that file says."""
    picture.info |= {name: sent.info[name] for name in TURNED if name in sent.info}
    return ImageOps.exif_transpose(picture)
