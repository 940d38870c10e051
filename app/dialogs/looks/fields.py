"""Fields of looks: each shows a value, takes another, and says at once, in red and in words, what is wrong with it."""

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QColorDialog,
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.widgets.grid_cells import mark_colour
from app.widgets.rule_words import said
from core.base.colours import is_colour
from core.base.errors import WrongUse
from core.model.looks import Area, Chosen, Condition
from core.rules.kernel.look_cells import conditions_text, read_conditions
from core.rules.kernel.look_names import Names
from core.rules.kernel.looks import SPECIAL
from core.rules.kernel.parameters import in_words

Check = Callable[[str], str]
"""What is wrong with a text, as a sentence, "" where nothing is."""

Offer = tuple[str, str]
"""What a menu puts in, and what it is called there."""

WORDS_SHOWN = 6
"""Rows of a table of words that are seen at a time."""

LEAST_LETTERS = 16
"""Letters of a text or colour that are always seen."""

PER_CENT = 100.0


def swatch(colour: str, side: int, edge: QColor) -> QIcon:
    """A small square of a colour, empty for none."""
    made = QPixmap(QSize(side, side))
    made.fill(QColor(colour) if is_colour(colour) else Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setPen(edge)
    painter.drawRect(0, 0, side - 1, side - 1)
    painter.end()
    return QIcon(made)


class FaultLabel(QLabel):
    """What is wrong, in red, with a sign and in words; nothing where nothing is."""

    def __init__(self) -> None:
        super().__init__()
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.hide()

    @property
    def fault(self) -> str:
        """What is said, without its sign."""
        return self.text().removeprefix("⚠ ")

    def tell(self, fault: str) -> None:
        """Says what is wrong, "" for nothing."""
        self.setText(f"⚠ {fault}" if fault else "")
        self.setVisible(bool(fault))
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.WindowText, mark_colour("error", palette))
        self.setPalette(palette)


def redden(editor: QWidget, fault: str) -> None:
    """Makes letters red where they are wrong, and says why to those who do not see it."""
    palette = QPalette()
    if fault:
        palette.setColor(QPalette.ColorRole.Text, mark_colour("error", palette))
    editor.setPalette(palette)
    editor.setAccessibleDescription(fault)


