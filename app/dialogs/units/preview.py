"""The counter of the current row as it will be printed, both sides, and what decides how it looks."""

from collections.abc import Mapping

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QFormLayout, QGridLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.counters.painter import paint_face
from app.widgets.rule_words import said
from core.interop.counter_cells import symbol_words
from core.model.oob import Counter, Oob
from core.rules.kernel.faces import Face
from core.rules.kernel.looks import face_of, has_back, look_of
from core.rules.kernel.ruleset import Ruleset

LEAST_LINES, WANTED_LINES = 4, 11
"""How high a picture is, in lines of letters."""


class FacePicture(QWidget):
    """One side of a counter, as large as there is room."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._face: Face | None = None
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        least = LEAST_LINES * self.fontMetrics().height()
        self.setMinimumSize(least, least)

    @property
    def face(self) -> Face | None:
        """What is shown."""
        return self._face

    def show_face(self, face: Face | None, words: str) -> None:
        """Shows a side; `words` say it to those who do not see it."""
        if face != self._face:
            self._face = face
            self.update()
        self.setAccessibleDescription(words)

    def sizeHint(self) -> QSize:
        """A square of some lines."""
        side = WANTED_LINES * self.fontMetrics().height()
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The side in the middle of the room that there is."""
        if self._face is None:
            return
        side = min(self.width(), self.height()) - 2
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_face(painter, QRectF((self.width() - side) // 2, (self.height() - side) // 2, side, side), self._face)
        painter.end()


class UnitPreview(QWidget):
    """Front and back of a counter, its look and its symbol.

    `look_chosen` carries the id of a look, "" for that of the kind; `look_tried` one that the user is about to choose, None for
    none; `picker_wanted` comes when a symbol is to be chosen.
    """

    look_chosen = Signal(str)
    look_tried = Signal(object)
    picker_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.title, self.words = QLabel(), QLabel()
        bold = self.title.font()
        bold.setBold(True)
        self.title.setFont(bold)
        for label in (self.title, self.words):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.front, self.back = FacePicture(self.tr("Front")), FacePicture(self.tr("Back"))
        self.back_words = QLabel()
        self.look = QComboBox()
        self.look.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.symbol = QPushButton()
        self.symbol.setAutoDefault(False)
        self.symbol_words = QLabel()
        self.symbol_words.setWordWrap(True)
        self._pictures = QGridLayout()
        self._across: bool | None = None
        form = QFormLayout()
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        form.addRow(self.tr("&Look:"), self.look)
        form.addRow(self.tr("S&ymbol:"), self.symbol)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.title)
        column.addLayout(self._pictures, 1)
        column.addLayout(form)
        column.addWidget(self.symbol_words)
        column.addWidget(self.words)
        self._front_words = QLabel(self.tr("Front"))
        self._lay_out()
        self.look.activated.connect(lambda _: self.look_chosen.emit(str(self.look.currentData())))
        self.look.highlighted.connect(lambda number: self.look_tried.emit(self.look.itemData(number)))
        self.symbol.clicked.connect(lambda _=False: self.picker_wanted.emit())
        self.show_counter(None, Oob(), None, 0)

    def resizeEvent(self, event: object) -> None:
        """Puts the sides beside each other where there is more width than height."""
        self._lay_out()

    def use_looks(self, ruleset: Ruleset | None) -> None:
        """Offers the looks of a series."""
        self.look.clear()
        self.look.addItem(self.tr("That of its kind"), "")
        looks: Mapping[str, object] = ruleset.looks if ruleset is not None else {}
        for id_ in looks:
            assert ruleset is not None
            self.look.addItem(said(ruleset.looks[id_].title), id_)

    def show_counter(self, counter: Counter | None, oob: Oob, ruleset: Ruleset | None, chosen: int, called: str = "") -> None:
        """Shows a counter, or nothing; `chosen` counters would get another look or symbol."""
        for part in (self.look, self.symbol):
            part.setEnabled(counter is not None)
        if counter is None:
            self.title.setText(self.tr("No counter is chosen."))
            self.front.show_face(None, "")
            self.back.show_face(None, "")
            self.back_words.setText("")
            self.symbol.setText(self.tr("None"))
            self.symbol_words.setText("")
            self.words.setText("")
            return
        look = look_of(ruleset, counter)
        self.title.setText(called)
        self.front.show_face(face_of(ruleset, oob, counter, 0), called)
        self.back.show_face(face_of(ruleset, oob, counter, 1), called)
        self.back_words.setText(self.tr("Back") if has_back(ruleset, counter) else self.tr("Back, blank"))
        self.look.setCurrentIndex(max(self.look.findData(counter.look), 0))
        self.look.setToolTip(self.tr("Drawn as: %s") % said(look.title))
        self.symbol.setText(self.tr("Choose…") if counter.sidc else self.tr("That of the look; choose…"))
        self.symbol_words.setText(symbol_words(counter.sidc))
        self.words.setText(self.tr("Look and symbol are chosen for %d counters.") % chosen if chosen > 1 else "")

    def _lay_out(self) -> None:
        across = self.width() * 4 > self.height() * 3
        if across == self._across:
            return
        self._across = across
        for number, (words, picture) in enumerate(((self._front_words, self.front), (self.back_words, self.back))):
            row, column = (0, number) if across else (2 * number, 0)
            self._pictures.addWidget(words, row, column)
            self._pictures.addWidget(picture, row + 1, column)
        for row in range(4):
            self._pictures.setRowStretch(row, 1 if row % 2 and (row == 1 or not across) else 0)
