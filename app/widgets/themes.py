"""Light and dark palettes on Qt's Fusion style.

Plain Linux has no dark mode that Qt could ask for (`setColorScheme` changes nothing there), so the palettes are our own.
Words stand out from their ground by at least 4.5 to 1 (WCAG 2.2 level AA), which a test checks.
"""

from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory, QStyleOptionViewItem

Role = QPalette.ColorRole
Group = QPalette.ColorGroup


STYLE = "fusion"


class Theme(Enum):
    """What the user asks for; `SYSTEM` follows the desktop where it says anything."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class _Colours:
    """A palette in words, as "#rrggbb". `ground` lies behind controls, `paper` behind text, `ink` is on both, and on the
    `chosen` line of a menu."""

    ground: str
    paper: str
    other_paper: str
    ink: str
    faint: str
    disabled: str
    button: str
    selection: str
    selected_ink: str
    chosen: str
    link: str
    visited: str
    tip: str
    tip_ink: str
    light: str
    midlight: str
    mid: str
    dark: str
    shadow: str


_LIGHT = _Colours(
    ground="#f1f0ec",
    paper="#fcfcfa",
    other_paper="#f4f3ef",
    ink="#1f2326",
    faint="#62676c",
    disabled="#9a9da0",
    button="#eae8e2",
    selection="#2c5f9e",
    selected_ink="#ffffff",
    chosen="#a9c6e8",
    link="#1d4f91",
    visited="#5b3f8c",
    tip="#2a2e32",
    tip_ink="#f3f2ef",
    light="#ffffff",
    midlight="#f7f6f2",
    mid="#bdbbb4",
    dark="#9c9a93",
    shadow="#6f6d68",
)

_DARK = _Colours(
    ground="#26292d",
    paper="#1c1f22",
    other_paper="#222529",
    ink="#e6e7e8",
    faint="#a4abb2",
    disabled="#6f757b",
    button="#31353a",
    selection="#3a6cab",
    selected_ink="#ffffff",
    chosen="#35629b",
    link="#8fbdf5",
    visited="#c3a6f0",
    tip="#3a3f45",
    tip_ink="#f0f0ee",
    light="#474c52",
    midlight="#3a3f44",
    mid="#1a1c1f",
    dark="#141618",
    shadow="#0b0c0d",
)


def palette(dark: bool) -> QPalette:
    """The light or the dark palette."""
    own = _DARK if dark else _LIGHT
    made = QPalette()
    pairs = {
        Role.Window: own.ground,
        Role.WindowText: own.ink,
        Role.Base: own.paper,
        Role.AlternateBase: own.other_paper,
        Role.Text: own.ink,
        Role.PlaceholderText: own.faint,
        Role.Button: own.button,
        Role.ButtonText: own.ink,
        Role.BrightText: own.selected_ink,
        Role.Highlight: own.selection,
        Role.HighlightedText: own.selected_ink,
        Role.Accent: own.selection,
        Role.Link: own.link,
        Role.LinkVisited: own.visited,
        Role.ToolTipBase: own.tip,
        Role.ToolTipText: own.tip_ink,
        Role.Light: own.light,
        Role.Midlight: own.midlight,
        Role.Mid: own.mid,
        Role.Dark: own.dark,
        Role.Shadow: own.shadow,
    }
    for role, colour in pairs.items():
        made.setColor(role, QColor(colour))
    for role in (Role.WindowText, Role.Text, Role.ButtonText):
        made.setColor(Group.Disabled, role, QColor(own.disabled))
    # An empty field that takes no words looks unlike one that does.
    made.setColor(Group.Disabled, Role.Base, QColor(own.ground))
    made.setColor(Group.Disabled, Role.Highlight, QColor(own.mid))
    made.setColor(Group.Disabled, Role.HighlightedText, QColor(own.disabled))
    return made


def is_dark(colours: QPalette) -> bool:
    """Whether a palette writes light words on dark ground."""
    return colours.color(Role.Window).lightness() < colours.color(Role.WindowText).lightness()


def show_lines(option: QStyleOptionViewItem) -> None:
    """Lets the lines between the cells of a table be seen. Fusion draws them in a darker window colour, which the paper of the
    dark theme swallows."""
    colours = option.palette
    if is_dark(colours):
        colours.setColor(Role.Window, colours.color(Role.Light).lighter(120))
        option.palette = colours


def _frame_boxes(colours: QPalette) -> None:
    """Fusion frames what is ticked in a darker window colour, which dark ground swallows; there that is made a light one. What
    is chosen is light on dark, like words: a light ground would read as chosen itself."""
    if is_dark(colours):
        for group in (Group.Active, Group.Inactive):
            colours.setColor(group, Role.Window, colours.color(group, Role.PlaceholderText).lighter(125))
        colours.setColor(Group.Disabled, Role.Window, colours.color(Group.Disabled, Role.WindowText))


def show_boxes(option: QStyleOptionViewItem) -> None:
    """Lets the boxes to tick in the lines of a list be seen."""
    colours = option.palette
    _frame_boxes(colours)
    option.palette = colours


def indicator_palette(dark: bool) -> QPalette:
    """The palette of boxes to tick and of radio buttons, whose frames are seen in the dark, too."""
    colours = palette(dark)
    _frame_boxes(colours)
    return colours


def field_palette(dark: bool) -> QPalette:
    """The palette of lines to type in, whose frames are seen in the dark, too; fainter than those of boxes, being larger."""
    colours = palette(dark)
    if dark:
        for group in (Group.Active, Group.Inactive):
            colours.setColor(group, Role.Window, colours.color(group, Role.PlaceholderText))
    return colours


def menu_palette(dark: bool) -> QPalette:
    """The palette of menus. Fusion draws icons of the chosen line as it draws them on buttons under the pointer, in ink; the
    line has a ground on which ink stands out."""
    own, colours = _DARK if dark else _LIGHT, palette(dark)
    for group in (Group.Active, Group.Inactive):
        colours.setColor(group, Role.Highlight, QColor(own.chosen))
        colours.setColor(group, Role.HighlightedText, QColor(own.ink))
    return colours


class Themes(QObject):
    """The theme in force in the whole application. `changed` tells that colours are others now."""

    changed = Signal()

    def __init__(self, application: QApplication, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._application = application
        self._theme = Theme.SYSTEM
        self._shown: bool | None = None
        if application.style().name() != STYLE:
            application.setStyle(QStyleFactory.create(STYLE))
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._show)
        self._show()

    @property
    def theme(self) -> Theme:
        """What the user has asked for."""
        return self._theme

    @property
    def dark(self) -> bool:
        """Whether the dark palette is in force."""
        return bool(self._shown)

    def choose(self, theme: Theme) -> None:
        """Puts a theme in force."""
        if theme is self._theme:
            return
        self._theme = theme
        schemes = {Theme.LIGHT: Qt.ColorScheme.Light, Theme.DARK: Qt.ColorScheme.Dark, Theme.SYSTEM: Qt.ColorScheme.Unknown}
        # Windows and macOS also draw their title bars after this; elsewhere it does nothing.
        QGuiApplication.styleHints().setColorScheme(schemes[theme])
        self._show()

    def _show(self) -> None:
        dark = self._theme is Theme.DARK
        if self._theme is Theme.SYSTEM:
            dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        self._application.setPalette(palette(dark))
        boxes = {"QCheckBox": indicator_palette, "QRadioButton": indicator_palette}
        own = {**boxes, "QLineEdit": field_palette, "QMenu": menu_palette}
        for kind, made in own.items():
            # The binding takes text here and refuses the bytes that its type information asks for.
            self._application.setPalette(made(dark), kind)  # type: ignore[arg-type]
        if dark != self._shown:
            self._shown = dark
            self.changed.emit()
