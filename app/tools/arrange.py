"""What can be done with the selected items, as commands with names and keys; menus and shortcuts are made of them."""

from collections.abc import Callable, Generator, Mapping
from fractions import Fraction
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QInputDialog

from app.tools.context import ToolContext
from app.tools.contour import USUAL_INTERVAL
from app.tools.copies import copy
from app.tools.picking import Picker, kind_of
from app.tools.shaping import put_down
from core.base.errors import WrongUse
from core.base.steps import marked
from core.geometry.hexes import Hex
from core.geometry.layout import Point
from core.geometry.lines import is_closed, nearest
from core.model.box import GameBox
from core.model.edits.contour_edits import (
    at_height,
    close,
    has_high_ground,
    interval_of,
    join,
    raised,
    reverse_high,
    split,
    with_high,
)
from core.model.edits.edit import Edit
from core.model.edits.map_edits import ChangeItems, items_of
from core.model.edits.motions import HEX_BOUND, HighSide, middle_hex_steps
from core.model.edits.moves import Steps, mirrored_steps, shift_steps, turned_steps
from core.model.edits.properties import LEAST_HEIGHT, MOST_HEIGHT
from core.model.edits.seams import continued, grouped
from core.model.edits.shape_edits import deleted, lines_of, recut, shape_on, simplify, smooth, to_back, to_front
from core.model.maps import Area, Contour, Item, ItemRef, Path, Polygon, Section

UNITE = "unite_outlines"
"""The job that makes one outline of several (app.workers.jobs)."""

_LINES: tuple[Section, ...] = ("contours", "paths")
_SHAPED: tuple[Section, ...] = ("contours", "paths", "areas")

Refs = frozenset[ItemRef]


