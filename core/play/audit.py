"""What the rules want looked after when a phase ends. It asks questions, and so runs beside the window, not in it.

Nothing is forced: each finding has its section, what it is about and, where there is one way to mend it, the edits that do. Who
goes on all the same says why (`core.play.events.Overruled`).
"""

from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from core.base.errors import WrongUse
from core.base.steps import finish
from core.geometry.hexes import Hex
from core.model.orders import OpSheet
from core.model.state import GameState
from core.model.work import Work
from core.play.owing import title_of
from core.questions.game import Game
from core.rules.kernel.findings import LOOK, MAY, MEND, Finding
from core.rules.kernel.phase_checks import Check, PhaseEnd, removals
from core.rules.kernel.sequence import Phase
from core.rules.registry import CHECKS

__all__ = ["Finding", "audit", "audit_steps", "phase_of"]

NO_TRAILS: Mapping[str, tuple[Hex, ...]] = MappingProxyType({})


def audit(
    game: Game,
    start: GameState,
    state: GameState,
    sheets: Iterable[OpSheet] | None = None,
    trails: Mapping[str, tuple[Hex, ...]] = NO_TRAILS,
    around: GameState | None = None,
    forced: frozenset[str] = frozenset(),
) -> tuple[Finding, ...]:
    """What is found at the end of the phase that `state` stands in; `start` is the state when it began.

    `sheets` are the op sheets that who asks may see, all that there are without them; `trails` are the hexes that units have
    gone through in the phase; `around` is the state when all began that the phase belongs to (`core.play.turns.Course.around`).
    `forced` are units that results of dice alone have put elsewhere (`core.play.passage.forced`). What the rules want mended
    comes first, then what they allow, then what players must look for.

    It has no eyes: what a side may not see is left out of the states that it is given, and `core.play.views.View.findings`
    leaves out what would tell of it all the same.
    """
    return finish(audit_steps(game, start, state, sheets, trails, around, forced))


def audit_steps(
    game: Game,
    start: GameState,
    state: GameState,
    sheets: Iterable[OpSheet] | None = None,
    trails: Mapping[str, tuple[Hex, ...]] = NO_TRAILS,
    around: GameState | None = None,
    forced: frozenset[str] = frozenset(),
) -> Generator[tuple[int, int], None, tuple[Finding, ...]]:
    """The same in slices, each of which says how many checks of how many are done."""
    phase = phase_of(game, state)
    if phase is None:
        return ()
    checks = _checks(game, phase)
    after = game.with_state(state)
    known = tuple(sheets) if sheets is not None else Work(after.box, after.state).orders
    if sheets is not None and state.moment.side and all(sheet.side != state.moment.side for sheet in known):
        # Who sees the sheets of another side alone does not know the orders of this one.
        known = ()
    end = PhaseEnd(
        case=after.case,
        before=replace(after.forces, state=start),
        rules=game.system.force_rules,
        phase=phase,
        side=state.moment.side,
        of=state.moment.of,
        sheets=known or None,
        trails=trails,
        around=replace(after.forces, state=around) if around is not None else None,
        forced=forced,
    )
    found = list(_unanswered(after.state))
    for number, check in enumerate(checks):
        yield number, len(checks)
        for finding in check(end):
            if finding is None:
                yield number, len(checks)
            else:
                found.append(finding)
    game.compiled.keep_heights()
    weights = (MEND, MAY, LOOK)
    return tuple(sorted(found, key=lambda finding: weights.index(finding.weight)))


def _unanswered(state: GameState) -> Iterator[Finding]:
    """What the rules still want asked after what was done."""
    for owed in state.owed:
        if not owed.may:
            yield Finding("owed", owed.section, f"Still to be asked: {title_of(owed)}", LOOK)


def phase_of(game: Game, state: GameState) -> Phase | None:
    """The phase that a state stands in, None before the first one."""
    every = (phase for top in game.ruleset.sequence for _, phase in top.walk())
    return next((phase for phase in every if phase.id == state.moment.phase), None)


def _checks(game: Game, phase: Phase) -> tuple[Check, ...]:
    known = CHECKS.get(game.ruleset.series, {})
    for name in phase.checks:
        if name not in known:
            raise WrongUse(f'{game.ruleset.title} checks no "{name}", which the phase "{phase.id}" names.')
    return (removals, *(known[name] for name in phase.checks))
