"""An assault or overrun that has begun: who fights where, how far it has come, and what its fires have done.

[TCS 4.01 22.0, 23.0]

It is kept in words, which go from question to question as `so_far`. In play they stand as well among the conditions of the
state, under the side that attacks, so that the fight goes on where it stood when nobody passes them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from core.base.amounts import read_amount
from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.edits.edit import Edit
from core.model.edits.state_edits import ChangeState
from core.rules.operations.board import Board
from core.rules.tcs.reckoning import YES
from core.rules.tcs.watch.already import ASSAULT, OVERRUN

ANNOUNCE, ANSWER, ENTER, INSIDE, FIRE, SETTLE, MORALE, MODES, LEAVE = (
    *("announce", "answer", "enter", "inside", "fire", "settle", "morale", "modes", "leave"),
)
STAGES = (ANNOUNCE, ANSWER, ENTER, INSIDE, FIRE, SETTLE, MORALE, MODES, LEAVE)
"""How far it has come: to be announced; the defenders answer; the attackers go in; what barrages and mines have done; fires;
losses of fires at once, and checks of morale after them; changes of mode; who has overrun goes on."""

DONE = "done"
"""In the place of a kind of fire: the side fires no more in the round."""

_PART, _AND, _NO = ":", "+", "-"
_FIELDS = 7


@dataclass(frozen=True, slots=True)
class Fired:
    """A fire of the round in hand: by which side, of which kind, by whom. `steps` are lost by it, `check` says whether morale
    is checked; `lost` are steps by the units that lose them, where dice say so, and `own` those that the firers lose."""

    side: str
    kind: str
    units: tuple[str, ...] = ()
    steps: int = 0
    check: bool = False
    lost: tuple[tuple[str, int], ...] = ()
    own: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        counted = (_AND.join(f"{id_}={steps}" for id_, steps in some) for some in (self.lost, self.own))
        check = "check" if self.check else ""
        parts = (self.side, self.kind, _AND.join(self.units), str(self.steps), check, *counted)
        return _PART.join(part or _NO for part in parts)


@dataclass(frozen=True, slots=True)
class UnderWay:
    """A close combat that has begun, or is to be: of `units` that came from `start`, on `target`, where `against` stood when
    this was noted. `shaken` are attackers that were suppressed or paralyzed before it, `spent` the points that the attackers
    have spent in the phase, `along` says that they go in along a road. `order` says who fires first in the round in hand,
    `fires` what was fired in it, and of fires at once `settled` how many of their losses are taken."""

    what: str
    target: Hex
    start: Hex
    units: tuple[str, ...]
    stage: str = ANNOUNCE
    round: int = 1
    order: str = ""
    against: tuple[str, ...] = ()
    shaken: tuple[str, ...] = ()
    spent: Fraction = Fraction(0)
    along: bool = False
    fires: tuple[Fired, ...] = ()
    settled: int = 0

    @property
    def overrun(self) -> bool:
        """Whether it is an overrun."""
        return self.what == OVERRUN

    def by(self, side: str) -> tuple[Fired, ...]:
        """What a side has fired in the round."""
        return tuple(each for each in self.fires if each.side == side)

    def is_done(self, side: str) -> bool:
        """Whether a side fires no more in the round."""
        return any(each.kind == DONE for each in self.by(side))


def words_of(board: Board, fight: UnderWay) -> str:
    """A fight as it goes from question to question, without its hex, its units and its stage."""
    some = {
        "from": board.forces.box.label(fight.start),
        "round": str(fight.round),
        "first": fight.order.replace(" ", "_"),
        "against": _AND.join(fight.against),
        "shaken": _AND.join(fight.shaken),
        "spent": str(fight.spent) if fight.spent else "",
        "road": YES if fight.along else "",
        "settled": str(fight.settled) if fight.settled else "",
    }
    return ", ".join([*(f"{name} {text}" for name, text in some.items() if text), *map(str, fight.fires)])


def read(board: Board, what: str, target: Hex, units: Iterable[str], stage: str, words: Iterable[str]) -> UnderWay:
    """A fight as it was written. Raises WrongUse."""
    found: dict[str, str] = {}
    fires: list[Fired] = []
    for word in words:
        name, _, text = word.strip().partition(" ")
        if name in _NAMES and text:
            found[name] = text
        elif word.count(_PART) == _FIELDS - 1:
            fires.append(_fired(word))
        else:
            raise WrongUse(f'so_far: "{word}" says nothing of an assault; leave it as the question before gave it.')
    if "from" not in found:
        raise WrongUse('so_far: it begins with the hex that the attackers come from, such as "from 05.06".')
    spent, number, settled = (read_amount(found.get(name, preset)) for name, preset in _NUMBERS)
    if spent is None or number is None or settled is None:
        raise WrongUse("so_far: the round, the points spent and the losses settled are numbers.")
    return UnderWay(
        *(what, target, board.forces.box.hex(found["from"]), tuple(units), stage, int(number)),
        *(found.get("first", "").replace("_", " "), _ids(found.get("against", "")), _ids(found.get("shaken", ""))),
        spent=spent,
        along=found.get("road") == YES,
        fires=tuple(fires),
        settled=int(settled),
    )


_NUMBERS = (("spent", "0"), ("round", "1"), ("settled", "0"))
_NAMES = frozenset({"from", "round", "first", "against", "shaken", "spent", "road", "settled"})


def _ids(text: str) -> tuple[str, ...]:
    return tuple(each for each in text.split(_AND) if each and each != _NO)


def _fired(word: str) -> Fired:
    side, kind, units, steps, check, lost, own = (part.strip() for part in word.split(_PART))
    try:
        number, counted = int(steps), tuple(_counted(text) for text in (lost, own))
    except ValueError:
        raise WrongUse(f'so_far: in "{word}" the steps are no numbers.') from None
    return Fired(side, kind, _ids(units), number, check == "check", *counted)


def _counted(text: str) -> tuple[tuple[str, int], ...]:
    return tuple((id_, int(steps)) for id_, _, steps in (each.rpartition("=") for each in _ids(text)))


# In the state of play ---------------------------------------------------------------------------------------------------


_SPLIT, _WITH = ": ", "with "
"""What comes before the colon is told to everybody; behind it stands what the questions need."""


def kept(board: Board, what: str) -> UnderWay | None:
    """The fight of a kind that the state of play says is under way; None where none is, or where its words are no longer true
    of the map. [TCS 4.01 22.0]"""
    for (_, kind), word in board.forces.state.conditions.items():
        if kind == what and (found := _kept(board, what, word)) is not None:
            return found
    return None


def _kept(board: Board, what: str, word: str) -> UnderWay | None:
    head, _, rest = word.partition(_SPLIT)
    units, _, words = rest.removeprefix(_WITH).partition(", ")
    place, _, stage = head.rpartition(", ")
    doing, _, label = place.partition(" ")
    if doing != _DOING[what] or stage not in STAGES:
        return None
    try:
        return read(board, what, board.forces.box.hex(label), _ids(units), stage, words.split(", "))
    except WrongUse:
        return None


_DOING: Mapping[str, str] = {ASSAULT: "assaulting", OVERRUN: "overrunning"}


def noted(board: Board, side: str, fight: UnderWay | None, what: str) -> tuple[Edit, ...]:
    """The edit that keeps a fight of a side in the state of play, or (None) says that it is over; none outside play.
    [TCS 4.01 22.0]"""
    state = board.forces.state
    if not state.in_play:
        return ()
    key = (side, what)
    if fight is None:
        conditions = state.conditions.delete(key) if key in state.conditions else state.conditions
        return (ChangeState(f"End the {what}", {"conditions": conditions}),) if key in state.conditions else ()
    head = f"{_DOING[what]} {board.forces.box.label(fight.target)}, {fight.stage}"
    word = f"{head}{_SPLIT}{_WITH}{_AND.join(fight.units)}, {words_of(board, fight)}"
    if state.conditions.get(key) == word:
        return ()
    return (ChangeState(f"Note the {what}", {"conditions": state.conditions.set(key, word)}),)


def at_stage(fight: UnderWay, stage: str, **changes: object) -> UnderWay:
    """A fight that has come to another stage."""
    return replace(fight, stage=stage, **changes)  # type: ignore[arg-type]
