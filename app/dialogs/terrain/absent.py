"""Which kinds of terrain are treated as absent: what if the woods were not there?"""

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.widgets.buttons import button_row
from core.model.terrain import Terrain
from core.rules.kernel.rulings import metres


class AbsentTerrainDialog(QDialog):
    """Lists the terrain that has a height; what is ticked is treated as absent."""

    def __init__(self, parent: QWidget, terrain: Mapping[str, Terrain], absent: frozenset[str]) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Treat terrain as absent"))
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("Terrain that adds height to the ground"))
        for kind in sorted(terrain.values(), key=lambda each: each.name.casefold()):
            if kind.los_height:
                item = QListWidgetItem(self.tr("%s, %s m high") % (kind.name, metres(kind.los_height)), self.list)
                item.setData(Qt.ItemDataRole.UserRole, kind.id)
                item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable)
                item.setCheckState(Qt.CheckState.Checked if kind.id in absent else Qt.CheckState.Unchecked)
        hint = QLabel(self.tr("Lines of sight pass ticked terrain as if only the ground were there."), self)
        hint.setWordWrap(True)
        buttons = button_row(self, QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        for part in (hint, self.list, buttons):
            layout.addWidget(part)

    @property
    def absent(self) -> frozenset[str]:
        """The ids of the ticked terrain."""
        items = [self.list.item(row) for row in range(self.list.count())]
        return frozenset(
            str(item.data(Qt.ItemDataRole.UserRole)) for item in items if item.checkState() is Qt.CheckState.Checked
        )
