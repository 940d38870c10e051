"""The board of formations keeps what has not changed: whatever was asked before, it is that of a game asked nothing so far."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import immutables
from hypothesis import given
from hypothesis import strategies as st
from oracles.laws import law
from oracles.stacks import FILE, board, unit

from core.model.deployment import NO_PIECES, Deployment, Mark, Piece
from core.model.items import Items
from core.model.oob import Formation
from core.model.orders import OpSheet
from core.model.state import GameState, Moment
from core.play.asked import ruling_digest
from core.questions.game import Game
from core.rules.bcs.formed.board import formations_at
from core.rules.bcs.ground.routes import route_of, sharing, would_block
from core.rules.bcs.on_the_map import OPERATIONS
from core.rules.bcs.stacking import RULES
from core.rules.kernel.rulings import Ruling
from core.rules.operations.questions import board_of

FORMATIONS = {"f": "red", "g": "red", "h": "red", "k": "blue", "m": "blue"}
KINDS = {"hq": "headquarters", "trains": "trains", "a": "combat", "b": "combat"}
NAMES = tuple(f"{formation}-{kind}" for formation in FORMATIONS for kind in KINDS)
PLACES = tuple(f"{column:02}.{row:02}" for column in range(3, 8) for row in range(3, 8))
ROADS = ["03.12 03.11 03.10 03.09 03.08 03.07 03.06 03.05 03.04 03.03 03.02 03.01", "05.01 05.02 05.03 05.04 05.05 05.06 05.07"]
OPTIONS = ("orders.written", "fatigue.planned", "recon.screens", "package.rod_miller", "coordination.middle_ground")
WORDS = {
    "activation": ("Active", "Done"),
    "fatigue": ("Fat-1", "Fat-4", "Fresh"),
    "coordination": ("with 1 coordination marker", "with no coordination marker"),
    "prepared": ("in prepared defence", "out of prepared defence"),
    "trains": ("with ghost trains",),
    "recovery": ("recovering",),
    "orders": ("with orders written",),
    "snafu": ("SNAFU Full", "SNAFU Fail"),
}

pieces = st.builds(
    Piece,
    st.sampled_from((*PLACES, "Reserve")),
    rank=st.integers(0, 2),
    face=st.integers(0, 1),
    lost=st.integers(0, 1),
    marks=st.sampled_from((frozenset(), frozenset({"screen"}))),
)


@dataclass(frozen=True)
class Played:
    """A state of play, what formations are called in it, and the options in force."""

    pieces: Mapping[str, Piece] = NO_PIECES
    conditions: Mapping[tuple[str, str], str] = field(default_factory=immutables.Map)
    marks: Mapping[str, tuple[Mark, ...]] = field(default_factory=immutables.Map)
    orders: Mapping[str, str] = field(default_factory=immutables.Map)
    moment: Moment = field(default_factory=Moment)
    names: Mapping[str, str] = field(default_factory=immutables.Map)
    options: frozenset[str] = frozenset()

    def in_game(self, game: Game) -> Game:
        """A game of the same box where it stands so."""
        box, place = game.box, game.box.hex
        put = {name: replace(each, at=place(each.at)) if each.at in PLACES else each for name, each in self.pieces.items()}
        deployment = Deployment().with_pieces(put)
        sheets = {
            id_: OpSheet(id_, FORMATIONS[id_], "order", (id_,), status="implemented", note=note)
            for id_, note in self.orders.items()
        }
        state = GameState(
            scenario=FILE,
            deployment=deployment.with_marks({place(label): some for label, some in self.marks.items()}),
            conditions=immutables.Map(self.conditions),
            orders=immutables.Map(sheets),
            moment=self.moment,
        )
        called = Items(replace(each, name=self.names.get(each.id, each.name)) for each in box.oob.formations)
        return replace(game, box=replace(box, oob=replace(box.oob, formations=called))).with_state(state)


class Step:
    """One thing that changes between two questions."""

    def __init__(self, what: str, *told: object) -> None:
        self.what, self.told = what, told

    def __repr__(self) -> str:
        return f"{self.what} {self.told}"

    def after(self, history: list[Played]) -> Played:
        """What comes of it; a step back is one, too."""
        now = history[-1]
        if self.what == "undo":
            (back,) = self.told
            return history[-1 - back % len(history)]  # type: ignore[operator]
        if self.what == "options":
            (option,) = self.told
            return replace(now, options=now.options ^ {option})
        if self.what == "moment":
            (moment,) = self.told
            return replace(now, moment=moment)
        key, value = self.told
        return replace(now, **{self.what: {**getattr(now, self.what), key: value}})


formations = st.sampled_from(tuple(FORMATIONS))
marks = formations.map(lambda id_: (Mark("objective", FORMATIONS[id_], id_.upper()),)) | st.just((Mark("traffic"),))
said = st.sampled_from([(kind, word) for kind, words in WORDS.items() for word in words])
moves = st.builds(lambda name, piece: Step("pieces", name, piece), st.sampled_from(NAMES), pieces)
steps = st.one_of(
    moves,
    moves,
    st.builds(lambda id_, word: Step("conditions", (id_, word[0]), word[1]), formations, said),
    st.builds(lambda place, some: Step("marks", place, some), st.sampled_from(PLACES), marks),
    st.builds(lambda id_, place: Step("orders", id_, place), formations, st.sampled_from(PLACES)),
    st.builds(lambda id_, name: Step("names", id_, name), formations, st.sampled_from(("Old", "New"))),
    st.builds(lambda turn: Step("moment", Moment(turn, "activations.first", "red")), st.integers(1, 2)),
    st.builds(lambda option: Step("options", option), st.sampled_from(OPTIONS)),
    st.builds(lambda back: Step("undo", back), st.integers(1, 4)),
)


def a_game() -> Game:
    """Formations of both sides, some with guns that reach further, and a map with roads to sources; nobody stands on it."""
    units = []
    for name in NAMES:
        formation, kind = name.split("-")
        more = {"armour": 2, "range": 2} if name in ("f-a", "k-a") else {}
        prints = {"movement": 6, "movement__class": "tactical" if kind == "a" else "truck", "action": 3, "steps": 2}
        units.append(unit(name, KINDS[kind], FORMATIONS[formation], formation, **prints, **more))
    made = [Formation(id_, id_.upper(), side) for id_, side in FORMATIONS.items()]
    sources = {"red": "south edge", "blue": "roads of the north edge"}
    terrain = {"04.04": "woods", "06.05": "woods"}
    return board("bcs-1.1", units, formations=made, ways={"primary-road": ROADS}, terrain=terrain, sources=sources)


def answer(game: Game, played: Played) -> tuple[Ruling, bytes, list[object]]:
    """The board of formations, with all charts that it rests on, and what is found of routes beside it."""
    there = played.in_game(game)
    case = replace(there.case, choices={**there.case.choices, **dict.fromkeys(played.options, "on")})
    over = board_of(case, {}, OPERATIONS, RULES)
    ruling = formations_at(over, {})
    routes: list[object] = [(route_of(over, id_), sharing(over, id_)) for id_ in FORMATIONS]
    routes += [would_block(over, "blue", over.number(there.box.hex(label))) for label in ("03.06", "05.05")]
    return replace(ruling, charts=()), ruling_digest(ruling, there.box), routes


@law(examples=25)
@given(
    st.dictionaries(st.sampled_from(NAMES), pieces, min_size=12),
    st.dictionaries(st.tuples(formations, st.just("fatigue")), st.sampled_from(WORDS["fatigue"])),
    st.lists(steps, min_size=3, max_size=8),
)
def test_the_board_does_not_hang_on_what_was_asked_before(
    start: dict[str, Piece], conditions: dict[tuple[str, str], str], chain: list[Step]
) -> None:
    used, history = a_game(), [Played(start, conditions)]
    answer(used, history[0])
    for step in chain:
        history.append(step.after(history))
        assert answer(used, history[-1]) == answer(a_game(), history[-1]), step
