"""Jobs on a session that is played: what the rules want looked after when a phase ends, and rulings that are noted."""

from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.orders import OpSheet
from core.model.state import GameState
from core.play.events import Ruled
from core.rules.kernel.findings import Finding
from core.rules.kernel.progress import Progress


def audit_phase(
    game: Any,
    *,
    start: GameState,
    state: GameState,
    sheets: tuple[OpSheet, ...] | None = None,
    trails: Mapping[str, tuple[Hex, ...]],
    around: GameState | None = None,
    forced: frozenset[str] = frozenset(),
) -> Generator[Progress, None, tuple[Finding, ...]]:
    """What is found at the end of the phase that `state` stands in and that began with `start`; see `core.play.audit`."""
    from core.play.audit import audit_steps

    _needs_rules(game)
    steps = audit_steps(game, start, state, sheets, trails, around, forced)
    while True:
        try:
            done, total = next(steps)
        except StopIteration as end:
            found: tuple[Finding, ...] = end.value
            return found
        yield Progress(done, total)


def judge_orders(game: Any, *, file: Path, side: str) -> Generator[Progress, None, list[str]]:
    """What is to be said of the op sheets of a side by mail that it has opened, as sentences. `file` is the journal."""
    from core.play.exports import Closed
    from core.play.looking import look
    from core.play.orders_judged import Judge
    from core.play.sealed_sheets import KIND
    from core.play.session import Session

    _needs_rules(game)
    loaded = look(file)
    if loaded.tables is None:
        raise WrongUse(f"{file} is no journal that can be read.")
    session = Session(Closed(loaded.read.entries), loaded.tables)
    steps = Judge(session, side, game, game.ruleset.play.secrets.get(KIND)).said()
    while True:
        try:
            done, total = next(steps)
        except StopIteration as end:
            found: list[str] = end.value
            return found
        yield Progress(done, total)


def note_ruling(
    game: Any, *, question: str, parameters: Mapping[str, object], state: GameState, by_mail: bool = False
) -> Generator[Progress, None, Ruled]:
    """The entry that notes what is ruled on a question under a state of play. Refused `by_mail` where it says what a side keeps
    to itself."""
    from core.play.asked import ruled_steps

    _needs_rules(game)
    ruled = yield from ruled_steps(game, question, parameters, state, by_mail=by_mail)
    return ruled


def _needs_rules(game: Any) -> None:
    if game is None:
        raise WrongUse("The rules of this box are not known here, so nothing can be asked of it.")
