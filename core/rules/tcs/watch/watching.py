"""Who could fire on overwatch at units on their way, hex by hex, with the best shot of each stack [TCS 4.01 7.1, 15.0-15.3].

Where data flows::

    units, way ──> movement: steps, which of them go along a road
    each step ──> targets: those who move, and friends in the hex ─┐
    each stack of enemies ──> who of it may fire ──────────────────┼──> lines of sight, spotting ──> area, point fire ──> Shot
    ground ──> combat classes of the hex, the hexside crossed ─────┘

A stack is looked at only as far as its weapons reach and its targets are spotted, so that few lines of sight are judged.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from core.base.amounts import amount
from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.rules.kernel.combat import Facts
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import UNDECIDABLE, Reason, Ruling
from core.rules.kernel.watch_detail import Shot, WatchDetail, Watched
from core.rules.operations.board import Board
from core.rules.operations.movement import movement
from core.rules.operations.movement_detail import RangeDetail, StepCost
from core.rules.operations.passage import crossing_to
from core.rules.tcs.forces.counters import at_the_area, integrated_steps, kind_of, target_of, unit_of
from core.rules.tcs.forces.strength import MORTAR
from core.rules.tcs.forces.units import DUG_IN, INFANTRY, MOVE
from core.rules.tcs.forces.units import Unit as Counted
from core.rules.tcs.forces.walking import in_own_carrier, way_of
from core.rules.tcs.procedures.area_shifts import NIGHT, exposed
from core.rules.tcs.procedures.at_roll import IN_HEX, MODIFIERS, ONE_HEX, at_roll
from core.rules.tcs.procedures.dangers import breaches
from core.rules.tcs.procedures.fire import OVERWATCH, after_firing, area_fire_of, prohibitions
from core.rules.tcs.procedures.point_fire import point_fire_of
from core.rules.tcs.reckoning import YES
from core.rules.tcs.sight.case import Case
from core.rules.tcs.sight.cover import classes_crossed, classes_of_hex, classes_under_fire, is_bridge
from core.rules.tcs.sight.spotting import TERRAIN, spotted_at
from core.rules.tcs.watch.acted import bars_any_fire
from core.rules.tcs.watch.gun_rolls import shots_of_guns
from core.rules.tcs.watch.lookout import Ground, Spotting, Stack, Step, Watch, watch_on

AREA, POINT, ROLLS = "area fire", "point fire", "AT rolls"
IN_SMOKE = "target in smoke"
"""A row of the modifiers of AT rolls. [TCS 4.01 16.1]"""
ROAD = "road movement"
WATCHED, UNWATCHED = "watched", "unwatched"
COVERED = TERRAIN.index("Partly Protective")
"""From this class on a step that is not adjacent is answered only where the hex that is left is seen too. [TCS 4.01 15.2c]"""


def overwatch(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Who could fire on overwatch at units on their way, and how well. Raises WrongUse. [TCS 4.01 15.0-15.3]"""
    moved = movement(board, {name: value for name, value in given.items() if name != "at"})
    detail = moved.detail
    assert isinstance(detail, RangeDetail)
    units = board.units(detail.units)
    way = tuple(each for each in detail.way if each.points is not None)
    if not way:
        stays = given.get("to") == detail.start
        raise WrongUse(
            f"to: {'they stand there already' if stays else 'no way leads there'}, so that nobody can fire at who goes it."
        )
    watched, why = watched_on(board, units, way, detail.mode)
    said = list(why)
    if given.get("at") is not None:
        said += _stack_by_stack(watch_on(board, units[0].side, detail.mode), units, way, given["at"])
    seen = sum(1 for each in watched if each.shots)
    found = WatchDetail(detail.units, watched)
    unsure = any(each.unsure for each in watched)
    verdict = WATCHED if seen else UNDECIDABLE if unsure else UNWATCHED
    return Ruling("overwatch", board.case.ruleset.id, verdict, seen, tuple(said), found, board.consulted.charts)


