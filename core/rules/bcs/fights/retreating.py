"""Retreats on the map by the Retreat Answer Key: what each unit does, where it can go, and what that costs.

[BCS 1.1 Retreat Answer Key, variants 4, 8]
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.base.counted import counted
from core.geometry.hexes import Hex
from core.model.edits.edit import Edit
from core.model.edits.piece_edits import flipped, moved, unmarked
from core.model.scenario import ARRIVING
from core.model.work import Work
from core.rules.bcs.counters import SCREEN
from core.rules.bcs.fights.ground_of_combat import KEY_TERRAIN, RETREAT, words_of
from core.rules.bcs.fights.losing import lost
from core.rules.bcs.fights.retreat_ways import CHART, NO_WAY, STAYS, WAY, Retreat, at_headquarters, hexes_of
from core.rules.bcs.fights.taking_part import combat_units, formation_name, held_by, in_hex, listed, standing
from core.rules.bcs.formations import (
    ANSWER,
    AUTOMATIC,
    OFF_MAP,
    OTHER,
    RESULTS,
    SCREEN_EFFECTS,
    SITUATIONAL,
    TACTICAL,
    VOLUNTARY,
    asks_whether_bracketed,
    retreat,
)
from core.rules.bcs.ground.paths import is_bracketed, safe_path
from core.rules.bcs.ground.routes import headquarters_of
from core.rules.bcs.ground.screens import is_screen
from core.rules.bcs.ground.zones import class_of
from core.rules.bcs.tables import ON
from core.rules.kernel.combat import Facts
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.procedure import OPEN, TARGET, Part, ProcedureDetail
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.kernel.system import Parameter
from core.rules.operations.board import Board
from core.rules.operations.proposals import applied, work_of

RESULT_WORDS = (SITUATIONAL, AUTOMATIC, VOLUNTARY, OTHER)
MOVE_FACE = 0
YES, NO = "yes", "no"
GONE, PROHIBITED = "gone", "prohibited"
AWAY, STAY, HOME = "1", "3", "2"
"""Answers of the key."""


@dataclass(frozen=True)
class Ruled:
    """Units to which the key gives the same answer: that answer, hexes, steps of each, and why."""

    units: tuple[Unit, ...]
    answer: str
    hexes: int
    steps: int
    reasons: tuple[Reason, ...]

    @property
    def first(self) -> Unit:
        """One of them."""
        return self.units[0]


def retreat_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """How units in a hex retreat, with the hexes that are legal; where their answers differ, those of the first one, while the
    others are asked next. Raises WrongUse. [BCS 1.1 Retreat Answer Key, variants 4, 8]"""
    number = board.number(given["to"])
    units = _retreating(board, given, number)
    if not units:
        none = Reason(board.ref(ANSWER), "Nobody is left in {hex} to retreat", {"hex": board.net.hexes[number]})
        return _ruling(board, GONE, 0, [none], (), number, [Proposal("Nobody is left to retreat", ())])
    groups = tuple(_by_key(board, given, units, number))
    group, rest = groups[0], [unit for each in groups[1:] for unit in each.units]
    then = (retreat_asked(board, number, rest, given["result"], spared=given.get("spared") == YES),) if rest else ()
    said = list(group.reasons)
    if rest:
        told = {"units": names(group.units), "others": names(rest)}
        said.insert(0, Reason(board.ref(ANSWER), "This is the answer for {units}; {others} are asked next", told))
    done = {AWAY: _away, HOME: _home, STAY: _stays, OFF_MAP: _off}
    return done[group.answer](board, given, group, number, said, then)


def _retreating(board: Board, given: Mapping[str, Any], number: int) -> tuple[Unit, ...]:
    """The units that retreat: those that are named and still in the hex, else all combat units of who holds it."""
    if given.get("units"):
        named = board.units(given["units"])
        here = board.net.hexes[number]
        return combat_units(unit for unit in named if unit.piece is not None and unit.piece.at == here)
    return combat_units(in_hex(board, number, held_by(board, number)))


# What the key says --------------------------------------------------------------------------------------------------------


def _by_key(board: Board, given: Mapping[str, Any], units: Sequence[Unit], number: int) -> Iterator[Ruled]:
    """Units by the answers that the key gives them, in the order of the first of each; each for itself where they part."""
    found: dict[object, Ruled] = {}
    for unit in units:
        ruled = _key_of(board, given, unit, number)
        formation = unit.counter.formation if ruled.answer == HOME else ""
        key = (ruled.answer, formation, unit.id if given.get("apart") == YES else "")
        if key in found:
            others = [reason for reason in ruled.reasons if reason not in found[key].reasons]
            ruled = replace(found[key], units=(*found[key].units, unit), reasons=(*found[key].reasons, *others))
        found[key] = ruled
    yield from found.values()


def _key_of(board: Board, given: Mapping[str, Any], unit: Unit, number: int) -> Ruled:
    """What the key answers one unit, by what the map says of it. [BCS 1.1 Retreat Answer Key, variant 4]"""
    if given["result"] == AUTOMATIC and is_screen(board, unit):
        return _by_screen(board, unit)
    asked, said = _asked(board, given, unit, number)
    ruling = retreat(board.case, asked)
    if ruling.verdict == HOME and asked.get("headquarters") is None:
        asked["independent"] = YES
        template = "{unit}: its headquarters stands in no hex, so that it goes off the map, by a stand-in of ours"
        said.append(Reason(board.ref(ANSWER), template, {"unit": unit.name}))
        ruling = retreat(board.case, asked)
    if ruling.verdict == HOME and not _places(board, (unit,)):
        asked["overstacked"] = YES
        ruling = retreat(board.case, asked)
    board.consulted.add(ruling.charts)
    assert isinstance(ruling.detail, Facts)
    hexes, steps = (int(ruling.detail.facts[name]) for name in ("hexes", "steps"))
    reasons = [*said, *ruling.reasons]
    if given.get("spared") == YES and steps:
        reasons.append(Reason(board.ref("8"), "{unit} screens, and loses nothing by it", {"unit": unit.name}))
        steps = 0
    return Ruled((unit,), ruling.verdict, hexes, steps, tuple(reasons))


def _asked(board: Board, given: Mapping[str, Any], unit: Unit, number: int) -> tuple[dict[str, Any], list[Reason]]:
    """What the question with numbers is asked of a unit, and what the map says of it."""
    said: list[Reason] = []
    asked: dict[str, Any] = {"class": class_of(unit), "result": given["result"]}
    voluntary = given["result"] == VOLUNTARY
    if class_of(unit) != TACTICAL and not voluntary:
        bracketed = asks_whether_bracketed(board.case)
        name = "bracketed" if bracketed else "safe_path"
        asked[name] = given.get(name)
        if asked[name] is None and bracketed:
            judged = is_bracketed(board, unit)
            asked[name] = YES if judged.yes else NO
            said.append(judged.reason)
        elif asked[name] is None:
            path = safe_path(board, unit)
            asked[name] = YES if path.exists or not path.is_known else NO
            said += path.why
    if given["result"] == SITUATIONAL:
        asked["prepared"] = given.get("prepared") or (YES if standing(board, unit).prepared else NO)
        asked["key_terrain"] = given.get("key_terrain") or (YES if _is_key(board, number) else NO)
        for name, words in (("prepared", "{unit} has a prepared defence"), ("key_terrain", "{hex} is key terrain")):
            if asked[name] == YES:
                said.append(Reason(board.ref(ANSWER), words, {"unit": unit.name, "hex": board.net.hexes[number]}))
    if unit.flag("unit.independent") or not unit.counter.formation:
        asked["independent"] = YES
    else:
        home = headquarters_of(board, unit.counter.formation)
        asked["headquarters"] = None if home is None else board.net.hexes[number].distance(board.net.hexes[home[0]])
    return asked, said


def _is_key(board: Board, number: int) -> bool:
    """Whether a hex is key terrain, by the chart of terrain in combat: a stand-in of ours. [BCS 1.1 Retreat Answer Key]"""
    return KEY_TERRAIN in words_of(board, number, RETREAT)


def _by_screen(board: Board, unit: Unit) -> Ruled:
    """A screen falls back before deployed units on foot, whatever the key says of others. [BCS 1.1 variant 8]"""
    hexes = int(board.consulted.number(SCREEN_EFFECTS, "Retreat before units on foot", "number"))
    told = {"unit": unit.name, "hexes": hexes}
    said = Reason(board.ref("8"), "{unit} screens: it falls back {hexes} hexes without loss", told, numbers={"hexes": hexes})
    return Ruled((unit,), AWAY, hexes, 0, (said,))


# What can be done ---------------------------------------------------------------------------------------------------------


def _away(
    board: Board, given: Mapping[str, Any], group: Ruled, number: int, said: list[Reason], then: tuple[Next, ...]
) -> Ruling:
    """Answer 1: some hexes away, on the Move side; a voluntary retreat costs steps besides. [BCS 1.1 Retreat Answer Key]"""
    home = headquarters_of(board, group.first.counter.formation)
    going = Retreat(board, group.units, number, group.hexes, home[0] if home is not None else None)
    if not going.ways:
        return _no_way(board, group, number, said, then)
    short = group.hexes - (len(going.ways[0]) - 1)
    if short:
        told = {"units": names(group.units), "gone": group.hexes - short, "hexes": group.hexes}
        template = "{units} can go {gone} of {hexes} hexes: the texts at hand do not say what the others cost, and nothing does"
        said.append(Reason(board.ref(ANSWER), template, told))
    drawn = _drawn(board, given, number)
    against = list(going.against(drawn)) if drawn else []
    ways = ((drawn,) if not against else ()) if drawn else going.ways
    said += against
    proposals = [_gone(board, group, way, then) for way in ways]
    ends = frozenset(way[-1] for way in going.ways)
    verdict = PROHIBITED if against else group.answer
    routes = [hexes_of(board, way) for way in ways]
    facts: dict[str, Number | str] = {"length": group.hexes, "steps": group.steps, "legal": len(ends)}
    return _ruling(board, verdict, int(AWAY), said, group.units, number, proposals, ends, routes, facts)


def _home(
    board: Board, given: Mapping[str, Any], group: Ruled, number: int, said: list[Reason], then: tuple[Next, ...]
) -> Ruling:
    """Answer 2: turned over and back to the headquarters, or beside it. [BCS 1.1 Retreat Answer Key]"""
    places = _places(board, group.units)
    if not places:
        # Each of them would find a place, all together do not.
        told = {"units": names(group.units)}
        said.append(Reason(board.ref(ANSWER), "{units} find no place together: each is asked for itself", told))
        asked = {**given, "units": [unit.id for unit in group.units], "apart": YES}
        groups = tuple(_by_key(board, asked, group.units, number))
        rest = [unit for each in groups[1:] for unit in each.units]
        then = (retreat_asked(board, number, rest, given["result"], spared=given.get("spared") == YES), *then)
        return _home(board, given, groups[0], number, said, then)
    drawn = _drawn(board, given, number)
    wanted = drawn[-1] if drawn else None
    ends = [each for each in places if wanted in (None, each)]
    if not ends:
        told_hex = {"hex": board.net.hexes[drawn[-1]]}
        template = "{hex} is not at their headquarters, or they cannot go there"
        said.append(Reason(board.ref(ANSWER), template, told_hex, (board.net.hexes[drawn[-1]],)))
    proposals = [_put(board, group, end, then) for end in ends]
    routes = [hexes_of(board, (number, end)) for end in ends]
    facts: dict[str, Number | str] = {"length": group.hexes, "steps": group.steps, "legal": len(places)}
    verdict = group.answer if ends else PROHIBITED
    return _ruling(board, verdict, int(HOME), said, group.units, number, proposals, frozenset(places), routes, facts)


def _stays(
    board: Board, given: Mapping[str, Any], group: Ruled, number: int, said: list[Reason], then: tuple[Next, ...]
) -> Ruling:
    """Answer 3: they stay and lose steps. [BCS 1.1 Retreat Answer Key]"""
    facts: dict[str, Number | str] = {"length": 0, "steps": group.steps, "legal": 0}
    label = f"Stay{_each_loses(group.steps)}: {names(group.units)}"
    edits = lost(work_of(board), group.units, dict.fromkeys((unit.id for unit in group.units), group.steps))
    proposal = Proposal(label, edits, then=then)
    return _ruling(board, STAY, int(STAY), said, group.units, number, [proposal], facts=facts)


def _off(
    board: Board, given: Mapping[str, Any], group: Ruled, number: int, said: list[Reason], then: tuple[Next, ...]
) -> Ruling:
    """Off the map in the place of answer 2. [BCS 1.1 Retreat Answer Key]"""
    template = "They wait in the box {box}: how they come back is a rule of the core book, which was not at hand"
    said.append(Reason(board.ref(ANSWER), template, {"box": ARRIVING}))
    work = work_of(board)
    edits: list[Edit] = [flipped(work, [unit.id for unit in group.units])]
    edits.append(moved(applied(work, edits), [unit.id for unit in group.units], ARRIVING, "Off the map"))
    proposal = Proposal(f"Off the map: {names(group.units)}", tuple(edits), then=then)
    facts: dict[str, Number | str] = {"length": 0, "steps": group.steps, "legal": 0}
    return _ruling(board, OFF_MAP, OFF_MAP, said, group.units, number, [proposal], facts=facts)


def _no_way(board: Board, group: Ruled, number: int, said: list[Reason], then: tuple[Next, ...]) -> Ruling:
    """What becomes of units that can go nowhere: the chart of ways says it. [BCS 1.1 Retreat Answer Key]"""
    stays = board.consulted.cell(CHART, NO_WAY, WAY) == STAYS
    told: dict[str, object] = {"units": names(group.units)}
    template = "No way is legal for {units}, of which the key says nothing: "
    template += "they stay and lose a step each, as by answer 3" if stays else "they are lost"
    said.append(Reason(board.ref(ANSWER), template, told))
    each = int(board.consulted.number(RESULTS, STAY, "steps of each unit"))
    steps = {unit.id: group.steps + each if stays else unit.left for unit in group.units}
    label = f"{f'Stay{_each_loses(group.steps + each)}' if stays else 'Lost'}, for no way is legal: {names(group.units)}"
    proposal = Proposal(label, lost(work_of(board), group.units, steps), then=then)
    facts: dict[str, Number | str] = {"length": 0, "steps": max(steps.values()), "legal": 0}
    return _ruling(board, "no way", 0, said, group.units, number, [proposal], facts=facts)


def _places(board: Board, units: Sequence[Unit]) -> tuple[int, ...]:
    """The hexes at their headquarters into which units can fall back."""
    home = headquarters_of(board, units[0].counter.formation)
    return at_headquarters(board, units, home[0]) if home is not None else ()


def _drawn(board: Board, given: Mapping[str, Any], start: int) -> tuple[int, ...]:
    """The way that is drawn, the hex where they begin among its numbers; none where none is."""
    path: tuple[Hex, ...] = given.get("path") or ()
    numbers = tuple(board.number(place) for place in path)
    return numbers if not numbers or numbers[0] == start else (start, *numbers)


# Edits --------------------------------------------------------------------------------------------------------------------


def _gone(board: Board, group: Ruled, way: Sequence[int], then: tuple[Next, ...]) -> Proposal:
    """A way gone to its end, on the Move side, with the steps that it costs."""
    work, end = work_of(board), board.net.hexes[way[-1]]
    edits = list(lost(work, group.units, dict.fromkeys((unit.id for unit in group.units), group.steps)))
    work = applied(work, edits)
    left = [unit.id for unit in group.units if unit.id in work.deployment.pieces]
    if left:
        edits.append(moved(work, left, end, "Retreat", dict.fromkeys(left, (MOVE_FACE, ""))))
        edits += uncovered(applied(work, edits[-1:]), board, way[-1], left)
    label = f"Retreat to {board.label(way[-1])}{_each_loses(group.steps)}{_mixed(board, way[-1], group.units)}"
    return Proposal(label, tuple(edits), then=then)


def _put(board: Board, group: Ruled, end: int, then: tuple[Next, ...]) -> Proposal:
    """Units turned over at their headquarters."""
    work, ids = work_of(board), [unit.id for unit in group.units]
    edits: list[Edit] = [flipped(work, ids)]
    work = applied(work, edits)
    edits.append(moved(work, ids, board.net.hexes[end], "Retreat"))
    edits += uncovered(applied(work, edits[-1:]), board, end, ids)
    return Proposal(f"Flip and fall back to {board.label(end)}{_mixed(board, end, group.units)}", tuple(edits), then=then)


def _each_loses(steps: int) -> str:
    """What a label says of steps that each unit loses, "" for none."""
    return f", each losing {counted(steps, 'step')}" if steps else ""


def _mixed(board: Board, number: int, coming: Sequence[Unit]) -> str:
    """What a label says of formations that are mixed by it, which brings coordination markers; "" for none. [BCS 1.1 4.4a]"""
    own = {unit.counter.formation for unit in coming}
    there = {unit.counter.formation for unit in combat_units(in_hex(board, number, coming[0].side))} - own - {""}
    others = ", ".join(formation_name(board, each) for each in sorted(there))
    return f", stacked with {others} (4.4a)" if others else ""


def uncovered(work: Work, board: Board, number: int, coming: Iterable[str]) -> Iterator[Edit]:
    """The edit by which screens lose their markers that end a retreat beside other units, or beside which others do.

    [BCS 1.1 variant 8]
    """
    if board.case.choices["recon.screens"] != ON:
        return
    pieces, coming = work.deployment.pieces, set(coming)
    there = [id_ for id_ in work.deployment.stack(board.net.hexes[number]) if board.forces.unit(id_) is not None]
    screens = [id_ for id_ in there if SCREEN in pieces[id_].marks]
    if screens and len(there) > 1 and not coming.isdisjoint(there):
        yield unmarked(work, screens, SCREEN, "Remove screens")


def retreat_asked(board: Board, number: int, units: Sequence[Unit], result: str, *, spared: bool = False) -> Next:
    """The retreat of units in a hex, as it is asked next."""
    given = {"to": board.label(number), "units": listed(units), "result": result}
    if spared:
        given["spared"] = YES
    title = Reason(board.ref(ANSWER), "The retreat of {units}", {"units": names(units)})
    return Next("retreat.at", title, given, units[0].side)


def _ruling(
    board: Board,
    verdict: str,
    value: Number | str,
    said: Sequence[Reason],
    units: Sequence[Unit],
    number: int,
    proposals: Sequence[Proposal],
    ends: Iterable[int] = (),
    ways: Sequence[tuple[Hex, ...]] = (),
    facts: Mapping[str, Number | str] | None = None,
) -> Ruling:
    place, hexes = board.net.hexes[number], board.net.hexes
    detail = ProcedureDetail(
        facts=facts or {},
        proposals=tuple(proposals),
        parts=tuple(Part(unit.id, place, True, True) for unit in units),
        units="units",
        one_stack=True,
        hexes={TARGET: frozenset({place}), OPEN: frozenset(hexes[end] for end in ends)},
        ways=tuple(ways),
    )
    return Ruling("retreat.at", board.case.ruleset.id, verdict, value, tuple(said), detail, board.consulted.charts)


PARAMETERS = (
    Parameter("to", "hex", "the hex that they retreat from", required=True),
    Parameter(
        "result",
        "choice",
        "what makes them retreat; a screen that deployed units on foot enter retreats automatically (8)",
        required=True,
        choices=RESULT_WORDS,
    ),
    Parameter("units", "texts", "who retreats, by their ids or names; the combat units of the hex without it"),
    Parameter("path", "hexes", "the way that they take, with or without the first hex; every legal end without it"),
    Parameter("apart", "choice", "whether each retreats for itself; no without it", choices=(YES, NO)),
    Parameter("safe_path", "choice", "whether they have a safe path; as the map says without it", choices=(YES, NO)),
    Parameter(
        "bracketed", "choice", "whether they are bracketed, under the Rod Miller package; as the map says", choices=(YES, NO)
    ),
    Parameter("key_terrain", "choice", "whether they hold key terrain; as the map says without it", choices=(YES, NO)),
    Parameter("prepared", "choice", "whether they have a prepared defence; as play says without it", choices=(YES, NO)),
    Parameter("spared", "choice", "whether a screen loses nothing by it (8); no without it", choices=(YES, NO)),
)
