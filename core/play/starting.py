"""How a session begins: the first entry, from a box, one of its scenarios and the players."""

import secrets
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from core.base.errors import WrongUse, did_you_mean
from core.model.box import GameBox
from core.model.oob import Side
from core.model.scenario import Scenario
from core.play.events import Began, Entry, Kind, Player
from core.play.table import begun
from core.rules.kernel.cells import name_of
from core.rules.kernel.counter_values import CounterValue
from core.rules.kernel.play_rules import PlayRules

MOST_TURNS = 60
"""For so many turns the cups of each are known where a scenario does not say how many there are."""


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
    play: PlayRules | None = None,
) -> Began:
    """The first entry of a session: `values` are those that the ruleset has for counters, `names` the players by their sides,
    `of_box` and `of_rules` the digests of `core.files.digests`, `play` what the series says of live play.

    Raises WrongUse for a scenario that the box does not have, for one without two sides that have units in play or to come, and
    for one that allots more than can be counted.
    """
    scenario = box.scenarios.get(file)
    if scenario is None:
        raise WrongUse(f'The game has no scenario "{file}".{did_you_mean(file, box.scenarios)}')
    players = tuple(Player(side.id, side.name or side.id, names.get(side.id, "").strip()) for side in fighting(box, scenario))
    if len(players) < 2:
        raise WrongUse("A session needs two sides; give the game a second one in its order of battle.")
    printed = tuple(values)
    units = {counter.id: (counter.side, name_of(printed, counter.values) or counter.id) for counter in box.oob.counters}
    began = Began(
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
        secret=_secret_points(scenario, play) if play is not None else (),
        binding=play is None or play.stacks.binding,
        open_cups=tuple(_open_cups(scenario, play)) if play is not None else (),
        combat_cups=_combat_cups(play) if play is not None else (),
        drawing=MappingProxyType(_drawing(box, play) if play is not None else {}),
    )
    # What no state follows from never begins.
    begun(Entry(1, 0, "", began))
    return began


def _open_cups(scenario: Scenario, play: PlayRules) -> Iterator[str]:
    """The cups whose chits are for both sides, those of each turn among them."""
    for cup in play.cups.values():
        if not cup.secret:
            turns = range(1, (len(scenario.turns) or MOST_TURNS) + 1) if cup.each_turn else (1,)
            yield from (cup.in_turn(turn).id for turn in turns)


def _combat_cups(play: PlayRules) -> tuple[tuple[str, str], ...]:
    return tuple((cup.id, cup.section) for cup in play.cups.values() if cup.drawn_in == "combat")


def _drawing(box: GameBox, play: PlayRules) -> dict[str, str]:
    """The cup from which each unit draws that prints one."""
    words = {(cup.prints, cup.word.casefold()): cup.id for cup in play.cups.values() if cup.drawn_in == "combat" and cup.prints}
    printed = dict.fromkeys(value for value, _ in words)
    found = {}
    for counter in box.oob.counters:
        said = ((value, str(counter.values.get(value, "")).casefold()) for value in printed)
        cup = next((words[each] for each in said if each in words), None)
        if cup is not None:
            found[counter.id] = cup
    return found


def _secret_points(scenario: Scenario, play: PlayRules) -> tuple[str, ...]:
    """By which names points go that a side does not tell of: those of the rules, and those of the scenario."""
    ruled = (name for kind in play.points.values() if kind.secret for name in (kind.id, kind.title, *kind.words))
    said = (each.what for each in scenario.allotments if play.are_secret(each.what))
    return tuple(sorted({name.casefold() for name in (*ruled, *said)}))
