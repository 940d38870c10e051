"""The ways of Save Yourself Retreats: every clause against a naive reader of the rules.

The naive reader tries every way hex by hex, measures angles with floats, and asks for lines of sight and spotting ranges by the
questions that have their own tests.
"""

import math
from collections.abc import Iterator

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from oracles.retreating import (
    COVERED,
    labels,
    move,
    stack,
    ways,
)

from core.geometry.hexes import Hex
from core.geometry.layout import plane_centre
from core.questions.catalogue import ask
from core.questions.game import Game

# The naive reader ---------------------------------------------------------------------------------------------------------


class Reader:
    """The rules of ways read naively over a game on flat ground."""

    def __init__(self, game: Game, start: Hex, length: int, closed: set[str], away: Hex | None) -> None:
        self.game, self.start, self.length, self.away = game, start, length, away
        box, self.terrain = game.box, {}
        pieces = game.forces.deployment.pieces
        for cell, content in box.sheets[0].sheet.hexes.items():
            self.terrain[box.sheets[0].frame.hex(*cell)] = content.terrain
        self.enemies = {piece.at for id_, piece in pieces.items() if id_.startswith("enemy")}
        self.closed = {place for place, kind in self.terrain.items() if kind in closed}
        seen = [enemy for enemy in self.enemies if self.spots(start, enemy)]
        self.apart = min((start.distance(enemy) for enemy in seen), default=None)
        self.nearest = {enemy for enemy in seen if start.distance(enemy) == self.apart}

    def spots(self, here: Hex, enemy: Hex) -> bool:
        """Whether an infantry platoon in Fire Mode is spotted there."""
        game, klass = self.game, COVERED.get(self.terrain.get(enemy, ""), "Open")
        reach = ask("spotting", game, targets=["infantry 4"], terrain=[klass]).value
        label = game.box.label
        return (
            here.distance(enemy) <= reach and ask("los", game, **{"from": label(here), "to": label(enemy)}).verdict == "clear"
        )

    def open(self, place: Hex) -> bool:
        return place in self.game.box.cells and place not in self.enemies and place not in self.closed

    def first(self) -> set[Hex]:
        if self.away is None:
            return {place for place in self.start.neighbours() if self.open(place)}
        (x, y), (ax, ay) = plane_centre(self.start), plane_centre(self.away)

        def off(place: Hex) -> float:
            px, py = plane_centre(place)
            turn = math.atan2(py - y, px - x) - math.atan2(y - ay, x - ax)
            return abs(math.remainder(turn, math.tau))

        open_ = [place for place in self.start.neighbours() if self.open(place)]
        least = min(map(off, open_), default=0.0)
        return {place for place in open_ if off(place) < least + 1e-6}

    def all_ways(self) -> Iterator[tuple[Hex, ...]]:
        waiting = [(self.start,)]
        while waiting:
            way = waiting.pop()
            if len(way) > 1 and self.ends(way):
                yield way
            if len(way) <= self.length:
                waiting += [(*way, place) for place in way[-1].neighbours() if self.goes_on(way, place)]

    def goes_on(self, way: tuple[Hex, ...], place: Hex) -> bool:
        if not self.open(place) or self.start.distance(place) <= self.start.distance(way[-1]):
            return False
        if len(way) == 1 and self.away is not None:
            return place in self.first()
        fronts = self.nearest if self.away is None else {self.away}
        return all(place.distance(front) >= way[-1].distance(front) for front in fronts)

    def ends(self, way: tuple[Hex, ...]) -> bool:
        end = way[-1]
        if len(way) - 1 < self.length and self.terrain.get(end) not in COVERED:
            return False
        if self.apart is None:
            return True
        near = [enemy for enemy in self.enemies if end.distance(enemy) < self.apart]
        return not any(self.spots(self.start, enemy) or self.spots(end, enemy) for enemy in near)


HEXES = [f"{column:02}.{row:02}" for column in range(2, 11) for row in range(2, 11)]
MIDDLE = [f"{column:02}.{row:02}" for column in range(5, 8) for row in range(5, 8)]
"""Where those stand who retreat, so that what is near them matters."""
NEAR = [f"{column:02}.{row:02}" for column in range(4, 9) for row in range(4, 9)]
MAPS = st.dictionaries(st.sampled_from(HEXES), st.sampled_from(["woods", "village", "lake", "marsh"]), max_size=30)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    MAPS,
    st.lists(st.sampled_from(NEAR), max_size=4, unique=True),
    st.sampled_from(MIDDLE),
    st.none() | st.sampled_from(NEAR),
    st.booleans(),
)
def test_every_way_that_is_offered_obeys_every_clause_and_none_that_does_is_missing(
    terrain: dict[str, str], enemies: list[str], at: str, away: str | None, tanks: bool
) -> None:
    enemies = [place for place in enemies if place != at]
    away = away if away != at else None
    terrain = {place: kind for place, kind in terrain.items() if place != at and place not in enemies}
    terrain |= dict.fromkeys(("11.01", "11.02", "12.01", "12.02"), "lake")
    kind = "vehicle" if tanks else "infantry"
    game = stack(at, ("one", kind, move()), enemies=dict.fromkeys(enemies, "Fire"), terrain=terrain)
    asked = {"to": at, "kind": "obligatory"} | ({"away": away} if away else {})
    ruling = ask("syr.at", game, **asked)
    reader = Reader(
        game,
        game.box.hex(at),
        6 if tanks else 3,
        {"lake", "marsh"} if tanks else {"lake"},
        game.box.hex(away) if away else None,
    )
    legal = set(reader.all_ways())
    assert ruling.value == len(legal)
    assert (ruling.verdict == "destroyed") == (not legal)
    offered = ruling.detail.ways
    assert len(offered) == min(len(legal), 60) and set(offered) <= legal


def test_ways_that_are_drawn_are_judged_as_those_that_are_offered() -> None:
    terrain = {"05.05": "woods", "07.04": "lake"}
    game = stack("06.06", ("one", "infantry", move()), enemies={"06.08": "Fire"}, terrain=terrain)
    asked = {"to": "06.06", "kind": "obligatory", "away": "06.08"}
    legal = ways(game, **asked)
    start = game.box.hex("06.06")
    tried = 0
    for one in start.neighbours():
        for two in one.neighbours():
            for three in (None, *two.neighbours()):
                way = labels(game, (one, two) if three is None else (one, two, three))
                found = ask("syr.at", game, **asked, path=list(way)).verdict
                assert (found == "legal") == (("06.06", *way) in legal), way
                tried += 1
    assert tried == 6 * 6 * 7 and len(legal) > 3
