"""Colours of panels, in a light and a dark set; each is a second sign beside words and shapes, never the only one."""

from dataclasses import dataclass

from PySide6.QtGui import QColor, QPalette

from app.widgets.themes import is_dark


@dataclass(frozen=True, slots=True)
class Tints:
    """One set of colours as "#rrggbb". Those for words stand out from the window's ground by at least 4.5 to 1."""

    clear: str
    blocked: str
    undecided: str
    quiet: str
    accent: str
    chip: str
    chip_text: str
    clear_wash: str
    blocked_wash: str
    undecided_wash: str
    sky: str
    ground: str
    ground_edge: str
    woods: str
    building: str
    village: str
    smoke: str
    rule: str


LIGHT = Tints(
    clear="#13653f",
    blocked="#a3211a",
    undecided="#6b4a00",
    quiet="#55595e",
    accent="#1d4f91",
    chip="#dbe5f1",
    chip_text="#173b6c",
    clear_wash="#dff0e6",
    blocked_wash="#f9e2df",
    undecided_wash="#f6ebd0",
    sky="#fbfbf9",
    ground="#d9cdb4",
    ground_edge="#6d5c3a",
    woods="#3f7a45",
    building="#7a4a2b",
    village="#8a5a44",
    smoke="#6f757d",
    rule="#d3d5d8",
)

DARK = Tints(
    clear="#6fd6a0",
    blocked="#ff9a8d",
    undecided="#f0c674",
    quiet="#a9b0b8",
    accent="#8fbdf5",
    chip="#2f4560",
    chip_text="#d4e5fa",
    clear_wash="#1d3a2b",
    blocked_wash="#4a2320",
    undecided_wash="#40351c",
    sky="#212427",
    ground="#57503f",
    ground_edge="#c9b88e",
    woods="#86c58b",
    building="#d6a07c",
    village="#dcae92",
    smoke="#a4abb3",
    rule="#44494f",
)


def tints(palette: QPalette) -> Tints:
    """The set that goes with a palette."""
    return DARK if is_dark(palette) else LIGHT


def verdict_tint(sign: str, palette: QPalette) -> QColor:
    """The colour of a verdict's sign ("clear", "blocked", "undecidable", others quiet)."""
    own = tints(palette)
    return QColor({"clear": own.clear, "blocked": own.blocked, "undecidable": own.undecided}.get(sign, own.quiet))


def verdict_wash(sign: str, palette: QPalette) -> QColor:
    """The pale ground behind a verdict."""
    own = tints(palette)
    plain = palette.color(QPalette.ColorRole.AlternateBase).name()
    washes = {"clear": own.clear_wash, "blocked": own.blocked_wash, "undecidable": own.undecided_wash}
    return QColor(washes.get(sign, plain))
