"""The list of questions: under their topics, found by a few letters or a rule number."""

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from app.panels.ask.words import found
from app.widgets.rule_words import said
from core.rules.kernel.parameters import Heading, in_words

_NAME = Qt.ItemDataRole.UserRole
_PAGE = 8


class QuestionList(QWidget):
    """The questions with their search field. `opened` carries the name of the one that the user wants to ask.

    While something is sought they stand in the order of how well they fit; arrows in the search field move in the list.
    """

    opened = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._headings: tuple[Heading, ...] = ()
        self._items: dict[str, QTreeWidgetItem] = {}
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Find a question"))
        self.search.setToolTip(self.tr("Find a question by its name, by what it tells, or by a rule number"))
        self.search.setAccessibleName(self.search.placeholderText())
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._fill)
        self.search.installEventFilter(self)
        self.tree = QTreeWidget()
        self.tree.setAccessibleName(self.tr("Questions"))
        self.tree.setHeaderHidden(True)
        self.tree.setFrameShape(QFrame.Shape.NoFrame)
        self.tree.setUniformRowHeights(True)
        self.tree.setTabKeyNavigation(False)
        self.tree.setIndentation(self.fontMetrics().averageCharWidth() * 2)
        self.tree.currentItemChanged.connect(self._tell)
        self.tree.itemActivated.connect(self._open)
        self.tree.itemClicked.connect(self._open)
        self.tree.installEventFilter(self)
        self._about = QLabel()
        self._about.setWordWrap(True)
        self._about.setMinimumHeight(3 * self.fontMetrics().lineSpacing())
        self._about.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._none = QLabel(self.tr("No question has these words."))
        self._none.setWordWrap(True)
        self._none.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.addWidget(self.search)
        column.addWidget(self._none)
        column.addWidget(self.tree, 1)
        column.addWidget(self._about)
        self.setFocusProxy(self.search)

    @property
    def names(self) -> tuple[str, ...]:
        """The questions that are listed, in their order."""
        return tuple(self._items)

    @property
    def current(self) -> str:
        """The question that is marked, empty for none."""
        item = self.tree.currentItem()
        return str(item.data(0, _NAME) or "") if item is not None else ""

    def show_questions(self, headings: Sequence[Heading]) -> None:
        """Lists other questions."""
        self._headings = tuple(headings)
        self._fill()

    def mark(self, name: str) -> None:
        """Marks a question, whatever is sought."""
        if name not in self._items:
            self.search.clear()
        if name in self._items:
            self.tree.setCurrentItem(self._items[name])

    def reset(self) -> None:
        """Seeks nothing, and marks the first question, as when they were first listed."""
        self.search.clear()
        self.mark(next(iter(self._items), ""))
        self.tree.scrollToTop()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrows and Enter of the search field belong to the list; letters typed in the list seek."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        key = Qt.Key(event.key())
        if watched is self.search:
            steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: _PAGE, Qt.Key.Key_PageUp: -_PAGE}
            if key in steps:
                self._move(steps[key])
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._open(self.tree.currentItem())
                return True
            if key == Qt.Key.Key_Escape and self.search.text():
                self.search.clear()
                return True
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.tree.currentItem())
            return True
        return super().eventFilter(watched, event)

    def _fill(self) -> None:
        text, marked = self.search.text(), self.current
        listed = found(self._headings, text)
        self.tree.clear()
        self._items.clear()
        topics = Counter(heading.topic for heading in listed)
        heads: dict[str, QTreeWidgetItem] = {}
        for heading in listed:
            item = QTreeWidgetItem([heading.title])
            item.setData(0, _NAME, heading.name)
            item.setToolTip(0, f"{heading.title}\n{_sentence(heading)}")
            item.setData(0, Qt.ItemDataRole.AccessibleDescriptionRole, _sentence(heading))
            self._items[heading.name] = item
            # What is sought stands in the order of how well it fits, which topics would break.
            if text.strip() or topics[heading.topic] == 1:
                self.tree.addTopLevelItem(item)
                continue
            if heading.topic not in heads:
                heads[heading.topic] = self._head(said(in_words(heading.topic)))
            # Its topic stands over it already.
            rest = heading.title.removeprefix(f"{said(in_words(heading.topic))}: ")
            item.setText(0, rest[:1].upper() + rest[1:])
            heads[heading.topic].addChild(item)
        self.tree.expandAll()
        self._none.setVisible(bool(self._headings) and not listed)
        first = next(iter(self._items), "")
        wanted = first if text.strip() else marked or first
        if wanted in self._items:
            self.tree.setCurrentItem(self._items[wanted])
        else:
            self._tell(None)

    def _head(self, title: str) -> QTreeWidgetItem:
        head = QTreeWidgetItem([title])
        font = self.font()
        font.setBold(True)
        head.setFont(0, font)
        head.setFlags(Qt.ItemFlag.ItemIsEnabled)
        self.tree.addTopLevelItem(head)
        return head

    def _move(self, by: int) -> None:
        names = self.names
        if names:
            at = names.index(self.current) if self.current in names else 0
            item = self._items[names[min(max(at + by, 0), len(names) - 1)]]
            self.tree.setCurrentItem(item)
            self.tree.scrollToItem(item)

    def _open(self, item: QTreeWidgetItem | None) -> None:
        name = item.data(0, _NAME) if item is not None else None
        if name:
            self.opened.emit(name)

    def _tell(self, item: QTreeWidgetItem | None) -> None:
        name = item.data(0, _NAME) if item is not None else None
        heading = next((each for each in self._headings if each.name == name), None)
        self._about.setText(_sentence(heading) if heading is not None else "")


def _sentence(heading: Heading) -> str:
    """What a question tells, and the rules that it cites."""
    summary = heading.summary[:1].upper() + heading.summary[1:]
    return f"{summary}. [{heading.rules}]"
