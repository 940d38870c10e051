"""What follows the roll of a combat keeps its laws in battles by luck: crowded maps, limits, water, fixed units, zones."""

from collections import Counter as Count
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest
from oracles.led import Led, in_play
from oracles.stacks import board, unit

from core.model.deployment import Piece
from core.model.oob import Counter
from core.model.state import Declared
from core.questions.game import Game
from core.rules.kernel.combat import read_result
from core.rules.operations.aftermath import QUESTION

RESULTS = ("A1", "A1r1", "A2D1", "A1D1r1", "A1r1D1r2", "D1", "D2", "D1r2", "D3r3", "D9", "Dr1", "Dr2", "Ar2", "A4r3D2r1")
PRINTED = {"Dr1": "D1", "Dr3": "D3", "D1r2": "D2-(1)", "Ar1": "A1", "A1r1": "A1-(1)", "A1r1D1r1": "B1-(1)", "Dr2": "D2b"}
"""Results of VCS as they are printed, by what they ask."""
LIMITS = {"scs-1.6": 3, "new-scs": 4, "vcs": 3}
MOST = 60


@dataclass
class Fought:
    """A combat by luck: who attacked and defended, with where they stood, and what is asked of both."""

    series: str
    game: Game
    attackers: dict[str, str]
    defenders: dict[str, str]
    asks: str
    words: dict[str, str] = field(default_factory=dict)

    def those(self, side: str) -> Mapping[str, str]:
        return self.attackers if side == "blue" else self.defenders


def prints(series: str, luck: Random) -> dict[str, Any]:
    """What a unit by luck prints."""
    if series == "vcs":
        types = ("infantry", "infantry", "tank")
        held = {"unit__type": luck.choice(types), "unit__size": "battalion", "movement": luck.choice((5, 8))}
        return {**held, "steps": luck.choice((1, 2)), "strength__fixed": luck.randint(1, 6)}
    held = {"attack": luck.choice((0, 2, 4, 6)), "defence": luck.choice((1, 3, 5)), "steps": luck.choice((1, 2, 2, 3))}
    held |= {"movement": luck.choice((0, 6, 6, 8)), "movement__class": luck.choice(("leg", "truck"))}
    held["exploitation"] = luck.random() < 0.4
    return {**held, "armour": luck.choice(("soft", "soft", "tank"))} if series == "new-scs" else held


def battle(series: str, luck: Random) -> Fought:
    """A combat in the middle or at the edge of a map, with others of both sides around."""
    box, middle, limit = board(series, ()).box, luck.choice(("05.05", "05.05", "02.02", "01.05")), LIMITS[series]
    centre = box.hex(middle)
    ring = [box.label(each) for each in centre.neighbours() if each in box.cells]
    around = [box.label(each) for each in centre.within(3) if each in box.cells and each.distance(centre) > 1]
    units, at, kind = list[Counter](), dict[str, str](), "subordinate" if series == "vcs" else "combat"

    def placed(side: str, place: str, most: int) -> dict[str, str]:
        found = {f"{side[0]}{len(units) + n}": place for n in range(luck.randint(1, most))}
        units.extend(unit(id_, kind, side, **prints(series, luck)) for id_ in found)
        at.update(found)
        return found

    defenders = placed("red", middle, limit)
    from_ = luck.sample(ring, min(len(ring), luck.randint(1, 3)))
    attackers = {id_: place for each in from_ for id_, place in placed("blue", each, limit).items()}
    for place in (*ring, *around):
        if place not in from_ and luck.random() < (0.25 if place in ring else 0.15):
            placed("red" if place in ring else luck.choice(("red", "blue")), place, limit if place in ring else 1)
    wet = {place: "sea" for place in (*ring, *around) if place not in at.values() and luck.random() < 0.1}
    options = {"scs-1.6": {"stacking.limit": str(limit)}, "vcs": {"scale.grouping": "regiment_or_brigade"}}.get(series, {})
    if series == "new-scs":
        options = {"retreat.conversion": luck.choice(("mandatory", "convertible"))}
    stand = {id_: Piece(place, n) for n, (id_, place) in enumerate(at.items())}
    made = in_play(board(series, units, stand, terrain=wet, options=options), "blue", "combat")
    made = made.with_state(replace(made.state, declared=(Declared("blue", tuple(attackers), (centre,)),)))
    asks = luck.choice(tuple(PRINTED) if series == "vcs" else RESULTS)
    fought = Fought(series, made, attackers, defenders, asks, {"to": middle, "asks": asks})
    fought.words |= {name: ", ".join(f"{id_}@{place}" for id_, place in those.items()) for name, those in _named(fought)}
    if series == "vcs":
        fought.words |= {"result": PRINTED[asks], **({"breakthrough": "yes"} if PRINTED[asks].endswith("b") else {})}
        fought.words |= {"followed": "yes"} if PRINTED[asks].startswith("A") else {}
    return fought


