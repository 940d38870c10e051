"""What of the map is drawn, layer by layer, how strongly, in which order, and what no tool may change."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QSlider,
    QToolButton,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.canvas.layers import LAYERS, PAPER, LayerState
from app.panels.layer_rows import LayerRows
from app.widgets.dressing import dress_soon
from app.widgets.icons import icon

_ID = Qt.ItemDataRole.UserRole
_STEP = 5
_EYE, _LOCK, _NAME, _OPACITY = range(4)
_TITLES = {layer.id: layer.title for layer in LAYERS}


class LayersPanel(QWidget):
    """A list from the top layer down: an eye, a lock, the name and the opacity of each, and a slider for the one under the
    cursor. The mouse moves rows, and so do keys.

    `state_changed` carries the new `LayerState` when the user has changed something; `show_state` never emits it.
    """

    state_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("layers-panel")
        self.setWindowTitle(self.tr("Layers"))
        self._state = LayerState()
        self._rows_show: dict[str, tuple[bool, bool, float]] = {}
        self._list = self._make_list()
        self._slider = QSlider(Qt.Orientation.Horizontal)
        self._slider.setRange(0, 100)
        self._slider.setSingleStep(_STEP)
        self._slider.setPageStep(4 * _STEP)
        self._slider.setToolTip(self.tr("How strongly the layer covers what lies under it (Left and Right in the list)"))
        self._slider.valueChanged.connect(self._slid)
        self._name = QLabel()
        self._name.setBuddy(self._slider)
        self._percent = QLabel()
        self._percent.setMinimumWidth(self._percent.fontMetrics().horizontalAdvance("100 %"))
        self._percent.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._up = self._arrow(self.tr("Move the layer up (Ctrl+Up, or pull its row with the mouse)"), 1)
        self._down = self._arrow(self.tr("Move the layer down (Ctrl+Down, or pull its row with the mouse)"), -1)
        self._only = QPushButton(self.tr("Only this"))
        self._only.setToolTip(self.tr("Hide every layer but this one and the paper (O)"))
        self._only.clicked.connect(self._show_only)
        self._all = QPushButton(self.tr("Show everything"))
        self._all.setToolTip(self.tr("Show all layers whole and in their first order; locks stay"))
        self._all.clicked.connect(lambda: self._change(LayerState(locked=self._state.locked)))
        slider_row, buttons = QHBoxLayout(), QHBoxLayout()
        slider_row.addWidget(self._slider, 1)
        slider_row.addWidget(self._percent)
        for button in (self._up, self._down, self._only, self._all):
            buttons.addWidget(button)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.addWidget(self._list, 1)
        column.addWidget(self._name)
        column.addLayout(slider_row)
        column.addLayout(buttons)
        self._paint_arrows()
        self.show_state(self._state)
        self._list.setCurrentItem(self._items()[0])

    def _make_list(self) -> LayerRows:
        made = LayerRows()
        made.setAccessibleName(self.tr("Layers of the map, the topmost first"))
        made.setColumnCount(4)
        made.setHeaderHidden(True)
        made.setRootIsDecorated(False)
        made.setUniformRowHeights(True)
        made.setAllColumnsShowFocus(True)
        made.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        made.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        side = made.fontMetrics().height()
        made.setIconSize(QSize(side, side))
        header = made.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(side)
        for section in (_EYE, _LOCK, _OPACITY):
            header.setSectionResizeMode(section, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(_NAME, QHeaderView.ResizeMode.Stretch)
        for layer in reversed(LAYERS):
            item = QTreeWidgetItem()
            item.setData(_NAME, _ID, layer.id)
            item.setText(_NAME, self.tr(layer.title))
            item.setTextAlignment(_OPACITY, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            made.addTopLevelItem(item)
        made.installEventFilter(self)
        made.itemClicked.connect(self._clicked)
        made.pulled.connect(self._pull)
        made.currentItemChanged.connect(lambda *_: self._show_current())
        return made

    def _arrow(self, tip: str, up: int) -> QToolButton:
        button = QToolButton()
        button.setAutoRaise(True)
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.clicked.connect(lambda: self._move(up))
        return button

    @property
    def state(self) -> LayerState:
        """What is shown now."""
        return self._state

    def show_state(self, state: LayerState) -> None:
        """Follows a state that was changed elsewhere."""
        self._state = state
        rows = {self._id(item): item for item in self._items()}
        wanted = list(reversed(state.order))
        if [self._id(item) for item in self._items()] != wanted:
            self._sort(rows, wanted)
        for layer, item in rows.items():
            # Icons cost most of the time that a switch of one layer takes: only what differs is drawn anew.
            shows = layer not in state.hidden, layer in state.locked, state.opacity(layer)
            if self._rows_show.get(layer) != shows:
                self._rows_show[layer] = shows
                self._show_item(layer, item)
        self._show_current()
        self._all.setEnabled(state != LayerState(locked=state.locked))

    def _sort(self, rows: dict[str, QTreeWidgetItem], wanted: list[str]) -> None:
        current = self._layer()
        self._list.blockSignals(True)
        while self._list.topLevelItemCount():
            self._list.takeTopLevelItem(0)
        self._list.addTopLevelItems([rows[layer] for layer in wanted])
        if current:
            self._list.setCurrentItem(rows[current])
        self._list.blockSignals(False)

    def _show_item(self, layer: str, item: QTreeWidgetItem) -> None:
        state = self._state
        shown, locked = layer not in state.hidden, layer in state.locked
        percent = f"{round(100 * state.opacity(layer))} %"
        item.setIcon(_EYE, icon("eye" if shown else "eye-closed"))
        item.setIcon(_LOCK, icon("lock" if locked else "lock-open"))
        item.setText(_OPACITY, percent)
        item.setToolTip(_EYE, self.tr("Hide the layer (Space)") if shown else self.tr("Show the layer (Space)"))
        item.setToolTip(_LOCK, self.tr("Let tools change it (L)") if locked else self.tr("Keep tools from changing it (L)"))
        item.setToolTip(_OPACITY, self.tr("Opacity {percent}").replace("{percent}", percent))
        words = [self.tr("shown") if shown else self.tr("hidden"), self.tr("locked") if locked else self.tr("not locked")]
        item.setData(_NAME, Qt.ItemDataRole.AccessibleTextRole, ", ".join([item.text(_NAME), *words, percent]))
        font = item.font(_NAME)
        font.setItalic(not shown)
        item.setFont(_NAME, font)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys of the list: Space shows and hides, L locks, O shows only this layer, Left and Right change the opacity of the
        layer under the cursor, Ctrl+Up and Ctrl+Down move it."""
        if not self._press(Qt.Key(event.key()), bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)):
            super().keyPressEvent(event)

    def _press(self, key: Qt.Key, control: bool) -> bool:
        steps = {Qt.Key.Key_Left: -_STEP, Qt.Key.Key_Right: _STEP}
        if not self._layer():
            return False
        if control and key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._move(1 if key == Qt.Key.Key_Up else -1)
        elif key in steps and self._slider.isEnabled():
            self._slider.setValue(self._slider.value() + steps[key])
        elif key == Qt.Key.Key_Space:
            self._toggle(_EYE)
        elif key == Qt.Key.Key_L:
            self._toggle(_LOCK)
        elif key == Qt.Key.Key_O:
            self._show_only()
        else:
            return False
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Takes the panel's own keys before the list searches names by letters."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and self._list.gap < 0:
            return self._press(Qt.Key(event.key()), bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        return False

    def changeEvent(self, event: QEvent) -> None:
        """Draws eyes and locks in the colours of the palette in force."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_all"):
            dress_soon(self, self._dress)

    def _dress(self) -> None:
        self._paint_arrows()
        self._rows_show.clear()
        self.show_state(self._state)

    def _paint_arrows(self) -> None:
        self._up.setIcon(icon("up"))
        self._down.setIcon(icon("down"))

    def _items(self) -> list[QTreeWidgetItem]:
        rows = (self._list.topLevelItem(row) for row in range(self._list.topLevelItemCount()))
        return [item for item in rows if item is not None]

    def _id(self, item: QTreeWidgetItem) -> str:
        return str(item.data(_NAME, _ID))

    def _layer(self) -> str:
        item = self._list.currentItem()
        return self._id(item) if item is not None else ""

    def _show_current(self) -> None:
        layer, state = self._layer(), self._state
        title = self.tr(_TITLES[layer]) if layer else ""
        self._name.setText(self.tr("Opacity of: {layer}").replace("{layer}", title))
        self._slider.setAccessibleName(self._name.text())
        self._slider.setEnabled(bool(layer) and layer not in state.hidden)
        percent = round(100 * state.opacity(layer)) if layer else 100
        self._slider.blockSignals(True)
        self._slider.setValue(percent)
        self._slider.blockSignals(False)
        self._percent.setText(f"{percent} %")
        self._up.setEnabled(bool(layer) and state.moved(layer, 1) != state)
        self._down.setEnabled(bool(layer) and state.moved(layer, -1) != state)
        self._only.setEnabled(bool(layer) and self._alone(layer) != state)

    def _clicked(self, item: QTreeWidgetItem, column: int) -> None:
        if column in (_EYE, _LOCK):
            self._list.setCurrentItem(item)
            self._toggle(column)

    def _toggle(self, column: int) -> None:
        layer, state = self._layer(), self._state
        if column == _EYE:
            self._change(state.with_shown(layer, layer in state.hidden))
        else:
            self._change(state.with_locked(layer, layer not in state.locked))

    def _slid(self, percent: int) -> None:
        if self._layer():
            self._change(self._state.with_opacity(self._layer(), percent / 100))

    def _move(self, up: int) -> None:
        if self._layer():
            self._change(self._state.moved(self._layer(), up))

    def _pull(self, row: int, to: int) -> None:
        self._change(self._state.moved(self._id(self._items()[row]), row - to))

    def _alone(self, layer: str) -> LayerState:
        return LayerState(LayerState.only(PAPER, layer).hidden, self._state.opacities, self._state.locked, self._state.order)

    def _show_only(self) -> None:
        if self._layer():
            self._change(self._alone(self._layer()))

    def _change(self, state: LayerState) -> None:
        if state != self._state:
            self.show_state(state)
            self.state_changed.emit(state)
