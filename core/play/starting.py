"""How a session begins: the first entry, from a box, one of its scenarios and the players."""

import secrets
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from core.base.errors import WrongUse, did_you_mean
from core.model.box import GameBox
from core.play.events import Began, Kind, Player
from core.rules.kernel.cells import name_of
from core.rules.kernel.counter_values import CounterValue


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
    players = tuple(Player(side.id, side.name or side.id, names.get(side.id, "").strip()) for side in box.oob.sides)
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
