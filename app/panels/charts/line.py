"""The charts that a ruling was read from, each a link to the chart itself; stand-ins say that they are."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QLabel,
    QSizePolicy,
    QStyle,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
    QWidget,
)

from app.panels.charts.badges import badge_icon
from app.panels.charts.words import badge_word, origin_words
from app.panels.flow import FlowBox
from app.panels.words import tr
from app.widgets.dressing import dress_soon
from app.widgets.rule_words import said
from core.model.edits.terrain_edits import BOX_CHART
from core.model.terrain import Provenance

_LEAST_LETTERS = 12


class _Link(QToolButton):
    """A link to a chart. Where it must be narrow its title gives way, never the word of its badge."""

    def __init__(self, chart: Provenance, parent: QWidget) -> None:
        super().__init__(parent)
        # The box's own heights of terrain bear the title of the box, which says nothing beside a ruling on that very box.
        self._title = tr("Terrain") if chart.chart == BOX_CHART else said(chart.title)
        self._badge = f" ({badge_word(chart.status).lower()})"
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(tr("{origin}\nOpen this chart").format(origin=f"{said(chart.title)}\n{origin_words(chart)}"))
        self.setAccessibleName(f"{self._title}, {badge_word(chart.status)}")
        self.setAccessibleDescription(chart.source)
        font = self.font()
        font.setUnderline(True)
        self.setFont(font)
        # A title may hold the sign that Qt takes for an access key.
        self.setText(f"{self._title}{self._badge}".replace("&", "&&"))
        self.setMinimumWidth(_LEAST_LETTERS * self.fontMetrics().averageCharWidth())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints as much of the title as there is room for."""
        painter = QStylePainter(self)
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        spare = self.sizeHint().width() - self.width()
        if spare > 0:
            metrics = self.fontMetrics()
            room = metrics.horizontalAdvance(self._title) - spare
            title = metrics.elidedText(self._title, Qt.TextElideMode.ElideRight, max(0, room))
            option.text = f"{title}{self._badge}".replace("&", "&&")
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        painter.end()


class ChartsLine(FlowBox):
    """One button for each chart: its badge, its title, and the word of its badge. `activated` carries the id of a chart."""

    activated = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, 2)
        self.setAccessibleName(tr("Charts used"))
        self._head = QLabel(tr("Charts:"))
        self._head.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.flow.addWidget(self._head)
        self._charts: tuple[Provenance, ...] = ()
        self._buttons: list[QToolButton] = []

    @property
    def buttons(self) -> tuple[QToolButton, ...]:
        """The links, in order."""
        return tuple(self._buttons)

    def show_charts(self, charts: Sequence[Provenance]) -> None:
        """Shows the charts of another ruling; without any the line is not there."""
        if tuple(charts) != self._charts:
            self._charts = tuple(charts)
            for button in self._buttons:
                self.flow.removeWidget(button)
                button.hide()
                button.deleteLater()
            self._buttons = [self._button(chart) for chart in charts]
            self._dress()
        self.setVisible(bool(charts))
        self.updateGeometry()

    def changeEvent(self, event: QEvent) -> None:
        """Badges follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_buttons"):
            dress_soon(self, self._dress)

    def _button(self, chart: Provenance) -> QToolButton:
        button = _Link(chart, self)
        button.clicked.connect(lambda: self.activated.emit(chart.chart))
        self.flow.addWidget(button)
        return button

    def _dress(self) -> None:
        for button, chart in zip(self._buttons, self._charts, strict=True):
            button.setIcon(badge_icon(chart.status, self.palette()))
