"""Who could fire at units on the way that is drawn: marked on the map and told beside what the way costs."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from PySide6.QtCore import QObject

from app.canvas.shapes import HexFill, HexTexts, Shape, SightLine
from app.tools.context import ToolContext
from app.tools.latest import Latest
from core.base.counted import agreeing
from core.geometry.hexes import Hex
from core.rules.kernel.rulings import Ruling
from core.rules.kernel.watch_detail import Watched
from core.rules.operations.movement_detail import RangeDetail

MARKS = "under fire"
"""The part of the map that it is marked on."""

QUESTION, WATCH = "movement", "watch"

BELOW = (0.0, -0.36)
"""Where a number stands below what a step costs."""

SIGN = "◎"
"""What stands before the steps that the best shot at a hex takes."""

MOST_LINES = 8
"""So many lines of fire are drawn at one hex, the best shots first."""


class UnderFire(QObject):
    """Asks of a way who could fire at it, after what it costs is known, which is told sooner.

    Steps at which somebody could fire are hatched, with the steps to be expected of the best shot; lines lead to the hex that
    is pointed at from those who could fire there.
    """

    def __init__(self, context: ToolContext, on_told: Callable[[Ruling], None], parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._on_told = context, on_told
        self._asked = Latest(context.answers, MARKS, self._refuse, self)
        self._told: tuple[Watched, ...] = ()

    @property
    def is_known(self) -> bool:
        """Whether the series says who fires at units on their way."""
        return bool(self._context.choices(QUESTION, WATCH))

    def ask(self, asked: Mapping[str, object], way: Ruling) -> None:
        """Asks of a way that was told, where the series knows of such fire. Of what was told before those steps stay marked
        that are on this way, too."""
        if not way.detail.way or not self.is_known:
            self.drop()
            return
        steps = {(each.source, each.into) for each in way.detail.way}
        self._mark(tuple(each for each in self._told if (each.source, each.into) in steps), way.detail.way[-1].into)
        self._asked.want(QUESTION, {**asked, WATCH: "yes"}, self._take)

    def drop(self) -> None:
        """Nothing is asked any more, and the map is clear of it."""
        self._asked.drop()
        self._mark((), None)

    def words(self, detail: RangeDetail) -> str:
        """What is told of it in a line; "" where nobody could fire."""
        watched = [each for each in detail.watched if each.shots]
        if not watched:
            return ""
        worst = max(watched, key=lambda each: each.shots[0].expected)
        label = self._context.document.box.label(worst.into)
        told = {"count": len(watched), "hex": label, "expected": f"{float(worst.shots[0].expected):.2f}"}
        words = self.tr("under fire in {count} hexes, worst in {hex}: {expected} steps")
        return agreeing(words, told).format(**told)

    def _take(self, ruling: Ruling) -> None:
        way = ruling.detail.watched
        self._mark(way, way[-1].into if way else None)
        self._on_told(ruling)

    def _refuse(self, words: str) -> None:
        self._mark((), None)
        self._context.status(words)

    def _mark(self, way: tuple[Watched, ...], end: Hex | None) -> None:
        """Marks steps, and lines of fire to the last of them where that is the end of the way."""
        self._told = way
        watched = [each for each in way if each.shots]
        canvas = self._context.canvas
        shapes: list[Shape] = []
        if watched:
            shapes.append(HexFill(frozenset(each.into for each in watched), MARKS))
        if watched and watched[-1].into == end:
            last = watched[-1]
            shapes += [SightLine(place, last.into, "clear") for place in last.stacks[:MOST_LINES]]
        canvas.wash(MARKS, shapes)
        texts = {each.into: f"{SIGN}{float(each.shots[0].expected):.1f}" for each in watched}
        canvas.write(MARKS, (HexTexts(MappingProxyType(texts), MARKS, BELOW),) if texts else ())
