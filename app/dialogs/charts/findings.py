"""What is to be said of the chart that is typed: what is wrong and where, and whether the worked examples agree."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.dialogs.charts.grid_model import mark_of
from app.widgets.icons import icon
from core.rules.kernel.chart_grid import At
from core.rules.kernel.chart_grid_checks import Finding, Judged
from core.rules.kernel.examples import Outcome

MOST_SHOWN = 200
"""How many findings are listed."""


class Findings(QWidget):
    """Two lists side by side. `wanted` carries the cell of a finding that was chosen, None for one without a cell."""

    wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.wrong, self.agreement = QLabel(), QLabel()
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("What is wrong"))
        self.list.setAlternatingRowColors(True)
        self.list.setWordWrap(True)
        self.list.setIconSize(QSize(self.fontMetrics().height(), self.fontMetrics().height()))
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.examples = QTreeWidget()
        self.examples.setAccessibleName(self.tr("Worked examples of the rules"))
        self.examples.setRootIsDecorated(False)
        self.examples.setUniformRowHeights(True)
        self.examples.setAlternatingRowColors(True)
        self.examples.setHeaderLabels(
            [self.tr("Rule"), self.tr("Example"), self.tr("The rules want"), self.tr("The chart gives")]
        )
        header = self.examples.header()
        # Each gives way as much as the others; the tooltip has the whole.
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(False)
        self.list.itemActivated.connect(self._choose)
        self.list.itemClicked.connect(self._choose)
        left, right = QVBoxLayout(), QVBoxLayout()
        for column, title, listed in ((left, self.wrong, self.list), (right, self.agreement, self.examples)):
            title.setWordWrap(True)
            title.setTextFormat(Qt.TextFormat.PlainText)
            column.addWidget(title)
            column.addWidget(listed, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addLayout(left, 2)
        row.addLayout(right, 3)
        self._findings: tuple[Finding, ...] | None = None
        self._outcomes: tuple[Outcome, ...] | None = None

    def show_judged(self, judged: Judged) -> None:
        """Lists what is said of a chart, first what is said of cells; a list that says the same as before stays as it is."""
        self.wrong.setText(f"{self._counted(judged)} {self._covered(judged)}")
        findings = tuple(sorted(judged.findings, key=lambda finding: not finding.cells))
        if findings != self._findings:
            self._findings = findings
            self._list_findings(findings)
        self.agreement.setText(agreement_words(self, judged.outcomes))
        if judged.outcomes != self._outcomes:
            self._outcomes = judged.outcomes
            self._list_examples(judged.outcomes)

    def go_on(self, step: int) -> None:
        """Goes on to the next thing that is wrong, or the one before; after the last comes the first."""
        count = min(len(self._findings or ()), MOST_SHOWN)
        if count:
            row = self.list.currentRow()
            self.list.setCurrentRow((row + step) % count if row >= 0 else 0 if step > 0 else count - 1)
            self._choose(self.list.currentItem())

    def _counted(self, judged: Judged) -> str:
        marks = [mark_of(finding) for finding in judged.findings]
        errors, warnings = sum(mark != "warning" for mark in marks), marks.count("warning")
        if not errors and not warnings:
            return self.tr("Nothing is wrong.")
        parts = []
        if errors:
            parts.append(self.tr("1 error") if errors == 1 else self.tr("%d errors") % errors)
        if warnings:
            parts.append(self.tr("1 warning") if warnings == 1 else self.tr("%d warnings") % warnings)
        return f"{', '.join(parts)}."

    def _covered(self, judged: Judged) -> str:
        if judged.chart.form == "dice":
            said = self.tr("%d of %d columns give every roll one result.")
        else:
            said = self.tr("%d of %d cells are filled.")
        return said % (judged.covered, judged.wanted)

    def _list_findings(self, findings: Sequence[Finding]) -> None:
        self.list.clear()
        for finding in findings[:MOST_SHOWN]:
            mark = mark_of(finding)
            item = QListWidgetItem(icon("issues" if mark == "warning" else "error"), finding.text, self.list)
            word = self.tr("warning") if mark == "warning" else self.tr("error")
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{word}: {finding.text}")
            item.setData(Qt.ItemDataRole.UserRole, finding)
        if len(findings) > MOST_SHOWN:
            QListWidgetItem(self.tr("… and %d more") % (len(findings) - MOST_SHOWN), self.list)

    def _list_examples(self, outcomes: Sequence[Outcome]) -> None:
        self.examples.clear()
        for outcome in outcomes:
            example, sign = outcome.example, "✓" if outcome.agrees else "✗"
            cells = [f"{sign} {example.rule}", example.title, said_of(example.expect), given_by(outcome)]
            item = QTreeWidgetItem(self.examples, cells)
            word = self.tr("agrees") if outcome.agrees else self.tr("does not agree")
            item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{example.rule}, {word}")
            for column, text in enumerate(cells):
                item.setToolTip(column, text)

    def _choose(self, item: QListWidgetItem) -> None:
        finding = item.data(Qt.ItemDataRole.UserRole)
        if isinstance(finding, Finding):
            at: At | None = finding.near or (finding.cells[0] if finding.cells else None)
            self.wanted.emit(at)


def agreement_words(widget: QWidget, outcomes: Sequence[Outcome]) -> str:
    """How many worked examples agree, as a sentence."""
    if not outcomes:
        return widget.tr("No worked example of the rules reads this chart.")
    agreeing = sum(outcome.agrees for outcome in outcomes)
    if len(outcomes) == 1:
        return widget.tr("The one example agrees.") if agreeing else widget.tr("The one example does not agree.")
    return widget.tr("%d of %d examples agree.") % (agreeing, len(outcomes))


def said_of(expect: Mapping[str, int | str | Fraction]) -> str:
    """What an example expects, in words: "needed 52, result no"."""
    return ", ".join(f"{name} {value}" for name, value in expect.items())


def given_by(outcome: Outcome) -> str:
    """What the chart gives in the same words, or why it gives nothing."""
    if outcome.fault:
        return outcome.fault
    found: dict[str, int | str | Fraction] = {}
    for name in outcome.example.expect:
        value = outcome.found.get("result" if name in ("at least", "at most") else name, "–")
        found["result" if name in ("at least", "at most") else name] = value
    return said_of(found)
