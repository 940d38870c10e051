"""Fonts inside SVG files, so that numbers look the same where the font is not installed."""

import base64
import struct

from PySide6.QtGui import QFont, QRawFont

TABLES = (
    "cmap",
    "cvt ",
    "fpgm",
    "gasp",
    "glyf",
    "head",
    "hhea",
    "hmtx",
    "loca",
    "maxp",
    "name",
    "OS/2",
    "post",
    "prep",
    "CFF ",
)
"""The tables that a reader of fonts needs for drawing plain text."""

RESTRICTED = 0x0002
"""The bit by which a font's maker forbids to embed it [OpenType, OS/2 table, fsType]."""


def font_file(font: QFont) -> bytes:
    """The font with which Qt draws, as the bytes of a font file; empty where it may not be embedded or has no tables."""
    raw = QRawFont.fromFont(font)
    tables = {tag: bytes(raw.fontTable(tag).data()) for tag in TABLES}
    tables = {tag: data for tag, data in tables.items() if data}
    about = tables.get("OS/2", b"")
    if not {"cmap", "head", "hhea", "hmtx", "maxp"} <= tables.keys() or len(about) < 10:
        return b""
    if struct.unpack_from(">H", about, 8)[0] & 0x000F == RESTRICTED:
        return b""
    return _joined(tables)


def _joined(tables: dict[str, bytes]) -> bytes:
    """Tables as one file: a head with their places, then each at a multiple of four bytes."""
    count = len(tables)
    power = 1 << (count.bit_length() - 1)
    kind = b"OTTO" if "CFF " in tables else b"\0\1\0\0"
    head = kind + struct.pack(">HHHH", count, power * 16, power.bit_length() - 1, (count - power) * 16)
    entries, body = b"", b""
    start = len(head) + 16 * count
    for tag, data in sorted(tables.items()):
        padded = data + b"\0" * (-len(data) % 4)
        total = sum(struct.unpack(f">{len(padded) // 4}I", padded)) & 0xFFFFFFFF
        entries += tag.encode("ascii") + struct.pack(">III", total, start + len(body), len(data))
        body += padded
    return head + entries + body


def font_face(font: QFont) -> str:
    """A rule of CSS that holds the font; empty where it cannot be embedded."""
    data = font_file(font)
    if not data:
        return ""
    raw = QRawFont.fromFont(font)
    kind = "opentype" if data.startswith(b"OTTO") else "truetype"
    style = "italic" if font.italic() else "normal"
    weight = 700 if font.bold() else 400
    # The name under which Qt writes the text, which is the first family asked for, whatever was found for it.
    family = (font.families() or [raw.familyName()])[0].replace('"', "")
    inside = base64.b64encode(data).decode("ascii")
    return (
        f'@font-face {{ font-family: "{family}"; font-style: {style}; font-weight: {weight}; '
        f'src: url("data:font/{"otf" if kind == "opentype" else "ttf"};base64,{inside}") format("{kind}"); }}'
    )
