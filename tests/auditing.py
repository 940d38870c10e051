"""States of play of made-up games to be audited, and what is found in them."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import immutables
from oracles.stacks import FILE, unit

from core.model.deployment import Deployment, Piece
from core.model.oob import Formation
from core.model.orders import OpSheet
from core.model.state import GameState, Moment
from core.model.work import Work
from core.play.audit import Finding
from core.questions.game import Game


def playing(game: Game, phase: str, side: str = "red", of: str = "", **said: Any) -> GameState:
    """A state of play of a made-up game, with its pieces where the scenario has them start, and with its op sheets."""
    plan = game.box.scenarios[FILE]
    moment, orders = Moment(1, phase, side, 1, of), immutables.Map({sheet.id: sheet for sheet in plan.sheets})
    return GameState(scenario=FILE, deployment=plan.start, moment=moment, order=("red", "blue"), orders=orders, **said)


def going(game: Game, state: GameState, **to: str | Piece) -> GameState:
    """The same with pieces elsewhere."""
    assert state.deployment is not None
    changes = {
        id_: replace(state.deployment.pieces[id_], at=game.box.hex(where)) if isinstance(where, str) else where
        for id_, where in to.items()
    }
    return replace(state, deployment=state.deployment.with_pieces(changes))


def codes(findings: Iterable[Finding]) -> list[tuple[str, str, str]]:
    return [(each.code, each.section, each.weight) for each in findings]


def mended(game: Game, state: GameState, findings: Iterable[Finding]) -> Deployment:
    work = Work(game.box, state)
    for finding in findings:
        for edit in finding.edits:
            work = edit.apply(work)
    return work.deployment


FORMATIONS = (Formation("d1", "First Division", "red"), Formation("d2", "Second Division", "red"))
DG = frozenset({"disorganized"})
PLATOON = unit("p", "infantry", formation="co", steps=5, target__class="area")
FOE = unit("foe", "infantry", "blue", steps=5, target__class="area")
COMPANY = (Formation("bn", "Battalion", "red"), Formation("co", "Company", "red", "bn"))


def sheet(**said: Any) -> OpSheet:
    return OpSheet("A", "red", **{"type": "Attack", "units": ("bn",), "status": "succeeded", **said})