class CheckedLine(QLineEdit):
    """A line that is checked with every letter. `taken` comes with every text that is not wrong; a wrong one stays here."""

    taken = Signal(str)
    told = Signal(str)
    entered = Signal()

    def __init__(self, name: str, check: Check) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._check = check
        self._shown = ""
        self.fault = ""
        self.textEdited.connect(self._typed)
        self.editingFinished.connect(self._left)

    def show_text(self, text: str, fault: str = "") -> None:
        """Shows a text; what is being typed stays."""
        self._shown = text
        if self.hasFocus() and (self.fault or self.text().strip() == text):
            return
        with QSignalBlocker(self):
            self.setText(text)
        self._tell(fault or self._check(text))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tells that the keyboard is here."""
        super().focusInEvent(event)
        self.entered.emit()

    def put(self, text: str) -> None:
        """Takes a text as if it had been typed."""
        self.setText(text)
        self._typed(text)

    def insert_text(self, text: str) -> None:
        """Types a text where the cursor is."""
        self.insert(text)
        self._typed(self.text())

    def _typed(self, text: str) -> None:
        self._tell(self._check(text.strip()))
        if not self.fault and text.strip() != self._shown:
            self._shown = text.strip()
            self.taken.emit(self._shown)

    def _left(self) -> None:
        """A wrong text goes when one leaves the field: the value is still the one from before."""
        if self.fault and not self.hasFocus():
            self.show_text(self._shown)

    def _tell(self, fault: str) -> None:
        self.fault = fault
        redden(self, fault)
        self.told.emit(fault)


class ChosenField(QWidget):
    """A text or colour: always the same, or decided by a value, word by word."""

    taken = Signal(object)

    def __init__(self, title: str, *, colour: bool = False) -> None:
        super().__init__()
        self.title, self._colour = title, colour
        self.names = Names({})
        self._paint: Callable[[str], str] | None = None
        self._shown = Chosen()
        self._offers: Callable[[], Iterable[Offer]] = tuple
        self._listed: tuple[str, tuple[str, ...]] = ("", ())
        self.asking: tuple[str, Callable[[], object]] | None = None
        self.by = QComboBox()
        self.by.setAccessibleName(self.tr("%s: decided by") % title)
        self.by.setToolTip(self.tr("Always the same, or another for what a value says"))
        self.by.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.by.setMinimumContentsLength(6)
        self.by.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.line = CheckedLine(title, self._fault)
        self.line.setMinimumWidth(LEAST_LETTERS * self.fontMetrics().averageCharWidth())
        self.button = QToolButton()
        self.button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.button.setAccessibleName(self.tr("Choose: %s") % title)
        self.button.setToolTip(self.button.accessibleName())
        self.button.setText("" if colour else self.tr("Insert"))
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill_menu)
        self.button.setMenu(self._menu)
        self.words = QTableWidget(0, 2)
        self.words.setAccessibleName(self.tr("%s for each word") % title)
        self.words.verticalHeader().hide()
        self.words.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.words.setHorizontalHeaderLabels([self.tr("Where it says"), title])
        self.words.setTabKeyNavigation(False)
        self.words.setEditTriggers(QAbstractItemView.EditTrigger.AllEditTriggers)
        self.fault = FaultLabel()
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.by)
        row.addWidget(self.line, 1)
        row.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(row)
        column.addWidget(self.words)
        column.addWidget(self.fault)
        self.setFocusProxy(self.line)
        self.by.activated.connect(lambda _: self._choose_by())
        self.line.taken.connect(lambda text: self._take(Chosen(text, self._shown.by, self._shown.choices)))
        self.line.told.connect(self.fault.tell)
        # What is chosen goes where the keyboard was last: into a row of the table, or into the line.
        self.line.entered.connect(lambda: self.words.setCurrentCell(-1, -1))
        self.words.itemChanged.connect(lambda _: self._take_words())
        self.words.currentItemChanged.connect(lambda *_: self._say_word())

    def use(
        self, names: Names, offers: Callable[[], Iterable[Offer]] = tuple, paint: Callable[[str], str] | None = None
    ) -> None:
        """What can be named; `offers` are what the menu puts in, `paint` gives the #rrggbb of a colour as it is named."""
        self.names, self._offers, self._paint = names, offers, paint
        with QSignalBlocker(self.by):
            self.by.clear()
            self.by.addItem(self.tr("always"), "")
            for id_, words in values_offered(names):
                self.by.addItem(words, id_)
        self.button.setVisible(self._colour or self.asking is not None or bool(tuple(offers())))

    @property
    def value(self) -> Chosen:
        """What is shown."""
        return self._shown

    def show_value(self, chosen: Chosen) -> None:
        """Shows a text or colour; what is being typed stays."""
        self._shown = chosen
        with QSignalBlocker(self.by):
            at = self.by.findData(chosen.by)
            if at < 0:
                self.by.addItem(chosen.by, chosen.by)
                at = self.by.count() - 1
            self.by.setCurrentIndex(at)
        self.line.setPlaceholderText(self.tr("for all else") if chosen.by else self.tr("none"))
        self.line.show_text(chosen.other, next(iter(self.names.by_faults(chosen)), ""))
        self._show_words()
        if self._colour:
            self.button.setIcon(self._icon(chosen.other))

    # Colours ---------------------------------------------------------------------------------------------------------------

    def _icon(self, text: str) -> QIcon:
        colour, edge = self._paint(text) if self._paint is not None else "", self.palette().color(QPalette.ColorRole.WindowText)
        return swatch(colour, self.fontMetrics().height(), edge)

    def _fill_menu(self) -> None:
        self._menu.clear()
        for text, words in self._offers():
            action = self._menu.addAction(self._icon(text), words) if self._colour else self._menu.addAction(words)
            action.triggered.connect(lambda _=False, text=text: self.put(text))
        if self.asking is not None:
            words, ask = self.asking
            self._menu.addAction(words).triggered.connect(lambda _=False: ask())
        if self._colour:
            self._menu.addSeparator()
            self._menu.addAction(self.tr("&Other…")).triggered.connect(lambda _=False: self._ask())
            self._menu.addAction(self.tr("&None")).triggered.connect(lambda _=False: self.put(""))

    def put(self, text: str) -> None:
        """Puts in what was chosen: into the current row of the table, else into the line; values where the cursor is."""
        row = self.words.currentRow()
        item = self.words.item(row, 1) if row >= 0 and bool(self._shown.by) else None
        if item is not None:
            item.setText(item.text() + text if text.startswith("{") else text)
        elif self._colour or not text.startswith("{"):
            self.line.put(text)
        else:
            self.line.insert_text(text)
            self.line.setFocus()

    def _ask(self) -> None:
        shown = self._paint(self._shown.other) if self._paint is not None else ""
        dialog = QColorDialog(QColor(shown or "#808080"), self.window())
        dialog.colorSelected.connect(lambda colour: self.put(colour.name()))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    # What a value decides --------------------------------------------------------------------------------------------------

    def _choose_by(self) -> None:
        by = str(self.by.currentData() or "")
        if by == self._shown.by:
            return
        self._take(Chosen(self._shown.other, by))
        self._show_words()

    def _known_words(self) -> tuple[str, ...]:
        value = self.names.values.get(self._shown.by)
        if value is None:
            return ()
        return ("true", "false") if value.type == "flag" else tuple(word for word, _ in value.choices)

    def _show_words(self) -> None:
        self.words.setVisible(bool(self._shown.by))
        known, held = self._known_words(), dict(self._shown.choices)
        listed, self._listed = self._listed, (self._shown.by, known)
        if listed == self._listed and self._shown == self._read_words():
            return
        rows = [(word, held.get(word, "")) for word in dict.fromkeys((*known, *held))]
        # In a last row another word can be typed.
        rows += [] if known else [("", "")]
        with QSignalBlocker(self.words):
            self.words.setRowCount(len(rows))
            for row, (word, text) in enumerate(rows):
                for column, each in enumerate((word, text)):
                    item = QTableWidgetItem(each)
                    if column == 0 and word in known:
                        item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEditable)
                    if column == 1 and self._colour and each:
                        item.setIcon(self._icon(each))
                    self.words.setItem(row, column, item)
        line = self.words.verticalHeader().defaultSectionSize()
        shown = min(len(rows), WORDS_SHOWN) + 1
        self._mark_words()
        self.words.setFixedHeight(shown * line + self.words.horizontalHeader().sizeHint().height())

    def _read_words(self) -> Chosen:
        choices: dict[str, str] = {}
        for row in range(self.words.rowCount()):
            word, text = (item.text().strip() if (item := self.words.item(row, n)) is not None else "" for n in (0, 1))
            if word and (text or word in dict(self._shown.choices)):
                choices[word] = text
        return Chosen(self._shown.other, self._shown.by, tuple((word, text) for word, text in choices.items() if text))

    def _take_words(self) -> None:
        last = self.words.item(self.words.rowCount() - 1, 0)
        if last is not None and last.text().strip() and not self._known_words():
            with QSignalBlocker(self.words):
                self.words.setRowCount(self.words.rowCount() + 1)
                for column in (0, 1):
                    self.words.setItem(self.words.rowCount() - 1, column, QTableWidgetItem(""))
        fault = self._mark_words()
        self.fault.tell(fault)
        if not fault:
            self._take(self._read_words())

    def _mark_words(self) -> str:
        """Reddens what is wrong in the table; the first reason, "" where nothing is."""
        fault = ""
        with QSignalBlocker(self.words):
            for row in range(self.words.rowCount()):
                word, text = self.words.item(row, 0), self.words.item(row, 1)
                wrong = self._fault(text.text().strip()) if text is not None else ""
                wrong = wrong or (self.tr("“by” and “else” are words of the file.") if _is_key(word) else "")
                for item in filter(None, (word, text)):
                    item.setData(
                        Qt.ItemDataRole.ForegroundRole, mark_colour("error", self.palette()) if wrong and item is text else None
                    )
                    item.setToolTip(wrong)
                if text is not None and self._colour:
                    text.setIcon(self._icon(text.text().strip()) if text.text().strip() else QIcon())
                fault = fault or wrong
        return fault

    def _say_word(self) -> None:
        item = self.words.currentItem()
        if item is not None:
            self.fault.tell(item.toolTip())

    def _fault(self, text: str) -> str:
        """What is wrong with one text or colour."""
        if self._colour:
            return next(iter(self.names.colour_faults(Chosen(text))), "")
        return self.check(text)

    def check(self, text: str) -> str:
        """What is wrong with a text; whoever uses the field may say more."""
        return ""

    def _take(self, chosen: Chosen) -> None:
        if chosen != self._shown:
            self._shown = chosen
            self.taken.emit(chosen)