def watched_on(
    board: Board, units: Sequence[Unit], way: Sequence[StepCost], mode: str
) -> tuple[tuple[Watched, ...], tuple[Reason, ...]]:
    """The steps of a way with who could fire at each, and why. [TCS 4.01 15.0-15.3]"""
    watch = watch_on(board, units[0].side, mode)
    watched = tuple(_watched(watch, units, each) for each in way)
    return watched, tuple(_said(watch, watched))


def _watched(watch: Watch, units: Sequence[Unit], each: StepCost) -> Watched:
    """Who could fire at one step, the best shot first."""

    def found() -> Watched:
        step = _step(watch, units, each)
        shots = [shot for stack in watch.stacks for shot in _shots(watch, stack, step)]
        shots.sort(key=lambda shot: (-shot.expected, shot.away))
        firing, hexes = {shot.hex for shot in shots}, watch.board.net.hexes
        others = (stack for stack in watch.stacks if hexes[stack.number] not in firing)
        unsure = tuple(hexes[stack.number] for stack in others if _is_unsure(watch, stack, step))
        return Watched(each.source, each.into, tuple(shots), 1 + is_bottleneck(watch.board, step), unsure)

    # Whoever draws a way asks about the same steps again and again.
    key = ("watched", watch.mode, frozenset(unit.id for unit in units), each.source, each.into, each.along)
    return watch.board.kept(key, found)


def _step(watch: Watch, units: Sequence[Unit], each: StepCost) -> Step:
    """A step, with those who move in Move Mode and those of their side who are in the hex already, each with the carrier of its
    own that it has with it. [TCS 4.01 15.3e, 15.3h, 24.2a]"""
    source, into = watch.board.number(each.source), watch.board.number(each.into)
    targets = as_targets(watch, into, units)
    return Step(source, into, each.along, tuple(counted for _, counted in targets))


def as_targets(watch: Watch, into: int, moving: Sequence[Unit] = ()) -> tuple[tuple[Unit, Counted], ...]:
    """The units of the side that is watched in a hex as targets, each with the carrier of its own that it has with it, which
    stands for itself beside it; those that move, wherever they stand, come first and are in Move Mode. Raises WrongUse.
    [TCS 4.01 15.2c, 15.3e, 15.3h, 24.2a]"""
    board, ruleset, ids = watch.board, watch.case.ruleset, {unit.id for unit in moving}
    there = [unit for unit in board.at.get(into, ()) if unit.side == watch.side and unit.id not in ids]
    _refuse_unknown_targets(board, (*moving, *there))
    targets: list[tuple[Unit, Counted]] = []
    for unit in moving:
        counted, carried = replace(unit_of(ruleset, unit, moving), posture=MOVE), way_of(ruleset, unit, watch.mode).own_carrier
        some = in_own_carrier(ruleset, unit, counted) if carried else (counted,)
        targets += ((unit, each) for each in some)
    for unit in there:
        counted = watch.counted(unit, there)
        some = in_own_carrier(ruleset, unit, counted) if integrated_steps(ruleset, unit) else (counted,)
        targets += ((unit, each) for each in some)
    return tuple(targets)


def _refuse_unknown_targets(board: Board, units: Iterable[Unit]) -> None:
    """Raises WrongUse for counters that do not say what class of target they are. [TCS 4.01 3.2]"""
    unknown = [unit for unit in units if not target_of(unit, kind_of(board.case.ruleset, unit))]
    if unknown:
        raise WrongUse(f"units: no fire can be judged at a counter that prints no class of target: {names(unknown)}.")


def is_bottleneck(board: Board, step: Step) -> bool:
    """Whether a second trigger goes with a step: over a bridge, or through a breach of mines. [TCS 4.01 20.1d]"""
    crossing = crossing_to(board, step.source, step.into)
    sides = crossing.sides if crossing is not None else ()
    return any(is_bridge(board, kind) for kind in sides) or board.net.hexes[step.into] in breaches(board.forces)


# What a stack can do ------------------------------------------------------------------------------------------------------


