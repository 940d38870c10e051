"""A made-up fire: red fires at blue, blue loses steps and checks its morale, and may answer; as a worker would send it."""

from dataclasses import replace
from fractions import Fraction

from oracles.sessions import Folded, Kept

from app.documents.live_play import LivePlay
from core.geometry.hexes import Hex
from core.model.edits.piece_edits import marked, taken_off
from core.model.state import Declared
from core.play.events import Began, Entry, Player
from core.play.session import Session
from core.rules.kernel.parameters import Heading, Parameter
from core.rules.kernel.procedure import OPEN, TARGET, Outcome, Part, ProcedureDetail, Wanted
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Ruling
from tests.app.documents.combat_bench import ASIDE, BEHIND, BEYOND, EAST, FAR, FILE, WEST, why
from tests.app.documents.combat_bench import TARGET as HERE

FIRE, LOSSES, MORALE, RETREAT, ANSWER = "fire.at", "losses.at", "morale.at", "syr.at", "overwatch.fire"
TO = Parameter("to", "hex", "the hex", required=True)
UNITS = Parameter("units", "texts", "units")
ROLL = Parameter("roll", "whole", "the roll")
HOW = Parameter("fire", "choice", "which fire", choices=("suppressive", "point"), at_hand=True)
SCENARIO = Parameter("scenario", "text", "the scenario")
STEPS = Parameter("steps", "whole", "steps that are lost", required=True)
NOTE = Parameter("others", "texts", "other modifiers")
ASIDE_BY = Parameter("aside", "hex", "which way; none without it")
PAST = Parameter("past", "hexes", "past which hexes")


def heading(name, *parameters, leads=True, at_hex=""):
    return Heading(name, name.title(), "a step", "13.0", (*parameters, SCENARIO), leads, at_hex)


HEADINGS = (
    heading(FIRE, TO, UNITS, HOW, ROLL, NOTE, at_hex="Against {hex}"),
    heading(LOSSES, TO, STEPS, UNITS),
    heading(MORALE, TO, Parameter("side", "text", "the side"), ROLL),
    heading(RETREAT, TO, UNITS, ASIDE_BY, PAST),
    heading(ANSWER, TO, UNITS, Parameter("rolls", "fractions", "the rolls")),
)


def asked(question, side="", may=False, text="{hex}", **given):
    return Next(question, why(text, hex=HERE), given, side, may)


def begin(**given):
    return asked(FIRE, text="Fire at {hex}", **given)


def label(document, place=HERE):
    return document.box.label(place)


PARTS = (
    Part("r1", WEST, able=True, chosen=True),
    Part("r2", WEST, able=True, chosen=True),
    Part("r3", EAST, able=True, chosen=False),
    Part("r4", FAR, able=False, chosen=False, reason=why("r4 does not see {hex}", hex=HERE)),
)
CHANCES = (
    Outcome("Steps lost", "0", Fraction(1, 2)),
    Outcome("Steps lost", "1", Fraction(1, 2)),
    Outcome("Morale", "holds", Fraction(2, 3)),
    Outcome("Morale", "breaks", Fraction(1, 3)),
)


def answer(question, verdict="read", **detail):
    known = {"facts": {}, "units": "", "place": ""} | detail
    return Ruling(question, "demo-1.0", verdict, None, (why("{hex} is fired at", hex=HERE),), ProcedureDetail(**known))


def fire(chosen=("r1", "r2"), **more):
    """Who fires, before the roll."""
    parts = tuple(replace(each, chosen=each.unit in chosen) for each in PARTS)
    known = {
        "parts": parts,
        "units": "units",
        "place": "to",
        "hexes": {TARGET: frozenset({HERE})},
        "wanted": (Wanted("roll", "11..66", "the fire", "red"),),
        "outcomes": CHANCES,
    }
    return answer(FIRE, **(known | more))


def hit(document, *, attempt=False):
    """What the roll of a fire does: a step is lost, then morale is checked, and the fire is over; or nothing comes of it."""
    work = document.work
    then = (
        asked(LOSSES, "blue", to=label(document), steps="1", text="A step is lost in {hex}"),
        asked(ANSWER, "blue", True, to=label(document, WEST), text="Blue may answer from {hex}"),
    )
    made = Declared("red", ("r1", "r2"), (HERE,), "fire", ("b1", "b2")) if attempt else None
    some = Proposal("One step, and a check", (marked(work, ["r1", "r2"], "fired"),), attempt=made, then=then)
    other = Proposal("Two steps", (marked(work, ["r1"], "fired"),))
    return fire(wanted=(), outcomes=(), proposals=(some, other))


def losses(document):
    then = (asked(MORALE, to=label(document), side="blue", text="Morale in {hex}"),)
    return answer(LOSSES, proposals=(Proposal("b1 is lost", (taken_off(document.work, ["b1"]),), then=then),))


def morale(roll=None):
    if roll is None:
        return answer(MORALE, wanted=(Wanted("roll", "2d6", "morale", "blue"),))
    return answer(MORALE, proposals=(Proposal("They hold", ()),))


def retreat():
    ways = ((HERE, BEHIND), (HERE, BEHIND, BEYOND), (HERE, ASIDE))
    proposals = tuple(Proposal(f"Way {number}", ()) for number in range(1, 4))
    return answer(RETREAT, ways=ways, proposals=proposals, place="to", hexes={OPEN: frozenset({BEYOND, Hex(1, 1)})})


def volley(count=3):
    return answer(ANSWER, wanted=(Wanted("rolls", "1d6", "the answer", "blue", count),))


def played(document, kind="hot_seat"):
    """A session over the made-up battle, in which what is declared does not bind."""
    scenario, oob = document.box.scenarios[FILE], document.box.oob
    players = (Player("red", "Red army"), Player("blue", "Blue army"))
    units = {counter.id: (counter.side, counter.id) for counter in oob.counters}
    began = Began("s-1", kind, "Plain", b"box", FILE, scenario, players, "demo", b"rules", units=units, binding=False)
    kept = Kept([Entry(1, 0, "", began)])
    return LivePlay(document, Session(kept, Folded(kept.entries), ("red", "blue")))