def _is_key(item: QTableWidgetItem | None) -> bool:
    return item is not None and item.text().strip() in ("by", "else")


def values_offered(names: Names) -> list[Offer]:
    """The values that can decide or be printed, with what they are called."""
    found = [(value.id, said(value.title)) for value in names.values.values() if value.role != "formation"]
    return [*found, *((id_, said(words)) for id_, words in SPECIAL.items() if id_ not in names.values)]


class ConditionsField(QWidget):
    """On what an element is drawn: typed, or put together from a menu of values and words."""

    taken = Signal(object)

    def __init__(self, title: str) -> None:
        super().__init__()
        self.names = Names({})
        self.line = CheckedLine(title, self._fault)
        self.line.setPlaceholderText(self.tr("always"))
        self.line.setToolTip(self.tr("Such as: exploitation; not flak; armour = tank, soft"))
        self.button = QToolButton()
        self.button.setText(self.tr("Add"))
        self.button.setAccessibleName(self.tr("Add a condition"))
        self.button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill)
        self.button.setMenu(self._menu)
        self.fault = FaultLabel()
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.line, 1)
        row.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(row)
        column.addWidget(self.fault)
        self.setFocusProxy(self.line)
        self.line.told.connect(self.fault.tell)
        self.line.taken.connect(lambda text: self.taken.emit(read_conditions(text, self.names)))

    def use(self, names: Names) -> None:
        """What conditions can be about."""
        self.names = names

    def show_value(self, conditions: Sequence[Condition]) -> None:
        """Shows conditions; what is being typed stays."""
        self.line.show_text(conditions_text(conditions))

    def _fault(self, text: str) -> str:
        try:
            read_conditions(text, self.names)
        except WrongUse as error:
            return str(error)
        return ""

    def _fill(self) -> None:
        self._menu.clear()
        for id_, words in values_offered(self.names):
            inner = self._menu.addMenu(words)
            self._offer(inner, self.tr("is printed"), id_)
            self._offer(inner, self.tr("is not printed"), f"not {id_}")
            value = self.names.values.get(id_)
            for word, _ in value.choices if value is not None else ():
                self._offer(inner, self.tr("is %s") % said(in_words(word)), f"{id_} = {word}")

    def _offer(self, menu: QMenu, words: str, text: str) -> None:
        menu.addAction(words).triggered.connect(lambda _=False: self._add(text))

    def _add(self, text: str) -> None:
        held = self.line.text().strip().rstrip(";")
        self.line.put(f"{held}; {text}" if held else text)


