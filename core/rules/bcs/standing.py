"""What is kept of a formation in play, and the edits that change it [BCS 1.1 4.4a, variants 3, 5, 6, 7].

It stands in the state of play among the conditions of formations, in words that `play.yaml` of the ruleset names. Of what
nothing was said yet the formation is as its values say that it begins. What lasts for an activation or a turn goes with it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from core.base.counted import counted as number_of
from core.base.errors import WrongUse
from core.model.edits.edit import Edit
from core.model.edits.state_edits import Become, counted
from core.model.oob import NO_VALUES, Formation, Values
from core.model.state import GameState
from core.model.work import Work
from core.rules.bcs.activation import FAIL, FULL, LEVELS, PARTIAL
from core.rules.bcs.fatigue import BOUGHT
from core.rules.kernel.forces import Forces, Unit

FIRST: Final = "first"
SECOND: Final = "second"
"""Which activation of its turn a formation is in."""

_ACTIVATION, _SECOND, _FATIGUE, _SNAFU, _COORDINATION = ("activation", "second", "fatigue", "snafu", "coordination")
_PREPARED, _TRAINS, _RECOVERY, _OBJECTIVES, _ARTILLERY = ("prepared", "trains", "recovery", "objectives", "artillery")
_ROLLED = "fatigue.rolled"
_ACTIVE, _DONE = "Active", "Done"
_AGAIN, _NOT_AGAIN = "in its second activation", "without a second activation"
_TIRED = "past its fatigue roll"
_IN_DEFENCE, _NO_DEFENCE = "in prepared defence", "out of prepared defence"
_GHOST, _REAL = "with ghost trains", "with real trains"
_RECOVERING = "recovering"
_RESULTS: Mapping[str, str] = MappingProxyType({result: f"SNAFU {result}" for result in (FULL, PARTIAL, FAIL)})
_MOST_MARKERS = 3
_MARKERS: Mapping[int, str] = MappingProxyType(
    {n: f"with {number_of(n, 'coordination marker')}" for n in range(1, _MOST_MARKERS + 1)} | {0: "with no coordination marker"}
)
"""The words of `play.yaml`."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What is kept of a formation.

    `fatigue` is one of `LEVELS`, `coordination` how many markers it has, `prepared` whether it is in prepared defence, `ghost`
    whether its trains are ghosts. `activation` is `FIRST` or `SECOND` while it is active, "" else; `done` says that it has been
    active in the turn, `recovered` that it recovers in it. For its activation: `snafu` is the result, "" before the roll;
    `tired` says that it has rolled for fatigue, `refused` that there was or is no second activation for it; `paid` are the keys
    of `BOUGHT` that fatigue was paid for, each as often as it was; `objectives` are those placed but for recon's own;
    `artillery` are points that it has used.
    """

    formation: str
    fatigue: str = LEVELS[0]
    coordination: int = 0
    prepared: bool = False
    ghost: bool = False
    activation: str = ""
    done: bool = False
    recovered: bool = False
    snafu: str = ""
    tired: bool = False
    refused: bool = False
    paid: tuple[str, ...] = ()
    objectives: int = 0
    artillery: int = 0

    @property
    def marched(self) -> bool:
        """Whether it makes a forced march in this activation. [BCS 1.1 variant 3]"""
        return "forced_march" in self.paid


def standing_of(forces: Forces, formation_id: str) -> Standing:
    """What is kept of a formation now. [BCS 1.1 4.4a, variants 3, 5, 6, 7]"""
    return _standing(forces.state, forces.oob.formation(formation_id), formation_id)


def standing_of_unit(forces: Forces, unit: Unit) -> Standing | None:
    """What is kept of the formation of a unit; None for an independent one."""
    formation = unit.counter.formation
    return standing_of(forces, formation) if formation else None


def standing_edit(work: Work, formation_id: str, **changes: Any) -> Edit:
    """The edit by which a formation stands otherwise: `changes` are new values of fields of `Standing`.

    `activation` can be changed to the second one alone: the first begins with the course of play. Raises WrongUse for what no
    word stands for.
    """
    formation = work.box.oob.formation(formation_id)
    now = _standing(work.state, formation, formation_id)
    then = replace(now, **changes)
    if then.activation != now.activation and then.activation != SECOND:
        raise WrongUse("The course of play says who is active.")
    begun = _standing(GameState(), formation, formation_id)
    known, before = _words(now), _words(begun)
    # What it begins as is said where it is that again, too: play has gone on since.
    words = {
        (formation_id, kind): word or (_none(kind) if before[kind] else "")
        for kind, word in _words(then).items()
        if known[kind] != word
    }
    return Become(f"Change what {formation.name if formation is not None else formation_id} is", words)


def _standing(state: GameState, formation: Formation | None, id_: str) -> Standing:
    values = formation.values if formation is not None else NO_VALUES
    is_opening = state.moment.turn <= 1

    def said(kind: str) -> str:
        return state.conditions.get((id_, kind), "")

    activation = said(_ACTIVATION)
    begins_done = is_opening and not activation and values.get("done") is True
    second = said(_SECOND)
    return Standing(
        formation=id_,
        fatigue=said(_FATIGUE) or str(values.get("fatigue") or LEVELS[0]),
        coordination=_markers(said(_COORDINATION), values),
        prepared=said(_PREPARED) == _IN_DEFENCE if said(_PREPARED) else values.get("prepared") is True,
        ghost=said(_TRAINS) == _GHOST if said(_TRAINS) else values.get("trains.ghost") is True,
        activation="" if activation != _ACTIVE else SECOND if second == _AGAIN else FIRST,
        done=activation == _DONE or begins_done,
        recovered=said(_RECOVERY) == _RECOVERING,
        snafu=_result(said(_SNAFU)) or (str(values.get("snafu") or "") if is_opening and not activation else ""),
        tired=said(_ROLLED) == _TIRED,
        refused=second == _NOT_AGAIN,
        paid=tuple(name for name in BOUGHT for _ in range(counted(said(f"paid.{name}")))),
        objectives=counted(said(_OBJECTIVES)),
        artillery=counted(said(_ARTILLERY)),
    )


def _words(standing: Standing) -> dict[str, str]:
    """What stands for it in the state of play, by the kinds of conditions; "" for what need not be said."""
    if standing.coordination not in _MARKERS:
        raise WrongUse(f"A formation has from 0 to {_MOST_MARKERS} coordination markers, not {standing.coordination}.")
    active = _ACTIVE if standing.activation else ""
    again = _AGAIN if standing.activation == SECOND else ""
    return {
        _ACTIVATION: _DONE if standing.done else active,
        _SECOND: _NOT_AGAIN if standing.refused else again,
        _FATIGUE: standing.fatigue,
        _COORDINATION: _MARKERS[standing.coordination] if standing.coordination else "",
        _PREPARED: _IN_DEFENCE if standing.prepared else "",
        _TRAINS: _GHOST if standing.ghost else "",
        _RECOVERY: _RECOVERING if standing.recovered else "",
        _SNAFU: _RESULTS[standing.snafu] if standing.snafu else "",
        _ROLLED: _TIRED if standing.tired else "",
        _OBJECTIVES: str(standing.objectives or ""),
        _ARTILLERY: str(standing.artillery or ""),
        **{f"paid.{name}": str(standing.paid.count(name) or "") for name in BOUGHT},
    }


def _none(kind: str) -> str:
    """The word for not being what a formation may begin as, "" where none is needed."""
    return {_COORDINATION: _MARKERS[0], _PREPARED: _NO_DEFENCE, _TRAINS: _REAL}.get(kind, "")


def _markers(word: str, values: Values) -> int:
    if word:
        return next((n for n, said in _MARKERS.items() if said == word), 0)
    begun = values.get("coordination")
    return begun if isinstance(begun, int) and not isinstance(begun, bool) else 0


def _result(word: str) -> str:
    return next((result for result, said in _RESULTS.items() if said == word), "")
