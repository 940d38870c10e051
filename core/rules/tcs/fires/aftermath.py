"""What comes after fires on the map: losses, morale, Fired markers, triggers [TCS 4.01 10.0, 13.1, 14.1, 16.1, 17.0b]."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.edits.edit import Edit
from core.model.edits.piece_edits import marked
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.procedure import OPEN, TARGET, ProcedureDetail
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.kernel.system import Parameter
from core.rules.operations.board import Board
from core.rules.operations.proposals import work_of
from core.rules.tcs.fires.volleys import AREA, ROLLS, Aim, Volley, backfired, destroyed
from core.rules.tcs.forces.counters import FIRED_MARK
from core.rules.tcs.procedures.destroyed import toll_of

SUPPRESSIVE, POINT, AT_ROLLS = "suppressive", "point", "rolls"
FIRES = (SUPPRESSIVE, POINT, AT_ROLLS)
"""Fires in the phase of a side; the last is a Suppressive Fire Action of AT rolls alone. [TCS 4.01 13.0, 14.0, 16.1g]"""
BY_OVERWATCH, BY_POINTS, BY_FLAK, BY_MISSION = "overwatch", "overwatch-point", "flak", "mission"
TRIGGERING = (SUPPRESSIVE, POINT, BY_OVERWATCH, BY_POINTS, BY_FLAK, BY_MISSION)
"""Triggers: actions, overwatch at those who move without and with point fire, AA fire, missions. [TCS 4.01 15.2d]"""
TRIGGER, NO_TRIGGER, NOBODY = "trigger", "none", "nobody"
YES, NO = "yes", "no"


def listed(names_: Sequence[str]) -> str:
    """Several things as forms and the command line take them."""
    return ", ".join(names_)


def asked_then(
    board: Board,
    aim: Aim,
    volleys: Sequence[Volley],
    *,
    crossfire: bool = False,
    between: Hex | None = None,
    at_first: bool = True,
    retreating: Sequence[str] = (),
) -> Iterator[Next]:
    """The questions about what a fire has destroyed, and about the morale that it shakes; those on single targets first, or
    AT rolls last where the firer wants it, and morale behind all of them; those who are on a retreat ignore all but surrender.
    [TCS 4.01 10.0f, 10.0h, 16.0, 16.1f, 17.0b, 17.4i]"""
    box, place, side = board.forces.box, board.net.hexes[aim.step.into], aim.targets[0][0].side
    told: dict[str, object] = {"hex": place}
    # Of those who are lost by one part of a fire the side is known still when the next is settled.
    shared = {"to": box.label(place), "side": side}
    by_terrain = {"between": box.label(between)} if between is not None else {}
    last: dict[str, str] = {}
    stood = listed([unit.id for unit in board.at.get(aim.step.into, ()) if unit.side == side])
    for each in sorted(volleys, key=lambda volley: (volley.how == ROLLS and not at_first, volley.how == AREA)):
        if each.how == ROLLS:
            for unit, steps in destroyed(each).items():
                name = found.name if (found := board.forces.unit(unit)) is not None else unit
                title = Reason(board.ref("16.0"), "{unit} loses {steps} by AT rolls", {"unit": name, "steps": steps})
                given = {**shared, "steps": str(steps), "fire": AT_ROLLS, "targets": unit, "check": NO, "because": "fire"}
                yield Next("losses.at", title, {**given, "firers": _ids(each)}, each.firers[0].unit.side)
            continue
        if not each.lost and not each.checks:
            continue
        given = {**shared, "because": "fire", **by_terrain}
        nearest = min((board.net.hexes[firer.number] for firer in each.firers), key=place.distance)
        given |= {"away": box.label(nearest)} if each.checks else {}
        given |= {"retreating": listed(retreating)} if retreating and each.checks else {}
        given |= {"crossfire": YES} if crossfire and each.checks else {}
        # AT rolls behind the fire count before anybody runs from it.
        waits = each.checks and (not each.lost or any(other.how == ROLLS and not at_first for other in volleys))
        # Whom the other parts of the fire eliminate, with all that they carry, is eliminated by it as well.
        others = any(other.lost or (other.how == ROLLS and destroyed(other)) for other in volleys if other is not each)
        if waits:
            last = {**given, "side": side} | ({"lost": stood if others else _ids_of(each)} if each.lost or others else {})
        if each.lost:
            section, first = ("10.0f", side) if each.how == AREA else ("10.0h", each.firers[0].unit.side)
            title = Reason(board.ref(section), "Steps lost in {hex}: {steps}", {**told, "steps": each.lost}, (place,))
            given |= {"steps": str(each.lost), "fire": "area" if each.how == AREA else "point", "firers": _ids(each)}
            given |= {"check": YES if each.checks and not waits else NO}
            given |= {"stood": stood} if each.checks and not waits and others else {}
            if each.how != AREA:
                given["targets"] = _ids_of(each)
            yield Next("losses.at", title, given, first)
    if last:
        yield Next("morale.at", Reason(board.ref("17.0b"), "The stack in {hex} checks morale", told, (place,)), last, side)


def _ids_of(volley: Volley) -> str:
    """The targets of a fire, each once."""
    return listed(list(dict.fromkeys(unit.id for unit, _ in volley.targets)))


def _ids(volley: Volley) -> str:
    return listed([each.unit.id for each in volley.firers])


def own_losses(board: Board, volleys: Sequence[Volley]) -> tuple[tuple[Edit, ...], tuple[Next, ...], str]:
    """What units lose by their own AT rolls, as edits, with what is asked of it, and in words. Who is eliminated counts as in
    any combat; nobody checks morale for it. [TCS 4.01 16.1e, 17.1a]"""
    lost: dict[str, int] = {}
    for each in volleys:
        if each.how == ROLLS:
            lost |= backfired(each)
    units = [unit for id_ in lost if (unit := board.forces.unit(id_)) is not None]
    if not units:
        return (), (), ""
    toll = toll_of(board, lost)
    return toll.edits, toll.then, listed([f"{unit.name} {lost[unit.id]}" for unit in units])


def result_words(volleys: Sequence[Volley]) -> str:
    """What a fire has done, for the label of what is proposed."""
    steps = sum(each.lost for each in volleys)
    found = [f"{steps} step{'' if steps == 1 else 's'} lost"] if steps else []
    found += ["morale check"] if any(each.checks for each in volleys) else []
    return ", ".join(found) or "no effect"


# After an action ----------------------------------------------------------------------------------------------------------


def fire_after(board: Board, given: Mapping[str, Any]) -> Ruling:
    """What follows a fire that is executed, with its retreats: Fired markers, and its trigger. Raises WrongUse.

    [TCS 4.01 13.1d, 13.1i, 14.1d, 14.1e, 16.1g, 16.1h]
    """
    fire, place = given.get("fire") or SUPPRESSIVE, given["to"]
    units = board.units(given["units"])
    sides = {unit.side for unit in units}
    if len(sides) != 1:
        raise WrongUse("units: those who fired together are of one side.")
    standing = [unit for unit in units if unit.piece is not None and unit.piece.at in board.net.index]
    said = list(_told(board, fire, standing))
    if fire == AT_ROLLS or not standing:
        proposal = Proposal("Nothing follows", ())
        return _answer(board, NO_TRIGGER if standing else NOBODY, said, place, (), (proposal,))
    fresh = [unit for unit in standing if unit.piece is not None and FIRED_MARK not in unit.piece.marks]
    marks = fire == SUPPRESSIVE and fresh
    edits: tuple[Edit, ...] = (marked(work_of(board), [unit.id for unit in fresh], FIRED_MARK, "Mark Fired"),) if marks else ()
    places = tuple(dict.fromkeys(board.net.hexes[board.place(unit)] for unit in standing))
    label = f"Mark Fired: {names(fresh)}" if marks else "The fire is a trigger"
    proposal = Proposal(label, edits, then=(triggered(board, places, fire, sides.pop()),))
    return _answer(board, TRIGGER, said, place, places, (proposal,))


def triggered(board: Board, places: Sequence[Hex], by: str, side: str, moving: Sequence[str] = ()) -> Next:
    """The question of who answers a fire of a side, at one of the hexes that it came from; `moving` are those who may not, for
    they drew it. [TCS 4.01 13.1d, 14.1e, 15.2c, 15.2d, 18.10b, 18.10c]"""
    box, places = board.forces.box, _nearest_first(board, places, side)
    section = {SUPPRESSIVE: "13.1d", POINT: "14.1e", BY_FLAK: "18.10c", BY_MISSION: "18.10b"}.get(by, "15.2d")
    given = {"to": box.label(places[0]), "trigger": "fire", "by": by}
    if len(places) > 1:
        given["places"] = listed([box.label(place) for place in places])
    if moving:
        given["moving"] = listed(moving)
    template = "Overwatch at those who fired from {hex}"
    if len(places) > 1:
        template = "Overwatch at one of the {count} hexes that fired, such as {hex}"
    title = Reason(board.ref(section), template, {"hex": places[0], "count": len(places)}, tuple(places))
    return Next("overwatch.fire", title, given, enemy_of(board, side), may=True)


def _nearest_first(board: Board, places: Sequence[Hex], side: str) -> list[Hex]:
    """Hexes that fired, those first that enemies stand nearest to: at these it is likely that somebody answers."""
    enemies = [board.net.hexes[number] for number, units in board.at.items() if any(unit.side != side for unit in units)]
    return sorted(places, key=lambda place: min(map(place.distance, enemies), default=0))


def enemy_of(board: Board, side: str) -> str:
    """The side that answers another, "" where there are several or none."""
    others = [each.id for each in board.forces.oob.sides if each.id != side]
    return others[0] if len(others) == 1 else ""


def _told(board: Board, fire: str, standing: Sequence[Unit]) -> Iterator[Reason]:
    told = {"units": names(standing)}
    if not standing:
        yield Reason(board.ref("13.1d"), "None of those who fired is left")
    elif fire == AT_ROLLS:
        yield Reason(board.ref("16.1g"), "AT rolls alone mark nobody Fired: {units}", told)
        yield Reason(board.ref("16.1h"), "AT rolls by themselves trigger nothing")
    elif fire == POINT:
        yield Reason(board.ref("14.1d"), "Fire at points marks nobody Fired: {units}", told)
        yield Reason(board.ref("14.1e"), "The other side may fire overwatch at one of the hexes that fired")
    else:
        yield Reason(board.ref("13.1i"), "{units} are marked Fired, after all retreats that the fire has caused", told)
        yield Reason(board.ref("13.1d"), "The other side may fire overwatch at one of the hexes that fired")


def _answer(
    board: Board, verdict: str, said: Sequence[Reason], place: Hex, places: Sequence[Hex], proposals: tuple[Proposal, ...] = ()
) -> Ruling:
    hexes = {TARGET: frozenset({place}), **({OPEN: frozenset(places)} if places else {})}
    detail = ProcedureDetail(facts={"hexes": len(places)}, proposals=proposals, hexes=hexes)
    return Ruling("fire.after", board.case.ruleset.id, verdict, len(places), tuple(said), detail, board.consulted.charts)


AFTER_PARAMETERS = (
    Parameter("to", "hex", "the hex that was fired at", required=True),
    Parameter("units", "texts", "those who fired, by their ids or names", required=True),
    Parameter("fire", "choice", "what they fired; a Suppressive Fire Action without it", choices=FIRES),
)
