"""Lines of supply on random maps are those that a naive reading of the rules gives, unit by unit; cuts are the least."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, takewhile
from typing import Any, NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from oracles.laws import law
from oracles.stacks import board, unit

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.deployment import Mark, Piece
from core.questions.answers import as_json, as_text
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.kernel.rulings import Ruling
from core.rules.operations.supply_detail import SupplyDetail, UnitSupply

SOURCE = "03.05"
PLACES = tuple(f"{column:02}.{row:02}" for column in range(2, 9) for row in range(2, 9))
EMPTY = board("scs-1.6", ()).box
PAIRS = [f"{place} {EMPTY.label(near)}" for place in PLACES for near in EMPTY.hex(place).neighbours()[:3]]
CLOSED = {"marsh", "sea", "major-river"}
Element = tuple[Any, ...]


def asked(game: Game, **given_: Any) -> Ruling:
    return ask("supply", game, **given_)


def rows(game: Game, **given_: Any) -> dict[str, UnitSupply]:
    detail = asked(game, **given_).detail
    assert isinstance(detail, SupplyDetail)
    return {each.unit: each for each in detail.units}


# SCS ----------------------------------------


class Setting(NamedTuple):
    """Lorries of one side among terrain and hexsides, with enemies that attack with so much."""

    terrain: dict[str, str]
    sides: dict[str, str]
    road: int
    own: tuple[str, ...]
    enemies: dict[str, int]

    def game(self) -> Game:
        """The game of it."""
        ways = {"primary-road": [" ".join(f"05.{each:02}" for each in range(3, self.road + 1))]} if self.road > 3 else {}
        values = {"defence": 3, "movement": 6, "movement__class": "truck", "steps": 2}
        units = [unit(f"u{n}", "combat", attack=3, **values) for n, _ in enumerate(self.own)]
        units += [unit(f"e{n}", "combat", "blue", attack=attack, **values) for n, attack in enumerate(self.enemies.values())]
        at = {f"u{n}": place for n, place in enumerate(self.own)} | {f"e{n}": place for n, place in enumerate(self.enemies)}
        by_kind: dict[str, list[str]] = {}
        for pair, kind in self.sides.items():
            by_kind.setdefault(kind, []).append(pair)
        return board(
            "scs-1.6", units, at, terrain=self.terrain, sides=by_kind, ways=ways, sources={"red": f"{SOURCE}, 08.08"}
        )  # fmt: skip


@st.composite
def settings(draw: st.DrawFn) -> Setting:
    """Some of them."""
    terrain = draw(st.dictionaries(st.sampled_from(PLACES), st.sampled_from(("marsh", "sea", "woods")), max_size=14))
    sides = draw(st.dictionaries(st.sampled_from(PAIRS), st.sampled_from(("major-river", "stream")), max_size=10))
    # Half of all settings are full of enemies, so that several blocks are to be cut.
    fewest = draw(st.sampled_from((0, 9)))
    enemies = draw(st.dictionaries(st.sampled_from(PLACES), st.integers(0, 2), min_size=fewest, max_size=fewest + 6))
    free = [place for place in PLACES if place not in enemies]
    own = draw(st.lists(st.sampled_from(free), min_size=1, max_size=4, unique=True))
    return Setting(terrain, sides, draw(st.integers(3, 8)), tuple(own), enemies)


class Naive:
    """The rules as a player reads them, from what the map holds, without net, tables or queue."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.box = setting, EMPTY
        self.ground = {self.box.hex(label): kind for label, kind in setting.terrain.items()}
        self.sides = {frozenset(map(self.box.hex, pair.split())): kind for pair, kind in setting.sides.items()}
        self.road = {self.box.hex(f"05.{row:02}") for row in range(3, setting.road + 1)} if setting.road > 3 else set()
        self.own = {self.box.hex(label) for label in setting.own}
        self.enemies = {self.box.hex(label): attack for label, attack in setting.enemies.items()}
        self.sources = {self.box.hex(SOURCE), self.box.hex("08.08")}

    def passes(self, place: Hex, near: Hex) -> bool:
        """Whether lorries could drive from one hex into the next."""
        if {place, near} <= self.road and place.q == near.q:
            return True
        return self.ground.get(near) not in CLOSED and self.sides.get(frozenset((place, near))) not in CLOSED

    def in_zone(self, place: Hex) -> bool:
        """Whether an enemy controls a hex, and no own unit stands in it."""
        near = (each for each in place.neighbours() if self.enemies.get(each, 0) >= 1 and self.passes(each, place))
        return place not in self.own and any(True for _ in near)

    def blocks(self, place: Hex, near: Hex, gone: frozenset[Element] = frozenset()) -> int:
        """How much would have to go for a line to be led from one hex into the next, beside what is `gone`."""
        found: list[Element] = [] if self.passes(place, near) else [("side", *sorted((place, near)))]
        found += [("enemy", near)] if near in self.enemies else []
        found += [("zone", near)] if self.in_zone(near) else []
        return len(set(found) - gone)

    def least(self, start: Hex) -> int:
        """The fewest blocks on any way to a source, by trying every step until nothing gets better."""
        cells = self.box.cells
        best = {start: 0}
        better = True
        while better:
            better = False
            for place, so_far in list(best.items()):
                for near in place.neighbours():
                    if near in cells and so_far + self.blocks(place, near) < best.get(near, 99):
                        best[near] = so_far + self.blocks(place, near)
                        better = True
        own = [0] if start in self.sources else []
        return min(own + [best[each] for each in self.sources if each in best and each != start])

    def length(self, start: Hex, gone: frozenset[Element] = frozenset()) -> int | None:
        """The hexes of a shortest free line, once some blocks are `gone`."""
        found, rim, length = {start}, {start}, 0
        while rim:
            if rim & self.sources:
                return length
            rim = {
                near for place in rim for near in place.neighbours()
                if near in self.box.cells and near not in found and not self.blocks(place, near, gone)
            }  # fmt: skip
            found |= rim
            length += 1
        return None


