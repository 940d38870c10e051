"""What stands around the units grid, and in its place while there is nothing to show in it."""

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.widgets.icons import icon

MOST_LINES = 4
"""Lines of a list below the grid that are seen at once."""


class WordsPage(QWidget):
    """A sentence in the middle, and what can be done about it: each answer with its keys, if it has any."""

    def __init__(self, words: str, answers: Sequence[tuple[str, Callable[[], object], str]]) -> None:
        super().__init__()
        self.words = QLabel(words)
        self.words.setWordWrap(True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        column = QVBoxLayout(self)
        column.addStretch(1)
        column.addWidget(self.words)
        row = QHBoxLayout()
        row.addStretch(1)
        for text, do, keys in answers:
            button = QPushButton(text)
            button.setAutoDefault(False)
            button.clicked.connect(lambda _=False, do=do: do())
            row.addWidget(button)
            if keys:
                QShortcut(QKeySequence(keys), self, do).setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        row.addStretch(1)
        column.addLayout(row)
        column.addStretch(2)


class NotTaken(QListWidget):
    """What is not in the box, a line each; of many a few are seen. What a line leads to stands with it."""

    def show_lines(self, lines: Iterable[tuple[str, object]]) -> None:
        """Lists these lines, and is as high as they are and the bar below them; hidden without any."""
        self.clear()
        for words, at in lines:
            item = QListWidgetItem(icon("error"), words, self)
            item.setToolTip(words)
            item.setData(Qt.ItemDataRole.UserRole, at)
        self.setVisible(self.count() > 0)
        around = 2 * self.frameWidth() + self.horizontalScrollBar().sizeHint().height()
        self.setFixedHeight(min(self.count(), MOST_LINES) * max(self.sizeHintForRow(0), 1) + around)


def menu_button(text: str, menu: QMenu) -> QToolButton:
    """A button that opens a menu, by its access key, too."""
    button = QToolButton()
    button.setText(text)
    button.setMenu(menu)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setAccessibleName(text.replace("&", ""))
    return button


def table_menu(parent: QWidget, take: Callable[[str], object], give: Callable[[str], object]) -> QMenu:
    """The menu of tables that come in and go out. `take` and `give` are told the format."""

    def tr(text: str) -> str:
        return QCoreApplication.translate("UnitsWindow", text)

    menu = QMenu(parent)
    for format_, in_words, out_words in (
        ("csv", tr("&Import table (CSV)…"), tr("&Export table (CSV)…")),
        ("countersheet", tr("Import &countersheet (CSV)…"), tr("Export co&untersheet (CSV)…")),
    ):
        menu.addSeparator()
        menu.addAction(in_words).triggered.connect(lambda _=False, format_=format_: take(format_))
        menu.addAction(out_words).triggered.connect(lambda _=False, format_=format_: give(format_))
    return menu
