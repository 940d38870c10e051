"""How far the execution of missions has come, from question to question and in the state of play [TCS 4.01 18.3].

It goes from one question to the next with what is asked. In play it stands as well among the conditions of the state, under the
side whose missions they are, or the first one for those of both, so that whoever begins anew attacks no hex twice.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from core.base.errors import CoreError, WrongUse
from core.geometry.hexes import Hex
from core.model.edits.edit import Edit
from core.model.edits.state_edits import ChangeState
from core.rules.operations.board import Board
from core.rules.tcs.artillery.barrages import falling, hits_on, is_attacked, struck
from core.rules.tcs.procedures.destroyed import KIND, VEHICLES, marked_of
from core.rules.tcs.procedures.missions import Lying

_KIND = "execution"
_UNDER_WAY, _OVER = "executing missions", "through with the missions"
_SPLIT, _PART = ": ", "; "
"""What comes before the colon is told to everybody; behind it stands what the questions need."""


@dataclass(frozen=True)
class Execution:
    """The execution of missions as far as it has come: of a side, or of both where it is "", the hexes that were attacked, who
    stood in those that check morale in the end, and the steps that formations of vehicles had lost before it began; `over` says
    that the checks behind all attacks are asked already."""

    board: Board
    side: str
    missions: tuple[Lying, ...]
    attacked: tuple[Hex, ...]
    checks: Mapping[Hex, tuple[str, ...]]
    gone: Mapping[str, int]
    over: bool = False

    @property
    def left(self) -> tuple[Hex, ...]:
        """The hexes that are still to be attacked. [TCS 4.01 18.3]"""
        board = self.board
        found = []
        for number in sorted(board.at):
            place = board.net.hexes[number]
            if place not in self.attacked and is_attacked(hits_on(board, place, self.missions), struck(board, number)):
                found.append(place)
        return tuple(found)

    def given(self, **more: str) -> dict[str, str]:
        """What goes on to the next question."""
        label = self.board.forces.box.label
        found = {"side": self.side} if self.side else {}
        if self.attacked:
            found["attacked"] = ", ".join(map(label, self.attacked))
        if self.checks:
            found["checks"] = ", ".join(f"{label(place)}*{'*'.join(units)}" for place, units in self.checks.items())
        if self.gone:
            found["gone"] = ", ".join(f"{formation}*{steps}" for formation, steps in self.gone.items())
        return found | more

    def noted(self) -> tuple[Edit, ...]:
        """The edit by which the state of play knows how far it has come; none outside play."""
        state = self.board.forces.state
        if not state.in_play:
            return ()
        parts = [_moment(self.board)]
        if not self.over:
            parts += [f"{name} {text}" for name, text in self.given().items() if name != "side"]
        word = f"{_OVER if self.over else _UNDER_WAY}{_SPLIT}{_PART.join(parts)}"
        return (ChangeState("Note the attacks", {"conditions": state.conditions.set(_key(self.board, self.side), word)}),)


def execution_of(board: Board, side: str, given: Mapping[str, Any]) -> Execution:
    """How far an execution has come, as a question is told, else as the state of play knows it. Raises WrongUse."""
    missions = falling(board, side)
    if not any(given.get(name) for name in ("attacked", "checks", "gone")) and (known := _kept(board, side)) is not None:
        return Execution(board, side, missions, *known)
    checks, attacked = _checks(board, given.get("checks", ())), tuple(given.get("attacked", ()))
    gone = _gone(given.get("gone", ())) if attacked else {each: steps for each, steps in tracks(board) if steps}
    return Execution(board, side, missions, attacked, checks, gone)


def tracks(board: Board) -> Iterator[tuple[str, int]]:
    """The formations with a track of vehicle morale, each with the steps that it has lost. [TCS 4.01 17.8a]"""
    for formation in board.forces.oob.formations:
        if formation.values.get(KIND) == VEHICLES:
            marked = marked_of(board.case, board.consulted, board.forces, formation)
            if marked is not None:
                yield formation.id, marked.gone


def _checks(board: Board, texts: Iterable[str]) -> dict[Hex, tuple[str, ...]]:
    """Who stood in hexes that check morale, as they are written: 12.07*1-e-2*mg-e-2. Raises WrongUse."""
    found = {}
    for text in texts:
        label, *units = text.split("*")
        place = board.forces.box.hex(label)
        if place is None:
            raise WrongUse(f'checks: "{text}" must begin with a hex of the map, as in 12.07*1-e-2.')
        found[place] = tuple(units)
    return found


def _gone(texts: Iterable[str]) -> dict[str, int]:
    """The steps that formations had lost, as they are written: tanks*3. Raises WrongUse."""
    found = {}
    for text in texts:
        formation, _, steps = text.rpartition("*")
        if not formation or not steps.isdecimal():
            raise WrongUse(f'gone: "{text}" must be a formation and its steps, as in tanks*3.')
        found[formation] = int(steps)
    return found


# In the state of play -----------------------------------------------------------------------------------------------------


def _key(board: Board, side: str) -> tuple[str, str]:
    return side or next((each.id for each in board.forces.oob.sides), ""), _KIND


def _moment(board: Board) -> str:
    """The turn whose missions they are: words of another one are no longer true."""
    return f"turn {board.forces.state.moment.turn}"


def _kept(board: Board, side: str) -> tuple[tuple[Hex, ...], dict[Hex, tuple[str, ...]], dict[str, int], bool] | None:
    """The hexes attacked, the checks, the steps lost before, and whether all is over, as the state of play knows them."""
    head, _, rest = board.forces.state.conditions.get(_key(board, side), "").partition(_SPLIT)
    moment, *parts = rest.split(_PART)
    if head not in (_UNDER_WAY, _OVER) or moment != _moment(board):
        return None
    found = {name: text.split(", ") for name, _, text in (part.partition(" ") for part in parts)}
    try:
        attacked = tuple(board.forces.box.hex(label) for label in found.get("attacked", ()))
        return attacked, _checks(board, found.get("checks", ())), _gone(found.get("gone", ())), head == _OVER
    except CoreError:
        return None
