"""How counters are printed: their size, the paper, the cuts, and how backs come behind their fronts."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QFormLayout, QHBoxLayout, QLabel, QWidget

from app.dialogs.printing.kinds import Kind
from app.export.cards import CardChoice
from app.export.counter_layout import (
    MOST_BLEED_MM,
    MOST_GAP_MM,
    MOST_OFFSET_MM,
    MOST_PAPER_MM,
    MOST_SIDE_MM,
    SIZES,
    SheetWish,
    sheet_paper,
)
from app.export.paper import PAPERS
from core.model.scenario import Scenario

Key = TypeVar("Key")

FREE = ""
"""Stands for a size that is typed in."""


class PaperForm(QWidget):
    """Asks for counters, paper, groups and cuts; `changed` tells that something is otherwise."""

    changed = Signal()

    def __init__(self, wish: SheetWish, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind: Kind = "counters"
        self.size_ = QComboBox(self)
        glyphs = {"1/2": "½"}
        for name, side in SIZES:
            self.size_.addItem(self.tr("%s inch (%.4g mm)") % (glyphs.get(name, name), side), side)
        self.size_.addItem(self.tr("Other"), FREE)
        self.side = millimetres(self, wish.side, MOST_SIDE_MM, decimals=2)
        self.side.setAccessibleName(self.tr("Side of a counter"))
        self.paper = QComboBox(self)
        for paper in PAPERS:
            self.paper.addItem(self.tr("%s, %g × %g mm") % (paper.title, paper.width, paper.height), paper.id)
        self.paper.addItem(self.tr("Other"), FREE)
        known = sheet_paper(wish.paper)
        self.width_ = millimetres(self, known.width, MOST_PAPER_MM)
        self.width_.setAccessibleName(self.tr("Width of the paper"))
        self.height_ = millimetres(self, known.height, MOST_PAPER_MM)
        self.height_.setAccessibleName(self.tr("Height of the paper"))
        self.turn = chooser(
            self,
            {"portrait": self.tr("Upright"), "landscape": self.tr("Across"), "fewest": self.tr("Whichever needs fewer sheets")},
            wish.turn,
        )
        self.margin = millimetres(self, wish.margin, MOST_PAPER_MM)
        self.gutter = millimetres(self, wish.gutter, MOST_GAP_MM)
        self.bleed = millimetres(self, wish.bleed, MOST_BLEED_MM)
        self.group = chooser(
            self,
            {"none": self.tr("Nothing"), "side": self.tr("Sides"), "formation": self.tr("Formations")},
            wish.group,
        )
        self.begin = chooser(
            self,
            {
                "run": self.tr("Behind the one before"),
                "row": self.tr("In a row of its own, with its name"),
                "sheet": self.tr("On a new sheet, with its name"),
            },
            wish.begin,
        )
        self.marks = QCheckBox(self.tr("Cut &marks in the margins"), self)
        self.lines = QCheckBox(self.tr("A &line around each counter"), self)
        self.labels = QCheckBox(self.tr("Nam&e each page"), self)
        for box, on in ((self.marks, wish.marks), (self.lines, wish.lines), (self.labels, wish.labels)):
            box.setChecked(on)
        self._lay_out()
        self._show_size(wish.side)
        at = self.paper.findData(wish.paper)
        self.paper.setCurrentIndex(at if at >= 0 else self.paper.count() - 1)
        self._follow_paper()
        self._connect()

    def use_kind(self, kind: Kind) -> None:
        """Cards and test pages have no counters that could be large or small, kept together or cut."""
        self._kind = kind
        of_counters = (self.size_, self.side, self.gutter, self.bleed, self.group, self.marks, self.lines, self.labels)
        for widget in of_counters:
            widget.setEnabled(kind == "counters")
        self._follow_group()

    def part_of(self, wish: SheetWish) -> SheetWish:
        """A wish with what is asked here."""
        paper = str(self.paper.currentData()) or f"{self.width_.value():g}x{self.height_.value():g}"
        return SheetWish(
            side=self.side.value() if self.size_.currentData() == FREE else float(self.size_.currentData()),
            paper=paper,
            turn=self.turn.currentData(),
            margin=round(self.margin.value(), 2),
            gutter=round(self.gutter.value(), 2),
            bleed=round(self.bleed.value(), 2),
            backs=wish.backs,
            over=wish.over,
            offset=wish.offset,
            group=self.group.currentData(),
            begin=self.begin.currentData(),
            marks=self.marks.isChecked(),
            lines=self.lines.isChecked(),
            labels=self.labels.isChecked(),
        )

    def _lay_out(self) -> None:
        form = QFormLayout(self)
        counters = QLabel(self.tr("&Counters:"), self)
        counters.setBuddy(self.size_)
        form.addRow(counters, _row(self.size_, self.side))
        form.addRow(self.tr("P&aper:"), self.paper)
        form.addRow("", _row(self.width_, QLabel("×", self), self.height_))
        form.addRow(self.tr("&Turned:"), self.turn)
        form.addRow(self.tr("Ma&rgin:"), self.margin)
        form.addRow(self.tr("Between co&unters:"), self.gutter)
        form.addRow(self.tr("Bleed ar&ound counters:"), self.bleed)
        form.addRow(self.tr("Kept to&gether:"), self.group)
        form.addRow(self.tr("A group &begins:"), self.begin)
        for box in (self.marks, self.lines, self.labels):
            form.addRow("", box)

    def _connect(self) -> None:
        self.size_.currentIndexChanged.connect(self._follow_size)
        self.side.valueChanged.connect(self._follow_side)
        self.paper.currentIndexChanged.connect(self._follow_paper)
        self.group.currentIndexChanged.connect(self._follow_group)
        for combo in (self.size_, self.paper, self.turn, self.group, self.begin):
            combo.currentIndexChanged.connect(lambda _: self.changed.emit())
        for spin in (self.side, self.width_, self.height_, self.margin, self.gutter, self.bleed):
            spin.valueChanged.connect(lambda _: self.changed.emit())
        for box in (self.marks, self.lines, self.labels):
            box.toggled.connect(lambda _: self.changed.emit())
        self._follow_group()

    def _follow_size(self) -> None:
        if self.size_.currentData() != FREE:
            with QSignalBlocker(self.side):
                self.side.setValue(float(self.size_.currentData()))

    def _follow_side(self, side: float) -> None:
        self._show_size(side)

    def _show_size(self, side: float) -> None:
        known = [row for row, (_, size) in enumerate(SIZES) if abs(size - side) < 0.006]
        with QSignalBlocker(self.size_):
            self.size_.setCurrentIndex(known[0] if known else self.size_.count() - 1)

    def _follow_paper(self) -> None:
        free = self.paper.currentData() == FREE
        if not free:
            with QSignalBlocker(self.width_), QSignalBlocker(self.height_):
                paper = sheet_paper(str(self.paper.currentData()))
                self.width_.setValue(paper.width)
                self.height_.setValue(paper.height)
        self.width_.setEnabled(free)
        self.height_.setEnabled(free)

    def _follow_group(self) -> None:
        self.begin.setEnabled(self._kind == "counters" and self.group.currentData() != "none")


class BacksForm(QWidget):
    """Asks how backs are printed; `changed` tells that something is otherwise."""

    changed = Signal()

    def __init__(self, wish: SheetWish, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.backs = chooser(
            self,
            {
                "long": self.tr("On the other side, turned over the long edge"),
                "short": self.tr("On the other side, turned over the short edge"),
                "fold": self.tr("Beside the fronts, to be folded and glued"),
                "none": self.tr("Not at all"),
            },
            wish.backs,
        )
        self.over = chooser(
            self,
            {False: self.tr("Sideways, as a page of a book"), True: self.tr("Top to bottom, as a page of a pad")},
            wish.over,
        )
        self.right = millimetres(self, wish.offset[0], MOST_OFFSET_MM, -MOST_OFFSET_MM, 2)
        self.down = millimetres(self, wish.offset[1], MOST_OFFSET_MM, -MOST_OFFSET_MM, 2)
        about = QLabel(
            self.tr("The test page tells how far backs must be moved. The numbers are kept for this computer."), self
        )
        about.setWordWrap(True)
        form = QFormLayout(self)
        form.addRow(self.tr("&Backs:"), self.backs)
        form.addRow(self.tr("&Counters are turned over:"), self.over)
        form.addRow(self.tr("Move backs to the &right:"), self.right)
        form.addRow(self.tr("Mo&ve backs down:"), self.down)
        form.addRow(about)
        for combo in (self.backs, self.over):
            combo.currentIndexChanged.connect(self._follow)
        for spin in (self.right, self.down):
            spin.valueChanged.connect(lambda _: self.changed.emit())
        self._follow()

    def part_of(self, wish: SheetWish) -> SheetWish:
        """A wish with what is asked here."""
        offset = (round(self.right.value(), 2), round(self.down.value(), 2))
        return replace(wish, backs=self.backs.currentData(), over=bool(self.over.currentData()), offset=offset)

    @property
    def turned(self) -> bool:
        """Whether backs are on the other side of the paper."""
        return self.backs.currentData() in ("long", "short")

    def _follow(self) -> None:
        self.over.setEnabled(self.backs.currentData() != "none")
        for widget in (self.right, self.down):
            widget.setEnabled(self.turned)
        self.changed.emit()


class CardsForm(QWidget):
    """Asks which cards of which scenario are printed; `changed` tells that something is otherwise."""

    changed = Signal()

    def __init__(self, scenarios: Mapping[str, Scenario], shown: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scenario = chooser(self, {file: scenario.title or file for file, scenario in scenarios.items()}, shown)
        self.track = QCheckBox(self.tr("The &turn track"), self)
        self.set_up = QCheckBox(self.tr("A set-up &card for each side"), self)
        form = QFormLayout(self)
        form.addRow(self.tr("Scen&ario:"), self.scenario)
        for box in (self.track, self.set_up):
            box.setChecked(True)
            form.addRow("", box)
        if not scenarios:
            form.addRow(QLabel(self.tr("This box has no scenario."), self))
        self.scenario.currentIndexChanged.connect(lambda _: self.changed.emit())
        for box in (self.track, self.set_up):
            box.toggled.connect(lambda _: self.changed.emit())

    @property
    def choice(self) -> CardChoice:
        """What of which scenario is printed."""
        return CardChoice(str(self.scenario.currentData() or ""), self.track.isChecked(), self.set_up.isChecked())


def chooser(parent: QWidget, choices: Mapping[Key, str], chosen: Key) -> QComboBox:
    """A box of choices, each with its word."""
    combo = QComboBox(parent)
    for word, text in choices.items():
        combo.addItem(text, word)
    combo.setCurrentIndex(max(list(choices).index(chosen) if chosen in choices else 0, 0))
    return combo


def millimetres(parent: QWidget, value: float, most: float, least: float = 0.0, decimals: int = 1) -> QDoubleSpinBox:
    """A field for a length."""
    spin = QDoubleSpinBox(parent)
    spin.setRange(least, most)
    spin.setDecimals(decimals)
    spin.setSingleStep(0.1 if decimals > 1 else 0.5)
    spin.setValue(value)
    spin.setSuffix(QCoreApplication.translate("PrintCounters", " mm"))
    return spin


def _row(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch(1)
    return row
