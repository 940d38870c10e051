"""Own vector icons, drawn in the colours of the palette: a bare Linux desktop has no icon theme to ask.

Each icon is a line drawing on a 24 × 24 grid in `resources/icons`, with `currentColor` where ink goes.
"""

from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "icons"
SIZES = (16, 20, 24)
"""Sizes in which icons are shown, in pixels at normal density."""

LARGE = (32, 48, 64, 128)


class UnknownIcon(KeyError):
    """An icon that `resources/icons` does not hold."""


def names() -> frozenset[str]:
    """The names of all icons."""
    return frozenset(path.stem for path in FOLDER.glob("*.svg"))


def icon(name: str, colours: QPalette | None = None) -> QIcon:
    """The icon in the colours of a palette, the application's if none is given; on a selected row in those of its words.

    Raises UnknownIcon for a name that does not exist.
    """
    colours = colours if colours is not None else QGuiApplication.palette()
    density = max((screen.devicePixelRatio() for screen in QGuiApplication.screens()), default=1.0)
    made = QIcon()
    active, disabled = QPalette.ColorGroup.Active, QPalette.ColorGroup.Disabled
    modes = {
        QIcon.Mode.Normal: colours.color(active, QPalette.ColorRole.ButtonText),
        QIcon.Mode.Disabled: colours.color(disabled, QPalette.ColorRole.ButtonText),
        QIcon.Mode.Selected: colours.color(active, QPalette.ColorRole.HighlightedText),
    }
    for mode, colour in modes.items():
        ink = colour.name()
        for size in sorted({size for logical in SIZES for size in (logical, round(logical * density))}):
            made.addPixmap(_drawn(name, ink, size), mode)
    return made


def emblem() -> QIcon:
    """The program's own icon, in its own colours."""
    made = QIcon()
    for size in (*SIZES, *LARGE):
        made.addPixmap(_drawn("phaseline", "", size))
    return made


def pixmap(name: str, size: int, ink: QColor, density: float = 1.0) -> QPixmap:
    """One icon as a picture of `size` pixels at normal density, for labels."""
    drawn = QPixmap(_drawn(name, ink.name(), round(size * density)))
    drawn.setDevicePixelRatio(density)
    return drawn


@lru_cache(maxsize=64)
def _source(name: str) -> str:
    path = FOLDER / f"{name}.svg"
    if not path.is_file():
        raise UnknownIcon(name)
    return path.read_text(encoding="utf-8")


@lru_cache(maxsize=1024)
def _drawn(name: str, ink: str, size: int) -> QPixmap:
    renderer = QSvgRenderer(QByteArray(_source(name).replace("currentColor", ink).encode()))
    picture = QPixmap(size, size)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return picture