@law(60)
@given(settings())
def test_supply_of_scs_is_what_a_search_per_unit_finds_and_cuts_are_the_least(setting: Setting) -> None:
    game, naive = setting.game(), Naive(setting)
    of_side = rows(game, side="red")
    for number, label in enumerate(setting.own):
        id_, start = f"u{number}", game.box.hex(label)
        found = rows(game, units=id_)[id_]
        length = naive.length(start)
        assert found.state == of_side[id_].state == ("In supply" if length is not None else "Out of supply")
        if length is not None:
            assert (found.line[0], len(found.line) - 1) == (start, length)
            assert found.line[-1] in naive.sources and not found.cut
            assert not any(naive.blocks(one, other) for one, other in zip(found.line, found.line[1:], strict=False))
        else:
            assert not found.line
            assert len(found.cut) == naive.least(start)
            cut = frozenset((word, *sorted(hexes)) for word, hexes in found.cut)
            assert naive.length(start, cut) is not None, "the cut, removed, restores supply"
            assert all(naive.length(start, cut - {each}) is None for each in cut), "and no part of it alone does"


@law(40)
@given(settings(), st.sampled_from(PLACES))
def test_who_loses_supply_with_a_hex_is_who_has_none_once_an_enemy_stands_in_it(setting: Setting, falls: str) -> None:
    assume(any(attack for attack in setting.enemies.values()) and falls not in setting.enemies)
    game = setting.game()
    detail = asked(game, side="red", falls=falls).detail
    before = rows(game, side="red")
    left = setting._replace(own=tuple(place for place in setting.own if place != falls), enemies={**setting.enemies, falls: 2})
    assert {id_ for id_, each in before.items() if game.box.label(each.hex) == falls} == set(detail.inside)
    naive = Naive(left)
    lost = {
        id_ for id_, each in before.items()
        if each.state == "In supply" and id_ not in detail.inside and naive.length(each.hex) is None
    }  # fmt: skip
    assert {id_ for id_, _ in detail.losing} == lost


# Sources as people write them ----------------------------------------


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("02.03", {"02.03"}),
        ("02.03, 02.04", {"02.03", "02.04"}),
        ("harbour", {"04.04", "04.05"}),
        ("roads of the west edge", {"01.06"}),
        ("any road hex of the western edge", {"01.06"}),
        ("Roads on the West Edge, harbour", {"01.06", "04.04", "04.05"}),
        ("headquarters", {"05.05"}),
        ("depots", {"06.06"}),
    ],
)
def test_sources_are_read_as_people_write_them(words: str, found: set[str]) -> None:
    game = with_sources(words)
    detail = asked(game, side="red").detail
    assert {game.box.label(place) for place in detail.sources} == found and not detail.unclear


