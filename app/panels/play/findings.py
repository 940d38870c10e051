"""What the rules want looked after when a phase ends: each finding with what can be done about it. Nothing is forced."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QListWidget, QListWidgetItem, QProgressBar, QPushButton, QVBoxLayout, QWidget

from app.panels.flow import FlowBox
from core.rules.kernel.findings import LOOK, MAY, MEND, Finding

_FINDING = Qt.ItemDataRole.UserRole

_Key = tuple[str, str, str]


class FindingsPage(QWidget):
    """The findings at the end of a phase. `mend_wanted`, `show_wanted` and `overrule_wanted` carry a `Finding`; `go_on` comes
    when the phase is left all the same, `stay` when play stays in it."""

    mend_wanted = Signal(object)
    show_wanted = Signal(object)
    overrule_wanted = Signal(object)
    go_on = Signal()
    stay = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settled: dict[_Key, str] = {}
        self._title = QLabel()
        self._title.setWordWrap(True)
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        font = self._title.font()
        font.setBold(True)
        self._title.setFont(font)
        self._bar = QProgressBar()
        self._bar.setAccessibleName(self.tr("How far the phase is looked through"))
        self.list = _List()
        self.list.setAccessibleName(self.tr("What the rules want looked after"))
        self.list.setToolTip(self.tr("Enter or a double click shows what a finding is about on the map"))
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.entered_on.connect(lambda: self._emit(self.show_wanted))
        self.list.itemDoubleClicked.connect(lambda _: self._emit(self.show_wanted))
        self.list.currentItemChanged.connect(lambda *_: self._judge())
        self._mend = self._button(self.tr("Me&nd"), self.tr("Do what the rules want or allow, as one step of the session"))
        self._show = self._button(self.tr("&Show"), self.tr("Bring what it is about to the middle of the map"))
        self._over = self._button(self.tr("&Overrule…"), self.tr("Say in a line why it stays so; the journal keeps it"))
        self._go = self._button(self.tr("&Go on all the same"), self.tr("Leave the phase; what is found stays as it is"))
        self._stay = self._button(self.tr("Sta&y in the phase"), self.tr("Go back to the phase"))
        self._mend.clicked.connect(lambda: self._emit(self.mend_wanted))
        self._show.clicked.connect(lambda: self._emit(self.show_wanted))
        self._over.clicked.connect(lambda: self._emit(self.overrule_wanted))
        self._go.clicked.connect(self.go_on)
        self._stay.clicked.connect(self.stay)
        each = FlowBox()
        for button in (self._mend, self._show, self._over):
            each.flow.addWidget(button)
        all_ = QHBoxLayout()
        for button in (self._go, self._stay):
            all_.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for part in (self._title, self._bar, self.list, each):
            column.addWidget(part, 1 if part is self.list else 0)
        column.addLayout(all_)
        self.setFocusProxy(self.list)

    def show_looking(self, done: int, total: int) -> None:
        """The phase is being looked through."""
        self._title.setText(self.tr("The phase is being looked through."))
        self._bar.setRange(0, max(total, 1))
        self._bar.setValue(done)
        self._bar.show()
        if not done:
            self.list.clear()
            self._settled.clear()
        self._judge()

    def show_findings(self, findings: Sequence[Finding]) -> None:
        """Shows what was found; what was mended or overruled before and is not found again is gone."""
        self._bar.hide()
        keys = {_key(each) for each in findings}
        self._settled = {each: words for each, words in self._settled.items() if each in keys}
        row = max(self.list.currentRow(), 0)
        self.list.clear()
        for finding in findings:
            item = QListWidgetItem(self._words(finding), self.list)
            item.setData(_FINDING, finding)
        self.list.setCurrentRow(min(row, self.list.count() - 1))
        left = [each for each in findings if _key(each) not in self._settled]
        if not left:
            self._title.setText(self.tr("Nothing is left to be looked after in this phase."))
        elif len(left) == 1:
            self._title.setText(self.tr("Before the phase ends, look after this:"))
        else:
            self._title.setText(self.tr("Before the phase ends, look after these %d:") % len(left))
        self._judge()

    def show_fault(self, sentence: str) -> None:
        """The phase could not be looked through."""
        self._bar.hide()
        self.list.clear()
        self._title.setText(f"⚠ {sentence}")
        self._judge()

    def settle(self, finding: Finding, words: str) -> None:
        """Says what has become of a finding."""
        self._settled[_key(finding)] = words
        for row in range(self.list.count()):
            if self.list.item(row).data(_FINDING) == finding:
                self.list.item(row).setText(self._words(finding))
        self._judge()

    @property
    def current(self) -> Finding | None:
        """The finding that is chosen."""
        item = self.list.currentItem()
        found: Finding | None = item.data(_FINDING) if item is not None else None
        return found

    def hand_over_keyboard(self) -> None:
        """Gives the keyboard to the findings, or to the button that goes on where there are none."""
        (self.list if self.list.count() else self._go).setFocus(Qt.FocusReason.OtherFocusReason)

    def _words(self, finding: Finding) -> str:
        kinds = {
            MEND: self.tr("To mend"),
            MAY: self.tr("Allowed"),
            LOOK: self.tr("Look for yourselves"),
        }
        words = f"{kinds.get(finding.weight, finding.weight)}: {finding.text} [{finding.section}]"
        settled = self._settled.get(_key(finding))
        return f"✓ {settled} — {words}" if settled else words

    def _judge(self) -> None:
        finding = self.current
        open_ = finding is not None and _key(finding) not in self._settled
        self._mend.setEnabled(open_ and bool(finding is not None and finding.edits))
        self._mend.setText(self.tr("Do &it") if finding is not None and finding.weight == MAY else self.tr("Me&nd"))
        self._show.setEnabled(finding is not None and bool(finding.spots or finding.units))
        self._over.setEnabled(open_)
        left = any(_key(self.list.item(row).data(_FINDING)) not in self._settled for row in range(self.list.count()))
        self._go.setText(self.tr("&Go on all the same") if left or not self._bar.isHidden() else self.tr("&Go on"))

    def _emit(self, signal: object) -> None:
        finding = self.current
        if finding is not None:
            signal.emit(finding)  # type: ignore[attr-defined]

    def _button(self, words: str, tip: str) -> QPushButton:
        button = QPushButton(words)
        button.setAutoDefault(False)
        button.setToolTip(tip)
        return button


class _List(QListWidget):
    """Tells of Enter, which a list takes for itself on some systems."""

    entered_on = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter shows what the finding is about."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered_on.emit()
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Breaks the lines anew."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()


def _key(finding: Finding) -> _Key:
    """What a finding is known by when the phase is looked through once more."""
    return finding.code, finding.section, finding.text
