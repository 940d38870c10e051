"""Two sides on a made-up map, and rulings about their zones, moves and supply as a worker would send them."""

from fractions import Fraction
from types import SimpleNamespace

from core.geometry.hexes import Hex
from core.model.deployment import Deployment, Piece
from core.model.items import Items
from core.model.oob import Counter, Oob, Side
from core.model.scenario import Scenario
from core.rules.kernel.refs import RuleRef
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.movement_detail import (
    Comer,
    OntoDetail,
    RangeDetail,
    Reached,
    StepCost,
    ZoneHex,
    ZonesDetail,
)
from core.rules.operations.supply_detail import SupplyDetail, UnitSupply

FILE = "a.scenario.yaml"
RED, BLUE, OTHER = Hex(2, 1), Hex(5, 3), Hex(8, 2)
EMPTY, NEAR, FAR = Hex(3, 1), Hex(4, 1), Hex(9, 5)
STATES = ("In supply", "Out of supply")
REF = RuleRef("demo", "1.0", "3.1")


def placed(bench):
    """Two red units in a hex, one blue unit in each of two others."""
    sides = Items([Side("red", "Red army"), Side("blue", "Blue army")])
    owners = (("r1", "red"), ("r2", "red"), ("b1", "blue"), ("b2", "blue"))
    oob = Oob(sides, counters=Items([Counter(id_, side) for id_, side in owners]))
    pieces = {"r1": Piece(RED, 0), "r2": Piece(RED, 1), "b1": Piece(BLUE), "b2": Piece(OTHER)}
    document = bench.document
    box = document.box.with_oob(oob).with_scenarios({FILE: Scenario("A", start=Deployment().with_pieces(pieces))})
    document.work = document.work.__class__(box, document.state)
    document.show_scenario(FILE)
    return SimpleNamespace(bench=bench, document=document, canvas=bench.canvas, answers=bench.answers)


def at(document, id_):
    return document.work.deployment.pieces[id_].at


def ruling(question, verdict, value, detail):
    told = Reason(REF, "{hex} is far", {"hex": FAR}, (FAR,))
    return Ruling(question, "demo-1.0", verdict, value, (told,), detail)


def zones(side, hexes, without=()):
    rows = tuple(ZoneHex(place, ids, negated) for place, (ids, negated) in hexes.items())
    return ruling("zoc", "zones", len(rows), ZonesDetail(side, rows, without))


def step(source, into, points):
    return StepCost(source, into, (), None if points is None else Fraction(points), along=False)


def moves(units, start, reached, way=(), verdict="reaches", allowance=4, barred=(), before=0):
    rows = tuple(Reached(place, Fraction(spent), Fraction(allowance) - spent) for place, spent in reached.items())
    told = {"spent_before": Fraction(before), "barred": tuple(barred)}
    detail = RangeDetail(tuple(units), start, "movement", Fraction(allowance), rows, tuple(way), **told)
    return ruling("movement", verdict, len(rows), detail)


def onto(place, comers, side="red"):
    rows = tuple(Comer(unit, start, place, Fraction(1), Fraction(left)) for unit, start, left in comers)
    return ruling(
        "movement.onto", "reached" if rows else "out_of_reach", len(rows), OntoDetail(place, False, (side,), "m", rows)
    )


def supply(side, units, falls=None, losing=(), sources=()):
    rows = tuple(UnitSupply(id_, place, state, state, line, cut) for id_, place, state, line, cut in units)
    detail = SupplyDetail(side, rows, tuple(sources), (), falls, tuple(losing), (), STATES)
    return ruling("supply", STATES[0], len(rows), detail)
