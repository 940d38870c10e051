"""Zones and movement of VCS on random maps are those that a naive reading of the rules gives, one step after another."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

import immutables
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.laws import law
from oracles.stacks import FILE, board, unit

from core.geometry.hexes import Hex
from core.model.deployment import Mark, Piece
from core.model.state import Moment
from core.questions.catalogue import ask
from core.questions.game import Game

GROUND = {
    "level-1": (1, 1, 1),
    "level-2": (2, 2, 2),
    "level-3": (2, 3, 3),
    "level-4": (3, None, None),
    "swamp": (3, None, None),
}
"""What the stand-in chart says for infantry on foot, mechanised infantry, and armour; None is prohibited."""
TYPES = {"infantry": 0, "mechanised_infantry": 1, "armour": 2, "artillery": 0}
GROUPING = {"scale.grouping": "regiment_or_brigade"}
EMPTY = board("vcs", ()).box
PLACES = tuple(f"{column:02}.{row:02}" for column in range(3, 9) for row in range(3, 9))
PAIRS = [f"{place} {EMPTY.label(near)}" for place in PLACES for near in EMPTY.hex(place).neighbours()[:3]]
PARENT = {"unit__size": "regiment", "unit__type": "infantry", "movement": 5, "cadre": True, "steps": 3}
SMALL = {"unit__size": "battalion", "unit__type": "infantry", "movement": 5, "steps": 1, "strength__fixed": 2}


class Setting(NamedTuple):
    """A mover in the middle of some terrain, rivers and a road, with enemies who have zones or none, friends and rubble."""

    terrain: dict[str, str]
    rivers: frozenset[str]
    bridges: frozenset[str]
    road: int
    start: str
    type: str
    factor: int
    enemies: dict[str, bool]
    friends: frozenset[str]
    rubble: frozenset[str]

    def game(self) -> Game:
        """The game of it."""
        ways = {"primary-road": [" ".join(f"05.{each:02}" for each in range(3, self.road + 1))]} if self.road > 3 else {}
        kind = "artillery" if self.type == "artillery" else "subordinate"
        some = [unit("mover", kind, **{**SMALL, "unit__type": self.type, "movement": self.factor})]
        some += [unit(f"f{n}", "subordinate", **SMALL) for n in range(len(self.friends))]
        for n, zone in enumerate(self.enemies.values()):
            some.append(unit(f"e{n}", "parent" if zone else "subordinate", "blue", **(PARENT if zone else SMALL)))
        at = {"mover": self.start, **{f"e{n}": place for n, place in enumerate(self.enemies)}}
        at |= {f"f{n}": place for n, place in enumerate(sorted(self.friends))}
        sides = {"river": sorted(self.rivers), "bridge": sorted(self.bridges)}
        marks = {place: (Mark("rubble"),) for place in self.rubble}
        return board("vcs", some, at, terrain=self.terrain, sides=sides, ways=ways, marks=marks, options=GROUPING)


@st.composite
def settings(draw: st.DrawFn) -> Setting:
    """Some of them."""
    terrain = draw(st.dictionaries(st.sampled_from(PLACES), st.sampled_from(sorted(GROUND)), max_size=14))
    rivers = draw(st.frozensets(st.sampled_from(PAIRS), max_size=8))
    bridges = draw(st.frozensets(st.sampled_from(sorted(rivers)), max_size=3)) if rivers else frozenset()
    enemies = draw(st.dictionaries(st.sampled_from(PLACES), st.booleans(), max_size=3))
    free = [place for place in PLACES if place not in enemies]
    friends = draw(st.frozensets(st.sampled_from(free), max_size=4))
    return Setting(
        *(terrain, rivers, bridges, draw(st.integers(3, 8)), draw(st.sampled_from(free))),
        *(draw(st.sampled_from(sorted(TYPES))), draw(st.integers(1, 9)), enemies, friends),
        draw(st.frozensets(st.sampled_from(PLACES), max_size=4)),
    )


class Naive:
    """The rules as a player reads them, without net, tables or queue."""

    def __init__(self, drawn: Setting) -> None:
        self.drawn = drawn
        pair = {text: frozenset(map(EMPTY.hex, text.split())) for text in PAIRS}
        self.rivers, self.bridges = ({pair[text] for text in some} for some in (drawn.rivers, drawn.bridges))
        road = [EMPTY.hex(f"05.{row:02}") for row in range(3, drawn.road + 1)]
        self.road = {frozenset(each) for each in pairwise(road)}
        self.friends, self.rubble = ({EMPTY.hex(each) for each in some} for some in (drawn.friends, drawn.rubble))
        self.start, self.held = EMPTY.hex(drawn.start), {EMPTY.hex(each) for each in drawn.enemies}
        around = (near for place, zone in drawn.enemies.items() if zone for near in EMPTY.hex(place).neighbours())
        self.zones = {near for near in around if near in EMPTY.cells}

    def step(self, place: Hex, near: Hex) -> Fraction | None:
        """What a step costs before zones; None where it is prohibited."""
        side, column = frozenset((place, near)), TYPES[self.drawn.type]
        more = Fraction(near in self.rubble)
        ways = []
        hex_ = GROUND[self.drawn.terrain.get(EMPTY.label(near), "level-1")][column]
        dry = side not in self.rivers or side in self.bridges or side in self.road
        if hex_ is not None and dry:
            ways.append(hex_ + more)
        elif hex_ is not None and self.drawn.type in ("infantry", "mechanised_infantry"):
            ways.append(hex_ + more + Fraction(self.drawn.factor, 2))
        if side in self.road:
            ways.append(Fraction(1, 2) + more + (near in self.friends))
        return min(ways, default=None)

    def costs(self) -> dict[Hex, Fraction]:
        """What it costs the mover to come to each hex, by trying every step until nothing gets cheaper."""
        began = self.start in self.zones
        found = {self.start: Fraction(0)}
        changed = True
        while changed:
            changed = False
            for place in list(found):
                if place in self.zones and place != self.start:
                    continue
                for near in place.neighbours():
                    if near not in EMPTY.cells or near in self.held or (began and near in self.zones):
                        continue
                    cost = self.step(place, near)
                    if cost is None:
                        continue
                    leaving = self.drawn.factor // 2 if began and place == self.start else 0
                    total = found[place] + cost + leaving
                    if total < found.get(near, total + 1):
                        found[near], changed = total, True
        return found


@given(settings())
@law(60)
def test_a_range_is_what_trying_every_step_gives(drawn: Setting) -> None:
    detail, naive = ask("movement", drawn.game(), units="mover", mode="tactical").detail, Naive(drawn)
    costs = naive.costs()
    within = {place: cost for place, cost in costs.items() if cost <= drawn.factor}
    assert {each.hex: each.spent for each in detail.reached if not each.minimum} == within
    began = naive.start in naive.zones
    beside = [near for near in naive.start.neighbours() if near in EMPTY.cells and near not in naive.held]
    assert {each.hex for each in detail.reached if each.minimum} == {
        near for near in beside
        if near not in within and naive.step(naive.start, near) is not None and not (began and near in naive.zones)
    }  # fmt: skip


@given(settings())
@law(25)
def test_zones_are_the_hexes_around_parents_and_the_same_seen_from_the_other_side(drawn: Setting) -> None:
    naive, game = Naive(drawn), drawn.game()
    if not drawn.enemies:
        return
    found = {each.hex for each in ask("zoc", game, side="blue").detail.hexes}
    assert found == naive.zones
    for place in found:
        beside = {EMPTY.label(near) for near in place.neighbours() if near in EMPTY.cells}
        assert any(zone and at in beside for at, zone in drawn.enemies.items())


@given(settings(), st.sampled_from(PLACES))
@law(25)
def test_every_way_adds_up_to_what_the_range_says(drawn: Setting, place: str) -> None:
    game = drawn.game()
    ruling = ask("movement", game, units="mover", to=place)
    reached = {each.hex: each for each in ruling.detail.reached}
    goal = game.box.hex(place)
    assert bool(ruling.detail.way) == (goal in reached and goal != ruling.detail.start)
    if ruling.detail.way:
        assert sum(step.points for step in ruling.detail.way) == reached[goal].spent
        assert ruling.verdict in ("reached", "minimum")
        again = ask("movement", game, units="mover", path=[step.into for step in ruling.detail.way])
        assert (again.detail.way, again.verdict) == (ruling.detail.way, ruling.verdict)


@given(settings())
@law(25)
def test_strategic_movement_never_comes_closer_than_three_hexes(drawn: Setting) -> None:
    ruling, naive = ask("movement", drawn.game(), units="mover", mode="strategic"), Naive(drawn)
    near = min((naive.start.distance(each) for each in naive.held), default=99)
    assert (ruling.verdict == "may_not_move") == (near < 3)
    for each in ruling.detail.reached:
        assert each.hex == naive.start or all(each.hex.distance(enemy) >= 3 for enemy in naive.held)


def in_play(game: Game, **more: object) -> Game:
    """The same game while it is played."""
    scenario = game.box.scenarios[FILE]
    return game.with_state(replace(game.state, scenario=FILE, deployment=scenario.start, **more))


def test_only_marked_reserves_move_in_the_reserve_phase_once_play_has_begun() -> None:
    units = [unit("ready", "subordinate", **SMALL), unit("other", "subordinate", **SMALL)]
    at = {"ready": Piece("05.05", marks=frozenset({"reserve"})), "other": "08.05"}
    game = in_play(board("vcs", units, at), moment=Moment(1, "reserves", "red"))
    assert ask("movement", game, units="ready").detail.mode == "reserve"
    assert ask("movement", game, units="ready").verdict == "reaches"
    assert ask("movement", game, units="other").verdict == "may_not_move"


def test_without_support_points_mechanised_units_move_half_as_far() -> None:
    tank = unit("tank", "subordinate", **{**SMALL, "unit__type": "armour", "movement": 9}, nationality="Red")
    game = board("vcs", [tank], {"tank": "05.05"})
    for points, allowance in ((1, 9), (0, 4), (-2, 4)):
        played = in_play(game, points=immutables.Map({("red", "support points"): points}))
        assert ask("movement", played, units="tank").detail.allowance == allowance


def test_engineers_help_nobody_over_a_river_in_rain() -> None:
    tank = unit("tank", "subordinate", **{**SMALL, "unit__type": "armour"})
    sappers = unit("sappers", "subordinate", **{**SMALL, "unit__type": "engineers"})
    at = {"tank": "05.05", "sappers": "05.05"}
    game = board("vcs", [tank, sappers], at, sides={"river": ["05.05 05.06"]})
    assert ask("movement", game, units="tank", mode="assisted").verdict == "reaches"
    assert ask("movement", in_play(game, weather="Rain"), units="tank", mode="assisted").verdict == "may_not_move"


@pytest.mark.parametrize(("type_", "told"), [("mechanised_infantry", True), ("infantry", False)])
def test_the_reading_of_rivers_is_named_where_it_decides(type_: str, told: bool) -> None:
    mover = unit("mover", "subordinate", **{**SMALL, "unit__type": type_, "movement": 8})
    game = board("vcs", [mover], {"mover": "05.05"}, sides={"river": ["05.05 05.06"]})
    ruling = ask("movement", game, units="mover", path="05.06")
    assert any("Decided by the reading" in reason.template for reason in ruling.reasons) == told
    elsewhere = ask("movement", game, units="mover", path="05.04")
    assert not any("Decided by the reading" in reason.template for reason in elsewhere.reasons)