@pytest.mark.parametrize(("edge", "count"), [("west edge", 12), ("the northern edge", 12), ("any edge", 44)])
def test_edges_are_all_their_hexes(edge: str, count: int) -> None:
    assert len(asked(with_sources(edge), side="red").detail.sources) == count


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("harbur", 'Did you mean "Harbour"?'),
        ("wset edge", 'Did you mean "west edge"?'),
        ("Depot of 2nd Army", "is no hex, edge, zone or kind of piece"),
        ("99.99", "is no hex"),
        ("harbour for Nobody", "Red has no units of Nobody."),
        ("", "does not say"),
    ],
)
def test_words_that_are_not_understood_are_told_and_not_guessed(words: str, said: str) -> None:
    game = with_sources(f"02.03, {words}" if words else "")
    ruling = asked(game, side="red")
    assert (ruling.verdict, ruling.value) == ("undecidable", None)
    assert said in ruling.detail.unclear[0]
    assert ruling.detail.units == ()
    assert [game.box.label(place) for place in ruling.detail.sources] == (["02.03"] if words else [])
    assert said in as_text(ruling, game.box) and as_json(ruling, game.box)["unclear"]


def with_sources(words: str) -> Game:
    """A made-up game with a zone, a road to the west, a headquarters and a depot."""
    values = {"attack": 3, "defence": 3, "movement": 6, "movement__class": "truck", "steps": 2}
    units = [unit("a", "combat", **values), unit("hq", "headquarters", **values), unit("dump", "depot")]
    zones = {"Harbour": ["04.04", "04.05"]}
    ways = {"primary-road": ["01.06 02.06 03.06"]}
    at = {"a": "05.06", "hq": "05.05", "dump": "06.06"}
    return board("scs-1.6", units, at, zones=zones, ways=ways, sources={"red": words} if words else {})


def test_supply_is_asked_about_one_side_that_is_there() -> None:
    game = with_sources("02.03")
    with pytest.raises(WrongUse, match="has no units on the map"):
        asked(game, side="blue")
    with pytest.raises(WrongUse, match='there is no side "green"'):
        asked(game, side="green")


def test_markers_tell_the_state_and_the_ruling_what_a_supply_phase_would_find() -> None:
    game = Setting({}, {}, 3, ("05.05",), {}).game()
    start = next(iter(game.box.scenarios.values())).start
    assert rows(game, side="red")["u0"].marked == "In supply"
    marked = {"u0": Piece(start.pieces["u0"].at, marks=frozenset({"out-of-supply"}))}
    scenario = next(iter(game.box.scenarios))
    box = replace(
        game.box, scenarios={scenario: replace(game.box.scenarios[scenario], start=start.with_pieces(marked))}
    )  # fmt: skip
    ruling = asked(Game.of(box, game.ruleset), side="red")
    assert ruling.detail.units[0].marked == "Out of supply" and ruling.verdict == "In supply"
    assert any(str(reason.rule) == "SCS 1.6 12.1b" for reason in ruling.reasons)


# VCS ----------------------------------------

LIMITS = {1: 4, 2: 3, 3: 3, 4: 1, 5: 1, 6: 1}
ROAD = tuple(f"{column:02}.05" for column in range(2, 10))


NATIONS = ("Red", "Ally")
STATES = ("Supplied", "Out of supply", "Isolated")
NEAR = 3
FRIEND_READING = "supply.friend_nearby"
SIEGE = "02.06"
"""A hex from which an enemy controls the source at the head of the road."""


