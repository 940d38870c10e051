"""The selected items of the map, with everything that they say of themselves to be changed in place."""

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QGridLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from app.documents.document import Document
from app.panels.words import tr
from core.base.errors import WrongUse
from core.model.edits.map_edits import items_of
from core.model.edits.properties import Property, choices, put, read, shared_properties, shown, size_of
from core.model.edits.seams import grouped
from core.model.maps import Item, ItemRef, Section, Zone

_LEAVING = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})

LEAST_LETTERS = 8
"""Letters of a choice that are seen however narrow the panel is."""

_REFUSED = "phaseline-refused"
"""The property by which style sheets and tests know a field whose text was refused."""


def section_words(section: Section, count: int) -> str:
    """How many items of a section there are, in words: "3 contours"."""
    one_and_many = {
        "contours": (tr("contour"), tr("contours")),
        "areas": (tr("area"), tr("areas")),
        "paths": (tr("road, railway or river"), tr("roads, railways and rivers")),
        "sides": (tr("hexside feature"), tr("hexside features")),
        "hexes": (tr("hex of terrain"), tr("hexes of terrain")),
        "spots": (tr("spot elevation"), tr("spot elevations")),
        "lows": (tr("low point"), tr("low points")),
        "names": (tr("name"), tr("names")),
        "zones": (tr("zone"), tr("zones")),
    }[section]
    return f"{count} {one_and_many[0 if count == 1 else 1]}"


