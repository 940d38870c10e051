"""The cheapest ways: equal to trying every step until nothing gets better, whatever the terms."""

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.nets import block, entered_from, furthest, net_of, some_net, some_terms, ways_into

from core.analysis.hex_net import HexNet
from core.analysis.reach import Terms, cost_of, reach, reach_onto, step
from core.geometry.hexes import Hex

SEEDS = st.integers(0, 2**32)


def plain_net(columns: int = 5, rows: int = 5) -> HexNet:
    return net_of(block(columns, rows), 1, random.Random(1))


def plain_terms(net: HexNet, **changed: object) -> Terms:
    count = len(net.hexes)
    given_: dict[str, object] = {
        "off": [2],
        "road": [-1],
        "extra": [0] * count,
        "extra_road": [0] * count,
        "least_road": None,
        "closed": bytearray(count),
        "stops": bytearray(count),
        "over": {},
    }
    return Terms(**(given_ | changed))  # type: ignore[arg-type]


@given(SEEDS)
def test_every_hex_in_reach_costs_what_trying_every_step_finds(seed: int) -> None:
    dice = random.Random(seed)
    net = some_net(dice)
    terms = some_terms(net, dice)
    start, allowance = dice.randrange(len(net.hexes)), dice.choice((0, 1, 4, 8, 100))
    best = furthest(net, terms, start, allowance)
    found = reach(net, terms, start, allowance)
    assert found.spent == {place: points for place, (points, _) in best.items()}
    assert not found.minimum
    for place in best.keys() - {start}:
        lowest, along = entered_from(net, terms, start, best, place)
        assert found.came[place] == lowest
        assert (place in found.along) == along
    assert found.came.keys() == best.keys() - {start}


@given(SEEDS)
def test_paths_go_by_adjacent_hexes_cost_what_was_told_and_are_the_shortest_of_the_cheapest(seed: int) -> None:
    dice = random.Random(seed)
    net = some_net(dice)
    terms = some_terms(net, dice)
    start = dice.randrange(len(net.hexes))
    best = furthest(net, terms, start, 9)
    found = reach(net, terms, start, 9, minimum=True)
    for place, points in found.spent.items():
        path = found.path(place)
        assert (path[0], path[-1]) == (start, place)
        assert all(net.hexes[one].distance(net.hexes[other]) == 1 for one, other in pairwise(path))
        costs = cost_of(net, terms, path)
        assert None not in costs
        assert sum(cost or 0 for cost in costs) == points
        if place not in found.minimum:
            assert len(costs) == best[place][1]


@given(SEEDS)
def test_the_minimum_adds_the_adjacent_hexes_that_a_step_leads_into_and_no_others(seed: int) -> None:
    dice = random.Random(seed)
    net = some_net(dice)
    terms = some_terms(net, dice)
    start, allowance = dice.randrange(len(net.hexes)), dice.choice((0, 1, 3))
    without, found = reach(net, terms, start, allowance), reach(net, terms, start, allowance, minimum=True)
    adjacent = {}
    for side in range(6 * start, 6 * start + 6):
        if ways := ways_into(net, terms, side):
            adjacent[net.near[side]] = terms.leaving + min(ways)[0]
    assert found.minimum == adjacent.keys() - without.spent.keys()
    assert found.spent == {**{place: adjacent[place] for place in found.minimum}, **without.spent}
    assert all(found.came[place] == start and found.spent[place] > allowance for place in found.minimum)


@given(SEEDS)
def test_one_search_backwards_finds_what_a_search_forward_from_every_hex_finds(seed: int) -> None:
    dice = random.Random(seed)
    net = some_net(dice)
    terms = some_terms(net, dice)
    target, allowance = dice.randrange(len(net.hexes)), dice.choice((0, 2, 5, 9, 50))
    forward = {}
    for start in range(len(net.hexes)):
        spent = reach(net, terms, start, allowance).spent
        if target in spent:
            forward[start] = spent[target]
    assert reach_onto(net, terms, target, allowance) == forward


