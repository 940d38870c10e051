"""Supply: the state of every unit on the map, the line of a stack or what cuts it, and who loses supply with a hex."""

from PySide6.QtCore import QTimer

from app.tools.context import ToolContext
from app.tools.operations import ALL, SidesTool, Together, in_hexes, names, side_name, sides_on_map, stack_in
from app.tools.options import Choice, Option
from app.tools.strokes import SHIFT
from app.tools.supply_marks import Worst, cut_words, fall_marks, letters_of, line_marks, state_marks, state_washes, worst_of
from app.tools.tool import NO_MODIFIER, Modifiers
from core.base.counted import agreeing
from core.geometry.hexes import Hex
from core.questions.answers import reason_text
from core.rules.kernel.rulings import UNDECIDABLE, Ruling

STATES, LINE = "supply", "supply line"
"""The parts of the map that this tool marks."""


class SupplyTool(SidesTool):
    """Marks every unit of a side, or of all, by its state of supply: with a wash of its hex and a letter in a frame.

    A click on a stack draws the lines of its units, or what cuts them; a click with Shift asks who would be worse off if the
    hex fell. The number keys choose a side, 0 all of them. The answer follows what is moved.
    """

    id = "supply"
    icon = "supply"
    keys = "Shift+S"
    asks = True
    question = "supply"

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self._states = Together(context.answers, "supply", self._take, self._refuse, self)
        self._lines = Together(context.answers, "supply line", self._take_lines, context.status, self)
        self._falls = Together(context.answers, "supply fall", self._take_fall, context.status, self)
        self._units: tuple[str, ...] = ()
        self._fallen: Hex | None = None
        self._under: Hex | None = None

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Supply")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr(
            "Click a stack for its line or what cuts it, Shift and click for who is cut off if the hex falls; 1, 2 choose a"
            " side, 0 all"
        )

    @property
    def options(self) -> tuple[Option, ...]:
        """Whose units are marked."""
        document = self.context.document
        sides = tuple((id_, side_name(document, id_)) for id_ in sides_on_map(document))
        return (Choice("side", self.tr("Supply of"), self._of or ALL, ((ALL, self.tr("All sides")), *sides), self._show),)

    def start(self) -> None:
        """Marks the units of all sides."""
        if not self._of:
            self._show(ALL)

    def press(self, place: Hex, modifiers: Modifiers = NO_MODIFIER) -> None:
        """Draws the lines of a stack, or asks what is lost with a hex."""
        if not self._of:
            self.start()
        if modifiers & SHIFT:
            self._units, self._fallen = (), place
            self._ask_more()
            return
        self._units, self._fallen = stack_in(self.context.document, place), None
        if self._units:
            self._ask_more()
        else:
            self._wipe_more()
            self.context.publish(self._rulings, {})
            self._tell_states()

    def point_at(self, place: Hex | None) -> None:
        """Tells the state of the units in a hex."""
        if place == self._under:
            return
        self._under = place
        if place is not None and self._rulings:
            rows = [each for ruling in self._rulings for each in ruling.detail.units if each.hex == place]
            if rows:
                document = self.context.document
                told = [f"{names(document, (each.unit,))}: {each.state}" for each in rows]
                self.context.status(f"{document.box.label(place)} · {' · '.join(told)}")

    def cancel_gesture(self) -> bool:
        """Takes a line, or what is lost with a hex, off the map; the states stay."""
        if not self._units and self._fallen is None:
            return False
        self._wipe_more()
        self.context.publish(self._rulings, {})
        return True

    def stop(self) -> None:
        """Another tool is chosen; the answer stays."""

    def refresh(self) -> None:
        """Units have moved, or hexes have changed hands."""
        if self._of:
            self._units = in_hexes(self.context.document, self._units)
            if self._fallen is not None and not self.on_map(self._fallen):
                self._fallen = None
            self._show(self._of)

    def _sides(self) -> tuple[str, ...]:
        return tuple(id_ for id_ in sides_on_map(self.context.document) if self._of in (ALL, id_))

    def _show(self, of: str) -> None:
        changed, self._of = of != self._of, of
        asked = [{"side": id_} for id_ in self._sides()]
        if not asked:
            self._tell_nobody()
            return
        self._states.want("supply", asked)
        if self._units or self._fallen is not None:
            self._ask_more()
        if changed:
            self.options_changed.emit()

    def _ask_more(self) -> None:
        """Asks for the lines of a stack, or what is lost with a hex."""
        if self._units:
            self._lines.want("supply", [{"units": list(self._units)}])
        elif self._fallen is not None:
            self._falls.want("supply", [{"side": id_, "falls": self._fallen} for id_ in self._sides()])
        else:
            self._wipe_more()

    def _take(self, rulings: tuple[Ruling, ...]) -> None:
        self._rulings = rulings
        details = [each.detail for each in rulings]
        worst = worst_of(details)
        self.context.canvas.wash(STATES, state_washes(worst, details))
        # Each in a turn of its own: washes, marks and panel at once would hold the window up where there are many units.
        QTimer.singleShot(0, self, lambda: self._mark(rulings, worst))

    def _mark(self, rulings: tuple[Ruling, ...], worst: Worst) -> None:
        if rulings is self._rulings:
            self.context.canvas.write(STATES, state_marks(worst))
            if not self._units and self._fallen is None:
                self._tell_states()
                QTimer.singleShot(0, self, lambda: self._publish(rulings))

    def _publish(self, rulings: tuple[Ruling, ...]) -> None:
        if rulings is self._rulings and not self._units and self._fallen is None:
            self.context.publish(rulings, {})

    def _take_lines(self, rulings: tuple[Ruling, ...]) -> None:
        if not self._units:
            return
        detail = rulings[0].detail
        washes, lines = line_marks(detail)
        self.context.canvas.wash(LINE, washes)
        self.context.canvas.sketch(LINE, lines)
        self.context.publish(rulings, {})
        document = self.context.document
        told = []
        for each in detail.units:
            words = cut_words(each, document.box) if each.cut else ""
            if each.line:
                count = len(each.line) - 1
                line = self.tr("a line of {count} hexes to {hex}") if count else self.tr("on the source in {hex}")
                words = agreeing(line, {"count": count}).format(count=count, hex=document.box.label(each.line[-1]))
            told.append(f"{names(document, (each.unit,))}: {each.state}{f', {words}' if words else ''}")
        self.context.status(" · ".join(told) or self._why(rulings[0]))

    def _take_fall(self, rulings: tuple[Ruling, ...]) -> None:
        if self._fallen is None:
            return
        details = [each.detail for each in rulings]
        self.context.canvas.wash(LINE, ())
        self.context.canvas.sketch(LINE, fall_marks(self._fallen, details))
        # Those that lose something are told first.
        self.context.publish(sorted(rulings, key=lambda each: not each.detail.losing), {})
        document, losing = self.context.document, [id_ for detail in details for id_, _ in detail.losing]
        label = document.box.label(self._fallen)
        words = self.tr("If {hex} falls, nobody is worse supplied.")
        if losing:
            words = agreeing(self.tr("If {hex} falls, worse supplied: {count} units ({units})"), {"count": len(losing)})
        unclear = next((each for each in rulings if each.verdict == UNDECIDABLE), None)
        if unclear is not None and not losing:
            self.context.status(self._why(unclear))
            return
        self.context.status(words.format(hex=label, count=len(losing), units=names(document, losing)))

    def _tell_states(self) -> None:
        """The states with their letters and how many units are in each: the legend of the marks."""
        document, parts = self.context.document, []
        for ruling in self._rulings:
            detail = ruling.detail
            letters = letters_of(detail.states)
            counted = [(state, sum(each.state == state for each in detail.units)) for state in detail.states]
            told = ", ".join(f"{letters[state]} = {state.lower()}: {count}" for state, count in counted if count)
            if ruling.verdict == UNDECIDABLE:
                parts.append(self._why(ruling))
            else:
                parts.append(f"{side_name(document, detail.side)}: {told or self._why(ruling)}")
        self.context.status(" · ".join(parts))

    def _why(self, ruling: Ruling) -> str:
        if ruling.verdict == UNDECIDABLE and ruling.reasons:
            return reason_text(ruling.reasons[0], self.context.document.box)
        return self.tr("no unit there needs supply")

    def _wipe_more(self) -> None:
        self._lines.drop()
        self._falls.drop()
        self._units, self._fallen = (), None
        self.context.canvas.wash(LINE, ())
        self.context.canvas.sketch(LINE, ())

    def _wipe(self) -> None:
        self._states.drop()
        self._wipe_more()
        self._of, self._rulings = "", ()
        self.context.canvas.wash(STATES, ())
        self.context.canvas.write(STATES, ())
        self.options_changed.emit()
