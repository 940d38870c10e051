"""How a session begins: the first entry, from a box, one of its scenarios and the players."""

import secrets
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from core.base.errors import WrongUse, did_you_mean
from core.model.box import GameBox
from core.model.oob import Side
from core.model.scenario import Scenario
from core.play.events import Began, Kind, Player
from core.rules.kernel.cells import name_of
from core.rules.kernel.counter_values import CounterValue


def fighting(box: GameBox, scenario: Scenario) -> tuple[Side, ...]:
    """The sides that fight a scenario: those with units in play or to come. A side that only owns chits or markers is none.

    All sides where fewer than two have units yet: they are put on the map in play.
    """
    named = {name for part in (scenario.set_ups, scenario.arrivals) for each in part for name in each.units}
    present = {*scenario.start.pieces, *named}
    for name in named:
        if box.oob.formation(name) is not None:
            present |= {counter.id for counter in box.oob.all_members(name)}
    sides = {counter.side for counter in box.oob.counters if counter.id in present}
    found = tuple(side for side in box.oob.sides if side.id in sides)
    return found if len(found) > 1 else tuple(box.oob.sides)


def beginning(
    box: GameBox,
    values: Iterable[CounterValue],
    file: str,
    kind: Kind,
    names: Mapping[str, str],
    *,
    of_box: bytes,
    of_rules: bytes,
    program: str,
) -> Began:
    """The first entry of a session: `values` are those that the ruleset has for counters, `names` the players by their sides,
    `of_box` and `of_rules` the digests of `core.files.digests`.

    Raises WrongUse for a scenario that the box does not have, and for one without two sides that have units in play or to come.
    """
    scenario = box.scenarios.get(file)
    if scenario is None:
        raise WrongUse(f'The game has no scenario "{file}".{did_you_mean(file, box.scenarios)}')
    players = tuple(Player(side.id, side.name or side.id, names.get(side.id, "").strip()) for side in fighting(box, scenario))
    if len(players) < 2:
        raise WrongUse("A session needs two sides; give the game a second one in its order of battle.")
    printed = tuple(values)
    units = {counter.id: (counter.side, name_of(printed, counter.values) or counter.id) for counter in box.oob.counters}
    return Began(
        session=secrets.token_hex(8),
        kind=kind,
        game=box.title,
        box=of_box,
        file=file,
        scenario=scenario,
        players=players,
        ruleset=box.ruleset,
        rules=of_rules,
        options=MappingProxyType(dict(box.options)),
        units=MappingProxyType(units),
        program=program,
    )