class Ground(NamedTuple):
    """A regiment, its friends and enemies among levels, rivers, depots and a road to a source, parts of which are destroyed.

    `friends` and `depots` are nationalities by hexes, `source_for` is that of the source, "" for everybody.
    """

    levels: dict[str, int]
    rivers: frozenset[str]
    start: str
    enemies: frozenset[str]
    broken: frozenset[str]
    friends: dict[str, str]
    depots: dict[str, str]
    source_for: str

    def game(self, **options: str) -> Game:
        """The game of it."""
        values = {"unit__size": "regiment", "unit__type": "infantry", "movement": 5}
        foes = {f"e{n}": place for n, place in enumerate(sorted(self.enemies))}
        friends = {f"f{n}": place for n, place in enumerate(self.friends)}
        depots = {f"d{n}": place for n, place in enumerate(self.depots)}
        units = [
            unit("u", "parent", nationality="Red", **values),
            *(unit(id_, "parent", nationality=self.friends[place], **values) for id_, place in friends.items()),
            *(unit(id_, "depot", nationality=self.depots[place], strength__fixed=1) for id_, place in depots.items()),
            *(unit(id_, "parent", "blue", nationality="Blue", **values) for id_ in foes),
        ]
        # A source is for a nationality only where some unit is of it.
        is_there = self.source_for in ("Red", *self.friends.values(), *self.depots.values())
        return board(
            *("vcs", units, {"u": self.start, **friends, **depots, **foes}),
            terrain={place: f"level-{level}" for place, level in self.levels.items()},
            sides={"river": sorted(self.rivers)},
            ways={"primary-road": [" ".join(ROAD)]},
            marks={place: (Mark("road-destroyed"),) for place in self.broken},
            sources={"red": f"{ROAD[0]} for {self.source_for}" if self.source_for and is_there else ROAD[0]},
            options=options,
        )


@st.composite
def grounds(draw: st.DrawFn, *, besieged: bool = False) -> Ground:
    """Some of them; where the source is besieged depots and friends near the regiment decide."""
    levels = draw(st.dictionaries(st.sampled_from(PLACES), st.integers(1, 5), max_size=20))
    rivers = draw(st.frozensets(st.sampled_from(PAIRS), max_size=8))
    enemies = draw(st.frozensets(st.sampled_from(PLACES), max_size=3))
    enemies |= {SIEGE} if besieged else set()
    places = [place for place in PLACES if place not in enemies]
    start = draw(st.sampled_from(places))
    near = [place for place in places if not besieged or EMPTY.hex(place).distance(EMPTY.hex(start)) <= NEAR]
    others = st.dictionaries(st.sampled_from(near), st.sampled_from(NATIONS), min_size=int(besieged), max_size=2)
    friends, depots = draw(others), draw(others)
    broken = draw(st.frozensets(st.sampled_from(ROAD[1:]), max_size=2))
    whose = [each for each in NATIONS if each in ("Red", *friends.values(), *depots.values())]
    return Ground(levels, rivers, start, enemies, broken, friends, depots, draw(st.sampled_from(("", *whose))))


