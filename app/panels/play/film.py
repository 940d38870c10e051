"""The film of a session: its states one after the other, at any pace, with the map following."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSizePolicy, QSlider, QToolButton, QWidget

from app.panels.charts.one_line import OneLine
from app.widgets.icons import icon

PACES_MS = (2000, 1000, 500, 150)
"""How long each state is shown, the slowest pace first."""

FIRST_PACE = 1

LEAST_LETTERS = 8
"""How narrow the slider becomes in a narrow window."""


class FilmBar(QWidget):
    """Steps over a way of entries. `wanted` carries the entry to look at."""

    wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._way: tuple[int, ...] = ()
        self._turns: tuple[tuple[int, int], ...] = ()
        self._place = -1
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._advance)
        self._buttons: dict[str, QToolButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        for name, words, do in (
            ("first", self.tr("To the beginning"), lambda: self._go(0)),
            ("back", self.tr("One step back"), lambda: self.step(-1)),
            ("play", self.tr("Play"), self.toggle),
            ("forward", self.tr("One step forward"), lambda: self.step(1)),
            ("last", self.tr("To the end of the way"), lambda: self._go(len(self._way) - 1)),
        ):
            button = QToolButton()
            button.setAccessibleName(words)
            button.setToolTip(words)
            button.setAutoRaise(True)
            button.clicked.connect(lambda _=False, do=do: do())
            self._buttons[name] = button
            row.addWidget(button)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(self.tr("Place in the film"))
        self.slider.setMinimumWidth(LEAST_LETTERS * self.fontMetrics().averageCharWidth())
        self.slider.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.slider.valueChanged.connect(self._go)
        self._turn = QComboBox()
        self._turn.setAccessibleName(self.tr("Turn to jump to"))
        self._turn.setToolTip(self._turn.accessibleName())
        self._turn.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._turn.activated.connect(lambda row: self.wanted.emit(self._turns[row][1]))
        self._pace = QComboBox()
        self._pace.setAccessibleName(self.tr("Pace of the film"))
        self._pace.setToolTip(self._pace.accessibleName())
        for words in (self.tr("Slow"), self.tr("Steady"), self.tr("Quick"), self.tr("Fast")):
            self._pace.addItem(words)
        self._pace.setCurrentIndex(FIRST_PACE)
        self._pace.currentIndexChanged.connect(lambda row: self._timer.setInterval(PACES_MS[row]))
        self._told = OneLine()
        self._told.setAccessibleName(self.tr("What is looked at"))
        row.addWidget(self.slider, 3)
        for part in (self._turn, self._pace):
            row.addWidget(part)
        row.addWidget(self._told, 1)
        self.paint_icons()
        self.show_way((), (), 0, "")

    @property
    def running(self) -> bool:
        """Whether the film plays by itself."""
        return self._timer.isActive()

    def show_way(self, way: Sequence[int], turns: Sequence[tuple[int, int]], shown: int, told: str) -> None:
        """Shows where on a way of entries the map is; `turns` are (turn, entry), `told` says it in words."""
        if tuple(way) != self._way:
            self._way = tuple(way)
            with QSignalBlocker(self.slider):
                self.slider.setRange(0, max(len(self._way) - 1, 0))
        if tuple(turns) != self._turns:
            self._turns = tuple(turns)
            self._turn.clear()
            self._turn.addItems([self.tr("Turn %d") % turn for turn, _ in self._turns])
        self._place = self._way.index(shown) if shown in self._way else -1
        with QSignalBlocker(self.slider):
            self.slider.setValue(max(self._place, 0))
        now = next((row for row in range(len(self._turns) - 1, -1, -1) if self._turns[row][1] <= shown), -1)
        self._turn.setCurrentIndex(now)
        self._turn.setVisible(bool(self._turns))
        self._told.say(told)
        at_end = self._place >= len(self._way) - 1
        for name in ("first", "back"):
            self._buttons[name].setEnabled(self._place > 0)
        for name in ("forward", "last"):
            self._buttons[name].setEnabled(not at_end)
        self._buttons["play"].setEnabled(len(self._way) > 1)
        if at_end:
            self.stop()

    def step(self, by: int) -> None:
        """Goes so many steps forward, or back."""
        self._go(min(max(self._place + by, 0), len(self._way) - 1))

    def toggle(self) -> None:
        """Plays the film, from its beginning when it is at its end; or stops it."""
        if self._timer.isActive():
            self.stop()
        elif len(self._way) > 1:
            if self._place >= len(self._way) - 1:
                self._go(0)
            self._timer.start(PACES_MS[self._pace.currentIndex()])
            self._show_running()

    def stop(self) -> None:
        """Stops the film."""
        self._timer.stop()
        self._show_running()

    def name_keys(self, keys: Callable[[str], str]) -> None:
        """Writes the keys of the actions behind the buttons into their tips; `keys` gives those of an action."""
        for name, action in (("back", "play.film_back"), ("forward", "play.film_forward"), ("play", "play.film_play")):
            button, found = self._buttons[name], keys(action)
            words = button.accessibleName()
            button.setToolTip(f"{words} ({found})" if found else words)

    def paint_icons(self) -> None:
        """Draws the buttons in the colours of the palette in force."""
        names = {"first": "film-first", "back": "film-back", "forward": "film-forward", "last": "film-last"}
        for name, picture in names.items():
            self._buttons[name].setIcon(icon(picture))
        self._buttons["play"].setIcon(icon("film-pause" if self.running else "film-play"))

    def _show_running(self) -> None:
        button = self._buttons["play"]
        button.setIcon(icon("film-pause" if self.running else "film-play"))
        keys = button.toolTip().partition(" (")[2]
        words = self.tr("Stop the film") if self.running else self.tr("Play")
        button.setAccessibleName(words)
        button.setToolTip(f"{words} ({keys}" if keys else words)

    def _advance(self) -> None:
        if self._place >= len(self._way) - 1:
            self.stop()
        else:
            self.step(1)

    def _go(self, place: int) -> None:
        if 0 <= place < len(self._way) and place != self._place:
            self.wanted.emit(self._way[place])
