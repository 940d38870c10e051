"""What a ruling proposes, as a list of steps that can be done or left."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.panels.parts import bold_label, push_button, words_label
from app.panels.short_list import Row, ShortList
from core.rules.kernel.proposals import Proposal


class ProposedBox(QWidget):
    """Lists what is proposed, nothing at all while nothing is, and says why the picked step is there; `do_wanted` carries the
    number of a step that is to be done."""

    do_wanted = Signal(int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.why = bold_label(), words_label()
        self._whys: tuple[str, ...] = ()
        self.list = ShortList(name, self)
        self.list.opened.connect(self._do_picked)
        self.list.chosen.connect(lambda _: self._show_why())
        self.do = push_button(self.tr("Do &it"), self._do_picked, self.tr("As one step that can be undone"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for part in (self.title, self.list, self.why):
            column.addWidget(part)
        column.addWidget(self.do, 0, Qt.AlignmentFlag.AlignLeft)
        self.show_proposals("", ())

    def show_proposals(self, title: str, proposals: Sequence[Proposal], whys: Sequence[str] = ()) -> None:
        """Lists other steps under a title; `whys` is what is said of each, where something is."""
        self.title.setText(title)
        self._whys = tuple(whys)
        self.list.show_rows([Row(each.label, str(n)) for n, each in enumerate(proposals)], 0 if proposals else -1)
        self.setVisible(bool(proposals))
        self._show_why()

    def _show_why(self) -> None:
        row = self.list.currentRow()
        self.why.setText(self._whys[row] if 0 <= row < len(self._whys) else "")
        self.why.setVisible(bool(self.why.text()))

    def _do_picked(self) -> None:
        if self.list.currentRow() >= 0:
            self.do_wanted.emit(self.list.currentRow())
