"""TCS as a system: its questions and their parameters."""

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from core.analysis.elevation import Heights, carry_over, survey
from core.analysis.ground import Ground
from core.geometry.hexes import Hex
from core.model.state import GameState
from core.model.terrain import Terrain
from core.rules.kernel.charts import ChartBook
from core.rules.kernel.force_questions import force_questions
from core.rules.kernel.forces import Forces
from core.rules.kernel.progress import Progress
from core.rules.kernel.ruleset import Ruleset
from core.rules.kernel.rulings import Ruling
from core.rules.kernel.system import Parameter, Question, Steps
from core.rules.kernel.tables import COMMON, by_name
from core.rules.operations.questions import BEFORE, BEGAN, PATH, SPENT, TO, UNITS, OverBoard, mode_parameter, movement_questions
from core.rules.tcs import sheet_steps, standing_questions, unit_orders
from core.rules.tcs.acting import actions
from core.rules.tcs.artillery.questions import ON_THE_MAP as ARTILLERY_ON_THE_MAP
from core.rules.tcs.assaults.assaulting import ON_THE_MAP as CLOSE_COMBAT
from core.rules.tcs.assaults.breaching import ON_THE_MAP as BREACHES
from core.rules.tcs.assaults.crossing_mines import ON_THE_MAP as MINES
from core.rules.tcs.details import HeightsDetail
from core.rules.tcs.effects import formation_morale, losing, stack_morale
from core.rules.tcs.fires.questions import ON_THE_MAP as FIRES_ON_THE_MAP
from core.rules.tcs.forces import mounting
from core.rules.tcs.formation_board import ON_THE_MAP as BOARD
from core.rules.tcs.movement.going import MODES, OPERATIONS
from core.rules.tcs.orders import command, permissions, sheet_questions, sheet_sets
from core.rules.tcs.procedures import (
    artillery,
    assault,
    at_roll,
    carriers,
    fire,
    formations,
    losses,
    minefields,
    morale,
    point_fire,
    sorties,
)
from core.rules.tcs.set_up import RULES
from core.rules.tcs.sight import spotting
from core.rules.tcs.sight.case import Case
from core.rules.tcs.sight.crossfire import crossfire
from core.rules.tcs.sight.elevation import elevation
from core.rules.tcs.sight.field import field_of_view
from core.rules.tcs.sight.los import judge
from core.rules.tcs.sight.methods import METHODS
from core.rules.tcs.watch.watching import overwatch

_METHOD = Parameter(
    "method",
    "choice",
    "how elevations are found: standard (8.2), simplified (8.4), contour-heads (8.5a with b and c as named); "
    "without it, the box's own",
    choices=METHODS,
)
_WHAT_IFS = (
    Parameter("visibility", "number", "visibility of the turn in hexes; unlimited without it (7.0)"),
    Parameter("smoke", "hexes", "hexes with a smoke marker of their own hex (19.1, 19.3c)"),
    Parameter("smoke_barrage", "hexes", "hexes with a smoke barrage marker, which also fills the adjacent hexes (19.3b)"),
    Parameter("continuous_fire", "hexes", "hexes with a continuous fire marker, which blocks like smoke (18.6b)"),
    Parameter("without", "terrains", "kinds of terrain to be treated as absent"),
)


def _los(case: Case, given: Mapping[str, Any]) -> Steps:
    return (yield from _relay(judge(_supposing(case, given), given["from"], given["to"], _method(case, given))))


def _elevation(case: Case, given: Mapping[str, Any]) -> Steps:
    yield from ()
    return elevation(case, given["hex"], _method(case, given))


def _heights(case: Case, given: Mapping[str, Any]) -> Steps:
    name = _method(case, given)
    book = case.heights(case.method(name))
    total = len(case.ground.hexes)
    yield Progress(len(book.known), total, {h: level.height for h, level in book.known.items() if h in case.ground.cells})
    for place, level in survey(book, given.get("near")):
        yield Progress(len(book.known), total, {place: level.height})
    heights = MappingProxyType({h: book.centre(h).height for h in case.ground.hexes})
    missing = sum(1 for h in heights.values() if h is None)
    verdict = "undecidable" if missing == total else "decided"
    return Ruling("heights", case.ruleset.id, verdict, total - missing, (), HeightsDetail(name, heights))


