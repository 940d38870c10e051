"""Movement of New SCS on random maps is what a naive reading of its text gives, one step after another."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.laws import law
from oracles.stacks import board, unit

from core.geometry.hexes import Hex
from core.model.deployment import Mark, Piece
from core.model.oob import Formation
from core.model.state import Moment
from core.questions.answers import as_text
from core.questions.catalogue import ask
from core.questions.game import Game

GROUND = {"forest": 2, "heavy-bocage": 3, "swamp": 5, "village": 1}
HEXSIDES = {"stream": 1, "river": 3, "escarpment": 4, "major-river": None}
"""What the chart of the ruleset says for mechanised units; None is prohibited."""
EMPTY = board("new-scs", ()).box
PLACES = tuple(f"{column:02}.{row:02}" for column in range(3, 9) for row in range(3, 9))
PAIRS = [f"{place} {EMPTY.label(near)}" for place in PLACES for near in EMPTY.hex(place).neighbours()[:3]]
ENGINEERS = {"attack": 0, "defence": 1, "movement": 6, "movement__class": "leg", "engineers": "engineers", "steps": 1}
FRIEND = {"attack": 2, "defence": 2, "movement": 6, "movement__class": "leg", "steps": 1}
FOE = {"attack": 2, "defence": 2, "movement": 6, "movement__class": "mechanised", "steps": 1}


class Setting(NamedTuple):
    """A mechanised mover among engineers, friends, enemies and air missions of theirs, with a road, a trail and terrain."""

    terrain: dict[str, str]
    sides: dict[str, str]
    road: int
    trail: int
    start: str
    allowance: int
    others: dict[str, str]
    missions: tuple[str, ...]
    starved: bool

    def game(self) -> Game:
        ways = {}
        if self.road > 3:
            ways["primary-road"] = [" ".join(f"05.{row:02}" for row in range(3, self.road + 1))]
        if self.trail > 5:
            ways["trail"] = [" ".join(f"{column:02}.06" for column in range(5, self.trail + 1))]
        kinds = {"engineers": ("red", ENGINEERS), "friend": ("red", FRIEND), "foe": ("blue", FOE)}
        units, at = [], {}
        for n, (place, kind) in enumerate(self.others.items()):
            side, prints = kinds[kind]
            units.append(unit(f"{kind}{n}", "combat", side, **prints))
            at[f"{kind}{n}"] = place
        units.append(
            unit(
                "mover", "combat", attack=5, defence=5, movement=self.allowance, movement__class="mechanised", exploitation=True
            )
        )
        marks = frozenset({"out-of-supply"} if self.starved else ())
        where = {"mover": Piece(self.start, marks=marks), **at}
        by_kind: dict[str, list[str]] = {}
        for pair, kind in self.sides.items():
            by_kind.setdefault(kind, []).append(pair)
        missions = {place: (Mark("air-interdiction", "blue"),) for place in self.missions}
        return board("new-scs", units, where, marks=missions, terrain=self.terrain, sides=by_kind, ways=ways)


@st.composite
def settings(draw: st.DrawFn) -> Setting:
    terrain = draw(st.dictionaries(st.sampled_from(PLACES), st.sampled_from(sorted(GROUND)), max_size=10))
    sides = draw(st.dictionaries(st.sampled_from(PAIRS), st.sampled_from(sorted(HEXSIDES)), max_size=8))
    kinds = st.sampled_from(["engineers", "engineers", "friend", "foe"])
    others = draw(st.dictionaries(st.sampled_from(PLACES), kinds, max_size=5))
    start = draw(st.sampled_from([place for place in PLACES if place not in others]))
    missions = tuple(draw(st.lists(st.sampled_from(PLACES), max_size=2, unique=True)))
    numbers = draw(st.tuples(st.integers(3, 8), st.integers(5, 8), st.integers(1, 9)))
    return Setting(terrain, sides, *numbers[:2], start, numbers[2], others, missions, draw(st.booleans()))


class Naive:
    """The text as a player reads it, from what the map holds, without net, tables or queue."""

    def __init__(self, game: Game, drawn: Setting) -> None:
        self.game, self.box = game, game.box
        sheet = self.box.sheets[0]
        self.ground = {sheet.frame.hex(*cell): content.terrain for cell, content in sheet.sheet.hexes.items()}
        self.sides = {frozenset(sheet.frame.hex(*cell) for cell in each.between): each.feature for each in sheet.sheet.sides}
        road = [self.box.hex(f"05.{row:02}") for row in range(3, drawn.road + 1)] if drawn.road > 3 else []
        trail = [self.box.hex(f"{column:02}.06") for column in range(5, drawn.trail + 1)] if drawn.trail > 5 else []
        self.ways: dict[frozenset[Hex], str] = {}
        for name, line in (("trail", trail), ("road", road)):
            self.ways |= {frozenset(pair): name for pair in pairwise(line)}
        self.at = {kind: set[Hex]() for kind in ("engineers", "friend", "foe")}
        for place, kind in drawn.others.items():
            self.at[kind].add(self.box.hex(place))
        self.start = self.box.hex(drawn.start)
        self.interdicted = {near for place in drawn.missions for near in self.box.hex(place).within(1)}
        self.zones = {
            near
            for place in self.at["foe"]
            for near in place.neighbours()
            if near in self.box.cells and (self.off(place, near, {}) is not None or frozenset((place, near)) in self.ways)
        }

    def off(self, place: Hex, near: Hex, engineers: dict[Hex, bool] | set[Hex]) -> Fraction | None:
        """What a step across country costs: the hex, and the hexside, which engineers on either side of it ease."""
        cost = GROUND.get(self.ground.get(near, ""), 1)
        side = self.sides.get(frozenset((place, near)))
        obstacle = HEXSIDES[side] if side is not None else 0
        if obstacle is None:
            return None
        if place in engineers or near in engineers:
            obstacle = 0 if obstacle == 1 else obstacle // 2
        return Fraction(cost + obstacle)

    def step(self, place: Hex, near: Hex) -> Fraction | None:
        """What a step costs in the Movement Phase, zones and interdiction with it."""
        extra = 2 if near in self.zones else 1 if near in self.interdicted else 0
        ways = [self.off(place, near, self.at["engineers"])]
        way = self.ways.get(frozenset((place, near)))
        if way is not None:
            cost = Fraction(1, 2) if way == "road" else Fraction(1)
            ways.append(max(cost, Fraction(1)) if near in self.interdicted else cost)
        found = [each for each in ways if each is not None]
        return min(found) + extra if found else None

    def by_road(self, place: Hex, near: Hex) -> Fraction | None:
        """What a step costs in the Road Movement Phase."""
        way = self.ways.get(frozenset((place, near)))
        if way is None and {place, near} & self.at["engineers"] and self.joins(place) and self.joins(near):
            way = "trail"
        if way is None or near in self.at["friend"] or any(near.distance(foe) <= 3 for foe in self.at["foe"]):
            return None
        cost = Fraction(1, 2) if way == "road" else Fraction(1)
        # No hex in a zone is far enough from its unit to be entered by road.
        return max(cost, Fraction(1)) + 1 if near in self.interdicted else cost

    def joins(self, place: Hex) -> bool:
        return place in self.at["engineers"] or any(place in pair for pair in self.ways)

    def costs(self, step) -> dict[Hex, Fraction]:
        found, changed = {self.start: Fraction(0)}, True
        while changed:
            changed = False
            for place in list(found):
                for near in place.neighbours():
                    cost = step(place, near) if near in self.box.cells and near not in self.at["foe"] else None
                    if cost is not None and found[place] + cost < found.get(near, found[place] + cost + 1):
                        found[near], changed = found[place] + cost, True
        return found


@given(settings(), st.sampled_from(["movement", "exploitation", "reaction"]))
@law(60)
def test_a_range_is_what_trying_every_step_gives(drawn: Setting, mode: str) -> None:
    game = drawn.game()
    naive, ruling = Naive(game, drawn), ask("movement", game, units="mover", mode=mode)
    allowance = Fraction(drawn.allowance) / (2 if drawn.starved else 1) / (2 if mode == "reaction" else 1)
    assert ruling.detail.allowance == allowance
    if mode != "movement" and (drawn.starved or (mode == "reaction" and naive.start in naive.zones)):
        assert ruling.verdict == "may_not_move"
        assert {each.hex for each in ruling.detail.reached} == {naive.start}
        return
    costs = naive.costs(naive.step)
    found = {each.hex: each.spent for each in ruling.detail.reached if not each.minimum}
    assert found == {place: cost for place, cost in costs.items() if cost <= allowance}
    assert {each.hex for each in ruling.detail.reached if each.minimum} == {
        near
        for near in naive.start.neighbours()
        if near in costs and near not in found and naive.step(naive.start, near) is not None
    }


@given(settings())
@law(60)
def test_road_movement_is_what_trying_every_step_gives(drawn: Setting) -> None:
    game = drawn.game()
    naive, ruling = Naive(game, drawn), ask("movement", game, units="mover", mode="road")
    if any(naive.start.distance(foe) <= 3 for foe in naive.at["foe"]):
        assert ruling.verdict == "may_not_move"
        return
    allowance = Fraction(drawn.allowance) * (1 if drawn.starved else 2)
    within = {place for place, cost in naive.costs(naive.by_road).items() if cost <= allowance}
    assert {each.hex for each in ruling.detail.reached} == within - naive.at["engineers"]


@given(settings(), st.sampled_from(PLACES), st.sampled_from(["movement", "road", "reaction", "exploitation"]))
@law(40)
def test_every_way_adds_up_to_what_the_range_says(drawn: Setting, place: str, mode: str) -> None:
    game = drawn.game()
    detail = ask("movement", game, units="mover", to=place, mode=mode).detail
    reached, goal = {each.hex: each for each in detail.reached}, game.box.hex(place)
    if goal in reached and goal != detail.start:
        assert sum(step.points for step in detail.way) == reached[goal].spent
        assert all(sum(item.value for item in step.items) == step.points for step in detail.way)
    comers = ask("movement.onto", game, to=place, side="red", beside="no", mode=mode).detail.comers
    assert ("mover" in {each.unit for each in comers}) == (goal in reached)


@given(settings())
@law(20)
def test_engineers_never_make_a_way_dearer_and_interdiction_never_cheaper(drawn: Setting) -> None:
    without = drawn._replace(others={place: kind for place, kind in drawn.others.items() if kind != "engineers"})
    clear = drawn._replace(missions=())
    costs = {}
    for name, each in (("all", drawn), ("no engineers", without), ("no missions", clear)):
        ruling = ask("movement", each.game(), units="mover")
        costs[name] = {reached.hex: reached.spent for reached in ruling.detail.reached if not reached.minimum}
    assert all(costs["all"].get(place, cost) <= cost for place, cost in costs["no engineers"].items())
    assert all(costs["no missions"][place] <= cost for place, cost in costs["all"].items())


def scene(**more) -> Game:
    units = [
        unit("tank", "combat", attack=7, defence=5, movement=9, movement__class="mechanised", exploitation=True, steps=2),
        unit("gun", "artillery", attack=0, defence=1, movement=8, movement__class="truck", steps=1, bombardment__rating=3),
        unit("foe", "combat", "blue", attack=4, defence=4, movement=5, movement__class="leg", steps=2),
    ]
    at = {"tank": "05.05", "gun": "02.02", "foe": "05.09"}
    return board("new-scs", units, at, ways={"primary-road": ["02.02 02.03 02.04"]}, **more)


@pytest.mark.parametrize(
    ("path", "said"),
    [(("05.04", "05.03", "05.02", "05.01"), "stays ready"), (("04.04", "04.03", "04.02", "04.01", "05.01"), "becomes unready")],
)
def test_who_exploits_on_more_than_half_of_the_allowance_becomes_unready(path: tuple[str, ...], said: str) -> None:
    game = scene()
    text = as_text(ask("movement", game, units="tank", mode="exploitation", path=list(path)), game.box)
    assert "TANK stays ready up to 4½ points; beyond them, or when it overruns, it becomes unready" in text
    assert f"and {said}" in text


def test_guns_that_move_are_told_what_it_costs_them() -> None:
    game = scene()
    moved = as_text(ask("movement", game, units="gun", path=["02.03"]), game.box)
    by_road = as_text(ask("movement", game, units="gun", path=["02.03"], mode="road"), game.box)
    assert "GUN is artillery: having moved, it bombards with 1 less" in moved
    assert "GUN is artillery: it becomes unready and does not bombard in this turn" in by_road
    two = scene(options={"bombardment.two_ratings": "on"})
    assert "1 less" not in as_text(ask("movement", two, units="gun", path=["02.03"]), two.box)


def test_the_mode_is_that_of_the_phase_and_only_enemies_of_the_active_side_react() -> None:
    game = scene()
    phases = {
        "movement": "movement",
        "road": "road",
        "reaction": "reaction",
        "exploitation": "exploitation",
        "ready": "movement",
    }
    for phase, mode in phases.items():
        state = replace(game.state, deployment=game.forces.deployment, moment=Moment(1, phase, "blue"))
        assert ask("movement", game.with_state(state), units="tank").detail.mode == mode
    own = replace(game.state, deployment=game.forces.deployment, moment=Moment(1, "reaction", "red"))
    ruling = ask("movement", game.with_state(own), units="tank")
    assert ruling.verdict == "may_not_move"
    assert "TANK is of the active side; only its enemies react" in as_text(ruling, game.box)


def test_who_is_not_of_the_active_formation_is_told() -> None:
    units = [
        unit("mine", "combat", formation="d1", attack=4, defence=4, movement=5, steps=2),
        unit("other", "combat", formation="d2", attack=4, defence=4, movement=5, steps=2),
    ]
    formations = [Formation("d1", "First Division", "red"), Formation("d2", "Second Division", "red")]
    game = board("new-scs", units, {"mine": "02.02", "other": "05.05"}, formations=formations)
    moment = Moment(1, "movement", "red", of="First Division")
    active = game.with_state(replace(game.state, deployment=game.forces.deployment, moment=moment))
    told = "Active are First Division, and OTHER is not of them"
    assert told in as_text(ask("movement", active, units="other"), game.box)
    assert "is not of them" not in as_text(ask("movement", active, units="mine"), game.box)
    assert "is not of them" not in as_text(ask("movement", active, units="other", mode="reaction"), game.box)