class PropertiesPanel(QWidget):
    """Shows the selection of a document. A change of a field is one step of the history for all selected items.

    Return, once what was typed is taken, and Escape, which gives it up, ask with `left` for the map to have the keyboard.
    """

    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("properties-panel")
        self.setWindowTitle(self.tr("Selection"))
        self._document: Document | None = None
        self._refs: tuple[ItemRef, ...] = ()
        self._fields: dict[str, QWidget] = {}
        self._drawn: tuple[object, ...] = ()
        self.title = QLabel()
        font = self.title.font()
        font.setBold(True)
        font.setPointSizeF(font.pointSizeF() * 1.2)
        self.title.setFont(font)
        self.title.setWordWrap(True)
        self.facts = QLabel()
        self.facts.setWordWrap(True)
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        self.problem.setFrameShape(QFrame.Shape.StyledPanel)
        self.problem.setMargin(4)
        self.problem.hide()
        self._form = QGridLayout()
        self._form.setColumnStretch(1, 1)
        inside = QWidget()
        column = QVBoxLayout(inside)
        for part in (self.title, self.facts):
            column.addWidget(part)
        column.addLayout(self._form)
        column.addWidget(self.problem)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        # The keyboard goes to the fields, which bring themselves into sight.
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(inside)
        hint = QLabel(
            self.tr("Nothing is selected. Click something on the map with the selecting tool, or drag a frame around it.")
        )
        hint.setWordWrap(True)
        hint.setMargin(12)
        hint.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(hint)
        self._stack.addWidget(scroll)
        # A box-selection tells of every step; the form follows once per turn of the event loop.
        self._following = QTimer(self)
        self._following.setSingleShot(True)
        self._following.setInterval(0)
        self._following.timeout.connect(self._show)

    def use(self, document: Document | None) -> None:
        """Follows another document's selection; None for no document."""
        if self._document is not None:
            self._document.selection.changed.disconnect(self._following.start)
        self._document = document
        if document is not None:
            document.selection.changed.connect(self._following.start)
        self._show()

    @property
    def fields(self) -> dict[str, QWidget]:
        """The fields shown, by the id of their property."""
        return dict(self._fields)

    def _show(self) -> None:
        document = self._document
        refs = tuple(document.selection.refs) if document is not None else ()
        found = items_of(document.box, refs) if document is not None else ()
        items = [(ref, item) for ref, item in found if item is not None]
        self._refs = tuple(ref for ref, _ in items)
        if not items:
            self._stack.setCurrentIndex(0)
            return
        sections: list[Section] = sorted({ref.section for ref in self._refs})
        assert document is not None
        things = grouped(document.box, self._refs)
        counts = Counter(thing[0].section for thing in things)
        said = ", ".join(section_words(section, counts[section]) for section in sections)
        maps = {ref.sheet for thing in things if len(thing) > 1 for ref in thing}
        self.title.setText(said + (self.tr(" (in %d maps)") % len(maps) if len(maps) > 1 else ""))
        self.facts.setText(self._facts([item for _, item in items]) if len(things) == 1 else "")
        self.facts.setVisible(bool(self.facts.text()))
        properties = shared_properties(sections)
        # The fields stay while the same kinds of items are selected, so that the keyboard stays in its place.
        if (tuple(sections), properties) != self._drawn:
            self._drawn = tuple(sections), properties
            self._draw(properties, sections)
        self._fill(properties, [item for _, item in items])
        self._stack.setCurrentIndex(1)

    def _facts(self, items: Sequence[Item]) -> str:
        """How large one thing is, with all its parts."""
        sizes = [size for item in items if (size := size_of(item)) is not None]
        if not sizes:
            zones = [item for item in items if isinstance(item, Zone)]
            return self.tr("Hexes: %d") % sum(len(zone.cells) for zone in zones) if zones else ""
        points, rings = sum(size[0] for size in sizes), 1 + sum(size[1] - 1 for size in sizes)
        holes = self.tr(", holes: %d") % (rings - 1) if rings > 1 else ""
        return self.tr("Points: %d") % points + holes

    def _draw(self, properties: Sequence[Property], sections: Sequence[Section]) -> None:
        assert self._document is not None
        while (item := self._form.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._fields.clear()
        for row, prop in enumerate(properties):
            label = tr(prop.label) + (f" ({prop.unit})" if prop.unit else "")
            allowed = choices(prop, sections[0], self._document.terrain)
            field = self._combo(prop, allowed) if prop.kind in ("choice", "terrain") else self._line(prop)
            field.setAccessibleName(label)
            field.installEventFilter(self)
            head = QLabel(label)
            head.setBuddy(field)
            self._form.addWidget(head, row, 0)
            self._form.addWidget(field, row, 1)
            self._fields[prop.id] = field

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keys of the fields: those that leave them, and undo and redo, which are the map's while nothing has been typed."""
        if not isinstance(event, QKeyEvent) or not isinstance(watched, QWidget):
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            steps = event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo)
            if steps and isinstance(watched, QLineEdit) and not watched.isModified():
                event.ignore()
                return True
            if event.key() == Qt.Key.Key_Escape:
                event.accept()
                return True
        elif event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape:
            self._give_up(watched)
            return True
        elif event.type() == QEvent.Type.KeyPress and event.key() in _LEAVING and isinstance(watched, QLineEdit):
            watched.editingFinished.emit()
            if not watched.property(_REFUSED):
                self.left.emit()
            return True
        return False

    def _give_up(self, field: QWidget) -> None:
        """Shows again what the map has in place of what was typed."""
        if isinstance(field, QLineEdit):
            field.setModified(False)
            self._refuse(field, "")
        self._show()
        self.left.emit()

    def _line(self, prop: Property) -> QLineEdit:
        field = QLineEdit()
        field.editingFinished.connect(lambda: self._take(prop, field.text(), ()))
        return field

    def _combo(self, prop: Property, allowed: Sequence[tuple[str, str]]) -> QComboBox:
        field = QComboBox()
        # The panel may be narrower than the longest choice; what is chosen is then cut, and not the field.
        field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        field.setMinimumContentsLength(LEAST_LETTERS)
        for value, words in allowed:
            field.addItem(tr(words), value)
        field.activated.connect(lambda _: self._take(prop, str(field.currentData()), [value for value, _ in allowed]))
        return field

    def _fill(self, properties: Sequence[Property], items: Sequence[Item]) -> None:
        several = self.tr("several values")
        for prop in properties:
            values = {shown(item, prop) for item in items}
            field = self._fields[prop.id]
            with QSignalBlocker(field):
                if isinstance(field, QLineEdit):
                    if field.hasFocus() and field.isModified() and field.property(_REFUSED):
                        continue
                    field.setPlaceholderText(several if len(values) > 1 else "")
                    field.setText(values.pop() if len(values) == 1 else "")
                    field.setModified(False)
                elif isinstance(field, QComboBox):
                    only = values.pop() if len(values) == 1 else None
                    field.setPlaceholderText(several)
                    field.setCurrentIndex(field.findData(only) if only is not None else -1)
                    if only is not None and field.currentIndex() < 0:
                        # Terrain that the ruleset does not know keeps its own word.
                        field.addItem(only, only)
                        field.setCurrentIndex(field.count() - 1)

    def _take(self, prop: Property, text: str, allowed: Sequence[str]) -> None:
        document, field = self._document, self._fields.get(prop.id)
        if document is None or not self._refs or (isinstance(field, QLineEdit) and not field.isModified()):
            return
        try:
            value = read(prop, text, allowed)
        except WrongUse as refusal:
            self._refuse(field, str(refusal))
            return
        self._refuse(field, "")
        if isinstance(field, QLineEdit):
            field.setModified(False)
        document.do(put(document.box, self._refs, prop, value))

    def _refuse(self, field: QWidget | None, sentence: str) -> None:
        """Shows what is wrong with a field, in words; the field keeps what was typed and the map what it had."""
        if field is not None:
            field.setProperty(_REFUSED, bool(sentence))
            field.setAccessibleDescription(sentence)
        self.problem.setText(f"⚠ {sentence}" if sentence else "")
        self.problem.setVisible(bool(sentence))
        if sentence:
            QAccessible.updateAccessibility(QAccessibleEvent(self.problem, QAccessible.Event.Alert))