def _field(case: Case, given: Mapping[str, Any]) -> Steps:
    return (yield from _relay(field_of_view(_supposing(case, given), given["from"], _method(case, given))))


def _crossfire(case: Case, given: Mapping[str, Any]) -> Steps:
    return (yield from _relay(crossfire(_supposing(case, given), given["target"], given["firers"], _method(case, given))))


def _relay(steps: Generator[tuple[Any, ...], None, Ruling]) -> Steps:
    """Turns (done, total, partial) tuples into `Progress`."""
    while True:
        try:
            step = next(steps)
        except StopIteration as stop:
            ruling: Ruling = stop.value
            return ruling
        yield Progress(*step)


def _method(case: Case, given: Mapping[str, Any]) -> str:
    name: str = given.get("method") or case.choices["los.method"]
    return name


def _supposing(case: Case, given: Mapping[str, Any]) -> Case:
    """The case with the what-ifs of a question over its state."""
    changes: dict[str, Any] = {}
    for name in ("smoke", "smoke_barrage", "continuous_fire"):
        if given.get(name) is not None:
            changes[name] = frozenset[Hex](given[name])
    if given.get("without") is not None:
        changes["without"] = frozenset[str](given["without"])
    if "visibility" in given:
        changes["visibility"] = given["visibility"]
    return replace(case, state=replace(case.state, **changes)) if changes else case


_PROCEDURES = (
    *(command, spotting, fire, point_fire, losses, morale, formations, at_roll),
    *(
        minefields,
        assault,
        artillery,
        sorties,
        carriers,
        mounting,
        permissions,
        sheet_questions,
        sheet_sets,
        sheet_steps,
        unit_orders,
    ),
)
"""Modules whose questions need no map."""


_OVER_BOARD = OverBoard(OPERATIONS, RULES)
_ON_THE_MAP = (
    _OVER_BOARD(
        "overwatch",
        "who could fire on overwatch at units on their way, hex by hex, with the best shot of each stack",
        "7.1, 9.1, 15.0-15.3, 20.1d, 24.3, 26.2",
        (
            UNITS,
            TO,
            PATH,
            Parameter("at", "hex", "a hex of the way: of every stack of enemies it is told why it could fire there, or not"),
            mode_parameter(each.id for each in MODES),
            *(SPENT, BEGAN, BEFORE),
        ),
        overwatch,
        title="Overwatch on a way",
    ),
    _OVER_BOARD(
        "unit.acts",
        "what units can do now, and why not the rest",
        "4.0-4.2, 9.1, 13.1, 14.1, 15.3, 16.1, 17.3-17.7, 18.4, 20.0, 21.3, 22.0, 23.0, 24.1, 24.3",
        (
            Parameter("units", "texts", "units by their ids or names, or formations for all that stand in hexes"),
            Parameter("hex", "hex", "a hex, for all units in it"),
            BEFORE,
        ),
        actions,
        title="What units can do",
        also=("what can i do",),
    ),
    *BOARD,
)
"""Questions about units on the map that TCS alone has."""


_STEPS = (
    *FIRES_ON_THE_MAP,
    *losing.ON_THE_MAP,
    *stack_morale.ON_THE_MAP,
    *formation_morale.ON_THE_MAP,
    *standing_questions.ON_THE_MAP,
    *CLOSE_COMBAT,
    *MINES,
    *BREACHES,
    *ARTILLERY_ON_THE_MAP,
)
"""Steps of procedures, which lead from one to the next."""


