"""Many turns at once: by the clock, or by parts of days, shown as they will be while the dialog is filled in."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QRadioButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.widgets.buttons import button_row
from core.base.errors import WrongUse
from core.model.edits.turn_series import MOST, Daylight, clock_turns, minutes_of, part_turns
from core.model.scenario import Turn

MOST_SHOWN = 200
"""Turns that the preview lists."""


class TurnSeries(QDialog):
    """Asks for a series of turns. `turns` are those that it makes, `replacing` whether they stand for all that there are."""

    def __init__(self, parent: QWidget | None, date: str, has_turns: bool) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Fill the turn track"))
        self.turns: tuple[Turn, ...] = ()
        self.by_clock, self.by_parts = QRadioButton(self.tr("By the &clock")), QRadioButton(self.tr("By &parts of days"))
        self.by_clock.setChecked(True)
        self.first, self.parts = QLineEdit("0600"), QLineEdit("AM / PM / Night")
        self.every = _number(1, 24 * 60, 20)
        self.every.setSuffix(self.tr(" minutes"))
        self.days = _number(1, 366, 1)
        self.count = _number(1, MOST, 20)
        self.date = QLineEdit(date)
        self.date.setPlaceholderText(self.tr("16 December 1944, Dec 16 or 1944-12-16"))
        self.lit = QCheckBox(self.tr("&Light by the time of day:"))
        self.times = [QLineEdit(each) for each in ("0530", "0630", "1830", "1930")]
        self.dusky = _number(0, 999, 0)
        self.dusky.setSpecialValueText(self.tr("unlimited"))
        self.replacing_box = QCheckBox(self.tr("In the place of all turns that there &are"))
        self.replacing_box.setVisible(has_turns)
        self.preview = QListWidget()
        self.preview.setAccessibleName(self.tr("The turns that will be made"))
        self.refusal = QLabel()
        self.refusal.setWordWrap(True)
        self.refusal.setTextFormat(Qt.TextFormat.PlainText)
        self.refusal.setAccessibleName(self.tr("What is wrong"))
        buttons = button_row(self, QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self._lay_out(buttons)
        for line in (self.first, self.parts, self.date, *self.times):
            line.textChanged.connect(lambda _: self._show())
        for box in (self.every, self.days, self.count, self.dusky):
            box.valueChanged.connect(lambda _: self._show())
        for tick in (self.by_clock, self.lit):
            tick.toggled.connect(lambda _: self._show())
        self._show()
        self.first.setFocus()
        self.first.selectAll()

    @property
    def replacing(self) -> bool:
        """Whether the turns stand for all that there are."""
        return self.replacing_box.isChecked()

    def _lay_out(self, buttons: QDialogButtonBox) -> None:
        form = QFormLayout()
        form.addRow(self.by_clock)
        form.addRow(self.tr("&From:"), self.first)
        form.addRow(self.tr("&Every:"), self.every)
        names = (self.tr("Dawn"), self.tr("Day"), self.tr("Dusk"), self.tr("Night"))
        row = QHBoxLayout()
        for name, line in zip(names, self.times, strict=True):
            line.setAccessibleName(name)
            line.setToolTip(name)
            line.setMinimumWidth(9 * self.fontMetrics().averageCharWidth())
            label = QLabel(name)
            label.setBuddy(line)
            row.addWidget(label)
            row.addWidget(line)
        form.addRow(self.lit, row)
        form.addRow(self.tr("&Visibility in twilight:"), self.dusky)
        form.addRow(self.by_parts)
        form.addRow(self.tr("&Named:"), self.parts)
        form.addRow(self.tr("&Days from one date to the next:"), self.days)
        form.addRow(self.tr("First d&ate:"), self.date)
        form.addRow(self.tr("Number of &turns:"), self.count)
        form.addRow(self.replacing_box)
        whole = QVBoxLayout(self)
        whole.addLayout(form)
        whole.addWidget(self.preview, 1)
        whole.addWidget(self.refusal)
        whole.addWidget(buttons)
        metrics = self.fontMetrics()
        self.resize(84 * metrics.averageCharWidth(), 34 * metrics.height())

    def _show(self) -> None:
        clock = self.by_clock.isChecked()
        parts: tuple[QWidget, ...] = (self.first, self.every, self.lit)
        for part in parts:
            part.setEnabled(clock)
        for part in (*self.times, self.dusky):
            part.setEnabled(clock and self.lit.isChecked())
        for part in (self.parts, self.days):
            part.setEnabled(not clock)
        try:
            self.turns, fault = self._made(), ""
        except WrongUse as problem:
            self.turns, fault = (), str(problem)
        self.refusal.setText(f"⚠ {fault}" if fault else "")
        self.refusal.setVisible(bool(fault))
        self.ok.setEnabled(not fault)
        self.preview.clear()
        words = {"day": "", "twilight": self.tr("twilight"), "night": self.tr("night")}
        for number, turn in enumerate(self.turns[:MOST_SHOWN], 1):
            said = ", ".join(part for part in (turn.title, turn.date, words[turn.light]) if part)
            self.preview.addItem(f"{number}. {said}")
        if len(self.turns) > MOST_SHOWN:
            self.preview.addItem(self.tr("and %d more") % (len(self.turns) - MOST_SHOWN))

    def _made(self) -> tuple[Turn, ...]:
        if not self.by_clock.isChecked():
            return part_turns(self.parts.text(), self.count.value(), self.date.text(), self.days.value())
        light = Daylight(*(minutes_of(line.text()) for line in self.times)) if self.lit.isChecked() else None
        dusky = self.dusky.value() or None
        return clock_turns(self.first.text(), self.every.value(), self.count.value(), self.date.text(), light, dusky)


def _number(least: int, most: int, now: int) -> QSpinBox:
    box = QSpinBox()
    box.setRange(least, most)
    box.setValue(now)
    return box
