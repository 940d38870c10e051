"""Line of sight: drag from hex to hex, or click one and then the other."""

from functools import partial

from PySide6.QtCore import QTimer

from app.tools.context import Blocker, ToolContext
from app.tools.latest import Latest
from app.tools.tool import NO_MODIFIER, Modifiers, Tool
from core.base.counted import agreeing
from core.geometry.hexes import Hex
from core.rules.kernel.rulings import Ruling

OLD_VERDICT_MS = 150
"""How long the verdict under the state of play before may stay on the line while the one under the new state is awaited."""


class LosTool(Tool):
    """While dragging, the line is judged under the method in force; on release under every chosen one, that one first."""

    id = "los"
    icon = "los"
    keys = "L"
    asks = True
    question = "los"

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self._latest = Latest(context.answers, "los preview", context.status, self)
        self._start: Hex | None = None
        self._end: Hex | None = None
        self._dragging = self._second_click = self._answered = False
        self._judged = False
        self._round = 0
        self._rulings: dict[str, Ruling] = {}
        self._pending: dict[str, tuple[int, int]] = {}
        self._fade = QTimer(self)
        self._fade.setSingleShot(True)
        self._fade.setInterval(OLD_VERDICT_MS)
        self._fade.timeout.connect(self._forget_verdict)

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Line of sight")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr("Drag from hex to hex, or click both; with the keyboard, arrows move and Enter sets start and end.")

    @property
    def _gesture(self) -> bool:
        return self._dragging or self._second_click

    def press(self, place: Hex, modifiers: Modifiers = NO_MODIFIER) -> None:
        """Begins a line, or ends one whose start was clicked."""
        if self._second_click:
            self._finish(place)
            return
        self.clear_result()
        self._start, self._end, self._dragging = place, None, True
        self.context.canvas.sight_line(place, None, "pending")

    def point_at(self, place: Hex | None) -> None:
        """Draws the line to the pointer."""
        if not self._gesture or place is None or place == self._end:
            return
        if place == self._start:
            self._end = None
            self._latest.drop()
            self.context.canvas.sight_line(self._start, None, "pending")
            return
        self._end = place
        self.context.canvas.sight_line(self._start, place, "pending")
        parameters = {"from": self._start, "to": place, "method": self.context.document.method}
        self._latest.want("los", parameters, self._show)

    def release(self, place: Hex | None, modifiers: Modifiers = NO_MODIFIER) -> None:
        """Ends a drag; a click on the spot waits for a second one."""
        if not self._dragging:
            return
        self._dragging = False
        goal = place if place is not None else self._end
        if goal is None or goal == self._start:
            self._second_click = True
        else:
            self._finish(goal)

    def cancel_gesture(self) -> bool:
        """Takes the unfinished line away."""
        if not self._gesture:
            return False
        self._dragging = self._second_click = False
        self._wipe()
        return True

    def clear_result(self) -> bool:
        """Takes line, marks and rulings away."""
        if not self._answered:
            return False
        self._wipe()
        self.context.publish((), {})
        return True

    def refresh(self) -> None:
        """Judges the same line again; one whose ends are no longer on the map is let go."""
        if not self.on_map(self._start, self._end):
            if not self.cancel_gesture():
                self.clear_result()
        elif self._answered:
            self._fade.start()
            self._ask_all()
        elif self._gesture and self._end is not None:
            end, self._end = self._end, None
            self.point_at(end)

    def _finish(self, place: Hex) -> None:
        if place == self._start:
            return
        self._dragging = self._second_click = False
        self._latest.drop()
        if place != self._end:
            self._end = place
            self.context.canvas.sight_line(self._start, place, "pending")
        self._answered = True
        self._ask_all()

    def _ask_all(self) -> None:
        self._round += 1
        wanted, methods = self._round, self.context.methods
        self._rulings, self._pending = {}, dict.fromkeys(methods, (0, 1))
        for method in methods:
            parameters = {"from": self._start, "to": self._end, "method": method}
            self.context.answers.ask(
                "los",
                parameters,
                partial(self._take, wanted, method),
                partial(self._advance, wanted, method),
                partial(self._refuse, wanted, method),
                slot=f"los {method}",
            )

    def _take(self, wanted: int, method: str, ruling: Ruling) -> None:
        if wanted != self._round or not self._answered:
            return
        self._pending.pop(method, None)
        self._judged = True
        self._rulings[method] = ruling
        if method == self.context.methods[0]:
            self._show(ruling)
        self._publish()

    def _advance(self, wanted: int, method: str, done: int, total: int, known: object) -> None:
        if wanted == self._round and self._answered and method in self._pending:
            self._pending[method] = done, total
            self._publish()

    def _refuse(self, wanted: int, method: str, words: str) -> None:
        if wanted == self._round and self._answered:
            self._pending.pop(method, None)
            if not self._judged and not self._pending:
                # No way of measuring knows an answer: asking again after every change would only say so again.
                self.clear_result()
                self.context.status(words)
                return
            if method == self.context.methods[0]:
                self._forget_verdict()
            self.context.status(words)
            self._publish()

    def _publish(self) -> None:
        ordered = [self._rulings[each] for each in self.context.methods if each in self._rulings]
        self.context.publish(ordered, dict(self._pending))

    def _forget_verdict(self) -> None:
        self._fade.stop()
        self.context.canvas.sight_line(self._start, self._end, "pending")

    def _show(self, ruling: Ruling) -> None:
        self._fade.stop()
        detail = ruling.detail
        rows = {row.hex: row for row in detail.profile}
        marks = [Blocker(place, rows[place].feature, rows[place].feature_name) for place in detail.blockers if place in rows]
        self.context.canvas.sight_line(self._start, self._end, ruling.verdict, marks)
        self.context.status(self._words(ruling, marks))

    def _words(self, ruling: Ruling, marks: list[Blocker]) -> str:
        box, detail = self.context.document.box, ruling.detail
        verdicts = {"clear": self.tr("clear"), "blocked": self.tr("blocked"), "undecidable": self.tr("undecidable")}
        verdict = verdicts.get(ruling.verdict, ruling.verdict)
        if marks:
            by = f"{box.label(marks[0].place)} {marks[0].name.lower()}".strip()
            verdict = self.tr("blocked by {by}").replace("{by}", by)
        hexes = agreeing(self.tr("{count} hexes"), {"count": detail.distance}).replace("{count}", str(detail.distance))
        return f"{box.label(detail.start)} → {box.label(detail.end)}: {verdict} · {hexes}"

    def _wipe(self) -> None:
        self._latest.drop()
        self._fade.stop()
        self._round += 1
        self._start = self._end = None
        self._answered = self._judged = False
        self._rulings, self._pending = {}, {}
        self.context.canvas.sight_line(None, None, "pending")
