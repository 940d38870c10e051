"""Every chart that answers are read from: the list of those in force, and the chosen one in full."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSplitter, QStackedLayout, QVBoxLayout, QWidget

from app.documents.document import Document
from app.panels.charts.list import ChartList, Entry
from app.panels.charts.one_line import OneLine
from app.panels.charts.page import ChartPage, ChartUse
from app.panels.charts.terrain import TERRAIN, terrain_grid, terrain_origin
from app.panels.charts.words import badge_word, chart_badge, groups, origin_words
from app.panels.signs import Sign
from app.panels.words import tr
from app.widgets.letters import keep_letters
from app.widgets.rule_words import said
from core.files.chart_drafts import chart_path, own_home
from core.model.charts import Chart
from core.model.edits.edit import Aspect, Touched
from core.model.edits.map_edits import ChangeBox
from core.rules.kernel.examples import outcomes
from core.rules.kernel.ruleset import ChartSet

WIDE = 1.3
"""List and chart stand side by side when the panel is so many times as wide as it is high, else below each other."""

TALL_LINES = 36
"""A panel with room for so many lines shows the doubts about a set of charts in full."""

LIST_SHARE_WIDE, LIST_SHARE_HIGH = 0.36, 0.32


class ChartsPanel(QWidget):
    """Shows the charts of a document. `edit_wanted` carries the id of a chart that the user wants to change,
    `terrain_wanted` asks for the table of terrain; `left` asks for the map to have the keyboard.

    A panel that is not seen does nothing until it is shown.
    """

    edit_wanted = Signal(str)
    terrain_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("charts-panel")
        self.setWindowTitle(self.tr("Charts"))
        self._document: Document | None = None
        self._readers: Mapping[str, tuple[str, ...]] = MappingProxyType({})
        self._stale = True
        self._told = ""
        self._turned = False
        self._build()
        self.use(None)

    def use(self, document: Document | None) -> None:
        """Follows the charts of another document; None for no document."""
        if self._document is not None:
            self._document.changed.disconnect(self._follow)
            self._document.ruleset_changed.disconnect(self._outdate)
            self._document.issues_changed.disconnect(self._follow_issues)
        self._document = document
        self._readers = MappingProxyType({})
        if document is not None:
            document.changed.connect(self._follow)
            document.ruleset_changed.connect(self._outdate)
            document.issues_changed.connect(self._follow_issues)
        self._outdate()

    def show_readers(self, readers: Mapping[str, tuple[str, ...]]) -> None:
        """Says which questions read each chart, by its id."""
        self._readers = MappingProxyType(dict(readers))
        if self.isVisible() and not self._stale:
            self._show_chosen(self.list.current)

    def show_chart(self, id_: str) -> bool:
        """Chooses a chart, by the id that rulings name; False when there is none of that id in force."""
        self._refresh()
        document = self._document
        if document is not None and id_ not in document.charts.charts:
            origins = (kind.provenance for kind in document.terrain.values())
            id_ = TERRAIN if any(origin is not None and origin.chart == id_ for origin in origins) else id_
        return self.list.choose(id_)

    @property
    def chart(self) -> Chart | None:
        """The chart that is shown, None while it is that of terrain or none."""
        return self.page.chart if self._document is not None else None

    def showEvent(self, event: QShowEvent) -> None:
        """Catches up with what has changed while nobody looked; soon, for all panels of a window are shown together."""
        super().showEvent(event)
        if self._document is not None:
            self._document.turns.wish(self, "refresh", self._refresh)
        else:
            self._refresh()

    def event(self, event: QEvent) -> bool:
        """Letters that nothing here takes look for a chart; they choose no tool."""
        return keep_letters(event) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Letters look for a chart."""
        if self._document is None or not self.list.seek(event):
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Letters typed at the sets look for a game; elsewhere in the window they choose tools."""
        if watched is self.sets and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            plain = not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
            if plain and event.text().isalnum():
                event.accept()
                return True
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Sets list and chart side by side where there is room."""
        super().resizeEvent(event)
        wide = event.size().width() > WIDE * event.size().height()
        turn = Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical
        if turn != self._splitter.orientation() or not self._turned:
            self._turned = True
            self._splitter.setOrientation(turn)
            whole = event.size().width() if wide else event.size().height()
            part = round((LIST_SHARE_WIDE if wide else LIST_SHARE_HIGH) * whole)
            self._splitter.setSizes([part, whole - part])
        self.doubts.show_whole(event.size().height() > TALL_LINES * self.fontMetrics().height())

    def _build(self) -> None:
        self.list = ChartList()
        self.page = ChartPage()
        self.list.chosen.connect(self._show_chosen)
        self.list.opened.connect(self.page.take_keyboard)
        self.page.edit_wanted.connect(self.edit_wanted)
        self.page.terrain_wanted.connect(self.terrain_wanted)
        self._splitter = QSplitter(Qt.Orientation.Vertical)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self.list)
        self._splitter.addWidget(self.page)
        self._splitter.setStretchFactor(0, 1)
        self._splitter.setStretchFactor(1, 2)
        self.setFocusProxy(self.list.search)
        self.sets = QComboBox()
        self.sets.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.sets.setToolTip(self.tr("The charts of one game in the place of the ruleset's own"))
        self.sets.activated.connect(self._choose_set)
        self.sets.installEventFilter(self)
        label = QLabel(self.tr("Chart &set"))
        label.setBuddy(self.sets)
        self._set_row = QWidget()
        row = QHBoxLayout(self._set_row)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(label)
        row.addWidget(self.sets, 1)
        self.doubts = OneLine()
        self._flag = QWidget()
        flag = QHBoxLayout(self._flag)
        flag.setContentsMargins(0, 0, 0, 0)
        flag.addWidget(Sign("warning", self.fontMetrics().height()), 0, Qt.AlignmentFlag.AlignTop)
        flag.addWidget(self.doubts, 1)
        self._few = QLabel()
        self._few.setWordWrap(True)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(3, 6, 3, 6)
        column.addWidget(self._set_row)
        column.addWidget(self._flag)
        column.addWidget(self._few)
        column.addWidget(self._splitter, 1)
        self._hint = QLabel()
        self._hint.setWordWrap(True)
        self._hint.setMargin(12)
        self._hint.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._hint)
        self._stack.addWidget(page)

    def _follow(self, touched: Touched) -> None:
        if touched.aspects & {Aspect.HEADS, Aspect.TERRAIN}:
            self._outdate()

    def _follow_issues(self) -> None:
        """What is wrong with the user's own charts is said with those in force in their place."""
        document = self._document
        chart = document.charts.charts.get(self.list.current) if document is not None else None
        if document is not None and chart is not None and self.isVisible() and not self._stale:
            trouble = _trouble(document, chart)
            if trouble != self._told:
                self._show_chosen(chart.id)

    def _outdate(self) -> None:
        self._stale = True
        if self.isVisible() or self._document is None:
            self._refresh()

    def _refresh(self) -> None:
        if not self._stale:
            return
        self._stale = False
        document = self._document
        self._stack.setCurrentIndex(0 if document is None else 1)
        if document is None:
            self._hint.setText(self.tr("Open a box to see the charts that its rules are read from."))
            return
        self._show_sets(document)
        found = groups(document.charts)
        entries = [
            _entry(chart, group.title if len(group.charts) > 1 else "", document.charts.under.get(chart.id, ()))
            for group in found
            for chart in group.charts
        ]
        self._few.setText(self._why_few(document))
        self._few.setVisible(not entries)
        self.list.show_entries([*entries, _terrain_entry(document)])

    def _why_few(self, document: Document) -> str:
        if document.ruleset is None:
            text = self.tr("The rules “{rules}” of this box are not known here, so there are no charts to show.")
            return text.format(rules=document.box.ruleset)
        return self.tr("{rules} have no charts yet beside the terrain.").format(rules=said(document.ruleset.title))

    def _show_sets(self, document: Document) -> None:
        sets = document.ruleset.sets if document.ruleset is not None else {}
        chosen = document.box.chart_set
        with QSignalBlocker(self.sets):
            self.sets.clear()
            self.sets.addItem(self.tr("The ruleset's own charts"), "")
            for set_ in sets.values():
                self.sets.addItem(said(set_.title), set_.id)
                self.sets.setItemData(self.sets.count() - 1, "\n".join(map(said, _doubts(set_))), Qt.ItemDataRole.ToolTipRole)
            if chosen and chosen not in sets:
                self.sets.addItem(self.tr("{set} (not known here)").format(set=chosen), chosen)
            self.sets.setCurrentIndex(max(0, self.sets.findData(chosen)))
        self._set_row.setVisible(bool(sets or chosen))
        doubts = sets[chosen].doubts if chosen in sets else ()
        self.doubts.say(" ".join(map(said, doubts)))
        self._flag.setVisible(bool(doubts))

    def _choose_set(self) -> None:
        document, chosen = self._document, self.sets.currentData()
        if document is not None and chosen != document.box.chart_set:
            document.do(ChangeBox("Choose set of charts", replace(document.box.head, chart_set=chosen)))

    def _show_chosen(self, id_: str) -> None:
        document = self._document
        if document is None:
            return
        chart = document.charts.charts.get(id_)
        if chart is not None:
            self._told = _trouble(document, chart)
            self.page.show_chart(chart, self._use(document, chart))
        elif id_ == TERRAIN:
            origin = terrain_origin(document.box, document.ruleset)
            self.page.show_terrain(terrain_grid(document.box, document.ruleset), origin)

    def _use(self, document: Document, chart: Chart) -> ChartUse:
        rules = document.ruleset
        set_ = rules.sets.get(document.box.chart_set) if rules is not None else None
        of_set = set_ is not None and chart in set_.charts
        return ChartUse(
            book=f"{rules.series.upper().replace('_', ' ')} {rules.edition}".strip() if rules is not None else "",
            covers=document.charts.under.get(chart.id, ()),
            outcomes=outcomes(rules.examples, document.charts, chart.id) if rules is not None else (),
            questions=self._readers.get(chart.id, ()),
            doubts=set_.doubts if set_ is not None and of_set else (),
            trouble=self._told,
        )