def _shots(watch: Watch, stack: Stack, step: Step) -> Iterator[Shot]:
    """What a stack could fire at a step, by the better of the terrain of the hex and of the hexside. [TCS 4.01 15.2c, 15.2g]"""
    able = _able(watch, stack, step)
    if not able:
        return
    best: dict[str, Shot] = {}
    for ground in _grounds(watch, stack.number, step):
        for shot in _fires(watch, stack.number, step, ground, able):
            if shot.how not in best or shot.expected > best[shot.how].expected:
                best[shot.how] = shot
    yield from best.values()
    if watch.sees(stack.number, step.into):
        yield from _at_rolls(watch, stack.number, step, able)


def ranged(watch: Watch, stack: Stack, step: Step) -> Iterator[tuple[Unit, Counted]]:
    """The units of a stack, each with its range to a step."""
    away = watch.away(stack.number, step.into)
    return ((unit, replace(counted, range=away)) for unit, counted in stack.units)


def _able(watch: Watch, stack: Stack, step: Step) -> tuple[tuple[Unit, Counted], ...]:
    """Those of a stack who may answer a movement trigger so far away, whatever they see of it."""
    key = ("able", watch.side, stack.number, watch.away(stack.number, step.into))
    return watch.board.kept(key, lambda: tuple(each for each in ranged(watch, stack, step) if _may_answer(watch, *each)))


def _may_answer(watch: Watch, unit: Unit, counted: Counted) -> bool:
    """Whether a unit may answer a movement trigger: as all such may, and by what it has done. [TCS 4.01 9.1c-e, 15.3a-c]"""
    such = watch.board.kept(("may answer", counted), lambda: not _why_none_such(watch.case, counted))
    return such and not any(bars_any_fire(watch.board, unit))


def _why_not(watch: Watch, unit: Unit, counted: Counted) -> list[Reason]:
    """Why a unit cannot answer a movement trigger. [TCS 4.01 9.1c-e, 11.1a, 15.3a-c, 24.3b]"""
    return _why_none_such(watch.case, counted) or list(bars_any_fire(watch.board, unit))


def _why_none_such(case: Case, counted: Counted) -> list[Reason]:
    """Why no unit such as this can answer a movement trigger, whatever it has done. [TCS 4.01 9.1c-e, 11.1a, 15.3a-c]"""
    return prohibitions(case, (counted,), OVERWATCH) or after_firing(case, (counted,), OVERWATCH)


def _grounds(watch: Watch, here: int, step: Step) -> Iterator[Ground]:
    """The ground by which a step may be judged: that of the hex, or of the hexside as the firer likes who sees the hex that is
    left. [TCS 4.01 15.2c]"""
    chosen = watch.case.choices.get("overwatch.hexside_terrain", "ask")
    if chosen != "hexside" or not watch.sees(here, step.source):
        yield Ground(classes_under_fire(watch.board, step.into, here))
    if chosen != "hex":
        yield Ground(classes_crossed(watch.board, step.source, step.into), between=True)


def spotted_to(watch: Watch, step: Step, ground: Ground, firers: Iterable[Counted]) -> Fraction | None:
    """How far a step is spotted by units, None without a limit. [TCS 4.01 7.1e]"""
    return spotting_of(watch, step, ground, firers)[2]


def spotting_of(watch: Watch, step: Step, ground: Ground, firers: Iterable[Counted]) -> Spotting:
    """How far a step is spotted by units, with the shifts that make it so. [TCS 4.01 7.1e]"""
    smoke = watch.board.net.hexes[step.into] in watch.case.smoke
    dug_in = any(unit.posture == DUG_IN for unit in firers)
    key = (step.source, step.into, step.along, ground.classes, dug_in)
    if key not in watch.spotted:
        given = {name: YES for name, is_so in (("firer_dug_in", dug_in), ("smoke", smoke), ("road", step.along)) if is_so}
        watch.spotted[key] = spotted_at(watch.case, watch.board.consulted, step.targets, ground.classes, given)
    return watch.spotted[key]


def in_sight(watch: Watch, here: int, step: Step, ground: Ground, spotted: Fraction | None) -> bool | None:
    """Whether a step is spotted and seen from a hex, and the hex that is left is seen where that is asked for; None where that
    cannot be decided. [TCS 4.01 7.1b, 15.2b, 15.2c]"""
    away = watch.away(here, step.into)
    if spotted is not None and away > spotted:
        return False
    into = watch.sees(here, step.into)
    if into is False or not (ground.between or (away > 1 and is_covered(watch, step))):
        return into
    left = watch.sees(here, step.source)
    return into if left is True else left


