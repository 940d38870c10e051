"""What of supply is drawn on the map: the states of units, lines and what cuts them, those who lose supply with a hex."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from PySide6.QtCore import QCoreApplication

from app.canvas.shapes import Handles, HexFill, HexTexts, Shape, Sketch
from app.tools.operations import way_of
from core.geometry.hexes import Hex
from core.geometry.layout import corners, plane_centre, to_plane
from core.model.box import GameBox
from core.model.maps import Points
from core.rules.operations.supply_detail import SupplyDetail, UnitSupply

LOOKS = 3
"""Looks of states: that of the best, one between, that of the worst."""

CORNER = (0.31, 0.31)
"""Where the letter of a state stands beside the middle of a hex, in hexes."""

BARS = "I"
"""Letters that nobody reads when they stand alone in a frame."""

BLOCK = 32
"""Frames of blocks of so many hexes each way are one shape: what is painted is no more than what is seen."""

SHARE = 0.3
"""How large its frame is, in hexes, seen from nearby."""


Worst = Mapping[Hex, tuple[int, str]]
"""The worst state of the units in each hex: the number of its look, and its letter."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("SupplyTool", text)


def letters_of(states: Sequence[str]) -> Mapping[str, str]:
    """A letter for each state that tells it from the others: its first one that no better state has. One that alone looks like
    a bar has the letter after it beside it.

    >>> dict(letters_of(("In supply", "Out of supply"))), dict(letters_of(("Supplied", "Out of supply", "Isolated")))
    ({'In supply': 'In', 'Out of supply': 'O'}, {'Supplied': 'S', 'Out of supply': 'O', 'Isolated': 'Is'})
    """
    found: dict[str, str] = {}
    for state in states:
        marks = (
            state[at : at + 2].title() if letter.upper() in BARS else letter.upper()
            for at, letter in enumerate(state)
            if letter.isalpha()
        )
        found[state] = next((mark for mark in marks if mark not in found.values()), "?")
    return found


def look_of(state: str, states: Sequence[str]) -> int:
    """The number of the look of a state: 1 for the best, the last for the worst."""
    place = states.index(state) if state in states else 0
    return 1 if place == 0 else LOOKS if place == len(states) - 1 else 2


def worst_of(details: Iterable[SupplyDetail]) -> Worst:
    """The worst state of the units in each hex: the number of its look, and its letter."""
    found: dict[Hex, tuple[int, str]] = {}
    for detail in details:
        letters = letters_of(detail.states)
        for each in detail.units:
            here = look_of(each.state, detail.states), letters.get(each.state, "?")
            found[each.hex] = max(found.get(each.hex, here), here)
    return found


def state_washes(worst: Worst, details: Sequence[SupplyDetail]) -> tuple[Shape, ...]:
    """The hexes with units, by the worst state in each, and the sources."""
    fills = [
        (frozenset(place for place, (look, _) in worst.items() if look == number), f"supply-{number}")
        for number in range(1, LOOKS + 1)
    ]
    fills.append((frozenset(place for detail in details for place in detail.sources), "source"))
    return tuple(HexFill(hexes, look) for hexes, look in fills if hexes)


def state_marks(worst: Worst) -> tuple[Shape, ...]:
    """The letter of the worst state over each hex with units, in a frame whose form tells it, too."""
    shapes: list[Shape] = []
    blocks: dict[tuple[int, int, int], list[Hex]] = {}
    for place, (look, _) in sorted(worst.items()):
        blocks.setdefault((look, place.q // BLOCK, place.r // BLOCK), []).append(place)
    for (look, *_), places in sorted(blocks.items()):
        shapes.append(Handles(tuple(map(_corner, places)), look=f"supply-{look}", share=SHARE))
    texts = {place: letter for place, (_, letter) in worst.items()}
    if texts:
        shapes.append(HexTexts(MappingProxyType(texts), "supply", CORNER))
    return tuple(shapes)


def _corner(place: Hex) -> tuple[float, float]:
    x, y = plane_centre(place)
    return x + CORNER[0], y + CORNER[1]


def line_marks(detail: SupplyDetail) -> tuple[tuple[Shape, ...], tuple[Shape, ...]]:
    """The lines of units to their sources, and what cuts them: hexes under counters, lines and hexsides over them."""
    ways = dict.fromkeys(each.line for each in detail.units if len(each.line) > 1)
    lines: list[Shape] = [piece for way in ways for piece in way_of(way, "supply-line")]
    cuts = list(dict.fromkeys(cut for each in detail.units for cut in each.cut))
    zones = frozenset(place for word, places in cuts if word == "zone" for place in places)
    enemies = frozenset(place for word, places in cuts if word in ("enemy", "road") for place in places)
    for word, places in cuts:
        if word == "side" and len(places) == 2:
            lines.append(Sketch(between(*places), "cut-side"))
    washes = [HexFill(hexes, look) for hexes, look in ((zones, "cut-zone"), (enemies, "cut-enemy")) if hexes]
    if enemies:
        # Counters hide the wash of a hex that enemies stand in.
        lines.append(HexFill(enemies, "cut-enemy"))
    return tuple(washes), tuple(lines)


def fall_marks(fallen: Hex, details: Sequence[SupplyDetail]) -> tuple[Shape, ...]:
    """The hex that falls, and the hexes of those who would be worse off."""
    places = {each.unit: each.hex for detail in details for each in detail.units}
    losing = frozenset(places[id_] for detail in details for id_, _ in detail.losing if id_ in places)
    fills = [HexFill(frozenset({fallen}), "target")]
    return (*fills, HexFill(losing, "losing")) if losing else tuple(fills)


def between(one: Hex, other: Hex) -> Points:
    """The hexside between two adjacent hexes."""
    around = [to_plane(corner) for corner in corners(one)]
    # The hexside towards the k-th neighbour, clockwise from north, lies between corners 4 + k and 5 + k.
    k = one.neighbours().index(other)
    return around[(4 + k) % 6], around[(5 + k) % 6]


def cut_words(unit: UnitSupply, box: GameBox) -> str:
    """What cuts a unit off, in a few words."""
    words = {
        "zone": _tr("the enemy zone in {hex}"),
        "enemy": _tr("enemies in {hex}"),
        "side": _tr("the hexside {hex}"),
        "road": _tr("the road out in {hex}"),
    }
    parts = [words.get(word, "{hex}").format(hex="/".join(box.label(place) for place in places)) for word, places in unit.cut]
    return _tr("cut by {what}").format(what=", ".join(parts))
