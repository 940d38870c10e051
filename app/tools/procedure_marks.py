"""What of a procedure is drawn on the map: what it is about, who could take part, and the ways that it can go."""

from collections.abc import Iterator, Mapping, Sequence

from app.canvas.shapes import Caption, Handles, HexFill, Shape, Sketch
from app.tools.answer_keys import MOST_DRAWN
from app.tools.operations import line_of
from core.geometry.hexes import Hex
from core.geometry.layout import plane_centre
from core.rules.kernel.procedure import BESIDE, LIT, OPEN, TARGET, ZONE, Part, ProcedureDetail

LOOKS: Mapping[str, str] = {LIT: "lit", TARGET: "target", ZONE: "under fire", BESIDE: "candidate", OPEN: "candidate-seen"}
"""How hexes are washed by what they are in an answer."""

ASIDE = (-0.62, 0.4)
"""Where the mark of a hex stands in which nobody can take part, from its centre in the shared plane."""


def hex_marks(hexes: Mapping[str, frozenset[Hex]]) -> Iterator[Shape]:
    """Hexes by what they are in an answer."""
    for what, look in LOOKS.items():
        if hexes.get(what):
            yield HexFill(hexes[what], look)


def part_marks(parts: Sequence[Part], chosen: Sequence[str], counted: str) -> Iterator[Shape]:
    """Who could take part, by where they stand: where there are several, how many of them do (`counted`, such as "{count} of
    {able}"; "" where nobody is to be chosen), and a mark where nobody can."""
    able: dict[Hex, list[str]] = {}
    for each in parts:
        if each.able:
            able.setdefault(each.hex, []).append(each.unit)
    taking = frozenset(place for place, units in able.items() if not set(units).isdisjoint(chosen))
    for hexes, look in ((frozenset(able) - taking, "candidate"), (taking, "firer")):
        if hexes:
            yield HexFill(hexes, look)
    for place in sorted({each.hex for each in parts} - able.keys()):
        x, y = plane_centre(place)
        # Beside the counters: who is kept out is to be seen, too.
        yield Handles(((x + ASIDE[0], y + ASIDE[1]),), look="error", share=0.2)
    for place, units in able.items():
        if len(units) == 1 or not counted:
            # The wash says it, and a caption would lie over the counters beside it.
            continue
        count = sum(unit in chosen for unit in units)
        yield Caption(plane_centre(place), counted.replace("{count}", str(count)).replace("{able}", str(len(units))))


def procedure_marks(detail: ProcedureDetail, chosen: Sequence[str], picked: int, counted: str) -> Iterator[Shape]:
    """All that is drawn of an answer, with who takes part and which of its ways is picked."""
    yield from hex_marks(detail.hexes)
    yield from part_marks(detail.parts, chosen, counted if detail.units else "")
    yield from way_marks(detail.ways, picked)
    if detail.drawn and picked not in range(len(detail.ways)):
        # What breaks a rule is seen as it was drawn.
        yield HexFill(frozenset(detail.drawn[-1:]), "selected")
        yield Sketch(line_of(detail.drawn), "new")
    if 0 <= picked < len(detail.warned) and detail.warned[picked]:
        yield Handles(tuple(map(plane_centre, detail.warned[picked])), look="warning", share=0.3)


def way_marks(ways: Sequence[Sequence[Hex]], picked: int) -> Iterator[Shape]:
    """Ways as lines with their numbers at their ends, that which is picked last, over the others."""
    numbers: dict[Hex, list[str]] = {}
    for number, way in enumerate(ways):
        if not way or (number >= MOST_DRAWN and number != picked):
            continue
        numbers.setdefault(way[-1], []).append(str(number + 1))
        if number != picked:
            yield Sketch(line_of(way), "guide")
    if 0 <= picked < len(ways) and ways[picked]:
        yield HexFill(frozenset(ways[picked][-1:]), "selected")
        yield Sketch(line_of(ways[picked]), "selected")
    for place, some in numbers.items():
        yield Caption(plane_centre(place), ", ".join(some))