class Tcs:
    """The Tactical Combat Series, edition 4.01."""

    series = "tcs"
    force_rules = RULES
    reads = frozenset(
        {
            "alternates.trying",
            "ammunition.allotment",
            "ammunition.battalion",
            "artillery.adjustment_row",
            "artillery.gun_strengths",
            "artillery.observers",
            "artillery.on_map",
            "artillery.on_sheets",
            "artillery.order",
            "artillery.reach",
            "artillery.reaction",
            "at_roll.suppressed_overwatch",
            "barrage.markers",
            "breaching.movement",
            "command.line_entry",
            "command.play",
            "command.rating",
            "counters.coding",
            "crossfire.measure",
            "dug_in.outside_defence",
            "elevation.mark_tie",
            "elevation.no_straight_line",
            "heads.bottom_fall",
            "heads.hilltop_rise",
            "illumination.from_dark",
            "los.adjacent_beyond_visibility",
            "los.corner_contact",
            "los.end_hex_contact",
            "los.hexside_contact",
            "los.method",
            "losses.carried",
            "losses.halves",
            "morale.battalion_start",
            "morale.vehicle_recovery_night",
            "night.visibility",
            "overwatch.hexside_terrain",
            "preliminary.added",
            "range_zero.mixed",
            "reinforcements.allowance",
            "reinforcements.late",
            "reserves.state",
            "riders.on_vehicles",
            "rockets.zones",
            "setup.losses",
            "setup.overstacked",
            "setup.strength",
            "solitaire.sheets",
            "staff.modifier",
            "syr.artillery",
            "syr.cover",
            "syr.first_hex",
            "syr.rear",
            "syr.straight",
            "twilight.area_fire",
            "unassigned.move_sheets",
            "vehicle_syr.trigger",
            "weighted_turns.move_sheets",
        }
    )
    questions: Mapping[str, Question] = by_name(
        (
            Question(
                "los",
                "whether one hex sees another, and why",
                "7.0, 8.0-8.5, 19.1",
                (
                    Parameter("from", "hex", "the firing, spotting or observing hex", required=True),
                    Parameter("to", "hex", "the target hex", required=True),
                    _METHOD,
                    *_WHAT_IFS,
                ),
                _los,
                title="Line of sight",
            ),
            Question(
                "elevation",
                "the base elevation of a hex in metres, and how it was found",
                "8.2, 8.4, 8.5b, 8.5c",
                (Parameter("hex", "hex", "the hex", required=True), _METHOD),
                _elevation,
                title="Height of a hex",
            ),
            Question(
                "heights",
                "the base elevations of all hexes",
                "8.2, 8.4, 8.5b, 8.5c",
                (_METHOD, Parameter("near", "hex", "where to begin")),
                _heights,
                title="Heights of all hexes",
            ),
            Question(
                "field",
                "all hexes that one hex sees",
                "7.0, 8.0-8.5, 19.1",
                (Parameter("from", "hex", "the hex that looks", required=True), _METHOD, *_WHAT_IFS),
                _field,
                title="Field of view",
            ),
            Question(
                "crossfire",
                "whether firers make a cross fire, and from where one more would",
                "11.4",
                (
                    Parameter("target", "hex", "the hex fired at", required=True),
                    Parameter("firers", "hexes", "hexes of low-trajectory firers", required=True),
                    _METHOD,
                    *_WHAT_IFS,
                ),
                _crossfire,
                title="Cross fire",
            ),
            *movement_questions(OPERATIONS, RULES),
            *_ON_THE_MAP,
            *(replace(question, leads=True) for question in _STEPS),
            *(question for module in _PROCEDURES for question in module.QUESTIONS),
            *force_questions(RULES),
            *COMMON,
        )
    )

    def case(
        self,
        ruleset: Ruleset,
        ground: Callable[[], Ground],
        terrain: Mapping[str, Terrain],
        options: Mapping[str, str],
        charts: ChartBook,
        on_new_heights: Callable[[Heights], object] | None = None,
    ) -> Case:
        """The case of a box: presets of the ruleset with the box's options over them."""
        return Case(ruleset, ground(), terrain, ruleset.choices(options), charts, on_new_heights=on_new_heights)

    def take_over(self, case: Case, before: Case) -> None:
        """Gives a case the heights of an earlier state of its box that changed lines do not reach."""
        for settings, heights in before.book.items():
            case.book[settings] = carry_over(heights, case.ground)
        case.take_over_net(before)

    def heights(self, case: Case) -> Iterable[Heights]:
        """All sets of heights that were computed for a case."""
        return tuple(case.book.values())

    def in_state(self, case: Case, state: GameState, forces: Forces) -> Case:
        """The same case in another state of play, with the units of the box."""
        return replace(case, state=state, forces=forces)
