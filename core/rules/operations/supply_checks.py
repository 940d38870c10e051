"""Supply at the end of a phase: units whose markers do not say what a Supply Phase finds, with the markers put right."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import cast

from core.model.deployment import Piece, Spot
from core.model.edits.edit import IN_PLAY
from core.model.edits.force_edits import ChangePieces
from core.rules.kernel.findings import LOOK, MEND, Finding
from core.rules.kernel.force_rules import by_side, names
from core.rules.kernel.forces import Unit
from core.rules.kernel.markers import parted
from core.rules.kernel.phase_checks import PhaseEnd
from core.rules.operations.board import Board, NetTables
from core.rules.operations.questions import board_of
from core.rules.operations.rules import OperationsRules
from core.rules.operations.supply import SupplyRules, judged, lines_of, rules_of

MOST_SAID = 4
"""So many units a finding says the reason of; the others are only named."""


def as_found(_: Board, __: Unit, state: str) -> str:
    """The state that a unit is in where its line alone decides."""
    return state


def supply_checked(
    end: PhaseEnd,
    rules: OperationsRules,
    section: str,
    units: Iterable[Unit],
    since: Callable[[Board, Unit, str], str] = as_found,
) -> Iterator[Finding | None]:
    """Units whose markers are not those of the state that they are found in, side by side; `section` is that of the findings.

    `since` says what was made in the phase of the state that a unit was found in. Where it is not clear where lines must lead,
    players look for themselves.
    """
    board = board_of(cast(NetTables, end.case), {}, rules, end.rules)
    of_supply = rules_of(board)
    needing = (unit for unit in units if of_supply.needs(board, unit).yes and _place(unit) in board.net.index)
    for side, some in by_side(needing).items():
        yield None
        unclear = of_supply.sources(board, side).unclear
        if unclear:
            text = f"Supply of {end.forces.side_name(side)} cannot be judged: {' '.join(unclear)}"
            yield Finding("supply", section, text, LOOK, _ids(some))
            continue
        found = judged(board, some)
        states = {unit.id: since(board, unit, found[unit.id]) for unit in some}
        yield None
        for state in of_supply.states:
            wrong = [unit for unit in some if states[unit.id] == state and of_supply.marked(unit) != state]
            if wrong:
                yield _wrong(end, board, of_supply, section, state, wrong)


def _wrong(end: PhaseEnd, board: Board, rules: SupplyRules, section: str, state: str, units: list[Unit]) -> Finding:
    """That units are not marked as what they are, with the edit that marks them."""
    word = next((kind for kind, told in rules.marks.items() if told == state), "")
    verb = "are" if len(units) > 1 else "is"
    if word:
        label, to_do = f"Mark as {state.lower()}", f"and {verb} not marked so"
    else:
        label, to_do = "Take supply markers off", "and the marker comes off"
    why = "; ".join(dict.fromkeys(_why(board, unit) for unit in units[:MOST_SAID]))
    text = f"{names(units)} {verb} {_in_words(state)}, {to_do}. {why}."
    spots = tuple(dict.fromkeys(place for unit in units if (place := _place(unit)) is not None))
    return Finding("supply", section, text, MEND, _ids(units), spots, (_marked(end, rules, label, word, units),))


def _why(board: Board, unit: Unit) -> str:
    """Why a unit is in the state that it is in, as a sentence without its stop."""
    reasons = lines_of(board, unit).told(unit, board.place(unit)).reasons
    return board.sentence(reasons[0]) if reasons else unit.name


def _in_words(state: str) -> str:
    return state[:1].lower() + state[1:]


def _marked(end: PhaseEnd, rules: SupplyRules, label: str, word: str, units: Iterable[Unit]) -> ChangePieces:
    """The edit that takes all markers of supply off units and puts one on, if there is one for their state."""
    pieces: dict[str, Piece | None] = {}
    for unit in units:
        if unit.piece is not None:
            left = {each for each in unit.piece.marks if parted(each)[0] not in rules.marks}
            pieces[unit.id] = replace(unit.piece, marks=frozenset({*left, *((_counted(end, word),) if word else ())}))
    return ChangePieces(label, IN_PLAY, MappingProxyType(pieces), MappingProxyType({}))


def _counted(end: PhaseEnd, word: str) -> str:
    """A kind of marker with its least number, where it has numbers."""
    kind = end.case.ruleset.markers.get(word)
    return word if kind is None or kind.least is None else f"{word} {kind.least}"


def _place(unit: Unit) -> Spot | None:
    return unit.piece.at if unit.piece is not None else None


def _ids(units: Iterable[Unit]) -> tuple[str, ...]:
    return tuple(unit.id for unit in units)