def _named(fought: Fought) -> tuple[tuple[str, Mapping[str, str]], ...]:
    return ("attackers", fought.attackers), ("defenders", fought.defenders)


def left(led: Led, ids: Mapping[str, str]) -> dict[str, int]:
    """The steps that units have left."""
    found = {id_: led.game.forces.unit(id_) for id_ in ids}
    return {id_: each.left if each is not None and each.piece is not None else 0 for id_, each in found.items()}


@pytest.mark.parametrize("series", LIMITS)
@pytest.mark.parametrize("part", range(4))
def test_what_follows_a_combat_keeps_its_laws(series: str, part: int) -> None:
    met = set[str]()
    for seed in range(part * 12, part * 12 + 12):
        luck = Random(f"{series} {seed}")
        met |= held_to_laws(battle(series, luck), luck)
    assert met >= {"losses", "retreat", "advance"}, "laws that nothing has met"


def held_to_laws(fought: Fought, luck: Random) -> set[str]:
    """Leads through a combat by luck, holds every step and the end against the laws, and says which kinds of steps it met."""
    asked = read_result(fought.asks)
    assert asked is not None
    led, everybody = Led(fought.game), {**fought.attackers, **fought.defenders}
    lost, by_hand, told, gone, met = Count[str](), set[str](), "", set[str](), set[str]()
    whole = {side: sum(left(led, fought.those(side)).values()) for side in ("red", "blue")}
    crowd = Count(piece.at for piece in led.game.forces.deployment.pieces.values())
    ruling = led.ask(QUESTION, **fought.words)
    for _ in range(MOST):
        met.add(ruling.verdict)
        about = {each.unit for each in ruling.detail.parts}
        side = "blue" if about & fought.attackers.keys() else "red"
        if about and led.open:
            assert led.open[-1].side in answering(fought, ruling.verdict, side)
        if ruling.detail.units and luck.random() < 0.4:
            some = ", ".join(luck.sample(sorted(about), luck.randint(1, len(about))))
            ruling = led.ask(QUESTION, **{**(led.open[-1].given if led.open else fought.words), "units": some})
        offered = [each for each in ruling.detail.proposals if not each.label.startswith("Go on")]
        taken = luck.choice(offered or list(ruling.detail.proposals)).label
        before, stood = left(led, everybody), {id_: led.at(id_) for id_ in everybody}
        led.take(ruling, taken)
        after, moved = left(led, everybody), {id_ for id_ in everybody if led.at(id_) not in ("", stood[id_])}
        if ruling.verdict == "losses":
            assert {id_ for id_ in everybody if after[id_] != before[id_]} <= about and not moved
            lost[side] += sum(before.values()) - sum(after.values())
            by_hand |= {side} if taken.startswith("Go on") else set()
        if ruling.verdict == "retreat":
            # Nobody is driven on who has retreated, and nobody comes to stand with an enemy.
            assert moved <= about and not moved & gone and all(stood[id_] == everybody[id_] for id_ in moved)
            gone |= moved
        told += taken
        if not led.open:
            break
        ruling = led.next(QUESTION)
    assert not led.open and [set(each.units) for each in led.game.state.fought] == [set(fought.attackers)]
    for side, loss in (("blue", asked.attacker), ("red", asked.defender)):
        assert side in by_hand or lost[side] == min(loss.steps, whole[side])
    pieces = led.game.forces.deployment.pieces
    sides = {(piece.at, id_[0]) for id_, piece in pieces.items()}
    assert len(sides) == len({place for place, _ in sides}), "enemies stand together"
    for place, count in Count(piece.at for piece in pieces.values()).items():
        said = f"{led.game.box.label(place)}, " in told and "above the stacking limit" in told
        assert count <= max(LIMITS[fought.series], crowd[place]) or said
    return met


def answering(fought: Fought, verdict: str, side: str) -> set[str]:
    """The sides that may answer for a step of one of them."""
    foe = "red" if side == "blue" else "blue"
    if fought.series == "new-scs" and verdict == "losses":
        return {side, foe}
    return {foe} if verdict == "retreat" and fought.words.get("breakthrough") else {side}
