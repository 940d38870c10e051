"""The questions that every operational series answers on the map, made of its `OperationsRules`."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from core.rules.kernel.force_rules import ForceRules
from core.rules.kernel.parameters import SIDES, Parameter, Part
from core.rules.kernel.rulings import Ruling
from core.rules.kernel.system import Question, Steps
from core.rules.operations.board import Board, NetTables
from core.rules.operations.movement import movement
from core.rules.operations.movement_detail import ZONES
from core.rules.operations.onto import NO, YES, onto
from core.rules.operations.rules import OperationsRules
from core.rules.operations.supply import SupplyRules, supply
from core.rules.operations.zones import CONTROL, zoc

SCENARIO = Parameter(
    "scenario", "text", "the scenario, by its file or title; the one that is shown, or the only one, without it"
)
UNITS = Parameter("units", "texts", "units by their ids or names, or formations for all that stand in hexes", required=True)
SIDE = Parameter("side", "text", "the side, by its id or name; the one whose phase it is without it", words=SIDES)
ZONES_PARAMETER = Parameter("zones", "choice", "whether enemy zones count; as_ruled without it", choices=ZONES)

WATCH = Parameter("watch", "choice", "whether it is told who could fire at them on the way; no without it", choices=(YES, NO))
MOVED = Parameter("moved", "texts", "other units that have moved in the phase, by their ids or names")
SPENT = Parameter("spent", "fraction", "points that they have spent in the phase before", least=0)
BEGAN = Parameter(
    "began", "hexes", "where they stood when the phase began, one hex for all or one for each; where they stand without it"
)

BEFORE = Parameter(
    "before",
    "texts",
    "what units have spent in the phase before, and where they stood when it began: 6-mech*4*1203; ? for the fewest points"
    " that lead from there to where they stand",
    form=(
        Part("Unit", "text", before="", required=True),
        Part("Points", "text", before="*", required=True),
        Part("Began in", "text", before="*", required=True),
    ),
)

TO = Parameter("to", "hex", "a hex: the cheapest way there")
PATH = Parameter("path", "hexes", "the hexes of a way, in order, with or without the first")

OnBoard = Callable[[Board, Mapping[str, Any]], Ruling]
"""An answer over a board."""


def mode_parameter(modes: Iterable[str]) -> Parameter:
    """The way to move, one of these ids."""
    return Parameter("mode", "choice", "how they move; that of the phase in which play stands without it", choices=tuple(modes))


_BOARDS = "boards"
MOST_BOARDS = 2
"""So many states of play are kept with what was worked out for them: the last ones that were asked about."""


@dataclass(frozen=True)
class OverBoard:
    """Makes the questions of a series with these rules that are answered over its board."""

    rules: OperationsRules
    force_rules: ForceRules

    def __call__(
        self,
        name: str,
        summary: str,
        rules: str,
        parameters: tuple[Parameter, ...],
        answer: OnBoard,
        title: str = "",
        also: tuple[str, ...] = (),
        *,
        leads: bool = False,
        says: Mapping[str, Mapping[str, str]] = MappingProxyType({}),
        at_hex: str = "",
    ) -> Question:
        """A question that is answered over the board of the scenario that it may name; one that `leads` is a step of a
        procedure. `says` is what names of `also` speak for, `at_hex` what it is called with its hex."""

        def steps(case: NetTables, given: Mapping[str, Any]) -> Steps:
            yield from ()
            return answer(board_of(case, given, self.rules, self.force_rules), given)

        return Question(name, summary, rules, (*parameters, SCENARIO), steps, title, also, leads, says, at_hex)


def operation_questions(rules: OperationsRules, force_rules: ForceRules) -> tuple[Question, ...]:
    """The questions of a series with these rules."""
    asked = OverBoard(rules, force_rules)
    return (
        asked(
            "zoc",
            "which hexes units control, by whom, and where that is taken away",
            rules.zone_rules or rules.zone_section,
            (
                SIDE,
                Parameter("units", "texts", "units by their ids or names, or formations; all of the side without it"),
                Parameter("hex", "hex", "a hex: who controls it"),
                *_kinds_of_zones(rules),
            ),
            zoc,
            "Zones of control",
        ),
        *(_movement_questions(rules, asked) if rules.modes else ()),
        *((_supply_question(rules.supply, asked),) if rules.supply is not None else ()),
    )


def _kinds_of_zones(rules: OperationsRules) -> tuple[Parameter, ...]:
    """Which zones are meant, where there are several kinds."""
    if not rules.further_zones:
        return ()
    return (Parameter("kind", "choice", "which zones; those of control without it", choices=(CONTROL, *rules.further_zones)),)


def movement_questions(rules: OperationsRules, force_rules: ForceRules) -> tuple[Question, ...]:
    """The questions about movement alone, of a series without zones of control."""
    return _movement_questions(rules, OverBoard(rules, force_rules))


def _movement_questions(rules: OperationsRules, asked: OverBoard) -> tuple[Question, ...]:
    zones = (ZONES_PARAMETER,) if rules.zone_section else ()

    def moving(
        name: str,
        summary: str,
        own: tuple[Parameter, ...],
        answer: OnBoard,
        title: str = "",
        last: tuple[Parameter, ...] = (),
        also: tuple[str, ...] = (),
    ) -> Question:
        """A question about what units reach in some mode, with or without zones."""
        mode = mode_parameter(each.id for each in rules.modes)
        sections = rules.movement_rules or rules.movement_section
        return asked(name, summary, sections, (*own, mode, *zones, *last), answer, title, also)

    return (
        moving(
            "movement",
            "where units can go together, and what a way costs hex by hex",
            (
                UNITS,
                TO,
                PATH,
            ),
            movement,
            last=(SPENT, BEGAN, BEFORE, *((MOVED,) if rules.heeds_moved else ()), *((WATCH,) if rules.watched else ())),
            also=("move",),
        ),
        moving(
            "movement.onto",
            "which enemies could reach a hex, with how many points left",
            (
                Parameter("to", "hex", "the hex", required=True),
                Parameter(
                    "side",
                    "text",
                    "whose units come, by id or name; all enemies of the units in the hex without it",
                    words=SIDES,
                ),
                Parameter(
                    "beside",
                    "choice",
                    "whether a hex beside it will do; yes where enemies of theirs are in it",
                    choices=(YES, NO),
                ),
            ),
            onto,
            "Enemy reach onto a hex",
            last=(BEFORE,),
        ),
    )


def _supply_question(rules: SupplyRules, asked: OverBoard) -> Question:
    return asked(
        "supply",
        "the state of supply of units, their lines or the least that cuts them, and who loses supply with a hex",
        rules.rules or rules.section,
        (
            SIDE,
            Parameter("units", "texts", "units whose lines are told hex by hex; all of the side without lines"),
            Parameter("falls", "hex", "a hex: who would be worse supplied if enemies took it, its zone with it"),
        ),
        supply,
        "Supply on the map",
    )


def board_of(case: NetTables, given: Mapping[str, Any], rules: OperationsRules, force_rules: ForceRules) -> Board:
    """The board of a case, with what was worked out for earlier questions about the same state of play, under these options or
    under others that change nothing of it."""
    forces = case.forces.in_scenario(given.get("scenario") or "")
    known: dict[object, Board] = case.kept.setdefault(_BOARDS, {})
    key = (id(forces), rules.heeded_of(case.choices))
    board = known.pop(key, None)
    if board is None or board.forces is not forces:
        board = Board(case, force_rules, rules, forces)
    known[key] = board
    board = board.under(case)
    while len(known) > MOST_BOARDS:
        del known[next(iter(known))]
    return board
