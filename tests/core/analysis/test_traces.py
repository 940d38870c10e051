"""Lines back to sources: one search for the whole map equals one for each hex, and no smaller cut than the least exists."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.nets import block, lines_from, net_of, smallest_cuts, some_net, without

from core.analysis import traces
from core.analysis.hex_net import HexNet
from core.analysis.traces import by_hexes, by_rims, least_cut, least_cuts, traced
from core.geometry.hexes import DIRECTIONS, Hex

SEEDS = st.integers(0, 2**32)


def some_of(net: HexNet, dice: random.Random, share: float) -> bytearray:
    return bytearray(dice.random() < share for _ in net.hexes)


def some_sides(net: HexNet, dice: random.Random) -> dict[int, bool]:
    sides = [side for side, into in enumerate(net.near) if into >= 0]
    return {side: dice.random() < 0.5 for side in dice.sample(sides, min(len(sides), dice.randrange(6)))}


def some_sources(net: HexNet, dice: random.Random) -> list[int]:
    return dice.sample(range(len(net.hexes)), min(len(net.hexes), dice.randrange(4)))


@given(SEEDS)
def test_one_search_finds_what_a_search_from_every_hex_finds(seed: int) -> None:
    dice = random.Random(seed)
    net = some_net(dice)
    open_, passes = some_of(net, dice, 0.7), [dice.random() < 0.7 for _ in net.crossings]
    sources, over, most = some_sources(net, dice), some_sides(net, dice), dice.choice((None, None, 0, 1, 3))
    alone = [lines_from(net, start, sources, open_, passes, over) for start in range(len(net.hexes))]
    far = [length if most is None or length <= most else -1 for length in alone]
    found = traced(net, sources, open_, passes, most=most, over=over)
    assert found.far.tolist() == far
    assert by_rims(net, sources, open_, passes, most, over) == by_hexes(net, sources, open_, passes, most, over) == found.far
    for start, length in enumerate(far):
        line = found.line(start)
        assert len(line) == length + 1
        if line:
            assert line[0] == start
            assert line[-1] in sources
            assert all(open_[place] for place in line[1:])
            assert open_[line[-1]]
            for place, into in pairwise(line):
                side = 6 * place + list(net.near[6 * place : 6 * place + 6]).index(into)
                assert over.get(side, passes[net.crossing[side]])


@given(SEEDS)
def test_after_hexes_were_opened_and_shut_the_lines_are_those_of_a_new_search(seed: int) -> None:
    dice = random.Random(seed)
    net = some_net(dice)
    open_, passes = some_of(net, dice, 0.7), [dice.random() < 0.8 for _ in net.crossings]
    sources, over, most = some_sources(net, dice), some_sides(net, dice), dice.choice((None, None, 0, 2, 4))
    found = traced(net, sources, open_, passes, most=most, over=over)
    for _ in range(6):
        before = list(found.far)
        changed = {place: dice.random() < 0.5 for place in dice.sample(range(len(net.hexes)), dice.randrange(len(net.hexes)))}
        later = found.after(changed)
        for place, is_open in changed.items():
            open_[place] = is_open
        anew = traced(net, sources, open_, passes, most=most, over=over)
        assert later.far == anew.far
        assert [later.line(place) for place in range(len(net.hexes))] == [anew.line(place) for place in range(len(net.hexes))]
        assert list(found.far) == before
        found = later


def test_when_much_of_the_map_moves_the_lines_are_those_of_a_new_search_too() -> None:
    net = net_of(block(2, 1 + traces.MANY), 1, random.Random(1))
    count = len(net.hexes)
    whole = traced(net, [0], bytearray([1]) * count, [True])
    cut = whole.after({0: False})
    assert set(cut.far) == {-1}
    assert cut.after({0: True}).far == whole.far


@pytest.mark.parametrize("share", [0.6, 0.85, 1.0])
def test_rim_by_rim_finds_the_same_as_hex_by_hex_on_a_large_map(share: float) -> None:
    dice = random.Random(3)
    net = net_of(block(70, 60), 20, dice)
    assert len(net.hexes) > traces.FEW
    open_, passes = some_of(net, dice, share), [True] * 17 + [False] * 3
    for sources in ([], [0], dice.sample(range(len(net.hexes)), 12)):
        found = traced(net, sources, open_, passes).far
        assert found == by_hexes(net, sources, open_, passes, None, {})


def test_what_is_changed_after_a_search_changes_none_of_its_lines() -> None:
    net = net_of(block(1, 4), 1, random.Random(1))
    open_, passes = bytearray([1]) * 4, [True]
    found = traced(net, [3], open_, passes)
    open_[2], passes[0] = 0, False
    assert found.line(0) == (0, 1, 2, 3)


def test_of_equal_lines_that_through_the_lowest_numbers_counts() -> None:
    net = net_of(block(3, 4), 1, random.Random(1))
    line = tuple(net.index[place] for place in (Hex(0, 0), Hex(0, 1), Hex(1, 1)))
    assert traced(net, line[-1:], bytearray([1]) * 12, [True]).line(line[0]) == line


def test_a_hex_where_a_line_begins_is_not_asked_and_a_closed_source_is_none() -> None:
    net = net_of(block(1, 3), 1, random.Random(1))
    assert traced(net, [2], bytearray([0, 1, 1]), [True]).far.tolist() == [2, 1, 0]
    assert traced(net, [2], bytearray([1, 1, 0]), [True]).far.tolist() == [-1, -1, -1]


# Few maps tell a cut that is nearly the least from the least, so that many are tried.
@settings(max_examples=400)
@given(SEEDS)
def test_a_cut_taken_away_restores_a_line_and_no_smaller_set_does(seed: int) -> None:
    dice = random.Random(seed)
    net = some_net(dice, 4)
    words = ((), ("unit",), ("zone",), ("unit", "zone"), ("terrain",))
    blocks = {place: dice.choice(words) for place in range(len(net.hexes))}
    passes = [dice.random() < 0.85 for _ in net.crossings]
    over, sources, start = some_sides(net, dice), some_sources(net, dice), dice.randrange(len(net.hexes))
    cut = least_cut(net, start, sources, blocks, passes, over)
    open_ = [not found for found in blocks.values()]
    length = lines_from(net, start, sources, open_, passes, over)
    if cut is None:
        assert length == lines_from(net, start, sources, [1] * len(open_), [True] * len(passes), {}) == -1
        return
    assert (not cut.elements) == (length >= 0)
    assert without(net, start, sources, blocks, passes, over, cut.elements)
    assert len(set(cut.elements)) == len(cut.elements)
    if len(cut.elements) <= 3:
        every = list(smallest_cuts(net, start, sources, blocks, passes, over, 3))
        assert set(cut.elements) in [set(some) for some in every]
    else:
        assert not list(smallest_cuts(net, start, sources, blocks, passes, over, 2))


@settings(max_examples=400)
@given(SEEDS)
def test_the_cuts_of_all_hexes_are_those_of_each(seed: int) -> None:
    dice = random.Random(seed)
    net = some_net(dice, 6)
    words = ((), (), ("unit",), ("zone",), ("unit", "zone"))
    blocks = {place: dice.choice(words) for place in range(len(net.hexes)) if dice.random() < 0.8}
    passes, sources = [dice.random() < 0.6 for _ in net.crossings], some_sources(net, dice)
    found = least_cuts(net, sources, blocks, passes)
    for start in range(len(net.hexes)):
        assert found.of(start) == least_cut(net, start, sources, blocks, passes)


@settings(max_examples=300)
@given(SEEDS)
def test_cuts_after_changes_are_those_of_a_new_search(seed: int) -> None:
    dice = random.Random(seed)
    net = some_net(dice, 6)
    words = ((), (), ("unit",), ("zone",), ("unit", "zone"))
    passes, sources = [dice.random() < 0.6 for _ in net.crossings], some_sources(net, dice)
    blocks = {place: dice.choice(words) for place in range(len(net.hexes))}
    found = least_cuts(net, sources, blocks, passes)
    for _ in range(4):
        asked = dice.sample(range(len(net.hexes)), dice.randint(0, len(net.hexes)))
        assert [found.of(start) for start in asked] == [least_cut(net, each, sources, blocks, passes) for each in asked]
        blocks = blocks | {dice.randrange(len(net.hexes)): dice.choice(words) for _ in range(dice.randint(1, 4))}
        found = found.after(blocks)
    for start in range(len(net.hexes)):
        assert found.of(start) == least_cut(net, start, sources, blocks, passes)


def test_a_cut_names_what_blocks_in_the_order_of_the_line() -> None:
    net = net_of(block(1, 5), 1, random.Random(1))
    blocks = {0: ("zone",), 1: ("zone",), 3: ("unit", "zone"), 4: ("terrain",)}
    cut = least_cut(net, 0, [4], blocks, [True], {6 * 1: False})
    assert cut is not None
    assert cut.elements == (("zone", 1), ("side", 1, 2), ("unit", 3), ("zone", 3), ("terrain", 4))
    assert cut.line == (0, 1, 2, 3, 4)


def test_of_equal_cuts_that_of_the_line_through_lower_numbers_counts() -> None:
    net = net_of([Hex(0, 0), Hex(0, 1), Hex(1, 0), Hex(1, 1)], 1, random.Random(1))
    start, low, high, source = range(4)
    cut = least_cut(net, start, [source], {low: ("zone",)}, [True], {6 * high: False})
    assert cut is not None
    assert (cut.elements, cut.line) == ((("zone", low),), (start, low, source))


def test_of_two_blocks_in_one_hex_and_one_in_another_the_one_is_less() -> None:
    net = net_of([Hex(0, 0), Hex(0, 1), Hex(1, 0), Hex(1, 1)], 1, random.Random(1))
    start, low, high, source = range(4)
    cut = least_cut(net, start, [source], {low: ("unit", "zone"), high: ("zone",)}, [True])
    assert cut is not None
    assert (cut.elements, cut.line) == ((("zone", high),), (start, high, source))


def test_a_hex_that_is_first_come_to_over_a_closed_hexside_is_come_to_again_over_an_open_one() -> None:
    net = net_of([Hex(0, 0), Hex(0, 1), Hex(1, 0), Hex(1, 1)], 1, random.Random(1))
    start, low, high, source = range(4)
    shut = 6 * low + DIRECTIONS.index((1, 0))
    cut = least_cut(net, start, [source], {low: ("zone",), high: ("zone",)}, [True], {shut: False})
    assert cut is not None
    assert (cut.elements, cut.line) == ((("zone", high),), (start, high, source))


def test_whoever_stands_on_a_blocked_source_is_told_what_blocks_it_or_of_another_source_that_is_nearer_to_open() -> None:
    net = net_of(block(1, 3), 1, random.Random(1))
    blocks = {0: ("unit", "zone")}
    only = least_cut(net, 0, [0], blocks, [True])
    assert only is not None
    assert (only.elements, only.line) == ((("unit", 0), ("zone", 0)), (0,))
    other = least_cut(net, 0, [0, 2], {**blocks, 2: ("zone",)}, [True])
    assert other is not None
    assert (other.elements, other.line) == ((("zone", 2),), (0, 1, 2))


def test_where_the_map_leads_to_no_source_nothing_is_to_be_taken_away() -> None:
    net = net_of([Hex(0, 0), Hex(3, 3)], 1, random.Random(1))
    assert least_cut(net, 0, [1], {}, [True]) is None
    assert least_cut(net, 0, [], {}, [True]) is None
