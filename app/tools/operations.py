"""What the tools for zones, movement and supply share: whose units stand in a hex, several questions as one answer, words."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeyEvent

from app.canvas.shapes import Sketch
from app.canvas.trails import PIECE
from app.counters.piece_words import piece_name
from app.documents.asks import Asks
from app.documents.document import Document
from app.tools.context import ToolContext
from app.tools.latest import refused_words
from app.tools.tool import Tool, is_plain
from core.geometry.hexes import Hex
from core.geometry.layout import plane_centre
from core.model.maps import Points
from core.rules.kernel.rulings import Ruling

MOST_NAMED = 3
"""So many units are named in a line; of more the first."""

ALL = "all"
"""All sides together, where a side is chosen."""

_DIGITS = tuple(Qt.Key(Qt.Key.Key_0 + n) for n in range(10))


class Together(QObject):
    """Several questions that make one answer. A later round takes the place of the one before, whose answers are not heard."""

    def __init__(
        self,
        answers: Asks,
        slot: str,
        on_rulings: Callable[[tuple[Ruling, ...]], None],
        on_refused: Callable[[str], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._answers, self._slot = answers, slot
        self._on_rulings, self._on_refused = on_rulings, on_refused
        self._round = 0

    def want(self, question: str, asked: Sequence[Mapping[str, object]]) -> None:
        """Asks the same question with several sets of parameters; the rulings come in this order once all are there, without
        those that were refused."""
        self._round += 1
        wanted, found, left = self._round, dict[int, Ruling](), set(range(len(asked)))

        def settle(number: int) -> None:
            left.discard(number)
            if not left and found:
                self._on_rulings(tuple(found[each] for each in sorted(found)))

        def arrived(number: int, ruling: Ruling) -> None:
            if wanted == self._round:
                found[number] = ruling
                settle(number)

        def refused(number: int, words: str) -> None:
            if wanted == self._round:
                self._on_refused(refused_words(words))
                settle(number)

        for number, parameters in enumerate(asked):
            self._answers.ask(
                question,
                parameters,
                partial(arrived, number),
                on_refused=partial(refused, number),
                slot=f"{self._slot} {number}",
            )

    def drop(self) -> None:
        """Wants nothing any more."""
        self._round += 1


class SidesTool(Tool):
    """A tool whose answer is of one side or of all of them, by number keys too; it stays until it is taken off the map."""

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self._of = ""
        self._rulings: tuple[Ruling, ...] = ()

    def key(self, event: QKeyEvent) -> bool:
        """Number keys choose sides."""
        key = Qt.Key(event.key())
        if key not in _DIGITS or not is_plain(event):
            return False
        number, sides = _DIGITS.index(key), sides_on_map(self.context.document)
        if number <= len(sides):
            self._show(sides[number - 1] if number else ALL)
        return True

    def clear_result(self) -> bool:
        """Takes everything off the map."""
        if not self._of:
            return False
        self._let_go()
        return True

    def _show(self, of: str) -> None:
        """Asks of a side, or of ALL."""
        raise NotImplementedError

    def _wipe(self) -> None:
        """Forgets what was asked and answered, and takes it off the map."""
        raise NotImplementedError

    def _let_go(self) -> None:
        self._wipe()
        self.context.publish((), {})

    def _tell_nobody(self) -> None:
        """There is nobody to ask about."""
        self._let_go()
        self.context.status(self.tr("No units stand on the map."))

    def _refuse(self, words: str) -> None:
        """Tells why there is no answer; a question that has never had one is let go, so that it is not asked for ever."""
        if not self._rulings:
            self._let_go()
        self.context.status(words)


def in_hexes(document: Document, ids: Iterable[str]) -> tuple[str, ...]:
    """Those of some counters that stand in hexes."""
    pieces = document.work.deployment.pieces
    return tuple(id_ for id_ in ids if id_ in pieces and isinstance(pieces[id_].at, Hex))


def sides_on_map(document: Document) -> tuple[str, ...]:
    """The sides that have counters in hexes, in the order of the box."""
    oob, deployment = document.box.oob, document.work.deployment
    missing = set(oob.ids("sides"))
    for id_, piece in deployment.pieces.items():
        # Where every side is found the thousands of others need not be looked at.
        if not missing:
            break
        if isinstance(piece.at, Hex) and (counter := oob.counter(id_)) is not None:
            missing.discard(counter.side)
    return tuple(id_ for id_ in oob.ids("sides") if id_ not in missing)


def side_name(document: Document, id_: str) -> str:
    """What a side is called."""
    side = document.box.oob.side(id_)
    return side.name if side is not None and side.name else id_


def unseen_beside(document: Document, places: Iterable[Hex]) -> tuple[Hex, ...]:
    """The hexes beside some places in which counters lie out of sight of those who look, in their order."""
    near = {each for place in places for each in place.neighbours()}
    below = document.play.below if document.play is not None else {}
    return tuple(sorted(spot for spot, count in below.items() if count and isinstance(spot, Hex) and spot in near))


def stack_in(document: Document, place: Hex) -> tuple[str, ...]:
    """The counters in a hex that belong to the side of the one on top, from the bottom to the top."""
    oob = document.box.oob
    there = [counter for id_ in document.work.deployment.stack(place) if (counter := oob.counter(id_)) is not None]
    return tuple(each.id for each in there if each.side == there[-1].side)


def names(document: Document, ids: Sequence[str]) -> str:
    """What units are called, in one line."""
    words = [piece_name(document.ruleset, document.box.oob, id_) for id_ in ids[:MOST_NAMED]]
    return ", ".join(words) + (f" +{len(ids) - MOST_NAMED}" if len(ids) > MOST_NAMED else "")


def line_of(places: Sequence[Hex]) -> Points:
    """The line through the middles of hexes."""
    return tuple(plane_centre(place) for place in places)


def way_of(places: Sequence[Hex], look: str) -> tuple[Sketch, ...]:
    """A way through the middles of hexes, in pieces as trails are: pens take very long for long lines."""
    line = line_of(places)
    return tuple(Sketch(line[start : start + PIECE + 1], look) for start in range(0, max(1, len(line) - 1), PIECE))


def straight(start: Hex, end: Hex) -> tuple[Hex, ...]:
    """The hexes of a straight way, both ends among them; where it runs along hexsides, one of the two beside it.

    >>> [(place.q, place.r) for place in straight(Hex(0, 0), Hex(2, 1))]
    [(0, 0), (1, 0), (1, 1), (2, 1)]
    """
    way = [start]
    (x0, y0), (x1, y1) = plane_centre(start), plane_centre(end)
    while way[-1] != end:
        here = way[-1]
        nearer = [near for near in here.neighbours() if near.distance(end) < here.distance(end)]

        def aside(place: Hex) -> float:
            x, y = plane_centre(place)
            return abs((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0))

        way.append(min(nearer, key=lambda place: (round(aside(place), 6), place)))
    return tuple(way)
