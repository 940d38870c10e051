"""The worked examples of the rules as data (`tests/golden/<series>/*.yaml`), each with the game that it is asked over.

A file names its box, or a ruleset where no map is needed, then perhaps with `options` that its box plays by. Where it lists
`units`, each with what it prints (and on its `back`) and where it stands, they stand on an empty map of 12 by 12 hexes; its
`set_ups`, `arrivals` and what else is `said` are those of their scenario. `terrain` fills hexes of that map, `sides` lie along
its hexsides and `ways` lead through its hexes, `outlines`, `contours` and `half_lines` go over it, as `oracles.stacks.board`
reads them; `zones` have names there, `sources` say of sides where their lines of supply must lead, and `hex_marks` lie in
hexes, "kind@side@text". Units may be in `formations`, which are named by their ids and may have `values`. Where something
was `fought` in the phase, the file is in play: each as it was declared; it is so, too, where it says what is `declared` and not
resolved, the `moment`, the `light`, the `order` of its sides, what is `counted` of formations, each as a formation, a kind and
a number or word, or the `points` that sides have left, each as a side, words and a number. `arrived` are the units that have
come in during the turn of play, `moved` those that have gone elsewhere in that of their side, each time those who went
together, such as "a, b" or "a, b: 05.05 05.07", `turned` those whose counters were turned in it, and `vacated` says of hexes
who left them last.
`sheets` are op sheets that the scenario begins with, or those in play where the file is.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import immutables
import yaml
from oracles.stacks import board, hexes, unit

from core.files.resources import scenarios_folder
from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.model.deployment import Mark, Piece
from core.model.new_map import NewMap
from core.model.oob import Formation
from core.model.orders import Addition, Alternate, Commitment, OpSheet, TaskGroup
from core.model.scenario import Arrival, SetUp
from core.model.state import Declared, Moment, Trek
from core.questions.catalogue import ask
from core.questions.game import Game, open_game
from core.rules.kernel.rulings import Ruling

FOLDER = Path(__file__).resolve().parents[1] / "golden"

GROUND = ("terrain", "sides", "ways", "outlines", "contours", "half_lines", "zones", "sources")
FORCES = (
    *("hex_marks", "formations", "units", "set_ups", "arrivals", "sheets", "said", "declared", "fought", "moment", "points"),
    *("arrived", "moved", "turned", "vacated", "light", "order", "counted"),
    *GROUND,
)


@dataclass(frozen=True)
class GoldenCase:
    """One worked example. `place` is a ruleset, or a box where `on_map`."""

    file: str
    section: str
    number: int
    place: str
    options: str
    forces: str
    question: str
    given: dict[str, Any]
    expect: dict[str, Any]

    @property
    def on_map(self) -> bool:
        """Whether it is asked over a box of its own."""
        return self.place not in _rulesets()

    @property
    def refused(self) -> bool:
        """Whether it is about what cannot be asked, which is told in a sentence."""
        return "refused" in self.expect

    @cached_property
    def game(self) -> Game:
        """The game that it is asked over, the same for all cases of one file."""
        return _game(self.place, self.options, self.forces)

    @cached_property
    def ruling(self) -> Ruling:
        """Its answer, the same for all tests of a process. Raises WrongUse where it is refused, as `ask` does."""
        return ask(self.question, self.game, **self.given)

    def __str__(self) -> str:
        given = " ".join(f"{name}={value}" for name, value in self.given.items())
        return f"{Path(self.file).parent.name} {self.section} #{self.number} {given}"


@cache
def _rulesets() -> frozenset[str]:
    return frozenset(ruleset_ids())


def _read() -> Iterator[GoldenCase]:
    for path in sorted(FOLDER.glob("*/*.yaml")):
        document = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
        place, section = document.get("box") or document["ruleset"], str(document["section"])
        options = json.dumps(document.get("options", {}), sort_keys=True)
        forces = json.dumps({name: document[name] for name in FORCES if name in document})
        for number, case in enumerate(document["cases"], 1):
            head = (str(path.relative_to(FOLDER)), section, number, place, options, forces)
            yield GoldenCase(*head, case["question"], case["given"], case["expect"])


@cache
def golden_cases() -> tuple[GoldenCase, ...]:
    """All of them, in the order of their files."""
    return tuple(_read())


@cache
def _game(place: str, options: str, forces: str) -> Game:
    chosen, said = json.loads(options), json.loads(forces)
    if said:
        return _with_forces(place, chosen, said)
    if place in _rulesets():
        box = NewMap("Nowhere", ruleset=place, columns=1, rows=1).box()
        return Game.of(replace(box, options=chosen), load_ruleset(place))
    opened = open_game(scenarios_folder() / place)
    assert opened.game is not None, opened.issues
    return opened.game


def _with_forces(ruleset: str, options: dict[str, str], forces: dict[str, Any]) -> Game:
    """A box with the units of a file; units are red unless they say otherwise."""
    units, at = [], {}
    for each in forces.get("units", ()):
        piece = {name: each[name] for name in ("at", "rank", "face", "lost", "mode") if name in each}
        piece |= {"marks": frozenset(each["marks"])} if "marks" in each else {}
        piece |= {"on": each["carrier"]} if "carrier" in each else {}
        side, formation = each.get("side", "red"), each.get("formation", "")
        units.append(unit(each["id"], each["kind"], side, formation, each.get("back"), **each.get("prints", {})))
        if piece:
            at[each["id"]] = Piece(**piece)
    empty = board(ruleset, [])

    def parts(made: Any, name: str) -> tuple[Any, ...]:
        named = ({**each, "units": tuple(each["units"])} for each in forces.get(name, ()))
        return tuple(made(**{**each, "hexes": hexes(empty, *each.get("hexes", ()))}) for each in named)

    said = {"set_ups": parts(SetUp, "set_ups"), "arrivals": parts(Arrival, "arrivals"), **forces.get("said", {})}
    said |= {"sheets": tuple(_sheet(empty, **each) for each in forces["sheets"])} if "sheets" in forces else {}
    ground = {name: forces[name] for name in GROUND if name in forces}
    marks = {label: tuple(Mark(*kind.split("@")) for kind in kinds) for label, kinds in forces.get("hex_marks", {}).items()}
    groups = [_formation(id_, each) for id_, each in forces.get("formations", {}).items()]
    game = board(ruleset, units, at, options=options, marks=marks, formations=groups, **ground, **said)
    if forces.keys().isdisjoint(("declared", "fought", "moment", "points", "light", "counted")):
        return game

    def told(part: str) -> tuple[Declared, ...]:
        lists = [{name: tuple(each.get(name, ())) for name in ("units", "shown")} for each in forces.get(part, ())]
        made = zip(forces.get(part, ()), lists, strict=True)
        return tuple(Declared(**{**each, "against": hexes(empty, *each["against"]), **own}) for each, own in made)

    points = immutables.Map({(side, what): left for side, what, left in forces.get("points", ())})
    moment = Moment(**forces.get("moment", {}))
    played = replace(game.state, deployment=game.forces.deployment, points=points, moment=moment)
    played = replace(played, light=forces.get("light", "day"), order=tuple(forces.get("order", ())))
    came = frozenset(forces.get("arrived", ()))
    gone = tuple(_trek(empty, each) for each in forces.get("moved", ()))
    left = immutables.Map({hexes(empty, label)[0]: unit for label, unit in forces.get("vacated", {}).items()})
    done = {"declared": told("declared"), "fought": told("fought")}
    done |= {"orders": immutables.Map({each.id: each for each in said.get("sheets", ())})}
    done |= {"conditions": immutables.Map({(of, kind): str(n) for of, kind, n in forces.get("counted", ())})}
    return game.with_state(
        replace(played, **done, arrived=came, treks=gone, turned=frozenset(forces.get("turned", ())), vacated=left)
    )


def _trek(empty: Game, told: str) -> Trek:
    """Units that have gone elsewhere, as "a, b" or "a, b: 05.05 05.07"."""
    ids, _, way = told.partition(": ")
    source, into = hexes(empty, *way.split()) if way else (None, hexes(empty, "01.01")[0])
    return Trek(tuple(each.strip() for each in ids.split(",")), source, into)


_PARTS = {"groups": TaskGroup, "alternates": Alternate, "added": Addition, "committed": Commitment}
"""Parts of op sheets that have units of their own."""


def _sheet(empty: Game, rally: dict[str, str] | None = None, side: str = "red", **said: Any) -> OpSheet:
    """An op sheet of red, unless it says otherwise; its rally points and minefields are printed hexes."""
    lists = {name: tuple(said.pop(name)) for name in ("units", "reserve") if name in said}
    lists["left"] = tuple((unit, why) for unit, why in said.pop("left", {}).items())
    lists["mines"] = hexes(empty, *said.pop("mines", ()))
    for name, made in _PARTS.items():
        lists[name] = tuple(made(**{**each, "units": tuple(each["units"])}) for each in said.pop(name, ()))
    points = tuple((name, *hexes(empty, label)) for name, label in (rally or {}).items())
    return OpSheet(side=side, rally=points, **lists, **said)


def _formation(id_: str, said: str | dict[str, Any]) -> Formation:
    """A formation of a side, which is said alone where it has no values."""
    whose = {"side": said} if isinstance(said, str) else said
    return Formation(id_, id_, whose["side"], whose.get("parent", ""), values=immutables.Map(whose.get("values", {})))
