"""How far one can see this turn."""

from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QFormLayout, QLabel, QSpinBox, QVBoxLayout, QWidget

from app.widgets.buttons import button_row

FARTHEST = 999


class VisibilityDialog(QDialog):
    """Asks for a number of hexes or for none."""

    def __init__(self, parent: QWidget, hexes: int | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Visibility of this turn"))
        self.unlimited = QCheckBox(self.tr("&Unlimited"), self)
        self.unlimited.setChecked(hexes is None)
        self.number = QSpinBox(self)
        self.number.setRange(0, FARTHEST)
        self.number.setValue(10 if hexes is None else hexes)
        self.number.setSuffix(self.tr(" hexes"))
        # Editing the number asks for it, the same one typed again included.
        self.number.valueChanged.connect(self._limit)
        self.number.lineEdit().textEdited.connect(self._limit)
        form = QFormLayout()
        form.addRow(self.tr("&Seen as far as:"), self.number)
        form.addRow("", self.unlimited)
        hint = QLabel(self.tr("Lines of sight and fields of view end there. It holds until you change it or undo it."), self)
        hint.setWordWrap(True)
        buttons = button_row(self, QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(hint)
        layout.addWidget(buttons)

    def _limit(self) -> None:
        self.unlimited.setChecked(False)

    @property
    def hexes(self) -> int | None:
        """What was chosen: a number of hexes, None for unlimited."""
        return None if self.unlimited.isChecked() else self.number.value()
