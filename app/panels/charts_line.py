"""The charts that a ruling was read from, each a link to the chart itself; stand-ins say that they are."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolButton, QWidget

from app.panels.charts_badges import badge_icon
from app.panels.charts_words import badge_word, origin_words
from app.panels.flow import FlowBox
from app.panels.words import tr
from core.model.terrain import Provenance


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
            self._dress()

    def _button(self, chart: Provenance) -> QToolButton:
        button = QToolButton(self)
        # A title may hold the sign that Qt takes for an access key.
        title = chart.title.replace("&", "&&")
        button.setText(f"{title} ({badge_word(chart.status).lower()})")
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.setToolTip(tr("{origin}\nOpen this chart").format(origin=origin_words(chart)))
        button.setAccessibleName(f"{chart.title}, {badge_word(chart.status)}")
        button.setAccessibleDescription(chart.source)
        font = button.font()
        font.setUnderline(True)
        button.setFont(font)
        button.clicked.connect(lambda: self.activated.emit(chart.chart))
        self.flow.addWidget(button)
        return button

    def _dress(self) -> None:
        for button, chart in zip(self._buttons, self._charts, strict=True):
            button.setIcon(badge_icon(chart.status, self.palette()))