class AreaField(QWidget):
    """Left, top, width and height in hundredths of the counter."""

    taken = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        self.boxes: list[QDoubleSpinBox] = []
        for number, words in enumerate((self.tr("Left"), self.tr("Top"), self.tr("Width"), self.tr("Height"))):
            box = share_box(words)
            box.valueChanged.connect(lambda _: self._take())
            label = QLabel(words)
            label.setBuddy(box)
            grid.addWidget(label, number // 2, 2 * (number % 2))
            grid.addWidget(box, number // 2, 2 * (number % 2) + 1)
            self.boxes.append(box)
        for column in (1, 3):
            grid.setColumnStretch(column, 1)
        self.setFocusProxy(self.boxes[0])

    def show_area(self, area: Area) -> None:
        """Shows where something stands."""
        for box, share in zip(self.boxes, area, strict=True):
            with QSignalBlocker(box):
                # The room of the element before would cut the value.
                box.setMaximum(PER_CENT)
                box.setValue(share * PER_CENT)
        for at, size in ((0, 2), (1, 3)):
            # What begins further along has less room; nothing can be typed that does not lie on the counter.
            self.boxes[at].setMaximum(PER_CENT - area[size] * PER_CENT)
            self.boxes[size].setMaximum(PER_CENT - area[at] * PER_CENT)

    def _take(self) -> None:
        left, top, width, height = (round(box.value() / PER_CENT, 4) for box in self.boxes)
        self.taken.emit((left, top, width, height))


def share_box(name: str) -> QDoubleSpinBox:
    """A field for a share of the counter's side, in hundredths."""
    box = QDoubleSpinBox()
    box.setRange(0, PER_CENT)
    box.setDecimals(2)
    box.setSuffix(" %")
    box.setAccessibleName(name)
    box.setKeyboardTracking(False)
    return box
