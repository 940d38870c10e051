"""What of the map is drawn, layer by layer, and how strongly."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from app.canvas.layers import LAYERS, LayerState

_ID = Qt.ItemDataRole.UserRole
_STEP = 5


class LayersPanel(QWidget):
    """A list from the top layer down with a tick each, and a slider for the layer under the cursor.

    `state_changed` carries the new `LayerState` when the user has changed something; `show_state` never emits it.
    """

    state_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("layers-panel")
        self.setWindowTitle(self.tr("Layers"))
        self._state = LayerState()
        self._list = QListWidget()
        self._list.setAccessibleName(self.tr("Layers of the map, the topmost first"))
        for layer in reversed(LAYERS):
            item = QListWidgetItem(self.tr(layer.title))
            item.setData(_ID, layer.id)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable)
            self._list.addItem(item)
        self._list.itemChanged.connect(self._ticked)
        self._list.currentItemChanged.connect(lambda *_: self._show_slider())
        self._slider = QSlider(Qt.Orientation.Horizontal)
        self._slider.setRange(0, 100)
        self._slider.setSingleStep(_STEP)
        self._slider.setPageStep(4 * _STEP)
        self._slider.valueChanged.connect(self._slid)
        self._name = QLabel()
        self._name.setBuddy(self._slider)
        self._percent = QLabel()
        self._percent.setMinimumWidth(self._percent.fontMetrics().horizontalAdvance("100 %"))
        self._percent.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._all = QPushButton(self.tr("Show everything"))
        self._all.clicked.connect(lambda: self._change(LayerState()))
        row = QHBoxLayout()
        row.addWidget(self._slider, 1)
        row.addWidget(self._percent)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.addWidget(self._list, 1)
        column.addWidget(self._name)
        column.addLayout(row)
        column.addWidget(self._all, 0, Qt.AlignmentFlag.AlignLeft)
        self.show_state(self._state)
        self._list.setCurrentRow(0)

    @property
    def state(self) -> LayerState:
        """What is shown now."""
        return self._state

    def show_state(self, state: LayerState) -> None:
        """Follows a state that was changed elsewhere."""
        self._state = state
        self._list.blockSignals(True)
        for row in range(self._list.count()):
            item = self._list.item(row)
            layer = item.data(_ID)
            shown = layer not in state.hidden
            item.setCheckState(Qt.CheckState.Checked if shown else Qt.CheckState.Unchecked)
            percent = round(100 * state.opacity(layer))
            item.setToolTip(self.tr("Opacity {percent} %").replace("{percent}", str(percent)))
        self._list.blockSignals(False)
        self._show_slider()
        self._all.setEnabled(bool(state.hidden) or any(share < 1 for share in state.opacities.values()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right on the list change the opacity of the layer under the cursor."""
        steps = {Qt.Key.Key_Left: -_STEP, Qt.Key.Key_Right: _STEP}
        if event.key() in steps and self._slider.isEnabled():
            self._slider.setValue(self._slider.value() + steps[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def _layer(self) -> str:
        item = self._list.currentItem()
        return str(item.data(_ID)) if item is not None else ""

    def _show_slider(self) -> None:
        layer = self._layer()
        item = self._list.currentItem()
        title = item.text() if item is not None else ""
        self._name.setText(self.tr("Opacity of: {layer}").replace("{layer}", title))
        self._slider.setAccessibleName(self._name.text())
        self._slider.setEnabled(bool(layer) and layer not in self._state.hidden)
        percent = round(100 * self._state.opacity(layer)) if layer else 100
        self._slider.blockSignals(True)
        self._slider.setValue(percent)
        self._slider.blockSignals(False)
        self._percent.setText(f"{percent} %")

    def _ticked(self, item: QListWidgetItem) -> None:
        self._change(self._state.with_shown(item.data(_ID), item.checkState() == Qt.CheckState.Checked))

    def _slid(self, percent: int) -> None:
        if self._layer():
            self._change(self._state.with_opacity(self._layer(), percent / 100))

    def _change(self, state: LayerState) -> None:
        if state != self._state:
            self.show_state(state)
            self.state_changed.emit(state)
