"""Movement, screens and supply routes of BCS on random maps are those that a naive reading of the rules gives, hex by hex."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st
from oracles.laws import law
from oracles.stacks import board, unit

from core.geometry.hexes import Hex
from core.model.deployment import Mark, Piece
from core.model.oob import Formation
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.bcs.ground.routes import route_of, sharing, would_block
from core.rules.bcs.ground.trains import place_of
from core.rules.bcs.on_the_map import OPERATIONS
from core.rules.bcs.stacking import RULES
from core.rules.operations.questions import board_of

PLACES = tuple(f"{column:02}.{row:02}" for column in range(4, 9) for row in range(4, 9))
COSTS = {"leg": (1, 2), "truck": (2, 4), "tactical": (1, 3)}
"""What open ground and woods cost classes of movement, by the chart of the ruleset."""
RADIUS = 2
SCREENS = {"recon.screens": "on", "recon.screen_radius": str(RADIUS)}

FOES = ("foot", "guns", "screen", "staff")
"""Enemies of a naive world: a zone and engagements beside them; these at 2 hexes; a zone alone and a screen zone; nothing."""


class Ground(NamedTuple):
    """A mover of some class on one of its sides, woods, traffic and enemies around it."""

    woods: frozenset[str]
    traffic: frozenset[str]
    foes: dict[str, str]
    start: str
    class_: str
    deployed: bool
    allowance: int
    screens: bool
    """Whether the mover is a screen itself."""

    def game(self) -> Game:
        """The game of it."""
        prints = {"movement": self.allowance, "movement__class": self.class_, "action": 3, "steps": 3}
        marks = frozenset({"screen"}) if self.screens else frozenset()
        at: dict[str, Piece] = {"mover": Piece(self.start, face=int(self.deployed), marks=marks)}
        units = [unit("mover", "combat", **prints)]
        for n, (place, kind) in enumerate(sorted(self.foes.items())):
            more = {"armour": 2, "range": 2} if kind == "guns" else {}
            foe = "headquarters" if kind == "staff" else "combat"
            units.append(unit(f"e{n}", foe, "blue", movement=4, movement__class="tactical", action=2, steps=2, **more))
            at[f"e{n}"] = Piece(place, marks=frozenset({"screen"}) if kind == "screen" else frozenset())
        terrain = dict.fromkeys(sorted(self.woods), "woods")
        marked = {place: (Mark("traffic"),) for place in self.traffic}
        return board("bcs-1.1", units, at, terrain=terrain, marks=marked, options=SCREENS)


@st.composite
def grounds(draw: st.DrawFn) -> Ground:
    """Some of them."""
    places = st.sampled_from(PLACES)
    foes = draw(st.dictionaries(places, st.sampled_from((*FOES, "screen")), max_size=5))
    return Ground(
        woods=draw(st.frozensets(places, max_size=10)),
        traffic=draw(st.frozensets(places, max_size=2)),
        foes=foes,
        start=draw(places.filter(lambda place: place not in foes)),
        class_=draw(st.sampled_from((*sorted(COSTS), "leg"))),
        deployed=draw(st.booleans()),
        allowance=draw(st.integers(2, 9)),
        screens=draw(st.booleans()),
    )


class Naive:
    """The rules as a player reads them, hex by hex."""

    def __init__(self, drawn: Ground, game: Game) -> None:
        box = game.box
        self.drawn, self.cells, self.start = drawn, box.cells, box.hex(drawn.start)
        self.foes = {box.hex(place): kind for place, kind in drawn.foes.items()}
        self.woods = {box.hex(place) for place in drawn.woods}
        self.filled = {near for place in drawn.traffic for near in (box.hex(place), *box.hex(place).neighbours())}
        self.on_foot = drawn.class_ == "leg" and drawn.deployed

    def controlled_by(self, place: Hex) -> set[Hex]:
        """The enemies whose zones of control a hex lies in."""
        return {foe for foe, kind in self.foes.items() if kind != "staff" and foe.distance(place) == 1}

    def is_engaged(self, place: Hex) -> bool:
        """Whether an enemy could engage in a hex."""
        reach = {"foot": 1, "guns": 2, "screen": 0, "staff": 0}
        return any(0 < foe.distance(place) <= reach[kind] for foe, kind in self.foes.items())

    def may_enter(self, place: Hex) -> bool:
        """Whether the mover goes into a hex at all."""
        kind = self.foes.get(place)
        if kind == "staff":
            return not self.drawn.screens and (self.drawn.deployed or self.drawn.class_ == "tactical")
        return kind is None or (kind == "screen" and self.on_foot)

    def goes_on(self, place: Hex, into: Hex) -> bool:
        """Whether the mover, come into a hex, may go on into the next one."""
        if place == self.start:
            return True
        if self.drawn.screens and self.is_engaged(place):
            return False
        if self.drawn.class_ == "truck":
            return not self.is_engaged(place)
        if self.drawn.class_ == "tactical":
            return True
        held_by = self.controlled_by(place)
        if self.on_foot and self.foes.get(into) == "screen":
            held_by -= {into}
        return not held_by

    def cost(self, place: Hex) -> int:
        """What it costs to enter a hex."""
        points = COSTS[self.drawn.class_][place in self.woods] + (place in self.filled)
        screened = any(kind == "screen" and foe.distance(place) <= RADIUS for foe, kind in self.foes.items())
        return points + (screened and not self.drawn.deployed)

    def costs(self) -> dict[Hex, int]:
        """What it costs to come to each hex, by trying every step until nothing gets cheaper."""
        found, changed = {self.start: 0}, True
        while changed:
            changed = False
            for place in list(found):
                for near in place.neighbours():
                    if near not in self.cells or not self.may_enter(near) or not self.goes_on(place, near):
                        continue
                    total = found[place] + self.cost(near)
                    if total < found.get(near, total + 1):
                        found[near], changed = total, True
        return found


@given(grounds())
@law(120)
def test_a_range_is_what_trying_every_step_gives(drawn: Ground) -> None:
    game = drawn.game()
    wanted = {place: cost for place, cost in Naive(drawn, game).costs().items() if cost <= drawn.allowance}
    found = ask("movement", game, units="mover").detail.reached
    assert {each.hex: each.spent for each in found} == wanted


@given(grounds())
@law(60)
def test_what_is_asked_on_a_way_is_what_enters_hexes_with_enemies(drawn: Ground) -> None:
    game = drawn.game()
    naive = Naive(drawn, game)
    for each in ask("movement", game, units="mover").detail.reached[:12]:
        detail = ask("movement", game, units="mover", to=each.hex).detail
        met = {place.into: [then.question for then in place.then] for place in detail.met}
        wanted = {"staff": ["jump.at"], "screen": ["retreat.at"]}
        through = [step.into for step in detail.way if step.into in naive.foes]
        assert met == {place: wanted[naive.foes[place]] for place in through}


@given(grounds())
@law(40)
def test_whoever_comes_onto_a_hex_is_who_reaches_it(drawn: Ground) -> None:
    game = drawn.game()
    reached = {each.hex: each.left for each in ask("movement", game, units="mover").detail.reached}
    for place in PLACES[::7]:
        goal = game.box.hex(place)
        comers = ask("movement.onto", game, to=place, side="red", beside="no").detail.comers
        assert [each.left for each in comers] == ([reached[goal]] if goal in reached else [])


# Routes ----------------------------------------------------------------------------------------------------------------------

SOURCE = "02.12"
ROADS = (
    "02.12 02.11 02.10 02.09 02.08 02.07 02.06 02.05 02.04",
    "02.08 03.09 04.08 05.09 06.08 07.09 08.08",
    "08.12 08.11 08.10 08.09 08.08 08.07 08.06 08.05 08.04",
    "02.04 03.05 04.04 05.05 06.04 07.05 08.04",
)
STOPS = tuple(dict.fromkeys(label for road in ROADS for label in road.split()))


class Network(NamedTuple):
    """Trains on a network of roads, some of which there are, with enemies and own units near it."""

    roads: frozenset[int]
    trains: str
    enemies: dict[str, str]
    own: frozenset[str]

    def game(self, more: str = "") -> Game:
        """The game of it; an enemy headquarters stands in one hex more."""
        units = [unit("trains", "trains", "red", "f", movement=9, movement__class="truck")]
        units += [unit("staff", "headquarters", "red", "f", movement=9, movement__class="truck")]
        at: dict[str, Piece] = {"trains": Piece(self.trains), "staff": Piece("12.01")}
        for n, place in enumerate(sorted(self.own)):
            units.append(unit(f"o{n}", "combat", "red", "f", movement=4, movement__class="leg", action=2, steps=2))
            at[f"o{n}"] = Piece(place)
        for n, (place, kind) in enumerate(sorted(self.enemies.items())):
            units.append(unit(f"e{n}", "combat", "blue", "g", movement=4, movement__class="leg", action=2, steps=2, recon=True))
            at[f"e{n}"] = Piece(place, marks=frozenset({"screen"}) if kind == "screen" else frozenset())
        if more:
            units.append(unit("extra", "headquarters", "blue", "g", movement=9, movement__class="truck"))
            at["extra"] = Piece(more)
        ways = {"secondary-road": [ROADS[n] for n in sorted(self.roads)]} if self.roads else {}
        formations = (Formation("f", "F", "red"), Formation("g", "G", "blue"))
        sources = {"red": SOURCE, "blue": "01.01"}
        return board("bcs-1.1", units, at, ways=ways, formations=formations, sources=sources, options=SCREENS)


@st.composite
def networks(draw: st.DrawFn) -> Network:
    """Some of them."""
    near = st.sampled_from([*STOPS, "03.07", "07.06", "07.10", "09.09", "03.11", "05.06"])
    enemies = draw(st.dictionaries(near, st.sampled_from(["foot", "screen"]), max_size=3))
    free = near.filter(lambda place: place not in enemies)
    roads = st.frozensets(st.sampled_from(range(len(ROADS))), min_size=1)
    return Network(draw(roads), draw(free), enemies, draw(st.frozensets(free, max_size=3)))


def naive_level(drawn: Network, game: Game, more: str = "") -> tuple[int, int | None]:
    """The level of a route by trying every road, and the length of a free one."""
    box = game.box
    steps: dict[Hex, set[Hex]] = {}
    for n in drawn.roads:
        road = [box.hex(label) for label in ROADS[n].split()]
        for one, other in pairwise(road):
            steps.setdefault(one, set()).add(other)
            steps.setdefault(other, set()).add(one)
    own = {box.hex(place) for place in (drawn.trains, "12.01", *drawn.own)}
    fighting = {box.hex(place) for place, kind in drawn.enemies.items() if kind == "foot"}
    units = fighting | ({box.hex(more)} if more else set())
    zones = {near for place in fighting for near in place.neighbours()} - own
    start, source = box.hex(drawn.trains), box.hex(SOURCE)

    def length(closed: set[Hex]) -> int | None:
        far, rim = {start: 0}, [start]
        while rim:
            place = rim.pop(0)
            for near in steps.get(place, ()):
                if near not in far and near not in closed:
                    far[near] = far[place] + 1
                    rim.append(near)
        return far.get(source)

    free = None if start in zones or start in units else length(units | zones)
    if free is not None:
        return 0, free
    return (1, None) if length(units) is not None else (2, None)


def the_board(game: Game):
    """The board of a game."""
    return board_of(game.case, {}, OPERATIONS, RULES)


@given(networks())
@law(120)
def test_a_route_is_what_trying_every_road_gives(drawn: Network) -> None:
    game = drawn.game()
    level, length = naive_level(drawn, game)
    route = route_of(the_board(game), "f")
    assert (route.level, route.is_complete) == (level, level == 0)
    if length is not None:
        assert len(route.way) == length + 1
        assert not route.blocked
    else:
        assert route.blocked
        assert route.why


@given(networks(), st.sampled_from(STOPS))
@law(80)
def test_a_hex_blocks_a_route_if_it_is_worse_with_an_enemy_in_it(drawn: Network, place: str) -> None:
    if place in (drawn.trains, *drawn.own, *drawn.enemies):
        return
    before, after = drawn.game(), drawn.game(place)
    worse = naive_level(drawn, after, place)[0] > naive_level(drawn, before)[0]
    on_it = the_board(before)
    assert would_block(on_it, "blue", on_it.number(before.box.hex(place))) == worse
    assert route_of(the_board(after), "f").level == naive_level(drawn, after, place)[0]


@given(networks(), st.sampled_from(STOPS))
@law(60)
def test_trains_stand_legally_just_where_their_route_is_free(drawn: Network, place: str) -> None:
    game = drawn.game()
    on_it = the_board(game)
    number = on_it.number(game.box.hex(place))
    held = {game.box.hex(each) for each in drawn.enemies}
    fighting = {game.box.hex(each) for each, kind in drawn.enemies.items() if kind == "foot"}
    near = {each for foe in fighting for each in foe.neighbours()}
    on_road = any(place in ROADS[n].split() for n in drawn.roads)
    there = drawn._replace(trains=place)
    free = naive_level(there, there.game())[0] == 0
    # An own unit in a hex lifts zones for a route, and not for trains that are to stand there; screens have no part in it.
    hexes_alone = game.box.hex(place) not in held and game.box.hex(place) not in near
    if place in drawn.own or place == drawn.trains:
        return
    legal = all(each.yes for each in place_of(on_it, "f", "red", number).legal)
    assert legal == (on_road and hexes_alone and free)


def test_routes_that_go_a_part_of_the_way_together_are_shared() -> None:
    units = [unit(f"{name}-trains", "trains", "red", name, movement=9, movement__class="truck") for name in "abc"]
    at = {"a-trains": "02.08", "b-trains": "04.08", "c-trains": "08.10"}
    formations = tuple(Formation(name, name.upper(), "red") for name in "abc")
    ways = {"secondary-road": [ROADS[0], ROADS[1], "08.12 08.11 08.10"]}
    game = board("bcs-1.1", units, at, ways=ways, formations=formations, sources={"red": "02.12, 08.12"})
    on_it = the_board(game)
    assert [sharing(on_it, name) for name in "abc"] == [("b",), ("a",), ()]


def test_a_route_is_judged_anew_when_an_enemy_moves_onto_it() -> None:
    drawn = Network(frozenset({0}), "02.04", {"09.09": "foot"}, frozenset())
    game = drawn.game()
    assert ask("msr.at", game, formation="f").verdict == "complete"
    pieces = game.forces.deployment.pieces
    moved = game.forces.deployment.with_pieces({"e0": replace(pieces["e0"], at=game.box.hex("02.08"))})
    later = game.with_state(replace(game.state, deployment=moved))
    assert ask("msr.at", later, formation="f").verdict == "blocked"
    assert ask("msr.at", game, formation="f").verdict == "complete"


def test_a_later_answer_names_the_charts_of_what_was_worked_out_for_an_earlier_one() -> None:
    game = Network(frozenset({0}), "02.04", {"09.09": "foot"}, frozenset({"05.05"})).game()
    first = {question: ask(question, game, side="red").charts for question in ("zoc", "supply")}
    assert {each.chart for each in first["supply"]} >= {"bcs.msr", "bcs.msr_ways", "bcs.exerts", "bcs.safe_path"}
    for question, charts in first.items():
        assert set(ask(question, game, side="red").charts) == set(charts)
        assert set(ask(question, game, units=["o0"]).charts) >= {each for each in charts if each.chart == "bcs.exerts"}


def test_points_of_a_screen_zone_are_told_as_a_part_of_their_own() -> None:
    drawn = Ground(frozenset(), frozenset(), {"05.05": "screen"}, "08.05", "tactical", False, 9, False)
    way = ask("movement", drawn.game(), units="mover", path=["07.05"]).detail.way
    assert [(item.name, item.value) for item in way[0].items] == [("Open", Fraction(1)), ("Zone of a screen", Fraction(1))]
    assert way[0].items[1].chart.chart == "bcs.screen_effects"
