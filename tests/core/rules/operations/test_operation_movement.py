"""Zones and movement on random maps are those that a naive reading of the rules gives, one step after another."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.laws import law
from oracles.stacks import board, unit

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.edits.oob_edits import added_side
from core.model.state import Moment
from core.questions.answers import as_json, as_text
from core.questions.catalogue import ask
from core.questions.game import Game

GROUND = {"open": 1, "woods": 3, "hills": 3, "marsh": None, "town": 1}
"""What the chart of the ruleset says for trucks; None is prohibited."""
HEXSIDES = {"river": 4, "stream": 2, "major-river": None}
MOVER = {"attack": 3, "defence": 3, "movement.class": "truck", "steps": 2}
EMPTY = board("scs-1.6", ()).box
PLACES = tuple(f"{column:02}.{row:02}" for column in range(3, 9) for row in range(3, 9))
PAIRS = [f"{place} {EMPTY.label(near)}" for place in PLACES for near in EMPTY.hex(place).neighbours()[:3]]


class Setting(NamedTuple):
    """A mover in the middle of some terrain, hexsides and a road, with enemies around it that attack with so much."""

    terrain: dict[str, str]
    sides: dict[str, str]
    road: int
    start: str
    allowance: int
    enemies: dict[str, int]

    def game(self) -> Game:
        """The game of it."""
        ways = {"primary-road": [" ".join(f"05.{each:02}" for each in range(3, self.road + 1))]} if self.road > 3 else {}
        foes = [
            unit(f"e{n}", "combat", "blue", attack=attack, defence=1, movement=4, movement__class="truck", steps=1)
            for n, attack in enumerate(self.enemies.values())
        ]
        at = {"mover": self.start, **{f"e{n}": place for n, place in enumerate(self.enemies)}}
        by_kind: dict[str, list[str]] = {}
        for pair, kind in self.sides.items():
            by_kind.setdefault(kind, []).append(pair)
        mover = unit("mover", "combat", **MOVER, movement=self.allowance)
        return board("scs-1.6", (mover, *foes), at, terrain=self.terrain, sides=by_kind, ways=ways)


@st.composite
def settings(draw: st.DrawFn) -> Setting:
    """Some of them."""
    terrain = draw(st.dictionaries(st.sampled_from(PLACES), st.sampled_from(sorted(GROUND)), max_size=12))
    sides = draw(st.dictionaries(st.sampled_from(PAIRS), st.sampled_from(sorted(HEXSIDES)), max_size=8))
    enemies = draw(st.dictionaries(st.sampled_from(PLACES), st.integers(0, 2), max_size=4))
    start = draw(st.sampled_from([place for place in PLACES if place not in enemies]))
    return Setting(terrain, sides, draw(st.integers(3, 8)), start, draw(st.integers(1, 8)), enemies)


class Naive:
    """The rules as a player reads them, from what the map holds, without net, tables or queue."""

    def __init__(self, game: Game) -> None:
        self.game, self.box = game, game.box
        sheet = self.box.sheets[0]
        self.ground = {sheet.frame.hex(*cell): content.terrain for cell, content in sheet.sheet.hexes.items()}
        self.sides = {frozenset(sheet.frame.hex(*cell) for cell in each.between): each.feature for each in sheet.sheet.sides}
        self.road = {self.box.hex(f"05.{row:02}") for row in range(3, 9)} if sheet.sheet.paths else set()
        if sheet.sheet.paths:
            last = len(next(iter(sheet.sheet.paths)).line)
            self.road = {self.box.hex(f"05.{row:02}") for row in range(3, 3 + last)}

    def step(self, place: Hex, near: Hex, *, by_road: bool = True) -> Fraction | None:
        """What a step costs a truck before zones; None where it is prohibited."""
        if by_road and {place, near} <= self.road and place.q == near.q:
            return Fraction(1, 2)
        parts: list[int | None] = [GROUND[self.ground.get(near, "open")]]
        side = self.sides.get(frozenset((place, near)))
        parts.append(HEXSIDES[side] if side is not None else 0)
        return None if None in parts else Fraction(sum(part for part in parts if part is not None))

    def zones(self, side: str) -> set[Hex]:
        """The hexes that the units of a side control."""
        found = set()
        for each in self.game.forces.all_units():
            if each.side == side and each.piece is not None and each.values["attack"] >= 1:
                at = each.piece.at
                found |= {near for near in at.neighbours() if near in self.box.cells and self.step(at, near) is not None}
        return found

    def costs(self) -> dict[Hex, Fraction]:
        """What it costs the mover to come to each hex, by trying every step until nothing gets cheaper."""
        zones = self.zones("blue")
        held = {each.piece.at for each in self.game.forces.all_units() if each.side == "blue" and each.piece is not None}
        start = self.game.forces.unit("mover").piece.at
        found = {start: Fraction(0)}
        changed = True
        while changed:
            changed = False
            for place in list(found):
                for near in place.neighbours():
                    cost = self.step(place, near) if near in self.box.cells and near not in held else None
                    if cost is None:
                        continue
                    total = found[place] + cost + (2 if near in zones else 0)
                    if total < found.get(near, total + 1):
                        found[near], changed = total, True
        return found


@given(settings())
@law(40)
def test_a_range_is_what_trying_every_step_gives(drawn: Setting) -> None:
    game = drawn.game()
    naive, detail = Naive(game), ask("movement", game, units="mover").detail
    costs, start = naive.costs(), game.forces.unit("mover").piece.at
    within = {place: cost for place, cost in costs.items() if cost <= detail.allowance}
    found = {each.hex: each.spent for each in detail.reached if not each.minimum}
    assert found == within
    by_minimum = {each.hex for each in detail.reached if each.minimum}
    zones = naive.zones("blue")
    assert by_minimum == {
        near for near in start.neighbours()
        if near in costs and near not in within and naive.step(start, near) is not None
    }  # fmt: skip
    for each in detail.reached:
        if each.minimum:
            assert each.spent == naive.step(start, each.hex) + (2 if each.hex in zones else 0)
        else:
            assert each.left == detail.allowance - each.spent


@given(settings())
@law(40)
def test_an_overrun_is_allowed_just_where_the_points_last_and_the_target_is_cheap_enough(drawn: Setting) -> None:
    game = drawn.game()
    naive, start = Naive(game), game.forces.unit("mover").piece.at
    costs, zones = naive.costs(), naive.zones("blue")
    for place in drawn.enemies:
        target = game.box.hex(place)
        left = {near: drawn.allowance - costs[near] for near in target.neighbours() if near in costs}
        cheap = {near for near in left if (naive.step(near, target, by_road=False) or 9) <= 2}
        from_there = {near for near in cheap if left[near] >= 2}
        ruling = ask("overrun", game, units="mover", to=place)
        assert (ruling.verdict == "allowed") == (start not in zones and bool(from_there))
        if ruling.verdict == "allowed":
            assert ruling.detail.source in from_there
            assert ruling.value == min(costs[near] for near in from_there) + 2
            assert ruling.detail.left == max(left[near] for near in from_there) - 2


@given(settings())
@law(20)
def test_zones_are_the_hexes_around_units_that_they_could_enter(drawn: Setting) -> None:
    game = drawn.game()
    naive = Naive(game)
    for side in ("red", "blue"):
        try:
            ruling = ask("zoc", game, side=side)
        except WrongUse:
            assert not any(each.side == side for each in game.forces.all_units())
            continue
        assert {each.hex for each in ruling.detail.hexes} == naive.zones(side)


@given(settings(), st.sampled_from(PLACES))
@law(25)
def test_every_way_adds_up_to_what_the_range_says(drawn: Setting, place: str) -> None:
    game = drawn.game()
    detail = ask("movement", game, units="mover", to=place).detail
    reached = {each.hex: each for each in detail.reached}
    goal = game.box.hex(place)
    assert bool(detail.way) == (goal in reached and goal != detail.start)
    if detail.way:
        assert sum(step.points for step in detail.way) == reached[goal].spent
        assert all(sum(item.value for item in step.items) == step.points for step in detail.way)
        assert [step.source for step in detail.way[1:]] == [step.into for step in detail.way[:-1]]
        again = ask("movement", game, units="mover", path=[step.into for step in detail.way])
        assert again.detail.way == detail.way


@given(settings(), st.sampled_from(PLACES), st.sampled_from(["yes", "no"]))
@law(25)
def test_who_reaches_a_hex_is_who_has_it_in_range(drawn: Setting, place: str, beside: str) -> None:
    game = drawn.game()
    goal = game.box.hex(place)
    if not any(each.side == "blue" for each in game.forces.all_units()):
        return
    comers = {each.unit: each for each in ask("movement.onto", game, to=place, side="blue", beside=beside).detail.comers}
    goals = {goal, *goal.neighbours()} if beside == "yes" else {goal}
    for each in game.forces.all_units():
        if each.side != "blue":
            continue
        ends = [end for end in ask("movement", game, units=each.id).detail.reached if end.hex in goals]
        assert (each.id in comers) == bool(ends)
        if ends:
            best = min(ends, key=lambda end: (end.minimum, end.spent))
            assert (comers[each.id].spent, comers[each.id].minimum) == (best.spent, best.minimum)


@cache
def mirrored(label: str) -> str:
    """A hex on the other side of the column in the middle of 11."""
    column, row = label.split(".")
    return f"{12 - int(column):02}.{row}"


@given(
    st.dictionaries(
        st.sampled_from(PLACES),
        st.tuples(st.sampled_from(("red", "blue")), st.sampled_from(("leg", "truck")), st.integers(0, 2)),
        min_size=1,
        max_size=6,
    ),
    st.data(),
)
@law(40)
def test_zones_of_a_mirrored_map_are_mirrored_zones(pieces: dict[str, tuple[str, str, int]], data: st.DataObject) -> None:
    terrain = data.draw(st.dictionaries(st.sampled_from(PLACES), st.sampled_from(sorted(GROUND)), max_size=12))
    sides = data.draw(st.dictionaries(st.sampled_from(PAIRS), st.sampled_from(sorted(HEXSIDES)), max_size=10))
    units = [
        unit(f"u{n}", "combat", side, attack=attack, defence=1, movement=4, movement__class=class_, steps=1)
        for n, (side, class_, attack) in enumerate(pieces.values())
    ]

    def zones(flip: bool) -> set[tuple[str, str, tuple[str, ...]]]:
        put = mirrored if flip else str
        at = {f"u{n}": put(place) for n, place in enumerate(pieces)}
        along: dict[str, list[str]] = {}
        for pair, kind in sides.items():
            along.setdefault(kind, []).append(" ".join(map(put, pair.split())))
        ground = {put(place): kind for place, kind in terrain.items()}
        game = board("scs-1.6", units, at, terrain=ground, sides=along)
        return {
            (side, put(game.box.label(each.hex)), tuple(sorted(each.units)))
            for side in sorted({each.side for each in units})
            for each in ask("zoc", game, side=side).detail.hexes
        }

    assert zones(False) == zones(True)


def test_of_units_that_move_alike_one_is_searched_for_and_of_others_the_slowest_counts() -> None:
    fast = unit("fast", "combat", attack=3, defence=3, movement=8, movement__class="truck", steps=2)
    slow = unit("slow", "combat", attack=3, defence=3, movement=3, movement__class="leg", steps=2)
    game = board("scs-1.6", (fast, slow), {"fast": "05.05", "slow": "05.05"}, terrain={"05.06": "woods", "05.04": "marsh"})
    both = {each.hex: each.left for each in ask("movement", game, units="fast,slow").detail.reached}
    alone = {name: ask("movement", game, units=name).detail.reached for name in ("fast", "slow")}
    assert both == {
        one.hex: min(one.left, other.left) for one in alone["fast"] for other in alone["slow"] if one.hex == other.hex
    }
    way = ask("movement", game, units="fast,slow", path=["05.06"]).detail.way
    assert way[0].points == 1 or way[0].points == 3


def test_what_no_chart_knows_is_named() -> None:
    game = board(
        "scs-1.6", (unit("mover", "combat", **MOVER, movement=8),), {"mover": "05.05"},
        terrain={"05.06": "lava"}, sides={"canal": ["05.05 05.06"]},
    )  # fmt: skip
    said = as_text(ask("movement", game, units="mover", path="05.06"), game.box)
    assert "Into 05.06: 1 (Lava (not on the chart), as Open 1, Canal (not on the chart) 0)" in said


def test_the_ground_of_the_box_goes_before_the_chart() -> None:
    game = board("scs-1.6", (unit("mover", "combat", **MOVER, movement=8),), {"mover": "05.05"}, terrain={"05.06": "woods"})
    woods = replace(game.compiled.terrain["woods"], costs={"truck": "+2"})
    game = Game.of(replace(game.box, terrain={**game.box.terrain, "woods": woods}), game.ruleset)
    ruling = ask("movement", game, units="mover", path="05.06")
    assert ruling.value == 3
    assert [(item.name, item.value) for item in ruling.detail.way[0].items] == [("Open", 1), ("Woods", 2)]
    assert any(each.chart == "woods" for each in ruling.charts)


@pytest.mark.parametrize(
    ("question", "given_", "wanted"),
    [
        ("movement", {"units": "nobody"}, 'there is no unit "nobody"'),
        ("movement", {"units": "mover,enemy"}, "of one side"),
        ("movement", {"units": "mover,other"}, "stand in one hex"),
        ("movement", {"units": "mover", "path": "05.08"}, "05.08 is not adjacent to 05.05"),
        ("movement", {"units": "mover", "mode": "flight"}, "none of its choices"),
        ("movement.onto", {"to": "01.01"}, "nobody stands in 01.01"),
        ("zoc", {}, "say which side"),
        ("zoc", {"side": "green"}, 'there is no side "green". Allowed: Blue, Red.'),
        ("zoc", {"side": "blu"}, 'there is no side "blu". Did you mean "Blue"?'),
        ("zoc", {"side": "Blue", "units": "mover"}, "are of Red, not of Blue; leave side=… out"),
        ("overrun", {"units": "mover", "to": "02.02"}, "no enemy of Red is in 02.02"),
        ("overrun", {"units": "mover", "to": "09.09", "target": 2}, "leave target=… or units=… out"),
        ("overrun", {"units": "mover", "to": "09.09", "from": "05.05"}, "05.05 is not adjacent to 09.09"),
        ("overrun", {"target": 2}, '"overrun" needs adjacent=…'),
        ("overrun", {}, "units=… to=…"),
    ],
)
def test_what_cannot_be_asked_is_told(question: str, given_: dict[str, object], wanted: str) -> None:
    units = (
        unit("mover", "combat", **MOVER, movement=8), unit("other", "combat", **MOVER, movement=8),
        unit("enemy", "combat", "blue", **MOVER, movement=8),
    )  # fmt: skip
    game = board("scs-1.6", units, {"mover": "05.05", "other": "05.06", "enemy": "09.09"})
    with pytest.raises(WrongUse) as error:
        ask(question, game, **given_)
    assert wanted in str(error.value)


def test_what_was_worked_out_is_kept_for_the_next_question_and_its_charts_are_named_again() -> None:
    game = board("scs-1.6", (unit("mover", "combat", **MOVER, movement=8),), {"mover": "05.05"})
    first, second = (ask("movement", game, units="mover") for _ in range(2))
    assert as_json(first, game.box) == as_json(second, game.box)
    assert {each.chart for each in second.charts} >= {"scs.movement", "scs.movement_rules"}


def test_without_a_scenario_or_with_several_it_is_said_why_nobody_stands_on_the_map() -> None:
    game = Setting({}, {}, 0, "05.05", 4, {"05.08": 1}).game()
    (one,) = game.box.scenarios.values()
    two = {"a.scenario.yaml": one, "b.scenario.yaml": replace(one, title="Other")}
    several = Game.of(replace(game.box, scenarios=two), game.ruleset)
    with pytest.raises(WrongUse, match=r"MOVER stands in no hex of the map\. Say with scenario=… which .*: Battle, Other\."):
        ask("movement", several, units="mover")
    with pytest.raises(WrongUse, match=r"Red has no units on the map\. Say with scenario=…"):
        ask("zoc", several, side="red")
    with pytest.raises(WrongUse, match=r'there is no scenario "Othr" in this box\. Did you mean "Other"\?'):
        ask("zoc", several, side="red", scenario="Othr")
    assert ask("zoc", several, side="red", scenario="Other").verdict == "zones"
    none = Game.of(replace(game.box, scenarios={}), game.ruleset)
    with pytest.raises(WrongUse, match="The box has no scenario that puts units onto the map"):
        ask("supply", none, side="red")


def test_a_way_and_a_hex_that_it_does_not_lead_to_are_not_asked_together() -> None:
    game = Setting({}, {}, 0, "05.05", 4, {}).game()
    assert ask("movement", game, units="mover", path=["05.06"], to="05.06").verdict == "reached"
    with pytest.raises(WrongUse, match="this way leads elsewhere"):
        ask("movement", game, units="mover", path=["05.06"], to="05.07")


def test_one_unit_reaches_and_several_reach() -> None:
    game = Setting({}, {}, 0, "05.05", 4, {"05.08": 1}).game()
    assert "Movement: MOVER reaches" in as_text(ask("movement", game, units="mover"), game.box)
    told = as_text(ask("movement.onto", game, to="05.08"), game.box)
    assert "is reached by 1 unit of Red: MOVER" in told and "E0 stands in 05.08" in told


@pytest.mark.parametrize(
    ("phase", "mode", "idle"),
    [
        ("movement.reinforcements", "", ""),
        ("movement.move", "", ""),
        ("movement.stacking", "", "Stacking is enforced"),
        ("movement.stacking", "movement", ""),
        ("combat", "", "Combat Phase"),
        ("combat", "exploitation", ""),
        ("exploitation", "", ""),
    ],
)
def test_in_play_it_is_said_that_nobody_moves_in_the_phase(phase: str, mode: str, idle: str) -> None:
    game = board("scs-1.6", (unit("mover", "combat", **MOVER, movement=8),), {"mover": "05.05"})
    before = ask("movement", game, units="mover")
    played = replace(game.state, deployment=game.forces.deployment, moment=Moment(1, phase, "red"))
    ruling = ask("movement", game.with_state(played), units="mover", **({"mode": mode} if mode else {}))
    assert ruling.detail.idle == idle and before.detail.idle == ""
    assert [each for each in ruling.reasons if "phase" in each.values] == list(ruling.reasons[: bool(idle)])
    if not mode and phase != "exploitation":
        assert (ruling.verdict, ruling.detail.reached) == (before.verdict, before.detail.reached)


def test_a_side_that_only_owns_chits_is_not_among_those_that_may_exert_zones() -> None:
    game = board(
        "scs-1.6",
        (unit("own", "combat", **MOVER), unit("enemy", "combat", "blue", **MOVER)),
        {"own": "02.02", "enemy": "09.09"},
    )
    with pytest.raises(WrongUse, match=r"There are: Red, Blue\.$"):
        ask("zoc", game.with_edits([added_side(game.box.oob, "Chits")]))


def test_a_way_of_one_hex_may_be_given_as_that_hex() -> None:
    game = board("scs-1.6", (unit("mover", "combat", **MOVER, movement=8),), {"mover": "05.05"})
    place = game.box.hex("05.06")
    found = [ask("movement", game, units="mover", path=path) for path in (place, [place], "05.06")]
    assert found[0] == found[1] == found[2] and found[0].detail.way
