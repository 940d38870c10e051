"""What the window shows in place of a map when a box could not be opened: calmly, what is wrong and where."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QPalette, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.widgets.dressing import dress_soon
from app.widgets.icons import icon
from core.model.issues import Issue

SIGN = 32


class ProblemPage(QWidget):
    """Lists what is wrong. `retry` asks to read the box again, `browse` for another; `issue_activated` carries an `Issue`."""

    retry = Signal()
    browse = Signal()
    closed = Signal()
    issue_activated = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sign = QLabel(self)
        self._title = QLabel(self)
        self._title.setWordWrap(True)
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        font = self._title.font()
        font.setPointSizeF(font.pointSizeF() * 1.35)
        self._title.setFont(font)
        self._where = QLabel(self)
        self._where.setTextFormat(Qt.TextFormat.PlainText)
        self._where.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._where.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._where.setWordWrap(True)
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("What is wrong with the box"))
        self.list.setWordWrap(True)
        self.list.setAlternatingRowColors(True)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setSpacing(self.fontMetrics().height() // 5)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemActivated.connect(lambda item: self.issue_activated.emit(item.data(Qt.ItemDataRole.UserRole)))
        self.copy_button = QPushButton(self.tr("&Copy"), self)
        self.copy_button.setToolTip(self.tr("Copy the selected lines, or all of them"))
        self.copy_button.clicked.connect(self.copy)
        # Connected by itself: a shortcut that is made with its slot forgets the context and is heard in the whole window.
        copying = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self.list, context=Qt.ShortcutContext.WidgetShortcut)
        copying.activated.connect(self.copy)
        self._retry = QPushButton(self.tr("&Try again"), self)
        self._retry.clicked.connect(self.retry)
        self._browse = QPushButton(self.tr("&Open another box…"), self)
        self._browse.clicked.connect(self.browse)
        self._close = QPushButton(self.tr("&Back to the start"), self)
        self._close.clicked.connect(self.closed)
        self._arrange()
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self._paint_icons()

    def show_problems(self, path: Path, issues: Sequence[Issue]) -> None:
        """Shows what is wrong with the box at a path."""
        count = len(issues)
        more = self.tr("%d problems were found.") % count if count != 1 else self.tr("One problem was found.")
        self._title.setText(self.tr("This box could not be opened. %s") % more)
        self._where.setText(str(path))
        self.list.clear()
        for issue in issues:
            item = QListWidgetItem(str(issue), self.list)
            item.setData(Qt.ItemDataRole.UserRole, issue)
            item.setToolTip(str(issue))

    def copy(self) -> None:
        """Puts the selected lines on the clipboard, all of them when fewer than two are selected."""
        rows = sorted(self.list.row(item) for item in self.list.selectedItems())
        if len(rows) < 2:
            rows = list(range(self.list.count()))
        QGuiApplication.clipboard().setText("\n".join(self.list.item(row).text() for row in rows))

    def changeEvent(self, event: QEvent) -> None:
        """Icons follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            dress_soon(self, self._paint_icons)

    def _arrange(self) -> None:
        words = QVBoxLayout()
        words.addWidget(self._title)
        words.addWidget(self._where)
        head = QHBoxLayout()
        head.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(words, 1)
        foot = QHBoxLayout()
        for button in (self._retry, self._browse, self._close):
            foot.addWidget(button)
        foot.addStretch(1)
        foot.addWidget(self.copy_button)
        layout = QVBoxLayout(self)
        margin = 2 * self.fontMetrics().height()
        layout.setContentsMargins(margin, margin, margin, margin)
        layout.setSpacing(self.fontMetrics().height())
        layout.addLayout(head)
        layout.addWidget(self.list, 1)
        layout.addLayout(foot)

    def _paint_icons(self) -> None:
        self._sign.setPixmap(icon("issues").pixmap(QSize(SIGN, SIGN), self.devicePixelRatio()))
        self._retry.setIcon(icon("reset"))
        self._browse.setIcon(icon("open"))
        self.copy_button.setIcon(icon("copy"))
