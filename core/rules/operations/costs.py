"""What terrain costs a class of movement: the box's own chart of terrain before the chart of the series, read word by word.

A hex that several kinds of terrain fill costs what the dearest of them does, and all that adds to it; where a series sees
parts of hexes, what covers one counts as well, and closes nothing. What no chart knows is never free without a word: it counts
as open ground, adds nothing along a hexside, and is named in either case.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from core.analysis.hex_net import Crossing
from core.base.errors import WrongUse
from core.model.terrain import Provenance, read_cost
from core.rules.kernel.force_rules import OPENED, is_way
from core.rules.kernel.modifiers import Item
from core.rules.kernel.rulings import Reason
from core.rules.operations.board import Board
from core.rules.operations.tolls import Toll, Tolls

PROHIBITED, WHOLE, OTHER = "P", "all", "ot"
"""What a cell may say in the place of a number, as `core.model.terrain.COST_WORDS` has it."""

NOT_ON_CHART = "not on the chart"


@dataclass(frozen=True, slots=True)
class EntryCosts:
    """Where a series keeps what terrain costs, and the sections that say how it counts.

    `chart` has a row for each kind of terrain and a column for each class of movement, `ways` says of roads whether they open
    terrain that is closed; a way that is not on it is no road. Where all terrain is on that chart, `counted` is the column and
    the word by which it tells roads, all of which open what is closed. `open` is the row of open ground.
    """

    chart: str
    ways: str
    hex_section: str
    side_section: str
    road_section: str
    closed_section: str
    open: str = "Open"
    preset: str = "leg"
    counted: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Cost:
    """What one kind of terrain costs: `word` in the place of points, or how many; `adds` says that they add to what else is
    there. `chart` is where that stands, None where no chart knows the terrain."""

    name: str
    word: str = ""
    points: Fraction = Fraction(0)
    adds: bool = False
    chart: Provenance | None = None

    @property
    def is_known(self) -> bool:
        """Whether a chart knows it."""
        return self.chart is not None


def cost_of(board: Board, costs: EntryCosts, class_: str, kind: str) -> Cost:
    """What a kind of terrain costs a class of movement."""
    terrain = board.forces.terrain.get(kind)
    if terrain is None:
        return Cost(kind)
    if class_ in terrain.costs:
        printed = terrain.provenance or Provenance(terrain.id, terrain.name, "box", "the terrain of the box")
        board.consulted.add((printed,))
        return _read(terrain.name, terrain.costs[class_], printed)
    chart = board.consulted.book.chart(costs.chart)
    if chart.rows.index(terrain.name) is None or chart.columns.index(class_) is None:
        rule = Provenance(costs.chart, terrain.name, "rules text", str(board.ref(costs.closed_section)))
        return Cost(terrain.name, PROHIBITED, chart=rule) if terrain.sea else Cost(terrain.name)
    return _cell(board, costs, class_, terrain.name)


def _cell(board: Board, costs: EntryCosts, class_: str, row: str) -> Cost:
    found = board.consulted.cell(costs.chart, row, class_)
    origin = board.consulted.origin(costs.chart, row, class_)
    return Cost(row, points=found, chart=origin) if isinstance(found, Fraction) else _read(row, found, origin)


def _read(name: str, text: str, origin: Provenance) -> Cost:
    if text.casefold() == "prohibited":
        return Cost(name, PROHIBITED, chart=origin)
    try:
        given = read_cost(text)
    except WrongUse:
        return Cost(name)
    if given in (PROHIBITED, WHOLE, OTHER):
        return Cost(name, given, chart=origin)
    return Cost(name, points=Fraction(given), adds=given[0] in "+-", chart=origin)


def entry_tolls(board: Board, costs: EntryCosts, class_: str, whole: Fraction, crossing: Crossing) -> Tolls:
    """What a step costs by the terrain that is met: across country, and along the cheapest road that leads across.

    `whole` is the allowance that "all" stands for.
    """
    off = across(board, costs, class_, whole, crossing)
    found = [toll for way in sorted(crossing.ways) if (toll := _along(board, costs, class_, whole, way, off)) is not None]
    open_ = [toll for toll in found if toll.barred is None]
    return Tolls(off, min(open_, key=lambda toll: toll.points, default=None))


def across(board: Board, costs: EntryCosts, class_: str, whole: Fraction, crossing: Crossing) -> Toll:
    """What a step across country costs: the hex that is entered and the hexside."""
    into = [cost_of(board, costs, class_, kind) for kind in sorted(crossing.into)]
    partly = [cost_of(board, costs, class_, kind) for kind in sorted(crossing.partly)]
    sides = [cost_of(board, costs, class_, kind) for kind in sorted(crossing.sides) if not _is_way(board, costs, kind)]
    for each in (*into, *sides):
        if each.word == PROHIBITED:
            told = {"terrain": each.name, "class": class_}
            return Toll((), Reason(board.ref(costs.closed_section), "{terrain} is prohibited to units of class {class}", told))
    into += [each for each in partly if each.word != PROHIBITED]
    for section, some in ((costs.hex_section, into), (costs.side_section, sides)):
        for each in some:
            if each.word == WHOLE:
                return Toll((Item(f"{each.name} (the whole allowance)", whole, board.ref(section), each.chart),))
    hex_ref, side_ref = board.ref(costs.hex_section), board.ref(costs.side_section)
    items = [Item(each.name, each.points, hex_ref, each.chart) for each in _of_hex(board, costs, class_, into)]
    items += [Item(_named(each), each.points, side_ref, each.chart) for each in sides if each.word != OTHER]
    return Toll(tuple(items))


def _of_hex(board: Board, costs: EntryCosts, class_: str, into: Iterable[Cost]) -> Iterator[Cost]:
    """What counts of the terrain of a hex: the dearest kind, and what adds to it; open ground where there is none."""
    some = [each for each in into if each.word != OTHER]
    firm = [each for each in some if each.is_known and not each.adds]
    unknown = [each for each in some if not each.is_known]
    if firm:
        yield max(firm, key=lambda each: each.points)
        yield from (Cost(_named(each)) for each in unknown)
    else:
        chart = board.consulted.book.chart(costs.chart)
        on_chart = chart.rows.index(costs.open) is not None and chart.columns.index(class_) is not None
        ground = _cell(board, costs, class_, costs.open) if on_chart else Cost(f"{costs.open}, {NOT_ON_CHART}", "", Fraction(1))
        names = [_named(each) for each in unknown]
        yield Cost(f"{', '.join(names)}, as {ground.name}" if names else ground.name, "", ground.points, False, ground.chart)
    yield from (each for each in some if each.adds)


def _named(cost: Cost) -> str:
    return cost.name if cost.is_known else f"{cost.name} ({NOT_ON_CHART})"


def _is_way(board: Board, costs: EntryCosts, kind: str) -> bool:
    """Whether a kind of terrain is a road or the like, of which the chart of ways speaks."""
    if costs.counted is not None:
        return is_way(board.case, board.consulted, kind, costs.ways, *costs.counted)
    terrain = board.forces.terrain.get(kind)
    return terrain is not None and board.consulted.book.chart(costs.ways).rows.index(terrain.name) is not None


def _opens(board: Board, costs: EntryCosts, way: str) -> bool:
    """Whether a way opens terrain that is closed."""
    name = board.forces.terrain[way].name
    return costs.counted is not None or board.consulted.cell(costs.ways, name, "terrain") == OPENED


def _along(board: Board, costs: EntryCosts, class_: str, whole: Fraction, way: str, off: Toll) -> Toll | None:
    """What a step along a way costs; None where it is no road, or does not open what is closed."""
    if not _is_way(board, costs, way):
        return None
    cost = cost_of(board, costs, class_, way)
    if not cost.is_known or cost.word in (OTHER, PROHIBITED):
        return None
    if off.barred is not None and not _opens(board, costs, way):
        return None
    ref = board.ref(costs.road_section)
    if cost.adds:
        return Toll((*off.items, Item(cost.name, cost.points, ref, cost.chart))) if off.barred is None else None
    return Toll((Item(cost.name, whole if cost.word == WHOLE else cost.points, ref, cost.chart),))
