"""What a ruling proposes, as a list of steps that can be done or left."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.panels.parts import bold_label, push_button
from app.panels.short_list import Row, ShortList
from core.rules.kernel.proposals import Proposal


class ProposedBox(QWidget):
    """Lists what is proposed, nothing at all while nothing is; `do_wanted` carries the number of a step that is to be done."""

    do_wanted = Signal(int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = bold_label()
        self.list = ShortList(name, self)
        self.list.opened.connect(self._do_picked)
        self.do = push_button(self.tr("Do &it"), self._do_picked, self.tr("As one step that can be undone"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for part in (self.title, self.list):
            column.addWidget(part)
        column.addWidget(self.do, 0, Qt.AlignmentFlag.AlignLeft)
        self.show_proposals("", ())

    def show_proposals(self, title: str, proposals: Sequence[Proposal]) -> None:
        """Lists other steps under a title."""
        self.title.setText(title)
        self.list.show_rows([Row(each.label, str(n)) for n, each in enumerate(proposals)], 0 if proposals else -1)
        self.setVisible(bool(proposals))

    def _do_picked(self) -> None:
        if self.list.currentRow() >= 0:
            self.do_wanted.emit(self.list.currentRow())
