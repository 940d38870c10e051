"""Cross fire: the first click is the target, every further one sets or takes away a firer."""

from app.tools.context import ToolContext
from app.tools.latest import Latest
from app.tools.tool import NO_MODIFIER, Modifiers, Tool
from core.base.counted import agreeing
from core.geometry.hexes import Hex
from core.rules.kernel.rulings import Ruling

NONE: frozenset[Hex] = frozenset()


class CrossFireTool(Tool):
    """Counts lines as firers come and go, and shows from where one more would complete a cross fire."""

    id = "crossfire"
    icon = "crossfire"
    keys = "X"
    asks = True
    question = "crossfire"

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self._latest = Latest(context.answers, "crossfire", self._refuse, self)
        self._target: Hex | None = None
        self._firers: tuple[Hex, ...] = ()
        self._answered = False

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Cross fire")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr("Click the target, then the firers; a second click takes a firer away. Enter does the same.")

    def press(self, place: Hex, modifiers: Modifiers = NO_MODIFIER) -> None:
        """Sets the target, or sets or takes away a firer."""
        if self._target is None:
            self._target = place
        elif place == self._target:
            self.context.status(self.tr("Firers in the target hex do not count for a cross fire."))
            return
        elif place in self._firers:
            self._firers = tuple(each for each in self._firers if each != place)
        else:
            self._firers = (*self._firers, place)
        self._ask()

    def clear_result(self) -> bool:
        """Takes target and firers away."""
        if self._target is None:
            return False
        self._latest.drop()
        self._target, self._firers, self._answered = None, (), False
        self.context.canvas.cross_fire(None, (), (), ())
        self.context.canvas.candidates(NONE, NONE)
        self.context.publish((), {})
        return True

    def refresh(self) -> None:
        """Counts again, without the firers whose hexes are no longer on the map."""
        if not self.on_map(self._target):
            self.clear_result()
        elif self._target is not None:
            self._firers = tuple(place for place in self._firers if self.on_map(place))
            self._ask()

    def _ask(self) -> None:
        self.context.canvas.cross_fire(self._target, self._firers, (), ())
        self.context.canvas.candidates(NONE, NONE)
        if not self._firers:
            self._latest.drop()
            self.context.publish((), {})
            box = self.context.document.box
            assert self._target is not None
            words = self.tr("Target {hex}: now click the hexes that fire.")
            self.context.status(words.replace("{hex}", box.label(self._target)))
            return
        parameters = {"target": self._target, "firers": list(self._firers), "method": self.context.document.method}
        self._latest.want("crossfire", parameters, self._take, self._advance)

    def _advance(self, done: int, total: int, partial: object) -> None:
        self.context.publish((), {self.context.document.method: (done, total)})

    def _refuse(self, words: str) -> None:
        """Tells why there is no answer; a question that has never had one is let go, so that it is not asked for ever."""
        if not self._answered:
            self.clear_result()
        self.context.status(words)

    def _take(self, ruling: Ruling) -> None:
        self._answered = True
        detail = ruling.detail
        best = detail.pairs[0] if detail.pairs else None
        counted = best.rays if best is not None else ()
        pair = (best.first, best.second) if best is not None else ()
        self.context.canvas.cross_fire(self._target, self._firers, counted, pair)
        if ruling.verdict == "crossfire":
            self.context.canvas.candidates(NONE, NONE)
        else:
            self.context.canvas.candidates(detail.completing, detail.completing_seen or NONE)
        verdict = self.tr("cross fire") if ruling.verdict == "crossfire" else self.tr("no cross fire")
        lines = agreeing(self.tr("{count} lines"), {"count": detail.lines}).replace("{count}", str(detail.lines))
        self.context.status(f"{self.context.document.box.label(detail.target)}: {verdict} · {lines}")
        self.context.publish((ruling,), {})