def is_covered(watch: Watch, step: Step) -> bool:
    """Whether a step leads into terrain that gives cover. [TCS 4.01 15.2c]"""
    return max(map(TERRAIN.index, classes_of_hex(watch.board, step.into))) >= COVERED


def observed(watch: Watch, mortar: Unit, step: Step, ground: Ground) -> bool | None:
    """Whether somebody of a mortar's next higher formation, or it itself, spots a step; None where that cannot be decided.
    [TCS 4.01 7.1c, 24.3a]"""
    found: bool | None = False
    for here, counted in watch.observers(mortar):
        seen = in_sight(watch, here, step, ground, spotted_to(watch, step, ground, (counted,)))
        if seen:
            return True
        found = None if seen is None else found
    return found


def _is_unsure(watch: Watch, stack: Stack, step: Step) -> bool:
    """Whether it cannot be decided of a stack that it spots a step, as where the map has no heights. [TCS 4.01 8.2, 15.2b]"""
    able = _able(watch, stack, step)
    if not able:
        return False
    direct = [counted for _, counted in able if counted.kind.name != MORTAR]
    ground = Ground(classes_under_fire(watch.board, step.into, stack.number))
    if direct and in_sight(watch, stack.number, step, ground, spotted_to(watch, step, ground, direct)) is None:
        return True
    return any(observed(watch, unit, step, ground) is None for unit, counted in able if counted.kind.name == MORTAR)


def _fires(watch: Watch, number: int, step: Step, ground: Ground, able: Sequence[tuple[Unit, Counted]]) -> Iterator[Shot]:
    """The fires of those of a stack who may: together at the area, guns at point targets, or point firers at points.
    [TCS 4.01 15.2g, 24.5b]

    Who takes no part spares nobody: infantry stays out where B-1 targets are to be hurt [11.1b], and targets that are armoured
    better than others are left out where these are easier to destroy [12.2a].
    """
    direct = [each for each in able if each[1].kind.name != MORTAR]
    spotted = spotted_to(watch, step, ground, (counted for _, counted in direct))
    if direct and not in_sight(watch, number, step, ground, spotted):
        direct = []
    firing = direct + [each for each in able if each[1].kind.name == MORTAR and observed(watch, each[0], step, ground)]
    others = watch.others(number, step.into)
    along = (ROAD,) if step.along else ()
    for some in in_company(firing):
        firers = [at_the_area(unit, counted) for unit, counted in some]
        if exposed(watch.case, firers, step.targets)[0]:
            ruling = _fire(watch, area_fire_of, firers, step.targets, ground, (*others, *along))
            yield from watch.shot(number, step, ground, AREA, some, ruling)
    yield from shots_of_guns(watch, number, step, direct)
    at_points = [each for each in direct if each[1].point and each[1].reach]
    for points in _at_once(step.targets) if at_points else ():
        ruling = _fire(watch, point_fire_of, [each for _, each in at_points], points, ground, others)
        yield from watch.shot(number, step, ground, POINT, at_points, ruling)


def _fire(
    watch: Watch,
    judged: Callable[..., Ruling],
    firers: Sequence[Counted],
    targets: Sequence[Counted],
    ground: Ground,
    others: tuple[str, ...],
) -> Ruling:
    """A fire on overwatch as the procedures have it. Platoons are much alike, and fire again at the next step."""
    board = watch.board
    given = {"occasion": OVERWATCH, "terrain": ground.classes, "others": others}
    key = (judged, tuple(firers), tuple(targets), ground.classes, others)
    return board.kept(key, lambda: judged(watch.case, board.consulted, firers, targets, given))


