"""Everything that is wrong with the open box, each with its kind, its rule, its place, and its fix where there is one."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import PurePath

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QSignalBlocker,
    Qt,
    Signal,
)
from PySide6.QtGui import QAction, QGuiApplication, QIcon, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QStackedLayout,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.panels.issue_kinds import kind_title
from app.panels.signs import sign_icon
from app.widgets.dressing import dress_soon
from core.model.issues import Issue, Severity

ISSUE = Qt.ItemDataRole.UserRole
"""Role of the Issue itself."""

Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()
_FINDING, _RULE, _PLACE = 0, 1, 2
_ANY = "*"
_ORDER = {severity: number for number, severity in enumerate(Severity)}


class _IssuesModel(QAbstractTableModel):
    """All findings, and those of them that are `shown`, which fit what is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.issues: tuple[Issue, ...] = ()
        self.shown: tuple[Issue, ...] = ()
        self._sought, self._kind = "", _ANY
        self._severity: Severity | None = None
        self.where: Callable[[Issue], str] = lambda _: ""
        self._icons: dict[Severity, QIcon] = {}
        self._words = {
            Severity.ERROR: self.tr("Error"),
            Severity.WARNING: self.tr("Warning"),
            Severity.ADVICE: self.tr("Advice"),
        }

    def show_issues(self, issues: Sequence[Issue], icons: dict[Severity, QIcon]) -> None:
        self.issues, self._icons = tuple(issues), icons
        self._show()

    def ask(self, words: str, severity: Severity | None, kind: str) -> None:
        asked = words.casefold(), severity, kind
        if asked != (self._sought, self._severity, self._kind):
            self._sought, self._severity, self._kind = asked
            self._show()

    def _show(self) -> None:
        self.beginResetModel()
        asks = self._sought or self._severity is not None or self._kind != _ANY
        self.shown = tuple(issue for issue in self.issues if self._fits(issue)) if asks else self.issues
        self.endResetModel()

    def _fits(self, issue: Issue) -> bool:
        fits = (self._severity is None or issue.severity is self._severity) and self._kind in (_ANY, issue.code)
        if not (fits and self._sought):
            return fits
        return self._sought in f"{issue} {self._place(issue, Qt.ItemDataRole.DisplayRole)}".casefold()

    def rowCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.shown)

    def columnCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else 3

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        issue = self.shown[index.row()]
        if role == ISSUE:
            return issue
        if index.column() == _PLACE:
            return self._place(issue, role)
        if index.column() == _RULE:
            return issue.rule if role == Qt.ItemDataRole.DisplayRole else None
        word = self._words[issue.severity]
        rule = f" [{issue.rule}]" if issue.rule else ""
        fixes = [QCoreApplication.translate("Edits", edit.label) for edit in ((issue.fix,) if issue.fix else issue.ways)]
        fix = self.tr("Fix: %s") % self.tr(" or ").join(fixes) if fixes else ""
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return issue.text
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{word}: {issue.text}{rule} {fix}".rstrip()
            case Qt.ItemDataRole.ToolTipRole:
                return f"{word}: {issue.text}{rule}\n{fix}".rstrip()
            case Qt.ItemDataRole.DecorationRole:
                return self._icons[issue.severity]
        return None

    def _place(self, issue: Issue, role: int) -> str | None:
        """The hex where there is one, with the file as a tooltip; else the place in the file."""
        label = self.where(issue)
        if role == Qt.ItemDataRole.DisplayRole:
            file = PurePath(issue.place.file)
            # Of a file outside the box its name is enough; the tooltip says where it lies.
            return label or str(replace(issue.place, file=file.name) if file.is_absolute() else issue.place)
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{label} ({issue.place})" if label else str(issue.place)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (self.tr("Finding"), self.tr("Rule"), self.tr("Place"))[section]
        return None