class Arrange(QObject):
    """The commands of one open box. `at` is the point of the plane at which lines are split: where the pointer or the fine
    cursor is.
    """

    def __init__(self, context: ToolContext, picker: Picker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context, self._picker = context, picker
        self.at: Point = (0.0, 0.0)
        self.counted = False
        self._pivot: tuple[Refs, Hex] | None = None
        self._looked_through: dict[ItemRef, Item] | None = None
        self._commands = self._made()

    @property
    def box(self) -> GameBox:
        """The box as it is now."""
        return self._context.document.box

    @property
    def refs(self) -> Refs:
        """The selected items that may be changed."""
        return frozenset(self._chosen())

    def _chosen(self) -> Mapping[ItemRef, Item]:
        """The selected items that may be changed, with their values."""
        if self._looked_through is not None:
            return self._looked_through
        box, allowed = self.box, {}
        found: dict[ItemRef, Item] = {}
        for ref, item in items_of(box, self._context.document.selection.refs):
            if item is not None:
                kind = ref.section, kind_of(item)
                if kind not in allowed:
                    allowed[kind] = self._context.canvas.is_editable(*kind)
                if allowed[kind]:
                    found[ref] = item
        return found

    def fits(self, name: str) -> bool:
        """Whether a command of `app.tools.command_table` means anything for what is selected."""
        return self._commands[name][1]()

    def fitting(self) -> frozenset[str]:
        """The commands that mean something for what is selected; that is looked through once for all of them."""
        self._looked_through = dict(self._chosen())
        try:
            return frozenset(name for name, (_, fits) in self._commands.items() if fits())
        finally:
            self._looked_through = None

    def run(self, name: str) -> bool:
        """Runs a command by its id; False when it does not fit what is selected."""
        action, fits = self._commands[name]
        if not fits():
            return False
        action()
        return True

    def change(self, make: Callable[[], Edit | None]) -> bool:
        """Does an edit and selects what it has put down; says why when it is impossible."""
        try:
            edit = make()
        except WrongUse as error:
            self._context.status(str(error))
            return False
        if edit is None or not self._context.document.do(edit):
            return False
        self._context.document.selection.set(put_down(edit))
        self._context.status(edit.label)
        return True

    def make(self, words: str, steps: Callable[[], Steps]) -> None:
        """Does an edit that takes long where much is selected; `words` name it while it is being made."""
        self._context.document.making.begin(words, steps, lambda edit: self.change(lambda: edit), self._context.status)

    def move(self, by: Point) -> None:
        """Moves what is selected by a vector of the plane."""
        self.make(self.tr("Move"), lambda: shift_steps(self.box, self.refs, by))

    def hex_bound(self) -> bool:
        """Whether something that is selected moves by whole hexes only."""
        return any(ref.section in HEX_BOUND for ref in self._chosen())

    # The commands --------------------------------------------------------------------------------------------------------

    def _made(self) -> Mapping[str, tuple[Callable[[], object], Callable[[], bool]]]:
        """What each command does, and whether it means anything now."""
        some, order, high, contours = self._some, self._orderable, self._high, self._contours
        half = Fraction(1, 2)
        return {
            "cut": (self._cut, some),
            "copy": (self._copy, some),
            "duplicate": (self._duplicate, some),
            "delete": (self._delete, some),
            "all": (self._all, _always),
            "alike": (self._alike, some),
            "right": (partial(self._turn, 1), some),
            "left": (partial(self._turn, -1), some),
            "mirror": (self._mirror, some),
            "front": (self._front, order),
            "back": (self._back, order),
            "raise": (partial(self._raise, 1), high),
            "lower": (partial(self._raise, -1), high),
            "raise-half": (partial(self._raise, half), high),
            "lower-half": (partial(self._raise, -half), high),
            "height": (self._ask_height, contours),
            "reverse": (self._reverse, contours),
            "high-left": (partial(self._high_side, "left"), contours),
            "high-right": (partial(self._high_side, "right"), contours),
            "high-none": (partial(self._high_side, None), contours),
            "join": (self._join, self._joinable),
            "split": (self._split, self._splittable),
            "close": (self._close, self._closable),
            "smooth": (self._smooth, self._shaped),
            "simplify": (self._simplify, self._shaped),
            "merge": (self._merge, self._mergeable),
        }

    # What fits -----------------------------------------------------------------------------------------------------------

    def _some(self) -> bool:
        return bool(self._chosen())

    def _items(self, *sections: Section) -> list[Item]:
        return [item for ref, item in self._chosen().items() if ref.section in sections]

    def _orderable(self) -> bool:
        return any(ref.section != "hexes" for ref in self._chosen())

    def _high(self) -> bool:
        return has_high_ground(self.box, self._chosen())

    def _contours(self) -> bool:
        return bool(self._items("contours"))

    def _joinable(self) -> bool:
        return bool(self._items(*_LINES))

    def _splittable(self) -> bool:
        lines = frozenset(ref for ref in self._chosen() if ref.section in _LINES)
        return bool(lines) and lines <= continued(self.box, min(lines, key=str))

    def _closable(self) -> bool:
        lines = [item.line for item in self._items(*_LINES) if isinstance(item, Contour | Path)]
        return any(len(line) > 2 and not is_closed(line) for line in lines)

    def _shaped(self) -> bool:
        return bool(self._items(*_SHAPED))

    def _mergeable(self) -> bool:
        return len(self._items("areas")) > 1

    # What is done --------------------------------------------------------------------------------------------------------

    def _copy(self) -> bool:
        refs = self.refs
        copy(self.box, refs)
        count = len(grouped(self.box, refs))
        words = self.tr("1 item copied.") if count == 1 else self.tr("{count} items copied.").replace("{count}", str(count))
        self._context.status(words)
        return True

    def _cut(self) -> None:
        if self._copy():
            self.change(lambda: deleted(self.box, self.refs, "Cut"))

    def _duplicate(self) -> None:
        beside = (0.0, -1.0) if self.box.sheets[0].frame.orientation == "columns" else (-1.0, 0.0)
        self.make(self.tr("Duplicate"), lambda: shift_steps(self.box, self.refs, beside, "Duplicate", copy=True))

    def _delete(self) -> None:
        self.change(lambda: deleted(self.box, self.refs))

    def _all(self) -> None:
        self._context.document.selection.set(self._picker.everything())
        self.say_selected()

    def _alike(self) -> None:
        self._context.document.selection.set(self._picker.alike(self.refs))
        self.say_selected()

    def say_selected(self) -> None:
        """Tells how much is selected when that is more than one item; `counted` remembers that it was told."""
        count = len(grouped(self.box, self._context.document.selection.refs))
        self.counted = count > 1
        if self.counted:
            self._context.status(self.tr("{count} items selected").replace("{count}", str(count)))

    def _turn(self, way: int) -> None:
        # To the right is clockwise on the screen; on maps of pointy-top hexes the plane is the mirror of that.
        turns = -way if self.box.sheets[0].frame.orientation == "columns" else way

        def steps() -> Generator[tuple[int, int], None, tuple[ChangeItems, Hex]]:
            refs = self.refs
            if self._pivot is not None and self._pivot[0] == refs:
                about = self._pivot[1]
            else:
                about = yield from marked(middle_hex_steps(self.box, refs), (0, len(refs)))
            return (yield from turned_steps(self.box, refs, turns, about)), about

        def take(made: tuple[ChangeItems, Hex]) -> None:
            edit, about = made
            if self.change(lambda: edit):
                self._pivot = self._context.document.selection.refs, about

        self._context.document.making.begin(self.tr("Turn"), steps, take, self._context.status)

    def _mirror(self) -> None:
        self.make(self.tr("Mirror"), lambda: mirrored_steps(self.box, self.refs))

    def _front(self) -> None:
        self.change(lambda: to_front(self.box, self.refs))

    def _back(self) -> None:
        self.change(lambda: to_back(self.box, self.refs))

    def _raise(self, intervals: Fraction | int) -> None:
        interval = interval_of(self.box, self.refs) or USUAL_INTERVAL
        self._keeping(lambda: raised(self.box, self.refs, interval * intervals))

    def _keeping(self, make: Callable[[], ChangeItems]) -> None:
        """Does an edit that leaves the rest of the selection alone; it stays selected."""
        before = self._context.document.selection.refs
        if self.change(make):
            left = frozenset(ref for ref in before if self.box.item(ref) is not None)
            self._context.document.selection.set(left | self._context.document.selection.refs)

    def _ask_height(self) -> None:
        heights = {item.height for item in self._items("contours") if isinstance(item, Contour)}
        dialog = QInputDialog(QApplication.activeWindow())
        dialog.setInputMode(QInputDialog.InputMode.DoubleInput)
        dialog.setWindowTitle(self.tr("Height of contours"))
        dialog.setLabelText(self.tr("Height in metres:"))
        dialog.setDoubleDecimals(1)
        dialog.setDoubleRange(LEAST_HEIGHT, MOST_HEIGHT)
        dialog.setDoubleStep(float(interval_of(self.box, self.refs) or 1))
        dialog.setDoubleValue(float(min(heights)))
        dialog.doubleValueSelected.connect(self.set_height)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def set_height(self, metres: float) -> None:
        """Gives the selected contours a height."""
        self._keeping(lambda: at_height(self.box, self.refs, Fraction(str(metres))))

    def _reverse(self) -> None:
        self._keeping(lambda: reverse_high(self.box, self.refs))

    def _high_side(self, side: HighSide) -> None:
        self._keeping(lambda: with_high(self.box, self.refs, side))

    def _join(self) -> None:
        if all(len(self._items(section)) < 2 for section in _LINES):
            self._context.status(self.tr("Select two or more lines of a kind to join them; Close line leads one to its start."))
            return
        self.change(lambda: join(self.box, self.refs))

    def _split(self) -> None:
        lines = [ref for ref in self.refs if ref.section in _LINES]
        ref = min(lines, key=lambda each: nearest(lines_of(self.box, each)[0], self.at).distance)
        self.change(lambda: split(self.box, ref, self.at))

    def _close(self) -> None:
        self._keeping(lambda: close(self.box, [ref for ref in self.refs if ref.section in _LINES]))

    def _smooth(self) -> None:
        self._keeping(lambda: smooth(self.box, self.refs))

    def _simplify(self) -> None:
        self._keeping(lambda: simplify(self.box, self.refs))

    def _merge(self) -> None:
        refs = sorted((ref for ref in self.refs if ref.section == "areas"), key=lambda ref: (ref.sheet, str(ref.key)))
        areas = [(ref, item) for ref in refs if isinstance(item := self.box.item(ref), Area)]
        if len({item.terrain for _, item in areas}) > 1:
            self._context.status(self.tr("Areas can be merged when they are of one kind."))
            return
        onto = self.box.sheet(refs[0].sheet)
        parameters = {"shapes": tuple(shape_on(self.box, ref, onto) for ref, _ in areas)}
        take = partial(self._take_merged, tuple(areas))
        self._context.answers.run(UNITE, parameters, take, on_refused=self._context.status, slot=UNITE)

    def _take_merged(self, areas: tuple[tuple[ItemRef, Area], ...], pieces: tuple[Polygon, ...]) -> None:
        if any(self.box.item(ref) is not item for ref, item in areas):
            self._context.status(self.tr("The areas have changed while they were merged; merge them again."))
            return
        (first, _), *others = areas
        self.change(lambda: recut(self.box, {first: pieces, **{ref: () for ref, _ in others}}, "Merge areas"))


def _always() -> bool:
    return True
