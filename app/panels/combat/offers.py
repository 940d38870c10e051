"""What may be added to a combat beside those who attack, such as an air point or a gun: a box to tick for each."""

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from app.panels.rulings.reasons_view import sentence
from core.model.box import GameBox
from core.rules.operations.battle_detail import Offered


class OfferBoxes(QWidget):
    """Offers what there is. `turned` carries a parameter with its value, "" where it is taken back."""

    turned = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.boxes: dict[tuple[str, str], QCheckBox] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.hide()

    def show_offers(self, offers: Sequence[Offered], given: Mapping[str, str], box: GameBox) -> None:
        """Shows what may be added, and what of it is `given`; what nothing is left of cannot be ticked, and says why."""
        keys = [(each.parameter, each.value) for each in offers]
        for key in keys:
            if key not in self.boxes:
                self.boxes[key] = QCheckBox()
                self.boxes[key].toggled.connect(partial(self._turn, *key))
                self._column.addWidget(self.boxes[key])
        for key, known in self.boxes.items():
            known.setVisible(key in keys)
        for key, each in zip(keys, offers, strict=True):
            ticking = self.boxes[key]
            is_given = bool(given.get(each.parameter, "").strip("0 ")) if each.added is None else each.added
            said, rule = sentence(each.reason, box), f"[{each.reason.rule.section}]"
            ticking.setText(said if each.added is not None else f"{said} {rule}")
            ticking.setEnabled(each.left > 0 or is_given)
            tip = self.tr("Tick it to add one to this combat; it is spent with its result")
            one = self.tr("Tick it to add this one to the combat")
            ticking.setToolTip(tip if each.added is None else f"{said} {rule}\n{one}")
            with QSignalBlocker(ticking):
                ticking.setChecked(is_given)
        self.setVisible(bool(offers))

    def _turn(self, parameter: str, value: str, on: bool) -> None:
        self.turned.emit(parameter, value if on else "")