def _at_rolls(watch: Watch, number: int, step: Step, able: Sequence[tuple[Unit, Counted]]) -> Iterator[Shot]:
    """The AT rolls that infantry beside a hex could make at what is armoured in it. [TCS 4.01 15.3f, 16.0, 16.1]"""
    rolling = [each for each in able if each[1].kind.category == INFANTRY]
    targets = sum(each.steps for each in step.targets if each.target[:1] != "A")
    if watch.away(number, step.into) != 1 or not rolling or not targets:
        return
    hexes = watch.board.net.hexes
    ruling = rolls_at(watch, number, step.into, sum(each.steps for _, each in rolling), targets, OVERWATCH)
    facts = ruling.detail.facts if isinstance(ruling.detail, Facts) else {}
    if facts.get("kill_chance"):
        kill, attacks = Fraction(facts["kill_chance"]), int(facts["attacks"])
        yield Shot(
            hex=hexes[number],
            units=tuple(unit.id for unit, _ in rolling),
            how=ROLLS,
            column=f"{facts['needed']}+",
            expected=kill * attacks,
            loss_chance=1 - (1 - kill) ** attacks,
            check_chance=Fraction(0),
            away=1,
            by_dice=True,
        )


def at_modifiers(watch: Watch, number: int) -> list[str]:
    """The modifiers of AT rolls at what is in a hex, as far as the chart in force has them. [TCS 4.01 16.0]"""
    words = [IN_SMOKE] if watch.board.net.hexes[number] in watch.case.smoke else []
    words += [NIGHT] if watch.case.state.light == "night" else []
    rows = watch.board.consulted.book.chart(MODIFIERS).rows
    return [word for word in words if rows.index(word) is not None]


def rolls_at(
    watch: Watch, number: int, into: int, attackers: int, targets: int, occasion: str, rolls: Sequence[Fraction] = ()
) -> Ruling:
    """AT rolls of so many steps in a hex at so many in another, or in the same. [TCS 4.01 16.0, 16.1, 26.1f]"""
    board = watch.board
    given = {
        "terrain": max(classes_of_hex(board, into), key=TERRAIN.index),
        "range": ONE_HEX if watch.away(number, into) else IN_HEX,
        "attackers": attackers,
        "targets": targets,
        "modifiers": at_modifiers(watch, into),
        "occasion": occasion,
        "rolls": rolls,
    }
    ruling = at_roll(watch.case, given)
    board.consulted.add(ruling.charts)
    return ruling


def in_company(firing: Sequence[tuple[Unit, Counted]]) -> Iterator[Sequence[tuple[Unit, Counted]]]:
    """Those of a stack who may fire at the area together: all, or all but the infantry. [TCS 4.01 11.1b]"""
    others = [each for each in firing if each[1].kind.category != INFANTRY]
    yield from (some for some in ((firing, others) if len(others) < len(firing) else (firing,)) if some)


def _at_once(targets: Iterable[Counted]) -> Iterator[Sequence[Counted]]:
    """The points that may be fired at together: all, or those that are armoured no better than one of them. [TCS 4.01 12.2a]"""
    points = [each for each in targets if each.target[:1] != "A"]
    for best in sorted({each.defence for each in points}):
        yield [each for each in points if each.defence <= best]


# What is said of it -------------------------------------------------------------------------------------------------------


def _said(watch: Watch, way: Sequence[Watched]) -> Iterator[Reason]:
    """Each step with who could fire at it, the best shot first. [TCS 4.01 15.0, 15.2c, 20.1d]"""
    ref = watch.board.ref
    for each in way:
        told: dict[str, object] = {"hex": each.into}
        if each.unsure:
            template = "Into {hex}: of {count} stacks it cannot be decided whether they see it, for want of heights"
            count = len(each.unsure)
            if count == 1:
                template = "Into {hex}: it cannot be decided whether it is seen from {from}, for want of heights"
            said = {**told, "count": count, "from": each.unsure[0]}
            yield Reason(ref("8.2"), template, said, (each.into, *each.unsure), {"count": count})
        if not each.shots:
            if not each.unsure:
                yield Reason(ref("15.2b"), "Into {hex}: nobody spots it who could fire", told, (each.into,))
            continue
        best = each.shots[0]
        told |= {
            "stacks": len(each.stacks),
            "from": best.hex,
            "how": best.how,
            "column": best.column,
            "expected": f"{float(best.expected):.2f}",
            "chance": f"{float(best.loss_chance) * 100:.0f} %",
        }
        template = (
            "Into {hex}: {stacks} could fire; the best from {from}, {how}, column {column}: {expected} steps to be expected,"
            " a loss with {chance}"
        )
        if best.by_dice:
            template = (
                "Into {hex}: {stacks} could fire; the best from {from}, {how}, {column}: {expected} steps to be expected,"
                " a loss with {chance}"
            )
        numbers: dict[str, int | Fraction] = {"stacks": len(each.stacks), "expected": best.expected, "chance": best.loss_chance}
        yield Reason(ref("15.2c"), template, told, (each.into, *each.stacks), numbers)
        if each.triggers > 1:
            yield Reason(
                ref("20.1d"), "{hex} is entered through a bottleneck: a second trigger", {"hex": each.into}, (each.into,)
            )
    if any(each.shots for each in way):
        yield Reason(ref("15.0"), "One stack alone answers each trigger")


