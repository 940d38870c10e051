"""The hex under the cursor: its number, what is printed in it, and its height under each method."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QStackedLayout, QToolButton, QVBoxLayout, QWidget

from app.panels.hex_contents import HexContents, contents
from app.panels.rulings.headlines import method_of
from app.panels.words import exact, height, how_word, method_word, quarter, tr
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.state import GameState
from core.model.terrain import Terrain
from core.rules.kernel.rulings import Ruling

_NO_STATE = GameState()


def height_words(ruling: Ruling) -> str:
    """A height and how it was found, such as "65 m, between contour lines: 1/4 mark from 60 m to 80 m"."""
    detail = ruling.detail
    words = f"{height(detail.height)}, {how_word(detail.how)}" if detail.height is not None else how_word("undecidable")
    if detail.chord is not None and detail.height is not None:
        words += tr(": {mark} mark from {low} to {high}").format(
            mark=quarter(detail.chord.part), low=exact(detail.chord.low_height), high=exact(detail.chord.high_height)
        )
    return words


class InspectorPanel(QWidget):
    """A card for one hex. `hex_activated` carries its Hex when the user wants to see it on the map."""

    hex_activated = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inspector-panel")
        self.setWindowTitle(self.tr("Hex"))
        self._place: Hex | None = None
        self._number = QToolButton()
        self._number.setAutoRaise(True)
        font = self._number.font()
        font.setPointSizeF(font.pointSizeF() * 1.6)
        font.setBold(True)
        self._number.setFont(font)
        self._number.setToolTip(self.tr("Show this hex on the map"))
        self._number.clicked.connect(lambda: self.hex_activated.emit(self._place))
        self._line = QLabel()
        self._line.setWordWrap(True)
        self._line.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._form = QGridLayout()
        self._form.setHorizontalSpacing(10)
        self._form.setColumnStretch(1, 1)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(8, 6, 8, 6)
        column.addWidget(self._number, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._line)
        column.addSpacing(4)
        column.addLayout(self._form)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(inside)
        self._hint = QLabel(self.tr("Point at a hex, or move the hex cursor with the arrow keys."))
        self._hint.setWordWrap(True)
        self._hint.setMargin(12)
        self._hint.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._hint)
        self._stack.addWidget(scroll)

    @property
    def spoken(self) -> str:
        """The card as one line, for screen readers and the status bar."""
        return self._line.text() if self._stack.currentIndex() else ""

    def show_hex(
        self,
        place: Hex,
        box: GameBox,
        rulings: Sequence[Ruling] = (),
        state: GameState = _NO_STATE,
        terrain: Mapping[str, Terrain] | None = None,
    ) -> None:
        """Shows a hex; `rulings` are answers to "elevation", one per method, as far as they have come.

        `terrain` are the kinds of the ruleset, for their names; those of the box go before them.
        """
        kinds = {**(terrain or {}), **box.terrain}
        held = contents(place, box, kinds, state)
        heights = {method_of(each): each for each in rulings if each.detail.hex == place}
        self._place = place
        self._number.setText(box.label(place))
        spoken = _spoken(box.label(place), held, heights)
        if spoken != self._line.text():
            self._line.setText(spoken)
            QAccessible.updateAccessibility(QAccessibleEvent(self._line, QAccessible.Event.NameChanged))
        self._fill(held, heights)
        self._stack.setCurrentIndex(1)

    def clear(self) -> None:
        """Back to the hint."""
        self._place = None
        self._line.setText("")
        self._stack.setCurrentIndex(0)

    def _fill(self, held: HexContents, heights: Mapping[str, Ruling]) -> None:
        while (item := self._form.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._row(self.tr("Terrain"), ", ".join(held.terrain))
        for name, words in (
            (self.tr("Name"), held.names),
            (self.tr("Crossed by"), held.paths),
            (self.tr("Hexsides"), held.sides),
            (self.tr("Spot elevation"), held.spots),
            (self.tr("Smoke"), held.smoke),
            (self.tr("Zone"), held.zones),
        ):
            if words:
                self._row(name, ", ".join(words))
        for method, ruling in heights.items():
            self._row(method_word(method), height_words(ruling))

    def _row(self, name: str, words: str) -> None:
        head, value = QLabel(name), QLabel(words)
        value.setWordWrap(True)
        value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        value.setAccessibleName(f"{name}: {words}")
        row = self._form.rowCount()
        self._form.addWidget(head, row, 0, Qt.AlignmentFlag.AlignTop)
        self._form.addWidget(value, row, 1)


def _spoken(label: str, held: HexContents, heights: Mapping[str, Ruling]) -> str:
    parts = [tr("Hex {hex}").format(hex=label), ", ".join(held.terrain).lower()]
    first = next(iter(heights.values()), None)
    if first is not None:
        parts.append(height(first.detail.height) if first.detail.height is not None else tr("height not decidable"))
    parts += [", ".join(words) for words in (held.names, held.paths, held.smoke) if words]
    return ", ".join(parts) + "."
