"""What is asked when units enter a hex: overwatch, then barrages, then mines [TCS 4.01 15.2, 17.4f-h, 18.8c, 21.2].

Moves and retreats ask alike; they differ in the rules that say so, and in breaches, which serve nobody on a retreat.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.geometry.hexes import Hex
from core.rules.kernel.forces import Unit
from core.rules.kernel.proposals import Next
from core.rules.kernel.rulings import Reason
from core.rules.kernel.watch_detail import Watched
from core.rules.operations.board import Board
from core.rules.operations.movement_detail import Met, StepCost
from core.rules.tcs.forces.counters import are_vehicles_alone
from core.rules.tcs.procedures.dangers import RETREAT, breaches, minefields, under_barrage
from core.rules.tcs.reckoning import NO, YES


@dataclass(frozen=True, slots=True)
class Entered:
    """A step of units into a hex: whether it goes along a road, who could fire at it, None where nobody was asked, and the
    hexes that vehicles entered before in the same impulse."""

    source: Hex
    into: Hex
    along: bool
    watched: Watched | None = None
    before: tuple[Hex, ...] = ()


def shelled(board: Board) -> frozenset[Hex]:
    """The hexes in or beside attack zones whose barrages attack who enters. [TCS 4.01 17.4g, 18.6c, 18.8c]"""
    return under_barrage(board.forces)


def mined(board: Board, retreating: bool) -> frozenset[Hex]:
    """The hexes whose mines attack who enters; who moves goes through breaches. [TCS 4.01 17.4h, 21.2, 21.3d]"""
    mines = minefields(board.forces)
    return mines if retreating else mines - breaches(board.forces)


def asked_of_who_enters(board: Board, units: Sequence[Unit], step: Entered, retreating: bool = False) -> Iterator[Next]:
    """What is asked when a hex is entered, in its order. [TCS 4.01 15.2c, 15.3j, 17.4f-i, 18.8c, 21.2]"""
    label, into = board.forces.box.label, (step.into,)
    ids, along = ", ".join(unit.id for unit in units), YES if step.along else NO
    told = {"hex": step.into}

    def title(section: str, section_of_retreats: str, template: str) -> Reason:
        return Reason(board.ref(section_of_retreats if retreating else section), template, told, into)

    enemy = next((side for side in board.sides if side != units[0].side), "")
    if step.watched is not None and (step.watched.shots or step.watched.unsure):
        given = {"to": label(step.into), "source": label(step.source), "road": along, "trigger": "movement", "moving": ids}
        given |= {"retreating": YES} if retreating else {}
        given |= {"impulse": ", ".join(map(label, step.before))} if step.before else {}
        yield Next("overwatch.fire", title("15.2", "17.4f", "Overwatch at who enters {hex}"), given, enemy, may=True)
    if step.into in board.kept(("shelled",), lambda: shelled(board)):
        given = {"to": label(step.into), "units": ids, "entered": YES, "road": along}
        given |= {"retreating": YES} if retreating else {}
        yield Next("barrage.at", title("18.8c", "17.4g", "The barrage at who enters {hex}"), given, enemy)
    if step.into in board.kept(("mined", retreating), lambda: mined(board, retreating)):
        given = {"to": label(step.into), "units": ids} | ({"because": RETREAT} if retreating else {})
        yield Next("mines.at", title("21.2", "17.4h", "Mines attack who enters {hex}"), given, enemy)


def met(
    board: Board, units: Sequence[Unit], way: Sequence[StepCost], watched: Sequence[Watched], *, in_impulses: bool
) -> Iterator[Met]:
    """What is asked of units that move, hex by hex where anything is; overwatch where it is known who could fire.

    A way in impulses counts as one of them. [TCS 4.01 15.3j, 20.2b, 21.2]
    """
    in_one = in_impulses and are_vehicles_alone(board.case.ruleset, units)
    for n, each in enumerate(way):
        before = tuple(step.into for step in way[:n]) if in_one else ()
        step = Entered(each.source, each.into, each.along, watched[n] if watched else None, before)
        then = tuple(asked_of_who_enters(board, units, step))
        if then:
            yield Met(each.into, then)