def _stack_by_stack(watch: Watch, units: Sequence[Unit], way: Sequence[StepCost], place: Hex) -> Iterator[Reason]:
    """Of one hex of the way: every stack of enemies, and why it could fire or not. Raises WrongUse."""
    found = next((each for each in way if each.into == place), None)
    if found is None:
        raise WrongUse(f"at: the way does not go into {watch.board.forces.box.label(place)}.")
    step, board = _step(watch, units, found), watch.board
    for stack in sorted(watch.stacks, key=lambda each: board.net.hexes[each.number].distance(place)):
        here = board.net.hexes[stack.number]
        told: dict[str, object] = {"from": here, "away": here.distance(place), "units": names(unit for unit, _ in stack.units)}
        shots = list(_shots(watch, stack, step))
        if shots:
            best = max(shots, key=lambda each: each.expected)
            told |= {"how": best.how, "column": best.column, "expected": f"{float(best.expected):.2f}"}
            told["units"] = names(unit for unit, _ in stack.units if unit.id in best.units)
            template = "{from}, {away} hexes away: {how}, column {column}, {expected} steps to be expected ({units})"
            if best.by_dice:
                template = "{from}, {away} hexes away: {how}, {column}, {expected} steps to be expected ({units})"
            yield Reason(board.ref("15.2c"), template, told, (here,))
        else:
            yield _silent(watch, stack, step, told, here)


def _silent(watch: Watch, stack: Stack, step: Step, told: Mapping[str, object], here: Hex) -> Reason:
    """Why a stack could not fire at a step."""
    board = watch.board
    able = [counted for unit, counted in ranged(watch, stack, step) if not _why_not(watch, unit, counted)]
    if not able:
        unit, counted = next(iter(ranged(watch, stack, step)))
        first = _why_not(watch, unit, counted)[0]
        template = "{from}, {away} hexes away: " + first.template.replace("{unit}", "{who}")
        return Reason(first.rule, template, {**first.values, **told, "who": unit.name}, (here,))
    if all(each.kind.name == MORTAR for each in able) and not _is_unsure(watch, stack, step):
        template = "{from}, {away} hexes away: nobody who observes for it spots the hex ({units})"
        return Reason(board.ref("24.3a"), template, told, (here,))
    spotted = spotted_to(watch, step, Ground(classes_under_fire(board, step.into, stack.number)), able)
    if _is_unsure(watch, stack, step):
        template = "{from}, {away} hexes away: it cannot be decided whether the hex is seen, for want of heights ({units})"
        return Reason(board.ref("8.2"), template, told, (here,))
    if not watch.sees(stack.number, step.into):
        return Reason(board.ref("9.1b"), "{from}, {away} hexes away: the hex is not seen ({units})", told, (here,))
    if spotted is not None and watch.away(stack.number, step.into) > spotted:
        said = {**told, "range": amount(spotted)}
        return Reason(board.ref("7.1b"), "{from}, {away} hexes away: spotted to {range} hexes only ({units})", said, (here,))
    if not watch.sees(stack.number, step.source):
        template = "{from}, {away} hexes away: the target has cover, and the hex that it leaves is not seen ({units})"
        return Reason(board.ref("15.2c"), template, told, (here,))
    return Reason(board.ref("9.2"), "{from}, {away} hexes away: nothing in the hex can be hurt by it ({units})", told, (here,))