def _trouble(document: Document, chart: Chart) -> str:
    """That the user's own chart in the place of one cannot be used, and why; empty where there is none such."""
    if document.ruleset is None or chart.status in ("yours", "box"):
        return ""
    file = str(chart_path(own_home(document.ruleset.id, document.chart_set), chart.id))
    why = next((f"{issue.text} ({issue.place})" for issue in document.issues if issue.place.file == file), "")
    return tr("Your own chart cannot be used: {why}").format(why=why) if why else ""


def _doubts(set_: ChartSet) -> tuple[str, ...]:
    """The doubts of a set of charts and of the charts in it, each once."""
    return tuple(dict.fromkeys((*set_.doubts, *(doubt for chart in set_.charts for doubt in chart.doubts))))


def _entry(chart: Chart, group: str, covers: tuple[Chart, ...]) -> Entry:
    own = chart.provenance()
    tip = [said(chart.title), f"{chart_badge(chart)}: {own.source}"]
    if covers:
        tip.append(tr("Covers: {covered}").format(covered=badge_word(covers[0].status)))
    words = f"{said(chart.unit)} {' '.join(chart.rules)} {chart.source}"
    return Entry(chart.id, said(chart.title), chart.status, chart_badge(chart), "\n".join(tip), group, words)


def _terrain_entry(document: Document) -> Entry:
    origin = terrain_origin(document.box, document.ruleset)
    badge = badge_word(origin.status)
    return Entry(TERRAIN, origin.title, origin.status, badge, f"{origin.title}\n{origin_words(origin)}")