class NaiveVcs:
    """The rules of VCS as a player reads them, of one nationality's sources or, with `allied`, of the depots of its allies;
    `gone` are blocks that are supposed away."""

    def __init__(self, ground: Ground, start: str, nation: str, *, allied: bool = False) -> None:
        self.box = EMPTY
        self.levels = {self.box.hex(label): level for label, level in ground.levels.items()}
        self.rivers = {frozenset(map(self.box.hex, pair.split())) for pair in ground.rivers}
        self.start = self.box.hex(start)
        self.enemies = {self.box.hex(label) for label in ground.enemies}
        self.broken = {self.box.hex(label) for label in ground.broken}
        self.road = [self.box.hex(label) for label in ROAD]
        steps = list(zip(self.road, self.road[1:], strict=False))
        self.along = {frozenset(each) for each in steps}
        self.held = {self.box.hex(label) for label in (ground.start, *ground.friends)}
        mine = {self.box.hex(label) for label, whose in ground.depots.items() if whose == nation}
        mine |= {self.road[0]} if ground.source_for in ("", nation) else set()
        others = {self.box.hex(label) for label, whose in ground.depots.items() if whose != nation}
        self.sources = others - mine if allied else mine

    def every_block(self) -> list[Element]:
        zones = {near for foe in self.enemies for near in foe.neighbours() if near in self.box.cells}
        return [
            *(("enemy", each) for each in sorted(self.enemies)),
            *(("zone", each) for each in sorted(zones)),
            *(("road", each) for each in sorted(self.broken)),
            *(("side", *sorted(each)) for each in sorted(self.rivers - self.along, key=sorted)),
        ]

    def free(self, place: Hex, gone: frozenset[Element]) -> bool:
        held = place in self.enemies and ("enemy", place) not in gone
        near = place not in self.held and any(each in self.enemies for each in place.neighbours())
        return not held and not (near and ("zone", place) not in gone)

    def connected(self, gone: frozenset[Element]) -> set[Hex]:
        """Sources that are open, and road hexes from which the road leads to one."""
        found = {each for each in self.sources if self.free(each, gone)}
        whole = {
            each for each in self.road
            if self.free(each, gone) and (each in self.sources or each not in self.broken or ("road", each) in gone)
        }  # fmt: skip
        for at in [number for number, each in enumerate(self.road) if each in found]:
            for way in (self.road[at:], self.road[at::-1]):
                found |= set(takewhile(whole.__contains__, way))
        return found

    def lines(self, most: int, gone: frozenset[Element]) -> Iterator[tuple[Hex, ...]]:
        """All lines over land of at most so many hexes."""
        waiting = [(self.start,)]
        while waiting:
            line = waiting.pop()
            yield line
            if len(line) > most:
                continue
            for near in line[-1].neighbours():
                bridged = frozenset((line[-1], near)) not in self.rivers - self.along
                dry = bridged or ("side", *sorted((line[-1], near))) in gone
                if near in self.box.cells and near not in line and self.free(near, gone) and dry:
                    waiting.append((*line, near))

    def supplied(self, gone: frozenset[Element] = frozenset()) -> bool:
        ends = self.connected(gone)
        for line in self.lines(4, gone):
            highest = max(self.levels.get(each, 1) for each in line)
            if line[-1] in ends and len(line) - 1 <= LIMITS[highest]:
                return True
        return False

    def captured(self) -> bool:
        """Whether no source is left."""
        return not self.sources - self.enemies

    def cut_off(self) -> bool:
        """Whether enemies leave no way at all over land to a source."""
        found, rim = {self.start}, [self.start]
        while rim:
            near = {each for place in rim for each in place.neighbours() if each in self.box.cells and each not in found}
            rim = [each for each in near if self.free(each, frozenset())]
            found |= set(rim)
        return not any(each in found and self.free(each, frozenset()) for each in self.sources)


def naive_state(ground: Ground, reading: str) -> str:
    """The state of the regiment: that of its own sources, or of the depots of allies, which is a level worse."""
    friends = ((place, nation) for place, nation in ground.friends.items())
    supplied = {EMPTY.hex(place) for place, nation in friends if NaiveVcs(ground, place, nation).supplied()}
    found = []
    for allied in (False, True):
        naive = NaiveVcs(ground, ground.start, "Red", allied=allied)
        is_helped = reading == "out_of_supply" and any(naive.start.distance(each) <= NEAR for each in supplied)
        if naive.supplied():
            level = 0
        else:
            level = 2 if naive.captured() or (naive.cut_off() and not is_helped) else 1
        found.append(min(level + allied, 2))
    return STATES[min(found)]


@law(40)
@given(grounds())
def test_supply_of_vcs_is_what_a_player_finds_and_what_cuts_it_restores_it(ground: Ground) -> None:
    found = rows(ground.game(), units="u")["u"]
    assert found.state == naive_state(ground, "out_of_supply")
    naive = NaiveVcs(ground, ground.start, "Red")
    if naive.supplied():
        assert found.line and not found.cut
        return
    if not found.cut:
        return
    cut = frozenset((word, *sorted(hexes)) for word, hexes in found.cut)
    assert naive.supplied(cut)
    relevant = naive.every_block()
    if len(cut) <= 3 and len(relevant) <= 18:
        assert not any(naive.supplied(frozenset(fewer)) for fewer in combinations(relevant, len(cut) - 1))


@law(40)
@given(grounds(besieged=True))
def test_who_is_cut_off_has_the_best_of_friends_near_and_depots_of_allies(ground: Ground) -> None:
    ruling = asked(ground.game(), units="u")
    state, other = naive_state(ground, "out_of_supply"), naive_state(ground, "isolated")
    assert ruling.verdict == state
    assert asked(ground.game(**{FRIEND_READING: "isolated"}), units="u").verdict == other
    assert any(each.values.get("reading") == FRIEND_READING for each in ruling.reasons) == (state != other)
    own, allied = (NaiveVcs(ground, ground.start, "Red", allied=allied) for allied in (False, True))
    if not own.supplied() and allied.supplied():
        assert any(each.rule.section == "11.3" for each in ruling.reasons), "the depot of an ally is told, whatever else helps"
