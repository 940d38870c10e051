"""Choosing a chart by a few letters."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from app.dialogs.command_palette import score
from app.dialogs.popup import Match, Popup
from app.widgets.rule_words import said
from core.base.errors import did_you_mean
from core.model.charts import Chart


class ChartChoice(Popup):
    """Every chart in force, in the order of the book. `chosen` carries the id of one."""

    def __init__(self, parent: QWidget, charts: Sequence[Chart]) -> None:
        super().__init__(parent, self.tr("Chart to edit"), self.tr("Type a few letters of a chart’s name"))
        self._charts = charts

    def matches(self, text: str) -> Sequence[Match]:
        """Charts whose names hold the letters, those that fit best first."""
        wanted = text.strip()
        found = [(score(wanted, said(chart.title)) if wanted else 0, n, chart) for n, chart in enumerate(self._charts)]
        fitting = [(points, n, chart) for points, n, chart in found if points is not None]
        return [
            Match(said(chart.title), self.tr("of this box") if chart.status == "box" else chart.status, chart.id)
            for _, _, chart in sorted(fitting, key=lambda each: each[:2])
        ]

    def complaint(self, text: str) -> str:
        """Which name is near, when none has the letters."""
        names = [said(chart.title) for chart in self._charts]
        if not names:
            return self.tr("The rules of this box have no charts yet.")
        return self.tr("No chart is called “%s”.") % text.strip() + did_you_mean(text.strip(), names)
