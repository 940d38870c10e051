"""Everything that is wrong with the open box, each with its place."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QPersistentModelIndex, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QIcon, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QStackedLayout,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.panels.signs import sign_icon
from core.model.issues import Issue, Severity

ISSUE = Qt.ItemDataRole.UserRole
"""Role of the Issue itself."""

Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()
_FINDING, _PLACE = 0, 1


class _IssuesModel(QAbstractTableModel):
    def __init__(self) -> None:
        super().__init__()
        self.issues: tuple[Issue, ...] = ()
        self._icons: dict[Severity, QIcon] = {}
        self._words = {Severity.ERROR: self.tr("Error"), Severity.WARNING: self.tr("Warning")}

    def show_issues(self, issues: Sequence[Issue], icons: dict[Severity, QIcon]) -> None:
        self.beginResetModel()
        self.issues, self._icons = tuple(issues), icons
        self.endResetModel()

    def rowCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.issues)

    def columnCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else 2

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        issue = self.issues[index.row()]
        if role == ISSUE:
            return issue
        if index.column() == _PLACE:
            return str(issue.place) if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole} else None
        word = self._words[issue.severity]
        rule = f" [{issue.rule}]" if issue.rule else ""
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return f"{issue.text}{rule}"
            case Qt.ItemDataRole.AccessibleTextRole | Qt.ItemDataRole.ToolTipRole:
                return f"{word}: {issue.text}{rule}"
            case Qt.ItemDataRole.DecorationRole:
                return self._icons[issue.severity]
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self.tr("Finding") if section == _FINDING else self.tr("Place")
        return None


class _Filter(QSortFilterProxyModel):
    def __init__(self) -> None:
        super().__init__()
        self._words = ""
        self._severity: Severity | None = None

    def ask(self, words: str, severity: Severity | None) -> None:
        self._words, self._severity = words.casefold(), severity
        self.invalidate()

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        issue = self.sourceModel().index(row, 0, parent).data(ISSUE)
        fits = self._severity is None or issue.severity is self._severity
        return fits and self._words in str(issue).casefold()


class IssuesPanel(QWidget):
    """A filtered list. `issue_activated` carries the Issue that the user has opened; `count_changed` how many there are."""

    issue_activated = Signal(object)
    count_changed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("issues-panel")
        self.setWindowTitle(self.tr("Issues"))
        self._model = _IssuesModel()
        self._filter = _Filter()
        self._filter.setSourceModel(self._model)
        self._search = QLineEdit()
        self._search.setPlaceholderText(self.tr("Filter by words or file"))
        self._search.setAccessibleName(self._search.placeholderText())
        self._search.setClearButtonEnabled(True)
        self._search.textChanged.connect(self._ask)
        self._severity = QComboBox()
        self._severity.setAccessibleName(self.tr("Severity"))
        self._severity.addItem(self.tr("All"), None)
        self._severity.addItem(self.tr("Errors"), Severity.ERROR)
        self._severity.addItem(self.tr("Warnings"), Severity.WARNING)
        self._severity.currentIndexChanged.connect(self._ask)
        self._copy = QAction(self.tr("Copy"), self)
        self._copy.setShortcut(QKeySequence.StandardKey.Copy)
        self._copy.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._copy.triggered.connect(self.copy)
        button = QToolButton()
        button.setDefaultAction(self._copy)
        button.setToolTip(self.tr("Copy the selected findings, all that are shown if none is selected"))
        button.setAutoRaise(True)
        bar = QHBoxLayout()
        bar.addWidget(self._search, 1)
        bar.addWidget(self._severity)
        bar.addWidget(button)

        self._table = QTableView()
        self._table.setModel(self._filter)
        self._table.setAccessibleName(self.windowTitle())
        self._table.setFrameShape(QFrame.Shape.NoFrame)
        self._table.setShowGrid(False)
        self._table.setWordWrap(True)
        self._table.setAlternatingRowColors(True)
        self._table.setTabKeyNavigation(False)
        self._table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self._table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self._table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self._table.verticalHeader().setVisible(False)
        self._table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self._table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self._table.horizontalHeader().setSectionResizeMode(_FINDING, QHeaderView.ResizeMode.Stretch)
        self._table.horizontalHeader().setSectionResizeMode(_PLACE, QHeaderView.ResizeMode.Interactive)
        self._table.setColumnWidth(_PLACE, 130)
        self._table.activated.connect(lambda index: self.issue_activated.emit(index.data(ISSUE)))
        self._table.addAction(self._copy)
        self._table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self._count = QLabel()
        self._none = QLabel(self.tr("Nothing is wrong with this box."))
        self._none.setMargin(12)
        self._none.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(6, 6, 6, 6)
        column.addLayout(bar)
        column.addWidget(self._table, 1)
        column.addWidget(self._count)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._none)
        self._stack.addWidget(page)
        self.show_issues(())

    def show_issues(self, issues: Sequence[Issue]) -> None:
        """Shows findings, errors first, each kind in the order of its places."""
        ordered = sorted(issues, key=lambda issue: (issue.severity is not Severity.ERROR, issue.place))
        self._model.show_issues(ordered, self._icons())
        self._stack.setCurrentIndex(1 if ordered else 0)
        self._show_count()
        self.count_changed.emit(len(ordered))

    def copy(self) -> None:
        """Puts the selected findings on the clipboard, all that are shown if none is selected."""
        chosen = sorted({index.row() for index in self._table.selectionModel().selectedIndexes()})
        rows = chosen or range(self._filter.rowCount())
        QGuiApplication.clipboard().setText("\n".join(str(self._filter.index(row, 0).data(ISSUE)) for row in rows))

    def changeEvent(self, event: QEvent) -> None:
        """Signs follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_stack"):
            self._model.show_issues(self._model.issues, self._icons())
            self._copy.setIcon(sign_icon("copy", self.palette()))

    def _icons(self) -> dict[Severity, QIcon]:
        self._copy.setIcon(sign_icon("copy", self.palette()))
        return {severity: sign_icon(severity.value, self.palette()) for severity in Severity}

    def _ask(self) -> None:
        self._filter.ask(self._search.text(), self._severity.currentData())
        self._show_count()

    def _show_count(self) -> None:
        shown, whole = self._filter.rowCount(), self._model.rowCount()
        words = self.tr("{shown} of {whole} findings") if shown != whole else self.tr("{whole} findings")
        self._count.setText(words.replace("{shown}", str(shown)).replace("{whole}", str(whole)))