class IssuesPanel(QWidget):
    """A filtered list. `issue_activated` carries the Issue that the user has opened, `fix_wanted` a tuple of those that are to
    be mended in one step; `count_changed` how many there are that are no advice.
    """

    issue_activated = Signal(object)
    fix_wanted = Signal(object)
    count_changed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("issues-panel")
        self.setWindowTitle(self.tr("Issues"))
        self._model = _IssuesModel()
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
        self._severity.addItem(self.tr("Advice"), Severity.ADVICE)
        self._severity.currentIndexChanged.connect(self._ask)
        self._kind = QComboBox()
        self._kind.setAccessibleName(self.tr("Kind"))
        self._kind.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._kind.currentIndexChanged.connect(self._ask)
        self._fix = self._action(self.tr("Fix"), "Ctrl+Return", self._mend)
        self._ways: list[QAction] = []
        self._fix_kind = self._action(
            self.tr("Fix all of this kind"), "Ctrl+Shift+Return", lambda: self._want(self._kind_fixes())
        )
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
        bar.addWidget(self._kind)
        self._fix_button = self._make_fix_button()
        bar.addWidget(self._fix_button)
        bar.addWidget(button)

        self._table = QTableView()
        self._table.setModel(self._model)
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
        # Every row has room for two lines: rows as high as their words would have to be measured, all of them, after each edit.
        self._table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._table.verticalHeader().setDefaultSectionSize(self.fontMetrics().lineSpacing() * 9 // 4)
        self._table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self._table.horizontalHeader().setSectionResizeMode(_FINDING, QHeaderView.ResizeMode.Stretch)
        self._table.horizontalHeader().setSectionResizeMode(_PLACE, QHeaderView.ResizeMode.Interactive)
        header = self._table.horizontalHeader()
        header.setSectionResizeMode(_RULE, QHeaderView.ResizeMode.Interactive)
        self._table.setColumnWidth(_RULE, self.fontMetrics().horizontalAdvance("8.1e, 8.2b") * 5 // 4)
        self._table.setColumnWidth(_PLACE, self.fontMetrics().horizontalAdvance("m" * 16))
        self._table.activated.connect(self._open)
        self._table.clicked.connect(self._open)
        self._table.selectionModel().selectionChanged.connect(self._enable_fixes)
        self._table.addActions([self._fix, self._fix_kind, self._copy])
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

    def name_places(self, where: Callable[[Issue], str]) -> None:
        """Sets what gives the number of the hex of a finding, empty where it has none."""
        self._model.where = where

    def show_issues(self, issues: Sequence[Issue]) -> None:
        """Shows findings, errors first and advice last, each kind in the order of its places."""
        ordered = sorted(issues, key=_order)
        row = self._table.currentIndex().row()
        self._model.show_issues(ordered, self._icons())
        self._show_kinds(ordered)
        self._stack.setCurrentIndex(1 if ordered else 0)
        self._show_count()
        # Who mends one finding after the other stays where the last one was.
        if row >= 0 and self._model.shown:
            self._table.selectRow(min(row, len(self._model.shown) - 1))
        self._enable_fixes()
        self.count_changed.emit(sum(issue.severity is not Severity.ADVICE for issue in ordered))

    def _action(self, text: str, keys: str, run: Callable[[], None]) -> QAction:
        action = QAction(text, self)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(run)
        action.setEnabled(False)
        self.addAction(action)
        return action

    def _make_fix_button(self) -> QToolButton:
        button = QToolButton()
        button.setDefaultAction(self._fix)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        menu = QMenu(button)
        menu.addActions([self._fix, self._fix_kind])
        button.setMenu(menu)
        return button

    def _show_kinds(self, issues: Sequence[Issue]) -> None:
        chosen = self._kind.currentData()
        counts = Counter(issue.code for issue in issues)
        with QSignalBlocker(self._kind):
            self._kind.clear()
            self._kind.addItem(self.tr("All kinds"), _ANY)
            for code in sorted(counts, key=kind_title):
                self._kind.addItem(f"{kind_title(code)} ({counts[code]})", code)
            self._kind.setCurrentIndex(max(0, self._kind.findData(chosen)))
        self._ask()

    def _selected(self) -> list[Issue]:
        rows = sorted({index.row() for index in self._table.selectionModel().selectedIndexes()})
        return [self._model.shown[row] for row in rows]

    def _chosen_fixes(self) -> tuple[Issue, ...]:
        return tuple(issue for issue in self._selected() if issue.fix is not None)

    def _kind_fixes(self) -> tuple[Issue, ...]:
        codes = {issue.code for issue in self._selected()} or {self._kind.currentData()}
        return tuple(issue for issue in self._model.issues if issue.fix is not None and issue.code in codes)

    def _want(self, issues: tuple[Issue, ...]) -> None:
        if issues:
            self.fix_wanted.emit(issues)

    def _mend(self) -> None:
        """Mends what can be mended in one way; where there are several the user chooses."""
        fixes = self._chosen_fixes()
        if fixes or not self._ways:
            self._want(fixes)
        else:
            self._fix_button.showMenu()

    def _offer_ways(self) -> None:
        """Puts the ways to mend the one finding that is selected into the menus."""
        menu = self._fix_button.menu()
        for action in self._ways:
            menu.removeAction(action)
            self._table.removeAction(action)
            action.deleteLater()
        selected = self._selected()
        self._ways = []
        for edit in selected[0].ways if len(selected) == 1 else ():
            action = QAction(QCoreApplication.translate("Edits", edit.label), self)
            mended = replace(selected[0], fix=edit)
            action.triggered.connect(lambda _=False, issue=mended: self._want((issue,)))
            self._ways.append(action)
        menu.insertActions(self._fix, self._ways)
        self._table.insertActions(self._fix, self._ways)

    def _enable_fixes(self) -> None:
        chosen = self._chosen_fixes()
        self._offer_ways()
        self._fix.setEnabled(bool(chosen or self._ways))
        self._fix_kind.setEnabled(bool(self._kind_fixes()))
        label = QCoreApplication.translate("Edits", chosen[0].fix.label) if chosen and chosen[0].fix is not None else ""
        if self._ways and not chosen:
            label = self.tr("Choose what is true")
        self._fix.setToolTip(label or self.tr("Select a finding that can be mended safely"))

    def _open(self, index: QModelIndex) -> None:
        self.issue_activated.emit(index.data(ISSUE))

    def copy(self) -> None:
        """Puts the selected findings on the clipboard, all that are shown if none is selected."""
        chosen = sorted({index.row() for index in self._table.selectionModel().selectedIndexes()})
        rows = chosen or range(len(self._model.shown))
        QGuiApplication.clipboard().setText("\n".join(str(self._model.shown[row]) for row in rows))

    def changeEvent(self, event: QEvent) -> None:
        """Signs follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_stack"):
            dress_soon(self, lambda: self._model.show_issues(self._model.issues, self._icons()))

    def _icons(self) -> dict[Severity, QIcon]:
        self._copy.setIcon(sign_icon("copy", self.palette()))
        return {severity: sign_icon(severity.value, self.palette()) for severity in Severity}

    def _ask(self) -> None:
        kind = self._kind.currentData()
        self._model.ask(self._search.text(), self._severity.currentData(), _ANY if kind is None else kind)
        self._show_count()
        self._enable_fixes()

    def _show_count(self) -> None:
        shown, whole = len(self._model.shown), len(self._model.issues)
        words = self.tr("{shown} of {whole} findings") if shown != whole else self.tr("{whole} findings")
        if shown == whole == 1:
            words = self.tr("1 finding")
        self._count.setText(words.replace("{shown}", str(shown)).replace("{whole}", str(whole)))


def _order(issue: Issue) -> tuple[int, str, int, int]:
    """What orders findings. Thousands are put in order after each edit, and numbers and texts are compared soonest."""
    place = issue.place
    return _ORDER[issue.severity], place.file, place.line, place.column
