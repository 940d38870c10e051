"""One chart in full: what it is, its table, the chances of its results, the examples that judge it, and where it is used."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import cast

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.panels.charts.badges import Badge
from app.panels.charts.bars import ChanceBars, Legend, bar_of
from app.panels.charts.examples import AGREES, DIFFERS, example_lines, examples_title
from app.panels.charts.grid import Grid, Layout, grid_of, layouts, results_of
from app.panels.charts.lookup import NO, YES, Finding
from app.panels.charts.one_line import OneLine
from app.panels.charts.picker import RollPicker
from app.panels.charts.table import ChartTable
from app.panels.charts.words import badge_word, chart_badge, origin_words
from app.panels.reasons_view import ReasonsView
from app.panels.signs import Sign, sign_icon
from app.panels.words import tr
from app.widgets.dressing import dress_soon
from app.widgets.rule_words import said
from core.model.charts import STATUSES, Chart
from core.model.terrain import Provenance
from core.rules.kernel.charts import Place, chances, succeeds
from core.rules.kernel.dice import DICE
from core.rules.kernel.examples import Outcome

_MARGIN = 6
_LEAST_TAB_LINES, _HEAD_LINES = 8, 6
"""Lines of words that the tabs, and what stands above them, have at least."""

LOW_LINES = 26
"""A page with room for fewer lines keeps them for the table: what About says as well takes one line, or none."""


@dataclass(frozen=True)
class ChartUse:
    """What a chart stands among: what it covers, nearest first, the examples that read it, and the questions that do.

    `book` is what its rule numbers are numbers of; `doubts` concern the set of charts that it is from. `trouble` says that the
    user has a chart of their own in its place which cannot be used.
    """

    book: str = ""
    covers: tuple[Chart, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    questions: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    trouble: str = ""


class ChartPage(QWidget):
    """Shows a chart, or the chart of terrain. `edit_wanted` carries the id of a chart that the user wants to change;
    `terrain_wanted` asks for the table of terrain.
    """

    edit_wanted = Signal(str)
    terrain_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chart: Chart | None = None
        self._use = ChartUse()
        self._layouts: dict[str, Layout] = {}
        self._wanted_tab: QWidget | None = None
        self._build()

    @property
    def chart(self) -> Chart | None:
        """The chart shown, None while it is that of terrain."""
        return self._chart

    def show_chart(self, chart: Chart, use: ChartUse) -> None:
        """Shows a chart."""
        self._chart, self._use = chart, use
        unit = tr("Unit: {unit}").format(unit=said(chart.unit))
        self._show_head(said(chart.title), chart.status, chart_badge(chart), unit, chart.source)
        doubts = tr("Doubts: {doubts}").format(doubts=" ".join(map(said, chart.doubts))) if chart.doubts else ""
        warning = " ".join(part for part in (use.trouble, doubts) if part)
        self._warning.say(warning)
        self._flag.setVisible(bool(warning))
        self._button.setText(tr("Ed&it…"))
        self._button.setToolTip(tr("Enter the printed chart in the place of this one"))
        self._show_layouts(chart)
        self._show_table()
        self._show_chances(chart)
        self._show_examples(use.outcomes)
        self.about.setText(self._about(chart, use))
        self._show_tabs(
            {self._table_tab: True, self._chances_tab: chart.form != "values", self._examples_tab: bool(use.outcomes)}
        )
        self._name_examples()

    def show_terrain(self, grid: Grid, origin: Provenance) -> None:
        """Shows the chart of terrain."""
        self._chart, self._use = None, ChartUse()
        unit = tr("Heights in metres above the ground; costs in movement points")
        self._show_head(origin.title, origin.status, badge_word(origin.status), unit, origin.source)
        self._flag.hide()
        self._button.setText(tr("&Open the terrain table…"))
        self._button.setToolTip(tr("Change names, looks, heights and costs of terrain"))
        self._layout.hide()
        self._show_grid(grid, origin.title)
        self.about.setText(
            self._rows([(tr("Source"), [escape(origin.source)]), (tr("Badge"), [escape(_sentence(origin.status))])])
        )
        self._show_tabs({self._table_tab: True, self._chances_tab: False, self._examples_tab: False})

    def show_part(self, name: str) -> None:
        """Brings a part to the front: "table", "chances", "examples" or "about"."""
        parts = {"table": self._table_tab, "chances": self._chances_tab, "examples": self._examples_tab}
        self.tabs.setCurrentWidget(parts.get(name, self._about_tab))

    def take_keyboard(self) -> None:
        """Gives the keyboard to what the tab in front is about."""
        fields = {
            self._table_tab: self.table,
            self._chances_tab: self.picker.column,
            self._examples_tab: self.examples,
            self._about_tab: self.about,
        }
        fields[self.tabs.currentWidget()].setFocus(Qt.FocusReason.TabFocusReason)

    def changeEvent(self, event: QEvent) -> None:
        """Washes and signs follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "tabs"):
            dress_soon(self, self._dress)

    def _dress(self) -> None:
        self._copy.setIcon(sign_icon("copy", self.palette()))
        self.table.chart.show_grid(self.table.chart.grid, self.palette())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A low page leaves out what About says too; a narrow one has short names on its tabs."""
        super().resizeEvent(event)
        low = event.size().height() < LOW_LINES * self.fontMetrics().lineSpacing()
        self.source.setVisible(not low)
        self.legend.show_whole(not low)
        # Names of results stand in the bars where there is room; in a low page the legend comes after them.
        (self._bar_rows if low else self._chances_column).insertWidget(1, self.bar_legend)
        self._name_examples()

    def _build(self) -> None:
        self.title = QLabel()
        self.title.setWordWrap(True)
        self.title.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        font = self.title.font()
        font.setPointSizeF(font.pointSizeF() * 1.2)
        font.setBold(True)
        self.title.setFont(font)
        self.badge = Badge()
        self._button = QPushButton()
        self._button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._button.clicked.connect(self._press)
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self._button, 0, Qt.AlignmentFlag.AlignTop)
        self.unit, self.source, self._warning = OneLine(), OneLine(), OneLine()
        self._flag = QWidget()
        flag = QHBoxLayout(self._flag)
        flag.setContentsMargins(0, 0, 0, 0)
        flag.addWidget(Sign("warning", self.fontMetrics().height()), 0, Qt.AlignmentFlag.AlignTop)
        flag.addWidget(self._warning, 1)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self._table_tab = self._build_table()
        self._chances_tab = self._build_chances()
        self._examples_tab = self._build_examples()
        self._about_tab = self._build_about()
        self.tabs.addTab(self._table_tab, tr("Table"))
        self.tabs.addTab(self._chances_tab, tr("Chances"))
        self.tabs.addTab(self._examples_tab, tr("Examples"))
        self.tabs.addTab(self._about_tab, tr("About"))
        self.tabs.tabBarClicked.connect(lambda number: setattr(self, "_wanted_tab", self.tabs.widget(number)))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(head)
        for widget in (self.badge, self.unit, self.source, self._flag):
            column.addWidget(widget)
        column.addWidget(self.tabs, 1)
        # Lines that break say how high they are only once they know their width; what is asked before would be far too much.
        line = self.fontMetrics().height()
        self.tabs.setMinimumHeight(_LEAST_TAB_LINES * line)
        self.setMinimumHeight((_LEAST_TAB_LINES + _HEAD_LINES) * line)

    def _build_table(self) -> QWidget:
        self.table = ChartTable()
        self._corner = OneLine()
        self._layout = QComboBox()
        self._layout.setAccessibleName(tr("Layout"))
        self._layout.setToolTip(tr("What stands at the side of the table: rolls, or results"))
        self._layout.currentIndexChanged.connect(self._choose_layout)
        self._copy = QToolButton()
        self._copy.setIcon(sign_icon("copy", self.palette()))
        self._copy.setAutoRaise(True)
        self._copy.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._copy.addActions([self.table.copy_action, self.table.csv_action])
        self._copy.setToolTip(tr("Copy the table, or the cells that are selected"))
        self._copy.setAccessibleName(tr("Copy the table"))
        bar = QHBoxLayout()
        bar.addWidget(self._corner, 1)
        bar.addWidget(self._layout)
        bar.addWidget(self._copy)
        self.legend = OneLine()
        self.legend.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        tab = QWidget()
        column = QVBoxLayout(tab)
        column.setContentsMargins(0, _MARGIN, 0, 0)
        column.addLayout(bar)
        column.addWidget(self.table, 1)
        column.addWidget(self.legend)
        return tab

    def _build_chances(self) -> QWidget:
        self.picker = RollPicker()
        self.bars = ChanceBars()
        self.bar_legend = Legend()
        self.picker.found.connect(self._show_finding)
        self.bars.picked.connect(self._take_pick)
        inside = QWidget()
        rows = self._bar_rows = QVBoxLayout(inside)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.addWidget(self.bars)
        rows.addStretch(1)
        self._scroll = _scroll(inside)
        # The bars take the keyboard; the area around them only follows.
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        tab = QWidget()
        column = self._chances_column = QVBoxLayout(tab)
        column.setContentsMargins(0, _MARGIN, 0, 0)
        column.addWidget(self.picker)
        column.addWidget(self.bar_legend)
        column.addWidget(self._scroll, 1)
        return tab

    def _build_examples(self) -> QWidget:
        self.examples_head = QLabel()
        self.examples_head.setWordWrap(True)
        self.examples = ReasonsView()
        self.examples.setAccessibleName(tr("Examples of the rules, each with its rule"))
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, _MARGIN, 0, 0)
        column.addWidget(self.examples_head)
        column.addWidget(self.examples)
        column.addStretch(1)
        return _scroll(inside)

    def _build_about(self) -> QWidget:
        self.about = QLabel()
        self.about.setWordWrap(True)
        self.about.setTextFormat(Qt.TextFormat.RichText)
        self.about.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.about.setMargin(_MARGIN)
        self.about.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        return _scroll(self.about)

    def _press(self) -> None:
        if self._chart is None:
            self.terrain_wanted.emit()
        else:
            self.edit_wanted.emit(self._chart.id)

    def _show_head(self, title: str, status: str, badge: str, unit: str, source: str) -> None:
        self.title.setText(title)
        self.badge.show_badge(status, badge, f"{_sentence(status)}\n{source}")
        self.unit.say(unit)
        self.source.say(tr("Source: {source}").format(source=source))

    def _show_tabs(self, shown: dict[QWidget, bool]) -> None:
        """Shows the tabs that a chart has; the one that the user has chosen comes back with the next chart that has it."""
        wanted = self._wanted_tab or self.tabs.currentWidget()
        for tab, visible in shown.items():
            self.tabs.setTabVisible(self.tabs.indexOf(tab), visible)
        self.tabs.setCurrentWidget(wanted if shown.get(wanted, True) else self._table_tab)

    # The table -----------------------------------------------------------------------------------------------------------

    def _show_layouts(self, chart: Chart) -> None:
        words = {"rolls": tr("By roll"), "results": tr("By result")}
        ways = layouts(chart)
        with QSignalBlocker(self._layout):
            self._layout.clear()
            for way in ways:
                self._layout.addItem(words[way], way)
            self._layout.setCurrentIndex(max(0, self._layout.findData(self._layouts.get(chart.id))))
        self._layout.setVisible(bool(ways))

    def _choose_layout(self) -> None:
        if self._chart is not None:
            self._layouts[self._chart.id] = cast(Layout, self._layout.currentData())
            self._show_table()

    def _show_table(self) -> None:
        assert self._chart is not None
        self._show_grid(grid_of(self._chart, self._layouts.get(self._chart.id)), said(self._chart.title))

    def _show_grid(self, grid: Grid, name: str) -> None:
        side, _, top = grid.corner.partition(" \\ ")
        words = tr("Rows: {side}. Columns: {top}.") if top else tr("Rows: {side}.")
        self._corner.say(words.format(side=side, top=top))
        self.table.show_grid(grid, name)
        self.legend.say("\n".join(f"{mark} {origin_words(origin)}" for mark, origin in grid.legend))
        self.legend.setVisible(bool(grid.legend))

    # Chances -------------------------------------------------------------------------------------------------------------

    def _show_chances(self, chart: Chart) -> None:
        if chart.form == "values":
            return
        results = results_of(chart) if chart.form == "dice" else (YES, NO)
        self.bar_legend.show_results(results)
        if chart.form == "dice":
            places = [Place(chart.columns, number) for number in range(len(chart.columns.labels))]
            self.bars.show_bars([bar_of(place.label, chances(chart, place), results) for place in places], results)
        self.picker.use(chart)

    def _show_needed(self, chart: Chart) -> None:
        """The chances of the row that is picked, column by column."""
        row, bars = self.picker.row.currentText(), []
        for column in chart.columns.labels:
            value = chart.cells.get((row, column))
            success = succeeds(chart, value) if value is not None else None
            if success is not None:
                bars.append(bar_of(column, {YES: success, NO: 1 - success}, (YES, NO)))
        self.bars.show_bars(bars, (YES, NO))

    def _show_finding(self, finding: Finding) -> None:
        if self._chart is None:
            return
        if self._chart.form == "needed":
            self._show_needed(self._chart)
        number = finding.column if finding.column is not None else -1
        self.bars.show_pick(number, finding.result)
        # The sentence may have grown by a line, which leaves the bars less room.
        QTimer.singleShot(0, self, self._show_bar)

    def _show_bar(self) -> None:
        """Brings the bar that is picked into sight."""
        number = self.bars.picked_bar
        if number is not None:
            middle = self.bars.y() + round((number + 0.5) * self.bars.height() / len(self.bars.bars))
            self._scroll.ensureVisible(0, middle, 0, self.fontMetrics().height())

    def _take_pick(self, number: int, result: str) -> None:
        """A bar is picked: the fields follow, and the sentence tells of what was clicked."""
        self.picker.set_column(number)
        self.bars.show_pick(number, result)
        if result:
            self.picker.answer.setText(self.bars.words(number, result))

    # Examples and use ----------------------------------------------------------------------------------------------------

    def _show_examples(self, outcomes: Sequence[Outcome]) -> None:
        self.examples_head.setText(examples_title(outcomes))
        self.examples.show_lines(example_lines(outcomes))

    def _name_examples(self) -> None:
        """The tab of the examples counts those that agree; where there is no room for its name it has a sign instead."""
        outcomes, number, bar = self._use.outcomes, self.tabs.indexOf(self._examples_tab), self.tabs.tabBar()
        agreeing = sum(outcome.agrees for outcome in outcomes)
        count = f"{agreeing}/{len(outcomes)}"
        whole = tr("Examples {count}").format(count=count)
        differs = agreeing < len(outcomes)
        self.tabs.setTabText(number, f"{DIFFERS} {whole}" if differs else whole)
        if bar.sizeHint().width() > self.width():
            self.tabs.setTabText(number, f"{DIFFERS if differs else AGREES} {count}")
        self.tabs.setTabToolTip(number, examples_title(outcomes))
        bar.setAccessibleTabName(number, whole)

    def _about(self, chart: Chart, use: ChartUse) -> str:
        book = f"{escape(use.book)} " if use.book else ""
        rows = [
            (tr("Read by"), [f"{book}{escape(', '.join(chart.rules))}"] if chart.rules else []),
            (tr("Questions"), [escape(", ".join(use.questions))] if use.questions else []),
            (tr("Examples"), [escape(examples_title(use.outcomes))]),
            (tr("Unit"), [escape(said(chart.unit))]),
            (tr("Source"), [escape(chart.source)]),
            (tr("Dice"), [escape(DICE[chart.dice].title)] if chart.dice in DICE else []),
            (tr("Note"), [escape(said(chart.note))] if chart.note else []),
            (tr("Doubts"), [escape(said(doubt)) for doubt in (*chart.doubts, *use.doubts)]),
            (tr("Badge"), [escape(_sentence(chart.status))]),
            (tr("In parts"), list(dict.fromkeys(escape(f"{badge_word(part.status)}: {part.source}") for part in chart.parts))),
            (tr("Covers"), [escape(_below(each, chart)) for each in use.covers]),
            (tr("Id"), [escape(chart.id)]),
        ]
        return self._rows(rows)

    @staticmethod
    def _rows(rows: Sequence[tuple[str, Sequence[str]]]) -> str:
        """Names with what there is to say of them, as rich text; nothing of a name without."""
        cells = (f"<p><b>{escape(name)}</b><br>{'<br>'.join(lines)}</p>" for name, lines in rows if lines)
        return "".join(cells)


def _sentence(status: str) -> str:
    """A badge with what it means."""
    meaning = STATUSES.get(status, "")
    return f"{badge_word(status)}: {said(meaning)}." if meaning else badge_word(status)


def _below(covered: Chart, chart: Chart) -> str:
    """What a chart covers, such as "Stand-in below yours"."""
    words = tr("{covered} below {own}").format(covered=badge_word(covered.status), own=badge_word(chart.status).lower())
    return f"{words} ({covered.source})"


def _scroll(inside: QWidget) -> QScrollArea:
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidget(inside)
    return area
