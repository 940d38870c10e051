"""The window Counter looks: the looks of the game and of its ruleset, drawn, copied and changed element by element."""

from collections.abc import Callable

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QSplitter,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.dialogs.looks.colours import ColoursPage
from app.dialogs.looks.element_form import FORMS, ElementForm
from app.dialogs.looks.look_form import LookForm
from app.dialogs.looks.model import LooksModel
from app.dialogs.looks.pictures import SMALL_PX, LookPicture, SmallPictures
from app.documents.document import Document
from app.widgets.buttons import button_row
from app.widgets.rule_words import said
from core.base.colours import LEAST_CONTRAST
from core.model.looks import Element
from core.rules.kernel.look_cells import gist
from core.rules.kernel.look_contrast import Unread
from core.rules.kernel.ruleset import Ruleset

SIZES = (64, 40, SMALL_PX)
"""The sizes beside the large picture, in pixels."""

ID = Qt.ItemDataRole.UserRole
OF_MARKERS = ID + 1


class LooksWindow(QDialog):
    """Looks are chosen on the left, seen in the middle and changed on the right; every change can be undone."""

    def __init__(self, parent: QWidget | None, document: Document, ruleset: Ruleset) -> None:
        super().__init__(parent)
        self._document = document
        self.setWindowTitle(self.tr("Counter looks"))
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.model = LooksModel(document, ruleset, self)
        self.looks, self.elements = QListWidget(), QListWidget()
        self.unit = QComboBox()
        self.small = QCheckBox(self.tr("As on &small counters"))
        self.pictures = tuple(
            LookPicture(self.model, side, words) for side, words in enumerate((self.tr("Front"), self.tr("Back")))
        )
        self.sides = QRadioButton(self.tr("Fro&nt")), QRadioButton(self.tr("Bac&k"))
        self.warnings, self.state = QLabel(), QLabel()
        self.element_form, self.look_form = ElementForm(self.model), LookForm(self.model)
        self.colours = ColoursPage(self.model)
        self.pages = QTabWidget()
        self._make_actions()
        self._lay_out()
        self._connect()
        self._show_names()
        self._show_all()
        room, metrics = self.screen().availableSize(), self.fontMetrics()
        self.resize(
            min(180 * metrics.averageCharWidth(), room.width() * 19 // 20), min(48 * metrics.height(), room.height() * 9 // 10)
        )
        self.looks.setFocus()

    # Making ----------------------------------------------------------------------------------------------------------------

    def _button(self, words: str, tip: str, do: Callable[[], object]) -> QPushButton:
        button = QPushButton(words)
        button.setAutoDefault(False)
        button.setToolTip(tip)
        button.clicked.connect(lambda _=False: do())
        return button

    def _make_actions(self) -> None:
        model, tr = self.model, self.tr
        self.copy = self._button(tr("&Copy to this game"), tr("Have this look otherwise in this game"), model.copy_look)
        new = QMenu(self)
        new.addAction(tr("&Look")).triggered.connect(lambda _=False: model.add_look(tr("New look")))
        new.addAction(tr("&Marker")).triggered.connect(
            lambda _=False: model.add_marker(tr("New marker"), tr("What this marker says."))
        )
        self.new = QPushButton(tr("&New"))
        self.new.setAutoDefault(False)
        self.new.setToolTip(tr("A look that counters can ask for, or a marker of this game"))
        self.new.setMenu(new)
        self.twice = self._button(
            tr("D&uplicate"),
            tr("A second look like this one, which counters can ask for"),
            lambda: model.duplicate_look(tr("%s, otherwise") % said(model.look.title)),
        )
        self.gone = self._button(tr("&Remove"), tr("Take this look out of the game"), self._remove_look)
        self.add_menu = QMenu(self)
        for form in FORMS:
            action = self.add_menu.addAction(self.element_form.form_words(form))
            action.triggered.connect(lambda _=False, form=form: model.add_element(form))
        self.add = QToolButton()
        self.add.setText(tr("&Add"))
        self.add.setMenu(self.add_menu)
        self.add.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.add.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.add.setAccessibleName(tr("Add an element"))
        self.more: list[QToolButton] = []
        for words, keys, tip, do in (
            (tr("Duplicate"), "Ctrl+D", tr("One more like this"), model.duplicate_element),
            (tr("Remove"), "Del", tr("Take this element away"), model.remove_element),
            (tr("Up"), "Ctrl+Up", tr("Draw it over the next one"), lambda: model.raise_element(1)),
            (tr("Down"), "Ctrl+Down", tr("Draw it under the one before"), lambda: model.raise_element(-1)),
        ):
            action = QAction(words, self.elements)
            action.setShortcut(QKeySequence(keys))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.triggered.connect(lambda _=False, do=do: do())
            action.setToolTip(f"{tip} ({QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)})")
            self.elements.addAction(action)
            button = QToolButton()
            button.setDefaultAction(action)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self.more.append(button)
        self.elements.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def _lay_out(self) -> None:
        split = QSplitter(Qt.Orientation.Horizontal)
        for part in (self._looks_part(), self._pictures_part(), self._elements_part()):
            split.addWidget(part)
        for number, stretch in enumerate((0, 3, 2)):
            split.setStretchFactor(number, stretch)
        letter = self.fontMetrics().averageCharWidth()
        split.setSizes([32 * letter, 80 * letter, 62 * letter])
        split.setChildrenCollapsible(False)
        buttons = button_row(self, QDialogButtonBox.StandardButton.Close)
        buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        buttons.rejected.connect(self.reject)
        self.state.setWordWrap(True)
        self.state.setAccessibleName(self.tr("What can be done"))
        bottom = QHBoxLayout()
        bottom.addWidget(self.state, 1)
        bottom.addWidget(buttons)
        column = QVBoxLayout(self)
        column.addWidget(split, 1)
        column.addLayout(bottom)

    def _looks_part(self) -> QWidget:
        part = QWidget()
        column = QVBoxLayout(part)
        column.setContentsMargins(0, 0, 0, 0)
        label = QLabel(self.tr("&Looks"))
        label.setBuddy(self.looks)
        self.looks.setAccessibleName(self.tr("Looks"))
        self.looks.setWordWrap(True)
        column.addWidget(label)
        column.addWidget(self.looks, 1)
        grid = QGridLayout()
        grid.addWidget(self.copy, 0, 0, 1, 2)
        grid.addWidget(self.new, 1, 0)
        grid.addWidget(self.twice, 1, 1)
        grid.addWidget(self.gone, 2, 0, 1, 2)
        column.addLayout(grid)
        return part

    def _pictures_part(self) -> QWidget:
        part = QWidget()
        column = QVBoxLayout(part)
        column.setContentsMargins(0, 0, 0, 0)
        top = QHBoxLayout()
        label = QLabel(self.tr("&Drawn for:"))
        label.setBuddy(self.unit)
        self.unit.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.unit.setMinimumContentsLength(14)
        self.unit.setAccessibleName(self.tr("The unit that is drawn"))
        top.addWidget(label)
        top.addWidget(self.unit, 1)
        top.addWidget(self.small)
        self.small.setToolTip(self.tr("Enlarged as it is drawn where a counter is small on the screen"))
        column.addLayout(top)
        grid = QGridLayout()
        for side, picture in enumerate(self.pictures):
            heading = QLabel((self.tr("Front"), self.tr("Back"))[side])
            heading.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            grid.addWidget(heading, 0, side)
            grid.addWidget(picture, 1, side)
            grid.addWidget(SmallPictures(self.model, side, SIZES), 2, side)
            grid.setColumnStretch(side, 1)
        grid.setRowStretch(1, 1)
        column.addLayout(grid, 1)
        self.warnings.setWordWrap(True)
        self.warnings.setTextFormat(Qt.TextFormat.PlainText)
        self.warnings.setAccessibleName(self.tr("What can hardly be read"))
        self.warnings.setAlignment(Qt.AlignmentFlag.AlignTop)
        column.addWidget(_scrolled(self.warnings, 4))
        return part

    def _elements_part(self) -> QWidget:
        part = QWidget()
        column = QVBoxLayout(part)
        column.setContentsMargins(0, 0, 0, 0)
        heading = QLabel(self.tr("Ele&ments"))
        heading.setBuddy(self.elements)
        above = QHBoxLayout()
        above.addWidget(heading)
        above.addStretch(1)
        for choice in self.sides:
            choice.setToolTip(self.tr("Which side the elements are on"))
            above.addWidget(choice)
        column.addLayout(above)
        self.elements.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.elements.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.elements.setAccessibleName(self.tr("Elements, the topmost first"))
        column.addWidget(self.elements, 2)
        row = QHBoxLayout()
        row.addWidget(self.add)
        for button in self.more:
            row.addWidget(button)
        row.addStretch(1)
        column.addLayout(row)
        self.pages.addTab(_scrolled(self.element_form), self.tr("&Element"))
        self.pages.addTab(_scrolled(self.look_form), self.tr("Whole lo&ok"))
        self.pages.addTab(self.colours, self.tr("Colo&urs"))
        column.addWidget(self.pages, 5)
        return part

    def _connect(self) -> None:
        model = self.model
        model.changed.connect(self._show_all)
        model.chosen.connect(self._show_all)
        model.tried.connect(self._show_tried)
        self.looks.currentItemChanged.connect(self._choose_look)
        self.elements.currentItemChanged.connect(self._choose_element)
        self.unit.activated.connect(lambda _: model.choose_unit(str(self.unit.currentData() or "")))
        self.small.toggled.connect(model.show_small)
        for side, button in enumerate(self.sides):
            button.toggled.connect(lambda on, side=side: self._take_side(side) if on else None)
        stack = self._document.undo_stack
        for keys, do in (
            (QKeySequence(QKeySequence.StandardKey.Undo), stack.undo),
            (QKeySequence(QKeySequence.StandardKey.Redo), stack.redo),
            (QKeySequence("F6"), self._next_part),
        ):
            QShortcut(keys, self, do)

    def _next_part(self) -> None:
        """Takes the keyboard from the looks to the pictures, the elements, the fields, and back."""
        parts: list[QWidget] = [self.looks, *self.pictures, self.elements, self.pages]
        now = next((n for n, part in enumerate(parts) if part is self.focusWidget() or self._holds_focus(part)), -1)
        parts[(now + 1) % len(parts)].setFocus(Qt.FocusReason.TabFocusReason)

    def _holds_focus(self, part: QWidget) -> bool:
        focused = self.focusWidget()
        return focused is not None and part.isAncestorOf(focused)

    # Showing ---------------------------------------------------------------------------------------------------------------

    def _show_names(self) -> None:
        self.element_form.use_names()
        self.look_form.use_names()
        self._named = self.model.of_markers, self.model.colours

    def _show_all(self) -> None:
        """Shows everything as it is now."""
        if self._named != (self.model.of_markers, self.model.colours):
            self._show_names()
        self._show_looks()
        self._show_units()
        self._show_elements()
        self.element_form.show_element()
        self.look_form.show_look()
        self.colours.show_colours()
        self._show_warnings()
        for picture in self.pictures:
            chosen = self.model.element if picture.side == self.model.side else None
            picture.setAccessibleDescription(self.element_words(self.model.number, chosen) if chosen is not None else "")
        own, ruled = self.model.subject.is_own, self.model.subject.is_ruled
        self.copy.setEnabled(not own and ruled)
        self.gone.setEnabled(own)
        for button in (self.add, *self.more):
            button.setEnabled(own)
        if own and ruled:
            words = self.tr("This stands in the place of what the ruleset has.")
        elif own and self.model.of_markers:
            words = self.tr("This marker lies with what is checked under Whole look.")
        elif own:
            words = self.tr(
                "Units of the kinds checked under Whole look are drawn by it, and those that ask for it in the grid."
            )
        else:
            words = self.tr("This is of the ruleset. Copy it to this game to change it.")
        self.state.setText(words)

    def _show_tried(self) -> None:
        """Shows in numbers where an element is being dragged."""
        area = self.model.tried_area
        if area is not None:
            self.element_form.show_tried(area, small=self.model.small)

    def _look_rows(self) -> list[tuple[str, str, bool]]:
        """What the list of looks holds: words, id, and whether it is a marker. Words without an id head a group."""
        book, bare = self.model.book, self.model.bare
        rows: list[tuple[str, str, bool]] = []
        for of_markers, own, ruled in ((False, book.looks, bare.looks), (True, book.markers, bare.markers)):
            ours = self.tr("Markers of this game") if of_markers else self.tr("Of this game")
            theirs = self.tr("Markers of the ruleset") if of_markers else self.tr("Of the ruleset")
            rows.append((ours if own else self.tr("%s: none yet") % ours, "", of_markers))
            rows += [(said(each.title), id_, of_markers) for id_, each in own.items()]
            rows.append((theirs, "", of_markers))
            rows += [(said(each.title), id_, of_markers) for id_, each in ruled.items() if id_ not in own]
        return rows

    def _show_looks(self) -> None:
        """The looks and markers, those of the game first, each group under its own words."""
        rows = self._look_rows()
        with QSignalBlocker(self.looks):
            if [(item.text(), item.data(ID), item.data(OF_MARKERS)) for item in _items(self.looks)] != rows:
                self.looks.clear()
                for words, id_, of_markers in rows:
                    item = QListWidgetItem(words)
                    item.setData(ID, id_)
                    item.setData(OF_MARKERS, of_markers)
                    if not id_:
                        bold = item.font()
                        bold.setBold(True)
                        item.setFont(bold)
                        item.setFlags(Qt.ItemFlag.NoItemFlags)
                        item.setForeground(self.palette().windowText())
                    self.looks.addItem(item)
            for item in _items(self.looks):
                if (item.data(ID), item.data(OF_MARKERS)) == (self.model.look_id, self.model.of_markers):
                    self.looks.setCurrentItem(item)

    def _show_units(self) -> None:
        any_unit = self.tr("The marker") if self.model.of_markers else self.tr("A made-up unit that prints everything")
        rows = [("", any_unit), *self.model.subject.units()]
        with QSignalBlocker(self.unit):
            if [(self.unit.itemData(n), self.unit.itemText(n)) for n in range(self.unit.count())] != rows:
                self.unit.clear()
                for id_, words in rows:
                    self.unit.addItem(words, id_)
            self.unit.setCurrentIndex(max(self.unit.findData(self.model.unit), 0))
        self.unit.setEnabled(len(rows) > 1)
        self.sides[1].setEnabled(not self.model.of_markers)

    def element_words(self, number: int, element: Element) -> str:
        """What an element is called in the list, the topmost being the last of its side."""
        what = gist(element)
        words = f"{number + 1}. {self.element_form.form_words(element.form)}"
        return f"{words}: {what}" if what else words

    def _show_elements(self) -> None:
        model = self.model
        for side, button in enumerate(self.sides):
            with QSignalBlocker(button):
                button.setChecked(side == model.side)
        drawn = model.drawn(model.side)
        faulty = {fault.number: fault.text for fault in model.faults() if fault.side == model.side and fault.number is not None}
        with QSignalBlocker(self.elements):
            rows = list(enumerate(model.elements))[::-1]
            while self.elements.count() > len(rows):
                self.elements.takeItem(self.elements.count() - 1)
            while self.elements.count() < len(rows):
                self.elements.addItem(QListWidgetItem())
            for item, (number, element) in zip(_items(self.elements), rows, strict=True):
                words = self.element_words(number, element)
                if number not in drawn:
                    words = self.tr("%s (not on this unit)") % words
                item.setText(f"⚠ {words}" if number in faulty else words)
                item.setToolTip(faulty.get(number, ""))
                item.setData(ID, number)
            self.elements.setCurrentRow(len(rows) - 1 - model.number if model.element is not None else -1)

    def _show_warnings(self) -> None:
        told = [f"⚠ {fault.text}" for fault in self.model.faults() if fault.number is None]
        for side in (0, 1):
            # What has an outline can be read.
            told += [f"{'•' if each.outlined else '⚠'} {self._unread_words(side, each)}" for each in self.model.unread(side)]
        self.warnings.setText("\n".join(told))

    def _unread_words(self, side: int, unread: Unread) -> str:
        elements = (self.model.look.front, self.model.look.back)[side]
        name = self.element_words(unread.number, elements[unread.number])
        facts = {
            "side": (self.tr("Front"), self.tr("Back"))[side],
            "name": name,
            "ink": unread.ink,
            "ground": unread.ground,
            "contrast": f"{unread.contrast:.1f}",
            "wanted": LEAST_CONTRAST,
            "instead": unread.instead,
        }
        words = self.tr("{side}, {name}: {ink} on {ground} has a contrast of {contrast}, letters need {wanted}")
        if unread.outlined:
            end = self.tr("; it gets an outline of {instead}.")
        elif unread.instead:
            end = self.tr("; {instead} is drawn in its place.")
        else:
            end = self.tr("; a part of it lies on another colour than the rest.")
        return (words + end).format(**facts)

    # Choosing --------------------------------------------------------------------------------------------------------------

    def _choose_look(self, item: QListWidgetItem | None) -> None:
        if item is not None and item.data(ID):
            self.model.choose(str(item.data(ID)), of_markers=bool(item.data(OF_MARKERS)))

    def _choose_element(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.pages.setCurrentIndex(0)
            self.model.choose_element(self.model.side, int(item.data(ID)))

    def _take_side(self, side: int) -> None:
        if side != self.model.side:
            self.model.choose_element(side, -1)

    def _remove_look(self) -> None:
        named = sum(each.look == self.model.look_id for each in self._document.box.oob.counters)
        ruled, of_markers = self.model.subject.is_ruled, self.model.of_markers
        self.model.remove_look()
        if named and not ruled and not of_markers:
            words = self.tr(
                "The look is gone. Counters that ask for it and are drawn as their kind: %d. Ctrl+Z brings it back."
            )
            self.state.setText(words % named)


def _items(list_: QListWidget) -> list[QListWidgetItem]:
    return [list_.item(number) for number in range(list_.count())]


def _scrolled(part: QWidget, lines: int = 0) -> QScrollArea:
    """A part in as much room as there is, of so many lines where they are said."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff if lines else Qt.ScrollBarPolicy.ScrollBarAsNeeded)
    area.setWidget(part)
    if lines:
        area.setFixedHeight(lines * part.fontMetrics().lineSpacing())
    return area
