"""Charts for a friend, and charts from one: what goes along, and what is in them before anything is kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.dialogs.charts.findings import agreement_words
from app.widgets.buttons import button_row
from core.files.parcels import Parcel
from core.model.charts import STATUSES, Chart
from core.model.issues import Issue
from core.rules.kernel.charts import ChartBook
from core.rules.kernel.examples import Example, outcomes

SUFFIX = ".charts.yaml"
"""The end of the name of a file of charts for somebody else."""


@dataclass(frozen=True)
class SetInForce:
    """A set of charts, or "" for the boxes that chose none: what it is called, and what is in force for its boxes."""

    title: str
    book: ChartBook


class _ChartList(QTreeWidget):
    """Charts with boxes to tick, all of them ticked at first."""

    def __init__(self, name: str, headers: Sequence[str]) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setColumnCount(len(headers))
        self.setHeaderLabels(list(headers))
        self.setRootIsDecorated(False)
        self.setAlternatingRowColors(True)
        self.setUniformRowHeights(True)
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)

    def add(self, chart: Chart, cells: Sequence[str]) -> None:
        """Adds a row."""
        item = QTreeWidgetItem(self, list(cells))
        item.setCheckState(0, Qt.CheckState.Checked)
        item.setData(0, Qt.ItemDataRole.UserRole, chart)
        for column, text in enumerate(cells):
            item.setToolTip(column, text)
        if self.topLevelItemCount() == 1:
            self.setCurrentItem(item)

    @property
    def ticked(self) -> tuple[Chart, ...]:
        """The charts that are ticked."""
        items = [self.topLevelItem(row) for row in range(self.topLevelItemCount())]
        return tuple(
            item.data(0, Qt.ItemDataRole.UserRole)
            for item in items
            if item is not None and item.checkState(0) is Qt.CheckState.Checked
        )


class SendCharts(QDialog):
    """Asks which charts go into a file, and which; `charts`, `note` and `file` are the answer."""

    def __init__(
        self,
        parent: QWidget | None,
        charts: Sequence[Chart],
        folder: Path,
        proposed: str,
        titles: Mapping[str, str] | None = None,
    ) -> None:
        """`titles` say by id for which boxes each chart is, where the ruleset has charts of several games."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Send charts"))
        headers = [self.tr("Chart"), *([self.tr("For")] if titles else []), self.tr("Origin"), self.tr("Source")]
        self.list = _ChartList(self.tr("Charts to send"), headers)
        for chart in charts:
            boxes = [titles.get(chart.id, "")] if titles else []
            self.list.add(chart, [chart.title, *boxes, STATUSES.get(chart.status, chart.status), chart.source])
        self.words = QLineEdit()
        self.words.setPlaceholderText(self.tr("A line for whoever gets the file"))
        self.file = QLineEdit(str(folder / f"{proposed}{SUFFIX}"))
        browse = QPushButton(self.tr("&Browse…"))
        browse.setAutoDefault(False)
        browse.clicked.connect(lambda _=False: self._browse())
        self._judged = QLabel()
        self._judged.setWordWrap(True)
        self._judged.setTextFormat(Qt.TextFormat.PlainText)
        buttons = button_row(self, QDialogButtonBox.StandardButton.Cancel)
        self.send = buttons.addButton(self.tr("&Write the file"), QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        row = QHBoxLayout()
        row.addWidget(self.file, 1)
        row.addWidget(browse)
        label = QLabel(self.tr("F&ile:"))
        label.setBuddy(self.file)
        form = QFormLayout()
        form.addRow(self.tr("&Note:"), self.words)
        form.addRow(label, row)
        column = QVBoxLayout(self)
        column.addWidget(self.list, 1)
        column.addLayout(form)
        column.addWidget(self._judged)
        column.addWidget(buttons)
        self.list.itemChanged.connect(lambda *_: self._judge())
        self.file.textChanged.connect(lambda _: self._judge())
        self._judge()
        self.resize(100 * self.fontMetrics().averageCharWidth(), 24 * self.fontMetrics().height())

    @property
    def charts(self) -> tuple[Chart, ...]:
        """The charts to send."""
        return self.list.ticked

    @property
    def note(self) -> str:
        """The line for whoever gets the file."""
        return self.words.text().strip()

    @property
    def path(self) -> Path:
        """The file to write."""
        return Path(self.file.text().strip()).expanduser()

    def _judge(self) -> None:
        words, can = "", True
        if not self.list.topLevelItemCount():
            words, can = self.tr("There is no chart of yours or of this box. Enter one with Box > Edit chart."), False
        elif not self.charts:
            words, can = self.tr("No chart is ticked."), False
        elif not self.file.text().strip() or not self.path.parent.is_dir():
            words, can = self.tr("There is no folder %s.") % self.path.parent, False
        elif self.path.is_file():
            words = self.tr("This file exists and will be replaced.")
        self._judged.setText(words if can else f"⚠ {words}")
        self.send.setEnabled(can)

    def _browse(self) -> None:
        wanted = f"{self.tr('Files of charts')} (*{SUFFIX})"
        chosen, _ = QFileDialog.getSaveFileName(self, self.windowTitle(), self.file.text(), wanted)
        if chosen:
            self.file.setText(chosen if chosen.endswith((".yaml", ".yml")) else f"{chosen}{SUFFIX}")


class TakeInCharts(QDialog):
    """Shows what a file of charts holds, what it would stand over, and which examples agree; `charts` are those to keep."""

    def __init__(
        self,
        parent: QWidget | None,
        parcel: Parcel,
        file: Path,
        book: ChartBook,
        examples: Sequence[Example],
        sets: Mapping[str, SetInForce] | None = None,
        chart_set: str = "",
    ) -> None:
        """`book` is in force for the open box, whose set is `chart_set`; `sets` are those of the ruleset, where it has any."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Take in charts"))
        headers = [self.tr("Stands over"), self.tr("Worked examples"), self.tr("Source")]
        headers = [self.tr("Chart"), *([self.tr("For")] if sets else []), *headers]
        self._parcel, self._book, self._sets, self._chart_set = parcel, book, sets or {}, chart_set
        self.list = _ChartList(self.tr("Charts in the file"), headers)
        for chart in parcel.charts:
            held = self._book_of(chart)
            for other in parcel.charts:
                # The charts of one file belong together: examples read several of them.
                if self._set_of(other) == self._set_of(chart):
                    held = held.with_chart(other)
            agreeing = agreement_words(self, outcomes(examples, held, chart.id))
            self.list.add(chart, [chart.title, *([self._for(chart)] if sets else []), "", agreeing, chart.source])
        what = self.tr("%s holds %d charts that can be used.") % (file.name, len(parcel.charts))
        if len(parcel.charts) == 1:
            what = self.tr("%s holds one chart that can be used.") % file.name
        if not parcel.charts:
            what = self.tr("%s holds no chart that can be used here.") % file.name
        self.told = QLabel(what)
        self.told.setWordWrap(True)
        self.note = QLabel(self.tr("The sender's note: %s") % parcel.note if parcel.note else "")
        self.note.setWordWrap(True)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setVisible(bool(parcel.note))
        self.wrong = QPlainTextEdit(wrong_words(parcel.issues))
        self.wrong.setReadOnly(True)
        self.wrong.setTabChangesFocus(True)
        self.wrong.setAccessibleName(self.tr("What is wrong with the file"))
        self.where = QComboBox()
        mine = self.tr("My charts: in every box of these rules")
        self.where.addItem(self.tr("My charts: in every box that they are for") if sets else mine, "mine")
        self.where.addItem(self.tr("This box alone"), "box")
        buttons = button_row(self, QDialogButtonBox.StandardButton.Cancel)
        self.keep = buttons.addButton(self.tr("&Keep"), QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form = QFormLayout()
        form.addRow(self.tr("Keep &in:"), self.where)
        column = QVBoxLayout(self)
        column.addWidget(self.told)
        column.addWidget(self.note)
        column.addWidget(self.list, 2)
        if parcel.issues:
            column.addWidget(QLabel(self.tr("Left out, or worth knowing:")))
            column.addWidget(self.wrong, 1)
        self._judged = QLabel()
        self._judged.setWordWrap(True)
        self._judged.setTextFormat(Qt.TextFormat.PlainText)
        column.addLayout(form)
        column.addWidget(self._judged)
        column.addWidget(buttons)
        self.list.itemChanged.connect(lambda *_: self._judge())
        self.where.currentIndexChanged.connect(lambda _: self._show_covered())
        self.where.currentIndexChanged.connect(lambda _: self._judge())
        self._show_covered()
        self._judge()
        self.resize(110 * self.fontMetrics().averageCharWidth(), 26 * self.fontMetrics().height())

    @property
    def charts(self) -> tuple[Chart, ...]:
        """The charts to keep."""
        return self.list.ticked

    @property
    def in_box(self) -> bool:
        """Whether they are for this box alone."""
        return bool(self.where.currentData() == "box")

    def _show_covered(self) -> None:
        """What each would stand over, where it is to be kept: the user's own never stand over those of the box."""
        column = 2 if self._sets else 1
        for row in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(row)
            assert item is not None
            chart = item.data(0, Qt.ItemDataRole.UserRole)
            now = (self._book if self.in_box else self._book_of(chart)).charts.get(chart.id)
            if now is None:
                words = self.tr("nothing")
            elif now.status == "box" and not self.in_box:
                words = self.tr("nothing: that of this box stays in force")
            else:
                words = STATUSES.get(now.status, now.status)
            item.setText(column, words)
            item.setToolTip(column, words)

    def _set_of(self, chart: Chart) -> str:
        """The set that a chart is kept for: what the file says, else that of the open box."""
        return self._parcel.sets.get(chart.id, self._chart_set)

    def _book_of(self, chart: Chart) -> ChartBook:
        """What is in force for the boxes that a chart is for."""
        set_ = self._set_of(chart)
        return self._book if set_ == self._chart_set or set_ not in self._sets else self._sets[set_].book

    def _for(self, chart: Chart) -> str:
        """The boxes that a chart is for, in words."""
        held = self._sets.get(self._set_of(chart))
        title = held.title if held is not None else ""
        if chart.id not in self._parcel.sets:
            return self.tr("%s, as this box is; the file does not say") % title
        return title

    def _judge(self) -> None:
        others = [chart for chart in self.charts if self._set_of(chart) not in ("", self._chart_set)] if self.in_box else []
        words = ""
        if others:
            words = self.tr("“%s” is for %s, and this box has other charts. Keep it among yours, or take its tick away.")
            words %= (others[0].title, self._for(others[0]))
        self._judged.setText(f"⚠ {words}" if words else "")
        self.keep.setEnabled(bool(self.charts) and not others)


def wrong_words(issues: Sequence[Issue]) -> str:
    """What is wrong with a file, a line for each, with its place."""
    return "\n".join(f"{issue.place}: {issue.text}" for issue in issues)
