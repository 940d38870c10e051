"""Cups and the chits that were drawn from them: filled, drawn for a unit, looked at by their owner, told, turned, put back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.widgets.buttons import button_row
from app.widgets.rule_words import said

WIDTH_LETTERS, CUP_LINES, CHIT_LINES, FILL_LINES = 84, 6, 10, 12
MOST_OF_ONE = 400
_KEY = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class CupRow:
    """A cup: its name, its title, how many chits lie in it and are out, the units that may draw from it with their names;
    whether its chits lie under units, and whether a unit draws when it fights."""

    name: str
    title: str
    inside: int = 0
    out: int = 0
    filled: bool = False
    units: tuple[tuple[str, str], ...] = ()
    for_units: bool = False
    in_combat: bool = False


@dataclass(frozen=True, slots=True)
class ChitRow:
    """A chit that is out: its name, the title of its cup, what is said of its unit and owner, what it says where that was told,
    whether it lies on its reduced side, and whether who looks at the screen owns it."""

    seal: str
    cup: str
    unit: str
    owner: str
    value: str = ""
    reduced: bool = False
    own: bool = False


class ChitsDialog(QDialog):
    """Lists cups and chits. `wanted` carries what is wanted: what to do, the cup or the chit, and the unit to draw for."""

    wanted = Signal(str, str, str)

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Chits"))
        self._cups: dict[str, CupRow] = {}
        self._chits: dict[str, ChitRow] = {}
        self.cups = self._tree(self.tr("Cups"), [self.tr("Cup"), self.tr("Inside"), self.tr("Out")], CUP_LINES)
        self.chits = self._tree(
            self.tr("Chits that are out"),
            [self.tr("Chit"), self.tr("Under"), self.tr("Of"), self.tr("Says"), self.tr("Side")],
            CHIT_LINES,
        )
        self.unit = QComboBox(self)
        self.told, self.why_not = QLabel(self), QLabel(self)
        for label in (self.told, self.why_not):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.why_not.setAccessibleName(self.tr("Why nothing can be drawn"))
        self.fill = self._button(self.tr("&Fill…"), "fill")
        self.draw = self._button(self.tr("&Draw"), "draw")
        self.look = self._button(self.tr("&Look"), "look")
        self.tell_all = self._button(self.tr("&Tell all"), "tell")
        self.turn = self._button(self.tr("T&urn over"), "turn")
        self.back = self._button(self.tr("Put &back"), "back")
        form = QFormLayout()
        form.addRow(self.tr("Draw f&or:"), self.unit)
        buttons = button_row(self, QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.cups)
        layout.addLayout(form)
        layout.addLayout(self._row(self.fill, self.draw))
        layout.addWidget(self.why_not)
        layout.addWidget(self.chits, 1)
        layout.addLayout(self._row(self.look, self.tell_all, self.turn, self.back))
        layout.addWidget(self.told)
        layout.addWidget(buttons)
        self.cups.currentItemChanged.connect(lambda *_: self._follow_cup())
        self.chits.currentItemChanged.connect(lambda *_: self._follow_chit())
        self.resize(WIDTH_LETTERS * self.fontMetrics().averageCharWidth(), self.sizeHint().height())
        self._follow_cup()
        self._follow_chit()

    def show_rows(self, cups: Sequence[CupRow], chits: Sequence[ChitRow]) -> None:
        """Shows what there is now."""
        cup, chit = self._chosen(self.cups), self._chosen(self.chits)
        self._cups, self._chits = {each.name: each for each in cups}, {each.seal: each for each in chits}
        inside = [
            (each.name, [said(each.title), self._number(each, each.inside), self._number(each, each.out)]) for each in cups
        ]
        sides = {True: self.tr("reduced"), False: self.tr("full")}
        out = [
            (each.seal, [each.seal, each.unit, each.owner, each.value or self.tr("not told"), sides[each.reduced]])
            for each in chits
        ]
        self._fill_tree(self.cups, inside, cup)
        self._fill_tree(self.chits, out, chit)
        self._follow_cup()
        self._follow_chit()

    def choose_unit(self, unit: str) -> None:
        """Proposes to draw for a unit, from the cup that it draws from."""
        for name, cup in self._cups.items():
            if any(id_ == unit for id_, _ in cup.units):
                self._choose(self.cups, name)
                self.unit.setCurrentIndex(self.unit.findData(unit))

    def tell(self, sentence: str) -> None:
        """Says what a chit says, or what went wrong."""
        self.told.setText(sentence)

    def _number(self, cup: CupRow, number: int) -> str:
        return str(number) if cup.filled else self.tr("not filled")

    def _tree(self, name: str, heads: Sequence[str], lines: int) -> QTreeWidget:
        tree = QTreeWidget(self)
        tree.setAccessibleName(name)
        tree.setHeaderLabels(list(heads))
        tree.setRootIsDecorated(False)
        tree.setUniformRowHeights(True)
        tree.setMinimumHeight(lines * self.fontMetrics().lineSpacing())
        return tree

    def _button(self, words: str, do: str) -> QPushButton:
        button = QPushButton(words, self)
        button.setAutoDefault(False)
        button.clicked.connect(lambda _=False: self._want(do))
        return button

    def _row(self, *buttons: QPushButton) -> QHBoxLayout:
        row = QHBoxLayout()
        for button in buttons:
            row.addWidget(button)
        row.addStretch(1)
        return row

    def _want(self, do: str) -> None:
        of_cup = do in ("fill", "draw")
        self.wanted.emit(do, self._chosen(self.cups if of_cup else self.chits), str(self.unit.currentData() or ""))

    @staticmethod
    def _chosen(tree: QTreeWidget) -> str:
        item = tree.currentItem()
        return str(item.data(0, _KEY)) if item is not None else ""

    @staticmethod
    def _choose(tree: QTreeWidget, key: str) -> None:
        for row in range(tree.topLevelItemCount()):
            item = tree.topLevelItem(row)
            if item is not None and item.data(0, _KEY) == key:
                tree.setCurrentItem(item)

    def _fill_tree(self, tree: QTreeWidget, rows: Sequence[tuple[str, Sequence[str]]], chosen: str) -> None:
        tree.clear()
        for key, words in rows:
            item = QTreeWidgetItem(tree, list(words))
            item.setData(0, _KEY, key)
        self._choose(tree, chosen or (rows[0][0] if rows else ""))
        for column in range(tree.columnCount()):
            tree.resizeColumnToContents(column)

    def _follow_cup(self) -> None:
        cup = self._cups.get(self._chosen(self.cups))
        self.unit.clear()
        for id_, name in cup.units if cup is not None else ():
            self.unit.addItem(name, id_)
        self.unit.setEnabled(self.unit.count() > 0)
        self.fill.setEnabled(cup is not None and not cup.filled)
        needs_unit = cup is not None and cup.for_units
        self.draw.setEnabled(cup is not None and cup.inside > 0 and (not needs_unit or self.unit.count() > 0))
        why = self._no_draw(cup, needs_unit)
        self.why_not.setText(why)
        self.why_not.setVisible(bool(why))

    def _no_draw(self, cup: CupRow | None, needs_unit: bool) -> str:
        """Why nothing can be drawn from a cup, as a sentence; "" when something can."""
        if cup is None:
            return ""
        if not cup.filled:
            return self.tr("The cup is not filled yet.")
        if not cup.inside:
            return self.tr("No chit is left in the cup.")
        if needs_unit and cup.in_combat and not self.unit.count():
            return self.tr("Nobody can draw now: a unit of yours draws when it is in a declared attack and has no chit yet.")
        if needs_unit and not self.unit.count():
            return self.tr("Nobody can draw now: of your units in play, none that this cup is for is without a chit.")
        return ""

    def _follow_chit(self) -> None:
        chit = self._chits.get(self._chosen(self.chits))
        own = chit is not None and chit.own
        self.look.setEnabled(own or (chit is not None and bool(chit.value)))
        self.tell_all.setEnabled(own and chit is not None and not chit.value)
        self.turn.setEnabled(own)
        self.back.setEnabled(own)


class FillDialog(QDialog):
    """Asks what lies in a cup: a line for each kind of chit, its number before what it says. `contents` is the answer."""

    def __init__(self, parent: QWidget | None, title: str, about: str, contents: Mapping[str, int]) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Fill the cup “%s”") % title)
        head = QLabel(said(about), self)
        head.setWordWrap(True)
        hint = QLabel(self.tr("A line for each kind of chit: how many there are, a blank, and what it says."), self)
        hint.setWordWrap(True)
        self.lines = QPlainTextEdit("\n".join(f"{count} {value}" for value, count in contents.items()), self)
        self.lines.setAccessibleName(self.tr("What lies in the cup"))
        self.lines.setTabChangesFocus(True)
        self.lines.setMinimumHeight(FILL_LINES * self.fontMetrics().lineSpacing())
        self._fault = QLabel(self)
        self._fault.setWordWrap(True)
        buttons = button_row(self, QDialogButtonBox.StandardButton.Cancel)
        self.go = buttons.addButton(self.tr("&Fill"), QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        for part in (head, hint, self.lines, self._fault, buttons):
            layout.addWidget(part)
        self.lines.textChanged.connect(self._judge)
        self.resize(WIDTH_LETTERS * self.fontMetrics().averageCharWidth() // 2, self.sizeHint().height())
        self._judge()

    @property
    def contents(self) -> dict[str, int]:
        """How many chits there are of each kind; none while a line cannot be read."""
        found: dict[str, int] = {}
        for line in filter(None, map(str.strip, self.lines.toPlainText().splitlines())):
            count, _, value = line.partition(" ")
            number = int(count) if count.isdecimal() and len(count) < 4 else 0
            if not value.strip() or not 1 <= number <= MOST_OF_ONE:
                return {}
            found[value.strip()] = found.get(value.strip(), 0) + number
        return found

    def _judge(self) -> None:
        contents = self.contents
        count = sum(contents.values())
        fault = self.tr("Write lines such as “4 weak”.") if not contents else ""
        if count > MOST_OF_ONE:
            fault = self.tr("A cup holds at most %d chits.") % MOST_OF_ONE
        self._fault.setText(fault or self.tr("%d chits.") % count)
        self.go.setEnabled(not fault)