@given(SEEDS)
def test_searches_that_share_terms_find_the_same_as_alone(seed: int) -> None:
    dice = random.Random(seed)
    net = some_net(dice)
    state = dice.getstate()
    shared = some_terms(net, dice)
    for start in range(len(net.hexes)):
        dice.setstate(state)
        alone = reach(net, some_terms(net, dice), start, 6)
        together = reach(net, shared, start, 6)
        assert (together.spent, together.came, together.along) == (alone.spent, alone.came, alone.along)


def test_terms_that_served_one_net_serve_another() -> None:
    small, large = plain_net(2, 2), plain_net(4, 4)
    terms = plain_terms(large)
    assert len(reach(small, terms, 0, 99).spent) == 4
    assert len(reach(large, terms, 0, 99).spent) == 16
    assert len(reach(small, terms, 0, 99).spent) == 4


def test_without_points_one_stays_or_takes_the_minimum() -> None:
    net = plain_net()
    middle = net.index[Hex(2, 1)]
    terms = plain_terms(net)
    assert reach(net, terms, middle, 0).spent == {middle: 0}
    found = reach(net, terms, middle, 0, minimum=True)
    assert found.spent == {middle: 0} | {net.index[place]: 2 for place in Hex(2, 1).neighbours()}
    assert found.path(0) == ()


def test_closed_hexes_stay_closed_to_the_minimum_and_hexsides_too() -> None:
    net = plain_net()
    middle = net.index[Hex(2, 1)]
    north, east, *others = (net.index[place] for place in Hex(2, 1).neighbours())
    closed = bytearray(len(net.hexes))
    closed[north] = 1
    terms = plain_terms(net, closed=closed, over={6 * middle + 1: (-1, -1)})
    assert reach(net, terms, middle, 0, minimum=True).minimum == set(others)
    assert east in reach(net, terms, middle, 4).spent


def test_a_mover_may_leave_the_hex_it_begins_in_though_it_stops_others_and_is_closed() -> None:
    net = plain_net()
    every = bytearray([1]) * len(net.hexes)
    middle = net.index[Hex(2, 1)]
    assert len(reach(net, plain_terms(net, stops=every), middle, 99).spent) == 7
    closed = bytearray(len(net.hexes))
    closed[middle] = 1
    assert len(reach(net, plain_terms(net, closed=closed), middle, 99).spent) == len(net.hexes)


def test_leaving_is_paid_once_and_with_the_first_step() -> None:
    net = plain_net(1, 4)
    terms = plain_terms(net, leaving=3)
    assert reach(net, terms, 0, 7).spent == {0: 0, 1: 5, 2: 7}
    assert cost_of(net, terms, (0, 1, 2, 3)) == (5, 2, 2)


def test_a_way_is_taken_where_it_costs_no_more_and_what_it_costs_at_least_counts_before_what_is_added() -> None:
    net = plain_net(1, 3)
    count = len(net.hexes)
    along = plain_terms(net, road=[2], least_road=[0] * count)
    assert step(net, along, 0, 0) == (2, True)
    slow = plain_terms(net, off=[5], road=[1], least_road=[0, 2, 0], extra_road=[0, 1, 0])
    assert step(net, slow, 0, 0) == (3, True)
    assert step(net, slow, 1, 0) == (1, True)
    dear = plain_terms(net, road=[1], least_road=[0, 2, 0], extra_road=[0, 1, 0])
    assert step(net, dear, 0, 0) == (2, False)
    assert step(net, dear, 0, 3) == (-1, False)


def test_steps_that_cannot_be_made_cost_nothing_that_could_be_told() -> None:
    net = plain_net(1, 4)
    stops = bytearray([0, 1, 0, 0])
    terms = plain_terms(net, stops=stops)
    assert cost_of(net, terms, (0, 1, 2, 3)) == (2, None, 2)
    assert cost_of(net, terms, (1, 2)) == (2,)
    assert cost_of(net, terms, (0, 2, 3)) == (None, 2)
    assert cost_of(net, terms, (0,)) == ()


@pytest.mark.parametrize("points", [0, 2])
def test_of_equal_ways_the_one_of_fewer_hexes_counts_then_that_by_lower_numbers(points: int) -> None:
    net = plain_net(3, 4)
    path = [net.index[place] for place in (Hex(0, 0), Hex(0, 1), Hex(1, 1))]
    assert list(reach(net, plain_terms(net, off=[points]), path[0], 20).path(path[-1])) == path
